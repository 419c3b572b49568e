"""Holds a scenario against the reference in one setting: plays it, and tells where it says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.scenario.cards import TextReader
from mocsar_conformance.scenario.deals import begin, begin_next
from mocsar_conformance.scenario.expect import Mismatch, mismatches
from mocsar_conformance.scenario.legal import claim_faults
from mocsar_conformance.scenario.model import ActStep, DealStep, Expectation, LegalStep, Scenario, Written
from mocsar_conformance.scenario.named import Namer
from mocsar_conformance.scenario.suits import fitted
from mocsar_reference import Action, Failure, Game, IllegalAction, State
from mocsar_reference.language.types import CARDS, Enum, List, Maybe, Set, Type
from mocsar_reference.load import Path


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What a scenario says and the reference does otherwise. `message` shows both sides; `rules` decide it."""

    code: str
    path: Path
    message: str
    hint: str = ""
    rules: tuple[str, ...] = ()


def disagreements(scenario: Scenario, game: Game) -> Iterator[Disagreement]:
    """Play a scenario that applies to the game's setting, and go through what it says otherwise.

    Ends where an action is accepted or refused against the scenario, since what follows rests on it. Raises CannotDeal
    where a deal cannot begin as given.
    """
    texts = TextReader(game.contents)
    scenario, namer = fitted(scenario, game), Namer(game, scenario.given.players)
    state = begin(scenario, game).state
    for step in scenario.steps:
        match step:
            case ActStep():
                yield from _span(step.written, game)
                after, failed = _act(game, state, namer.step(step, state))
                if (failed is None) == (step.refused is None):
                    yield from _reason(step, failed or ())
                    state = after
                else:
                    yield _otherwise(step, failed, game, state)
                    return
            case LegalStep(claims):
                for claim in claims:
                    meant = namer.claim(claim, state)
                    for path, message, hint in claim_faults(meant, game, state, lambda a: write_action(a, texts)):
                        yield Disagreement("C034", path, message, hint)
                    for each in claim.actions():
                        yield from _span(each, game)
            case DealStep(deal):
                state = begin_next(deal, scenario.given.players, game, state).state
            case _:
                yield from _seen(step.expectations, namer, state, texts)
    yield from _seen(scenario.then, namer, state, texts)


def write_action(action: Action, texts: TextReader) -> str:
    """Return an action as a scenario writes it."""
    rank = [texts.write([action.rank])] if action.rank else []
    meant = [*filter(None, [action.as_form]), *([texts.write([action.as_rank])] if action.as_rank else [])]
    cards = [texts.write(action.cards)] if action.cards else []
    return " ".join([action.do, *cards, *rank, *(["as", *meant] if meant else [])])


def _act(game: Game, state: State, step: ActStep) -> tuple[State, tuple[Failure, ...] | None]:
    """Return the position after a step, and what it failed where it is refused."""
    try:
        return game.apply(state, step.player, step.action)[0], None
    except IllegalAction as refusal:
        return state, refusal.verdict.failed


def _otherwise(step: ActStep, failed: tuple[Failure, ...] | None, game: Game, state: State) -> Disagreement:
    what = f"{step.player}'s '{step.text}'"
    if failed is None:
        message = f"{what} is stated to be refused as {step.refused}, and is accepted"
        return Disagreement("C031", (*step.path, "refused"), message)
    reason = failed[0].reason
    hint = f"if that is right, write 'refused: {reason}'"
    if game.contents.model.phases[state.phase].next == "deal":
        hint = f"the deal is over; begin the next with 'deal:', or write 'refused: {reason}'"
    message = f"{what} is stated to be accepted, and is refused: {reason}"
    return Disagreement("C030", step.written.path, message, hint, _rules(failed[:1]))


def _reason(step: ActStep, failed: tuple[Failure, ...]) -> Iterator[Disagreement]:
    if failed and failed[0].reason != step.refused:
        reason = failed[0].reason
        message = f"{step.player}'s '{step.text}' is stated to be refused as {step.refused}, and is refused: {reason}"
        later = any(each.reason == step.refused for each in failed)
        hint = f"{step.refused} is a reason too, but {reason} comes first" if later else ""
        yield Disagreement("C032", (*step.path, "refused"), message, hint, _rules(failed[:1]))


def _rules(failed: Iterable[Failure]) -> tuple[str, ...]:
    return tuple(each.rule for each in failed if each.rule)


def _seen(expectations: Iterable[Expectation], namer: Namer, state: State, texts: TextReader) -> Iterator[Disagreement]:
    view: Mapping[str, Any] | None = None
    for expected in expectations:
        view = namer.game.view(state) if view is None else view
        for each in mismatches(namer.expectation(expected, view), view):
            path = (*expected.path, *each.path[1:])
            yield Disagreement("C033", path, _difference(each, texts))


def _difference(each: Mismatch, texts: TextReader) -> str:
    stated, shown = (_written(value, each.kind, texts) for value in (each.stated, each.shown))
    return f"'{'.'.join(each.path)}' is stated to be {stated}, and is {shown}"


def _written(value: Any, kind: Type | None, texts: TextReader) -> str:
    """Return a value of the view as a scenario writes it."""
    if isinstance(kind, Maybe):
        kind = kind.of
    if value is None:
        return "none"
    if kind == CARDS:
        return texts.write(value) or "no cards"
    if isinstance(kind, Enum) and kind.name == "rank":
        return texts.write([value])
    if isinstance(value, list):
        of = kind.of if isinstance(kind, List | Set) else None
        return f"[{', '.join(_written(each, of, texts) for each in value)}]"
    if isinstance(value, dict):
        inside = kind  # of each player's own value
        return f"{{{', '.join(f'{key}: {_written(each, inside, texts)}' for key, each in value.items())}}}"
    return str(value)


def _span(written: Written, game: Game) -> Iterator[Disagreement]:
    """Complain of `as 4-6` where the ranks from one end to the other are not as many as the cards."""
    if written.span is None:
        return
    ranks = game.plan.ranks
    low, high = (ranks.index(each) for each in written.span)
    number, cards = high - low + 1, len(written.action.cards)
    if number != cards:
        message = f"'{written.text}' has {cards} cards, and the range has {max(number, 0)} ranks"
        yield Disagreement("C024", written.path, message, "name the lowest rank and the highest")
