"""A hostile subject, and a hostile stream: in no format is anything of theirs more than text."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from mocsar_conformance.markdown_text import cell
from mocsar_conformance.reports import FORMATS, render
from mocsar_conformance.results import Results, read_results
from mocsar_conformance.text import neutralise, plain_cell

from . import readers
from .samples import BAD, MEANINGS, poisoned, results

NAMES = ["=HYPERLINK(\"http://bad.example\")\x1b[2J<script>alert('n')</script>", "+cmd|' /C calc'!A0", "@everyone ]]>"]
HOSTILE = """
import json, sys
from pathlib import Path
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook
BAD, NAMES = json.loads(Path(sys.argv[1]).read_text())
counter = Path(sys.argv[2])
subject = ReferenceSubject(load_rulebook())
for line in sys.stdin:
    request = json.loads(line)
    kind = request["request"]
    if kind == "hello":
        answer = {"answer": "hello", "protocol": 1, "name": NAMES[0], "version": NAMES[1], "language": NAMES[2],
                  "plays": [{"variant": "kollar"}], "capabilities": ["hands", "standing", "pack", BAD[4]]}
    else:
        answer = subject.request(request)
        if kind == "start":
            number = int(counter.read_text()) if counter.exists() else 0
            counter.write_text(str(number + 1))
            bad = BAD[number % len(BAD)]
        view = answer.get("view")
        way = number if number < 6 else 6 + number % 3
        if kind == "start" and way == 0:
            answer = {"answer": "error", "what": bad}
        elif kind == "start" and way == 1:
            sys.stderr.write("".join(f"{each}\\n" for each in BAD).encode(errors="replace").decode())
            sys.exit(1)
        elif kind == "start" and way == 2:
            print("\\n".join(BAD[4:30]).encode(errors="replace").decode(), flush=True)
        elif kind == "start" and way == 3:
            answer = {"answer": bad}
        elif kind == "start" and way == 4:
            view["sizes"] = {bad: bad}
        elif kind == "act" and way == 5:
            answer = answer | {"answer": "refused", "reason": bad}
        elif kind == "start" and way == 6:
            answer = {"answer": "unsupported", "what": bad}
        elif way == 7 and view:
            view["turn"], view["phase"] = bad[:60], bad
        elif way == 8 and view:
            view["sizes"] = {f"{bad[:200]}{name}": size for name, size in view["sizes"].items()}
    answer["id"] = request["id"]
    print(json.dumps(answer), flush=True)
    if kind == "bye":
        break
"""


@pytest.fixture(scope="module")
def run(mocsar: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what one run with a hostile subject wrote: each report, and the two streams of the terminal."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "adapter.py").write_text(HOSTILE, encoding="utf-8")
    (folder / "bad.json").write_text(json.dumps([BAD, NAMES]), encoding="ascii")
    words = [word for form in FORMATS for word in ("--report", f"{form}={folder / form}")]
    command = [sys.executable, folder / "adapter.py", folder / "bad.json", folder / "count"]
    ended = mocsar("validate", "-v", "--show-wire", "-k", "following/", *words, "--", *command)
    assert ended.code == 1, ended.err[-2000:]
    found = {form: (folder / form).read_text(encoding="utf-8") for form in FORMATS}
    return found | {"out": ended.out, "err": ended.err, "path": str(folder / "jsonl")}


@pytest.fixture(scope="module")
def outcomes(run: dict[str, str]) -> Results:
    return read_results(Path(run["path"]))


def count(found: Results) -> int:
    """Return how many tests a report has: one more where it says that the run was broken off."""
    return len(found.outcomes) + found.broken_off


def test_the_hostile_subject_was_hostile_in_every_way(outcomes: Results) -> None:
    assert {"error", "crash", "unsupported", "fail"} <= {each["verdict"] for each in outcomes.outcomes}
    codes = {(each.get("failure") or {}).get("diagnosis", {}) and each["failure"]["diagnosis"]["code"]
             for each in outcomes.outcomes if (each.get("failure") or {}).get("diagnosis")}  # fmt: skip
    assert {"P010", "P030", "P050", "P051", "P052"} <= codes


def test_on_the_terminal(run: dict[str, str]) -> None:
    for text in (run["out"], run["err"]):
        readers.is_plain(text)
        commands = [line for line in text.splitlines() if re.match(r"\s*::", line) or re.search(r"##\w*\[", line)]
        assert commands == []


def test_in_the_stream(run: dict[str, str]) -> None:
    assert run["jsonl"].isascii()
    for line in run["jsonl"].splitlines():
        readers.is_plain(json.dumps(json.loads(line), ensure_ascii=False).replace("\\n", ""))


def test_in_junit(run: dict[str, str], outcomes: Results) -> None:
    assert len(readers.junit(run["junit"])) == count(outcomes)


def test_in_ctrf(run: dict[str, str], outcomes: Results) -> None:
    assert len(readers.ctrf(run["ctrf"])) == count(outcomes)
    environment = json.loads(run["ctrf"])["results"]["environment"]
    names = [environment["appName"], environment["appVersion"], environment["extra"]["language"]]
    assert [each[:2] for each in names] == ["'=", "'+", "'@"]


def test_in_tap(run: dict[str, str], outcomes: Results) -> None:
    seen = readers.tap(run["tap"])
    verdicts = [each["verdict"] for each in outcomes.outcomes]
    states = {"pass": "ok", "reason-differs": "ok", "skipped": "skip", "reading-differs": "todo"}
    assert seen == [states.get(each, "not ok") for each in verdicts]


def test_in_markdown(run: dict[str, str]) -> None:
    readers.markdown(run["markdown"])


def test_in_annotations(run: dict[str, str]) -> None:
    assert readers.github(run["github"])["error"] == 10


def test_in_a_badge(run: dict[str, str]) -> None:
    assert readers.badge(run["badge"])["color"] == "red"


def test_in_a_page(run: dict[str, str]) -> None:
    is_a_harmless_page(run["html"])


@pytest.mark.parametrize(("number", "bad"), list(enumerate(BAD)), ids=range(len(BAD)))
def test_a_hostile_stream(number: int, bad: str) -> None:
    """Ids, titles, clauses, reasons of expectations: all of a stream may be another's."""
    found, lang = poisoned(bad), ("en", "hu")[number % 2]
    assert len(readers.junit(render("junit", found, lang))) == len(MEANINGS)
    assert len(readers.ctrf(render("ctrf", found, lang))) == len(MEANINGS)
    readers.markdown(render("markdown", found, lang))
    readers.github(render("github", found, lang))
    readers.badge(render("badge", found, lang))
    readers.drawing(render("badge", found, lang, "a.svg"))
    assert readers.tap(render("tap", found, "en")) == readers.tap(render("tap", results(), "en"))
    readers.is_plain(render("jsonl", found, "en"))
    is_a_harmless_page(render("html", found, "en"))


def is_a_harmless_page(text: str) -> None:
    """Check that an HTML page has no element, attribute or address that is not the kit's own."""
    readers.is_plain(text)
    page = lxml.html.document_fromstring(text)
    assert not list(page.iter("img", "iframe", "object", "embed", "link", "form", "base"))
    for each in page.iter():
        assert not [name for name in each.attrib if name.lower().startswith("on")], each.attrib
        for name in ("href", "src", "action"):
            assert not re.match(r"\s*(javascript|data):", each.get(name, ""), re.IGNORECASE)
            assert "bad.example" not in each.get(name, "")
    for script in page.iter("script", "style"):
        assert "alert(" not in (script.text or "")
        assert "bad.example" not in (script.text or "")


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_text_made_harmless_is_plain_stays_the_same_and_commands_nothing(bad: str) -> None:
    once = neutralise(bad)
    readers.is_plain(once)
    assert neutralise(once) == once
    assert not re.match(r"\s*::", once)
    assert not re.search(r"##\w*\[", once)


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_text_in_markdown_shows_itself(bad: str) -> None:
    once = " ".join(neutralise(bad).split())
    page = readers.markdown(f"| {cell(once)} | b |\n|---|---|\n| {cell(once)} | d |\n\n{cell(once)}\n")
    cells = [each.text_content().replace("\u200b", "") for each in page.iter("th", "td", "p")]
    assert cells == [once, "b", once, "d", once]


@pytest.mark.parametrize("name", ["=A1", "+1", "-1", "@a", " =A1", "＝A1"])
def test_a_name_is_no_formula(name: str) -> None:
    assert plain_cell(name) == f"'{name}"
    assert plain_cell(plain_cell(name)) == plain_cell(name)


@pytest.mark.parametrize("name", ["mine", "", "a=b", "'=", "3.1"])
def test_a_name_that_is_none_stays(name: str) -> None:
    assert plain_cell(name) == name
