"""What a scenario says that the view shows: read by the types of the view's entries, and held against a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.scenario.cards import TextFault, TextReader
from mocsar_conformance.scenario.faults import Faults
from mocsar_conformance.scenario.model import Expectation
from mocsar_reference.errors import did_you_mean
from mocsar_reference.language.types import BOOL, CARDS, INT, PLAYER, Enum, List, Maybe, Set, Type
from mocsar_reference.load import Path
from mocsar_reference.resolve.book import Contents, ViewEntry

NOTHING = ("none", "empty")
"""Words for what is not there; YAML's null is another."""


class ExpectationReader:
    """Reads the `then` of one scenario."""

    def __init__(self, contents: Contents, texts: TextReader, players: Sequence[str], faults: Faults) -> None:
        self._entries = {entry.id: entry for entry in contents.model.view}
        self._ranks = contents.ranks
        self._texts = texts
        self._players = players
        self._faults = faults

    def read(self, value: Mapping[str, Any], path: Path) -> tuple[Expectation, ...]:
        """Return what is expected, entry by entry; what is wrong goes to the faults (C007, C010, C014, C015)."""
        return tuple(found for name, each in value.items() for found in self._entry(name, each, (*path, name)))

    def _entry(self, name: str, value: Any, path: Path) -> Iterator[Expectation]:
        entry = self._entries.get(name)
        if entry is None:
            self._faults.key("C014", path, f"the view has no entry '{name}'", did_you_mean(name, self._entries))
            return
        kinds = _kinds(entry)
        if value is None or value in NOTHING:
            if self._may_be_absent(entry, value, path):
                yield Expectation(name, None, kinds, entry.omit, path)
        elif entry.each is None and not isinstance(kinds, dict):
            assert isinstance(kinds, Type)
            yield Expectation(name, self._value(kinds, value, path), kinds, None, path)
        elif not isinstance(value, dict):
            what = "by player: {Anna: …}" if entry.each else f"by field: {{{next(iter(entry.fields))}: …}}"
            self._faults.at("C015", path, f"'{name}' cannot be {_kind(value)}", f"write it {what}")
        else:
            yield Expectation(name, self._mapping(entry, kinds, value, path), kinds, entry.omit, path)

    def _mapping(
        self, entry: ViewEntry, kinds: Type | Mapping[str, Type], value: Mapping[str, Any], path: Path
    ) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, each in value.items():
            here = (*path, key)
            if isinstance(kinds, Type):
                if key not in self._players:
                    hint = did_you_mean(key, self._players)
                    self._faults.key("C007", here, f"there is no player '{key}' in this scenario", hint)
                    continue
                result[key] = self._value(kinds, each, here)
            elif key not in kinds:
                self._faults.key("C014", here, f"'{entry.id}' has no field '{key}'", did_you_mean(key, kinds))
            else:
                result[key] = self._value(kinds[key], each, here)
        return result

    def _may_be_absent(self, entry: ViewEntry, value: Any, path: Path) -> bool:
        if entry.when is not None or (entry.expr is not None and isinstance(entry.expr.node.type, Maybe)):
            return True
        whole = entry.expr.node.type if entry.expr and not entry.each else None
        hint = "write [] for an empty list" if isinstance(whole, List | Set) else "say what it shows"
        self._faults.at("C015", path, f"'{entry.id}' always shows something", hint)
        return False

    def _value(self, kind: Type, value: Any, path: Path) -> Any:
        """Return a value as the view writes it."""
        if isinstance(kind, Maybe):
            return None if value is None or value in NOTHING else self._value(kind.of, value, path)
        if kind == CARDS or (isinstance(kind, Enum) and kind.name == "rank"):
            return self._cards(value, path, one=kind != CARDS)
        if isinstance(kind, List | Set):
            if isinstance(value, list):
                return [self._value(kind.of, each, (*path, index)) for index, each in enumerate(value)]
            self._faults.at("C015", path, f"a list is shown here, not {_kind(value)}", "write it in [ ]: [a, b]")
            return []
        if not isinstance(value, str) and (kind == PLAYER or isinstance(kind, Enum)):
            hint = "write its name" if kind == PLAYER else did_you_mean("", getattr(kind, "values", ()))
            self._faults.at("C015", path, f"a {kind} is shown here, not {_kind(value)}", hint)
            return value
        if kind == PLAYER:
            if value not in self._players:
                hint = did_you_mean(str(value), self._players)
                self._faults.at("C007", path, f"there is no player '{value}' in this scenario", hint)
            return value
        if isinstance(kind, Enum):
            if value not in kind.values:
                hint = did_you_mean(str(value), kind.values)
                self._faults.at("C015", path, f"there is no {kind} '{value}'", hint)
            return value
        wanted: tuple[type, str] = (str, "a text")
        if kind in (INT, BOOL):
            wanted = (int, "a whole number") if kind == INT else (bool, "true or false")
        if type(value) is not wanted[0]:
            self._faults.at("C015", path, f"{wanted[1]} is shown here, not {_kind(value)}", f"write {wanted[1]}")
        return value

    def _cards(self, value: Any, path: Path, one: bool) -> Any:
        if value is None or value in NOTHING:
            value = ""
        if isinstance(value, bool) or not isinstance(value, str | int):
            hint = "write one rank, such as 5 or Jk" if one else "write them in one text: 5 5 K"
            self._faults.at("C015", path, f"cards are shown here, not {_kind(value)}", hint)
            return None
        try:
            cards = self._texts.cards(str(value))
        except TextFault as fault:
            if one and value in self._ranks:
                return value  # the view shows ids, so they may be written
            self._faults.text(path, fault)
            return None
        if one and len(cards) != 1:
            self._faults.at("C015", path, "one rank is shown here", "write one rank, such as 5 or Jk")
        return (cards[0] if cards else None) if one else list(cards)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where the view shows something else. `path` is such as ("sizes", "Anna")."""

    path: tuple[str, ...]
    stated: Any
    shown: Any
    kind: Type | None


def mismatches(expected: Expectation, view: Mapping[str, Any]) -> Iterator[Mismatch]:
    """Go through the places where a view shows something else than expected: none if it is as stated.

    Cards are compared as a multiset, lists in order; of a mapping only what is stated.
    """
    shown = view.get(expected.entry)
    kinds = expected.kinds
    whole = kinds if isinstance(kinds, Type) else None
    if not isinstance(expected.value, dict) or shown is None:
        if not _same(whole if not isinstance(expected.value, dict) else None, expected.value, shown):
            yield Mismatch((expected.entry,), expected.value, shown, whole)
        return
    for key, stated in expected.value.items():
        kind = kinds if isinstance(kinds, Type) else kinds[key]
        there = shown.get(key, expected.omitted)
        if not _same(kind, stated, there):
            yield Mismatch((expected.entry, key), stated, there, kind)


def _same(kind: Type | None, stated: Any, shown: Any) -> bool:
    unordered = kind == CARDS or isinstance(kind, Set)
    if unordered and isinstance(stated, list) and isinstance(shown, list):
        return sorted(stated) == sorted(shown)
    return bool(stated == shown)


def _kinds(entry: ViewEntry) -> Type | Mapping[str, Type]:
    def of(kind: Type | None) -> Type:
        assert kind is not None  # the rulebook has been checked
        return kind

    if entry.expr is not None:
        return of(entry.expr.node.type)
    return {name: of(expr.node.type) for name, expr in entry.fields.items()}


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "a mapping"
    return f"'{value}'"
