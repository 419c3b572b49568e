"""Going over a syntax tree: children, rebuilding, depth, paths, and what a tree reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary

Path = tuple[str, ...]


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below, in the order of the text."""
    match node:
        case Literal() | Name():
            return ()
        case ListOf(items):
            return items
        case Field(of, _) | Unary(_, of):
            return (of,)
        case Index(of, index):
            return (of, index)
        case Call(_, arguments):
            return arguments
        case Macro(_, of, _, body):
            return (of, body)
        case Binary(_, left, right):
            return (left, right)
        case Choice(test, yes, no):
            return (test, yes, no)
    raise TypeError(f"not a node: {node!r}")


def rebuild(node: Node, below: Sequence[Node]) -> Node:
    """Return the node with other children, its place and type kept."""
    match node:
        case ListOf():
            return ListOf(tuple(below), at=node.at, type=node.type)
        case Field(_, name):
            return Field(below[0], name, at=node.at, type=node.type)
        case Unary(operator, _):
            return Unary(operator, below[0], at=node.at, type=node.type)
        case Index():
            return Index(below[0], below[1], at=node.at, type=node.type)
        case Call(function, _):
            return Call(function, tuple(below), at=node.at, type=node.type)
        case Macro(kind, _, variable, _):
            return Macro(kind, below[0], variable, below[1], at=node.at, type=node.type)
        case Binary(operator, _, _):
            return Binary(operator, below[0], below[1], at=node.at, type=node.type)
        case Choice():
            return Choice(below[0], below[1], below[2], at=node.at, type=node.type)
    return node


def too_deep(node: Node, limit: int) -> Node | None:
    """Return the first node below `limit` levels, or None. Does not recurse."""
    level: list[Node] = [node]
    for _ in range(limit):
        level = [below for each in level for below in children(each)]
        if not level:
            return None
    return level[0]


def depth(node: Node) -> int:
    """Return the number of levels of the tree."""
    level: list[Node] = [node]
    levels = 0
    while level:
        levels += 1
        level = [below for each in level for below in children(each)]
    return levels


def count(node: Node) -> int:
    """Return the number of nodes of the tree."""
    return 1 + sum(count(each) for each in children(node))


def path_of(node: Node) -> Path | None:
    """Return ("toggle", "play", "beats") for `toggle.play.beats`, None for what is not names and fields only."""
    names: list[str] = []
    while isinstance(node, Field):
        names.append(node.name)
        node = node.of
    if not isinstance(node, Name):
        return None
    return (node.name, *reversed(names))


def is_path(node: Node) -> bool:
    """Tell whether the node is a name, or fields and indexes of one, so that reading it twice reads the same."""
    match node:
        case Name(name):
            return name != "none"
        case Field(of, _):
            return is_path(of)
        case Index(of, index):
            return is_path(of) and is_path(index)
    return False


def free(node: Node) -> frozenset[Path]:
    """Return the root paths the tree reads, such as ("turn",) and ("action", "rank"); macro variables are not among
    them.
    """
    found: set[Path] = set()
    _free(node, frozenset(), found)
    return frozenset(found)


def _free(node: Node, bound: frozenset[str], found: set[Path]) -> None:
    if isinstance(node, Name | Field):
        path = path_of(node)
        if path is not None:
            if path[0] not in bound and path != ("none",):
                found.add(path)
            return
    if isinstance(node, Macro):
        _free(node.of, bound, found)
        _free(node.body, bound | {node.variable}, found)
        return
    for each in children(node):
        _free(each, bound, found)


def calls(node: Node) -> frozenset[str]:
    """Return the names of all functions the tree calls, built-in ones included."""
    found: set[str] = set()
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, Call):
            found.add(each.function)
        pending.extend(children(each))
    return frozenset(found)


def variables(node: Node) -> frozenset[str]:
    """Return the names of all macro variables of the tree."""
    found: set[str] = set()
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, Macro):
            found.add(each.variable)
        pending.extend(children(each))
    return frozenset(found)


def substitute(node: Node, name_to: Callable[[Name], Node | None]) -> Node:
    """Return the tree with free names replaced where `name_to` returns a node; see to capture before calling."""
    if isinstance(node, Name):
        return name_to(node) or node
    if isinstance(node, Macro):
        variable = node.variable
        of = substitute(node.of, name_to)
        body = substitute(node.body, lambda name: None if name.name == variable else name_to(name))
        return replace(node, of=of, body=body)
    below = children(node)
    if not below:
        return node
    new = [substitute(each, name_to) for each in below]
    if all(a is b for a, b in zip(new, below, strict=True)):
        return node
    return rebuild(node, new)
