"""Whether conditions can hold together, as far as their form tells: each comparison is taken as a free choice.

Sound in one direction: what is called impossible is impossible. A comparison of one thing with different words is known
to hold for one word at most; other comparisons are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..language.ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from ..language.types import BOOL, Enum
from ..language.walk import children

MOST_CASES = 1 << 16
OTHER = "(another)"


@dataclass(frozen=True, slots=True)
class Witness:
    """A way for conditions to hold together: what each comparison would have to be. `complete` is False where there
    were too many cases to try, so that nothing is known."""

    choices: tuple[tuple[str, str], ...]
    complete: bool = True

    def __str__(self) -> str:
        return ", ".join(f"{what} is {value}" for what, value in self.choices) or "always"


def together(conditions: Sequence[Node]) -> Witness | None:
    """Return a situation in which all the typed conditions may hold, or None if there is none."""
    words: dict[Node, list[str]] = {}
    atoms: dict[Node, None] = {}
    for condition in conditions:
        _collect(condition, words, atoms)
    domains: list[list[str | bool]] = [list(values) for values in words.values()]
    domains += [[True, False] for _ in atoms]
    cases = 1
    for domain in domains:
        cases *= len(domain)
    if cases > MOST_CASES:
        return Witness((), complete=False)
    keys = [*words, *atoms]
    for case in product(*domains):
        values = dict(zip(keys, case, strict=True))
        if all(_holds(condition, values) for condition in conditions):
            return Witness(tuple((show(key), str(value).lower()) for key, value in values.items()))
    return None


def _word_comparison(node: Node) -> tuple[Node, str] | None:
    """Return (x, word) for `x == 'word'` and `x != 'word'`."""
    if isinstance(node, Binary) and node.operator in ("==", "!="):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, Literal) and isinstance(other.value, str):
                return one, other.value
    return None


def _collect(node: Node, words: dict[Node, list[str]], atoms: dict[Node, None]) -> None:
    comparison = _word_comparison(node)
    if comparison is not None:
        what, word = comparison
        known = words.setdefault(what, _domain(what))
        if word not in known:
            known.append(word)
        return
    parts = _parts(node)
    if parts is None:
        atoms.setdefault(_atom(node)[0])
    else:
        for part in parts:
            _collect(part, words, atoms)


def _domain(what: Node) -> list[str]:
    """Return the words a thing can be: all of a toggle's or a phase's values, else those compared and another one."""
    if isinstance(what.type, Enum) and (what.type.name == "phase" or what.type.name.startswith("value of ")):
        return list(what.type.values)
    return [OTHER]


def _parts(node: Node) -> tuple[Node, ...] | None:
    match node:
        case Unary("!", of):
            return (of,)
        case Binary("&&" | "||", left, right):
            return left, right
        case Choice(test, yes, no):
            return test, yes, no
        case Literal(bool()):
            return ()
    return None


def _atom(node: Node) -> tuple[Node, bool]:
    """Return the comparison a node amounts to, and whether it is that one or its opposite."""
    match node:
        case Binary("!=", left, right):
            return Binary("==", left, right, type=BOOL), False
        case Macro("exists", of, variable, body):
            return Macro("all", of, variable, _opposite(body), type=BOOL), False
    return node, True


def _opposite(node: Node) -> Node:
    match node:
        case Unary("!", of):
            return of
        case Binary("!=", left, right):
            return Binary("==", left, right, type=BOOL)
    return Unary("!", node, type=BOOL)


def _holds(node: Node, values: Mapping[Node, str | bool]) -> bool:
    comparison = _word_comparison(node)
    match node:
        case Binary(operator) if comparison is not None:
            what, word = comparison
            return (values[what] == word) == (operator == "==")
        case Unary("!", of):
            return not _holds(of, values)
        case Binary("&&", left, right):
            return _holds(left, values) and _holds(right, values)
        case Binary("||", left, right):
            return _holds(left, values) or _holds(right, values)
        case Choice(test, yes, no):
            return _holds(yes if _holds(test, values) else no, values)
        case Literal(bool() as value):
            return value
    atom, straight = _atom(node)
    return bool(values[atom]) == straight


def show(node: Node) -> str:
    """Return an expression as text again, near enough for a message."""
    match node:
        case Literal(value):
            return repr(value) if isinstance(value, str) else str(value).lower()
        case Name(name):
            return name
        case Field(of, name):
            return f"{show(of)}.{name}"
        case Index(of, index):
            return f"{show(of)}[{show(index)}]"
        case Call(function, arguments):
            return f"{function}({', '.join(map(show, arguments))})"
        case ListOf(items):
            return f"[{', '.join(map(show, items))}]"
        case Macro(kind, of, variable, body):
            return f"{show(of)}.{kind}({variable}, {show(body)})"
        case Unary(operator, of):
            return f"{operator}{show(of)}"
        case Binary(operator, left, right):
            return f"{show(left)} {operator} {show(right)}"
        case Choice(test, yes, no):
            return f"{show(test)} ? {show(yes)} : {show(no)}"
    raise TypeError(f"not a node: {node!r}")


def subnodes(node: Node) -> Iterator[Node]:
    """Yield a node and all below it."""
    yield node
    for each in children(node):
        yield from subnodes(each)
