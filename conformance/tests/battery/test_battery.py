"""The battery finds nothing in the project's rulebook, and something in each that is broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.battery import DEALS_OF_A_MATCH, INVARIANTS, Violation, play_match
from mocsar_reference import Action, Game, Rulebook, State, Verdict, load_rulebook

MATCHES = 5
"""Of five deals each, with eight variants: 200 deals."""
VARIANTS = load_rulebook().playable
LOOKS_AT_OTHERS = Path(__file__).parents[1] / "check" / "bad" / "R103-looks-into-hidden-cards"

Broken = Callable[[str], Rulebook]
Liar = Callable[..., Game]


def first(game: Game, players: int = 3, deals: int = DEALS_OF_A_MATCH) -> Violation:
    """Return the first violation of some matches."""
    for seed in range(20):
        found = play_match(game, players, seed, deals).violations
        if found:
            return found[0]
    return Violation("", "none")


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_break_nothing(rulebook: Rulebook, variant: str) -> None:
    fewest, most, _ = rulebook.setting(variant).variant.players
    for number in range(MATCHES):
        players = fewest + number % (most - fewest + 1)
        played = play_match(rulebook.game(variant), players, f"tests/{variant}/{number}")
        assert played.violations == (), (variant, number, played.deals)
        assert played.deals == DEALS_OF_A_MATCH
        assert played.positions == played.moves + 2 * played.deals - played.deals


def test_the_same_seed_gives_the_same_match(rulebook: Rulebook) -> None:
    one, same, other = (play_match(rulebook.game("kollar"), 3, seed, 1) for seed in (1, 1, 2))
    assert one.match.log == same.match.log
    assert one.match.log != other.match.log


def test_a_rulebook_in_which_nobody_begins_is_found(without_effect: Broken) -> None:
    """Without the rule that says who leads, nobody can act."""
    found = first(without_effect("lead.first.by-lot").game("kollar"))
    assert found.invariant == "go-on"
    assert "nobody can act, and the phase is playing" in found.message


def test_a_rulebook_in_which_no_card_leaves_the_hand_is_found(without_effect: Broken) -> None:
    found = first(without_effect("play.laid").game("elnok"), deals=1)
    assert found.invariant == "ends"


def test_a_rule_that_looks_into_other_hands_is_found() -> None:
    game = load_rulebook(None, [LOOKS_AT_OTHERS]).game("kollar(house.spoken=aloud)")
    found = first(game)
    assert found.invariant in ("hidden", "go-on")  # who may not lead a 7 may be unable to lead anything
    hidden = [first_of(game, seed) for seed in range(60)]
    assert "hidden" in hidden


def first_of(game: Game, seed: int) -> str:
    found = play_match(game, 3, seed, 1).violations
    return found[0].invariant if found else ""


def lose_a_card(self: Any, state: State) -> dict[str, Any]:
    data = Game.dump(self, state)
    data["zones"]["discard"] = data["zones"]["discard"][:-1]
    return data


def refuse_passing(self: Any, state: State, player: str, action: Action) -> Verdict:
    if action.do == "pass":
        return Game.judge(self, state, player, Action("play", ("3",) * 9))
    return Game.judge(self, state, player, action)


def list_too_little(self: Any, state: State, player: str) -> list[Action]:
    return Game.legal(self, state, player)[:1]


def list_twice(self: Any, state: State, player: str) -> list[Action]:
    return Game.legal(self, state, player) * 2


def forget_the_owner(self: Any, data: dict[str, Any]) -> State:
    data["state"]["owner"] = None
    return Game.restore(self, data)


def show_all(self: Any, state: State, player: str | None = None) -> dict[str, Any]:
    return Game.view(self, state)


def fail(self: Any, state: State, player: str, action: Action) -> Verdict:
    raise ZeroDivisionError("no rule foresaw it")


@pytest.mark.parametrize(
    ("invariant", "message", "lie"),
    [
        ("cards", "lost: ", {"dump": lose_a_card}),
        ("listed", "pass is listed, and refused: ", {"judge": refuse_passing}),
        ("listed", "is listed twice", {"legal": list_twice}),
        ("unlisted", "is not listed, and accepted", {"legal": list_too_little}),
        ("saved", "it is another position: ['state']", {"restore": forget_the_owner}),
        ("hidden", "view shows hidden cards: hands", {"view": show_all}),
        ("answers", "ZeroDivisionError: no rule foresaw it", {"judge": fail}),
    ],
)
def test_a_game_that_lies_is_found(lying: Liar, invariant: str, message: str, lie: dict[str, Any]) -> None:
    found = first(lying(**lie))
    assert found.invariant == invariant
    assert message in found.message


def test_every_invariant_has_a_rulebook_or_a_game_that_breaks_it() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in INVARIANTS if f'"{name}"' not in text] == []
