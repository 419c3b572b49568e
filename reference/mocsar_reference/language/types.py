"""The types of the expression language, and how they are written in the rulebook: `list(player)`, `maybe(rank)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Type:
    """Base of all types."""


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """`int`, `bool`, `string`, `player` or `cards` (cards: how many of each kind, order without meaning)."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Enum(Type):
    """A closed set of words: ranks, forms, phases, titles, a toggle's values. Two are the same if their names are."""

    name: str
    values: tuple[str, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class List(Type):
    of: Type

    def __str__(self) -> str:
        return f"list({self.of})"


@dataclass(frozen=True, slots=True)
class Set(Type):
    """Like a list, without order and without repetition; `add` and `remove` change it."""

    of: Type

    def __str__(self) -> str:
        return f"set({self.of})"


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    """A value or `none`."""

    of: Type

    def __str__(self) -> str:
        return f"maybe({self.of})"


@dataclass(frozen=True, slots=True)
class Absent(Type):
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class PerPlayer(Type):
    """A value for each player, read as `name[player]`."""

    of: Type

    def __str__(self) -> str:
        return f"per player {self.of}"


@dataclass(frozen=True, slots=True)
class Record(Type):
    """Named fields: `action`, `before`, `toggle`, `chance`."""

    name: str
    fields: Mapping[str, Type] = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Variable(Type):
    """`T` in a built-in's signature: one type, the same wherever the letter stands. No value has it."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Signature:
    """The types of a function's parameters, by name and in order, and of its result."""

    parameters: Mapping[str, Type]
    returns: Type


INT = Scalar("int")
BOOL = Scalar("bool")
STRING = Scalar("string")
PLAYER = Scalar("player")
CARDS = Scalar("cards")
ABSENT = Absent()
