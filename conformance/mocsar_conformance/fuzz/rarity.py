"""How often what has been seen: what has hardly been seen is sought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable


class Rarity:
    """Counts features of a run. What is noted counts only from the next `settle` on, so that a round goes alike."""

    def __init__(self) -> None:
        self._settled: Counter[Hashable] = Counter()
        self._new: Counter[Hashable] = Counter()

    def note(self, features: Iterable[Hashable]) -> None:
        """Count features that have been seen."""
        self._new.update(features)

    def settle(self) -> None:
        """Let what was noted count."""
        self._settled.update(self._new)
        self._new.clear()

    def weight(self, features: Iterable[Hashable]) -> float:
        """Return how much something is worth a try: 1 where one of its features has never been seen, else less."""
        return max((1.0 / (1.0 + self._settled[each] ** 0.6) for each in features), default=1.0)
