"""Finds the fewest toggles that make the difference, where a scenario does not hold in a setting it is tried in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mocsar_conformance.scenario.applies import lacking
from mocsar_conformance.scenario.covering import Row, Space
from mocsar_conformance.scenario.independence import Changes, diagnostic, first_disagreement
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic, Rulebook, Setting
from mocsar_reference.resolve.book import Value
from mocsar_reference.resolve.setting import make_setting


@dataclass(frozen=True, slots=True)
class Dependence:
    """Toggles that a scenario does not name, and that change its outcome together: `values` from those of `setting`."""

    scenario: Scenario
    setting: Setting
    values: Mapping[str, Value]
    diagnostic: Diagnostic = field(compare=False)


def dependences(
    rulebook: Rulebook, scenario: Scenario, held: Sequence[Setting], rows: Iterable[Row], space: Space
) -> list[Dependence]:
    """Return the toggles that make a scenario fail in rows in which it does, the fewest at a time, each once."""
    return list(_Minimiser(rulebook, scenario, held, space).found(rows))


def alike(
    rulebook: Rulebook, scenario: Scenario, held: Sequence[Setting], found: Iterable[Mapping[str, Value]], space: Space
) -> list[Row]:
    """Return rows in which a scenario fails because of what others were found to depend on: theirs may hide it."""
    looker = _Minimiser(rulebook, scenario, held, space)
    rows: list[Row] = []
    for values in found:
        if scenario.about.isdisjoint(values):
            for setting in held:
                kept = {*scenario.about, *values}
                row = space.constraints.mended({**setting.values, **values}, space.pools, kept)
                if row is not None and looker.fails(setting, row):
                    rows.append(row)
                    break
    return rows


class _Minimiser:
    def __init__(self, rulebook: Rulebook, scenario: Scenario, held: Sequence[Setting], space: Space) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.held = held
        self.space = space
        self.changes = Changes(rulebook)
        self.coupled = [names for _, names in space.constraints]

    def found(self, rows: Iterable[Row]) -> Iterator[Dependence]:
        known: set[str] = set()
        for row in rows:
            base = self.nearest(row)
            left = self.without(row, base, known)
            while left is not None and self.fails(base, left):
                found = self.single(base, left) or self.smallest(base, left)
                if found is None or not known.isdisjoint(found.values):
                    break
                yield found
                known.update(found.values)
                left = self.without(left, base, known)

    def without(self, row: Row, base: Setting, known: Collection[str]) -> Row | None:
        """Return a row with toggles that the scenario is known to depend on set back; None if there is none such."""
        back = {**row, **{name: base.values[name] for name in known}}
        return self.space.constraints.mended(back, self.space.pools, {*self.scenario.about, *known})

    def nearest(self, row: Row) -> Setting:
        """Return the setting that has what the scenario names as a row has it, and little else otherwise."""

        def distance(setting: Setting) -> tuple[int, int]:
            other = [name for name in row if setting.values[name] != row[name]]
            return len(self.scenario.about.intersection(other)), len(other)

        return min(self.held, key=distance)

    def fails(self, base: Setting, row: Row) -> bool:
        setting = make_setting(self.rulebook.contents, base.variant, row)
        return self.disagrees(setting)

    def disagrees(self, setting: Setting) -> bool:
        game = self.rulebook.game(setting)
        return lacking(self.scenario, game) is None and first_disagreement(self.scenario, game) is not None

    def single(self, base: Setting, row: Row) -> Dependence | None:
        """Return one toggle that makes the scenario fail by itself, or with what constraints make it bring along."""
        alone: list[tuple[str, Setting]] = []
        with_others: list[tuple[str, Setting]] = []
        for name, value in row.items():
            if value != base.values[name]:
                changed = self.changes.find(base, name, value, self.scenario.about)
                if changed is not None:
                    number = sum(changed.values[each] != base.values[each] for each in row)
                    (alone if number == 1 else with_others).append((name, changed))
        failing = ((name, changed) for name, changed in (*alone, *with_others) if self.disagrees(changed))
        name, changed = next(failing, ("", base))
        return self.dependence(base, changed, [name]) if name else None

    def smallest(self, base: Setting, row: Row) -> Dependence | None:
        """Return toggles of which none can be left out: set back one after the other, as long as the scenario fails."""
        current = dict(row)
        for names in (*self.coupled, *((name,) for name in sorted(row))):
            trial = {**current, **{name: base.values[name] for name in names}}
            if trial != current and not self.space.constraints.broken(trial) and self.fails(base, trial):
                current = trial
        left = [name for name, value in current.items() if value != base.values[name]]
        return (
            self.dependence(base, make_setting(self.rulebook.contents, base.variant, current), left) if left else None
        )

    def dependence(self, base: Setting, changed: Setting, names: Sequence[str]) -> Dependence:
        first = first_disagreement(self.scenario, self.rulebook.game(changed))
        assert first is not None
        values = {name: changed.values[name] for name in names}
        return Dependence(self.scenario, base, values, diagnostic(self.scenario, base, changed, names, first))
