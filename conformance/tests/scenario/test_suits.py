"""Scenarios that write cards by rank alone, in a game whose pack tells suits apart: Daifugō, among the neighbours.

There are four suits, ♣ ♦ ♥ ♠ in this order, one card of each rank in each, and two jokers.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mocsar_conformance.claims import Claim
from mocsar_conformance.coverage.walk import Walker
from mocsar_conformance.runner import Case, cases
from mocsar_conformance.scenario.applies import lacking
from mocsar_conformance.scenario.hold import disagreements
from mocsar_conformance.scenario.load import load_scenarios, read_scenario
from mocsar_conformance.scenario.model import LegalStep, Scenario
from mocsar_conformance.scenario.script import Turn, build_script
from mocsar_conformance.scenario.suits import fitted
from mocsar_reference import Game, Rulebook, load_rulebook
from mocsar_reference.load import read_yaml

DAIFUGO = Path(__file__).parents[3] / "spec" / "variants" / "neighbours" / "daifugo"
HEAD = "id: house/example\ntitle: {en: A, hu: A}\nrules: [play.one-rank]\n"


@pytest.fixture(scope="module")
def daifugo() -> Rulebook:
    return load_rulebook(overlays=[DAIFUGO])


@pytest.fixture(scope="module")
def game(daifugo: Rulebook) -> Game:
    return daifugo.game("daifugo")


def scenario(book: Rulebook, hands: str, rest: str = "steps: []\n", given: str = "leader: Anna") -> Scenario:
    text = f"{HEAD}given:\n  hands: {{{hands}}}\n  {given}\n{rest}"
    return read_scenario(read_yaml(text, "scenario"), book)


def dealt(one: Scenario, game: Game) -> dict[str, str]:
    return {name: " ".join(cards) for name, cards in (fitted(one, game).given.hands or {}).items()}


def turns(one: Scenario, book: Rulebook) -> tuple[Turn, ...]:
    return build_script(one, book, book.setting("daifugo")).turns


def cards(turn: Turn) -> str:
    return " ".join(turn.request["action"]["cards"])


def faults(one: Scenario, game: Game) -> list[str]:
    return [f"{each.code} {each.message}" for each in disagreements(one, game)]


# ---- what is dealt ---------------------------------------------------------------------------------------------------


def test_each_player_has_a_suit_of_his_own_as_far_as_the_ranks_of_his_hand_are_single(
    daifugo: Rulebook, game: Game
) -> None:
    found = dealt(scenario(daifugo, "Anna: 5 9 K, Bea: 5 7 A, Csaba: 4 4 Q"), game)
    assert found == {"Anna": "5c 9c Kc", "Bea": "5d 7d Ad", "Csaba": "4h 4s Qh"}


def test_further_cards_of_a_rank_wait_until_everybody_has_one_of_his_own_suit(daifugo: Rulebook, game: Game) -> None:
    found = dealt(scenario(daifugo, "Anna: 3 3 3 4, Bea: 3 4, Csaba: 6"), game)
    assert found == {"Anna": "3c 3h 3s 4c", "Bea": "3d 4d", "Csaba": "6h"}


def test_a_fifth_player_has_a_suit_in_which_all_his_ranks_are_left(daifugo: Rulebook, game: Game) -> None:
    found = dealt(scenario(daifugo, "Anna: 5, Bea: 6, Csaba: 7, Dani: 8, Edit: 5 6"), game)
    assert found["Edit"] == "5h 6h"  # the 5♣ is Anna's, the 6♦ Bea's


def test_cards_written_with_suits_stay_and_jokers_have_none(daifugo: Rulebook, game: Game) -> None:
    found = dealt(scenario(daifugo, "Anna: 5d 6 Jk, Bea: 5 6 Jk, Csaba: 9"), game)
    assert found == {"Anna": "5d 6c joker", "Bea": "5h 6h joker", "Csaba": "9h"}  # the 5♦ is no longer there for Bea


def test_a_pack_has_suits_as_if_it_were_dealt_round(daifugo: Rulebook, game: Game) -> None:
    text = f"{HEAD}given:\n  players: [Anna, Bea, Csaba]\n  pack: 3 4 5 3 6 5\n  leader: Anna\nsteps: []\n"
    one = read_scenario(read_yaml(text, "scenario"), daifugo)
    assert fitted(one, game).given.pack == ("3c", "4d", "5h", "3d", "6d", "5s")


def test_what_is_written_with_suits_throughout_is_left_alone(daifugo: Rulebook, game: Game) -> None:
    one = scenario(daifugo, "Anna: 5c 5d, Bea: 6c, Csaba: 7c", "steps:\n- {legal: {Anna: {count: 3}}}\n")
    assert fitted(one, game) is one


def test_more_cards_of_a_rank_than_the_pack_has_are_told_by_rank(daifugo: Rulebook, game: Game) -> None:
    assert lacking(scenario(daifugo, "Anna: 3 3 3, Bea: 3 3, Csaba: 4"), game) == "it deals 5 × 3, and the pack has 4"
    assert lacking(scenario(daifugo, "Anna: Jk Jk, Bea: Jk, Csaba: 4"), game) == "it deals 3 × Jk, and the pack has 2"


def test_the_projects_scenarios_lack_no_cards_but_those_of_which_the_pack_has_too_few(
    daifugo: Rulebook, game: Game
) -> None:
    """Those that write suits themselves are left out."""
    pack = Counter(dict.fromkeys(game.plan.ranks, 4) | {"joker": 2})
    for each in load_scenarios(None, daifugo):
        most: Counter[str] = Counter()
        for deal in each.deals:
            most |= Counter(deal.cards())
        if most.keys() <= pack.keys():
            assert (lacking(each, game) is None) == (most <= pack), each.id
            if most <= pack:
                assert all(Counter(deal.cards()) <= Counter(game.pack(3)) for deal in fitted(each, game).deals), each.id


# ---- what is done ----------------------------------------------------------------------------------------------------


def test_a_run_from_one_hand_is_of_one_suit(daifugo: Rulebook, game: Game) -> None:
    steps = "steps:\n- {Anna: play 3 4 5}\n- {Bea: play 6 7 8}\nthen: {turn: Csaba, table: {form: suit-run, rank: 6}}\n"
    one = scenario(daifugo, "Anna: 3 4 5 9, Bea: 6 6 7 8 9, Csaba: 6 8", steps)
    assert faults(one, game) == []
    assert [cards(turn) for turn in turns(one, daifugo)[1:3]] == ["3c 4c 5c", "6d 7d 8d"]


def test_a_hand_is_looked_at_as_it_is_when_the_cards_are_named(daifugo: Rulebook) -> None:
    steps = "steps:\n- {Anna: play 5}\n- {Bea: pass}\n- {Csaba: pass}\n- {Anna: play 5}\n"
    found = turns(scenario(daifugo, "Anna: 5 5 9, Bea: 6, Csaba: 7", steps), daifugo)
    assert (cards(found[1]), cards(found[4])) == ("5c", "5d")
    assert found[4].text == "Anna: play 5d"
    assert found[4].expected["answer"] == "accepted"


def test_a_run_is_named_in_another_suit_than_the_players_own_where_he_holds_it_so(daifugo: Rulebook) -> None:
    steps = "steps:\n- {Anna: play 5 6 7}\n"
    found = turns(scenario(daifugo, "Anna: 5 5s 6s 7s 9, Bea: 8, Csaba: 8", steps), daifugo)
    assert cards(found[1]) == "5s 6s 7s"


def test_cards_that_are_not_held_are_others_of_the_pack(daifugo: Rulebook, game: Game) -> None:
    steps = "steps:\n- {Anna: play 5 5 5, refused: cards-not-held}\n- {Anna: play 6, refused: cards-not-held}\n"
    one = scenario(daifugo, "Anna: 5 9, Bea: 5, Csaba: 7", steps)
    assert [cards(turn) for turn in turns(one, daifugo)[1:3]] == ["5c 5d 5h", "6c"]
    assert faults(one, game) == []


def test_more_cards_can_be_named_than_the_pack_has(daifugo: Rulebook, game: Game) -> None:
    one = scenario(
        daifugo, "Anna: 5 9, Bea: 6, Csaba: 7", "steps:\n- {Anna: play 5 5 5 5 5, refused: cards-not-held}\n"
    )
    assert Counter(turns(one, daifugo)[1].request["action"]["cards"]).keys() == {"5c", "5d", "5h", "5s"}
    assert faults(one, game) == []


def test_beside_a_card_with_a_suit_a_rank_means_another(daifugo: Rulebook) -> None:
    found = turns(scenario(daifugo, "Anna: 5c 5d 9, Bea: 6, Csaba: 7", "steps:\n- {Anna: play 5c 5}\n"), daifugo)
    assert cards(found[1]) == "5c 5d"


def test_a_request_keeps_its_rank_and_a_gift_in_the_exchange_is_named_from_the_hand_then(
    daifugo: Rulebook, game: Game
) -> None:
    """Dani pays a joker and of his twos the ♠; Csaba pays of his three aces the ♠."""
    steps = """steps:
- {Anna: give 3 2}
- {Bea: give A}
then: {phase: playing, hands: {Anna: 4 Jk, Bea: 3 4, Csaba: 5 A A A, Dani: 3 7 2 2}}
"""
    hands = "Anna: 3 4, Bea: 3 4, Csaba: A A A 5, Dani: Jk 2 2 7"
    one = scenario(daifugo, hands, steps, "standing: [Anna, Bea, Csaba, Dani]")
    found = turns(one, daifugo)
    assert [cards(turn) for turn in found[1:3]] == ["3c 2s", "As"]
    assert faults(one, game) == []
    assert found[3].stated["view"]["hands"]["Dani"] == ["3c", "7s", "2c", "2s"]


# ---- what is legal ---------------------------------------------------------------------------------------------------

PAIR = "Anna: 5 5 9, Bea: 6, Csaba: 7"
"""Anna leads, and may play a five (♣ or ♦), both, or the nine; whoever leads may not pass."""


def claiming(book: Rulebook, claim: str) -> Scenario:
    return scenario(book, PAIR, f"steps:\n- {{legal: {{Anna: {claim}}}}}\n")


def test_all_legal_actions_by_rank_are_all_legal_actions(daifugo: Rulebook, game: Game) -> None:
    one = claiming(daifugo, "[play 5, play 5 5, play 9]")
    assert faults(one, game) == []
    turn = turns(one, daifugo)[1]
    stated = {" ".join(each["cards"]) for each in turn.stated["actions"]}
    assert stated == {"5c", "5d", "5c 5d", "9c"}


def test_a_legal_action_that_is_not_listed_by_rank_is_told(daifugo: Rulebook, game: Game) -> None:
    assert faults(claiming(daifugo, "[play 5, play 9]"), game) == ["C034 legal for Anna, and not listed: play 5c 5d"]


def test_an_action_listed_by_rank_that_is_not_legal_in_any_suits_is_told(daifugo: Rulebook, game: Game) -> None:
    found = faults(claiming(daifugo, "[play 5, play 5 5, play 9, pass, play 9 9]"), game)
    assert [each.partition(" is stated")[0] for each in found] == ["C034 'pass'", "C034 'play 9 9'"]


def test_what_is_included_is_legal_in_some_suits_and_what_is_excluded_in_none(daifugo: Rulebook, game: Game) -> None:
    assert faults(claiming(daifugo, "{includes: [play 5, play 5 5], excludes: [play 5 9, play 5 5 5]}"), game) == []
    assert faults(claiming(daifugo, "{includes: [play 5 9]}"), game) != []
    assert faults(claiming(daifugo, "{excludes: [play 5]}"), game) == [
        "C034 'play 5' is stated not to be legal for Anna, and is"
    ]


def test_a_run_is_legal_in_whatever_suit_it_is_one(daifugo: Rulebook, game: Game) -> None:
    """The first five and the six that Anna holds make no run of one suit with the 7♠; others of hers do."""
    one = scenario(
        daifugo, "Anna: 5c 5s 6c 6s 7s, Bea: 8, Csaba: 8", "steps:\n- {legal: {Anna: {includes: [play 5 6 7]}}}\n"
    )
    assert faults(one, game) == []


def test_a_number_of_legal_actions_says_nothing_where_cards_are_dealt_by_rank(daifugo: Rulebook, game: Game) -> None:
    """By rank there are three, with suits four."""
    one = claiming(daifugo, "{count: 3}")
    assert faults(one, game) == []
    step = fitted(one, game).steps[0]
    assert isinstance(step, LegalStep)
    assert step.claims[0].count is None
    with_suits = scenario(daifugo, "Anna: 5c 5d 9c, Bea: 6d, Csaba: 7h", "steps:\n- {legal: {Anna: {count: 3}}}\n")
    found = [each.partition(":")[0] for each in faults(with_suits, game)]
    assert found == ["C034 the number of legal actions of Anna is stated to be 3, and is 4"]


# ---- what is seen ----------------------------------------------------------------------------------------------------


def seeing(book: Rulebook, cards: str) -> Scenario:
    return scenario(book, "Anna: 5 9 Jk, Bea: 6, Csaba: 7", f"steps: []\nthen: {{hands: {{Anna: {cards}}}}}\n")


@pytest.mark.parametrize("stated", ["9 5 Jk", "5c 9 Jk", "5c 9c Jk"])
def test_cards_are_seen_by_rank_where_they_are_stated_so(daifugo: Rulebook, game: Game, stated: str) -> None:
    one = seeing(daifugo, stated)
    assert faults(one, game) == []
    assert turns(one, daifugo)[-1].stated["view"] == {"hands": {"Anna": ["5c", "9c", "joker"]}}


@pytest.mark.parametrize("stated", ["5 K Jk", "5d 9 Jk", "5 9", "5 9 9 Jk"])
def test_other_cards_than_stated_are_told_as_they_are_stated(daifugo: Rulebook, game: Game, stated: str) -> None:
    assert faults(seeing(daifugo, stated), game) == [f"C033 'hands.Anna' is stated to be {stated}, and is 5c 9c Jk"]


# ---- the project's scenarios -----------------------------------------------------------------------------------------


def test_a_scenario_that_comes_out_otherwise_cannot_know_the_overlay(daifugo: Rulebook) -> None:
    """Daifugō calls its runs otherwise, and its sets as the project does."""
    setting = daifugo.setting("daifugo")
    found: dict[str, Case] = {
        case.scenario.id: case
        for case in cases(
            daifugo, load_scenarios(None, daifugo), [Claim(setting, frozenset(setting.values))], [DAIFUGO]
        )
    }
    assert found["options/joker-fills-a-gap"].script is None
    assert found["options/joker-fills-a-gap"].skipped == "it cannot know daifugo, whose overlay changes rules"
    assert found["trick/cards-are-laid-aside"].script is not None


def test_what_a_scenario_exercises_is_found_with_suits_too(daifugo: Rulebook) -> None:
    one = scenario(daifugo, "Anna: 3 4 5 9, Bea: 6, Csaba: 7", "steps:\n- {Anna: play 3 4 5}\n- {Bea: pass}\n")
    found = Walker(daifugo, daifugo.setting("daifugo")).exercised(one)
    assert "allows:daifugo.one-suit/one-suit" in found
