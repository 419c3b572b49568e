"""Why a scenario is not run in a setting, as a sentence in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from mocsar_reference import Rulebook, Setting
from mocsar_reference.language.ast import Binary, Node
from mocsar_reference.language.walk import free
from mocsar_reference.resolve.book import Expression
from mocsar_reference.resolve.setting import written


class Why(str):
    """A sentence without its full stop, in short English; `text` gives it at length in either language."""

    __slots__ = ("_long",)
    _long: tuple[str, str]

    def __new__(cls, en: str, hu: str, long_en: str = "") -> Self:
        self = super().__new__(cls, en)
        self._long = (long_en or en, hu)
        return self

    def text(self, lang: str) -> str:
        """Return it in a language, "en" or "hu"."""
        return self._long[lang == "hu"]


def not_spoken_of(when: Expression, rulebook: Rulebook, setting: Setting, players: int) -> Why:
    """Return that a condition does not hold in a setting: which parts of it, and what the toggles in them are."""
    names = {"players": players}
    parts = [(text, replace(when, node=node)) for text, node in _conjuncts(when.node, when.text, 0)]
    false = [(text, part) for text, part in parts if not rulebook.holds(part, setting, names)]
    read = sorted({path for _, part in false for path in free(part.node)})
    here = [f"{path[0]} = {names[path[0]]}" for path in read if path[0] in names]
    toggles = [".".join(path[1:]) for path in read if path[0] == "toggle"]
    here += [f"{name} = {written(setting.values[name])}" for name in toggles]
    what, values = " && ".join(text for text, _ in false), ", ".join(here)
    return Why(
        f"it speaks only of settings with {when.text}",
        f"csak olyan beállításról szól, ahol {what}; itt {values}",
        f"it speaks only of settings with {what}; here {values}",
    )


def _conjuncts(node: Node, text: str, begin: int) -> Iterator[tuple[str, Node]]:
    """Go through the parts of a condition that must all hold, with their texts; `begin` is where `text` stands."""
    at = node.at - begin
    if isinstance(node, Binary) and node.operator == "&&" and text[:at].count("(") == text[:at].count(")"):
        yield from _conjuncts(node.left, text[:at], begin)
        yield from _conjuncts(node.right, text[at + 2 :], node.at + 2)
    else:
        yield text.strip(), node
