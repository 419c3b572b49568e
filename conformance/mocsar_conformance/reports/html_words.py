"""The words of the page of results, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "all": ("all", "mind"),
    "because": ("in this scenario", "ebben a példában"),
    "by-hand": ("{number} lines", "{number} sor"),
    "chapters": ("By chapter", "Fejezetenként"),
    "cited-by": ("cited by", "ezek hivatkoznak rá"),
    "clauses": ("The clauses in question", "A szóban forgó szabálypontok"),
    "close": ("close all", "összes becsukása"),
    "difference": ("Where the answer differs", "Miben tér el a válasz"),
    "edition": ("rulebook", "szabálykönyv"),
    "edition-is": ("edition {edition}; kit {kit}", "{edition} kiadás; a készlet verziója {kit}"),
    "filter": ("Show", "Mutasd"),
    "findings-of": ("Findings", "Eltérések"),
    "implements": ("it says it implements", "saját szava szerint ezt követi"),
    "known": ("Known failures, as expected", "Ismert hibák, a várakozás szerint"),
    "lacks": ("cannot do: {what}", "nem tudja: {what}"),
    "language": ("written in", "programnyelv"),
    "link": ("link to this", "hivatkozás erre"),
    "more-reasons": ("{number} scenarios more, for {reasons} other reasons", "még {number} példa, {reasons} más okból"),
    "no-findings": ("Nothing is wrong.", "Nincs eltérés."),
    "none": ("nothing applies", "semmi sem vonatkozik rá"),
    "noted": ("Right, but with another reason", "Jó, de más indokkal"),
    "open": ("open all", "összes kinyitása"),
    "page": ("results of {subject}", "{subject}: eredmények"),
    "parts": ("Parts of this page", "Az oldal részei"),
    "reached": ("reached by", "elérése"),
    "reasons": ("the reasons", "az okok"),
    "right": ("all right", "mind jó"),
    "run": ("run", "futás"),
    "run-at": ("{started}, {seconds}, {number} scenarios", "{started}, {seconds}, {number} példa"),
    "run-cut": ("{started}, {number} scenarios", "{started}, {number} példa"),
    "search": ("with the words", "ezekkel a szavakkal"),
    "shown": ("{number} shown", "{number} látszik"),
    "skip": ("To the findings", "Ugrás az eltérésekhez"),
    "skipped": ("Not run", "Ami nem futott"),
    "skipped-for": ("{number} scenarios in {variants}: {why}", "{number} példa ({variants}): {why}"),
    "some-known": ("known failures only", "csak ismert hibák"),
    "standings": ("Verdict", "Eredmény"),
    "total": ("all chapters", "minden fejezet"),
    "uncounted": ("What does not count: readings and disputes", "Ami nem számít: olvasatok és viták"),
    "variant": ("variant", "változat"),
    "verdict": ("verdict", "eredmény"),
    "where": ("place", "hol"),
    "wrong": ("findings", "eltérés"),
}


def word(key: str, lang: str, /, **values: object) -> str:
    """Return one of the page's own words or sentences, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
