"""An exploration counts every line, and says where a game is unsound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mocsar_reference import Action, Game, Rulebook, State
from mocsar_reference.compile.relevance import relevant
from mocsar_reference.explore import Unsound, count, explore

NAMES = ("Anna", "Bea", "Csaba")


@pytest.fixture(scope="module")
def game(rulebook: Rulebook) -> Game:
    return rulebook.game("kollar")


def start(game: Game, *hands: str, **given: Any) -> State:
    return game.start(NAMES, hands={name: hand.split() for name, hand in zip(NAMES, hands, strict=True)}, **given)


def lines(game: Game, state: State, depth: int) -> list[int]:
    """Return how many sequences of each length there are, by going along each of them."""
    acts = [(seat, move) for seat in range(len(state.names)) for move in game.moves(state, seat)]
    further = [lines(game, game.advance(state, *act)[0], depth - 1) for act in acts] if depth > 1 else []
    return [len(acts), *(sum(numbers) for numbers in zip(*further, strict=True))] + [0] * (
        depth - 1 if not further else 0
    )


@pytest.mark.parametrize("setting", ["kollar", "kollar-one-lap", "jekely-farago", "elnok-nyugati"])
def test_it_counts_what_there_is_to_go_along(rulebook: Rulebook, setting: str) -> None:
    game = rulebook.game(setting)
    state = start(game, "3 4 4", "3 5", "4 5")
    found = explore(game, state)
    longest = len(found.sequences)
    assert lines(game, state, longest + 1) == [*found.sequences, 0]
    assert sum(found.finished) == sum(found.ends.values())
    assert found.finished[-1] == found.sequences[-1]


def test_with_a_limit_it_counts_the_same_as_far_as_it_goes(game: Game) -> None:
    state = start(game, "3 3 2", "4 4", "3 5")
    whole = explore(game, state)
    for depth in (1, 2, 5):
        some = explore(game, state, depth)
        assert some.sequences == whole.sequences[:depth]
        assert some.finished == whole.finished[:depth]
        assert len(some.states) < len(whole.states)


def test_the_steps_to_a_position_lead_to_it(game: Game) -> None:
    state = start(game, "3 3", "4", "5")
    found = explore(game, state)
    for number, goal in enumerate(found.states):
        there = state
        for name, action in found.steps(number):
            there, _ = game.apply(there, name, action)
        assert there == goal


def test_a_deal_that_is_over_has_no_line(game: Game) -> None:
    found = explore(game, start(game, "3", "4", "5"))
    over = next(state for number, state in enumerate(found.states) if found.edges[number] == [])
    again = explore(game, over)
    assert (again.sequences, again.finished, again.moves) == ((), (), 0)


def test_state_that_makes_no_difference_tells_no_positions_apart(rulebook: Rulebook) -> None:
    game, lap = rulebook.game("kollar"), rulebook.game("kollar-one-lap")
    names = relevant(game.contents, game.setting, game.plan.rules)
    assert {"hand", "turn", "size", "rank", "owner", "passed", "places"} <= names
    assert not names & {"discard", "deals", "dealer", "acted", "lacking", "revolutions", "row"}
    assert "acted" in relevant(lap.contents, lap.setting, lap.plan.rules)


class Changed:
    """A game with something changed in what its moves do."""

    def __init__(self, game: Game, **changes: Callable[..., Any]) -> None:
        self.game = game
        self.changes = changes

    def __getattr__(self, name: str) -> Any:
        return self.changes.get(name) or getattr(self.game, name)


def unsound(game: Game, state: State, **changes: Callable[..., Any]) -> Unsound:
    changed: Any = Changed(game, **changes)
    with pytest.raises(Unsound) as caught:
        explore(changed, state)
    return caught.value


def test_a_card_that_is_lost_is_told_with_the_steps(game: Game) -> None:
    state = start(game, "3 3", "4", "5")

    def advance(at: State, seat: int, move: Any) -> Any:
        after: Any = game.advance(at, seat, move)[0]
        if move[0] == "pass":
            after.z_pile = 0
        return after, ()

    fault = unsound(game, state, advance=advance)
    assert fault.fault == "a card is lost or won by pass of Bea"
    assert fault.steps == (("Anna", Action("play", ("3",))),)
    assert str(fault).endswith("after Anna: play 3")


def test_a_position_in_which_nobody_can_act_is_told(game: Game) -> None:
    def moves(at: Any, seat: int) -> Any:
        return game.moves(at, seat) if at.v_size == 0 else []

    assert unsound(game, start(game, "3 3", "4", "5"), moves=moves).fault == "nobody can act"


def test_a_deal_that_is_over_and_goes_on_is_told(game: Game) -> None:
    def moves(at: Any, seat: int) -> Any:
        return game.moves(at, seat) or ([("pass", 0, None, None)] if at.phase == "over" else [])

    fault = unsound(game, start(game, "3", "4", "5"), moves=moves)
    assert fault.fault == "somebody can act though the deal is over"


def test_a_line_that_comes_back_is_told(game: Game) -> None:
    state = start(game, "3 3", "4", "5")

    def advance(at: State, seat: int, move: Any) -> Any:
        return (state, ()) if move[0] == "pass" else game.advance(at, seat, move)

    fault = unsound(game, state, advance=advance)
    assert fault.fault == "a line can come back to this position"


def test_counting_is_of_lines_and_not_of_positions() -> None:
    move = ("go", 0, None, None)
    edges = [[(0, move, 1), (1, move, 1)], [(0, move, 2)], []]
    assert count(edges)[:2] == ((2, 2), (0, 2))


def test_the_rules_of_the_next_deal_make_no_difference(game: Game) -> None:
    state = start(game, "3", "4", "5")
    other: Any = state.copy()
    other.v_dealer = 2
    assert explore(game, state).sequences == explore(game, other).sequences
