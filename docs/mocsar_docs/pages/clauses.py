"""Every clause once, chapter by chapter, with everything there is to say of it: the home of its permanent address."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_docs.links import Anchor
from mocsar_docs.markup import heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.pages import clause as clauses
from mocsar_docs.read import Material
from mocsar_docs.words import add

TITLE = {"en": "Every rule", "hu": "Minden szabály"}

add(
    clauses_about=(
        "Every clause of every game of this family, each once. What a toggle fills in is shown as the first variant "
        "that has the clause fills it. To read the rules of one game from top to bottom, go to its own page: "
        "{variants}.",
        "A játékcsalád összes szabálypontja, mindegyik egyszer. Ahol egy választás tölti ki a szöveget, ott azt "
        "mutatjuk, ami az első olyan változatban áll, amelyben a szabálypont benne van. Egy-egy játék szabályait a "
        "saját oldalán lehet elejétől a végéig elolvasni: {variants}.",
    ),
    bookkeeping=("Book-keeping", "Nyilvántartás"),
    bookkeeping_about=(
        "Formal rules that only keep account of what the clauses speak of, and so have no sentence of their own.",
        "Formális szabályok, amelyek csak számon tartják, amiről a szabálypontok szólnak; saját mondatuk ezért nincs.",
    ),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    book = material.contents
    anchors = [Anchor("clause", each, each) for each in book.clauses]
    anchors += [Anchor("chapter", each.id, f"chapter.{each.id}") for each in book.chapters]
    owned = {rule: clause.id for clause in book.clauses.values() for rule in clause.rules}
    anchors += [Anchor("rule", each, owned.get(each) or f"formal.{each}") for each in book.rules]
    yield Page("rules/index.md", TITLE, _body, "rules", tuple(anchors))


def _body(w: Writing) -> str:
    book = w.material.contents
    parts = [w.word("clauses-about", variants=w.links_to("variant", w.material.settings))]
    for chapter in book.chapters:
        parts.append(heading(2, w.name("chapter", chapter.id), f"chapter.{chapter.id}"))
        if chapter.about:
            parts.append(w.text(chapter.about))
        parts += [clauses.at_home(w, each) for each in book.clauses.values() if each.chapter == chapter.id]
    owned = {rule for clause in book.clauses.values() for rule in clause.rules}
    alone = [each for each in book.rules if each not in owned]
    if alone:
        parts += [heading(2, w.word("bookkeeping"), "bookkeeping"), w.word("bookkeeping-about")]
        for name in alone:
            parts += [heading(3, f"`{name}`", f"formal.{name}"), w.formal([name])]
    return join(*parts)
