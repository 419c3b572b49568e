"""Clauses as one setting has them: which are present, and their texts with the placeholders filled in."""

from __future__ import annotations

import re

from mocsar_reference import Setting
from mocsar_reference.errors import did_you_mean, fail
from mocsar_reference.language.types import Enum, List, Type
from mocsar_reference.resolve.book import Clause, Contents, Expression, Toggle, Value
from mocsar_reference.resolve.conditions import toggles_read
from mocsar_reference.resolve.setting import constants, decide

_PLACEHOLDER = re.compile(r"\{(?P<name>[^{}\[\]]*)(?:\[(?P<index>\d+)\])?\}")
_OF_PLAYERS = {"players.min": 0, "players.max": 1, "players.usual": 2}
_NOTHING = {"en": "none", "hu": "nincs"}


def fill(text: str, setting: Setting, contents: Contents, lang: str) -> str:
    """Return a clause's text with every `{toggle.id}` and `{toggle.id[0]}` replaced by its value in a setting.

    Raises MocsarError R131 for a placeholder that nothing fills.
    """

    def value(match: re.Match[str]) -> str:
        name, index = match["name"], match["index"]
        if name in _OF_PLAYERS and index is None:
            return str(setting.variant.players[_OF_PLAYERS[name]])
        toggle = contents.toggles.get(name)
        if toggle is None:
            known = (*contents.toggles, *_OF_PLAYERS)
            raise fail("R131", None, f"nothing fills the placeholder {match[0]}", did_you_mean(name, known))
        whole = setting.values[name]
        if index is None:
            return value_text(contents, toggle, whole, lang)
        if not isinstance(whole, tuple) or not isinstance(toggle.type, List):
            raise fail("R131", None, f"{match[0]} takes a part of '{name}', which is no list", f"write {{{name}}}")
        at = int(index)
        return _one(contents, whole[at], toggle.type.of, lang) if at < len(whole) else _nothing(lang)

    return _PLACEHOLDER.sub(value, text)


def value_text(contents: Contents, toggle: Toggle, value: Value, lang: str) -> str:
    """Return a toggle's value as it stands inside a sentence: `3, 2, 1`, `king, prince`, a named value's own words."""
    if toggle.values:
        return toggle.values[str(value)][lang].rstrip().removesuffix(".")
    if isinstance(value, tuple):
        of = toggle.type.of if isinstance(toggle.type, List) else toggle.type
        return ", ".join(_one(contents, each, of, lang) for each in value) or _nothing(lang)
    return _one(contents, value, toggle.type, lang)


def value_sentence(contents: Contents, toggle: Toggle, value: Value, lang: str) -> str:
    """Return what a value of a toggle means, as a sentence of its own."""
    if toggle.sentence is None:
        return toggle.values[str(value)][lang]
    if toggle.none is not None and value in (0, ()):
        return toggle.none[lang]
    return toggle.sentence[lang].replace("{value}", value_text(contents, toggle, value, lang))


def value_answer(contents: Contents, toggle: Toggle, value: Value, lang: str) -> str:
    """Return a value of a toggle as the answer to the question that its title asks."""
    if toggle.values or (toggle.none is not None and value in (0, ())):
        return value_sentence(contents, toggle, value, lang)
    return f"{value_text(contents, toggle, value, lang)}."


def value_id(value: Value) -> str:
    """Return a toggle's value as settings are written: `higher`, `2`, `[3, 2, 1]`."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def present_clauses(contents: Contents, setting: Setting) -> tuple[Clause, ...]:
    """Return the clauses that a setting has, in reading order.

    A clause is present where its `when` holds and, if it owns rules, one of them is present, unless another that is
    present replaces it.
    """
    known = constants(contents, setting.values)

    def holds(when: Expression | None) -> bool:
        return when is None or bool(decide(when.node, known))

    present = [
        clause
        for clause in contents.clauses.values()
        if holds(clause.when)
        and (
            not clause.rules or any(holds(contents.rules[rule].when) for rule in clause.rules if rule in contents.rules)
        )
    ]
    replaced = {other for clause in present for other in clause.replaces if other != clause.id}
    return tuple(clause for clause in present if clause.id not in replaced)


def toggles_of(*conditions: Expression | None) -> tuple[str, ...]:
    """Return the ids of the toggles that conditions read, by name."""
    return tuple(sorted(set().union(*(toggles_read(each) for each in conditions if each))))


def _one(contents: Contents, value: object, kind: Type, lang: str) -> str:
    if isinstance(kind, Enum) and kind.name == "rank" and value in contents.ranks:
        return contents.ranks[str(value)].symbol[lang]
    if isinstance(kind, Enum) and kind.name == "title" and value in contents.titles:
        return contents.titles[str(value)][lang]
    return str(value)


def _nothing(lang: str) -> str:
    return _NOTHING.get(lang, _NOTHING["en"])
