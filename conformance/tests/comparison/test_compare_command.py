"""`mocsar compare`: exit codes, what is printed in each format and language, and wrong usage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.comparison import compare_results
from mocsar_conformance.comparison.markdown import render

from ..reports import readers
from ..reports.samples import BAD, poisoned
from .streams import failure, outcome, stream, written

OLD = stream(
    outcome("trick/breaks"),
    outcome("trick/mended", "fail"),
    outcome("trick/gone"),
    outcome("trick/stays"),
    outcome("cards/lacks", "unsupported", what="capability `pack`"),
    file="old.jsonl",
)
NEW = stream(
    outcome("trick/breaks", "fail"),
    outcome("trick/mended"),
    outcome("trick/stays"),
    outcome("cards/lacks"),
    outcome("cards/fresh", "crash", failure=failure(code="P010")),
    version="2",
    file="new.jsonl",
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return written(OLD, tmp_path / "old.jsonl"), written(NEW, tmp_path / "new.jsonl")


def test_what_is_printed(mocsar: Any, files: tuple[Path, Path]) -> None:
    ended = mocsar("compare", *files)
    lines = ended.out.splitlines()
    assert ended.code == 1
    assert lines[0].startswith("OLD   mine 1, edition 2026-12, 5 scenarios, ")
    assert "  version: 1 → 2" in lines
    at = lines.index("broken (1)")
    assert lines[at + 1] == "  ✗ trick/breaks  [kollar]  pass → fail"
    assert lines[at + 2].strip().endswith('answer: wanted "refused", got "accepted"')
    assert "  ✓ trick/mended  [kollar]  fail → pass" in lines
    assert "  ✓ cards/lacks  [kollar]  unsupported → pass" in lines
    assert "  ✗ cards/fresh  [kollar]  crash" in lines
    assert "  − trick/gone  [kollar]  pass" in lines
    assert lines[-2] == "1 broken, 1 fixed, 1 supported now, 1 new, 1 vanished, 1 as before"
    assert lines[-1] == "2 that were no findings are now"


def test_in_hungarian(mocsar: Any, files: tuple[Path, Path]) -> None:
    ended = mocsar("compare", *files, "--lang", "hu")
    assert "elromlott (1)" in ended.out
    assert "1 elromlott, 1 megjavult, 1 már támogatott, 1 új, 1 eltűnt, 1 olyan, mint volt" in ended.out
    assert "broken" not in ended.out


@pytest.mark.parametrize(
    ("old", "new", "words", "code"),
    [
        (OLD, OLD, [], 0),
        (OLD, NEW, [], 1),
        (OLD, NEW, ["--allow-new"], 1),
        (stream(outcome("a/a")), stream(outcome("a/a"), outcome("a/b", "fail")), [], 1),
        (stream(outcome("a/a")), stream(outcome("a/a"), outcome("a/b", "fail")), ["--allow-new"], 0),
        (stream(outcome("a/a")), stream(outcome("a/a"), outcome("a/b")), [], 0),
        (stream(outcome("a/a", "fail")), stream(outcome("a/a")), [], 0),
        (stream(outcome("a/a"), outcome("a/b")), stream(outcome("a/a")), [], 0),
        (stream(outcome("a/a"), broken_off=True), stream(outcome("a/a")), [], 0),
        (stream(outcome("a/a")), stream(outcome("a/a"), broken_off=True), [], 1),
    ],
)
def test_the_exit_code(mocsar: Any, tmp_path: Path, old: Any, new: Any, words: list[str], code: int) -> None:
    before, after = written(old, tmp_path / "a"), written(new, tmp_path / "b")
    for form in ("text", "json", "markdown"):
        assert mocsar("compare", before, after, "--format", form, *words).code == code


def test_where_new_was_broken_off_nothing_is_said_to_be_fine(mocsar: Any, tmp_path: Path) -> None:
    before = written(stream(outcome("a/a"), outcome("a/b")), tmp_path / "a")
    after = written(stream(outcome("a/a"), broken_off=True), tmp_path / "b")
    ended = mocsar("compare", before, after)
    assert "Nothing broke" not in ended.out
    assert "NEW was broken off" in ended.out
    assert "U067 NEW was broken off" in ended.err


def test_many_changes_are_counted_and_listed_when_asked_for(mocsar: Any, tmp_path: Path) -> None:
    names = [f"{chapter}/{number}" for chapter in ("trick", "cards") for number in range(150)]
    before = written(stream(*map(outcome, names)), tmp_path / "a")
    after = written(stream(*(outcome(each, "fail") for each in names)), tmp_path / "b")
    short = mocsar("compare", before, after).out
    assert len(short.splitlines()) < 20
    assert "300 in kollar: The cards 150, The trick 150" in short
    assert "`-v` lists them" in short
    long = mocsar("compare", before, after, "-v").out
    assert all(f"✗ {each}  [kollar]" in long for each in names)


def test_colour_only_where_it_is_seen(mocsar: Any, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in mocsar("compare", *files, color=True).out
    assert "\x1b[" not in mocsar("compare", *files).out


def test_as_json(mocsar: Any, files: tuple[Path, Path]) -> None:
    found = json.loads(mocsar("compare", *files, "--format", "json").out)
    kinds = {each["id"]: each["kind"] for each in found["changes"]}
    assert kinds == {
        "trick/breaks": "broken",
        "trick/mended": "fixed",
        "cards/lacks": "supported",
        "cards/fresh": "new",
        "trick/gone": "vanished",
    }
    assert found["counts"] == {"broken": 1, "fixed": 1, "supported": 1, "new": 1, "vanished": 1}
    assert (found["same"], found["breaks"]) == (1, 2)
    assert {"what": "version", "old": "1", "new": "2"} in found["runs"]
    [broken] = [each for each in found["changes"] if each["kind"] == "broken"]
    assert broken["new"]["failure"]["differences"] == [{"path": "answer", "expected": "refused", "got": "accepted"}]


def test_as_markdown(mocsar: Any, files: tuple[Path, Path]) -> None:
    page = readers.markdown(mocsar("compare", *files, "--format", "markdown").out)
    rows = [[each.text_content() for each in row.findall("td")] for row in page.iter("tr")]
    assert ["❌ trick/breaks", "kollar", "pass → fail", 'step 1: answer: wanted "refused", got "accepted"'] in rows
    assert ["version", "1", "2"] in rows
    assert ["trick/gone", "kollar", "pass", ""] in rows


def test_markdown_that_would_be_too_long_for_a_comment_counts_the_rest() -> None:
    names = [f"trick/{number}" for number in range(3000)]
    before, after = stream(*map(outcome, names)), stream(*(outcome(each, "fail") for each in names))
    found = compare_results(before, after)
    page = readers.markdown(render(found, "en"))
    assert "… and 2950 more" in page.text_content()
    whole = render(found, "en", verbose=True)
    assert all(f"| ❌ {each} |" in whole for each in names)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare", "-", "-"], "U065"),
        (["compare", "nowhere.jsonl", "-"], "U004 'nowhere.jsonl' cannot be read"),
        (["compare", "-"], "Missing argument 'NEW'"),
        (["matrix"], "Missing argument 'FILE...'"),
        (["matrix", "-", "-"], "U065 2 of the files are standard input"),
        (["matrix", "-", "--to", "/nowhere/a.html"], "U004"),
    ],
)
def test_wrong_usage(mocsar: Any, words: list[str], message: str) -> None:
    ended = mocsar(*words)
    assert ended.code == 2
    assert message in ended.err


def test_what_is_no_stream_is_refused_with_its_line(mocsar: Any, files: tuple[Path, Path]) -> None:
    files[1].write_text("oops\n", encoding="ascii")
    ended = mocsar("compare", *files)
    assert ended.code == 2
    assert "new.jsonl:1:1: U050" in ended.err


def test_from_standard_input(mocsar: Any, files: tuple[Path, Path]) -> None:
    assert mocsar("compare", "-", files[1], stdin=files[0].read_text()).code == 1


@pytest.mark.parametrize(("number", "bad"), list(enumerate(BAD)), ids=range(len(BAD)))
def test_a_hostile_stream(mocsar: Any, tmp_path: Path, number: int, bad: str) -> None:
    """Ids, names, settings, texts, what was expected: all of a stream may be another's."""
    from mocsar_conformance.comparison.terminal import lines

    lang = ("en", "hu")[number % 2]
    hostile = poisoned(bad)
    for old, new in ((OLD, hostile), (hostile, NEW), (hostile, poisoned("x"))):
        found = compare_results(old, new)
        readers.markdown(render(found, lang))
        text = "\n".join(lines(found, lang, verbose=True)).replace("\x1b[", "")
        readers.is_plain(text)
        assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]
