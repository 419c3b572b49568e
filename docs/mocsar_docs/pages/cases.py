"""The case book: the scenarios by chapter, each drawn as a table, step by step, with the ruling."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from mocsar_docs.casebook.drawn import case_html
from mocsar_docs.casebook.played import Case, case_of
from mocsar_docs.links import Anchor, fragment
from mocsar_docs.markup import attribute, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_reference.resolve.book import Chapter

TITLE = {"en": "Case book", "hu": "Példatár"}
MOST_VARIANTS = 24
"""So many variants the styles (cases.css) can tell apart when only those of one are to be shown."""


def pages(material: Material) -> Iterator[Page]:
    """Yield the list of chapters, and a page for each."""
    chapters = [_Chapter(material, each) for each in material.contents.chapters]
    yield Page("cases/index.md", TITLE, lambda w: _index(w, chapters), "cases")
    for each in chapters:
        anchors = tuple(Anchor("scenario", name, fragment(name)) for name in each.names)
        yield Page(each.path, each.chapter.title, each.body, "cases", anchors)


class _Chapter:
    """The cases of a chapter; they are played once, whatever the number of languages."""

    def __init__(self, material: Material, chapter: Chapter) -> None:
        self.material = material
        self.chapter = chapter
        self.path = f"cases/{chapter.id}.md"
        self.names = tuple(name for name, at in material.chapter_of.items() if at == chapter.id)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case_of(self.material.scenarios[name], self.material) for name in self.names)

    def body(self, w: Writing) -> str:
        """Return the chapter's page below its title."""
        return join(self.choice(w), *(self.entry(w, each) for each in self.cases))

    def entry(self, w: Writing, case: Case) -> str:
        """Return one case with its heading. Both carry the classes that it is shown or left out by."""
        classes = ("ms-case", *(f"ms-in-{self.number(each)}" for each in case.variants))
        title = heading(2, w.text(case.scenario.title), fragment(case.scenario.id), classes)
        return join(title, f'<div class="{" ".join(classes)}">{case_html(w, case)}</div>')

    def choice(self, w: Writing) -> str:
        """Return the choice of a variant, for which styles alone leave out the cases of others."""
        numbers = {each: sum(each in case.variants for case in self.cases) for each in self.material.settings}
        told = _option("all", w.word("cases-all"), len(self.cases), " checked")
        told += "".join(
            _option(str(self.number(each)), self.title(w, each), count) for each, count in numbers.items() if count
        )
        return f'<fieldset class="ms-only"><legend>{w.word("cases-only")}</legend>{told}</fieldset>'

    def number(self, variant: str) -> int:
        """Return the number that stands for a variant in the styles' classes."""
        return list(self.material.settings).index(variant)

    def title(self, w: Writing, variant: str) -> str:
        return attribute(w.say(self.material.contents.variants[variant].title))


def _option(name: str, title: str, count: int, checked: str = "") -> str:
    box = f'<input type="radio" name="ms-only" id="ms-only-{name}" autocomplete="off"{checked}>'
    return f"<label>{box} {title} ({count})</label>"


def _index(w: Writing, chapters: list[_Chapter]) -> str:
    drawn = [
        w.word("cases-picture", card=w.cards([name]), name=w.say(rank.name))
        for name, rank in w.material.contents.ranks.items()
        if rank.picture
    ]
    parts = [w.word("cases-about"), " ".join([w.word("cases-reading"), *drawn])]
    for each in chapters:
        link = f"{w.link('page', each.path.removesuffix('.md'), w.text(each.chapter.title))}"
        parts.append(heading(2, link, each.chapter.id, ("ms-chapter",)))
        parts.append(
            w.details(f"{len(each.names)} {w.word('cases-number')}", w.bullets("scenario", each.names))
            if each.names
            else f"0 {w.word('cases-number')}"
        )
    return join(*parts)
