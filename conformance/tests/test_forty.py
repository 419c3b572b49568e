"""Forty mistakes, planted one at a time into the examples: each is caught by a scenario about the clause it breaks."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from mocsar_conformance.claims import claims_of
from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import cases, run
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook, load_rulebook

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ADAPTERS = {"javascript": "adapter.js", "python": "adapter.py"}

Mistake = dict[str, Any]
MISTAKES: list[Mistake] = yaml.safe_load((Path(__file__).parent / "forty.yaml").read_text(encoding="utf-8"))
PLANTED = [(mistake, language) for mistake in MISTAKES for language in ADAPTERS if language in mistake]


@cache
def book() -> Rulebook:
    return load_rulebook()


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(load_scenarios(None, book()))


def planted(mistake: Mistake, language: str, folder: Path) -> Path:
    """Return the adapter of a copy of the example that makes the mistake."""
    copy = folder / language
    shutil.copytree(EXAMPLES / language, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for change in mistake[language]:
        file = copy / change["file"]
        text = file.read_text(encoding="utf-8")
        assert text.count(change["old"]) == 1, f"{change['file']} must have this once: {change['old']}"
        file.write_text(text.replace(change["old"], change["new"]), encoding="utf-8")
    return copy / ADAPTERS[language]


def about(clauses: Sequence[str], scenario: Scenario) -> bool:
    """Tell whether a scenario names one of the clauses, or a rule of one."""
    names = {*clauses, *(rule for clause in clauses for rule in book().contents.clauses[clause].rules)}
    return not names.isdisjoint(scenario.rules)


def outcomes(command: Sequence[str], chosen: Sequence[Scenario]) -> Iterator[Outcome]:
    """Yield what becomes of these scenarios, in every setting that the command claims."""
    with Target(words=tuple(command)).open(book()) as subject:
        claims, faults = claims_of(subject.hello(), book())
        assert not faults
        yield from run(cases(book(), chosen, claims), subject, book())


def test_there_are_forty_with_the_clauses_they_break() -> None:
    assert len({mistake["id"] for mistake in MISTAKES}) == len(MISTAKES) == 40
    for mistake in MISTAKES:
        assert set(mistake["about"]) == {"en", "hu"}
        assert mistake["breaks"] and set(mistake["breaks"]) <= set(book().contents.clauses), mistake["id"]
        assert "python" in mistake


def test_they_are_of_every_chapter() -> None:
    chapters = {book().contents.clauses[clause].chapter for mistake in MISTAKES for clause in mistake["breaks"]}
    assert chapters == {clause.chapter for clause in book().contents.clauses.values()}


@pytest.mark.parametrize(
    ("mistake", "language"), PLANTED, ids=[f"{mistake['id']}-{language}" for mistake, language in PLANTED]
)
def test_a_mistake_is_caught_by_a_scenario_about_the_clause(
    mistake: Mistake, language: str, node: str, tmp_path: Path
) -> None:
    program = node if language == "javascript" else sys.executable
    command = [program, str(planted(mistake, language, tmp_path))]
    right = [each for each in scenarios() if about(mistake["breaks"], each)]
    if any(outcome.verdict == "fail" for outcome in outcomes(command, right)):
        return
    others = [each for each in scenarios() if each not in right]
    failed = [outcome.id for outcome in outcomes(command, others) if outcome.verdict == "fail"]
    breaks = ", ".join(mistake["breaks"])
    pytest.fail(f"no scenario about {breaks} fails; of the others: {', '.join(failed) or 'none'}")
