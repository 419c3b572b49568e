"""`mocsar battery`: what it prints, and the exit code."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.battery import INVARIANTS
from mocsar_conformance.cli.battery import command, tasks
from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.load import read_scenario
from mocsar_reference import Rulebook
from mocsar_reference.load import read_yaml

Command = Callable[..., Any]
Broken = Callable[[str], Rulebook]


def test_a_sound_rulebook_ends_with_counts_and_speed(battery: Command) -> None:
    ended = battery("--deals", "3", "--variant", "kollar", "--variant", "elnok", "--jobs", "1")
    assert ended.code == 0
    first, second, last = ended.out.splitlines()
    assert first.split()[:3] == ["kollar", "3", "deals"]
    assert second.split()[:3] == ["elnok", "3", "deals"]
    assert last.startswith("6 deals, ")
    assert "moves a second): no violation" in last
    assert ended.err == ""


def test_several_jobs_play_the_same_as_one(battery: Command) -> None:
    words = ("--deals", "12", "--variant", "elnok", "--seed", "5", "--jobs")
    one, two = (battery(*words, jobs).out.splitlines()[0] for jobs in (1, 2))
    assert one == two


def test_a_violation_comes_with_all_that_brings_it_about(
    battery: Command, without_effect: Broken, rulebook: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = without_effect("lead.later.best-placed")
    monkeypatch.setattr("mocsar_conformance.cli.battery.load_book", lambda overlays: broken)
    ended = battery("--variant", "kollar", "--deals", "5", "--seed", "9", "--jobs", "1")
    assert ended.code == 1
    lines = ended.out.splitlines()
    assert lines[:3] == [
        "VIOLATION  go-on  [kollar]",
        "  go-on: nobody can act, and the phase is playing",
        "  seed 9, match 0, deal 2 of it, 3 players",
    ]
    again = shlex.split(lines[3].removeprefix("  again: mocsar battery "))
    assert battery(*again).out.splitlines()[:3] == lines[:3]
    assert lines[-1].endswith("1 match with violations")
    steps = lines[5 : lines.index("")]
    text = "id: found\ntitle: {en: Found, hu: Megvan}\nrules: [play.cards-held]\n" + "\n".join(
        each[4:] for each in steps
    )
    scenario = read_scenario(read_yaml(text, "scenario"), rulebook)
    assert [each for each in check_scenarios(broken, [scenario]) if "in kollar)" in each.message] == []


def test_only_some_violations_are_shown_in_full(
    battery: Command, without_effect: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = without_effect("lead.first.by-lot")
    monkeypatch.setattr("mocsar_conformance.cli.battery.load_book", lambda overlays: broken)
    out = battery("--variant", "kollar", "--deals", "25", "--jobs", "1").out
    assert out.count("VIOLATION") == 3
    assert out.rstrip().endswith("5 matches with violations")


def test_an_overlay_is_played(battery: Command) -> None:
    overlay = Path(__file__).parents[1] / "check" / "bad" / "R103-looks-into-hidden-cards"
    words = ("--rulebook", overlay, "--variant", "kollar(house.spoken=aloud)", "--deals", "60", "--jobs", "1")
    ended = battery(*words)
    assert ended.code == 1
    assert f"--rulebook {overlay}" in ended.out


def test_an_interrupt_ends_it_with_what_was_played(battery: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mocsar_conformance.cli.battery.play", interrupt)
    ended = battery("--variant", "kollar", "--deals", "5", "--jobs", "1")
    assert ended.code == 130
    assert "0 deals, 0 moves" in ended.out


def test_each_variant_has_its_deals_and_players_go_round(rulebook: Rulebook) -> None:
    todo = tasks(rulebook, ["kollar", "elnok"], 40, seed=1)
    shares: Counter[str] = Counter()
    for each in todo:
        shares[each.setting] += each.deals
    assert shares == {"kollar": 40, "elnok": 40}
    assert [each.players for each in todo if each.setting == "elnok"] == [3, 4, 5, 6, 7, 8, 3, 4]


def test_the_help_names_every_invariant() -> None:
    assert [name for name in INVARIANTS if f"      {name} " not in str(command.callback.__doc__)] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--variant", "kolar"], "did you mean 'kollar'?"),
        (["--deals", "0"], "0"),
        (["--jobs", "0"], "0"),
        (["--rulebook", "/nowhere/at/all"], "does not exist"),
    ],
)
def test_a_mistake_gets_a_message(battery: Command, words: list[str], message: str) -> None:
    ended = battery(*words)
    assert ended.code == 2
    assert message in ended.err
