"""Makes settings in which every two toggles take every two values together: covering arrays, constraints respected."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import combinations, product
from typing import Any

from mocsar_reference import Rulebook
from mocsar_reference.language.ast import Node
from mocsar_reference.resolve.book import Contents, Toggle, Value
from mocsar_reference.resolve.conditions import toggles_read
from mocsar_reference.resolve.setting import decide, literal

Row = Mapping[str, Value]
"""A value for every toggle."""
MOST_MENDED = 3
"""More toggles than these are not changed to mend a row that breaks a constraint."""


def used_values(rulebook: Rulebook, toggle: Toggle) -> tuple[Value, ...]:
    """Return the values of a toggle that somebody asks for: all that have a name; else those of variants and to try."""
    if toggle.values:
        return tuple(toggle.values)
    used = (rulebook.setting(name).values[toggle.id] for name in rulebook.playable)
    return tuple(dict.fromkeys((*used, *toggle.others)))


def worthwhile(rulebook: Rulebook, toggle: Toggle) -> tuple[Value, ...]:
    """Return the values of a toggle that are worth trying; of numbers also the neighbours of the default."""
    return tuple(dict.fromkeys((toggle.default, *used_values(rulebook, toggle), *toggle.alternatives(toggle.default))))


class Constraints:
    """The constraints between toggles, each decided once for the values it reads."""

    def __init__(self, contents: Contents) -> None:
        self._types = {name: toggle.type for name, toggle in contents.toggles.items()}
        self._nodes: list[tuple[Node, tuple[str, ...]]] = [
            (each.expr.node, tuple(sorted(toggles_read(each.expr)))) for each in contents.constraints
        ]
        self._known: dict[tuple[int, tuple[Value, ...]], bool] = {}

    @property
    def said(self) -> Hashable:
        """What they say, as a key: the same for rulebooks whose constraints are the same."""
        return tuple(self._nodes), tuple(self._types.items())

    def __iter__(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Go through the numbers of the constraints, each with the toggles that it reads."""
        for number, (_, names) in enumerate(self._nodes):
            yield number, names

    def holds(self, number: int, values: Row) -> bool:
        """Tell whether a constraint holds; `values` has at least the toggles that it reads."""
        node, names = self._nodes[number]
        key = (number, tuple(values[name] for name in names))
        if key not in self._known:
            known = {("toggle", *name.split(".")): literal(values[name], self._types[name]) for name in names}
            self._known[key] = bool(decide(node, known))
        return self._known[key]

    def broken(self, values: Row) -> list[tuple[str, ...]]:
        """Return the toggles of each constraint that does not hold."""
        return [names for number, names in self if not self.holds(number, values)]

    def mended(self, row: Row, pools: Mapping[str, Sequence[Value]], kept: Collection[str]) -> dict[str, Value] | None:
        """Return a row that breaks none, with as few toggles changed as can be and none in `kept`; None if too many."""
        broken = self.broken(row)
        if not broken:
            return dict(row)
        near = {name for names in broken for name in names}
        near |= {name for _, names in self if near.intersection(names) for name in names}
        free = sorted(near.difference(kept))
        for number in range(1, MOST_MENDED + 1):
            for names in combinations(free, number):
                for values in product(*(pools[name] for name in names)):
                    trial = {**row, **dict(zip(names, values, strict=True))}
                    if not self.broken(trial):
                        return trial
        return None


class Pairs:
    """Numbers every two values of two toggles; what a row has of them is a whole number with a bit for each."""

    def __init__(self, pools: Mapping[str, Sequence[Value]]) -> None:
        self._bits: dict[tuple[str, Value, str, Value], int] = {}
        self._with: dict[str, dict[Value, int]] = {name: dict.fromkeys(values, 0) for name, values in pools.items()}
        for one, other in combinations(pools, 2):
            for left, right in product(pools[one], pools[other]):
                bit = self._bits[one, left, other, right] = 1 << len(self._bits)
                self._with[one][left] |= bit
                self._with[other][right] |= bit

    def of(self, row: Row) -> int:
        """Return the pairs of a row; values outside the pools have none."""
        once = twice = 0
        for name, values in self._with.items():
            bits = values.get(row[name], 0)
            twice |= once & bits
            once |= bits
        return twice

    def among(self, pools: Mapping[str, Collection[Value]]) -> int:
        """Return the pairs of some toggles and values."""
        once = twice = 0
        for name, values in self._with.items():
            bits = 0
            for value in values.keys() & pools.get(name, ()):
                bits |= values[value]
            twice |= once & bits
            once |= bits
        return twice

    def each(self, pairs: int) -> Iterator[tuple[int, dict[str, Value]]]:
        """Go through pairs, each alone as a whole number and as values by toggle."""
        for (one, left, other, right), bit in self._bits.items() if pairs else ():
            if pairs & bit:
                yield bit, {one: left, other: right}


_arrays: dict[Hashable, list[Row]] = {}


class Space:
    """All toggles with the values worth trying, and one array of rows that covers all pairs of them there can be."""

    def __init__(self, rulebook: Rulebook) -> None:
        toggles = rulebook.contents.toggles
        self.pools = {name: worthwhile(rulebook, toggle) for name, toggle in toggles.items()}
        self.constraints = Constraints(rulebook.contents)
        self.pairs = Pairs(self.pools)

    @property
    def array(self) -> list[Row]:
        """A covering array, the same each time; made once for all rulebooks that have the same toggles to be tried."""
        key = (tuple((name, tuple(values)) for name, values in self.pools.items()), self.constraints.said)
        if key not in _arrays:
            _arrays[key] = self._make()
        return _arrays[key]

    def _make(self) -> list[Row]:
        """Return a covering array, made by covertable, which takes a few seconds."""
        make = import_module("covertable").make  # typed nowhere, and takes a moment to import
        key = {name: name.replace(".", "/") for name in self.pools}  # covertable reads a dot as a path
        names = {short: name for name, short in key.items()}

        def condition(number: int, read: Sequence[str]) -> dict[str, Any]:
            def holds(row: Mapping[str, Value]) -> bool:
                return self.constraints.holds(number, {name: row[key[name]] for name in read})

            return {"operator": "fn", "requires": [key[name] for name in read], "evaluate": holds}

        factors = {key[name]: list(values) for name, values in self.pools.items()}
        made = make(factors, constraints=[condition(number, read) for number, read in self.constraints])
        return [{names[short]: value for short, value in row.items()} for row in made]
