"""How types are written in the rulebook's files: `int`, `list(player)`, `maybe(rank)`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import ExpressionError, did_you_mean
from .types import BOOL, CARDS, INT, PLAYER, STRING, Enum, List, Maybe, Set, Type, Variable

_SCALARS: dict[str, Type] = {"int": INT, "bool": BOOL, "string": STRING, "player": PLAYER, "cards": CARDS}
_WRAPPERS: dict[str, type[List] | type[Set] | type[Maybe]] = {"list": List, "set": Set, "maybe": Maybe}
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_MAX_LEVELS = 6


def parse_type(text: str, enums: Mapping[str, Enum], *, variables: bool = False) -> Type:
    """Return the type a text of the model names; `enums` holds the closed sets of words by name.

    With `variables`, a single capital letter is a type of its own that stands for any (in signatures of built-ins).
    Raises ExpressionError X024 with the offset in the text.
    """
    found, end = _read(text, 0, enums, variables, 1)
    end += _blank(text, end)
    if end != len(text):
        raise ExpressionError("X024", end, "nothing more belongs after a type", f"write {text[:end].strip()[:60]}")
    return found


def _read(text: str, at: int, enums: Mapping[str, Enum], variables: bool, level: int) -> tuple[Type, int]:
    at += _blank(text, at)
    match = _WORD.match(text, at)
    if match is None or level > _MAX_LEVELS:
        problem = "types are not nested that deeply" if match else "a type should stand here"
        raise ExpressionError("X024", min(at, len(text)), problem, "such as int, player, list(rank), maybe(player)")
    word, end = match[0], match.end()
    wrapper = _WRAPPERS.get(word)
    if wrapper is None:
        if variables and len(word) == 1 and word.isupper():
            return Variable(word), end
        found = _SCALARS.get(word) or enums.get(word)
        if found is None:
            raise ExpressionError(
                "X024", at, f"there is no type {word[:40]}", did_you_mean(word, [*_SCALARS, *_WRAPPERS, *enums])
            )
        return found, end
    end += _blank(text, end)
    if text[end : end + 1] != "(":
        raise ExpressionError("X024", end, f"{word} of what?", f"write {word}(player), for example")
    inner, end = _read(text, end + 1, enums, variables, level + 1)
    end += _blank(text, end)
    if text[end : end + 1] != ")":
        raise ExpressionError("X024", end, "a ) is missing", f"write {word}({inner})")
    if wrapper is Maybe and isinstance(inner, Maybe):
        raise ExpressionError("X024", at, "a value is absent or not; maybe(maybe(…)) says no more", f"write {inner}")
    return wrapper(inner), end + 1


def _blank(text: str, at: int) -> int:
    return len(text[at:]) - len(text[at:].lstrip(" "))
