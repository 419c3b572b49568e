"""The matrix itself: how many scenarios of each chapter are right, by implementation and variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mocsar_conformance.comparison.changes import Outcome, keyed, state
from mocsar_conformance.comparison.names import Names
from mocsar_conformance.reports.outcomes import conformance
from mocsar_conformance.results import Results, chapter_of
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import did_you_mean, fail

Sign = Literal["right", "otherwise", "missing", "wrong", "none"]
SIGNS: Final[Mapping[Sign, str]] = {"right": "✓", "otherwise": "≈", "missing": "?", "wrong": "✗", "none": "–"}
"""What stands before the numbers of a cell, so that it does not need a colour."""

NAME: Final = 60
"""About the most characters of a name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of some scenarios, of those that apply."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    """Unsupported, or left out by an expectation."""
    otherwise: int = 0
    """Not as the rulebook has it and not counted: under another reading of the sources, or disputed."""

    @property
    def applicable(self) -> int:
        """How many count."""
        return self.right + self.wrong + self.missing

    @property
    def sign(self) -> Sign:
        """The one thing to know first: whether anything is wrong, missing, or right under another reading only."""
        if self.wrong:
            return "wrong"
        if self.missing:
            return "missing"
        if self.otherwise:
            return "otherwise"
        return "right" if self.right else "none"

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Cell:
        """Count some outcomes."""
        counted = Counter(state(each) for each in outcomes)
        missing = counted["unsupported"] + counted["left-out"]
        return cls(counted["right"], counted["wrong"], missing, counted["uncounted"])


@dataclass(frozen=True)
class Column:
    """One implementation in one setting."""

    results: Results
    name: str
    """Of the implementation, with its version; with its file where two have the same."""
    setting: str
    conformance: str | None
    """None where it was not tested in this setting."""
    cells: Mapping[str, Cell]
    """By chapter."""
    whole: Cell

    @property
    def edition(self) -> str:
        """The rulebook's edition."""
        return str(self.results.run["edition"])


@dataclass(frozen=True, slots=True)
class Difference:
    """A scenario of which the implementations do not agree in one setting: a verdict for each, None where untested."""

    id: str
    setting: str
    verdicts: Sequence[str | None]


@dataclass(frozen=True)
class Matrix:
    """Columns in the order of settings and, within each, of the streams."""

    names: Sequence[str]
    """Of the implementations, in the order of the streams."""
    columns: Sequence[Column]
    chapters: Sequence[str]
    differences: Sequence[Difference]
    editions: Sequence[str]
    """All that occur, in the order of the streams."""
    digests: int
    """How many different rulebooks there are."""
    broken_off: Sequence[str]
    """The implementations whose run did not come to its end."""

    def title(self, chapter: str, lang: str) -> str:
        """Return what a chapter is called, by the first stream that says it."""
        titles = (each.results.chapter_title(chapter, lang) for each in self.columns)
        return next((each for each in titles if each != chapter), chapter)


def build(streams: Sequence[Results], variants: Sequence[str] = (), names: Names | None = None) -> Matrix:
    """Return the matrix of some streams: in the settings that each was tested in, or in the given ones.

    A variant's name means all its settings; those asked for have a column for each implementation, tested or not.
    Raises MocsarError U068 where no stream has one that is asked for.
    """
    names = names or Names()
    called = _names(streams)
    outcomes = [keyed(each, names) for each in streams]
    standings = [{names.setting(setting): word for setting, word in conformance(each).items()} for each in streams]
    chosen = [names.setting(each) for each in variants]
    settings = _chosen(chosen, standings, outcomes) if chosen else _tested(standings)
    columns = [
        _column(results, name, setting, standing.get(setting), own)
        for setting in settings
        for results, name, standing, own in zip(streams, called, standings, outcomes, strict=True)
        if chosen or setting in standing
    ]
    return Matrix(
        called,
        columns,
        _chapters(columns),
        list(_differences(outcomes, settings)),
        list(dict.fromkeys(str(each.run["edition"]) for each in streams)),
        len({each.run["digest"] for each in streams}),
        [name for each, name in zip(streams, called, strict=True) if each.broken_off],
    )


def _names(streams: Sequence[Results]) -> list[str]:
    """Return what to call each, all different."""
    names = [neutralise(each.subject, NAME) or "?" for each in streams]
    twice = {name for name, number in Counter(names).items() if number > 1}
    names = [
        f"{name} ({neutralise(each.name, NAME)})" if name in twice else name
        for name, each in zip(names, streams, strict=True)
    ]
    seen: Counter[str] = Counter()
    for number, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[number] = f"{name} #{seen[name]}"
    return names


def _tested(standings: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(setting for each in standings for setting in each))


def _chosen(
    chosen: Sequence[str], standings: Sequence[Mapping[str, Any]], outcomes: Sequence[Mapping[tuple[str, str], Any]]
) -> list[str]:
    tested = _tested(standings)
    brought = {setting for each in outcomes for _, setting in each}
    found: list[str] = []
    for variant in chosen:
        own = [each for each in tested if variant in (each, each.partition("(")[0])]
        if not own and variant in brought:  # a setting that scenarios brought with them
            own = [variant]
        if not own:
            hint = did_you_mean(variant, tested)
            raise fail("U068", None, f"none of these results are of '{neutralise(variant)}'", hint)
        found += own
    return list(dict.fromkeys(found))


def _column(
    results: Results, name: str, setting: str, standing: str | None, outcomes: Mapping[tuple[str, str], Outcome]
) -> Column:
    chapters: dict[str, list[Outcome]] = {}
    for (_, where), each in outcomes.items():
        if where == setting:
            chapters.setdefault(chapter_of(each), []).append(each)
    cells = {chapter: Cell.of(own) for chapter, own in chapters.items()}
    whole = Cell.of(each for own in chapters.values() for each in own)
    return Column(results, name, setting, standing, cells, whole)


def _chapters(columns: Sequence[Column]) -> list[str]:
    """Return the chapters in the order of the stream that knows most of them; others after those."""
    there = {chapter for each in columns for chapter in each.cells}
    orders = sorted((each.results.chapters for each in columns), key=len, reverse=True)
    return [each for each in dict.fromkeys(chapter for order in orders for chapter in order) if each in there]


def _differences(
    outcomes: Sequence[Mapping[tuple[str, str], Outcome]], settings: Sequence[str]
) -> Iterator[Difference]:
    """Yield the scenarios that at least two implementations were tested with, and that are not the same for all."""
    keys = {key for each in outcomes for key in each if key[1] in settings}
    for key in sorted(keys, key=lambda each: (each[0], settings.index(each[1]))):
        there = [each.get(key) for each in outcomes]
        if len({state(each) for each in there if each is not None}) > 1:
            yield Difference(*key, [None if each is None else str(each["verdict"]) for each in there])
