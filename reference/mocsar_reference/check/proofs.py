"""What the constraints between toggles leave possible, found by a SAT solver that knows every value of every toggle.

A toggle's value is a proposition, and exactly one of a toggle's is true. A condition's `&&`, `||`, `!` and `?:` go to
the solver as they are; for each comparison below them, all values of the toggles it reads are tried out beforehand.
Lists have no end of values: besides those tried or set anywhere, short ones and the longest are taken. What is found
impossible is therefore proved where no list is concerned, and else tried out widely; a setting that is found possible
always is.

The solver comes with the extra `proofs`; without it there is no prover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from math import prod
from typing import Any

from ..compile.cards import CardTools
from ..language.ast import Binary, Choice, Literal, Node, Unary
from ..language.emit_python import emit_python
from ..language.types import BOOL, INT, Enum, List
from ..language.walk import free
from ..resolve.book import Constraint, Contents, Toggle, Value
from ..resolve.repair import bounds, domain
from ..resolve.setting import FUNCTIONS

MOST_CASES = 200_000
"""Comparisons that tie more combinations of values than these are left open: neither is called impossible."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the conditions that a constraint joins by `&&`."""

    constraint: Constraint
    node: Node
    toggles: frozenset[str]


class Prover:
    """Answers what settings there are. A condition is a typed tree over toggles."""

    def __init__(self, contents: Contents) -> None:
        """Raises ImportError where the extra is not installed."""
        self._solver = import_module("pysat.solvers").Glucose4()
        self._last = 0
        self._toggles = contents.toggles
        self._domains = {name: _values(contents, toggle) for name, toggle in contents.toggles.items()}
        self._is = {name: {value: self._new() for value in domain} for name, domain in self._domains.items()}
        self._known: dict[Node, int] = {}
        self._names = {name: f"t{index}" for index, name in enumerate(contents.toggles)}
        self._true = self._new()
        self._solver.add_clause([self._true])
        for values in self._is.values():
            literals = list(values.values())
            self._solver.add_clause(literals)
            for index, one in enumerate(literals):
                for other in literals[:index]:
                    self._solver.add_clause([-one, -other])
        self._parts: dict[int, Part] = {}
        for constraint in contents.constraints:
            for node in _joined(constraint.expr.node):
                switch = self._new()
                self._solver.add_clause([-switch, self._literal(node)])
                self._parts[switch] = Part(constraint, node, _read(node))

    # ---- questions ---------------------------------------------------------------------------------------------------

    def setting(self, *conditions: Node, having: Mapping[str, Value] | None = None) -> dict[str, Value] | None:
        """Return a legal setting in which conditions hold and toggles have given values; None if there is none."""
        return self._solve([*self._parts, *self._given(conditions, having)])

    def anyhow(self, *conditions: Node) -> dict[str, Value] | None:
        """Return a setting, legal or not, in which conditions hold; None if there is none."""
        return self._solve(self._given(conditions, None))

    def against(self, *conditions: Node, having: Mapping[str, Value] | None = None) -> list[Part]:
        """Return the fewest parts of constraints that together make what `setting` does not find impossible."""
        given = self._given(conditions, having)
        core = [each for each in self._parts if each in self._core([*self._parts, *given])]
        for each in list(core):
            rest = [other for other in core if other != each]
            if self._solve([*rest, *given]) is None:
                core = rest
        return [self._parts[each] for each in core]

    def implying(self, constraint: Constraint) -> list[Constraint] | None:
        """Return other constraints that together say all that a constraint says; None where none do."""
        others = [switch for switch, part in self._parts.items() if part.constraint is not constraint]
        assumptions = [*others, -self._literal(constraint.expr.node)]
        if self._solve(assumptions) is not None:
            return None
        core = self._core(assumptions)
        parts = (self._parts[each] for each in others if each in core)
        return list({each.constraint.id: each.constraint for each in parts}.values())

    def near(
        self, usual: Mapping[str, Value], *conditions: Node, having: Mapping[str, Value] | None = None
    ) -> dict[str, Value] | None:
        """Return what `setting` does, with few toggles (not always the fewest) other than in `usual`."""
        wanted = [*self._parts, *self._given(conditions, having)]
        soft = [self._is[name][value] for name, value in usual.items() if value in self._is[name]]
        left: list[int] = []
        while (found := self._solve([*wanted, *soft])) is None:
            core = set(self._solver.get_core() or ()).intersection(soft)
            if not core:
                return None
            left += [each for each in soft if each in core]
            soft = [each for each in soft if each not in core]
        for each in left:
            again = self._solve([*wanted, *soft, each])
            if again is not None:
                soft, found = [*soft, each], again
        return found

    def exact(self, toggles: Iterable[str]) -> bool:
        """Tell whether every value of these toggles is known to the prover: none of them is a list."""
        return not any(isinstance(self._toggles[each].type, List) for each in toggles)

    def _given(self, conditions: Sequence[Node], having: Mapping[str, Value] | None) -> list[int]:
        values = [self._is[name][value] for name, value in (having or {}).items()]
        return [*(self._literal(each) for each in conditions), *values]

    def _solve(self, assumptions: Sequence[int]) -> dict[str, Value] | None:
        if not self._solver.solve(assumptions=assumptions):
            return None
        true = {each for each in self._solver.get_model() if each > 0}
        return {name: next(v for v, n in values.items() if n in true) for name, values in self._is.items()}

    def _core(self, assumptions: Sequence[int]) -> set[int]:
        assert not self._solver.solve(assumptions=assumptions)
        return set(self._solver.get_core() or ())

    # ---- conditions as propositions ----------------------------------------------------------------------------------

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _literal(self, node: Node) -> int:
        """Return the proposition that is true where a condition holds."""
        if node not in self._known:
            self._known[node] = self._encode(node)
        return self._known[node]

    def _encode(self, node: Node) -> int:
        match node:
            case Literal(bool() as value):
                return self._true if value else -self._true
            case Unary("!", of):
                return -self._literal(of)
            case Binary("&&", left, right):
                return self._both(self._literal(left), self._literal(right))
            case Binary("||", left, right):
                return -self._both(-self._literal(left), -self._literal(right))
            case Binary("==" | "!=", left, right) if left.type == BOOL:
                one, other = self._literal(left), self._literal(right)
                same = -self._both(-self._both(one, other), -self._both(-one, -other))
                return same if node.operator == "==" else -same
            case Choice(test, yes, no):
                which = self._literal(test)
                chosen = self._both(which, self._literal(yes)), self._both(-which, self._literal(no))
                return -self._both(-chosen[0], -chosen[1])
        return self._compared(node)

    def _both(self, one: int, other: int) -> int:
        both = self._new()
        for clause in ([-both, one], [-both, other], [both, -one, -other]):
            self._solver.add_clause(clause)
        return both

    def _compared(self, node: Node) -> int:
        """Return the proposition of a comparison: tie it to every combination of the values that it reads."""
        held = self._new()
        names = sorted(_read(node))
        domains = [self._domains[each] for each in names]
        if prod(map(len, domains)) <= MOST_CASES:
            holds = self._test(node, names)
            for values in product(*domains):
                these = [-self._is[name][value] for name, value in zip(names, values, strict=True)]
                self._solver.add_clause([*these, held if holds(*values) else -held])
        return held

    def _test(self, node: Node, names: Sequence[str]) -> Any:
        def resolve(path: tuple[str, ...]) -> str:
            return self._names[".".join(path[1:])] if path[0] == "toggle" else path[0]

        code = emit_python(node, resolve, lambda _, word: repr(word))
        source = f"lambda {', '.join(self._names[each] for each in names)}: {code}"
        return eval(source, {"__builtins__": {}, **FUNCTIONS, **CardTools(1).tools()})


def prover(contents: Contents) -> Prover | None:
    """Return a prover, None where the extra `proofs` is not installed."""
    try:
        return Prover(contents)
    except ImportError:
        return None


def _joined(node: Node) -> Iterator[Node]:
    if isinstance(node, Binary) and node.operator == "&&":
        yield from _joined(node.left)
        yield from _joined(node.right)
    else:
        yield node


def _read(node: Node) -> frozenset[str]:
    return frozenset(".".join(path[1:]) for path in free(node) if path[0] == "toggle")


def _values(contents: Contents, toggle: Toggle) -> tuple[Value, ...]:
    """Return the values that the prover knows of a toggle: all, or many of a list's."""
    pool: list[Value] = list(domain(contents, toggle))
    if isinstance(toggle.type, List):
        of = toggle.type.of
        members: Sequence[Value] = of.values if isinstance(of, Enum) else bounds(toggle) if of == INT else ()
        pool += [(), *((each,) for each in members), tuple(members)]
    return tuple(dict.fromkeys(pool))
