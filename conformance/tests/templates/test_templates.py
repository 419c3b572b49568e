"""Each template, built and started as the documentation says, speaks the protocol; a first rule makes scenarios pass.

A language whose tools this machine lacks is left out, with the reason.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mocsar_conformance.cli import cli
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_reference import load_rulebook

from .languages import TRIED, Adapter, blocks, for_many_starts, make, rules_of, with_rule

NAMES = ("Áron", "Łucja 🃏", "名前")
HANDS = dict(zip(NAMES, (["3", "5", "5"], ["4", "joker"], ["10"]), strict=True))
PASSES, FAILS = "following/equal-is-refused", "following/fewer-cards-refused"
"""A scenario of single cards, which the first rule is about, and one of pairs, which it is not about."""


@pytest.fixture(scope="module", params=TRIED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def fresh(language: str, programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Adapter:
    """The adapter as it is written."""
    folder = tmp_path_factory.mktemp(language)
    written = CliRunner().invoke(cli, ["new", "adapter", "--lang", language, "--to", str(folder)])
    assert written.exit_code == 0, written.output
    return make(language, folder, programs)


@pytest.fixture(scope="module")
def ruled(language: str, fresh: Adapter, programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Adapter:
    """The adapter with the first rule of the page."""
    folder = tmp_path_factory.mktemp(f"{language}-ruled")
    (rule,) = blocks(TRIED[language].fence)
    leave = shutil.ignore_patterns(".cargo")
    shutil.copytree(fresh.folder, folder, dirs_exist_ok=True, ignore=leave)
    (folder / TRIED[language].rules).write_text(with_rule(rules_of(language), rule), "utf-8")
    return make(language, folder, programs)


@pytest.fixture(scope="module")
def toggles() -> dict[str, Any]:
    """Every toggle's value in Kollár's game."""
    return dict(load_rulebook().setting("kollar").values)


@pytest.fixture
def subject(fresh: Adapter) -> Iterator[CommandSubject]:
    with CommandSubject(fresh.words, folder=str(fresh.folder), environment=fresh.environment) as opened:
        yield opened


def start(toggles: dict[str, Any]) -> dict[str, Any]:
    return {
        "request": "start",
        "variant": "kollar",
        "toggles": toggles,
        "players": list(NAMES),
        "hands": HANDS,
        "chance": {"leader": NAMES[1]},
    }


DEALT = {
    "phase": "playing",
    "turn": NAMES[1],
    "table": None,
    "sizes": {player: len(hand) for player, hand in HANDS.items()},
    "out": [],
    "titles": None,
}


def test_it_introduces_itself(language: str, subject: CommandSubject) -> None:
    hello = subject.hello()
    assert hello.protocol == 1
    assert hello.language == language
    assert [plays.variant for plays in hello.plays] == ["kollar"]
    assert hello.capabilities == {"hands"}


def test_it_deals_refuses_and_shows(subject: CommandSubject, toggles: dict[str, Any]) -> None:
    begun = subject.request(start(toggles))
    assert (begun["answer"], begun["view"]) == ("view", DEALT)
    act = {"request": "act", "player": NAMES[1], "action": {"do": "play", "cards": ["4"]}}
    refused = subject.request(act)
    assert (refused["answer"], refused["view"]) == ("refused", DEALT)
    seen = subject.request({"request": "view"})
    assert (seen["answer"], seen["view"]) == ("view", DEALT)
    again = subject.request({"request": "deal", "hands": HANDS, "chance": {"leader": NAMES[1]}})
    assert (again["answer"], again["view"]) == ("view", DEALT)


def test_it_answers_what_it_does_not_know_with_unsupported(subject: CommandSubject, toggles: dict[str, Any]) -> None:
    subject.request(start(toggles))
    assert subject.request({"request": "legal", "player": NAMES[0]})["answer"] == "unsupported"
    assert subject.request({"request": "view"})["answer"] == "view"


@pytest.mark.parametrize("other", ["play.beats", "variant"])
def test_a_match_that_its_rules_do_not_play_is_unsupported(
    other: str, subject: CommandSubject, toggles: dict[str, Any]
) -> None:
    subject.request(start(toggles))
    asked = start({**toggles, "play.beats": "equal-or-higher"} if other == "play.beats" else toggles)
    answer = subject.request({**asked, "variant": "kollar-one-lap"} if other == "variant" else asked)
    assert answer["answer"] == "unsupported"
    assert other in answer["what"]
    assert subject.request({"request": "view"})["answer"] == "unsupported"
    assert subject.request(start(toggles))["answer"] == "view"


def test_it_ends_after_bye_though_its_input_stays_open_and_repeats_ids_as_numbers(fresh: Adapter) -> None:
    lines = [
        {"id": 41, "request": "something-new", "with": "Łucja 🃏"},
        {"id": 2**53 - 1, "request": "bye"},
        {"id": 3, "request": "view"},
    ]
    sent = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    with subprocess.Popen(
        fresh.words, cwd=fresh.folder, env=fresh.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(sent.encode())
        process.stdin.flush()
        try:
            assert process.wait(60) == 0
        finally:
            process.kill()
        said = process.stdout.read()
    answers = [json.loads(line) for line in said.decode().splitlines()]
    assert [(each["id"], each["answer"]) for each in answers] == [(41, "unsupported"), (2**53 - 1, "bye")]
    assert b'"id":9007199254740991' in said.replace(b" ", b"")


def test_it_ends_where_the_input_ends(fresh: Adapter) -> None:
    ended = subprocess.run(
        fresh.words, cwd=fresh.folder, env=fresh.environment, input=b"", capture_output=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, b""), ended.stderr


@pytest.fixture
def mocsar(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return what runs a command of `mocsar` on an adapter, in its folder."""

    def run(adapter: Adapter, *words: str) -> Result:
        monkeypatch.chdir(adapter.folder)
        for name, value in adapter.environment.items():
            monkeypatch.setenv(name, value)
        return CliRunner().invoke(cli, [*words, "--", *adapter.words])

    return run


@pytest.fixture
def verdicts(mocsar: Callable[..., Result], tmp_path: Path) -> Callable[[Adapter], dict[str, str]]:
    """Return what gives the verdicts of `mocsar validate` on an adapter, by scenario."""

    def validate(adapter: Adapter) -> dict[str, str]:
        chosen = ["--only", PASSES, "--only", FAILS, "--report", f"jsonl={tmp_path / 'out'}"]
        ended = mocsar(adapter, "validate", "--variant", "kollar", *chosen)
        assert ended.exit_code == 1, ended.output
        records = [json.loads(line) for line in (tmp_path / "out").read_text("utf-8").splitlines()]
        return {each["id"]: each["verdict"] for each in records if each["record"] == "scenario"}

    return validate


def test_without_rules_nothing_passes(fresh: Adapter, verdicts: Callable[[Adapter], dict[str, str]]) -> None:
    assert verdicts(fresh) == {PASSES: "fail", FAILS: "fail"}


def test_with_the_first_rule_what_it_is_about_passes(
    ruled: Adapter, verdicts: Callable[[Adapter], dict[str, str]]
) -> None:
    assert verdicts(ruled) == {PASSES: "pass", FAILS: "fail"}


def test_the_doctor_finds_that_it_refuses_everything_and_nothing_else(
    language: str, fresh: Adapter, mocsar: Callable[..., Result]
) -> None:
    found = mocsar(for_many_starts(language, fresh), "doctor", "--lang", "en").output
    (fault,) = (line for line in found.splitlines() if line.startswith("FAULT"))
    assert "the plainest action is accepted" in fault


def test_with_the_first_rule_the_doctor_finds_it_sound(
    language: str, ruled: Adapter, mocsar: Callable[..., Result]
) -> None:
    ended = mocsar(for_many_starts(language, ruled), "doctor")
    assert ended.exit_code == 0, ended.output
