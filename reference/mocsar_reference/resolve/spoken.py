"""Checks the words that actions, phases and entries of the view are told by: their values, and what is filled in."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from ..errors import did_you_mean
from ..language.types import BOOL, INT, PLAYER, Enum, List, Maybe, Type
from ..load import Document
from .typing import Complaints, Path

_GAP = re.compile(r"\{([^{}]*)\}")
ANY, NONE = "any", "none"
"""What words are kept for besides single values: every value, and nobody, nothing, 0 or false."""


def check_action(complaints: Complaints, document: Document, path: Path, value: Any) -> None:
    """Check the words of an action (R130 to R132): `{who}`, and `{cards}` where it names cards or a rank."""
    known = ("who", "cards") if value.get("cards") or value.get("rank") else ("who",)
    for part, words in value.get("said", {}).items():
        check_gaps(complaints, document, (*path, "said", part), words, known)


def check_phase(complaints: Complaints, document: Document, path: Path, value: Any, entries: Collection[str]) -> None:
    """Check the words of a phase (R130 to R132); `entries` of the view are filled in where it begins and ends."""
    for part, words in value.get("said", {}).items():
        check_gaps(complaints, document, (*path, "said", part), words, entries if part in ("begins", "ends") else ())


def check_entry(
    complaints: Complaints, document: Document, path: Path, value: Any, kind: Type | None, entries: Collection[str]
) -> None:
    """Check the words of an entry of the view (R016, R130 to R132); `kind` is the type of its value.

    `entries` are those of the view, which are filled in where something has changed.
    """
    of = kind.of if isinstance(kind, Maybe) else kind
    each = ("who", "each") if "each" in value else ()
    placed = ("who", "place", "places") if of == List(PLAYER) else ()
    own = ("value", *each, *placed)
    for part in ("said", "changed"):
        for word, words in value.get(part, {}).items():
            here: Path = (*path, part, word)
            fault, hint = value_fault(word, of)
            if fault:
                complaints.add("R016", document.key_place(here), f"{fault} of '{value['id']}'", hint)
            check_gaps(complaints, document, here, words, own if part == "said" else dict.fromkeys((*own, *entries)))
    if "beside" in value:
        here = (*path, "beside")
        if "each" not in value and of != PLAYER:
            message = f"'{value['id']}' concerns no player, so nothing of it stands beside one"
            hint = "leave 'beside' out, or give each player a value of their own: each: p"
            complaints.add("R016", document.key_place(here), message, hint)
        check_gaps(complaints, document, here, value["beside"], ("value",) if "each" in value else ())


def check_gaps(
    complaints: Complaints, document: Document, path: Path, words: Mapping[str, str], known: Collection[str]
) -> None:
    """Complain where words are blank (R130), where nothing fills a gap (R131), and of a gap in one language (R132)."""
    for language, text in words.items():
        if not text.strip():
            message = f"the words are missing in '{language}'"
            complaints.add("R130", document.place((*path, language)), message, "write them")
        for gap in _GAP.finditer(text):
            if gap[1] not in known:
                hint = did_you_mean(gap[1], known) if known else "nothing can be filled in here"
                place = document.text_place((*path, language), gap.start())
                complaints.add("R131", place, f"nothing fills the placeholder {gap[0]}", hint)
                return
        alone = re.search(r"[{}]", _GAP.sub(lambda gap: " " * len(gap[0]), text))
        if alone:
            place = document.text_place((*path, language), alone.start())
            complaints.add("R131", place, f"this '{alone[0]}' stands alone", "write a placeholder as {name}")
            return
    for language, text in words.items():
        for other, theirs in words.items():
            lacking = [gap for gap in _GAP.findall(text) if f"{{{gap}}}" not in theirs]
            if lacking:
                message = (
                    f"the text in '{language}' has the placeholder {{{lacking[0]}}}, the text in '{other}' has not"
                )
                complaints.add("R132", document.place((*path, other)), message, "say the same in both languages")
                return


def value_fault(word: str, kind: Type | None) -> tuple[str, str]:
    """Return what is wrong with a value that words are kept for, and what would be right; two empty texts if nothing.

    `kind` is the type of the values, None where they are several or could not be read: then only `any` and `none` do.
    """
    values: tuple[str, ...] = (ANY, NONE)
    if kind == BOOL:
        values += ("true", "false")
    elif isinstance(kind, Enum):
        values += kind.values
    elif kind == INT and re.fullmatch(r"-?[0-9]+", word):
        return "", ""
    return ("", "") if word in values else (f"'{word}' is no value", did_you_mean(word, values))
