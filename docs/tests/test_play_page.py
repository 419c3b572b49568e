"""The page that teaches a first deal: its example is played by the rulebook, and both languages tell the same trick."""

from __future__ import annotations

import re

import pytest

from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference import Action

PASSES = {"en": "passes", "hu": "passz"}
ROW = re.compile(r"^\s*\| (?P<player>\w+) \| (?:\{cards (?P<cards>[^{}]+)\}|(?P<word>\w+)) \|", re.MULTILINE)

Steps = list[tuple[str, str]]


def steps(material: Material, lang: str) -> Steps:
    """Return who plays what, as scenarios write cards; an empty text is a pass."""
    text = material.handwritten[lang]["play"].text
    rows = [each for each in ROW.finditer(text) if each["cards"] or each["word"] == PASSES[lang]]
    return [(each["player"], each["cards"] or "") for each in rows]


def test_the_trick_is_the_same_in_both_languages(material: Material) -> None:
    first, *others = (steps(material, lang) for lang in LANGUAGES)
    assert len(first) > 5
    assert all(each == first for each in others)


def test_the_trick_is_legal_and_won_by_the_last_to_play(material: Material) -> None:
    by_card = {rank.card: rank.id for rank in material.contents.ranks.values()}
    told = [(name, [by_card[each] for each in cards.split()]) for name, cards in steps(material, "en")]
    players = list(dict.fromkeys(name for name, _ in told))
    hands = {player: ["3", *(card for name, cards in told if name == player for card in cards)] for player in players}
    game = material.rulebook.game("kollar")
    state = game.start(players, hands=hands, chance={"leader": players[0]})
    for number, (name, cards) in enumerate(told):
        assert game.view(state)["table"] is not None or number == 0, "the trick ended before its last row"
        state, _ = game.apply(state, name, Action("play", tuple(cards)) if cards else Action("pass"))
    winner = [name for name, cards in told if cards][-1]
    view = game.view(state)
    assert (view["turn"], view.get("table")) == (winner, None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_page_calls_illegal_and_legal_is_so(material: Material, lang: str) -> None:
    """On two nines: two tens and two aces go, and two nines, one ten and three tens do not."""
    text = material.handwritten[lang]["play"].text
    assert all(
        each in text for each in ("{cards 10 10}", "{cards A A}", "{cards 9 9}", "{cards 10}", "{cards 10 10 10}")
    )
    game = material.rulebook.game("kollar")
    hands = {"Anna": ["9", "9", "3"], "Bea": ["9", "9", "10", "10", "10", "A", "A"], "Csaba": ["3"]}
    state = game.start(list(hands), hands=hands, chance={"leader": "Anna"})
    state, _ = game.apply(state, "Anna", Action("play", ("9", "9")))
    tried = {
        cards: game.judge(state, "Bea", Action("play", tuple(cards.split()))).accepted
        for cards in ("10 10", "A A", "9 9", "10", "10 10 10")
    }
    assert tried == {"10 10": True, "A A": True, "9 9": False, "10": False, "10 10 10": False}
