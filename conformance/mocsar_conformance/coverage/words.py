"""The words of the coverage report, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mocsar_conformance.coverage.points import Point
from mocsar_reference.resolve.book import Contents

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "refuses": ("refused", "elutasítás"),
    "allows": ("accepted", "elfogadás"),
    "effect": ("effects", "hatások"),
    "clause": ("clauses", "pontok"),
    "value": ("values", "értékek"),
    "reason": ("reasons", "indokok"),
    "event": ("events", "események"),
    "title": ("titles", "rangok"),
    "lacks-refuses": (
        "no scenario in which this requirement alone refuses, for its own reason",
        "nincs példa, amelyben egyedül ez a feltétel utasít el, a maga indokával",
    ),
    "lacks-allows": (
        "no scenario in which an accepted action meets it",
        "nincs példa, amelyben elfogadott cselekvés teljesíti",
    ),
    "lacks-effect": ("no scenario in which it is done", "nincs példa, amelyben megtörténik"),
    "lacks-clause": ("no scenario is about it or a rule of it", "egyetlen példa sem szól róla vagy szabályáról"),
    "lacks-value": (
        "no scenario that names the toggle in 'when', holds with this value, and would not hold with another",
        "nincs példa, amelynek 'when' sora megnevezi, ezzel az értékkel igaz, mással nem volna az",
    ),
    "lacks-reason": ("no scenario in which an action is refused for it", "nincs példa ilyen indokú elutasításra"),
    "lacks-event": ("no scenario in which it happens", "nincs példa, amelyben bekövetkezik"),
    "lacks-title": ("no scenario states that a player gets it", "nincs példa, amely szerint valaki megkapja"),
    "bookkeeping": ("Bookkeeping", "Nyilvántartás"),
    "toggles": ("Toggles", "Kapcsolók"),
    "reasons": ("Reasons", "Indokok"),
    "events": ("Events", "Események"),
    "titles": ("Titles", "Rangok"),
    "variants": ("Variants, each by itself", "Változatok, külön-külön"),
    "of": ("{number} of {total}", "{number} / {total}"),
    "in": ("in {variant}: ", "{variant}: "),
    "untestable": ("cannot be tested: {reason}", "nem próbálható ki: {reason}"),
    "by": ("{number} ({about} about it): {names}", "{number} (erről szól: {about}): {names}"),
    "summary": (
        "{total} points: {exercised} exercised, {exempt} untestable, {uncovered} uncovered (scenarios: {scenarios})",
        "{total} tétel: kipróbálva {exercised}, nem próbálható {exempt}, kimaradt {uncovered} (példák: {scenarios})",
    ),
    "faults": ("; faults in the list of exceptions: {number}", "; hibák a kivételek listájában: {number}"),
}


def word(key: str, lang: str, **gaps: object) -> str:
    """Return a text in a language, its gaps filled in."""
    return _WORDS[key][lang == "hu"].format(**gaps)


def section_title(section: str, contents: Contents, lang: str) -> str:
    """Return the title of a section of points: a chapter's own, or what the section holds."""
    titles = {chapter.id: chapter.title[lang] for chapter in contents.chapters}
    return titles[section] if section in titles else word(section, lang)


def lacking(point: Point, lang: str) -> str:
    """Return what there is no scenario for."""
    return word(f"lacks-{point.kind}", lang)
