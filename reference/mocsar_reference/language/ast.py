"""The syntax tree of the expression language.

Every node carries `at`, the 0-based offset of its first character (of its operator, for binary nodes) in the text, and
`type`, which the type checker fills. Nodes are values: the checker and the folder return new trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .types import Type


@dataclass(frozen=True, slots=True)
class Node:
    at: int = field(default=0, compare=False, kw_only=True)
    type: Type | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A whole number, a string (a rank, a form, a toggle's value …) or a boolean."""

    value: int | str | bool


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """A list literal."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`of.name`"""

    of: Node
    name: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`of[index]`, only of what is kept per player."""

    of: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A built-in or a declared function; `x.f(a)` is `f(x, a)`."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Macro(Node):
    """`of.kind(variable, body)` with kind all, exists, exists_one, filter or map."""

    kind: str
    of: Node
    variable: str
    body: Node


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`!of` or `-of`"""

    operator: str
    of: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left operator right`, operator one of == != < <= > >= + - * % && || in"""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`test ? yes : no`"""

    test: Node
    yes: Node
    no: Node
