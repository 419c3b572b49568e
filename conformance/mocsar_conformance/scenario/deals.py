"""Begins a scenario's deals on the reference, with the chance that makes the leader given lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mocsar_conformance.scenario.model import Deal, Scenario
from mocsar_reference import Diagnostic, Game, Setting, State

LEADER = "leader"
"""The entry of the view that says who leads, and of what chance decides, where it picks the leader."""

Chance = Mapping[str, str]


class CannotDeal(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A deal cannot begin as the scenario says in this setting. `code` is C022 or C023."""

    def __init__(self, code: str, deal: Deal, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.deal = deal
        self.message = message
        self.hint = hint

    def diagnostic(self, scenario: Scenario, setting: Setting | None = None) -> Diagnostic:
        """Return the complaint, with its place in the scenario's file, and the setting where that is not plain."""
        path = (*self.deal.path, "leader") if self.code == "C022" else self.deal.path
        message = f"{self.message} (in {setting.short})" if setting else self.message
        return Diagnostic(self.code, scenario.document.key_place(path), message, self.hint)


@dataclass(frozen=True, slots=True)
class Begun:
    """A deal that has begun: the position, what chance decided, and how the same deal begins with other chance."""

    state: State
    chance: Chance
    again: Callable[[Chance], State]


def begin(scenario: Scenario, game: Game) -> Begun:
    """Begin the first deal. Raises CannotDeal C022."""
    given = scenario.given
    before = {"standing": given.standing} if given.standing else None

    def start(chance: Chance) -> State:
        return game.start(given.players, hands=given.hands, pack=given.pack, chance=chance, given=before)

    return _with_leader(game, given, given.players, start)


def begin_next(deal: Deal, players: tuple[str, ...], game: Game, state: State) -> Begun:
    """Begin the next deal of a match. Raises CannotDeal C022, and C023 where the deal before still goes on."""
    if game.contents.model.phases[state.phase].next != "deal":
        hint = "play the deal before it to its end"
        raise CannotDeal("C023", deal, f"no deal can begin here: the phase is '{state.phase}'", hint)

    def start(chance: Chance) -> State:
        return game.next_deal(state, hands=deal.hands, pack=deal.pack, chance=chance)

    return _with_leader(game, deal, players, start)


def chance_in(begun: Begun, players: tuple[str, ...]) -> dict[str, str]:
    """Return the part of what chance decided that this deal depends on."""

    def matters(name: str, player: str) -> bool:
        other = next(each for each in players if each != player)
        return begun.again({**begun.chance, name: other}) != begun.state

    return {name: player for name, player in begun.chance.items() if matters(name, player)}


def leader_of(game: Game, state: State) -> str | None:
    """Return who leads the first trick, or None where that is not seen."""
    leader: str | None = game.shown(state, LEADER)
    return leader


def _with_leader(game: Game, deal: Deal, players: tuple[str, ...], start: Callable[[Chance], State]) -> Begun:
    base = {**dict.fromkeys(game.contents.model.chance, players[0]), **deal.chance}
    if deal.leader is None:
        return Begun(start(base), base, start)
    others: list[str | None] = []
    for chance in _candidates(base, deal, players):
        state = start(chance)
        leader = leader_of(game, state)
        if leader == deal.leader:
            return Begun(state, chance, start)
        others.append(leader)
    message = f"{deal.leader} cannot lead: {others[0] or 'nobody'} does"
    raise CannotDeal("C022", deal, message, "name the player who leads there, or narrow 'when'")


def _candidates(base: Chance, deal: Deal, players: tuple[str, ...]) -> Iterator[Chance]:
    """Go through what chance might decide: the lot for the leader first, then any one thing for anybody."""
    assert deal.leader is not None
    free = [name for name in base if name not in deal.chance]
    if LEADER in free:
        yield {**base, LEADER: deal.leader}
    yield base
    for name in free:
        for player in players:
            yield {**base, name: player}
