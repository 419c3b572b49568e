"""What a condition tells about values that may be none: which are certainly there once it is true, or false."""

from __future__ import annotations

from .ast import Binary, Choice, Name, Node, Unary
from .types import Absent, Maybe
from .walk import is_path

Facts = frozenset[Node]
NO_FACTS: Facts = frozenset()


def facts(node: Node, truth: bool) -> Facts:
    """Return the paths that are not none when the typed condition `node` has the value `truth`."""
    match node:
        case Unary("!", of):
            return facts(of, not truth)
        case Binary("&&" | "||" as operator, left, right):
            through = operator == "&&"  # the value with which the left side hands on to the right one
            both = facts(left, through) | facts(right, truth)
            if truth == through:
                return both
            return facts(left, not through) & both
        case Choice(test, yes, no):
            return (facts(test, True) | facts(yes, truth)) & (facts(test, False) | facts(no, truth))
        case Binary("==" | "!=" as operator, left, right):
            equal = truth == (operator == "==")
            return _compared(left, right, equal) | _compared(right, left, equal)
        case Binary("in", left, _) if truth and is_path(left):
            return frozenset({left})
    return NO_FACTS


def _compared(one: Node, other: Node, equal: bool) -> Facts:
    if not is_path(one):
        return NO_FACTS
    if other == Name("none"):
        return NO_FACTS if equal else frozenset({one})
    certain = other.type is not None and not isinstance(other.type, Maybe | Absent)
    return frozenset({one}) if equal and certain else NO_FACTS
