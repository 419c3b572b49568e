"""Tells a plan as a match that was played, and as the scenario that the kit works with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan
from mocsar_conformance.fuzz.referee import Referee, Turn
from mocsar_conformance.match.match import Dealt, Done, Ended, Entry, Listed, Match
from mocsar_conformance.scenario.model import ActStep, Deal, DealStep, Given, LegalStep, Scenario, Step, Written
from mocsar_conformance.scenario.model import Claim as LegalClaim
from mocsar_reference import Action, Game
from mocsar_reference.load import Document, read_yaml
from mocsar_reference.load import Path as NodePath


class Told(Match):
    """A plan as a match that was played."""

    def __init__(self, plan: Plan, game: Game) -> None:
        super().__init__(game, plan.players, 0)
        referee = Referee(game)
        referee.start(plan)
        self.log = [_dealt(1, plan.first)]
        over = False
        for step in plan.steps:
            turn = referee.step(step)
            self.log += _entries(step, turn, self.log)
            if isinstance(step, Act) and referee.deal_is_over and not over:
                self.log.append(Ended(tuple(referee.view.get("out") or ()), referee.view.get("titles") or {}))
            over = referee.deal_is_over
        self._state = referee.state


def _dealt(number: int, dealing: Dealing) -> Dealt:
    return Dealt(number, dealing.pack or (), dealing.chance, dealing.hands)


def _entries(step: Act | Ask | Next, turn: Turn, log: Sequence[Entry]) -> Iterator[Entry]:
    match step:
        case Act(player, action):
            rules = tuple(dict.fromkeys(each.rule for each in turn.failed if each.rule))
            yield Done(player, action, turn.expected.get("reason"), rules)
        case Ask(player):
            yield Listed(player, exact=tuple(map(Action.from_json, turn.expected["actions"])))
        case Next(dealing):
            yield _dealt(1 + sum(isinstance(each, Dealt) for each in log), dealing)


def as_scenario(plan: Plan, game: Game) -> Scenario:
    """Return a plan as a scenario without a title and without a file, to be played in settings that it fits."""
    given = _deal(plan.first, ("given",))
    steps: list[Step] = []
    for index, step in enumerate(plan.steps):
        path: NodePath = ("steps", index)
        match step:
            case Act(player, action):
                steps.append(ActStep(player, Written(action, str(action), path), None, path))
            case Ask(player):
                steps.append(LegalStep((LegalClaim(player, None, (), (), None, path),), path))
            case Next(dealing):
                steps.append(DealStep(_deal(dealing, path), path))
    return Scenario(
        id="found",
        title={},
        rules=(),
        when=None,
        about=frozenset(),
        settings=(),
        ruled_out=0,
        because=None,
        status=None,
        link=None,
        given=Given(given.hands, given.pack, None, given.chance, given.path, plan.players, plan.standing),
        steps=tuple(steps),
        then=(),
        document=_nowhere(),
    )


@cache
def _nowhere() -> Document:
    return read_yaml("{}", "game")


def _deal(dealing: Dealing, path: NodePath) -> Deal:
    return Deal(dealing.hands, dealing.pack, None, dealing.chance, path)
