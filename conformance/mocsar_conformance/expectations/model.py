"""Expectations as values: which scenarios each speaks of, and what it makes of an outcome."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from mocsar_conformance.records import Expected, Outcome, Verdict
from mocsar_conformance.runner import Case, Cases
from mocsar_conformance.scenario.why import Why
from mocsar_reference import Place

Kind = Literal["known", "flaky", "skip"]
KINDS: Final[tuple[Kind, ...]] = ("known", "flaky", "skip")
PREDICTED: Final[tuple[Verdict, ...]] = ("fail", "error", "timeout", "crash", "unsupported")
"""What a known failure may come to where its entry does not say."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One entry. `versions` is the range as written, empty for all; `patterns` and `variants` may hold * and ?."""

    kind: Kind
    patterns: tuple[str, ...]
    variants: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    versions: str
    reason: str
    link: str
    index: int
    """Its place in the list of its kind, from 0."""
    place: Place = field(compare=False)
    """Where it begins."""
    pattern_places: tuple[Place, ...] = field(compare=False)
    """Where each of its patterns stands."""

    def covers(self, scenario: str, variant: str) -> bool:
        """Tell whether it speaks of a scenario in a setting; `variant` is the setting's short form."""
        return self.speaks_in(variant) and self.speaks_of(scenario)

    def speaks_of(self, scenario: str) -> bool:
        """Tell whether it speaks of a scenario in some setting."""
        return any(matches(each, scenario) for each in self.patterns)

    def speaks_in(self, variant: str) -> bool:
        """Tell whether it speaks of a setting, by its short form."""
        return not self.variants or any(matches(each, variant) for each in self.variants)

    @property
    def expected(self) -> Expected:
        """What an outcome keeps of it, if it is met."""
        return Expected(self.kind, self.reason, self.link)


@dataclass(frozen=True)
class Expectations:
    """All entries that hold for the version under test, and those that do not (`idle`)."""

    entries: Sequence[Expectation] = ()
    idle: Sequence[Expectation] = ()

    def of(self, scenario: str, variant: str) -> Expectation | None:
        """Return the first entry that speaks of a scenario in a setting; others expect the same, see `read`."""
        return next((each for each in self.entries if each.covers(scenario, variant)), None)

    def without_skipped(self, todo: Cases) -> Cases:
        """Return what is to be run, with that which is to be left out turned into cases that are skipped."""
        if not any(each.kind == "skip" for each in self.entries):
            return todo
        return Cases(len(todo), lambda: map(self._left_out, todo))

    def _left_out(self, case: Case) -> Case:
        entry = self.of(case.scenario.id, case.claim.short) if case.script is not None else None
        if entry is None or entry.kind != "skip":
            return case
        return replace(case, script=None, skipped=Why(entry.reason, entry.reason), left_out=True)

    def judged(self, case: Case, outcome: Outcome) -> Outcome:
        """Return an outcome with what was expected of it; as it is where nothing was, or where it does not apply."""
        if outcome.verdict == "skipped" and not case.left_out:
            return outcome
        entry = self.of(outcome.id, outcome.variant)
        if entry is None:
            return outcome
        met = entry.kind != "known" or outcome.verdict in entry.verdicts
        return replace(outcome, expectation=replace(entry.expected, met=met))


def matches(pattern: str, name: str) -> bool:
    """Tell whether an id, or a setting's short form, is meant by a pattern: itself, or with * and ? in it."""
    return pattern == name or fnmatch.fnmatchcase(name, pattern.replace("[", "[[]"))


def applying(version: str, entries: Sequence[Expectation], contains: Callable[[str, str], bool]) -> Expectations:
    """Return the entries that hold for a version; `contains(range, version)` judges a range."""
    held = [each for each in entries if not each.versions or contains(each.versions, version)]
    return Expectations(held, [each for each in entries if each not in held])
