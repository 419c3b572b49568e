"""What the search looks through before the full text: every id of the site, with its address and its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mocsar_docs.links import Links, address
from mocsar_docs.pages.codes import every_code
from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference.resolve.book import Words

KINDS = ("clause", "toggle", "reason", "term", "title", "variant", "source", "rule", "code", "edition", "scenario")
"""In the order in which equally good matches are shown. Chapters and pages are found by their text."""


def ids(material: Material, links: Links) -> list[list[str]]:
    """Return a row for each thing that has an id: kind, id, address from the root of a language, name in each language.

    A formal rule without a clause of its own has no name, and none of it is longer than needed: the browser reads it.
    """
    rows = []
    for kind in KINDS:
        names = dict(_names(material, kind))
        for name, (path, fragment) in links.known(kind).items():
            where = address(path) + (f"#{fragment}" if fragment else "")
            words = names.get(name, {})
            rows.append([kind, name, where, *(words.get(lang, "") for lang in LANGUAGES)])
    return rows


def _names(material: Material, kind: str) -> Iterator[tuple[str, Words | Mapping[str, str]]]:
    """Yield what the things of a kind are called, by id."""
    book = material.contents
    match kind:
        case "clause":
            yield from ((each.id, each.title) for each in book.clauses.values())
        case "rule":
            for clause in book.clauses.values():
                yield from ((each, clause.title) for each in clause.rules)
        case "toggle":
            yield from ((each.id, each.title) for each in book.toggles.values())
        case "reason":
            yield from book.reasons.items()
        case "term":
            yield from ((each.id, each.words) for each in book.terms.values())
        case "title":
            yield from book.titles.items()
        case "variant":
            yield from ((each, book.variants[each].title) for each in material.settings)
        case "source":
            yield from ((each.id, dict.fromkeys(LANGUAGES, each.title)) for each in book.sources.values())
        case "code":
            yield from ((each, dict.fromkeys(LANGUAGES, text)) for each, text in every_code().items())
        case "scenario":
            yield from ((name, each.title) for name, each in material.scenarios.items())
