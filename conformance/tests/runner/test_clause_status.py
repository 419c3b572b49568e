"""A clause that several games share rests, in each of them, on what its own source says."""

from __future__ import annotations

import pytest

from mocsar_reference import Rulebook


@pytest.mark.parametrize(
    ("clause", "variant", "status"),
    [
        ("going-out", "kollar", "stated"),  # ¶5 says how places are won
        ("going-out", "kollar-one-lap", "stated"),  # which extends it
        ("going-out", "elnok", "reading"),  # the page on Elnök is silent
        ("trick.ends.pass-goes-round", "jekely-farago", "stated"),  # Jékely: the pass must go round
        ("trick.ends.pass-goes-round", "kollar", "reading"),  # whose words say one lap
        ("revolution.at-once", "elnok-forradalom", "stated"),
        ("revolution.at-once", "elnok-nyugati", "reading"),  # extends it, and the page does not say so of this form
        ("game.in-and-out", "kollar", None),  # a definition rests on nothing
    ],
)
def test_what_a_clause_rests_on_depends_on_the_game(
    book: Rulebook, clause: str, variant: str, status: str | None
) -> None:
    contents = book.contents
    assert book.setting(variant).clause_status(contents.clauses[clause], contents) == status
