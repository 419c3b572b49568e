"""What the pictures show, found out by playing: two deals of a variant, and whatever changes hands between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from mocsar_reference import Game, Rulebook, Setting, State
from mocsar_reference.resolve.book import Contents

UPPER, MIDDLE, LOWER = "upper", "middle", "lower"
"""The three estates: titles counted from the top, those of all others, and titles counted from the bottom."""


@dataclass(frozen=True)
class Seat:
    """A player at the table: the place in the deal before (1 is the first), and the title that went with it."""

    place: int
    title: str
    deals: bool
    leads: bool
    """Whether the rules, and not chance, make this player the dealer, or the first to lead."""


@dataclass(frozen=True)
class Flow:
    """Cards that go from one place to another in the exchange; `at_most`: fewer may be taken."""

    giver: int
    receiver: int
    number: int
    back: bool
    """Whether they are given in return by somebody who chooses them; else they are tax."""
    at_most: bool = False


@dataclass(frozen=True)
class Facts:
    """What two deals of a variant show."""

    seats: tuple[Seat, ...]
    """In the second deal, to the left, beginning with the first placed."""
    direction: int
    """1 where play goes to the left, -1 where it goes to the right."""
    flows: tuple[Flow, ...]
    """In the exchange before the second deal's play; by the place of whoever gets the tax."""
    first: tuple[str, ...]
    later: tuple[str, ...]
    """The phases of a first deal, and of a second one."""

    @property
    def in_order(self) -> bool:
        """Whether the seats follow the places."""
        return [each.place for each in self.seats] == list(range(1, len(self.seats) + 1))


def estate_of(contents: Contents, setting: Setting, title: str) -> str:
    """Return the estate of a title in a variant; a title that a variant does not give is of the middle."""
    listed = {toggle.id: estate for toggle in contents.toggles.values() if (estate := toggle.estate) is not None}
    for name, estate in sorted(listed.items(), key=lambda each: (MIDDLE, UPPER, LOWER).index(each[1])):
        given = setting.values.get(name, ())
        if title in (given if isinstance(given, tuple) else (given,)):
            return estate
    return MIDDLE


def find_facts(rulebook: Rulebook, setting: Setting, players: int) -> Facts | None:
    """Play two deals with so many players; None where a match has only one. Raises MocsarError as a game does."""
    game = rulebook.game(setting)
    names = [f"P{number}" for number in range(players)]
    ranks = _by_rank(game, players)
    begun = game.start(names, hands=dict(zip(names, _one_each(list(ranks.values()), players), strict=True)))
    over, first = _played(game, begun)
    model = game.contents.model
    if model.phases[over.phase].next != "deal":
        return None
    end = game.view(over)
    places = {name: number for number, name in enumerate(end["out"], 1)}
    hands = dict(zip(names, list(ranks.values())[:players], strict=True))
    dealt = game.next_deal(over, hands=hands)
    view = game.view(dealt)
    seating = _from(view["seating"], end["out"][0])
    drawn = [game.view(game.next_deal(over, hands=hands, chance=dict.fromkeys(model.chance, name))) for name in names]
    dealer, leader = _decided(drawn, "dealer"), _decided(drawn, "leader")
    seats = [Seat(places[name], end["titles"][name], name == dealer, name == leader) for name in seating]
    owners = {rank: name for name, rank in zip(names, ranks, strict=False)}
    flows = list(_flows(game, dealt, owners, places))
    _, later = _played(game, dealt)
    opening = next(iter(model.phases))
    return Facts(tuple(seats), view["direction"], tuple(_summed(flows)), (opening, *first), (opening, *later))


def _by_rank(game: Game, players: int) -> dict[str, tuple[str, ...]]:
    """Return all the cards of each rank, by rank."""
    cards = groupby(game.pack(players), lambda card: game.contents.split_card(card)[0])
    return {rank: tuple(held) for rank, held in cards}


def _one_each(ranks: Sequence[Sequence[str]], players: int) -> Iterator[tuple[str, ...]]:
    """Yield a hand of one card for each player, so that the places do not follow the seats.

    The first, the third and so on can follow each other; those between them hold lower cards, and come after.
    """
    for seat in range(players):
        yield (ranks[seat // 2 if seat % 2 else players // 2 + seat // 2][0],)


def _played(game: Game, state: State) -> tuple[State, tuple[str, ...]]:
    """Play on to the end of the deal; return it with the phases there were."""
    phases = [state.phase]
    while acting := game.to_act(state):
        state, _ = game.apply(state, acting[0], game.legal(state, acting[0])[0])
        if state.phase != phases[-1]:
            phases.append(state.phase)
    return state, tuple(phases)


def _from(names: Sequence[str], first: str) -> list[str]:
    """Return the same ring of names, beginning with one of them."""
    at = names.index(first)
    return [*names[at:], *names[:at]]


def _decided(views: Sequence[Mapping[str, Any]], entry: str) -> str | None:
    """Return the player that an entry names whatever chance says; None where it has a say."""
    found = {view.get(entry) for view in views}
    return found.pop() if len(found) == 1 else None


def _flows(game: Game, state: State, owners: Mapping[str, str], places: Mapping[str, int]) -> Iterator[Flow]:
    """Yield what changes hands before the play begins. Each player was dealt all the cards of one rank, `owners`."""
    view = game.view(state)
    for name, cards in view["hands"].items():
        for rank, held in groupby(cards, lambda card: game.contents.split_card(card)[0]):
            giver = owners.get(rank, name)
            if giver != name:
                yield Flow(places[giver], places[name], len(list(held)), back=False)
    phase = state.phase
    while state.phase == phase and (acting := game.to_act(state)) and not view["turn"]:
        actions = game.legal(state, acting[0])
        before = game.view(state)["sizes"]
        state, _ = game.apply(state, acting[0], actions[0])
        after = game.view(state)["sizes"]
        giver = next((name for name in before if after[name] < before[name]), None)
        receiver = next((name for name in before if after[name] > before[name]), None)
        if giver and receiver:
            free = any(not each.cards and each.rank is None for each in actions)  # to take no more
            number = after[receiver] - before[receiver]
            yield Flow(places[giver], places[receiver], number, giver == acting[0], free)


def _summed(flows: Sequence[Flow]) -> Iterator[Flow]:
    """Yield the flows with those between the same two players as one, the outermost pair first."""

    def pair(each: Flow) -> tuple[int, bool, int, bool]:
        upper = each.giver if each.back else each.receiver
        return upper, each.back, each.giver + each.receiver - upper, each.at_most

    for (upper, back, lower, at_most), same in groupby(sorted(flows, key=pair), pair):
        giver, receiver = (upper, lower) if back else (lower, upper)
        yield Flow(giver, receiver, sum(each.number for each in same), back, at_most)
