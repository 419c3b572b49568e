"""Forms at run time: from one declaration, what cards may be taken for, and which cards of a hand make the form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from .cards import LANE, Cards, cards_size, choose, groups

Reading = tuple[str, int]
"""A form and its rank."""
FormMove = tuple[str, Cards, str, int]
"""A `cards.Move` that makes a form."""


@dataclass(frozen=True, slots=True)
class SameRank:
    """Cards of one rank, fillers standing for it; fillers alone have the rank of their lowest or highest."""

    id: str
    width: int
    """Bits of a rank."""
    filler: Cards
    """All bits of the filler ranks."""
    fillers_lowest: bool

    def rank(self, cards: Cards) -> int | None:
        """Return the rank these cards have as a set, or None."""
        naturals = cards & ~self.filler
        if naturals:
            rank = (naturals.bit_length() - 1) // self.width
            return rank if not naturals & ((1 << self.width * rank) - 1) else None
        if not cards:
            return None
        low = (cards & -cards).bit_length() - 1
        return (low if self.fillers_lowest else cards.bit_length() - 1) // self.width

    def readings(self, cards: Cards) -> Iterator[Reading]:
        rank = self.rank(cards)
        if rank is not None:
            yield self.id, rank

    def of_rank(self, hand: Cards, rank: int, number: int) -> tuple[Cards, ...]:
        """Return every choice of so many natural cards of a rank that is held as often at least."""
        if self.width == LANE:
            return (number << LANE * rank,)
        return choose(hand & ((1 << self.width) - 1) << self.width * rank, number)

    def of_size(self, action: str, hand: Cards, size: int) -> list[FormMove]:
        """Return every set of `size` cards of a hand, by rank, each once."""
        fillers = hand & self.filler
        name = self.id
        if not fillers and self.width == LANE:  # as most hands are
            return [(action, size << LANE * rank, name, rank) for rank, held in groups(hand, LANE) if held >= size]
        spare = cards_size(fillers)
        found: list[FormMove] = []
        for rank, held in groups(hand ^ fillers, self.width):
            if held >= size and not spare:
                found += [(action, naturals, name, rank) for naturals in self.of_rank(hand, rank, size)]
            elif held + spare >= size:
                for number in range(max(1, size - spare), min(held, size) + 1):
                    for naturals in self.of_rank(hand, rank, number):
                        found += [(action, naturals | each, name, rank) for each in choose(fillers, size - number)]
        if spare >= size:
            found += [(action, cards, name, self.rank(cards) or 0) for cards in choose(fillers, size)]
        return found

    def of_any_size(self, action: str, hand: Cards) -> list[FormMove]:
        """Return every set of a hand, by rank, each once."""
        fillers = hand & self.filler
        if not fillers and self.width == LANE:  # as most hands are
            return [
                (action, number << LANE * rank, self.id, rank)
                for rank, held in groups(hand, LANE)
                for number in range(1, held + 1)
            ]
        stand_ins = [cards for number in range(cards_size(fillers) + 1) for cards in choose(fillers, number)]
        name = self.id
        found: list[FormMove] = []
        for rank, held in groups(hand ^ fillers, self.width):
            for number in range(1, held + 1):
                for naturals in self.of_rank(hand, rank, number):
                    found += [(action, naturals | each, name, rank) for each in stand_ins]
        found += [(action, cards, name, self.rank(cards) or 0) for cards in stand_ins if cards]
        return found


@dataclass(frozen=True, slots=True)
class Consecutive:
    """One card of each of so many ranks that follow each other in `order`, fillers for what is missing.

    A run has the rank of its lowest place, which a filler may take; the same cards can have more than one reading. With
    `suits` greater than 1 its natural cards are all of one suit.
    """

    id: str
    width: int
    """Bits of a rank."""
    order: tuple[int, ...]
    minimum: int
    filler: Cards
    suits: int = 1

    def readings(self, cards: Cards) -> Iterator[Reading]:
        size = cards_size(cards)
        naturals = cards & ~self.filler
        held = groups(naturals, self.width)
        if size < self.minimum or not held or any(count > 1 for _, count in held):
            return
        if self.suits > 1 and len({kind % self.suits for kind, _ in groups(naturals, LANE)}) > 1:
            return
        needed = {rank for rank, _ in held}
        for start in range(len(self.order) - size + 1):
            if needed <= set(self.order[start : start + size]):
                yield self.id, self.order[start]

    def of_size(self, action: str, hand: Cards, size: int) -> list[FormMove]:
        """Return every run of `size` cards of a hand, once for each of its ranks."""
        return self.of_sizes(action, hand, range(max(size, self.minimum), size + 1))

    def of_sizes(self, action: str, hand: Cards, sizes: range) -> list[FormMove]:
        """Return every run of so many cards of a hand, the shortest first, once for each of its ranks."""
        found: list[FormMove] = []
        if not sizes:
            return found
        fillers = hand & self.filler
        spare = cards_size(fillers)
        suits = [[self.kinds_of(naturals, rank) for rank in self.order] for naturals in self.by_suit(hand ^ fillers)]
        held = [sum(map(bool, places)) + spare for places in suits]
        for size in sizes:
            for places, most in zip(suits, held, strict=True):
                if most < size:
                    continue
                for start in range(len(self.order) - size + 1):
                    there = [kinds for kinds in places[start : start + size] if kinds]
                    for number in range(max(1, size - spare), len(there) + 1):
                        for chosen_places in combinations(there, number):
                            for chosen in product(*chosen_places):
                                for stand_in in choose(fillers, size - number):
                                    found.append((action, sum(chosen) | stand_in, self.id, self.order[start]))
        return found

    def by_suit(self, naturals: Cards) -> list[Cards]:
        """Return the natural cards of each suit that is held, or all together where suits do not matter."""
        if self.suits == 1:
            return [naturals]
        lanes = [sum(255 << self.width * rank + LANE * suit for rank in self.order) for suit in range(self.suits)]
        return [naturals & lane for lane in lanes if naturals & lane]

    def kinds_of(self, naturals: Cards, rank: int) -> list[Cards]:
        """Return a card of each kind of a rank that is held."""
        if not naturals >> self.width * rank & (1 << self.width) - 1:
            return []
        shifts = range(self.width * rank, self.width * (rank + 1), LANE)
        return [1 << shift for shift in shifts if naturals >> shift & 255]

    def of_any_size(self, action: str, hand: Cards) -> list[FormMove]:
        """Return every run of a hand, once for each of its ranks."""
        longest = min(len(self.order), cards_size(hand))
        return self.of_sizes(action, hand, range(self.minimum, longest + 1))


FormMaker = SameRank | Consecutive


def finder(action: str, form: FormMaker) -> Callable[[Cards, int | None], tuple[FormMove, ...]]:
    """Return a function of hand and size (None: any) that gives all moves of `action` in this form, remembered."""

    @lru_cache(maxsize=4096)
    def find(hand: Cards, size: int | None) -> tuple[FormMove, ...]:
        return tuple(form.of_any_size(action, hand) if size is None else form.of_size(action, hand, size))

    return find
