"""Typed tree to the source of one JavaScript expression: the counterpart of the reference's `emit_python`.

Values are those that CEL has: a player, a rank or any other word is a string; cards are an array of ranks from low to
high; a list is an array; a set is an array without repetition; an absent value is null; what each player has is an
object by player. What JavaScript has no operator for is a call of `L`, the module `choose-language.js`.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from mocsar_reference.language import builtins
from mocsar_reference.language.ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from mocsar_reference.language.types import CARDS, List, Maybe, Set, Type
from mocsar_reference.language.walk import Path, path_of

Resolve = Callable[[Path], str]

# JavaScript's precedences, as far as they matter here
_CHOICE, _OR, _AND, _EQUAL, _COMPARE, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)

_OPERATORS = {
    "||": ("||", _OR),
    "&&": ("&&", _AND),
    "==": ("===", _EQUAL),
    "!=": ("!==", _EQUAL),
    "<": ("<", _COMPARE),
    "<=": ("<=", _COMPARE),
    ">": (">", _COMPARE),
    ">=": (">=", _COMPARE),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "*": ("*", _PRODUCT),
    "%": ("%", _PRODUCT),  # never of what can be negative, where JavaScript and Python part
}
_METHODS = {"all": "every", "exists": "some", "filter": "filter", "map": "map"}


def emit_js(node: Node, resolve: Resolve) -> str:
    """Return JavaScript source for a typed tree.

    `resolve` gives the code of a root path: ("turn",), ("toggle", "play", "beats"). Declared functions are called as
    `f_name(…)`, macro variables are called `v_name`, built-ins are functions of `L`. Strings are in ASCII, escaped.
    """
    return _Emitter(resolve).code(node, _CHOICE)


def toggle_path(path: Path) -> str:
    """Resolve a path of an expression over toggles: `t` has their values by id."""
    root, *names = path
    assert root == "toggle", f"an expression over toggles reads {'.'.join(path)}"
    return f"t[{text('.'.join(names))}]"


def text(value: str) -> str:
    """Return a JavaScript string."""
    return json.dumps(value)


class _Emitter:
    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._bound: list[str] = []

    def code(self, node: Node, level: int) -> str:
        """Return code that binds at least as tightly as `level`."""
        source, own = self.emit(node)
        return source if own >= level else f"({source})"

    def emit(self, node: Node) -> tuple[str, int]:
        match node:
            case Literal(bool() as value):
                return ("true" if value else "false"), _ATOM
            case Literal(int() as value):
                return str(value), _UNARY if value < 0 else _ATOM
            case Literal(value):
                return text(str(value)), _ATOM
            case ListOf(items):
                listed = f"[{', '.join(self.code(each, _CHOICE) for each in items)}]"
                return (f"L.distinct({listed})" if isinstance(node.type, Set) and items else listed), _ATOM
            case Name("none"):
                return "null", _ATOM
            case Name() | Field():
                return self.path(node)
            case Index(of, index):
                return f"{self.code(of, _ATOM)}[{self.code(index, _CHOICE)}]", _ATOM
            case Unary(operator, of):
                # `--x` would be another operator
                return f"{operator}{self.code(of, _UNARY if operator == '!' else _ATOM)}", _UNARY
            case Binary():
                return self.binary(node)
            case Choice(test, yes, no):
                arms = self.code(yes, _OR), self.code(no, _CHOICE)
                return f"{self.code(test, _OR)} ? {arms[0]} : {arms[1]}", _CHOICE
            case Call():
                return self.call(node)
            case Macro():
                return self.macro(node)
        raise TypeError(f"not a node: {node!r}")

    def path(self, node: Name | Field) -> tuple[str, int]:
        path = path_of(node)
        if path is None:
            raise TypeError("a field of what is not a path")
        return (f"v_{path[0]}" if path[0] in self._bound else self._resolve(path)), _ATOM

    def binary(self, node: Binary) -> tuple[str, int]:
        operator, left, right = node.operator, node.left, node.right
        if operator == "in":
            if _compared(left.type) is None:
                return f"{self.code(right, _ATOM)}.includes({self.code(left, _CHOICE)})", _ATOM
            return f"L.has({self.code(right, _CHOICE)}, {self.code(left, _CHOICE)})", _ATOM
        if operator in ("==", "!="):
            helper = _compared(left.type) or _compared(right.type)
            if helper:
                same = f"L.{helper}({self.code(left, _CHOICE)}, {self.code(right, _CHOICE)})"
                return (same, _ATOM) if operator == "==" else (f"!{same}", _UNARY)
        if operator == "+" and isinstance(node.type, List):
            return f"[...{self.code(left, _CHOICE)}, ...{self.code(right, _CHOICE)}]", _ATOM
        word, level = _OPERATORS[operator]
        return f"{self.code(left, level)} {word} {self.code(right, level + 1)}", level

    def macro(self, node: Macro) -> tuple[str, int]:
        of, variable = self.code(node.of, _ATOM), f"v_{node.variable}"
        self._bound.append(node.variable)
        body = self.code(node.body, _CHOICE)
        self._bound.pop()
        function = f"({variable}) => {body}"
        if node.kind == "exists_one":
            return f"{of}.filter({function}).length === 1", _EQUAL
        done = f"{of}.{_METHODS[node.kind]}({function})"
        return (f"L.distinct({done})" if node.kind == "map" and isinstance(node.type, Set) else done), _ATOM

    def call(self, node: Call) -> tuple[str, int]:
        name, arguments = node.function, node.arguments
        if name == "size":
            return f"{self.code(arguments[0], _ATOM)}.length", _ATOM
        inner = ", ".join(self.code(each, _CHOICE) for each in arguments)
        return (f"L.{name}({inner})" if name in builtins() else f"f_{name}({inner})"), _ATOM


def _compared(of: Type | None) -> str | None:
    """Return the helper that compares values of a type; None where `===` does."""
    bare = of.of if isinstance(of, Maybe) else of
    if isinstance(bare, Set):
        return "sameSet"
    return "same" if isinstance(bare, List) or bare == CARDS else None
