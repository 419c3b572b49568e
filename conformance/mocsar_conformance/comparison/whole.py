"""Two streams of results compared as a whole: the changes, the runs, what warns, and whether something broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mocsar_conformance.comparison.changes import KINDS, Change, Kind, applies, changes_between, keyed
from mocsar_conformance.comparison.names import Names
from mocsar_conformance.comparison.runs import RunDifference, run_differences
from mocsar_conformance.comparison.words import word
from mocsar_conformance.results import Results


@dataclass(frozen=True, slots=True)
class Warned:
    """Why two streams are not well compared: a code, and a sentence by its key and what is filled in."""

    code: str
    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def text(self, lang: str) -> str:
        """Return the sentence."""
        values = dict(self.values)
        if "which" in values:
            values["which"] = word(values["which"], lang)
        return word(self.key, lang, **values)


@dataclass(frozen=True)
class Comparison:
    """What differs between two streams; empty of changes where all is as it was."""

    old: Results
    new: Results
    changes: Sequence[Change]
    runs: Sequence[RunDifference]
    same: int
    """Scenarios and settings that are in both and did not change."""
    warnings: Sequence[Warned]

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many changes there are of each kind, in the order in which they are shown."""
        counted = Counter(each.kind for each in self.changes)
        return {kind: counted[kind] for kind in KINDS if counted[kind]}

    def of(self, kind: Kind) -> list[Change]:
        """Return the changes of one kind."""
        return [each for each in self.changes if each.kind == kind]

    def broke(self, allow_new: bool = False) -> list[Change]:
        """Return what is a finding and was none; without what is new where that is allowed."""
        return [each for each in self.changes if each.breaks and not (allow_new and each.kind == "new")]


def compare_results(old: Results, new: Results, names: Names | None = None) -> Comparison:
    """Return what differs between two streams; `names` lays scenarios of different editions side by side."""
    names = names or Names()
    changes = tuple(changes_between(old, new, names))
    before, after = keyed(old, names), keyed(new, names)
    common = len(before.keys() & after.keys())
    same = common - sum(each.kind not in ("new", "vanished") for each in changes)
    warnings = tuple(_warnings(old, new, changes, common))
    return Comparison(old, new, changes, tuple(run_differences(old, new, names)), same, warnings)


def _warnings(old: Results, new: Results, changes: Sequence[Change], common: int) -> Iterator[Warned]:
    subjects = [each.run["subject"]["name"] for each in (old, new)]
    if subjects[0] != subjects[1]:
        yield Warned("U066", "warn-subject", (("old", subjects[0]), ("new", subjects[1])))
    started = [each.run.get("started", "") for each in (old, new)]
    if all(started) and started[0] > started[1]:
        yield Warned("U066", "warn-swapped", (("old", started[0]), ("new", started[1])))
    if changes and not common:
        yield Warned("U066", "warn-nothing-common")
    for name, each in (("old", old), ("new-run", new)):
        if each.broken_off:
            yield Warned("U067", "warn-broken-off", (("which", name), ("done", sum(map(applies, each.outcomes)))))
    gone = sum(each.kind == "vanished" for each in changes)
    alike = all(old.run[each] == new.run[each] for each in ("digest", "variants"))
    if gone and alike and common and not new.broken_off:
        yield Warned("U067", "warn-selection", (("number", gone),))
