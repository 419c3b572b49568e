"""One small rulebook for each hard thing: it is accepted, nothing is found wrong with it, and it plays as it says.

Every rulebook is the base and one overlay of YAML; what is expected here follows from the overlay's own sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from mocsar_reference import Action, Game, State, load_rulebook
from mocsar_reference.check import check_rulebook

from .conftest import RULEBOOKS

Small = Callable[..., Game]
OVERLAYS = sorted(path.name for path in RULEBOOKS.iterdir() if path.name != "base")
PLAYERS = ("Anna", "Bea", "Csaba")


def act(text: str) -> Action:
    do, *cards = text.split()
    return Action(do, rank=cards[0]) if do == "request" else Action(do, tuple(cards))


class Table:
    """A game being played: `does` plays on, `refuses` checks that nothing is played and what it is called."""

    def __init__(
        self, game: Game, hands: Mapping[str, str], leader: str = "Anna", places: tuple[str, ...] = ()
    ) -> None:
        self.game = game
        self.leader = leader
        given = {"places": list(places)} if places else {}
        self.state: State = game.start(tuple(hands), hands=split(hands), chance={"leader": leader}, given=given)

    def does(self, player: str, text: str) -> tuple[str, ...]:
        self.state, events = self.game.apply(self.state, player, act(text))
        return events

    def play(self, *steps: str) -> None:
        for step in steps:
            player, _, text = step.partition(": ")
            self.does(player, text)

    def refuses(self, player: str, text: str) -> str | None:
        return self.game.judge(self.state, player, act(text)).reason

    def deal(self, hands: Mapping[str, str]) -> None:
        self.state = self.game.next_deal(self.state, hands=split(hands), chance={"leader": self.leader})

    def sees(self, entry: str) -> object:
        return self.game.view(self.state)[entry]

    def hand(self, player: str) -> str:
        return " ".join(self.game.view(self.state)["hands"][player])

    def legal(self, player: str) -> list[str]:
        return [str(action) for action in self.game.legal(self.state, player)]


def split(hands: Mapping[str, str]) -> dict[str, list[str]]:
    return {player: cards.split() for player, cards in hands.items()}


@pytest.mark.parametrize("overlay", [None, *OVERLAYS])
def test_nothing_is_wrong_with_the_rulebook(overlay: str | None) -> None:
    rulebook = load_rulebook(RULEBOOKS / "base", [RULEBOOKS / overlay] if overlay else [])
    assert check_rulebook(rulebook) == []


class TestPaymentByRequest:
    @pytest.fixture
    def table(self, small: Small) -> Table:
        hands = {"Anna": "3 4", "Bea": "5 6", "Csaba": "6 X X"}
        return Table(small("request"), hands, places=("Anna", "Bea", "Csaba"))

    def test_what_is_asked_for_is_given(self, table: Table) -> None:
        assert table.does("Anna", "request X") == ()
        assert (table.hand("Anna"), table.hand("Csaba")) == ("3 4 X", "6 X")
        assert table.sees("asks") == {"Anna": 1}

    def test_what_the_other_lacks_is_answered_so_and_may_not_be_asked_again(self, table: Table) -> None:
        assert table.does("Anna", "request 7") == ("lacks",)
        assert table.hand("Csaba") == "6 X X"
        assert table.sees("asks") == {"Anna": 2}
        assert table.refuses("Anna", "request 7") == "lacking"

    def test_one_may_stop_early_and_then_play_begins(self, table: Table) -> None:
        table.play("Anna: request 6", "Anna: done")
        assert (table.sees("phase"), table.sees("turn")) == ("playing", "Anna")

    def test_nobody_else_may_ask(self, table: Table) -> None:
        assert table.refuses("Bea", "request X") == "nothing-to-ask"
        assert table.legal("Bea") == []

    def test_every_rank_may_be_named_whether_the_other_has_it_or_not(self, table: Table) -> None:
        assert table.legal("Anna") == [*(f"request {rank}" for rank in "34567X"), "done"]


class TestForcedPaymentWithReturn:
    @pytest.fixture
    def table(self, small: Small) -> Table:
        hands = {"Anna": "3 4", "Bea": "5 6", "Csaba": "6 7 X"}
        return Table(small("forced"), hands, places=("Anna", "Bea", "Csaba"))

    def test_the_best_cards_move_by_themselves(self, table: Table) -> None:
        assert (table.hand("Anna"), table.hand("Csaba")) == ("3 4 7 X", "6")
        assert (table.sees("phase"), table.sees("owed")) == ("returning", {"Anna": 2})

    def test_as_many_come_back_and_then_play_begins(self, table: Table) -> None:
        assert table.refuses("Anna", "give 3") == "wrong-number"
        assert table.refuses("Bea", "give 5 6") == "nothing-owed"
        assert table.refuses("Anna", "play 3") == "not-now"
        table.play("Anna: give 3 7")
        assert (table.hand("Anna"), table.hand("Csaba")) == ("4 X", "3 6 7")
        assert (table.sees("phase"), table.sees("turn")) == ("playing", "Anna")


class TestRunWithAFiller:
    @pytest.fixture
    def table(self, small: Small) -> Table:
        return Table(small("runs"), {"Anna": "3 4 6 7 X", "Bea": "4 5 6", "Csaba": "5 6 7 X"})

    def test_a_filler_closes_a_gap(self, table: Table) -> None:
        table.play("Anna: play 4 6 X")
        assert table.sees("table") == {"form": "run", "size": 3, "rank": "4", "owner": "Anna"}

    def test_where_only_one_meaning_is_legal_none_need_be_named(self, table: Table) -> None:
        assert table.refuses("Anna", "play 3 4 X") is None  # it can only be 3-5: nothing lies below 3
        table.play("Anna: play 3 4 X", "Bea: play 4 5 6")
        assert table.refuses("Csaba", "play 5 6 X") is None  # as 4-6 it would be too low, so it is 5-7
        table.play("Csaba: play 5 6 X")
        assert table.sees("table") == {"form": "run", "size": 3, "rank": "5", "owner": "Csaba"}

    def test_without_saying_which_it_is_refused(self, small: Small) -> None:
        table = Table(small("runs"), {"Anna": "5 6 X", "Bea": "3"})
        assert table.refuses("Anna", "play 5 6 X") == "ambiguous"
        meant = Action("play", ("5", "6", "X"), "run", "4")
        after, _ = table.game.apply(table.state, "Anna", meant)
        assert table.game.view(after)["phase"] == "over"
        readings = [str(each) for each in table.game.legal(table.state, "Anna") if len(each.cards) == 3]
        assert readings == ["play 5 6 X as run 4", "play 5 6 X as run 5"]

    def test_a_run_does_not_follow_a_set_of_the_same_size(self, small: Small) -> None:
        table = Table(small("runs"), {"Anna": "3 3 3 4", "Bea": "4 5 6 7"})
        table.play("Anna: play 3 3 3")
        assert table.refuses("Bea", "play 4 5 6") == "unlike"


class TestFourSinglesInARow:
    @pytest.fixture
    def table(self, small: Small) -> Table:
        hands = {"Anna": "5 5 6", "Bea": "5 3 3", "Csaba": "5 7 7"}
        return Table(small("row", "plain(play.equal=accepted)"), hands)

    def test_the_fourth_turns_the_order(self, table: Table) -> None:
        assert table.does("Anna", "play 5") == ()
        assert table.does("Bea", "play 5") == ()
        assert table.does("Csaba", "play 5") == ()
        assert table.does("Anna", "play 5") == ("turned",)
        assert table.sees("reversed") is True
        assert table.refuses("Bea", "play 3") is None

    def test_a_pass_does_not_break_the_row_but_another_rank_does(self, small: Small) -> None:
        hands = {"Anna": "5 5 6", "Bea": "5 6 3", "Csaba": "5 4 7"}
        game = small("row", "plain(play.equal=accepted)")
        passing = Table(game, hands)
        passing.play("Anna: play 5", "Bea: pass", "Csaba: play 5", "Anna: play 5", "Bea: play 5")
        assert passing.sees("reversed") is True
        broken = Table(game, hands)
        broken.play("Anna: play 5", "Bea: play 6")
        assert broken.refuses("Csaba", "play 5") == "too-low"


def test_a_change_holds_only_from_the_next_trick(small: Small) -> None:
    table = Table(small("next-trick"), {"Anna": "4 4 4 4 3", "Bea": "5 5 5 5 6", "Csaba": "7 7 7 6 6"})
    table.play("Anna: play 4 4 4 4")
    assert table.sees("reversed") is False
    assert table.refuses("Bea", "play 5 5 5 5") is None  # the old order still holds in this trick
    table.play("Bea: pass", "Csaba: pass")
    assert (table.sees("turn"), table.sees("reversed")) == ("Anna", True)
    other = Table(small("next-trick"), {"Anna": "4 4 4 4 3", "Bea": "5 5 5 5 6", "Csaba": "7 7 7 6 6"})
    other.play("Anna: play 4 4 4 4", "Bea: play 5 5 5 5", "Csaba: pass", "Anna: pass")
    assert other.sees("reversed") is False  # a second four took it back before it took effect


class TestActionOutOfTurn:
    HANDS: Mapping[str, str] = {"Anna": "3 7", "Bea": "4 4 4 4 5", "Csaba": "6 6 6 X"}

    def test_anybody_may_throw_while_the_table_is_empty(self, small: Small) -> None:
        table = Table(small("out-of-turn"), self.HANDS)
        assert "throw 4 4 4 4" in table.legal("Bea")
        table.play("Bea: throw 4 4 4 4")
        assert (table.sees("reversed"), table.sees("turn"), table.hand("Bea")) == (True, "Anna", "5")
        assert table.refuses("Anna", "play 7") is None

    def test_nobody_may_throw_once_cards_lie_there(self, small: Small) -> None:
        table = Table(small("out-of-turn"), self.HANDS)
        table.play("Anna: play 3")
        assert table.refuses("Bea", "throw 4 4 4 4") == "table-not-empty"
        assert table.legal("Csaba") == []

    def test_the_lead_moves_on_when_the_leader_throws_his_last_cards(self, small: Small) -> None:
        table = Table(small("out-of-turn"), {"Anna": "6 6 6 X", "Bea": "3 4", "Csaba": "5 7"})
        table.play("Anna: throw 6 6 6 X")
        assert (table.sees("turn"), table.sees("phase")) == ("Bea", "playing")


class TestWindowThatEveryPlayerAnswers:
    HANDS: Mapping[str, str] = {"Anna": "3 4", "Bea": "X X", "Csaba": "6 7"}
    PLACES = ("Anna", "Bea", "Csaba")

    def test_play_waits_for_every_answer(self, small: Small) -> None:
        table = Table(small("window"), self.HANDS, places=self.PLACES)
        table.play("Csaba: agree", "Anna: agree")
        assert (table.sees("phase"), table.sees("answered")) == ("window", ["Anna", "Csaba"])
        assert table.refuses("Anna", "agree") == "answered-already"
        assert table.legal("Bea") == ["cancel", "agree"]

    def test_agreed_the_tax_is_paid(self, small: Small) -> None:
        table = Table(small("window"), self.HANDS, places=self.PLACES)
        table.play("Csaba: agree", "Anna: agree", "Bea: agree")
        assert (table.hand("Anna"), table.hand("Csaba"), table.sees("phase")) == ("3 4 7", "6", "playing")

    def test_cancelled_it_is_not_whoever_answers_last(self, small: Small) -> None:
        table = Table(small("window"), self.HANDS, places=self.PLACES)
        table.play("Bea: cancel", "Csaba: agree", "Anna: agree")
        assert (table.hand("Anna"), table.hand("Csaba"), table.sees("phase")) == ("3 4", "6 7", "playing")

    def test_only_who_holds_two_may_cancel(self, small: Small) -> None:
        table = Table(small("window"), self.HANDS, places=self.PLACES)
        assert table.refuses("Csaba", "cancel") == "two-wanted"


def test_seats_change_between_deals(small: Small) -> None:
    table = Table(small("seats"), {"Anna": "3 7", "Bea": "4", "Csaba": "5"})
    table.play("Anna: play 3", "Bea: play 4", "Csaba: play 5")
    assert table.sees("places") == ["Bea", "Csaba", "Anna"]
    table.deal({"Anna": "3 7", "Bea": "4 4", "Csaba": "5 5"})
    assert (table.sees("seating"), table.sees("turn")) == (["Bea", "Csaba", "Anna"], "Bea")
    table.play("Bea: play 4", "Csaba: pass")
    assert table.sees("turn") == "Anna"


def test_state_outlives_a_deal(small: Small) -> None:
    hands = {"Anna": "7", "Bea": "3 3", "Csaba": "4 4"}
    table = Table(small("outlives"), hands)
    for _ in range(2):
        assert table.refuses("Anna", "pass") == "must-lead"
        table.play("Anna: play 7", "Bea: pass", "Csaba: pass", "Bea: play 3 3")
        table.deal(hands)
    assert table.sees("wins") == {"Anna": 2, "Bea": 0, "Csaba": 0}
    assert table.refuses("Anna", "pass") is None


def test_a_skip_is_added_by_an_overlay(small: Small) -> None:
    table = Table(
        small("skip", "plain(play.equal=accepted)"), {"Anna": "3 4", "Bea": "3 5", "Csaba": "6 7", "Dani": "6 7"}
    )
    table.play("Anna: play 3", "Bea: play 3")
    assert table.sees("turn") == "Dani"
    table.play("Dani: pass", "Anna: pass")
    assert (table.sees("turn"), table.sees("table")) == ("Bea", None)  # Csaba's lost turn counted as a pass
