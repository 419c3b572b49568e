"""What the tests of scenarios share: the rulebook, and the scenarios under `fixtures/good`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook, load_rulebook

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="session")
def book() -> Rulebook:
    """The rulebook with two of its variants, so that the messages expected do not change with every new one."""
    whole = load_rulebook()
    variants = {name: whole.contents.variants[name] for name in ("kollar", "kollar-one-lap")}
    return Rulebook(replace(whole.contents, variants=variants), whole.root)


@pytest.fixture(scope="session")
def good(book: Rulebook) -> dict[str, Scenario]:
    return {each.id: each for each in load_scenarios(FIXTURES / "good", book)}
