"""Cards at run time: a multiset of kinds in one whole number, eight bits for each kind, lowest first.

A kind is a rank, or a rank in one suit where the pack tells suits apart; the kinds of a rank lie side by side. Numbers
are immutable, hashable and quick to compare, so hands and positions are values. A kind may be there up to 127 times,
and all cards together up to 254 times; larger packs are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

LANE = 8
MOST_OF_A_KIND = 127
MOST_CARDS = 254  # so that a number modulo 255 is the sum of its bytes, which is how cards are counted

Cards = int
Move = tuple[str, int, str | None, int | None]
"""An action at run time: its name, its cards, their form, their rank (or the rank it names)."""


class CardTools:
    """The operations on cards that generated modules use, for a pack of so many ranks, each in `suits` kinds."""

    def __init__(self, ranks: int, suits: int = 1) -> None:
        self.ranks = ranks
        self.width = LANE * suits
        self.kinds = ranks * suits
        self.guard = sum(0x80 << LANE * kind for kind in range(self.kinds))

    def tools(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by the names that generated code calls them by."""
        guard, kinds, ranks, width = self.guard, self.kinds, self.ranks, self.width
        whole = (1 << width) - 1

        def cards_hold(held: Cards, wanted: Cards) -> bool:
            return ((held | guard) - wanted) & guard == guard

        def cards_clip(held: Cards, wanted: Cards) -> Cards:
            """Those of the wanted cards that are held."""
            if ((held | guard) - wanted) & guard == guard:
                return wanted
            return sum(min(held >> s & 255, wanted >> s & 255) << s for s in range(0, LANE * kinds, LANE))

        def cards_count(cards: Cards, rank: int) -> int:
            return (cards >> width * rank & whole) % 255

        def cards_take(cards: Cards, rank: int, number: int) -> Cards:
            return cards_best(cards & whole << width * rank, number)

        def cards_best(cards: Cards, number: int) -> Cards:
            best = 0
            while number > 0 and cards:
                shift = (cards.bit_length() - 1) // LANE * LANE
                some = min(cards >> shift, number)
                best |= some << shift
                cards &= (1 << shift) - 1
                number -= some
            return best

        def cards_ranks(cards: Cards) -> tuple[int, ...]:
            return tuple(rank for rank in range(ranks) if cards >> width * rank & whole)

        return {
            "cards_size": cards_size,
            "cards_hold": cards_hold,
            "cards_clip": cards_clip,
            "cards_count": cards_count,
            "cards_take": cards_take,
            "cards_best": cards_best,
            "cards_ranks": cards_ranks,
            **list_tools(),
        }

    def pack(self, counts: Iterable[int]) -> Cards:
        """Return cards from how many there are of each kind, lowest first."""
        cards = 0
        for kind, count in enumerate(counts):
            cards |= count << LANE * kind
        return cards

    def spread(self, cards: Cards) -> list[int]:
        """Return the kinds of the cards, lowest first, a kind for each card."""
        return [kind for kind, count in groups(cards, LANE) for _ in range(count)]


def cards_size(cards: Cards) -> int:
    """Return how many cards there are."""
    return cards % 255


@lru_cache(maxsize=4096)
def choose(cards: Cards, number: int) -> tuple[Cards, ...]:
    """Return every choice of `number` of the cards, each once, in a fixed order."""
    if number < 0:
        return ()
    chosen: list[list[Cards]] = [[0], *([] for _ in range(number))]  # by how many are taken so far
    left = cards_size(cards)
    for kind, held in groups(cards, LANE):
        left -= held
        longer: list[list[Cards]] = [[] for _ in range(number + 1)]
        for taken, partial in enumerate(chosen):
            if partial:
                for more in range(max(0, number - taken - left), min(held, number - taken) + 1):
                    added = more << LANE * kind
                    longer[taken + more] += [each + added for each in partial] if more else partial
        chosen = longer
    return tuple(chosen[number])


def choices(action: str, cards: Cards, number: int | None) -> list[Move]:
    """Return a move of `action` for every choice of so many of the cards, or of any number of them."""
    numbers = range(cards_size(cards) + 1) if number is None else (number,)
    return [(action, chosen, None, None) for each in numbers for chosen in choose(cards, each)]


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that remembers its results by its arguments; the first, the state, it does not read."""
    results: dict[tuple[Any, ...], Any] = {}

    def remembered(state: Any, *arguments: Any) -> Any:
        if arguments not in results:
            results[arguments] = function(state, *arguments)
        return results[arguments]

    return remembered


def list_tools() -> dict[str, Callable[..., Any]]:
    """Return the list functions that generated code calls; all are total."""
    return {
        "list_index": list_index,
        "list_at": list_at,
        "list_first": list_first,
        "list_following": list_following,
        "put": put,
        "kept": kept,
    }


def list_index(members: Sequence[Any], member: Any) -> int:
    """Return where a member stands, from 0, or -1."""
    return members.index(member) if member in members else -1


def list_at(members: Sequence[Any], index: int, default: Any) -> Any:
    return members[index] if 0 <= index < len(members) else default


def list_first(members: Sequence[Any], default: Any) -> Any:
    return members[0] if members else default


def list_following(members: tuple[Any, ...], member: Any) -> tuple[Any, ...]:
    """Return the members from the one after `member` round to itself; all as they are if it is not among them."""
    if member not in members:
        return members
    after = members.index(member) + 1
    return members[after:] + members[:after]


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return the values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


def deal_round(packed: Sequence[int], order: Sequence[int], players: int) -> tuple[Cards, ...]:
    """Return the hands when kinds `packed`, first card first, are dealt singly to `order`, round and round."""
    hands = [0] * players
    if order:
        for number, kind in enumerate(packed):
            hands[order[number % len(order)]] += 1 << LANE * kind
    return tuple(hands)


def remove_from(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """Return a list without any member equal to `value`."""
    return tuple(each for each in values if each != value)


@lru_cache(maxsize=16384)
def groups(cards: Cards, width: int) -> tuple[tuple[int, int], ...]:
    """Return each rank held (each kind, where `width` is that of a kind) with how many of it, lowest first."""
    found = []
    whole = (1 << width) - 1
    rank = 0
    while cards:
        if cards & whole:
            found.append((rank, (cards & whole) % 255))
        cards >>= width
        rank += 1
    return tuple(found)
