"""What the tests of the battery share: rulebooks that are broken, games that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_reference import Game, Rulebook, load_rulebook
from mocsar_reference.compile.module import plan


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    yield


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """The project's own rulebook."""
    return load_rulebook()


@pytest.fixture(scope="session")
def without_effect(rulebook: Rulebook) -> Callable[[str], Rulebook]:
    """Return what makes a rulebook in which one rule does nothing."""

    def make(name: str) -> Rulebook:
        contents = rulebook.contents
        rules = {**contents.rules, name: replace(contents.rules[name], effects=())}
        return Rulebook(replace(contents, rules=rules), rulebook.root)

    return make


@pytest.fixture(scope="session")
def lying(rulebook: Rulebook) -> Callable[..., Game]:
    """Return what makes a game of one variant with some of its methods changed."""

    def make(**methods: Any) -> Game:
        setting = rulebook.setting("kollar")
        kind = type("Lying", (Game,), methods)
        game = kind(rulebook.contents, setting, plan(rulebook.contents, setting))
        assert isinstance(game, Game)
        return game

    return make


@pytest.fixture
def battery() -> Callable[..., Ended]:
    """Return what runs `mocsar battery` in this process."""

    def run(*words: object) -> Ended:
        result = CliRunner().invoke(cli, ["battery", *map(str, words)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run
