"""What the tests of playing share: the command, with what a person types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_reference import Rulebook, load_rulebook


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


@pytest.fixture
def play(rulebook: Rulebook, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Return what runs `mocsar play` with options; `typed` are the lines that the person writes."""
    monkeypatch.setattr("mocsar_conformance.cli.play.load_book", lambda overlays: rulebook)  # compiled once for all

    def run(*words: object, typed: str = "") -> Ended:
        result = CliRunner().invoke(cli, ["play", *map(str, words)], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run
