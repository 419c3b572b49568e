"""Which cards there are of each rank, where a game tells suits apart."""

from __future__ import annotations

from collections.abc import Iterable

from mocsar_reference import Game


class Kinds:
    """The cards of a game whose rank is not all that tells them apart: of a game without suits there are none."""

    def __init__(self, game: Game) -> None:
        plan = game.plan
        self.of: dict[str, tuple[str, ...]] = {}
        """The cards of each rank that comes in suits, by rank id, in the order of the suits."""
        for place, rank in enumerate(plan.ranks[: plan.in_pack] if plan.suits > 1 else ()):
            cards = tuple(filter(None, plan.kinds[place * plan.suits : (place + 1) * plan.suits]))
            if rank not in cards:
                self.of[rank] = cards
        self._ranks = {card: rank for rank, cards in self.of.items() for card in cards}

    def bare(self, cards: Iterable[str]) -> list[str]:
        """Return those of some cards that are written by rank alone and come in suits."""
        return [card for card in cards if card in self.of]

    def rank(self, card: str) -> str:
        """Return the rank of a card that has a suit; any other as it is."""
        return self._ranks.get(card, card)

    def turned(self, rank: str, first: int) -> tuple[str, ...]:
        """Return the cards of a rank, from the suit of this number on round to the one before it."""
        cards = self.of[rank]
        first %= len(cards)
        return cards[first:] + cards[:first]
