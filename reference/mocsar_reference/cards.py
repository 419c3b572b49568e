"""What a card's id says: its rank, and its suit where it names one."""

from __future__ import annotations

from collections.abc import Container


def split_card(card: str, ranks: Container[str], suits: Container[str]) -> tuple[str, str | None]:
    """Return rank and suit of a card, by id: `10h` is 10 and h; the suit is None where the card names none.

    A card that is neither a rank nor a rank with a suit is returned as it is, without a suit. `ranks` and `suits` may
    as well be the signs that people write: a rulebook has no rank that is written as another one with a suit (R015).

    >>> split_card("10h", {"10", "joker"}, {"h"}), split_card("joker", {"10", "joker"}, {"h"})
    (('10', 'h'), ('joker', None))
    """
    if card not in ranks and card[:-1] in ranks and card[-1:] in suits:
        return card[:-1], card[-1:]
    return card, None
