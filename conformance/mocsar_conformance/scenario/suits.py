"""Fits the cards that a scenario writes to a game: drops suits that it does not tell apart, gives those it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from mocsar_conformance.scenario.model import (
    ActStep,
    Claim,
    Deal,
    DealStep,
    Expectation,
    LegalStep,
    Scenario,
    Step,
    ThenStep,
    Written,
)
from mocsar_conformance.scenario.suited import suited
from mocsar_reference import Game
from mocsar_reference.language.types import CARDS, Type

AnyDeal = TypeVar("AnyDeal", bound=Deal)


def fitted(scenario: Scenario, game: Game) -> Scenario:
    """Return a scenario with its cards as a game has them: without suits where it does not tell them apart.

    Where it does, what is dealt by rank alone is given suits; which cards the actions and the expectations mean depends
    on the position (see `named`).
    """
    contents = game.contents
    if game.plan.suits > 1:
        return suited(scenario, game)
    if scenario.cards <= contents.ranks.keys():
        return scenario
    plain = _Plain(contents.split_card)
    given, steps = plain.deal(scenario.given), tuple(map(plain.step, scenario.steps))
    return replace(scenario, given=given, steps=steps, then=tuple(map(plain.expectation, scenario.then)))


class _Plain:
    """Copies parts of a scenario, their cards without suits."""

    def __init__(self, split_card: Callable[[str], tuple[str, str | None]]) -> None:
        self.split_card = split_card

    def cards(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.split_card(card)[0] for card in ids)

    def deal(self, deal: AnyDeal) -> AnyDeal:
        hands = None if deal.hands is None else {name: self.cards(hand) for name, hand in deal.hands.items()}
        return replace(deal, hands=hands, pack=None if deal.pack is None else self.cards(deal.pack))

    def step(self, step: Step) -> Step:
        match step:
            case ActStep():
                return replace(step, written=self.written(step.written))
            case LegalStep(claims):
                return replace(step, claims=tuple(map(self.claim, claims)))
            case DealStep(deal):
                return replace(step, deal=self.deal(deal))
            case ThenStep(expectations):
                return replace(step, expectations=tuple(map(self.expectation, expectations)))

    def written(self, written: Written) -> Written:
        return replace(written, action=replace(written.action, cards=self.cards(written.action.cards)))

    def claim(self, claim: Claim) -> Claim:
        exact = None if claim.exact is None else tuple(map(self.written, claim.exact))
        includes, excludes = tuple(map(self.written, claim.includes)), tuple(map(self.written, claim.excludes))
        return replace(claim, exact=exact, includes=includes, excludes=excludes)

    def expectation(self, expected: Expectation) -> Expectation:
        if isinstance(expected.value, Mapping):
            value = {key: self.part(expected.kind(key), each) for key, each in expected.value.items()}
            return replace(expected, value=value)
        return replace(expected, value=self.part(expected.kind(None), expected.value))

    def part(self, kind: Type | None, value: Any) -> Any:
        return list(self.cards(value)) if kind == CARDS and value is not None else value
