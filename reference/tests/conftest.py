"""What the reference's tests share: the small rulebooks, the project's own, and players."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from mocsar_reference import Game, Rulebook, load_rulebook

RULEBOOKS = Path(__file__).parent / "rulebooks"


@cache
def _small(overlay: str | None) -> Rulebook:
    return load_rulebook(RULEBOOKS / "base", [RULEBOOKS / overlay] if overlay else [])


@pytest.fixture
def small() -> Callable[..., Game]:
    """Return a function from an overlay's name, and maybe a short form, to the small game with it."""

    def game(overlay: str | None = None, setting: str = "plain") -> Game:
        return _small(overlay).game(setting)

    return game


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """The project's own rulebook."""
    return load_rulebook()
