"""The kit's own words on the terminal, in both languages. The rulebook's words come from the rulebook."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "hu")

_LABELS: Final[dict[str, tuple[str, str]]] = {
    "again": ("run just this again", "csak ez újra"),
    "by-hand": ("to feed by hand", "kézzel beadható sorok"),
    "chapter": ("chapter", "fejezet"),
    "clause": ("clause", "szabálypont"),
    "conformant": ("conformant to {variant}", "megfelel: {variant}"),
    "adapter": (
        "No scenario got as far as the rules: every one ended in an error, a crash or a time-out. "
        "Look at the adapter first; `--show-wire` shows what was said.",
        "Egyetlen példa sem jutott el a szabályokig: mind hibával, összeomlással vagy időtúllépéssel végződött. "
        "Előbb az illesztőt érdemes megnézni; a `--show-wire` mutatja, mi hangzott el.",
    ),
    "default": ("default", "alapérték"),
    "differs": ("the difference", "az eltérés"),
    "done": ("what was done", "mi történt"),
    "draw-empty": ("the table is empty", "az asztal üres"),
    "draw-no-cards": ("no cards", "nincs lapja"),
    "draw-out": ("out as number {place}", "kiment, {place}. helyezett"),
    "draw-owes": ("owes {number}", "tartozik: {number}"),
    "draw-phase": ("phase: {phase}", "szakasz: {phase}"),
    "draw-table": (
        "on the table: {size} × {rank}, played by {owner}",
        "az asztalon: {size} × {rank}, kijátszotta: {owner}",
    ),
    "draw-title": ("title: {title}", "rangja: {title}"),
    "expected": ("wanted", "elvárt"),
    "explain": ("more: mocsar explain {id}", "bővebben: mocsar explain {id}"),
    "extends": ("extends", "alapja"),
    "formal": ("formally", "formálisan"),
    "given": ("at the start", "a kezdetnél"),
    "got": ("got", "kapott"),
    "interrupted": ("interrupted: what follows is incomplete", "megszakítva: az eredmény nem teljes"),
    "nothing": ("nothing", "semmi"),
    "nowhere": ("in no variant that can be played", "egyetlen játszható változatban sincs benne"),
    "not-in": ("not part of {variant}", "ebben nincs benne: {variant}"),
    "not-conformant": ("not conformant to {variant}: {why}", "nem felel meg: {variant}: {why}"),
    "partial": ("partial: {variant}: {why}", "részleges: {variant}: {why}"),
    "players": ("players", "játékosok"),
    "reading": ("a reading of the sources", "a források egy olvasata"),
    "readings-differ": (
        "{number} differ on readings that the subject does not claim",
        "{number} eltérés olyan olvasatban, amelyet a vizsgált program nem állít",
    ),
    "reason": ("reason", "indok"),
    "repeated": ("the same as above: {message}", "ugyanaz, mint fent: {message}"),
    "rulebook": ("what the rulebook says", "mit mond a szabálykönyv"),
    "said": ("what the subject said", "mit mondott a vizsgált program"),
    "scenario": ("scenario", "példa"),
    "scenarios": ("scenarios", "példák"),
    "seconds": ("{seconds:.2f} s", "{seconds:.2f} s"),
    "selection": (
        "{variant}: a selection of the scenarios; conformance takes all of them",
        "{variant}: csak a példák egy része; a megfeleléshez mind kell",
    ),
    "settings": ("sets", "beállításai"),
    "situation": ("the situation", "a helyzet"),
    "sources": ("sources", "források"),
    "status": ("status", "mire támaszkodik"),
    "step": ("step {number}: {text}", "{number}. lépés: {text}"),
    "suite-unsound": (
        "Here the scenario states something else than the rulebook gives: `mocsar check` says more.",
        "Itt a példa mást állít, mint ami a szabálykönyvből következik: a `mocsar check` többet mond.",
    ),
    "then": ("at the end: {text}", "a végén: {text}"),
    "title": ("title", "rang"),
    "toggle": ("toggle", "választás"),
    "toggles": ("depends on", "mitől függ"),
    "untested": ("{variant}: no scenario applies to it", "{variant}: egyetlen példa sem vonatkozik rá"),
    "values": ("values", "értékek"),
    "variant": ("variant", "változat"),
    "variants": ("variants", "változatok"),
    "when": ("when", "mikor"),
    "why": ("why", "miért"),
    "wrong-kind": ("no answer to compare", "nincs összevethető válasz"),
}

_STATUS: Final[dict[str, tuple[str, str]]] = {
    "stated": ("stated by the source", "a forrás kimondja"),
    "derived": ("derived from what the source states", "a forrásból következik"),
    "reading": ("a reading: the source is unclear or silent", "olvasat: a forrás nem világos vagy hallgat"),
    "chosen": ("chosen", "választott"),
    "default": ("the default", "alapérték"),
}


def label(key: str, lang: str, /, **values: object) -> str:
    """Return one of the kit's own words or sentences, its `{placeholders}` filled."""
    return _LABELS[key][LANGUAGES.index(lang)].format(**values)


def status_text(status: str | None, lang: str) -> str:
    """Return what a status means; empty for none."""
    return _STATUS[status][LANGUAGES.index(lang)] if status in _STATUS else ""
