"""A scenario as it is played in one setting: how it begins, what happens, and the position after each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from mocsar_conformance.scenario.model import ActStep, Claim, Deal, DealStep, Expectation, LegalStep, Scenario, ThenStep
from mocsar_conformance.scenario.script import Turn, build_script
from mocsar_docs.read import Material
from mocsar_reference import Action, Setting

DEALER = "dealer"
"""The entry of the view that says who dealt, and of what chance decides."""
View = Mapping[str, Any]
"""What there is to see in a position; hands and all."""


@dataclass(frozen=True)
class Acted:
    """Somebody does something, or is refused it for a reason."""

    player: str
    action: Action
    span: tuple[str, str] | None
    """The ends of a run, where the scenario names both."""
    reason: str | None
    before: View
    after: View


@dataclass(frozen=True)
class Asked:
    """What players may do, and may not."""

    claims: tuple[Claim, ...]
    view: View


@dataclass(frozen=True)
class Dealt:
    """A deal begins, with these cards. `view` is the position after all that follows without anybody's choice."""

    deal: Deal
    view: View


@dataclass(frozen=True)
class Seen:
    """What the scenario says of a position."""

    expectations: tuple[Expectation, ...]
    view: View


Happening = Acted | Asked | Dealt | Seen


@dataclass(frozen=True)
class Case:
    """A scenario as it is drawn. `variants` are those it applies to as they are; it is drawn as in the first.

    One that applies to none is drawn in the first of the settings that it names.
    """

    scenario: Scenario
    variants: tuple[str, ...]
    setting: Setting
    begun: Dealt
    happenings: tuple[Happening, ...]

    @property
    def end(self) -> View:
        """The position at the end."""
        last = (self.begun, *self.happenings)[-1]
        return last.after if isinstance(last, Acted) else last.view

    @property
    def last_deal(self) -> Dealt:
        """The last deal that began."""
        return [each for each in (self.begun, *self.happenings) if isinstance(each, Dealt)][-1]


def case_of(scenario: Scenario, material: Material) -> Case:
    """Return a scenario as it is drawn. Raises MocsarError as building a script does."""
    variants = tuple(name for name, applying in material.applying.items() if scenario.id in applying)
    setting = material.settings[variants[0]] if variants else scenario.settings[0]
    script = build_script(scenario, material.rulebook, setting)
    turns = {step: list(group) for step, group in groupby(script.turns, lambda each: each.step)}
    begun = Dealt(scenario.given, _shown(turns[-1][0], _names_dealer(scenario)))
    return Case(scenario, variants, setting, begun, tuple(_happenings(scenario, turns, begun.view)))


def _names_dealer(scenario: Scenario) -> bool:
    """Tell whether it follows from what a scenario gives who deals first; else it is whoever the kit put there."""
    return DEALER in scenario.given.chance or bool(scenario.given.standing)


def _shown(turn: Turn, dealer: bool) -> View:
    """Return the position after a turn, without the dealer where that says nothing."""
    view: View = turn.expected["view"]
    return view if dealer else {name: value for name, value in view.items() if name != DEALER}


def _with_cards(view: View, before: View, laid: tuple[str, ...]) -> View:
    """Return a position with the very cards that lie on the table: those just laid there, else those from before."""
    table = view.get("table")
    if not table:
        return view
    earlier = before.get("table") or {}
    same = all(earlier.get(name) == value for name, value in table.items()) and view["pile"] == before["pile"]
    return {**view, "table": {**table, "cards": earlier["cards"] if same else laid}}


def _happenings(scenario: Scenario, turns: Mapping[int, list[Turn]], view: View) -> Iterator[Happening]:
    dealer = _names_dealer(scenario)
    for number, step in enumerate(scenario.steps):
        match step:
            case ActStep():
                (turn,) = turns[number]
                action = Action.from_json(turn.request["action"])
                reason = turn.expected.get("reason")
                before, view = view, _shown(turn, dealer)
                view = _with_cards(view, before, () if reason else action.cards)
                yield Acted(step.player, action, step.written.span, reason, before, view)
            case LegalStep(claims):
                yield Asked(claims, view)
            case DealStep(deal):
                dealer = True
                view = _shown(turns[number][0], dealer)
                yield Dealt(deal, view)
            case ThenStep(expectations):
                yield Seen(expectations, view)
    if scenario.then:
        yield Seen(scenario.then, view)
