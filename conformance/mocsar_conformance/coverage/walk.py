"""Plays a scenario on a traced game, and tells what it exercises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mocsar_conformance.coverage.points import TITLE, effect_name
from mocsar_conformance.scenario.check import clauses_of
from mocsar_conformance.scenario.deals import Begun, begin, begin_next
from mocsar_conformance.scenario.expect import mismatches
from mocsar_conformance.scenario.model import ActStep, DealStep, Expectation, LegalStep, Scenario
from mocsar_conformance.scenario.named import Namer
from mocsar_conformance.scenario.suits import fitted
from mocsar_reference import Game, IllegalAction, Rulebook, Setting, State
from mocsar_reference.language.types import Enum, List, Maybe, Set, Type


class Walker:
    """Plays scenarios in one setting. Each setting is compiled once, traced."""

    def __init__(self, rulebook: Rulebook, setting: Setting) -> None:
        self._rulebook = rulebook
        self._found: set[str] = set()
        self._game = rulebook.traced(setting, self._trace)

    def exercised(self, scenario: Scenario) -> set[str]:
        """Return the ids of the points that a scenario exercises in this setting, the values of toggles left out.

        It ends where the game goes on otherwise than the scenario says. Raises CannotDeal where a deal cannot begin as
        given.
        """
        game, players = self._game, scenario.given.players
        found = {f"clause:{name}" for name in clauses_of(self._rulebook, scenario.rules)}
        scenario, namer = fitted(scenario, game), Namer(game, players)
        state = self._begun(begin(scenario, game), found)
        for step in scenario.steps:
            match step:
                case ActStep():
                    after = self._act(state, namer.step(step, state), found)
                    if after is None:
                        return found
                    state = after
                case DealStep(deal):
                    state = self._begun(begin_next(deal, players, game, state), found)
                case LegalStep():
                    pass
                case _:
                    found |= _titles(step.expectations, game, state)
        return found | _titles(scenario.then, game, state)

    def _trace(self, rule: str | None, part: str | int) -> None:
        if rule is None:
            self._found.add(f"event:{part}")
        else:
            self._found.add(f"allows:{rule}/{part}" if isinstance(part, str) else f"effect:{effect_name(rule, part)}")

    def _begun(self, begun: Begun, found: set[str]) -> State:
        """Begin a deal once more: chance may have been tried in other ways before it came out as the scenario says."""
        self._found.clear()
        state = begun.again(begun.chance)
        found |= self._found
        return state

    def _act(self, state: State, step: ActStep, found: set[str]) -> State | None:
        """Return the position after a step, None where the game goes on otherwise than stated."""
        self._found.clear()
        try:
            after, _ = self._game.apply(state, step.player, step.action)
        except IllegalAction as refusal:
            failed = refusal.verdict.failed
            if step.refused != failed[0].reason:
                return state if step.refused is not None else None
            found.add(f"reason:{step.refused}")
            if len(failed) == 1 and failed[0].rule:
                found.add(f"refuses:{failed[0].rule}/{failed[0].requirement}")
            return state
        if step.refused is not None:
            return None
        found |= self._found
        return after


def _titles(expectations: Iterable[Expectation], game: Game, state: State) -> set[str]:
    """Return the points of the titles that expectations state, as far as they are right."""
    found: set[str] = set()
    view: Mapping[str, Any] | None = None
    for expected in expectations:
        stated = set(_stated(expected.kinds, expected.value))
        if stated:
            view = game.view(state) if view is None else view
            if not any(mismatches(expected, view)):
                found |= stated
    return {f"title:{each}" for each in found}


def _stated(kinds: Type | Mapping[str, Type], value: Any) -> Iterator[str]:
    """Go through the titles in a value of the view."""
    if value is None:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _stated(kinds if isinstance(kinds, Type) else kinds[key], each)
        return
    match kinds:
        case Maybe(of=of):
            yield from _stated(of, value)
        case List(of=of) | Set(of=of):
            for each in value:
                yield from _stated(of, each)
        case Enum(name=name) if name == TITLE:
            yield str(value)
