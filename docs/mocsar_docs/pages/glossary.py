"""The glossary: one word for one thing, found by either language, and each source's own word for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from mocsar_docs.links import Anchor
from mocsar_docs.markup import escape, heading, join, table
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Term

TITLE = {"en": "Glossary", "hu": "Szójegyzék"}

add(
    glossary_about=(
        "One word for one thing. The entries stand in the order of the English words; the lists below them lead "
        "from the Hungarian words, and from the words that the sources use, to the entries.",
        "Egy dologra egy szó. A szócikkek a magyar szavak rendjében állnak; az alattuk lévő jegyzékek az angol "
        "szavaktól és a források szavaitól vezetnek hozzájuk.",
    ),
    glossary_other=("From Hungarian", "Angolról magyarra"),
    glossary_here=("The words", "A szavak"),
    glossary_sources=("From the words of the sources", "A források szavai szerint"),
    word_en=("English", "angolul"),
    word_hu=("Hungarian", "magyarul"),
    source_word=("the word of the source", "a forrás szava"),
    our_word=("here", "itt"),
    in_source=("source", "forrás"),
    its_words=("The sources say", "A forrásokban"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("term", each, each) for each in material.contents.terms)
    yield Page("glossary.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    terms = list(w.material.contents.terms.values())
    other = next(each for each in LANGUAGES if each != w.lang)
    return join(
        w.word("glossary-about"),
        heading(2, w.word("glossary-here"), "words"),
        *(_entry(w, each, other) for each in sorted(terms, key=lambda each: sorting(w.say(each.words, each.id)))),
        heading(2, w.word("glossary-other"), "other"),
        _other(w, terms, other),
        heading(2, w.word("glossary-sources"), "by-source"),
        _of_sources(w, terms),
    )


def _entry(w: Writing, term: Term, other: str) -> str:
    said = "; ".join(
        f"{w.link('source', each, w.cited(each))}: *{escape(word)}*" for each, word in term.sources.items()
    )
    return join(
        heading(3, f'{w.name("term", term.id)} · *<span lang="{other}">{escape(term.words[other])}</span>*', term.id),
        w.text(term.note, f"the note of '{term.id}'") if term.note else "",
        f"<span>{w.word('its-words')}: {said}</span>\n{{.ms-marks}}" if said else "",
    )


def _other(w: Writing, terms: list[Term], other: str) -> str:
    rows = [
        [f'<span lang="{other}">{escape(each.words[other])}</span>', w.link("term", each.id)]
        for each in sorted(terms, key=lambda each: sorting(each.words[other]))
    ]
    return table([w.word(f"word-{other}"), w.word(f"word-{w.lang}")], rows)


def _of_sources(w: Writing, terms: list[Term]) -> str:
    found = [
        (word.strip(), source, term)
        for term in terms
        for source, words in term.sources.items()
        for word in words.split(",")
    ]
    rows = [
        [f"*{escape(word)}*", w.link("source", source, w.cited(source)), w.link("term", term.id)]
        for word, source, term in sorted(found, key=lambda each: (sorting(each[0]), each[1]))
    ]
    return table([w.word("source-word"), w.word("in-source"), w.word("our-word")], rows)


def sorting(word: str) -> tuple[str, str]:
    """Return what sorts words as a dictionary does: without accents and "to", then by the accents."""
    plain = word.lower().removeprefix("to ").removeprefix("a ")
    return "".join(each for each in unicodedata.normalize("NFD", plain) if not unicodedata.combining(each)), plain
