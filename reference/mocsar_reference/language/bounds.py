"""Between which numbers a typed whole-number expression lies, whatever the state: what keeps % total and sums exact."""

from __future__ import annotations

from collections.abc import Mapping

from .ast import Binary, Call, Choice, ListOf, Literal, Macro, Name, Node, Unary
from .parse import MAX_NUMBER
from .types import INT

Bounds = tuple[int, int]
EXACT = 2**53  # beyond it JavaScript's numbers are no longer whole; 64-bit integers end later
_ANY: Bounds = (-MAX_NUMBER, MAX_NUMBER)
_SOME: Bounds = (0, MAX_NUMBER)


def bounds(node: Node, variables: Mapping[str, Bounds]) -> Bounds:
    """Return the least and the greatest value; `variables` holds those of macro variables."""
    match node:
        case Literal(value) if isinstance(value, int):
            return int(value), int(value)
        case Name(name):
            return variables.get(name, _ANY)
        case Unary("-", of):
            low, high = bounds(of, variables)
            return -high, -low
        case Choice(_, yes, no):
            return _join(bounds(yes, variables), bounds(no, variables))
        case Binary(operator, left, right) if node.type == INT:
            return _arithmetic(operator, bounds(left, variables), bounds(right, variables))
        case Call(function, arguments):
            return _call(function, arguments, variables)
    return _ANY


def elements(node: Node, variables: Mapping[str, Bounds]) -> Bounds:
    """Return the bounds of the elements of a list of whole numbers."""
    match node:
        case ListOf(items) if items:
            result = bounds(items[0], variables)
            for each in items[1:]:
                result = _join(result, bounds(each, variables))
            return result
        case Call("range", (to,)):
            return 0, max(0, bounds(to, variables)[1] - 1)
        case Call("reverse", (of,)) | Macro("filter", of, _, _) | Call("following", (of, _)):
            return elements(of, variables)
        case Macro("map", of, variable, body):
            return bounds(body, {**variables, variable: elements(of, variables)})
        case Choice(_, yes, no):
            return _join(elements(yes, variables), elements(no, variables))
        case Binary("+", left, right):
            return _join(elements(left, variables), elements(right, variables))
    return _ANY


def _call(function: str, arguments: tuple[Node, ...], variables: Mapping[str, Bounds]) -> Bounds:
    match function, arguments:
        case ("size" | "count", _):
            return _SOME
        case ("index", _):
            return -1, MAX_NUMBER
        case ("smaller" | "larger", (a, b)):
            one, other = bounds(a, variables), bounds(b, variables)
            pick = min if function == "smaller" else max
            return pick(one[0], other[0]), pick(one[1], other[1])
        case ("first" | "at", (of, *_, otherwise)):
            return _join(elements(of, variables), bounds(otherwise, variables))
    return _ANY


def _arithmetic(operator: str, left: Bounds, right: Bounds) -> Bounds:
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)
        case "%":
            return 0, min(left[1], right[1] - 1)
    return _ANY


def _join(one: Bounds, other: Bounds) -> Bounds:
    return min(one[0], other[0]), max(one[1], other[1])
