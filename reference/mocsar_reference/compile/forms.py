"""Forms at run time: from one declaration, what cards may be taken for, and which cards of a hand make the form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .cards import LANE, Cards, cards_size, choose, groups

Reading = tuple[str, int]
"""A form and its rank."""
FormMove = tuple[str, Cards, str, int]
"""A `cards.Move` that makes a form."""


@dataclass(frozen=True, slots=True)
class SameRank:
    """Cards of one rank, fillers standing for it; fillers alone have the rank of their lowest or highest."""

    id: str
    filler: Cards
    """All bits of the filler ranks."""
    fillers_lowest: bool

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

    def of_size(self, action: str, hand: Cards, size: int) -> list[FormMove]:
        """Return every set of `size` cards of a hand, by rank, each once."""
        fillers = hand & self.filler
        spare = cards_size(fillers)
        name = self.id
        found: list[FormMove] = []
        for rank, held in groups(hand ^ fillers):
            if held >= size and not spare:
                found.append((action, size << LANE * rank, name, rank))
            elif held + spare >= size:
                for number in range(max(1, size - spare), min(held, size) + 1):
                    naturals = number << LANE * rank
                    found += [(action, naturals | each, name, rank) for each in choose(fillers, size - number)]
        if spare >= size:
            found += [(action, cards, name, self.rank(cards) or 0) for cards in choose(fillers, size)]
        return found

    def of_any_size(self, action: str, hand: Cards) -> list[FormMove]:
        """Return every set of a hand, by rank, each once."""
        fillers = hand & self.filler
        stand_ins = [cards for number in range(cards_size(fillers) + 1) for cards in choose(fillers, number)]
        name = self.id
        found: list[FormMove] = []
        for rank, held in groups(hand ^ fillers):
            for number in range(1, held + 1):
                naturals = number << LANE * rank
                found += [(action, naturals | each, name, rank) for each in stand_ins]
        found += [(action, cards, name, self.rank(cards) or 0) for cards in stand_ins if cards]
        return found


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

    def of_size(self, action: str, hand: Cards, size: int) -> list[FormMove]:
        """Return every run of `size` cards of a hand, once for each of its ranks."""
        found: list[FormMove] = []
        if size < self.minimum:
            return found
        fillers = hand & self.filler
        naturals = hand ^ fillers
        spare = cards_size(fillers)
        for start in range(len(self.order) - size + 1):
            there = [rank for rank in self.order[start : start + size] if naturals >> LANE * rank & 255]
            singles = sum(1 << LANE * rank for rank in there)
            for number in range(max(1, size - spare), len(there) + 1):
                for chosen in choose(singles, number):
                    for stand_in in choose(fillers, size - number):
                        found.append((action, chosen | stand_in, self.id, self.order[start]))
        return found

    def of_any_size(self, action: str, hand: Cards) -> list[FormMove]:
        """Return every run of a hand, once for each of its ranks."""
        longest = min(len(self.order), cards_size(hand))
        return [move for size in range(self.minimum, longest + 1) for move in self.of_size(action, hand, size)]


FormMaker = SameRank | Consecutive


def finder(action: str, form: FormMaker) -> Callable[[Cards, int | None], tuple[FormMove, ...]]:
    """Return a function of hand and size (None: any) that gives all moves of `action` in this form, remembered."""

    @lru_cache(maxsize=4096)
    def find(hand: Cards, size: int | None) -> tuple[FormMove, ...]:
        return tuple(form.of_any_size(action, hand) if size is None else form.of_size(action, hand, size))

    return find
