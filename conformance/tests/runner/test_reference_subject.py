"""The reference as a subject keeps to the protocol that it sets for others."""

from __future__ import annotations

from typing import Any

import pytest

from mocsar_conformance.claims import claims_of
from mocsar_conformance.messages import validate_answer
from mocsar_conformance.runner import cases
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook

HANDS = {"Anna": ["5", "9"], "Bea": ["7"], "Csaba": ["8"]}


@pytest.fixture
def subject(book: Rulebook) -> ReferenceSubject:
    return ReferenceSubject(book)


def start(book: Rulebook, **changes: Any) -> dict[str, Any]:
    values = book.setting("kollar").values
    toggles = {name: list(each) if isinstance(each, tuple) else each for name, each in values.items()}
    message = {"request": "start", "variant": "kollar", "toggles": toggles, "players": list(HANDS), "hands": HANDS}
    return message | changes


def test_every_answer_satisfies_its_schema(
    book: Rulebook, suite: dict[str, Scenario], subject: ReferenceSubject
) -> None:
    claims, _ = claims_of(subject.hello(), book)
    for case in cases(book, suite.values(), claims):
        requests = [turn.request for turn in case.script.turns] if case.script else []
        for request, answer in zip(requests, subject.exchange(requests), strict=True):
            validate_answer(request, answer)


def test_the_leader_picked_by_chance_leads(book: Rulebook, subject: ReferenceSubject) -> None:
    assert subject.request(start(book, chance={"leader": "Csaba"}))["view"]["turn"] == "Csaba"


@pytest.mark.parametrize("action", [{"do": "revolt"}, {"do": "play", "cards": ["1"]}, {"do": "play"}])
def test_what_the_game_does_not_have_is_refused(
    book: Rulebook, subject: ReferenceSubject, action: dict[str, Any]
) -> None:
    before = subject.request(start(book))["view"]
    answer = subject.request({"request": "act", "player": "Anna", "action": action})
    assert (answer["answer"], answer["view"]) == ("refused", before)


@pytest.mark.parametrize(
    "change", [{"variant": "whist"}, {"hands": {**HANDS, "Bea": ["joker"] * 7}}, {"toggles": {"trick.ends": "never"}}]
)
def test_what_it_cannot_start_is_unsupported(book: Rulebook, subject: ReferenceSubject, change: dict[str, Any]) -> None:
    assert subject.request(start(book, **change))["answer"] == "unsupported"
    assert subject.request({"request": "view"})["answer"] == "unsupported"
