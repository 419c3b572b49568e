"""The whole rulebook on one page, to print: every clause once, with what each variant fills into it."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_docs.markup import block, code, heading, join, table
from mocsar_docs.page import Page, Writing
from mocsar_docs.pages.clause import statuses
from mocsar_docs.read import Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Clause

TITLE = {"en": "The whole rulebook, to print", "hu": "Az egész szabálykönyv, nyomtatáshoz"}

add(
    print_about=(
        "All rules of all variants, edition {edition}. Each clause stands once; beside its title are the variants "
        "that have it. Where they fill it in differently, each wording is given with the variants it holds for.",
        "Minden változat minden szabálya, {edition} kiadás. Egy szabálypont egyszer szerepel; a címe mellett állnak "
        "a változatok, amelyekben megvan. Ha mást töltenek ki benne, minden szövege itt van, azokkal a "
        "változatokkal, amelyekre érvényes.",
    ),
    print_variants=("The variants", "A változatok"),
    print_players=("players", "játékosok száma"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page, which the search leaves out: it has nothing of its own."""
    yield Page("print.md", TITLE, _body, "print", search=False)


def _body(w: Writing) -> str:
    book = w.material.contents
    rows = [
        [code(name), w.name("variant", name), f"{each.variant.players[0]}–{each.variant.players[1]}"]
        for name, each in w.material.settings.items()
    ]
    parts = [w.word("print-about", edition=book.edition), heading(2, w.word("print-variants"), "variants")]
    parts.append(table([w.word("variant"), "", w.word("print-players")], rows))
    for chapter in book.chapters:
        own = [each for each in book.clauses.values() if each.chapter == chapter.id and w.material.having[each.id]]
        parts += [
            heading(2, w.name("chapter", chapter.id), f"chapter.{chapter.id}"),
            *(_clause(w, each) for each in own),
        ]
    return block("print", join(*parts))


def _clause(w: Writing, clause: Clause) -> str:
    texts: dict[str, list[str]] = {}
    for name in w.material.having[clause.id]:
        texts.setdefault(w.prose(clause, w.material.settings[name], linked=False), []).append(name)
    marks = " · ".join(filter(None, [*statuses(w, clause), code(clause.id), _names(w, w.material.having[clause.id])]))
    told = [text if len(texts) == 1 else f"{_names(w, names)}: {text}" for text, names in texts.items()]
    return join(heading(3, w.text(clause.title)), *told, f"{marks}\n{{.ms-marks}}")


def _names(w: Writing, names: tuple[str, ...] | list[str]) -> str:
    return w.word("in-all") if len(names) == len(w.material.settings) else " ".join(code(each) for each in names)
