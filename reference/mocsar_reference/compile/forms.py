"""Forms at run time: from one declaration, what cards may be taken for, and which cards of a hand make the form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .cards import LANE, Cards, cards_size, choose, groups

Reading = tuple[str, int]
"""A form and its rank."""


@dataclass(frozen=True, slots=True)
class SameRank:
    """Cards of one rank, fillers standing for it; fillers alone have the rank of their lowest or highest."""

    id: str
    filler: Cards
    """All lanes of the filler ranks."""
    fillers_lowest: bool
    smallest: int = 1

    def rank(self, cards: Cards) -> int | None:
        """Return the rank these cards have as a set, or None."""
        naturals = cards & ~self.filler
        if naturals:
            rank = (naturals.bit_length() - 1) // LANE
            return rank if not naturals & ((1 << LANE * rank) - 1) else None
        if not cards:
            return None
        low = (cards & -cards).bit_length() - 1
        return (low if self.fillers_lowest else cards.bit_length() - 1) // LANE

    def readings(self, cards: Cards) -> Iterator[Reading]:
        rank = self.rank(cards)
        if rank is not None:
            yield self.id, rank

    def of_size(self, hand: Cards, size: int) -> Iterator[tuple[Cards, int]]:
        """Yield every set of `size` cards of a hand with its rank, by rank, each once."""
        fillers = hand & self.filler
        spare = cards_size(fillers)
        for rank, held in groups(hand & ~self.filler):
            for number in range(max(1, size - spare), min(held, size) + 1):
                naturals = number << LANE * rank
                for stand_in in choose(fillers, size - number):
                    yield naturals | stand_in, rank
        if spare >= size:
            for stand_in in choose(fillers, size):
                found = self.rank(stand_in)
                if found is not None:
                    yield stand_in, found

    def sizes(self, hand: Cards) -> range:
        """Return the sizes a set from this hand could have."""
        most = max((count for _, count in groups(hand & ~self.filler)), default=0)
        return range(self.smallest, most + cards_size(hand & self.filler) + 1)


@dataclass(frozen=True, slots=True)
class Consecutive:
    """One card of each of so many ranks that follow each other in `order`, fillers for what is missing.

    A run has the rank of its lowest place, which a filler may take; the same cards can have more than one reading.
    """

    id: str
    order: tuple[int, ...]
    minimum: int
    filler: Cards

    def readings(self, cards: Cards) -> Iterator[Reading]:
        size = cards_size(cards)
        naturals = cards & ~self.filler
        if size < self.minimum or any(count > 1 for _, count in groups(naturals)):
            return
        needed = {rank for rank, _ in groups(naturals)}
        if not needed:
            return
        for start in range(len(self.order) - size + 1):
            if needed <= set(self.order[start : start + size]):
                yield self.id, self.order[start]

    def of_size(self, hand: Cards, size: int) -> Iterator[tuple[Cards, int]]:
        """Yield every run of `size` cards of a hand with each of its ranks."""
        if size < self.minimum:
            return
        fillers = hand & self.filler
        naturals = hand & ~self.filler
        spare = cards_size(fillers)
        for start in range(len(self.order) - size + 1):
            there = [rank for rank in self.order[start : start + size] if naturals >> LANE * rank & 255]
            singles = sum(1 << LANE * rank for rank in there)
            for number in range(max(1, size - spare), len(there) + 1):
                for chosen in choose(singles, number):
                    for stand_in in choose(fillers, size - number):
                        yield chosen | stand_in, self.order[start]

    def sizes(self, hand: Cards) -> range:
        return range(self.minimum, min(len(self.order), cards_size(hand)) + 1)


FormMaker = SameRank | Consecutive
Finder = Callable[[Cards, int], tuple[tuple[str, Cards, str, int], ...]]


def finder(action: str, form: FormMaker) -> Finder:
    """Return a function of hand and size that gives all moves of `action` in this form, remembered by hand."""

    @lru_cache(maxsize=32768)
    def find(hand: Cards, size: int) -> tuple[tuple[str, Cards, str, int], ...]:
        return tuple((action, cards, form.id, rank) for cards, rank in form.of_size(hand, size))

    return find
