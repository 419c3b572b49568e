"""What `choose.js` knows of the rulebook, as a module of JavaScript: words and numbers, and conditions as functions.

Every condition over toggles stands once, whatever asks for it; clauses, rules and constraints name it by number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mocsar_conformance.prose import toggles_of
from mocsar_docs.emit_js import emit_js, toggle_path
from mocsar_docs.read import Material
from mocsar_reference.language.types import Enum, List
from mocsar_reference.resolve.book import Clause, Contents, Expression, Toggle
from mocsar_reference.resolve.repair import bounds, domain

PATH = "assets/choose-rulebook.js"
"""Where the module lies in every tree."""

NAMED = "named"


class _Code(str):
    """JavaScript that is written as it is."""


def files(material: Material) -> dict[str, str]:
    """Return the module, by its path from the root of a site."""
    return {PATH: script(material)}


def script(material: Material) -> str:
    """Return the source of the module; it exports the rulebook as `book`."""
    book = material.contents
    conditions = _Conditions()
    data = {
        "edition": book.edition,
        "chapters": [{"id": each.id, "title": dict(each.title)} for each in book.chapters],
        "ranks": {
            each.id: {"symbol": dict(each.symbol), "name": dict(each.name), "picture": each.picture}
            for each in book.ranks.values()
        },
        "titles": {name: dict(words) for name, words in book.titles.items()},
        "groups": [
            {"id": name, "title": dict(material.group_titles.get(name, {})), "toggles": list(toggles)}
            for name, toggles in material.groups.items()
        ],
        "toggles": [_toggle(book, each) for each in book.toggles.values()],
        "constraints": [
            {"id": each.id, "condition": conditions.number(each.expr), "message": dict(each.message)}
            for each in book.constraints
        ],
        "variants": [
            {
                "id": name,
                "title": dict(setting.variant.title),
                "about": dict(setting.variant.about or {}),
                "players": list(setting.variant.players),
                "values": {toggle: _plain(value) for toggle, value in setting.values.items()},
            }
            for name, setting in material.settings.items()
        ],
        "clauses": [_clause(book, each, conditions) for each in book.clauses.values()],
        "conditions": conditions.written,  # last: all have been asked for
    }
    head = f"// Written by `mocsar docs` from the rulebook, edition {book.edition}; not to be edited.\n"
    return f'{head}import * as L from "./choose-language.js";\n\nexport const book = {_written(data)};\n'


class _Conditions:
    """The conditions met so far, each once."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, condition: Expression | None) -> int | None:
        """Return the number of a condition, None for none."""
        if condition is None:
            return None
        code = emit_js(condition.node, toggle_path)
        if code not in self._numbers:
            self._numbers[code] = len(self.written)
            self.written.append({"reads": list(toggles_of(condition)), "holds": _Code(f"(t) => {code}")})
        return self._numbers[code]


def _toggle(book: Contents, toggle: Toggle) -> dict[str, Any]:
    kind = toggle.type.of if isinstance(toggle.type, List) else toggle.type
    name = NAMED if toggle.values else kind.name if isinstance(kind, Enum) else "int"
    low, high = bounds(toggle)
    return {
        "id": toggle.id,
        "group": toggle.group,
        "title": dict(toggle.title),
        "kind": name,
        "list": isinstance(toggle.type, List),
        "ordered": is_ordered(book, toggle),
        "default": _plain(toggle.default),
        "words": list(kind.values) if isinstance(kind, Enum) else None,
        "values": {value: dict(words) for value, words in toggle.values.items()} or None,
        "sentence": dict(toggle.sentence) if toggle.sentence else None,
        "none": dict(toggle.none) if toggle.none else None,
        "low": low,
        "high": high,
        "bounded": toggle.maximum is not None,
        "others": [_plain(each) for each in toggle.others],
        "known": [_plain(each) for each in domain(book, toggle)] if isinstance(toggle.type, List) else None,
    }


def is_ordered(book: Contents, toggle: Toggle) -> bool:
    """Tell whether the order of a toggle's list matters: of ranks, only where it is that of a pack."""
    kind = toggle.type.of if isinstance(toggle.type, List) else None
    if isinstance(kind, Enum) and kind.name == "rank":
        return any(toggle.id in toggles_of(pack.order) for pack in book.model.packs)
    return True


def _clause(book: Contents, clause: Clause, conditions: _Conditions) -> dict[str, Any]:
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "title": dict(clause.title),
        "text": _parts(clause),
        "custom": clause.kind == "custom",
        "when": conditions.number(clause.when),
        "rules": [conditions.number(book.rules[each].when) for each in clause.rules],
        "replaces": list(clause.replaces),
        "owns": [each.removeprefix("toggle.") for each in clause.owns if each.startswith("toggle.")],
    }


def _parts(clause: Clause) -> Mapping[str, Sequence[str | list[str | int]]]:
    """Return a clause's text by language, taken apart: plain text, and [name] or [name, part of the list] of a gap."""
    told: dict[str, list[str | list[str | int]]] = {}
    for lang, text in clause.text.items():
        gaps: dict[str, list[str | int]] = {
            str(each): [each.name] if each.index is None else [each.name, int(each.index)]
            for each in clause.placeholders
            if each.language == lang
        }
        pieces = re.split(f"({'|'.join(map(re.escape, gaps)) or '(?!)'})", text)
        told[lang] = [gaps.get(each, each) for each in pieces if each]
    return told


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _written(value: Any, level: int = 0) -> str:
    """Return a value as JavaScript: as JSON, but for code within it, an entry of the outer two levels a line."""
    line = "\n" if level < 2 else ""
    if isinstance(value, _Code):
        return str(value)
    if isinstance(value, dict):
        inner = ",".join(f"{line}{json.dumps(str(name))}:{_written(each, level + 1)}" for name, each in value.items())
        return f"{{{inner}{line}}}"
    if isinstance(value, list):
        inner = ",".join(f"{line}{_written(each, level + 1)}" for each in value)
        return f"[{inner}{line}]"
    return json.dumps(value, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
