"""Plays a plan on the reference, step by step: what is asked of a subject, and what it should answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan, Step
from mocsar_conformance.scenario.deals import Begun, chance_in
from mocsar_conformance.starting import start_of
from mocsar_reference import Action, Failure, Game, IllegalAction, MocsarError, State

Message = dict[str, Any]


class Impossible(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A plan cannot be played: a deal is to begin that cannot, or names what there is not."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One request and the answer that is wanted. `failed` is all that a refused action fails, in the rules' order."""

    request: Message
    expected: Message
    failed: tuple[Failure, ...] = ()
    events: tuple[str, ...] = ()


class Referee:
    """A game under way on the reference. Call `start` first; `state` and `view` are those after the last step."""

    state: State
    view: Mapping[str, Any]

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def deal_is_over(self) -> bool:
        """Whether the next deal may begin."""
        return self.game.contents.model.phases[self.state.phase].next == "deal"

    @property
    def match_is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.game.contents.model.phases[self.state.phase].next not in (None, "deal")

    def start(self, plan: Plan) -> Turn:
        """Begin a match. Raises Impossible."""
        standing = plan.standing
        given = {"standing": standing} if standing else None
        first = plan.first
        request: Message = start_of(self.game.setting, self.game.contents) | {"players": list(plan.players)}

        def begin(chance: Mapping[str, str]) -> State:
            return self.game.start(plan.players, hands=first.hands, pack=first.pack, chance=chance, given=given)

        request |= self._begun(plan.players, first, begin)
        if standing:
            request["standing"] = list(standing)
        return Turn(request, {"answer": "view", "view": self.view})

    def step(self, step: Step) -> Turn:
        """Do a step. Raises Impossible."""
        match step:
            case Act(player, action):
                return self.act(player, action)
            case Ask(player):
                return self.ask(player)
            case Next(dealing):
                return self.next(dealing)

    def act(self, player: str, action: Action) -> Turn:
        """Let a player try something; what is refused changes nothing. Raises Impossible."""
        request: Message = {"request": "act", "player": player, "action": action.to_json()}
        try:
            self.state, events = self.game.apply(self.state, player, action)
        except IllegalAction as refusal:
            failed = refusal.verdict.failed
            return Turn(request, {"answer": "refused", "reason": failed[0].reason, "view": self.view}, failed)
        except MocsarError as error:
            raise Impossible(str(error)) from None
        self.view = self.game.view(self.state)
        return Turn(request, {"answer": "accepted", "view": self.view}, (), events)

    def ask(self, player: str) -> Turn:
        """Return what a player may do. Raises Impossible."""
        try:
            actions = [each.to_json() for each in self.game.legal(self.state, player)]
        except MocsarError as error:
            raise Impossible(str(error)) from None
        return Turn({"request": "legal", "player": player}, {"answer": "legal", "actions": actions})

    def next(self, dealing: Dealing) -> Turn:
        """Begin the next deal. Raises Impossible."""
        if not self.deal_is_over:
            raise Impossible("the deal goes on")
        before = self.state

        def begin(chance: Mapping[str, str]) -> State:
            return self.game.next_deal(before, hands=dealing.hands, pack=dealing.pack, chance=chance)

        request = {"request": "deal", **self._begun(before.names, dealing, begin)}
        return Turn(request, {"answer": "view", "view": self.view})

    def _begun(self, players: tuple[str, ...], dealing: Dealing, begin: Any) -> Message:
        """Begin a deal, and return the part of a request that says how: of chance only what the deal depends on."""
        try:
            self.state = begin(dealing.chance)
            chance = chance_in(Begun(self.state, dealing.chance, begin), players)
        except MocsarError as error:
            raise Impossible(str(error)) from None
        self.view = self.game.view(self.state)
        part: Message = {}
        if dealing.hands is not None:
            part["hands"] = {name: list(dealing.hands.get(name, ())) for name in players}
        if dealing.pack is not None:
            part["pack"] = list(dealing.pack)
        return {**part, "chance": chance} if chance else part


def turns(plan: Plan, game: Game) -> Iterator[Turn]:
    """Go through what is asked in a plan, the start first. Raises Impossible where it cannot be played."""
    referee = Referee(game)
    yield referee.start(plan)
    for step in plan.steps:
        yield referee.step(step)
