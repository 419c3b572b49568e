"""Choices read from a string of bytes, so that whoever makes the bytes smaller makes the choices simpler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Makes choices. Zeros, and what lies beyond the end, choose the first of everything."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def exhausted(self) -> bool:
        """Whether all bytes have been used."""
        return self._at >= len(self._data)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        if bound <= 1:
            return 0
        value = self._byte()
        if bound > 256:
            value = value << 8 | self._byte()
        return value % bound

    def happens(self, percent: int) -> bool:
        """Return True in about so many of a hundred cases; False for zero."""
        return self._byte() >= 256 - percent * 256 // 100

    def one_of(self, values: Sequence[T]) -> T:
        """Return one of the values, each as likely."""
        return values[self.below(len(values))]

    def weighted(self, weights: Sequence[float]) -> int:
        """Return an index, each as likely as its weight says."""
        if len(weights) == 1:
            return 0
        point = self._byte() / 256 * sum(weights)
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        return 0

    def _byte(self) -> int:
        at, self._at = self._at, self._at + 1
        return self._data[at] if at < len(self._data) else 0
