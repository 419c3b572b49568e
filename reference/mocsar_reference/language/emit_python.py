"""Typed tree to the source of one Python expression.

Players and words are whole numbers at run time, lists are tuples, sets frozensets, cards a packed whole number (0: no
cards), an absent value None. A condition used only for its truth is emitted without making a bool of it. Lists are gone
over with list comprehensions: of a handful of elements they are faster than generators that could stop early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from .builtins import builtins
from .fold import simplify
from .types import BOOL, CARDS, Enum, List, Set, Type
from .walk import Path, path_of

Resolve = Callable[[Path], str]
Word = Callable[[Type, str], str]

# Python's precedences, as far as they matter here
_CHOICE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _MINUS, _ATOM = range(9)

_OPERATORS = {
    "==": ("==", _COMPARE),
    "!=": ("!=", _COMPARE),
    "<": ("<", _COMPARE),
    "<=": ("<=", _COMPARE),
    ">": (">", _COMPARE),
    ">=": (">=", _COMPARE),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "*": ("*", _PRODUCT),
    "%": ("%", _PRODUCT),
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
# size(x) compared with a number: whether that says that there are some, or that there are none
_SOME = {(">", 0), (">=", 1), ("!=", 0)}
_NONE = {("==", 0), ("<", 1), ("<=", 0)}

HELPERS = {
    "holds": "cards_hold",
    "count": "cards_count",
    "take": "cards_take",
    "best": "cards_best",
    "ranks": "cards_ranks",
    "index": "list_index",
    "at": "list_at",
    "first": "list_first",
    "following": "list_following",
}
"""Built-ins that are calls of a helper of `compile.cards` with the same arguments."""


def emit_python(node: Node, resolve: Resolve, literal: Word) -> str:
    """Return Python source for a typed tree.

    `resolve` gives the code of a root path: ("turn",), ("action", "rank"), ("hand",) (a zone or a per-player state is
    then indexed with [player]). `literal` gives the code of a word of an Enum type. Declared functions are called as
    `f_name(s, …)`, macro variables are called `v_name`; `cards_…` and `list_…` are helpers of `compile.cards`.
    """
    return _Emitter(resolve, literal).code(node, _CHOICE)


class _Emitter:
    def __init__(self, resolve: Resolve, literal: Word) -> None:
        self._resolve = resolve
        self._literal = literal
        self._bound: list[str] = []

    def code(self, node: Node, level: int, truth: bool = False) -> str:
        """Return code that binds at least as tightly as `level`; with `truth`, only its truth counts."""
        source, own = self.emit(node, truth)
        return source if own >= level else f"({source})"

    def emit(self, node: Node, truth: bool = False) -> tuple[str, int]:
        match node:
            case Literal(value):
                return self.word(node, value)
            case ListOf(items):
                return self.items(node, items)
            case Name("none"):
                return "None", _ATOM
            case Name() | Field():
                return self.path(node)
            case Index(of, index):
                return f"{self.code(of, _ATOM)}[{self.code(index, _CHOICE)}]", _ATOM
            case Unary("!", of):
                return self.negation(of, truth)
            case Unary(_, of):
                return f"-{self.code(of, _MINUS)}", _MINUS
            case Binary():
                return self.binary(node, truth)
            case Choice(test, yes, no):
                arms = self.code(yes, _OR, truth), self.code(no, _CHOICE, truth)
                return f"{arms[0]} if {self.code(test, _OR, True)} else {arms[1]}", _CHOICE
            case Call():
                return self.call(node)
            case Macro():
                return self.macro(node, truth)
        raise TypeError(f"not a node: {node!r}")

    # ---- leaves

    def word(self, node: Literal, value: int | str | bool) -> tuple[str, int]:
        if isinstance(value, str) and isinstance(node.type, Enum):
            return self._literal(node.type, value), _ATOM
        negative = not isinstance(value, str | bool) and value < 0
        return repr(value), _MINUS if negative else _ATOM

    def items(self, node: ListOf, items: Sequence[Node]) -> tuple[str, int]:
        inner = ", ".join(self.code(each, _CHOICE) for each in items)
        listed = f"({inner},)" if len(items) == 1 else f"({inner})"
        if isinstance(node.type, Set):
            return (f"frozenset({listed})" if items else "frozenset()"), _ATOM
        return listed, _ATOM

    def path(self, node: Name | Field) -> tuple[str, int]:
        path = path_of(node)
        if path is None:
            raise TypeError("a field of what is not a path")
        if path[0] in self._bound:
            return f"v_{path[0]}", _ATOM
        return self._resolve(path), _ATOM

    # ---- operators

    def negation(self, of: Node, truth: bool) -> tuple[str, int]:
        match of:
            case Binary("in", left, right) if right.type != CARDS:
                return f"{self.code(left, _SUM)} not in {self.members(right)}", _COMPARE
            case Macro("all", source, variable, body):
                return self.found(source, variable, _not(body), truth)
        some = self.some(of)
        if some is not None:
            container, present = some
            return self.presence(container, not present, truth)
        return f"not {self.code(of, _NOT, True)}", _NOT

    def binary(self, node: Binary, truth: bool) -> tuple[str, int]:
        operator, left, right = node.operator, node.left, node.right
        if operator in ("&&", "||"):
            word, level = ("and", _AND) if operator == "&&" else ("or", _OR)
            return f"{self.code(left, level, truth)} {word} {self.code(right, level, truth)}", level
        if operator == "in":
            if right.type == CARDS:
                if not isinstance(left.type, Enum):  # it may be none
                    return f"{self.code(left, _SUM)} in cards_ranks({self.code(right, _CHOICE)})", _COMPARE
                counted = f"cards_count({self.code(right, _CHOICE)}, {self.code(left, _CHOICE)})"
                return (counted, _ATOM) if truth else (f"{counted} > 0", _COMPARE)
            return f"{self.code(left, _SUM)} in {self.members(right)}", _COMPARE
        if operator in ("==", "!="):
            for one, other in ((left, right), (right, left)):
                if other == Name("none"):
                    return f"{self.code(one, _SUM)} is {'not ' if operator == '!=' else ''}None", _COMPARE
        some = self.some(node)
        if some is not None:
            return self.presence(*some, truth)
        word, level = _OPERATORS[operator]
        # Python chains comparisons, and reads sums from the left
        own = level + 1 if level == _COMPARE else level
        return f"{self.code(left, own)} {word} {self.code(right, level + 1)}", level

    def members(self, node: Node) -> str:
        """Return code for what `in` looks through."""
        if isinstance(node, ListOf) and node.items and isinstance(node.type, Set):
            return "{" + ", ".join(self.code(each, _CHOICE) for each in node.items) + "}"
        return self.iterable(node, _SUM)

    def some(self, node: Node) -> tuple[Node, bool] | None:
        """Return (x, True) for `size(x) > 0` and the like, (x, False) for `size(x) == 0` and the like."""
        if not isinstance(node, Binary) or node.operator not in _TURNED:
            return None
        for call, number, operator in (
            (node.left, node.right, node.operator),
            (node.right, node.left, _TURNED[node.operator]),
        ):
            if isinstance(call, Call) and call.function == "size" and isinstance(number, Literal):
                asked = (operator, number.value)
                if asked in _SOME:
                    return call.arguments[0], True
                if asked in _NONE:
                    return call.arguments[0], False
        return None

    def presence(self, of: Node, present: bool, truth: bool) -> tuple[str, int]:
        if isinstance(of, Macro) and of.kind == "filter":
            return (
                self.found(of.of, of.variable, of.body, truth) if present else self.absent(of.of, of.variable, of.body)
            )
        if not present:
            return f"not {self.iterable(of, _NOT)}", _NOT
        if truth:
            return self.iterable(of, _ATOM), _ATOM
        if of.type == CARDS:
            return f"{self.code(of, _SUM)} != 0", _COMPARE
        return f"bool({self.iterable(of, _CHOICE)})", _ATOM

    # ---- lists

    def iterable(self, node: Node, level: int) -> str:
        """Return code for a list where any iterable with a truth, a length and an order does."""
        match node:
            case Macro("filter" | "map") if isinstance(node.type, List):
                return self.comprehension(node)
            case Call("range", (to,)):
                return f"range({self.code(to, _CHOICE)})"
        return self.code(node, level)

    def comprehension(self, node: Macro) -> str:
        source, name = self.iterable(node.of, _OR), f"v_{node.variable}"
        if node.kind == "map":
            return f"[{self.within(node.variable, node.body, _CHOICE)} for {name} in {source}]"
        return f"[{name} for {name} in {source} if {self.within(node.variable, node.body, _OR, True)}]"

    def within(self, variable: str, body: Node, level: int, truth: bool = False) -> str:
        self._bound.append(variable)
        try:
            return self.code(body, level, truth)
        finally:
            self._bound.pop()

    def matches(self, source: Node, variable: str, body: Node) -> str:
        return f"[1 for v_{variable} in {self.iterable(source, _OR)} if {self.within(variable, body, _OR, True)}]"

    def found(self, source: Node, variable: str, body: Node, truth: bool) -> tuple[str, int]:
        matches = self.matches(source, variable, body)
        return (matches if truth else f"bool({matches})"), _ATOM

    def absent(self, source: Node, variable: str, body: Node) -> tuple[str, int]:
        return f"not {self.matches(source, variable, body)}", _NOT

    def macro(self, node: Macro, truth: bool) -> tuple[str, int]:
        match node.kind:
            case "all":
                return self.absent(node.of, node.variable, _not(node.body))
            case "exists":
                return self.found(node.of, node.variable, node.body, truth)
            case "exists_one":
                return f"len({self.matches(node.of, node.variable, node.body)}) == 1", _COMPARE
        maker = "frozenset" if isinstance(node.type, Set) else "tuple"
        return f"{maker}({self.comprehension(node)})", _ATOM

    # ---- calls

    def call(self, node: Call) -> tuple[str, int]:
        name, arguments = node.function, node.arguments
        if name not in builtins():
            return f"f_{name}({', '.join(['s', *(self.code(each, _CHOICE) for each in arguments)])})", _ATOM
        match name, arguments:
            case "size", (of,):
                if of.type == CARDS:
                    return f"cards_size({self.code(of, _CHOICE)})", _ATOM
                return f"len({self.iterable(of, _CHOICE)})", _ATOM
            case "reverse", (of,):
                return f"{self.code(of, _ATOM)}[::-1]", _ATOM
            case "range", _:
                return f"tuple({self.iterable(node, _CHOICE)})", _ATOM
            case "smaller" | "larger", (a, b):
                function = "min" if name == "smaller" else "max"
                return f"{function}({self.code(a, _CHOICE)}, {self.code(b, _CHOICE)})", _ATOM
            case "first", (Macro("filter") as chosen, otherwise) if isinstance(chosen.type, List):
                return f"({self.comprehension(chosen)} or ({self.code(otherwise, _CHOICE)},))[0]", _ATOM
            case "index", (ListOf(items), what):
                looked_up = self.lookup(items, what)
                if looked_up is not None:
                    return looked_up
        inner = ", ".join(self.code(each, _CHOICE) for each in arguments)
        return f"{HELPERS[name]}({inner})", _ATOM

    def lookup(self, items: Sequence[Node], what: Node) -> tuple[str, int] | None:
        """Return code for a word's place in a constant list, where the words are 0, 1, 2 … at run time."""
        words = [each.value for each in items if isinstance(each, Literal)]
        if not isinstance(what.type, Enum) or not what.type.values or len(words) != len(items):
            return None
        emitted = {self._literal(what.type, value): value for value in what.type.values}
        by_number = [emitted.get(str(number)) for number in range(len(what.type.values))]
        if None in by_number:
            return None
        places = [words.index(value) if value in words else -1 for value in by_number]
        if places == list(range(len(places))):
            return self.emit(what)
        table = f"({', '.join(map(str, places))}{',' if len(places) == 1 else ''})"
        return f"{table}[{self.code(what, _CHOICE)}]", _ATOM


def _not(body: Node) -> Node:
    return simplify(Unary("!", body, type=BOOL))
