"""Chooses the settings that scenarios are tried in: for each, every two values of the toggles it does not name.

The settings of all scenarios come from one pool, so that each is compiled once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from mocsar_conformance.scenario.applies import applies, lacking
from mocsar_conformance.scenario.covering import Row, Space
from mocsar_conformance.scenario.independence import first_disagreement
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Game, Rulebook, Setting
from mocsar_reference.compile.module import Folds, plan
from mocsar_reference.resolve.book import Value
from mocsar_reference.resolve.setting import make_setting

MORE = 30
"""Settings of the pool that a scenario is tried in besides those it needs for its pairs."""


@dataclass(frozen=True, slots=True)
class Task:
    """A setting, and the scenarios to be held to it by their numbers."""

    variant: str
    values: Row
    scenarios: tuple[int, ...]


@dataclass
class Trials:
    """What is to be tried: a task for each setting; by scenario the settings it is held to; pairs that cannot be."""

    tasks: list[Task]
    held: Mapping[int, Sequence[Setting]]
    impossible: int

    @property
    def runs(self) -> int:
        return sum(len(each.scenarios) for each in self.tasks)


def trials(rulebook: Rulebook, scenarios: Sequence[Scenario], layers: Layers) -> Trials:
    """Return the settings in which scenarios are to be tried.

    A scenario that does not hold anywhere itself is left out. Pairs that the constraints, or the cards that it deals,
    make impossible beside what it names are counted.
    """
    return _Planner(rulebook, layers).trials(scenarios)


def failing(task: Task, rulebook: Rulebook, scenarios: Sequence[Scenario]) -> list[int]:
    """Return which scenarios of a task do not hold in its setting; where the leader cannot lead, one is passed over."""
    contents = rulebook.contents
    setting = make_setting(contents, contents.variants[task.variant], task.values)
    game = Game(contents, setting, plan(contents, setting, _folds(rulebook)))
    return [number for number in task.scenarios if first_disagreement(scenarios[number], game) is not None]


_kept: list[tuple[Rulebook, Folds]] = []


def _folds(rulebook: Rulebook) -> Folds:
    """Return the folds of a rulebook, kept from setting to setting; games are not, there are too many."""
    if not _kept or _kept[0][0] is not rulebook:
        _kept[:] = [(rulebook, Folds(rulebook.contents))]
    return _kept[0][1]


class _Planner:
    def __init__(self, rulebook: Rulebook, layers: Layers) -> None:
        self.rulebook = rulebook
        self.layers = layers
        self.space = Space(rulebook)
        contents = rulebook.contents
        folds = Folds(contents)
        expressions = [e for p in contents.model.packs for e in (p.when, p.order, p.copies, p.suited) if e]
        self.of_pack = sorted({".".join(path[1:]) for e in expressions for path in folds.toggles(e.node, set())})
        self.games: dict[tuple[Value, ...], Game] = {}
        self.rows: list[Row] = []
        self.has: list[int] = []
        self.packs: list[tuple[Value, ...]] = []
        self.users: dict[tuple[str, int], list[int]] = {}
        self.fits: dict[str, _Fit] = {}
        self.impossible = 0

    def trials(self, scenarios: Sequence[Scenario]) -> Trials:
        held = {number: self.held(scenario) for number, scenario in enumerate(scenarios)}
        held = {number: settings for number, settings in held.items() if settings}
        chosen: dict[int, list[int]] = {}
        for number in sorted(held, key=lambda each: -len(scenarios[each].about)):  # rows made for few are good for many
            scenario = scenarios[number]
            chosen[number] = self.choose(scenario, held[number])
        for number, rows in chosen.items():
            scenario = scenarios[number]
            variant = self.variant(scenario, held[number][0])
            for row in (*rows, *self.more(scenario, held[number], rows)):
                self.users.setdefault((variant, row), []).append(number)
        tasks = [Task(variant, self.rows[row], tuple(users)) for (variant, row), users in self.users.items()]
        return Trials(tasks, held, self.impossible)

    def held(self, scenario: Scenario) -> list[Setting]:
        """Return the settings that a scenario is held to, and in which it holds."""
        return [
            setting
            for setting in self.layers.settings(scenario)
            if applies(scenario, self.rulebook, setting)
            and first_disagreement(scenario, self.rulebook.game(setting)) is None
        ]

    def variant(self, scenario: Scenario, held: Setting) -> str:
        """Return a variant that seats the players; every toggle is set anyway, so the same is good for most."""
        players = len(scenario.given.players)
        contents = self.rulebook.contents
        seats = (contents.variants[name] for name in self.rulebook.playable)
        return next((v.id for v in seats if v.players[0] <= players <= v.players[1]), held.variant.id)

    def choose(self, scenario: Scenario, held: Sequence[Setting]) -> list[int]:
        """Return the numbers of rows that together have all pairs; new ones are made where those there do not."""
        fits = self.fits.setdefault(scenario.id, _Fit(self, scenario))
        named = sorted(scenario.about)
        missing = self.wanted(scenario, held[0], fits)
        chosen: list[int] = []
        for best in self.best(self.usable(scenario, held), missing):
            chosen.append(best)
            missing &= ~self.has[best]
        for turn, row in enumerate(self.space.array):
            if not missing:
                break
            new = self.adapted(row, held[turn % len(held)], named, fits)
            missing = self.add(new, missing, chosen)
        while missing and (filled := self.filled(missing, held, scenario.about, fits)):
            missing = self.add(filled, missing, chosen)
        self.impossible += missing.bit_count()
        return chosen

    def best(self, rows: Iterable[int], missing: int) -> Iterator[int]:
        """Yield the row with the most of what is missing, then that with the most of what is missing then, and so on.

        What a row has of it only gets less, so that a count of before is too high at worst: few are counted again.
        """
        waiting = [(-(self.has[row] & missing).bit_count(), row) for row in rows]
        heapify(waiting)
        while waiting:
            before, row = waiting[0]
            now = -(self.has[row] & missing).bit_count()
            if not now:
                heappop(waiting)
            elif now != before:
                heapreplace(waiting, (now, row))
            else:
                heappop(waiting)
                yield row
                missing &= ~self.has[row]

    def usable(self, scenario: Scenario, held: Sequence[Setting]) -> list[int]:
        """Return the numbers of the rows so far that have what a scenario names as it is held to it, and its cards."""
        named, fits = sorted(scenario.about), self.fits[scenario.id]
        ways = {tuple(setting.values[name] for name in named) for setting in held}
        return [
            number
            for number, (row, pack) in enumerate(zip(self.rows, self.packs, strict=True))
            if tuple([row[name] for name in named]) in ways and fits.has(pack, row)
        ]

    def more(self, scenario: Scenario, held: Sequence[Setting], chosen: Collection[int]) -> list[int]:
        """Return some rows that others need and that a scenario can be tried in too: one pair may hide another."""
        rest = [n for n in self.usable(scenario, held) if n not in chosen]
        return rest[:: max(1, len(rest) // MORE)][:MORE]

    def wanted(self, scenario: Scenario, held: Setting, fits: _Fit) -> int:
        """Return the pairs of toggles that a scenario does not name, without packs that do not have its cards."""
        pools: dict[str, Sequence[Value]] = {
            each.id: self.space.pools[each.id]
            for each in self.layers.toggles(scenario)
            if each.id not in scenario.about
        }
        for name in pools.keys() & set(self.of_pack):
            pools[name] = [v for v in pools[name] if self.beside({name: v}, [held], scenario.about, fits)]
        return self.space.pairs.among(pools)

    def add(self, row: Row | None, missing: int, chosen: list[int]) -> int:
        """Add a row that has pairs which are missing, and return what is missing then."""
        has = self.space.pairs.of(row) if row else 0
        if row is None or not has & missing:
            return missing
        self.rows.append(row)
        self.has.append(has)
        self.packs.append(self.pack(row))
        chosen.append(len(self.rows) - 1)
        return missing & ~has

    def pack(self, row: Row) -> tuple[Value, ...]:
        """Return the part of a row that decides which cards there are."""
        return tuple([row[name] for name in self.of_pack])

    def adapted(self, row: Row, held: Setting, named: Sequence[str], fits: _Fit) -> Row | None:
        """Return a row of the array with what a scenario needs: toggles that it names, and a pack with its cards."""
        needed = {name: held.values[name] for name in named}
        new = self.space.constraints.mended({**row, **needed}, self.space.pools, named)
        if new is None or not fits(new):
            needed |= {name: held.values[name] for name in self.of_pack}
            new = self.space.constraints.mended({**row, **needed}, self.space.pools, needed)
        return new if new is not None and fits(new) else None

    def filled(self, missing: int, held: Sequence[Setting], named: Collection[str], fits: _Fit) -> Row | None:
        """Return a row with as many missing pairs as come together one after the other; None where none can be."""
        row: Row | None = None
        values: dict[str, Value] = {}
        for _, pair in self.space.pairs.each(missing):
            if all(values.get(name, value) == value for name, value in pair.items()):
                found = self.beside({**values, **pair}, held, named, fits)
                if found is not None:
                    row, values = found, {**values, **pair}
        return row

    def beside(self, values: Row, held: Sequence[Setting], named: Collection[str], fits: _Fit) -> Row | None:
        """Return a row with some values, near a setting that the scenario is held to; None where there is none."""
        for setting in held:
            row = self.space.constraints.mended({**setting.values, **values}, self.space.pools, {*named, *values})
            if row is not None and fits(row):
                return row
        return None


class _Fit:
    """Tells whether the pack of a row has the cards of a scenario."""

    def __init__(self, planner: _Planner, scenario: Scenario) -> None:
        self.planner = planner
        self.scenario = scenario
        self.known: dict[tuple[Value, ...], bool] = {}

    def __call__(self, row: Row) -> bool:
        return self.has(self.planner.pack(row), row)

    def has(self, key: tuple[Value, ...], row: Row) -> bool:
        """Tell it of a row whose part that decides about the pack is known."""
        if key not in self.known:
            games, rulebook = self.planner.games, self.planner.rulebook
            if key not in games:
                variant = rulebook.contents.variants[rulebook.playable[0]]
                games[key] = rulebook.game(make_setting(rulebook.contents, variant, row))
            self.known[key] = lacking(self.scenario, games[key]) is None
        return self.known[key]
