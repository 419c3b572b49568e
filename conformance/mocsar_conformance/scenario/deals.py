"""Begins a scenario's deals on the reference, with the chance that makes the leader given lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mocsar_reference import Diagnostic, Game, MocsarError, State

from .model import Deal, Scenario

LEADER = "leader"
"""The entry of the view that says who leads."""
LOT = "lot"
"""What chance decides that is tried first, because it mostly decides the lead."""

Chance = Mapping[str, str]


class CannotDeal(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A deal cannot begin as the scenario says in this setting. `code` is C022 or C023."""

    def __init__(self, code: str, deal: Deal, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.deal = deal
        self.message = message
        self.hint = hint

    def diagnostic(self, scenario: Scenario) -> Diagnostic:
        """Return the complaint, with its place in the scenario's file."""
        path = (*self.deal.path, "leader") if self.code == "C022" else self.deal.path
        return Diagnostic(self.code, scenario.document.key_place(path), self.message, self.hint)


def begin(scenario: Scenario, game: Game) -> tuple[State, Chance]:
    """Begin the first deal; return the position and what chance decided. Raises CannotDeal C022."""
    given = scenario.given
    before = {"standing": given.standing} if given.standing else None

    def start(chance: Chance) -> State:
        return game.start(given.players, hands=given.hands, pack=given.pack, chance=chance, given=before)

    return _with_leader(game, given, given.players, start)


def begin_next(deal: Deal, players: tuple[str, ...], game: Game, state: State) -> tuple[State, Chance]:
    """Begin the next deal of a match, likewise. Raises CannotDeal C022, and C023 where the deal before goes on."""
    if game.contents.model.phases[state.phase].next != "deal":
        hint = "play the deal to its end first"
        raise CannotDeal("C023", deal, f"no deal can begin here: the phase is '{state.phase}'", hint)

    def start(chance: Chance) -> State:
        return game.next_deal(state, hands=deal.hands, pack=deal.pack, chance=chance)

    return _with_leader(game, deal, players, start)


def leader_is_open(deal: Deal, chance: Chance, game: Game, players: tuple[str, ...], state: State, again: Any) -> bool:
    """Tell whether chance has a part in who leads; `again` begins the deal with other chance."""
    leader = game.view(state).get(LEADER)
    for name, player in chance.items():
        other = next(each for each in players if each != player)
        if game.view(again({**chance, name: other})).get(LEADER) != leader:
            return True
    return False


def _with_leader(
    game: Game, deal: Deal, players: tuple[str, ...], start: Callable[[Chance], State]
) -> tuple[State, Chance]:
    base = {**dict.fromkeys(game.contents.model.chance, players[0]), **deal.chance}
    if deal.leader is None:
        return start(base), base
    leaders: list[str | None] = []
    for chance in _candidates(base, deal, players):
        state = start(chance)
        leaders.append(game.view(state).get(LEADER))
        if leaders[-1] == deal.leader:
            return state, chance
    message = f"{deal.leader} cannot lead in {game.setting.short}: {leaders[0] or 'nobody'} does"
    raise CannotDeal("C022", deal, message, "name the player who leads, or narrow 'when'")


def _candidates(base: Chance, deal: Deal, players: tuple[str, ...]) -> Iterator[Chance]:
    """Go through what chance might decide, one thing other than by default, the lot for the leader first."""
    assert deal.leader is not None
    free = [name for name in base if name not in deal.chance]
    if LOT in free:
        yield {**base, LOT: deal.leader}
    yield base
    for name in free:
        for player in players:
            yield {**base, name: player}
