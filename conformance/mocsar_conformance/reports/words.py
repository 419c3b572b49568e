"""The words of the reports, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "again": ("run just this again", "csak ez újra"),
    "all": ("all", "összesen"),
    "broken-off": (
        "The run was broken off after {done} of {all} scenarios: this report is not complete.",
        "A futás {done} példa után félbeszakadt, pedig {all} van: ez a jelentés nem teljes.",
    ),
    "broken-off-short": ("broken off", "félbeszakadt"),
    "broken-off-somewhere": (
        "The run was broken off after {done} scenarios: this report is not complete.",
        "A futás {done} példa után félbeszakadt: ez a jelentés nem teljes.",
    ),
    "chapter": ("chapter", "fejezet"),
    "conformant": ("conformant", "megfelel"),
    "conformant-except-readings": ("conformant except for readings", "olvasatok kivételével megfelel"),
    "cut": (
        "{number} more are left out: a comment or summary holds no more. The stream of results has all.",
        "További {number} kimaradt: ennyi fér el egy hozzászólásban vagy összefoglalóban. Az eredmények folyamában "
        "mind megvan.",
    ),
    "disputed": ("does not count, it is disputed ({link}): {said}", "nem számít, mert vitatott ({link}): {said}"),
    "findings": ("Findings", "Eltérések"),
    "flaky": ("comes and goes: {why}: {said}", "hol jó, hol nem: {why}: {said}"),
    "head": ("Mocsár {edition}: {subject}", "Mocsár {edition}: {subject}"),
    "known": ("a known failure: {why}: {said}", "ismert hiba: {why}: {said}"),
    "known-head": ("Known failures", "Ismert hibák"),
    "more": (
        "{number} more, which GitHub would not show: {kinds}. The log and the other reports have them.",
        "További {number}, amelyet a GitHub nem mutatna meg: {kinds}. A napló és a többi jelentés mindet tartalmazza.",
    ),
    "more-help": ("more: {commands}", "bővebben: {commands}"),
    "no-findings": ("No findings.", "Nincs eltérés."),
    "not-conformant": ("not conformant", "nem felel meg"),
    "partial": ("partial", "részleges"),
    "passed": ("{right} of {all} passed", "{all} közül {right} jó"),
    "skip": ("left out: {why}", "kihagyva: {why}"),
    "uncounted": (
        "does not count, the sources can be read so: {said}",
        "nem számít, mert a források így is olvashatók: {said}",
    ),
    "unexpected": (
        "passes, though a failure is expected ({why}): take it off the list of expectations",
        "jó, pedig hiba volna várható ({why}): le lehet venni a várakozások listájáról",
    ),
    "untested": ("nothing tested", "semmi sem futott"),
    "variant": ("variant", "változat"),
}


def word(key: str, lang: str, /, **values: object) -> str:
    """Return one of the reports' own words or sentences, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
