"""The ways in which an expression is changed: one small thing at a time, each change with the name of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from mocsar_reference.language import Binary, Call, Choice, ListOf, Literal, Macro, Node, Unary, children
from mocsar_reference.language.types import BOOL, INT, Enum
from mocsar_reference.language.walk import rebuild

T = TypeVar("T")

COMPARISONS = ("<", "<=", "==", ">=", ">", "!=")
_EQUALS = ("==", "!=")
_OTHER_MACRO = {"all": "exists", "exists": "all", "exists_one": "exists"}


@dataclass(frozen=True, slots=True)
class Change:
    """An expression after a change. `operator` is the kind of change, `at` where in the text it is."""

    operator: str
    node: Node
    at: int


def changes(node: Node) -> Iterator[Change]:
    """Go through every change of a typed expression, its parts first-come in the order of the text.

    What comes of it may have no valid type; that is for whoever reads it to find out.
    """
    if node.type == BOOL and not isinstance(node, Literal):
        yield Change("negate", _negated(node), node.at)
    yield from _anywhere(node)


def _anywhere(node: Node) -> Iterator[Change]:
    yield from _here(node)
    below = children(node)
    for index, each in enumerate(below):
        for inner in _anywhere(each):
            yield replace(inner, node=rebuild(node, [*below[:index], inner.node, *below[index + 1 :]]))


def _here(node: Node) -> Iterator[Change]:
    """Go through the changes of a node itself, and of which of its parts stand where."""

    def changed(operator: str, new: Node) -> Change:
        return Change(operator, new, node.at)

    match node:
        case Binary("&&" | "||" as operator, left, right):
            yield changed("logic", replace(node, operator="||" if operator == "&&" else "&&"))
            yield changed("operand-dropped", right)
            yield changed("operand-dropped", left)
            yield changed("negate", replace(node, left=_negated(left)))
            yield changed("negate", replace(node, right=_negated(right)))
        case Binary(operator, left, right) if operator in COMPARISONS:
            numbers = left.type == right.type == INT
            for other in COMPARISONS if numbers else _EQUALS:
                if other != operator:
                    yield changed("compare", replace(node, operator=other))
        case Binary("in", _, _):
            yield changed("negate", _negated(node))
        case Binary("+" | "-" as operator, left, right) if left.type == INT:
            yield changed("arithmetic", replace(node, operator="-" if operator == "+" else "+"))
        case Binary("+", left, right):
            yield changed("operand-dropped", right)
            yield changed("operand-dropped", left)
        case Unary(_, of):
            yield changed("negate", of)
        case Choice(_, yes, no):
            yield changed("branches", replace(node, yes=no, no=yes))
            yield changed("branch-dropped", yes)
            yield changed("branch-dropped", no)
        case Macro(kind, _, _, body):
            if kind in _OTHER_MACRO:
                yield changed("quantifier", replace(node, kind=_OTHER_MACRO[kind]))
            if body.type == BOOL and not isinstance(body, Literal):
                yield changed("negate", replace(node, body=_negated(body)))
            if kind == "filter":
                yield changed("filter-dropped", node.of)
        case Call(_, arguments):
            for argument in arguments:
                if argument.type == node.type:
                    yield changed("call-dropped", argument)
        case Literal(bool() as value):
            yield changed("constant", replace(node, value=not value))
        case Literal(int() as value):
            yield changed("constant", replace(node, value=value + 1))
            yield changed("constant", replace(node, value=value - 1) if value else Unary("-", Literal(1, type=INT)))
        case Literal(str() as value) if isinstance(node.type, Enum) and value in node.type.values:
            words = node.type.values
            at = words.index(value)
            for other in dict.fromkeys((words[at - 1], words[(at + 1) % len(words)])):
                if other != value:
                    yield changed("constant", replace(node, value=other))
        case ListOf(items):
            yield from (Change(kind, replace(node, items=new), node.at) for kind, new in list_changes(items))


def list_changes(items: tuple[T, ...]) -> Iterator[tuple[str, tuple[T, ...]]]:
    """Go through a list with one element dropped, and with two neighbours exchanged."""
    for index in range(len(items)):
        yield "element-dropped", (*items[:index], *items[index + 1 :])
    for index in range(len(items) - 1):
        yield "neighbours", (*items[:index], items[index + 1], items[index], *items[index + 2 :])


def _negated(node: Node) -> Node:
    match node:
        case Unary("!", of):
            return of
        case Binary("==", _, _):
            return replace(node, operator="!=")
        case Binary("!=", _, _):
            return replace(node, operator="==")
    return Unary("!", node, at=node.at, type=BOOL)
