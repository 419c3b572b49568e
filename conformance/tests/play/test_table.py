"""A person at the table: what is shown, what may be written, how it ends."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
KOLLAR = ("--variant", "kollar", "--players", "3", "--seed", "3")


def first_cards(out: str) -> list[str]:
    """Return Anna's cards as they are first drawn."""
    line = next(line for line in out.splitlines() if line.startswith("→ Anna"))
    return line.removeprefix("→ Anna").split()


def test_one_sees_ones_own_cards_and_only_the_number_of_the_others(play: Command) -> None:
    out = play(*KOLLAR, typed="q\n").out
    assert len(first_cards(out)) > 30
    assert [line for line in out.splitlines() if line.startswith("  Bea") and line.endswith("cards)")]


def test_moves_are_numbered_and_grouped_by_how_many_cards_they_have(play: Command) -> None:
    out = play("--variant", "elnok", "--players", "3", "--seed", "2", typed="q\n").out
    assert "play   Play cards from the hand." in out
    assert "    1 ×  [" in out


def test_a_number_plays_the_move_that_has_it(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    shown = play(*KOLLAR, "--record", path, typed="1\n").out
    words = next(line.partition("[1] ")[2].partition("  ")[0] for line in shown.splitlines() if "[1] " in line)
    text = path.read_text(encoding="utf-8").replace("Jk", "joker")
    assert f"- {{Anna: play {words}}}" in text


@pytest.mark.parametrize("written", ["play {card}", "PLAY {card}", "  play   {small} "])
def test_a_move_may_be_written_as_scenarios_write_it(play: Command, written: str, tmp_path: Path) -> None:
    start = ("--variant", "elnok", "--players", "3", "--seed", "2", "--others", "random")
    out = play(*start, typed="q\n").out
    row = next(line for line in out.splitlines() if "1 ×  [" in line)
    card = row.rpartition("] ")[2].split()[0]
    path = tmp_path / "game.yaml"
    play(*start, "--record", path, typed=written.format(card=card, small=card.lower()) + "\n")
    assert f"- {{Anna: play {card}}}" in path.read_text(encoding="utf-8")


def test_hungarian_cards_may_be_written_as_they_are_shown(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    out = play(*KOLLAR, "--lang", "hu", "--record", path, typed="play b b b b b b b b b\n").out
    assert "Nem szabad:" in out
    assert "- {Anna: play J J J J J J J J J, refused: " in path.read_text(encoding="utf-8")


def test_a_refusal_is_explained_by_the_clause(play: Command) -> None:
    out = play(*KOLLAR, typed="play 3 4\n").out
    assert "Not allowed: " in out
    assert "more: mocsar explain " in out


def test_a_refusal_is_explained_in_hungarian(play: Command) -> None:
    out = play(*KOLLAR, "--lang", "hu", typed="play 3 4\n").out
    assert "Nem szabad: " in out
    assert "bővebben: mocsar explain " in out
    assert "Not allowed" not in out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", "there is no action 'fly'"),
        ("play zz", "there is no card 'zz'"),
        ("5 5", "there is no action '5'; say what is done with it, such as 'play 5 5'"),
        ("99999999999999999999", "There is no move 999999999; they go from 1 to "),
        ("0", "There is no move 0"),
        ("play \x1b[31m", "there is no card"),
    ],
)
def test_what_is_not_understood_is_said(play: Command, typed: str, answer: str) -> None:
    ended = play(*KOLLAR, typed=f"{typed}\n")
    assert answer in ended.out
    assert "\x1b" not in ended.out


def test_a_card_that_the_pack_does_not_have_is_not_understood(play: Command) -> None:
    setting = "elnok(ranks.order=[3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, 2], ranks.wild=[], revolution.unmoved=[])"
    out = play("--variant", setting, "--players", "3", "--seed", "3", typed="play Jk\n").out
    assert "has no card 'joker'" in out


@pytest.mark.parametrize("typed", ["q\n", "", "?\nquit\n"])
def test_the_end_of_the_input_and_q_end_the_match_at_once(play: Command, typed: str) -> None:
    ended = play(*KOLLAR, typed=typed)
    assert ended.code == 130
    assert ended.err == "broken off\n"


def test_an_interrupt_ends_the_match_and_keeps_the_record(
    play: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupt)
    ended = play(*KOLLAR, "--record", tmp_path / "game.yaml")
    assert ended.code == 130
    assert (tmp_path / "game.yaml").is_file()


def test_after_a_deal_one_is_asked_whether_to_go_on(play: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "1" if prompt == "Anna> " else "n"

    monkeypatch.setattr(builtins, "input", answer)
    ended = play(*KOLLAR)
    assert ended.code == 0
    assert asked[-1] == "Another deal? [Y/n] "
    assert "title: " in ended.out


def test_a_match_that_is_over_asks_nothing_more(play: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt: "1" if prompt == "Anna> " else pytest.fail(prompt))
    ended = play("--variant", "elnok(match.deals=1)", "--players", "3", "--seed", "3")
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == "The match is over."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--variant", "kolar"], "did you mean 'kollar'?"),
        (["--variant", "kollar", "--players", "2"], "U006"),
        (["--variant", "kollar", "--players", "13"], "U006"),
        (["--variant", "kollar", "--you", "deal"], "U005"),
        (["--variant", "kollar", "--you", ""], "U005"),
        (["--variant", "kollar", "--record", "Game.yaml"], "U007"),
        (["--variant", "kollar", "--record", "game.yml"], "U007"),
        (["--variant", "kollar", "--record", "/nowhere/at/all/game.yaml"], "U004"),
    ],
)
def test_a_mistake_gets_a_message(play: Command, words: list[str], message: str) -> None:
    ended = play(*words)
    assert ended.code == 2
    assert message in ended.err


def test_no_file_is_written_over(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("mine", encoding="utf-8")
    assert play(*KOLLAR, "--record", path, typed="q\n").code == 2
    assert path.read_text(encoding="utf-8") == "mine"
