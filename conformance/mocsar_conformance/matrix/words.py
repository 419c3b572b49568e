"""The words of the matrix, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "title": ("Implementations of Mocsár", "A Mocsár megvalósításai"),
    "caption": (
        "Scenarios passed, of those that apply and count, by chapter of the rulebook",
        "Hány példa jó azok közül, amelyek vonatkoznak rá és számítanak, a szabálykönyv fejezetei szerint",
    ),
    "chapter": ("chapter", "fejezet"),
    "implementation": ("implementation", "megvalósítás"),
    "variant": ("variant", "változat"),
    "edition": ("edition", "kiadás"),
    "conformance": ("conformance", "megfelelés"),
    "scenario": ("scenario", "példa"),
    "all": ("all", "összesen"),
    "conformant": ("conformant", "megfelel"),
    "conformant-except-readings": ("conformant except for readings", "olvasatok kivételével megfelel"),
    "partial": ("partial", "részleges"),
    "not-conformant": ("not conformant", "nem felel meg"),
    "untested": ("not tested", "nem futott"),
    "right": ("all right", "mind jó"),
    "otherwise": (
        "right but for what does not count (another reading, or disputed)",
        "jó, csak olyanban tér el, ami nem számít (más olvasat vagy vitatott)",
    ),
    "missing": ("something unsupported or left out", "van, amit nem támogat, vagy ami kimaradt"),
    "wrong": ("something wrong", "van hibás"),
    "none": ("not tested, or no scenario applies", "nem futott, vagy egy példa sem vonatkozik rá"),
    "signs": ("signs", "jelek"),
    "differ": ("Scenarios that differ ({number})", "Eltérő példák ({number})"),
    "differ-none": (
        "No scenario was run with two of them and came out differently.",
        "Nincs olyan példa, amely kettőnél futott, és másképp végződött.",
    ),
    "broken-off": ("broken off", "félbeszakadt"),
    "warn-editions": (
        "the results are of different editions of the rulebook ({editions}): they are not the same scenarios",
        "az eredmények a szabálykönyv különböző kiadásaihoz tartoznak ({editions}): nem ugyanazok a példák",
    ),
    "warn-rulebooks": (
        "the results are of {number} different rulebooks, though of one edition: "
        "an overlay, or files that were changed",
        "az eredmények {number} különböző szabálykönyvhöz tartoznak, pedig a kiadás egy: "
        "ráfektetett szabálykönyv vagy megváltozott fájlok",
    ),
    "warn-broken-off": (
        "the run of {name} was broken off: its numbers are too small",
        "ennek a futása félbeszakadt: {name}; a számai kisebbek a valóságosnál",
    ),
}


def word(key: str, lang: str, /, **values: object) -> str:
    """Return one of the matrix's own words or sentences, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
