"""The words of expectations on the terminal, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mocsar_conformance.labels import LANGUAGES
from mocsar_conformance.text import neutralise

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "added": ("added: {what}", "hozzáadva: {what}"),
    "as-expected": ("As expected: {what}.", "A várakozás szerint: {what}."),
    "by-hand": (
        "Fill in by hand: why each new entry fails, and where that is kept track of.",
        "Kézzel kitöltendő, hogy az új bejegyzések miért hibásak, és hol tartják számon őket.",
    ),
    "created": ("{path} is new.", "Új fájl: {path}"),
    "idle": (
        "does not hold for version {version}, but for {versions}: {place}",
        "erre a változatra ({version}) nem érvényes, csak erre: {versions}: {place}",
    ),
    "known": ("a known failure: {reason} ({link})", "ismert hiba: {reason} ({link})"),
    "flaky": ("flaky: {reason} ({link})", "ingadozó: {reason} ({link})"),
    "narrowed": ("narrowed: {what}", "szűkítve: {what}"),
    "not-as-expected": ("Not as expected: {what}.", "A várakozással ellentétben: {what}."),
    "nothing": ("Nothing to change.", "Nincs mit változtatni."),
    "observed": ("{path} was {got}, {expected} expected", "{path}: {got}, az elvárt {expected} helyett"),
    "otherwise": (
        "Expected was {wanted}, as a known failure: {reason} ({link})",
        "A várakozás {wanted} volt, ismert hibaként: {reason} ({link})",
    ),
    "removed": ("removed: {what}", "törölve: {what}"),
    "renamed": ("renamed: {what}", "átnevezve: {what}"),
    "skip": ("left out: {reason} ({link})", "kihagyva: {reason} ({link})"),
    "split": ("split off: {what}", "külön bejegyzésbe téve: {what}"),
    "left-out": ("{number} left out, as expected", "{number} a várakozás szerint kihagyva"),
    "unexpected": (
        "passes, though it is a known failure: {reason} ({link})",
        "jó, pedig ismert hiba: {reason} ({link})",
    ),
    "unseen": ("not looked into yet: {what}", "még nincs földerítve: {what}"),
    "update": (
        "To bring the list up to date: {command}",
        "A lista naprakésszé tétele: {command}",
    ),
    "would": ("`--update` would change this:", "Az `--update` ezt változtatná meg:"),
}

_COUNTED: Final[dict[str, tuple[str, str, str]]] = {
    "known": ("1 known failure", "{number} known failures", "{number} ismert hiba"),
    "flaky": ("1 flaky", "{number} flaky", "{number} ingadozó"),
    "skip": ("1 left out", "{number} left out", "{number} kihagyott"),
    "passes": ("1 known failure passes", "{number} known failures pass", "{number} ismert hiba jó lett"),
    "otherwise": (
        "1 known failure fails in another way",
        "{number} known failures fail in another way",
        "{number} ismert hiba másképp hibás",
    ),
}


def word(key: str, lang: str, /, **values: object) -> str:
    """Return one of these sentences, its `{placeholders}` filled; what is put in is made harmless."""
    shown = {name: neutralise(value) if isinstance(value, str) else value for name, value in values.items()}
    return _WORDS[key][LANGUAGES.index(lang)].format(**shown)


def counted(numbers: Mapping[str, int], lang: str) -> str:
    """Return how many there are of each kind, those left out of which there are none."""
    one, several, hu = range(3)
    return ", ".join(
        _COUNTED[kind][hu if lang == "hu" else one if number == 1 else several].format(number=number)
        for kind, number in numbers.items()
        if number
    )
