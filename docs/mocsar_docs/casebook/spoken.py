"""Words of the rulebook's model filled in: what its actions, phases and entries of the view are told by, as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

from mocsar_docs.markup import attribute
from mocsar_docs.page import Writing
from mocsar_reference.language.types import CARDS, PLAYER, Enum, List, Maybe, Type
from mocsar_reference.resolve.book import ViewEntry, Words

ANY, NONE = "any", "none"
"""The keys of words for every value, and for nobody, nothing, 0 and false."""
_GAP = re.compile(r"\{(\w+)\}")
Gaps = Mapping[str, str | Callable[[], str]]


def filled(w: Writing, words: Words, gaps: Gaps) -> str:
    """Return words of the rulebook as HTML with their gaps filled; what fills them is HTML already."""

    def value(gap: re.Match[str]) -> str:
        found = gaps[gap[1]]
        return found if isinstance(found, str) else found()

    return _GAP.sub(value, escape(w.say(words), quote=False))


def asked_for(w: Writing, words: Words) -> set[str]:
    """Return the names of the gaps of some words."""
    return set(_GAP.findall(w.say(words)))


def entry_of(w: Writing, name: str) -> ViewEntry | None:
    """Return an entry of the view."""
    return next((each for each in w.material.contents.model.view if each.id == name), None)


def type_of(entry: ViewEntry) -> Type | None:
    """Return the type of an entry's value, of each player's where they have their own; None for several fields."""
    kind = entry.expr.node.type if entry.expr is not None else None
    return kind.of if isinstance(kind, Maybe) else kind


def is_nothing(value: Any) -> bool:
    """Tell whether a value is nobody, nothing, 0 or false, for every player where each has one."""
    return not any(value.values()) if isinstance(value, Mapping) else not value


def words_for(by_value: Mapping[str, Words], value: Any) -> Words | None:
    """Return the words that are kept for a value."""
    own = str(value).lower() if isinstance(value, bool) else str(value)
    if not isinstance(value, Mapping) and own in by_value and own not in (ANY, NONE):
        return by_value[own]
    return by_value.get(NONE, by_value.get(ANY)) if is_nothing(value) else by_value.get(ANY)


def shown(w: Writing, kind: Type | None, value: Any, player: Callable[[str], str] = attribute) -> str:
    """Return a value of a type as a reader sees it; `player` is how a player's name is written."""
    book = w.material.contents
    if value is None:
        return "–"
    if kind == CARDS:
        return w.cards(value)
    if isinstance(kind, Maybe):
        return shown(w, kind.of, value, player)
    if isinstance(value, list | tuple):
        of = getattr(kind, "of", None)
        if isinstance(of, Enum) and of.name == "rank":
            return w.cards(value)
        return ", ".join(shown(w, of, each, player) for each in value)
    if kind == PLAYER:
        return player(str(value))
    if isinstance(kind, Enum):
        known: Mapping[str, Words] = {
            "title": book.titles,
            "form": {name: form.title for name, form in book.forms.items()},
            "phase": book.phases,
        }.get(kind.name, {})
        if kind.name == "rank":
            return w.cards([value])
        return attribute(w.say(known[value]) if value in known else str(value))
    return attribute(str(value))


def placed(names: Sequence[str]) -> str:
    """Return players with their places, best first."""
    return ", ".join(f"{number}. {attribute(name)}" for number, name in enumerate(names, 1))


def in_position(w: Writing, view: Mapping[str, Any], who: str | None = None) -> dict[str, Callable[[], str]]:
    """Return what fills gaps that are called by entries of the view: their values in a position, by entry.

    Where each player has a value, it is that of `who`; lists of players are filled in with their places.
    """

    def value_of(entry: ViewEntry) -> str:
        value, kind = view.get(entry.id), type_of(entry)
        if entry.each:
            value = (value or {}).get(who, entry.omit)
        if kind == List(PLAYER) and value is not None:
            return placed(value)
        return shown(w, kind, value)

    return {each.id: partial(value_of, each) for each in w.material.contents.model.view}
