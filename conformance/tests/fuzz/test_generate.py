"""Random games reach what is rare and what is illegal, and bytes mean the same game each time."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mocsar_conformance.fuzz.choices import Choices
from mocsar_conformance.fuzz.generate import Generated, Generator, Limits, special_cards
from mocsar_conformance.fuzz.misses import WAYS
from mocsar_conformance.fuzz.plan import Act, Ask, Next, Plan
from mocsar_conformance.fuzz.rarity import Rarity
from mocsar_conformance.fuzz.referee import turns
from mocsar_reference import Rulebook

from .conftest import ALL


def games(book: Rulebook, setting: str, number: int, capabilities: frozenset[str] = ALL) -> list[Generated]:
    rarity = Rarity()
    generator = Generator(book.game(setting), capabilities, Limits((3, 7)), rarity)
    random = Random(7)
    made: list[Generated] = []
    for index in range(number):
        game = generator.game(random.randbytes(320))
        assert game is not None
        rarity.note(game.features)
        if index % 20 == 0:
            rarity.settle()
        made.append(game)
    return made


@pytest.fixture(scope="module")
def kollar(book: Rulebook) -> list[Generated]:
    return games(book, "kollar", 80)


def reasons(made: list[Generated]) -> Counter[str]:
    return Counter(turn.failed[0].reason for game in made for turn in game.turns if turn.failed)


def test_every_reason_of_the_variant_for_a_refusal_is_met(kollar: list[Generated]) -> None:
    for reason in ("not-now", "not-your-turn", "cards-not-held", "not-a-set", "other-number", "not-higher"):
        assert reasons(kollar)[reason] > 2, reason
    for reason in ("must-lead", "nothing-owed", "wrong-number"):
        assert reasons(kollar)[reason] > 0, reason


def test_every_way_to_miss_is_tried(kollar: list[Generated]) -> None:
    tried = {
        feature[1] for game in kollar for feature in game.features if isinstance(feature, tuple) and feature[0] == "way"
    }
    assert tried == set(WAYS)


def test_deals_follow_each_other_and_some_games_begin_after_a_deal(kollar: list[Generated]) -> None:
    assert any(isinstance(step, Next) for game in kollar for step in game.plan.steps)
    assert any(game.plan.standing for game in kollar)
    assert any(not game.plan.standing for game in kollar)


def test_legal_moves_are_asked_for_only_of_those_who_can_list_them(book: Rulebook, kollar: list[Generated]) -> None:
    assert any(isinstance(step, Ask) for game in kollar for step in game.plan.steps)
    without = games(book, "kollar", 10, ALL - {"legal"})
    assert not any(isinstance(step, Ask) for game in without for step in game.plan.steps)


def test_wild_cards_are_played_with_others_and_named_in_any_order(kollar: list[Generated]) -> None:
    plays = [
        step.action.cards
        for game in kollar
        for step, turn in zip(game.plan.steps, game.turns[1:], strict=True)
        if isinstance(step, Act) and turn.expected["answer"] == "accepted" and "2" in step.action.cards
    ]
    assert any(cards[0] == "2" and set(cards) != {"2"} for cards in plays)
    assert any(cards[-1] == "2" and set(cards) != {"2"} for cards in plays)


def test_revolutions_happen_where_there_are_any(book: Rulebook) -> None:
    events = Counter(
        event for game in games(book, "elnok-forradalom", 60) for turn in game.turns for event in turn.events
    )
    assert events["revolution"] > 2


def test_nobody_is_dealt_no_card(kollar: list[Generated]) -> None:
    for game in kollar:
        for dealing in game.plan.dealings:
            assert dealing.hands is None or all(dealing.hands.values())


def test_a_subject_that_cannot_deal_hands_gets_packs_in_an_order(book: Rulebook) -> None:
    for game in games(book, "kollar", 4, frozenset({"pack"})):
        whole = sorted(book.game("kollar").pack(len(game.plan.players)))
        assert all(sorted(dealing.pack or ()) == whole for dealing in game.plan.dealings)


def test_the_same_bytes_mean_the_same_game_and_it_can_be_written_down(book: Rulebook) -> None:
    data = Random(3).randbytes(320)
    first, again = (Generator(book.game("kollar"), ALL, Limits((3, 7)), Rarity()).game(data) for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.plan == again.plan == Plan.from_json(first.plan.to_json())
    assert list(turns(first.plan, book.game("kollar"))) == first.turns


def test_no_bytes_mean_a_game_without_steps(book: Rulebook) -> None:
    game = Generator(book.game("kollar"), ALL, Limits((3, 7)), Rarity()).game(b"")
    assert game is not None
    assert game.plan.steps == ()


def test_special_cards_are_those_that_toggles_name_and_the_ends_of_the_order(book: Rulebook) -> None:
    assert special_cards(book.game("kollar"), 3) == ["3", "2", "joker"]


def test_zeros_choose_the_first() -> None:
    choices = Choices(bytes(8))
    assert choices.below(300) == choices.weighted([1.0, 9.0]) == 0
    assert choices.one_of("ab") == "a"
    assert not choices.happens(99)


def test_what_has_been_seen_weighs_less_from_the_next_round_on() -> None:
    rarity = Rarity()
    rarity.note(["a"] * 20)
    assert rarity.weight(["a"]) == 1.0
    rarity.settle()
    assert rarity.weight(["a"]) < 0.2
    assert rarity.weight(["a", "b"]) == 1.0
