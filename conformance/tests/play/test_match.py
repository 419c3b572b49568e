"""Matches, players, moves in words and the drawing, each by itself."""

from __future__ import annotations

import random

import pytest

from mocsar_conformance.draw import cards_text, situation
from mocsar_conformance.match.match import Dealt, Done, Ended, Match
from mocsar_conformance.match.moves import SHOWN, MoveReader, move_lines, ordered
from mocsar_conformance.match.players import PLAYERS, simply, who_acts
from mocsar_reference import Action, MocsarError, Rulebook

HANDS = {"Anna": ["5", "9"], "Bea": ["7", "7", "8", "2", "joker"], "Csaba": ["8", "K"]}


def test_the_deals_do_not_depend_on_what_the_players_do(rulebook: Rulebook) -> None:
    packs = []
    for others in PLAYERS:
        match = Match(rulebook.game("kollar"), ["Anna", "Bea", "Csaba"], 1)
        rnd = random.Random(1)
        choose = PLAYERS[others](match.game, rnd)
        match.deal()
        while not match.deal_is_over:
            player = who_acts(match.game, match.state, rnd)
            assert player is not None
            match.act(player, choose(match.state, player))
        packs.append([match.log[0], match.deal()])
    assert [each.pack for each in packs[0]] == [each.pack for each in packs[1]]  # type: ignore[union-attr]


def test_the_log_has_deals_actions_refusals_and_ends(rulebook: Rulebook) -> None:
    match = Match(rulebook.game("elnok"), ["Anna", "Bea", "Csaba"], 1)
    match.deal()
    leader = match.game.view(match.state)["leader"]
    match.act(leader, Action("pass"))
    rnd = random.Random(1)
    while not match.deal_is_over:
        player = who_acts(match.game, match.state, rnd)
        assert player is not None
        match.act(player, rnd.choice(match.game.legal(match.state, player)))
    assert isinstance(match.log[0], Dealt)
    assert match.log[1] == Done(leader, Action("pass"), "must-lead", ("lead.no-pass",))
    assert isinstance(match.log[-1], Ended)


def test_a_deal_begins_only_after_the_one_before(rulebook: Rulebook) -> None:
    match = Match(rulebook.game("kollar"), ["Anna", "Bea", "Csaba"], 1)
    with pytest.raises(ValueError, match="no deal has begun"):
        _ = match.state
    match.deal()
    with pytest.raises(MocsarError) as error:
        match.deal()
    assert error.value.diagnostics[0].code == "R905"


def test_the_simple_player_beats_with_the_lowest_and_keeps_the_high_cards(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    state = game.start(list(HANDS), hands=HANDS, chance={"leader": "Anna"})
    state, _ = game.apply(state, "Anna", Action("play", ("5",)))
    assert simply(game, random.Random(1))(state, "Bea") == Action("play", ("7",))


def test_the_simple_player_leads_as_many_low_cards_as_there_are(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    state = game.start(list(HANDS), hands=HANDS, chance={"leader": "Bea"})
    assert simply(game, random.Random(1))(state, "Bea") == Action("play", ("7", "7"))


def test_moves_are_numbered_in_the_packs_order_and_long_rows_are_cut(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    hands = {"Anna": [*game.pack(3)[::3]], "Bea": ["3"], "Csaba": ["4"]}
    state = game.start(list(hands), hands=hands, chance={"leader": "Anna"})
    actions = ordered(game, state, "Anna")
    sizes = [len(each.cards) for each in actions]
    assert sizes == sorted(sizes)
    text = "\n".join(move_lines(actions, game.contents, "en"))
    assert "    1 ×  [1] 3   [2] 4" in text
    longest = max(sizes.count(size) for size in set(sizes))
    assert f"… and {longest - SHOWN} more, up to " in text


@pytest.mark.parametrize(
    ("lang", "text", "cards"),
    [("en", "play j JK joker", ("J", "joker", "joker")), ("hu", "play b D á", ("J", "Q", "A"))],
)
def test_cards_are_read_as_they_are_shown(rulebook: Rulebook, lang: str, text: str, cards: tuple[str, ...]) -> None:
    assert MoveReader(rulebook.contents, lang).read(text) == Action("play", cards)


def test_hidden_hands_are_drawn_as_numbers(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    state = game.start(list(HANDS), hands=HANDS, chance={"leader": "Anna"})
    lines = list(situation(game.view(state, "Anna"), game.contents, "en"))
    assert lines[:3] == ["→ Anna   5 9", "  Bea    (5 cards)", "  Csaba  (2 cards)"]


def test_a_card_with_a_suit_is_drawn_with_it(rulebook: Rulebook) -> None:
    assert cards_text(["Jh", "10c", "joker", "?"], rulebook.contents, "hu") == "B♥ 10♣ joker ?"
