"""What the tests of counts share: the rulebook and its presets, each explored once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from mocsar_conformance.counting.presets import Preset, load_presets
from mocsar_reference import Rulebook, load_rulebook
from mocsar_reference.explore import Exploration, explore

Explore = Callable[[str], Exploration]


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="session")
def presets(book: Rulebook) -> dict[str, Preset]:
    return {each.id: each for each in load_presets(book)}


@pytest.fixture(scope="session")
def explored(presets: dict[str, Preset]) -> Explore:
    """Return a function from a preset's id to what there is to find in it."""

    @cache
    def found(name: str) -> Exploration:
        return explore(presets[name].game, presets[name].state)

    return found
