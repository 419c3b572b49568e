"""`mocsar replay`: what it prints is what an implementation can be fed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mocsar_conformance.messages import validate_request
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

Command = Callable[..., Any]

ID = "following/equal-is-refused"


def requests(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines() if not line.startswith("<")]


def test_the_lines_are_the_requests_of_the_protocol_in_order(mocsar: Command) -> None:
    done = mocsar("replay", ID, "--variant", "kollar")
    sent = requests(done.out)
    for each in sent:
        validate_request(each)
    assert [each["id"] for each in sent] == list(range(1, len(sent) + 1))
    assert [each["request"] for each in sent][:2] == ["hello", "start"]
    assert sent[1]["variant"] == "kollar"
    assert sent[-1]["request"] == "bye"
    assert f"{ID} [kollar]" in done.err


def test_the_answers_are_those_that_an_implementation_should_give(mocsar: Command) -> None:
    """The scenario says that the equal card is refused: so must the line after it."""
    out = mocsar("replay", ID, "--answers").out
    subject = ReferenceSubject(load_rulebook())
    asked: dict[str, Any] = {}
    kinds = []
    for line in out.splitlines():
        if not line.startswith("<"):
            asked = json.loads(line)
            continue
        answer = json.loads(line.removeprefix("< "))
        kinds.append(answer["answer"])
        given = subject.request({name: value for name, value in asked.items() if name != "id"})
        assert {name: given[name] for name in answer} == answer
    assert "refused" in kinds


def test_legal_is_left_out_for_who_does_not_answer_it(mocsar: Command) -> None:
    with_legal = requests(mocsar("replay", "leading/any-set-may-be-led").out)
    without = requests(mocsar("replay", "leading/any-set-may-be-led", "--no-legal").out)
    assert [each["request"] for each in with_legal if each["request"] != "legal"] == [
        each["request"] for each in without
    ]


def test_what_cannot_be_replayed_is_said(mocsar: Command) -> None:
    unknown = mocsar("replay", "following/equal-is-refuse")
    assert unknown.code == 2
    assert f"did you mean '{ID}'?" in unknown.err
    elsewhere = mocsar("replay", ID, "--variant", "elnok(play.beats=equal-or-higher)")
    assert elsewhere.code == 2
    assert "C020" in elsewhere.err
