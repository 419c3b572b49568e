"""A stream of results is read back whole, told apart from anything else, and enough to show a failure by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.draw import situation
from mocsar_conformance.failure_lines import failure_lines
from mocsar_conformance.failure_text import place, said, summary
from mocsar_conformance.records import Account, ClauseText, Difference, End, Failure, Outcome, Run, Shown, line
from mocsar_conformance.results import ShownWords, chapter_of, parse_results, read_results
from mocsar_conformance.subjects import Hello, Plays
from mocsar_reference import MocsarError

WORDS = {"en": "The trick", "hu": "Az ütés"}
SHOWN = Shown({"J": {"en": "J", "hu": "B"}}, {"h": "♥"}, {"king": {"en": "king", "hu": "király"}}, {"trick": WORDS})
RUN = Run(
    "0.1.0",
    "2026-12",
    "0" * 64,
    Hello(1, "mine", (Plays("kollar"),), version="2"),
    "node a.js",
    ["kollar"],
    2,
    SHOWN,
    ["--", "node", "a b.js"],
    ["ours"],
)
ACCOUNT = Account(
    "Bea: play J",
    "Bea: play J",
    {"seating": ["Anna", "Bea"], "hands": {"Anna": ["3"], "Bea": ["J"]}, "turn": "Bea"},
    [ClauseText("trick.ends", {"en": "End", "hu": "Vége"}, {"en": "It ends.", "hu": "Véget ér."})],
)
FAILURE = Failure(
    "steps",
    1,
    {"request": "act"},
    {"answer": "refused"},
    {"answer": "accepted"},
    [Difference("answer", "refused", "accepted")],
    ["trick.ends"],
    account=ACCOUNT,
)
PASS = Outcome("cards/a", "kollar", "pass")
FAIL = Outcome("trick/b", "kollar", "fail", ["trick.ends"], WORDS, "b.yaml", "trick", failure=FAILURE)
END = End({"pass": 1, "fail": 1}, 0.5, {"kollar": "not-conformant"})
STREAM = [line(each) for each in (RUN, PASS, FAIL, END)]


def refused(lines: list[str]) -> str:
    with pytest.raises(MocsarError) as caught:
        parse_results(lines, "r.jsonl")
    return str(caught.value)


def test_it_is_read_back_whole() -> None:
    found = parse_results(STREAM, "r.jsonl")
    assert [found.run, *found.outcomes, found.end] == [each.to_json() for each in (RUN, PASS, FAIL, END)]
    assert (found.subject, found.settings, found.counts) == ("mine 2", ("kollar",), {"pass": 1, "fail": 1})
    assert not found.broken_off


def test_chapters_come_in_the_rulebooks_order_and_unknown_ones_after_them() -> None:
    found = parse_results(STREAM, "r.jsonl")
    assert [chapter_of(each) for each in found.outcomes] == ["cards", "trick"]
    assert [found.chapter_title(each, "hu") for each in found.chapters] == ["Az ütés", "cards"]


def test_it_says_how_to_run_one_again() -> None:
    found = parse_results(STREAM, "r.jsonl")
    words = "mocsar validate --rulebook ours --only trick/b --variant kollar --show-wire -- node 'a b.js'"
    assert found.again(found.outcomes[1]) == words


def test_a_failure_can_be_shown_from_it_alone() -> None:
    found = parse_results(STREAM, "r.jsonl")
    failure = found.outcomes[1]["failure"]
    assert place(failure, "hu") == "2. lépés: Bea: play J"
    assert said(failure, "en") == "accepted"
    assert summary(failure, "en") == 'answer: wanted "refused", got "accepted"'
    assert list(situation(failure["situation"], found.words, "hu"))[1] == "→ Bea   B"


def fed(outcome: dict[str, Any], replay: str) -> list[str]:
    """Return what a failure says of the lines to feed by hand."""
    told = [each.strip() for each in failure_lines(outcome, ShownWords(), "en", "", "2026-12", replay)]
    return told[told.index("to feed by hand:") + 1 :]


def test_the_lines_to_feed_by_hand_are_what_replay_prints_where_it_does() -> None:
    found = parse_results(STREAM, "r.jsonl")
    outcome = {**found.outcomes[1], "failure": {**FAIL.to_json()["failure"], "situation": {}}}
    replay = found.replay(outcome)
    assert replay == "mocsar replay --rulebook ours trick/b --variant kollar"
    hello, *_ = fed(outcome, "")
    assert hello.startswith('{"id":1,"request":"hello"')
    assert fed(outcome, replay) == [replay]
    tried = {**outcome, "failure": {**outcome["failure"], "done": "Bea: play Q"}}  # which the scenario does not do
    assert fed(tried, replay) == [hello]
    stacked = {**outcome, "failure": {**outcome["failure"], "requests": [{"request": "start", "pack": ["3"]}]}}
    assert [each[:8] for each in fed(stacked, replay)] == ['{"id":1,', '{"id":2,']


def test_a_stream_that_was_broken_off_is_good_up_to_there() -> None:
    found = parse_results([*STREAM[:2], STREAM[2][:40]], "r.jsonl")
    assert (len(found.outcomes), found.end, found.broken_off) == (1, None, True)


def test_an_older_stream_without_what_readers_see_shows_ids() -> None:
    run = json.loads(STREAM[0])
    del run["shown"], run["again"]
    found = parse_results([json.dumps(run) + "\n", *STREAM[1:]], "r.jsonl")
    assert found.again(found.outcomes[1]) == ""
    assert list(situation({"hands": {"Bea": ["J"]}}, found.words, "hu")) == ["  Bea  J"]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "r.jsonl:1:1: U050 there are no results in it"),
        (STREAM[1:], "r.jsonl:1:1: U050 a stream begins with a run, not with: scenario"),
        ([STREAM[0], STREAM[0]], "r.jsonl:2:1: U050 a second run begins"),
        ([*STREAM, STREAM[1]], "r.jsonl:5:1: U050 there is more after the end"),
        (["{}\n"], "r.jsonl:1:1: U050 this line is not a record: it lacks `record`"),
        (["%PDF\n"], "r.jsonl:1:1: U050 this line is not a record: it is not JSON"),
        (['{"record":"run","format":1}\n'], "r.jsonl:1:1: U050 this is no record of results: data must contain"),
    ],
)
def test_anything_else_is_refused_with_its_line(lines: list[str], complaint: str) -> None:
    found = refused(lines)
    assert complaint in found
    assert "mocsar validate --report jsonl=FILE" in found


def added(record: str, **more: Any) -> str:
    """Return a line of a stream with more in it."""
    return json.dumps({**json.loads(record), **more}) + "\n"


def test_what_a_later_kit_adds_is_read_over() -> None:
    later = [added(each, later=[1], record2={"x": None}) for each in STREAM]
    found = parse_results(later, "r.jsonl")
    assert (found.counts, found.skipped) == ({"pass": 1, "fail": 1}, 0)
    run = json.loads(STREAM[0])
    inside = {each: {**run[each], "later": 1} for each in ("subject", "again", "shown")}
    assert parse_results([added(STREAM[0], **inside), *STREAM[1:]], "r.jsonl").subject == "mine 2"


def test_kinds_of_records_that_this_kit_does_not_know_are_left_out_and_counted() -> None:
    strange = '{"record":"memory","bytes":1}\n'
    run, passed, failed, end = STREAM
    found = parse_results([run, strange, passed, strange, failed, end, strange], "r.jsonl")
    assert (found.counts, found.skipped) == ({"pass": 1, "fail": 1}, 3)
    assert found.end == END.to_json()
    assert "r.jsonl:4:1: U050 this line is not a record: it is not JSON" in refused([run, strange, passed, "x\n"])
    assert "r.jsonl:5:1: U050 there is more after the end" in refused([run, strange, end, strange, passed])


def test_a_stream_begins_with_a_run_and_nothing_else() -> None:
    strange = '{"record":"match","setting":"kollar"}\n'
    assert "r.jsonl:1:1: U050 a stream begins with a run, not with: match" in refused([strange, *STREAM])


def test_a_newer_format_is_told_as_that() -> None:
    newer = '{"record":"run","format":2}\n'  # nothing else in it is looked at
    complaint = refused([newer, *STREAM[1:]])
    assert "r.jsonl:1:1: U050 written by a newer kit (format 2; this one reads 1)" in complaint
    assert "hint: upgrade: pip install --upgrade mocsar" in complaint
    for wrong in (0, "2", None, 1.5):
        assert "U050 this is no record of results: format must be" in refused([added(STREAM[0], format=wrong)])


def test_what_stands_in_a_file_is_made_harmless() -> None:
    run = json.loads(STREAM[0])
    run["subject"]["name"] = "\x1b[2Jmine"
    assert parse_results([json.dumps(run) + "\n"], "r.jsonl").subject == "\\x1b[2Jmine 2"


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(MocsarError, match="U004"):
        read_results(tmp_path / "none.jsonl")


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("".join(STREAM), encoding="ascii")
    assert read_results(path).outcomes[1]["failure"]["clauses"][0]["text"]["hu"] == "Véget ér."
