"""Cards by their ids: a rank alone, a rank in a suit, and what is neither."""

from __future__ import annotations

import pytest

from mocsar_reference import Rulebook, split_card


@pytest.mark.parametrize(
    ("card", "parts"),
    [
        ("10", ("10", None)),
        ("10h", ("10", "h")),
        ("joker", ("joker", None)),
        ("jokers", ("joker", "s")),
        ("h", ("h", None)),
        ("Xh", ("Xh", None)),
        ("10x", ("10x", None)),
        ("", ("", None)),
    ],
)
def test_a_card_is_a_rank_and_maybe_a_suit(rulebook: Rulebook, card: str, parts: tuple[str, str | None]) -> None:
    contents = rulebook.contents
    assert split_card(card, contents.ranks, contents.suits) == contents.split_card(card) == parts


def test_every_card_of_a_pack_with_suits_splits_into_what_it_is_made_of(rulebook: Rulebook) -> None:
    contents = rulebook.contents
    for rank in contents.ranks:
        for suit in contents.suits:
            assert contents.split_card(rank + suit) == (rank, suit)
