"""Reading expressions where they stand: parse, check against what is known there, and say the place of each fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..errors import Diagnostic, ExpressionError, Place
from ..language.ast import Node
from ..language.facts import NO_FACTS, Facts
from ..language.parse import parse
from ..language.typecheck import Env, check
from ..language.types import Enum, Record, Signature, Type
from ..load import Document
from .book import Expression, Toggle

Path = tuple[str | int, ...]


class Complaints:
    """Diagnostics collected over a whole rulebook, so that the author sees all of them at once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def add(self, code: str, place: Place | None, message: str, hint: str = "") -> None:
        self.found.append(Diagnostic(code, place, message, hint))


def as_text(value: Any) -> str:
    """Return an expression as text; YAML's whole numbers and booleans are expressions too."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def toggle_record(toggles: Mapping[str, Toggle], prefix: str = "") -> Record:
    """Return the type of `toggle`: a record with a field for each group, in which each toggle is a field."""
    fields: dict[str, Type] = {}
    for name, toggle in toggles.items():
        if name.startswith(prefix):
            head, _, rest = name[len(prefix) :].partition(".")
            fields[head] = toggle_record(toggles, f"{prefix}{head}.") if rest else toggle.type
    return Record(f"toggle.{prefix[:-1]}" if prefix else "toggle", fields)


class Scope:
    """What an expression may speak of at one kind of place."""

    def __init__(self, names: Mapping[str, Type], functions: dict[str, Signature], enums: Mapping[str, Enum]) -> None:
        self.names = names
        self.functions = functions
        self.enums = enums

    def plus(self, names: Mapping[str, Type]) -> Scope:
        """Return a scope with more names; both know the functions that are declared later."""
        return Scope({**self.names, **names}, self.functions, self.enums)

    def read(
        self,
        complaints: Complaints,
        document: Document,
        path: Path,
        value: Any,
        expected: Type | None,
        narrowed: Facts = NO_FACTS,
        at: Callable[[int], Place] | None = None,
    ) -> Expression | None:
        """Return the typed expression at `path`, or None after complaining.

        `at` gives the place of a character of the expression, where it is not all of the text at `path`.
        """
        at = at or partial(document.text_place, path)
        text = as_text(value)
        try:
            node: Node = check(parse(text), Env(self.names, self.functions, self.enums), expected, narrowed)
        except ExpressionError as error:
            complaints.add(error.code, at(error.offset), error.message, error.hint)
            return None
        return Expression(text, node, document.place(path))
