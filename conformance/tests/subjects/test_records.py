"""Records: every one satisfies the schema, and a stream is good up to where it was broken off."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from mocsar_conformance.records import (
    VERDICTS,
    Difference,
    End,
    Failure,
    Outcome,
    Run,
    Verdict,
    Writer,
    line,
    read,
    summed,
)
from mocsar_conformance.subjects import Diagnosis, Hello, Plays
from mocsar_reference.paths import spec_dir

FILE = spec_dir() / "schema" / "record.schema.json"
SCHEMA = json.loads(FILE.read_text())
PLAYS = (Plays("kollar"), Plays("elnok", {"pack.packs": 1}))
HELLO = Hello(1, "my-rules", PLAYS, edition="2026-12", capabilities=frozenset({"legal"}))
RUN = Run("0.1.0", "2026-12", "0" * 64, HELLO, "python adapter.py", ["kollar"], 2)
FAILURE = Failure(
    "steps",
    1,
    {"id": 3, "request": "view"},
    {"answer": "view", "view": {"turn": "Bea"}},
    {"id": 3, "answer": "view", "view": {"turn": "\x1b[2J\u202e"}},
    [Difference("view.turn", "Bea", "\x1b[2J"), Difference("view.out", expected=None), Difference("view.x", got=1)],
    ["turn.goes-on"],
    Diagnosis("P010", "it ended", stderr="…"),
    [{"id": 1, "request": "start"}],
    [{"trick.ends": "one-lap"}, {"ranks.wild": ("2", "joker"), "pack.jokers": 2}],
)
PASS = Outcome("follow/equal", "kollar", "pass", ["follow"], {"en": "Equal", "hu": "Azonos"}, seconds=0.1234567)
FAIL = Outcome("follow/lower", "kollar", "fail", ["follow"], failure=FAILURE, readings=["trick.ends"])


def outcome(verdict: Verdict, **more: Any) -> Outcome:
    return Outcome("a/b", "kollar", verdict, **more)


@pytest.mark.parametrize("record", [RUN, PASS, FAIL, summed([PASS, FAIL], ["kollar"], 1.5)])
def test_a_record_has_what_the_schema_names_and_nothing_else(
    record: Run | Outcome | End, closed: Callable[[Path], Any]
) -> None:
    Draft202012Validator(closed(FILE)).validate(record.to_json())


@pytest.mark.parametrize("record", [RUN, PASS, FAIL, summed([PASS, FAIL], ["kollar"], 1.5)])
def test_readers_allow_what_the_schema_does_not_name(
    record: Run | Outcome | End, closed: Callable[[Path], Any]
) -> None:
    later = {**record.to_json(), "later": {"x": 1}}
    assert Draft202012Validator(SCHEMA).is_valid(later)
    assert not Draft202012Validator(closed(FILE)).is_valid(later)


def test_the_schema_is_valid_and_knows_the_verdicts() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert tuple(SCHEMA["$defs"]["verdict"]["enum"]) == VERDICTS == get_args(Verdict)


def test_what_a_subject_said_is_harmless() -> None:
    assert line(FAIL).rstrip("\n").isascii()
    assert FAIL.to_json()["failure"]["got"]["view"]["turn"] == "\\x1b[2J\\u202e"


def test_null_is_not_absent() -> None:
    assert Difference("view.turn", expected=None).to_json() == {"path": "view.turn", "expected": None}


def test_every_record_is_flushed() -> None:
    class Stream(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    stream = Stream()
    writer = Writer(stream)
    for record in (RUN, PASS):
        writer.write(record)
        assert stream.flushed.endswith(line(record))


@pytest.mark.parametrize("rest", ["", '{"record":"scen', '{"record":"scenario"'])
def test_a_stream_that_was_broken_off_is_read_up_to_there(rest: str) -> None:
    stream = io.StringIO(line(RUN) + line(PASS) + rest)
    assert list(read(stream)) == [RUN.to_json(), PASS.to_json()]


@pytest.mark.parametrize("text", ["rubbish\n", "[]\n", "{}\n", '{"record":1}\n'])
def test_what_is_no_record_is_refused_by_line(text: str) -> None:
    def stream() -> Iterator[str]:
        yield line(RUN)
        yield text

    with pytest.raises(ValueError, match="line 2"):
        list(read(stream()))


@pytest.mark.parametrize(
    ("others", "conformant"),
    [
        ([], "conformant"),
        ([outcome("skipped")], "conformant"),
        ([outcome("reason-differs")], "conformant"),
        ([outcome("fail", gates=False, disputed="https://…")], "conformant"),
        ([outcome("reading-differs", gates=False, disputed="https://…")], "conformant"),
        ([outcome("unsupported", what="legal", gates=False, disputed="https://…")], "conformant"),
        ([outcome("reading-differs", gates=False)], "conformant-except-readings"),
        ([outcome("unsupported", what="legal")], "partial"),
        ([outcome("unsupported", what="legal"), outcome("reading-differs", gates=False)], "partial"),
        ([outcome("fail")], "not-conformant"),
        ([outcome("crash"), outcome("unsupported", what="legal")], "not-conformant"),
    ],
)
def test_who_is_conformant(others: list[Outcome], conformant: str) -> None:
    assert summed([PASS, *others], ["kollar"], 1.0).conformant == {"kollar": conformant}


def test_nothing_passed_is_not_conformant() -> None:
    assert summed([outcome("skipped")], ["kollar"], 1.0).conformant == {"kollar": "not-conformant"}


def test_an_interrupted_run_is_at_most_partial() -> None:
    assert summed([PASS], ["kollar"], 1.0, interrupted=True).conformant == {"kollar": "partial"}


def test_a_failure_says_under_which_values_it_would_be_none() -> None:
    as_if = FAIL.to_json()["failure"]["as_if"]
    assert as_if == [{"trick.ends": "one-lap"}, {"ranks.wild": ["2", "joker"], "pack.jokers": 2}]
    assert "as_if" not in Failure("given", None, None, None, None).to_json()


def test_what_is_missing_is_named_once() -> None:
    end = summed([outcome("unsupported", what="legal")] * 2, ["kollar"], 1.0)
    assert (end.missing, end.counts) == ({"kollar": ["legal"]}, {"unsupported": 2})


def test_a_diagnosis_is_read_back_whatever_else_a_later_version_says() -> None:
    why = Diagnosis("P010", "it ended", stderr="…")
    assert Diagnosis.of({**why.to_json(), "later": 1}) == why
