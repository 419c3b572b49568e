"""A page of the site, and what a page writes with: the material, the links, the language, and the small parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mocsar_conformance.explain import rule_text
from mocsar_conformance.labels import status_text
from mocsar_conformance.prose import fill, value_answer, value_sentence, value_text
from mocsar_docs.errors import Faults
from mocsar_docs.links import Anchor, Links
from mocsar_docs.markup import attribute, card_chip, code, details, escape
from mocsar_docs.read import Material
from mocsar_docs.words import WORDS
from mocsar_reference import Setting
from mocsar_reference.language.types import Enum, List
from mocsar_reference.resolve.book import Clause, Reference, Toggle, Value, Words

RANK = "rank"
"""The type of ranks, as the rulebook's expressions have it."""


@dataclass(frozen=True)
class Page:
    """A page, the same path in each language. `body` returns its Markdown below the title.

    `anchors` are what it is at home of; each must be in what it writes, once. `in_nav`: the navigation has it, else it
    is reached from other pages only. `search`: whether the search index has it.
    """

    path: str
    title: Words
    body: Callable[[Writing], str]
    section: str
    anchors: tuple[Anchor, ...] = ()
    in_nav: bool = True
    search: bool = True
    meta: Mapping[str, str] | None = None
    """More for the page's head, for the theme's templates to read."""

    @property
    def id(self) -> str:
        """What links call it by: the path without its ending."""
        return self.path.removesuffix(".md")


@dataclass(frozen=True)
class Writing:
    """One page being written in one language."""

    material: Material
    links: Links
    faults: Faults
    lang: str
    page: Page
    used: set[str] = field(default_factory=set)
    """The site's own words that have been asked for so far, by key."""

    # ---- words -------------------------------------------------------------------------------------------------------

    def say(self, words: Words | None, what: str = "a text") -> str:
        """Return a text of the rulebook in the language, as it is; W002 where it is missing."""
        if words is not None and words.get(self.lang, "").strip():
            return words[self.lang]
        self.faults.add("W002", self.page.path, f"{what} is missing in '{self.lang}'")
        return ""

    def text(self, words: Words | None, what: str = "a text") -> str:
        """Return a text of the rulebook in the language, escaped for Markdown."""
        return escape(self.say(words, what))

    def word(self, key: str, /, **values: object) -> str:
        """Return one of the site's own words or sentences (words.py), its `{gaps}` filled. It is Markdown already."""
        self.used.add(key)
        return self.say(WORDS.get(key), f"the site's word '{key}'").format(**values)

    def fault(self, code: str, message: str, hint: str = "") -> None:
        """Note that something of this page is wrong."""
        self.faults.add(code, self.page.path, message, hint)

    # ---- links -------------------------------------------------------------------------------------------------------

    def to(self, kind: str, name: str, variant: str | None = None) -> str:
        """Return the target of a Markdown link. In raw HTML use `href`."""
        return self.links.to(kind, name, self.page.path, variant)

    def href(self, kind: str, name: str, variant: str | None = None) -> str:
        """Return the address for an attribute of raw HTML, or for a script."""
        return self.links.href(kind, name, self.page.path, variant)

    def link(self, kind: str, name: str, text: str | None = None, variant: str | None = None) -> str:
        """Return a Markdown link; `text` is Markdown, by default what the thing is called.

        A clause that shares its title with others is called by its id, too.
        """
        if text is None:
            text = self.name(kind, name)
            if kind == "clause" and name in self.material.namesakes:
                text += f" ({code(name)})"
        return f"[{text}]({self.to(kind, name, variant)})"

    def name(self, kind: str, name: str) -> str:
        """Return what a thing is called in the language, as Markdown; its id where it has no name."""
        book = self.material.contents
        owner = self.material.clause_of.get(name) if kind in ("clause", "rule") else None
        words: Words | None = None
        match kind:
            case "clause" if owner:
                words = book.clauses[owner].title
            case "toggle" if name in book.toggles:
                words = book.toggles[name].title
            case "reason":
                words = book.reasons.get(name)
            case "title":
                words = book.titles.get(name)
            case "term" if name in book.terms:
                words = book.terms[name].words
            case "source" if name in book.sources:
                return f"{self.cited(name)}: {escape(book.sources[name].title)}"
            case "scenario" if name in self.material.scenarios:
                words = self.material.scenarios[name].title
            case "variant" if name in book.variants:
                words = book.variants[name].title
            case "chapter":
                words = next((each.title for each in book.chapters if each.id == name), None)
        return self.text(words, f"the name of the {kind} '{name}'") if words else code(name)

    def links_to(self, kind: str, names: Iterable[str], variant: str | None = None) -> str:
        """Return links to several things, with commas between."""
        return ", ".join(self.link(kind, each, variant=variant) for each in names)

    def bullets(self, kind: str, names: Iterable[str], variant: str | None = None) -> str:
        """Return links to several things as a list, one below the other."""
        return "\n".join(f"- {self.link(kind, each, variant=variant)}" for each in names)

    # ---- the rulebook's parts ----------------------------------------------------------------------------------------

    def prose(self, clause: Clause, setting: Setting, linked: bool = True) -> str:
        """Return a clause's text as a setting has it; what a toggle fills in is a link to that toggle."""
        gaps = {str(each): each for each in clause.placeholders if each.language == self.lang}
        told = []
        for part in re.split(
            f"({'|'.join(map(re.escape, gaps)) or '(?!)'})", self.say(clause.text, f"the text of '{clause.id}'")
        ):
            value = escape(part if part not in gaps else fill(part, setting, self.material.contents, self.lang))
            if linked and part in gaps and gaps[part].name in self.material.contents.toggles:
                value = f"[{value}]({self.to('toggle', gaps[part].name)}){{.ms-filled}}"
            told.append(value)
        return "".join(told)

    def answer(self, toggle: Toggle, value: Value) -> str:
        """Return a toggle's value as the answer to what its title asks; ranks as they are called, not as chips."""
        return escape(value_answer(self.material.contents, toggle, value, self.lang))

    def value(self, toggle: Toggle, value: Value) -> str:
        """Return a toggle's value for a table: cards as chips, else as it stands in a sentence."""
        shown = self._chips(toggle, value)
        return shown or escape(value_text(self.material.contents, toggle, value, self.lang))

    def _chips(self, toggle: Toggle, value: Value) -> str:
        """Return a value that consists of ranks as chips; empty for any other."""
        of = toggle.type.of if isinstance(toggle.type, List) else toggle.type
        if not isinstance(of, Enum) or of.name != RANK:
            return ""
        ranks = [str(each) for each in (value if isinstance(value, tuple) else (value,))]
        return self.cards(ranks) if all(each in self.material.contents.ranks for each in ranks) else ""

    def sentence_text(self, toggle: Toggle, value: Value) -> str:
        """Return what a toggle's value means, as a sentence of its own, in plain text."""
        return value_sentence(self.material.contents, toggle, value, self.lang)

    def value_html(self, toggle: Toggle, value: Value) -> str:
        """Return the same as `value`, as HTML."""
        shown = self._chips(toggle, value)
        return shown or attribute(value_text(self.material.contents, toggle, value, self.lang))

    def kind_of(self, toggle: Toggle) -> str:
        """Return what values a toggle without named ones can have."""
        match toggle.type:
            case List(of=Enum(name=name)):
                return self.word("list-of", of=self.word(f"of-{name}"))
            case List():
                return self.word("list-of", of=self.word("of-int"))
        if toggle.maximum is None:
            return self.word("whole-number-from", low=toggle.minimum or 0)
        return self.word("whole-number", low=toggle.minimum or 0, high=toggle.maximum)

    def cards(self, cards: Sequence[str]) -> str:
        """Return cards, by id, as chips with labels for screen readers; several hold together."""
        chips = " ".join(card_chip(each, self.material.contents, self.lang) for each in cards)
        return f'<span class="ms-cards">{chips}</span>' if len(cards) > 1 else chips

    def status(self, status: str | None) -> str:
        """Return the mark of what something rests on: stated, derived, reading, default; empty for none."""
        if not status:
            return ""
        title = attribute(status_text(status, self.lang))
        return f'<span class="ms-status ms-status--{status}" title="{title}">{self.word(f"status-{status}")}</span>'

    def source(self, reference: Reference) -> str:
        """Return a link to a source with the place in it: `Zsolt Kollár, ¶3`."""
        return self.link(
            "source", reference.source, f"{self.cited(reference.source)}, {self.place(reference.source, reference.at)}"
        )

    def cited(self, source: str) -> str:
        """Return what a source is called where it is cited."""
        return self.text(self.material.contents.sources[source].cited, f"what the source '{source}' is called")

    def place(self, source: str, at: str) -> str:
        """Return a place in a source."""
        return escape(self.material.contents.sources[source].place(at, self.lang))

    def sources(self, references: Iterable[Reference]) -> str:
        """Return links to places in sources, with semicolons between."""
        return "; ".join(self.source(each) for each in references)

    def variants(self, names: Sequence[str]) -> str:
        """Return links to variants by their ids, as small marks; words for all and for none."""
        if not names:
            return self.word("in-none")
        if len(names) == len(self.material.settings):
            return self.word("in-all")
        return " ".join(f"[{code(each)}]({self.to('variant', each)})" for each in names)

    def formal(self, rules: Iterable[str], functions: Iterable[str] = ()) -> str:
        """Return formal rules, and functions that they call, as a block of code."""
        book = self.material.contents
        lines: list[str] = []
        for name in rules:
            lines += [name, *(f"  {line}" for line in rule_text(book.rules[name])), ""]
        for name in functions:
            function = book.functions[name]
            lines += [f"{name}({', '.join(function.signature.parameters)})", f"  = {function.expr.text}", ""]
        return "```text\n" + "\n".join(lines).rstrip() + "\n```"

    def details(self, summary: str, body: str, kind: str = "more") -> str:
        """Return something folded; `summary` is HTML, `body` Markdown."""
        return details(summary, body, kind)
