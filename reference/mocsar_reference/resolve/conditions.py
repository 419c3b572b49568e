"""Conditions over toggles that stand outside the rulebook, such as which settings a worked example speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import MocsarError
from ..language.types import ABSENT, BOOL, INT, Enum, Record
from ..language.walk import free
from ..load import Document
from .book import Contents, Expression, Toggle
from .typing import Complaints, Path, Scope, toggle_record


def read_condition(contents: Contents, document: Document, path: Path, numbers: Iterable[str] = ()) -> Expression:
    """Return the condition at `path` of a document, typed; it may read toggles and the `numbers` named.

    Raises MocsarError with an X code and the exact place of the fault.
    """
    value = at(document, path)
    words = {
        "rank": contents.ranks,
        "title": contents.titles,
        "form": contents.forms,
        "phase": contents.model.phases,
    }
    enums = {name: Enum(name, tuple(known)) for name, known in words.items()}
    names = {"toggle": _toggles(contents), "none": ABSENT} | dict.fromkeys(numbers, INT)
    complaints = Complaints()
    expression = Scope(names, {}, enums).read(complaints, document, path, value, BOOL)
    if expression is None:
        raise MocsarError(complaints.found)
    return expression


_last: list[tuple[Mapping[str, Toggle], Record]] = []


def _toggles(contents: Contents) -> Record:
    """Return the type of `toggle`; that of the last rulebook is kept, of which hundreds of conditions are read."""
    if not _last or _last[0][0] is not contents.toggles:
        _last[:] = [(contents.toggles, toggle_record(contents.toggles))]
    return _last[0][1]


def at(document: Document, path: Path) -> Any:
    """Return the value at a path of a document."""
    value: Any = document.value
    for step in path:
        value = value[step]
    return value


def toggles_read(condition: Expression) -> frozenset[str]:
    """Return the ids of the toggles that a condition reads."""
    return frozenset(".".join(path[1:]) for path in free(condition.node) if path[0] == "toggle")
