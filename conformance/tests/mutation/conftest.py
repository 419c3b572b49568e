"""What the tests of mutation share: the rulebook, its mutants, and benches with and without scenarios."""

from __future__ import annotations

from functools import cache

import pytest

from mocsar_conformance.mutation.mutants import Mutant, all_mutants
from mocsar_conformance.mutation.run import Bench
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import Rulebook, load_rulebook


@cache
def book() -> Rulebook:
    return load_rulebook()


@cache
def mutants() -> dict[str, Mutant]:
    return {each.id: each for each in all_mutants(book())}


@cache
def bench_of(variant: str, with_scenarios: bool) -> Bench:
    return Bench(book(), load_scenarios(None, book()) if with_scenarios else [], [variant])


@pytest.fixture
def rulebook() -> Rulebook:
    return book()


def mutant(unit: str, part: str, after: str) -> Mutant:
    """Return the mutant of a rule, a function or a toggle in which a part has become something else."""
    found = [
        each
        for each in mutants().values()
        if each.unit[1] == unit
        and each.part == part
        and (each.after == after or (not after and each.operator == "dropped"))
    ]
    assert len(found) == 1, f"{len(found)} mutants of {unit} {part}: {after}"
    return found[0]
