"""The kit finds every lie, calls it what it is, and never calls a liar conformant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from mocsar_conformance.claims import claims_of
from mocsar_conformance.runner import Case, cases, run
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.verdicts import conformance, end_of
from mocsar_reference import Rulebook, load_rulebook

from .lies import LIES, Liar, Lie, lie


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


Todo = Callable[[Liar], list[Case]]


@pytest.fixture(scope="module")
def todo(book: Rulebook) -> Todo:
    """Return what says what is to be run; scripts are made once for all who claim the same."""
    scenarios = load_scenarios(None, book)
    known: dict[str, list[Case]] = {}

    def todo(subject: Liar) -> list[Case]:
        claims, faults = claims_of(subject.hello(), book)
        assert not faults
        key = str(claims)
        if key not in known:
            known[key] = [case for case in cases(book, scenarios, claims) if case.script is not None]
        return known[key]

    return todo


@pytest.mark.parametrize("told", LIES, ids=lambda told: told.what.replace(" ", "-"))
def test_a_lie_is_found_and_named(told: Lie, book: Rulebook, todo: Todo) -> None:
    subject = Liar(book, told)
    outcomes = list(run(todo(subject), subject, book))
    verdicts = Counter(each.verdict for each in outcomes)
    assert told.verdicts <= set(verdicts), verdicts
    assert not told.never & set(verdicts), verdicts
    assert conformance("kollar", outcomes).standing == told.standing, verdicts
    assert end_of(outcomes, ["kollar"], 0.0, whole=True, interrupted=False).conformant["kollar"] == told.standing
    assert set(verdicts) != {"pass"}


def test_the_same_without_a_lie_is_conformant(book: Rulebook, todo: Todo) -> None:
    subject = Liar(book, lie("nothing", "conformant"))
    outcomes = list(run(todo(subject), subject, book))
    assert {each.verdict for each in outcomes} == {"pass"}


def test_there_are_many_lies_each_told_once() -> None:
    assert len(LIES) >= 50
    assert len({each.what for each in LIES}) == len(LIES)
