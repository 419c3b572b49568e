"""Turns a scenario into what is asked of a subject in one setting, with the reference's answer to each request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.cards import TextReader
from mocsar_conformance.scenario.deals import Begun, CannotDeal, begin, begin_next, chance_in
from mocsar_conformance.scenario.hold import write_action
from mocsar_conformance.scenario.legal import Probe, claim_probes
from mocsar_conformance.scenario.model import ActStep, Claim, Deal, DealStep, Expectation, LegalStep, Scenario, ThenStep
from mocsar_conformance.scenario.named import Namer
from mocsar_conformance.scenario.suits import fitted
from mocsar_conformance.starting import start_of
from mocsar_reference import Diagnostic, Game, IllegalAction, MocsarError, Rulebook, Setting, State
from mocsar_reference.load import Path
from mocsar_reference.resolve.conditions import toggles_read

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """One request, and what should come back. Requests and answers have no `id`.

    `step` is the index in the scenario's steps; -1 is the start, the number of steps the `then` at the end. `expected`
    is the reference's whole answer; `stated` what the scenario itself says of it, with mappings in part: `answer`, and
    `reason`, `view`, or of legal actions `actions`, `includes`, `excludes`, `count`. `probes` show the same as a
    request `legal`: each is to be tried from the position before it.
    """

    step: int
    text: str
    request: Message
    expected: Message
    stated: Message
    path: Path
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A scenario in one setting.

    `needs` are the capabilities without which it cannot be run: `hands`, `pack`, `standing`, `deals` (more than one).
    What it only looks at is no need: entries of the view beyond the core, legal actions (see `Turn.probes`).
    `readings` are toggles that it rests on and whose value in this setting is a reading of an unclear source.
    """

    scenario: Scenario
    setting: Setting
    turns: tuple[Turn, ...]
    needs: frozenset[str]
    readings: tuple[str, ...]


def build_script(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> Script:
    """Return the script of a scenario in a setting that it applies to.

    Where the scenario and the reference disagree, the script goes on as the reference does. Raises MocsarError C020
    where it does not apply, C022 and C023 where a deal cannot begin as given.
    """
    reason = applicability(scenario, rulebook, setting)
    if reason:
        place = scenario.document.place(("id",))
        message = f"'{scenario.id}' does not apply to {setting.short}: {reason}"
        raise MocsarError([Diagnostic("C020", place, message)])
    try:
        turns = tuple(_Writer(scenario, rulebook.game(setting)).turns())
    except CannotDeal as fault:
        raise MocsarError([fault.diagnostic(scenario, setting)]) from None
    return Script(scenario, setting, turns, frozenset(_needs(scenario)), _readings(scenario, rulebook, setting))


def probes(turn: Turn) -> tuple[Probe, ...]:
    """Return (request `act`, "accepted" or "refused") pairs that show what a turn `legal` asks.

    Each is to be tried from the position that the turn stands in: replay the scenario up to it, and again after every
    probe that was accepted.
    """
    return turn.probes


class _Writer:
    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario = fitted(scenario, game)
        self.game = game
        self.players = scenario.given.players
        self.namer = Namer(game, self.players)
        self.texts = TextReader(game.contents)

    def turns(self) -> Iterator[Turn]:
        begun = begin(self.scenario, self.game)
        yield self.start(begun)
        state = begun.state
        for index, step in enumerate(self.scenario.steps):
            match step:
                case ActStep():
                    state, turn = self.act(index, step, state)
                    yield turn
                case LegalStep(claims):
                    for claim in claims:
                        yield self.legal(index, self.namer.claim(claim, state), state)
                case DealStep(deal):
                    begun = begin_next(deal, self.players, self.game, state)
                    state = begun.state
                    yield self.deal(index, deal, begun)
                case ThenStep(expectations, path):
                    yield self.view(index, expectations, state, (*path, "then"))
        if self.scenario.then:
            yield self.view(len(self.scenario.steps), self.scenario.then, state, ("then",))

    def start(self, begun: Begun) -> Turn:
        setting, given = self.game.setting, self.scenario.given
        request: Message = start_of(setting, self.game.contents)
        request |= {"players": list(self.players), **self.dealt(given, begun)}
        if given.standing:
            request["standing"] = list(given.standing)
        return Turn(-1, f"Start: {self.cards(given)}", request, self.seen(begun.state), {"answer": "view"}, given.path)

    def deal(self, index: int, deal: Deal, begun: Begun) -> Turn:
        request = {"request": "deal", **self.dealt(deal, begun)}
        return Turn(
            index, f"Next deal: {self.cards(deal)}", request, self.seen(begun.state), {"answer": "view"}, deal.path
        )

    def dealt(self, deal: Deal, begun: Begun) -> Message:
        """Return the part of a request that says how a deal begins, of chance only what the deal depends on."""
        part: Message = {}
        if deal.hands is not None:
            part["hands"] = {name: list(deal.hands.get(name, ())) for name in self.players}
        if deal.pack is not None:
            part["pack"] = list(deal.pack)
        chance = chance_in(begun, self.players)
        return {**part, "chance": chance} if chance else part

    def act(self, index: int, step: ActStep, state: State) -> tuple[State, Turn]:
        meant = self.namer.step(step, state)
        text = step.text if meant is step else write_action(meant.action, self.texts)
        request: Message = {"request": "act", "player": step.player, "action": meant.action.to_json()}
        stated: Message = {"answer": "accepted"}
        if step.refused is not None:
            stated = {"answer": "refused", "reason": step.refused}
        try:
            state, _ = self.game.apply(state, step.player, meant.action)
            expected = {**self.seen(state), "answer": "accepted"}
        except IllegalAction as refusal:
            expected = {**self.seen(state), "answer": "refused", "reason": refusal.verdict.reason}
        return state, Turn(index, f"{step.player}: {text}", request, expected, stated, step.path)

    def legal(self, index: int, claim: Claim, state: State) -> Turn:
        request = {"request": "legal", "player": claim.player}
        actions = [each.to_json() for each in self.game.legal(state, claim.player)]
        stated: Message = {"answer": "legal"}
        if claim.exact is not None:
            stated["actions"] = [each.action.to_json() for each in claim.exact]
        for name, listed in (("includes", claim.includes), ("excludes", claim.excludes)):
            if listed:
                stated[name] = [each.action.to_json() for each in listed]
        if claim.count is not None:
            stated["count"] = claim.count
        expected = {"answer": "legal", "actions": actions}
        text = f"What may {claim.player} do?"
        return Turn(index, text, request, expected, stated, claim.path, claim_probes(claim, self.game, state))

    def view(self, index: int, expectations: tuple[Expectation, ...], state: State, path: Path) -> Turn:
        seen = self.seen(state)
        meant = (self.namer.expectation(each, seen["view"]) for each in expectations)
        stated = {"answer": "view", "view": {each.entry: each.value for each in meant}}
        return Turn(index, "What is there to see?", {"request": "view"}, seen, stated, path)

    def seen(self, state: State) -> Message:
        return {"answer": "view", "view": self.game.view(state)}

    def cards(self, deal: Deal) -> str:
        if deal.hands is None:
            return f"the pack {self.texts.write(deal.pack or ())}"
        return "; ".join(f"{name} {self.texts.write(hand) or 'no cards'}" for name, hand in deal.hands.items())


def _needs(scenario: Scenario) -> Iterator[str]:
    for deal in scenario.deals:
        yield "hands" if deal.pack is None else "pack"
    if scenario.given.standing:
        yield "standing"
    if len(scenario.deals) > 1:
        yield "deals"


def _readings(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> tuple[str, ...]:
    """Return the toggles that decide it, or whether the rules it is about are present, and that are readings."""
    contents = rulebook.contents
    named: Mapping[str, Any] = {**contents.clauses, **contents.rules}
    conditions = [named[name].when for name in scenario.rules if named[name].when is not None]
    toggles = scenario.about.union(*map(toggles_read, conditions))
    return tuple(sorted(toggle for toggle in toggles if setting.status(toggle) == "reading"))
