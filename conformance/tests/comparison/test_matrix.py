"""`mocsar matrix`: what is in a cell, which columns and rows there are, and that every format shows the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from mocsar_conformance.comparison import Names
from mocsar_conformance.matrix import Cell, build
from mocsar_conformance.matrix.html import render as as_html
from mocsar_conformance.matrix.markdown import render as as_markdown
from mocsar_conformance.matrix.terminal import render as as_text
from mocsar_conformance.results import Results
from mocsar_reference.errors import MocsarError

from ..reports import readers
from ..reports.samples import BAD, poisoned
from .streams import outcome, stream, written

MINE = stream(
    outcome("trick/a"),
    outcome("trick/b"),
    outcome("trick/not-here", "skipped"),
    outcome("cards/c"),
    outcome("cards/d", "reason-differs"),
    file="mine.jsonl",
)
THEIRS = stream(
    outcome("trick/a", "fail"),
    outcome("trick/b"),
    outcome("cards/c", "unsupported", what="x"),
    outcome("cards/d"),
    name="theirs",
    version="3",
    file="theirs.jsonl",
)
LEFT_OUT = {"kind": "skip", "reason": "hangs", "met": True}


@pytest.mark.parametrize(
    ("outcomes", "numbers", "sign"),
    [
        ([outcome("a/a"), outcome("a/b", "reason-differs")], (2, 2), "right"),
        ([outcome("a/a"), outcome("a/b", "crash")], (1, 2), "wrong"),
        ([outcome("a/a"), outcome("a/b", "unsupported", what="x")], (1, 2), "missing"),
        ([outcome("a/a"), outcome("a/b", "skipped", expectation=LEFT_OUT)], (1, 2), "missing"),
        ([outcome("a/a", "fail"), outcome("a/b", "unsupported", what="x")], (0, 2), "wrong"),
        ([outcome("a/a"), outcome("a/b", "reading-differs", gates=False)], (1, 1), "otherwise"),
        ([outcome("a/a"), outcome("a/b", "fail", gates=False, disputed="https://example.org/9")], (1, 1), "otherwise"),
        ([outcome("a/a"), outcome("a/b", "skipped")], (1, 1), "right"),
        (
            [outcome("a/a", "fail", expectation={"kind": "known", "reason": "x", "met": True}), outcome("a/b")],
            (1, 2),
            "wrong",
        ),
        ([outcome("a/a", "skipped")], (0, 0), "none"),
    ],
)
def test_a_cell(outcomes: list[Any], numbers: tuple[int, int], sign: str) -> None:
    whole = build([stream(*outcomes)]).columns[0].whole
    assert ((whole.right, whole.applicable), whole.sign) == (numbers, sign)


def test_the_columns_are_what_each_was_tested_in_variant_by_variant() -> None:
    both = stream(outcome("a/a"), outcome("a/a", variant="jekely"), variants=["kollar", "jekely"])
    matrix = build([both, stream(outcome("a/a"), name="theirs")])
    found = [(each.setting, each.name, each.conformance) for each in matrix.columns]
    assert found == [
        ("kollar", "mine 1", "conformant"),
        ("kollar", "theirs 1", "conformant"),
        ("jekely", "mine 1", "conformant"),
    ]


def test_of_a_chosen_variant_everybody_has_a_column_and_a_name_means_all_its_settings() -> None:
    house = "jekely(trick.ends=one-lap)"
    both = stream(outcome("a/a"), outcome("a/a", variant=house), variants=["kollar", house])
    matrix = build([both, stream(outcome("a/a"), name="theirs")], ["jekely"])
    found = [(each.setting, each.name, each.conformance, each.whole) for each in matrix.columns]
    assert found == [(house, "mine 1", "conformant", Cell(1)), (house, "theirs 1", None, Cell())]


def test_a_setting_that_scenarios_brought_is_no_column_unless_chosen() -> None:
    own = "kollar(play.beats=equal)"
    results = stream(outcome("a/a"), outcome("a/b", variant=own))
    assert [each.setting for each in build([results]).columns] == ["kollar"]
    [column] = build([results], [own]).columns
    assert (column.setting, column.whole) == (own, Cell(1))


def test_a_variant_that_nobody_has_gets_a_hint() -> None:
    with pytest.raises(MocsarError) as caught:
        build([MINE], ["kolar"])
    [fault] = caught.value.diagnostics
    assert fault.code == "U068"
    assert fault.hint == "did you mean 'kollar'?"


def test_chapters_come_in_the_order_of_the_rulebook_others_after_them() -> None:
    results = stream(outcome("house/z"), outcome("trick/a"), outcome("cards/c"))
    assert build([results]).chapters == ["cards", "trick", "house"]


def test_two_of_one_name_are_told_apart() -> None:
    twice = [stream(file="a.jsonl"), stream(file="b.jsonl"), stream(file="b.jsonl"), stream(name="x")]
    assert build(twice).names == ["mine 1 (a.jsonl)", "mine 1 (b.jsonl)", "mine 1 (b.jsonl) #2", "x 1"]


def test_the_scenarios_that_differ() -> None:
    found = [(each.id, each.setting, each.verdicts) for each in build([MINE, THEIRS]).differences]
    assert found == [("cards/c", "kollar", ["pass", "unsupported"]), ("trick/a", "kollar", ["pass", "fail"])]


def test_what_only_one_was_tested_with_does_not_differ() -> None:
    assert build([stream(outcome("a/a", "fail")), stream(outcome("a/b"), name="theirs")]).differences == []


def test_a_renamed_scenario_is_one_row() -> None:
    names = Names({("scenario", "a/old"): "a/new"})
    [found] = build([stream(outcome("a/old")), stream(outcome("a/new", "fail"))], names=names).differences
    assert (found.id, found.verdicts) == ("a/new", ["pass", "fail"])


CELLS = [["The cards", "✓ 2/2", "? 1/2"], ["The trick", "✓ 2/2", "✗ 1/2"], ["all", "✓ 4/4", "✗ 2/4"]]
HEAD = [
    ["variant", "kollar", "kollar"],
    ["edition", "2026-12", "2026-12"],
    ["conformance", "✓ conformant", "✗ not conformant"],
]


def cells_of(page: Any, table: int = 0) -> list[list[str]]:
    """Return the texts of a table's rows, without what only a screen reader says."""
    for each in page.find_class("hidden"):
        each.drop_tree()
    rows = list(page.iter("table"))[table].iter("tr")
    return [[" ".join(cell.text_content().split()) for cell in row if cell.tag in ("th", "td")] for row in rows]


def test_as_markdown() -> None:
    page = readers.markdown(as_markdown(build([MINE, THEIRS]), "en", differing=True))
    assert cells_of(page) == [["chapter", "mine 1", "theirs 3"], *HEAD, *CELLS]
    assert cells_of(page, 1) == [
        ["scenario", "variant", "mine 1", "theirs 3"],
        ["cards/c", "kollar", "pass", "unsupported"],
        ["trick/a", "kollar", "pass", "fail"],
    ]


def test_as_a_page() -> None:
    page = lxml.html.document_fromstring(as_html(build([MINE, THEIRS]), "en", differing=True))
    assert page.get("lang") == "en"
    assert not list(page.iter("script", "link", "img"))
    for row in page.iter("tr"):
        assert row[0].tag == "th"
        assert all(each.get("scope") for each in row.iter("th"))
    tables = list(page.iter("table"))
    assert all(each.find("caption") is not None for each in tables)
    assert "something wrong" in tables[0].text_content()
    assert cells_of(page) == [["implementation", "mine 1", "theirs 3"], *HEAD, *CELLS]
    assert ["trick/a", "kollar", "✓ pass", "✗ fail"] in cells_of(page, 1)


@pytest.mark.parametrize("width", [30, 50, 80, 200])
def test_on_the_terminal_it_is_no_wider_than_that(width: int) -> None:
    many = [stream(outcome("trick/a", "fail"), name=f"engine-{number}") for number in range(9)]
    text = as_text(build([MINE, THEIRS, *many]), "en", width, colour=False, differing=True)
    assert max(map(len, text.splitlines())) <= width
    assert len(re.findall("✗ 0/1", text)) == 18  # the chapter, and the sum
    assert "✗ something wrong" in " ".join(text.split())


def test_on_the_terminal() -> None:
    lines = as_text(build([MINE, THEIRS]), "en", 100, colour=False, differing=True).splitlines()
    found = [re.split(r"  +", each) for each in lines]
    for row in (["chapter", "mine 1", "theirs 3"], *HEAD, *CELLS):
        assert row in found
    assert lines[lines.index("trick/a  [kollar]") + 2] == "  ✗ fail         theirs 3"


def test_colours_only_add_to_what_is_there() -> None:
    matrix = build([MINE, THEIRS])
    coloured = as_text(matrix, "en", 100, colour=True)
    assert "\x1b[31m" in coloured
    bare = [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines()]
    assert bare == as_text(matrix, "en", 100, colour=False).splitlines()


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return [written(MINE, tmp_path / "mine.jsonl"), written(THEIRS, tmp_path / "theirs.jsonl")]


@pytest.mark.parametrize(
    ("ending", "begin"), [("md", "## "), ("html", "<!DOCTYPE html>"), ("json", "{"), ("txt", "chapter")]
)
def test_the_ending_says_the_format(mocsar: Any, files: list[Path], tmp_path: Path, ending: str, begin: str) -> None:
    path = tmp_path / f"m.{ending}"
    ended = mocsar("matrix", *files, "--to", path)
    assert (ended.code, ended.out) == (0, "")
    assert path.read_text(encoding="utf-8").startswith(begin)


def test_as_json(mocsar: Any, files: list[Path]) -> None:
    found = json.loads(mocsar("matrix", *files, "--format", "json").out)
    assert [each["conformance"] for each in found["columns"]] == ["conformant", "not-conformant"]
    trick = found["columns"][1]["chapters"]["trick"]
    assert (trick["sign"], trick["passed"], trick["applicable"]) == ("wrong", 1, 2)
    assert {each["id"] for each in found["differing"]} == {"cards/c", "trick/a"}


def test_in_hungarian(mocsar: Any, files: list[Path]) -> None:
    text = mocsar("matrix", *files, "--lang", "hu", "--differing").out
    assert {"A lapok", "Az ütés", "összesen", "✗ nem felel meg", "Eltérő példák (2):"} <= set(re.split(r"  +|\n", text))
    assert 'lang="hu"' in mocsar("matrix", *files, "--lang", "hu", "--format", "html").out


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_different_editions_are_said(mocsar: Any, tmp_path: Path, form: str) -> None:
    other = stream(outcome("trick/a"), name="theirs", edition="2027-06", digest="1" * 64, broken_off=True)
    streams = [written(MINE, tmp_path / "a"), written(other, tmp_path / "b")]
    ended = mocsar("matrix", *streams, "--format", form)
    assert ended.code == 0
    said = " ".join((ended.out + ended.err).split())
    assert "different editions of the rulebook (2026-12, 2027-06)" in said
    assert "theirs 1 was broken off" in said


def test_a_changed_rulebook_of_one_edition_is_said(mocsar: Any, tmp_path: Path) -> None:
    streams = [written(MINE, tmp_path / "a"), written(stream(digest="1" * 64), tmp_path / "b")]
    assert "U069 the results are of 2 different rulebooks" in mocsar("matrix", *streams).out


def test_a_stream_without_any_outcome(mocsar: Any, tmp_path: Path) -> None:
    for form in ("text", "markdown", "html", "json"):
        assert mocsar("matrix", written(stream(), tmp_path / "a"), "--format", form, "--differing").code == 0


@pytest.mark.parametrize(("number", "bad"), list(enumerate(BAD)), ids=range(len(BAD)))
def test_a_hostile_stream(number: int, bad: str) -> None:
    lang = ("en", "hu")[number % 2]
    hostile: list[Results] = [MINE, poisoned(bad), poisoned(f"{bad}x")]
    matrix = build(hostile)
    readers.is_plain(as_text(matrix, lang, 100, colour=False, differing=True))
    page = readers.markdown(as_markdown(matrix, lang, differing=True))
    columns = len(matrix.columns) + 1
    assert {len(row) for row in cells_of(page)} == {columns}
    whole = as_html(matrix, lang, differing=True)
    readers.is_plain(whole)
    parsed = lxml.html.document_fromstring(whole)
    assert {len(row) for row in cells_of(parsed)} == {columns}
    assert not list(parsed.iter("script", "img", "a", "iframe", "link", "svg"))
    known = {"lang", "charset", "name", "content", "http-equiv", "class", "tabindex", "role", "aria-label", "scope"}
    assert {name for each in parsed.iter() for name in each.attrib} <= known | {"aria-hidden"}
