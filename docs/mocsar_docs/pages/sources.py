"""The sources: what they are, how their places are counted, and what rests on each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mocsar_docs.links import Anchor
from mocsar_docs.markup import code, escape, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Source

TITLE = {"en": "Sources", "hu": "Források"}

add(
    sources_about=(
        "What the rulebook rests on. No sentence of a source is copied: each is cited by its author and the place "
        "in it. A value or a clause is *stated* by a source, *derived* from what it states, or a *reading*, where "
        "it is unclear or silent; every reading says why it is taken.",
        "Amire a szabálykönyv támaszkodik. Egyetlen mondatot sem vettünk át belőlük: a szerzőre és a helyre "
        "hivatkozunk. Egy érték vagy szabálypont *kimondott*, ha a forrás kimondja; *következik*, ha abból adódik, "
        "amit kimond; és *olvasat*, ha a forrás nem világos vagy hallgat. Minden olvasat megmondja, miért éppen ez.",
    ),
    source_clauses=("Clauses that cite it", "Szabálypontok, amelyek hivatkoznak rá"),
    source_values=("Values that rest on it", "Értékek, amelyek rá támaszkodnak"),
    language_of=("Language", "Nyelve"),
    language_hu=("Hungarian", "magyar"),
    language_en=("English", "angol"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("source", each, each) for each in material.contents.sources)
    yield Page("sources.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    return join(w.word("sources-about"), *(_entry(w, each) for each in w.material.contents.sources.values()))


def _entry(w: Writing, source: Source) -> str:
    book = w.material.contents
    by_place: dict[str, list[str]] = {}
    for clause in book.clauses.values():
        for each in clause.sources:
            if each.source == source.id:
                by_place.setdefault(each.at, []).append(clause.id)
    places = [
        f"- **{w.place(source.id, at)}**: {w.links_to('clause', dict.fromkeys(by_place[at]))}"
        for at in sorted(by_place, key=_order)
    ]
    return join(
        heading(2, escape(source.title), source.id),
        f"{w.text(source.author, 'the author')} · {w.word('language-of')}: {w.word(f'language-{source.language}')} · "
        f"{code(source.id)}\n{{.ms-marks}}",
        w.text(source.about, f"what the source '{source.id}' is"),
        w.details(w.word("source-clauses"), "\n".join(places)) if places else "",
        _values(w, source),
    )


def _values(w: Writing, source: Source) -> str:
    lines = []
    for name, setting in w.material.settings.items():
        of = {t: s for t, s in setting.variant.settings.items() if s.source and s.source.source == source.id}
        if of:
            told = ", ".join(
                f"{w.link('toggle', t)} ({w.place(source.id, s.source.at)})" for t, s in of.items() if s.source
            )
            lines.append(f"- {w.link('variant', name)}: {told}")
    return w.details(w.word("source-values"), "\n".join(lines)) if lines else ""


def _order(place: str) -> list[tuple[int, int, str]]:
    """Return what sorts places as one reads: numbers by their size."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", place) if part]
