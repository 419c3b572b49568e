"""Pages that somebody wrote, in docs/pages/<language>/: moved to their place, with links and gaps filled in.

What a page may hold beyond Markdown:

- links to other hand-written pages by the name of their file: `[the protocol](protocol.md#the-view)`;
- links to anything that the site knows, by kind and id: `[higher](clause:follow.beats.higher)`,
  `[](toggle:play.beats)` (without words: what it is called), `[](clause:exchange.best@kollar)` (as a variant has it),
  `[choose](page:choose)`;
- with `variant: kollar` at its head (between lines of `---`): gaps as clauses have them, `{pack.packs}` and
  `{exchange.sizes[0]}`, filled for that variant; and cards, as scenarios write them: `{cards 5 5 Jk}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import normpath

from mocsar_conformance.prose import fill
from mocsar_docs.links import KINDS
from mocsar_docs.markup import escape
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference import MocsarError

PLACES: dict[str, str] = {
    "protocol": "implement/protocol.md",
    "adapters": "implement/adapters.md",
    "implement": "implement/index.md",
    "ci": "implement/ci.md",
    "audit": "implement/audit.md",
    "authors": "write/authors.md",
    "rule-language": "write/rule-language.md",
    "write": "write/index.md",
}
"""Where a page goes by the name of its file, if not where that says."""

_LINK = re.compile(r"(?<!!)\[(?P<text>[^\[\]]*)\]\((?P<target>[^()\s]+)\)")
_GAP = re.compile(r"\{(?:cards (?P<cards>[^{}]+)|(?P<name>[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+(?:\[\d+\])?))\}")
_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2[ ]*$|``.+?``|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def pages(material: Material) -> Iterator[Page]:
    """Yield a page for each file that there is in any language; W005 comes when it is written."""
    for name in sorted({name for pages in material.handwritten.values() for name in pages}):
        titles = {lang: each[name].title for lang, each in material.handwritten.items() if name in each}
        path = PLACES.get(name, f"{name}.md")
        yield Page(path, titles, _Body(name), "handwritten")


class _Body:
    """Writes one hand-written page."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, w: Writing) -> str:
        page = w.material.handwritten[w.lang].get(self.name)
        if page is None:
            there = next(lang for lang in LANGUAGES if self.name in w.material.handwritten[lang])
            file = f"docs/pages/{w.lang}/{self.name}.md"
            w.fault("W005", f"there is docs/pages/{there}/{self.name}.md, and no {file}", f"write {file}")
            return ""
        if not page.title:
            w.fault("W002", f"docs/pages/{w.lang}/{self.name}.md has no title", "begin it with '# ' and a title")
        body = page.text.lstrip().partition("\n")[2].strip("\n")
        return _outside_code(body, lambda text: self._gaps(w, self._links(w, text)))

    def _links(self, w: Writing, text: str) -> str:
        def linked(found: re.Match[str]) -> str:
            words, target = found["text"], found["target"]
            kind, colon, rest = target.partition(":")
            if colon and kind in KINDS:
                name, _, variant = rest.partition("@")
                return w.link(kind, name, words or None, variant or None)
            file, mark, fragment = target.partition("#")
            if colon or not file.endswith(".md"):
                return found[0]
            name = normpath(f"{self.name.rpartition('/')[0]}/{file}".lstrip("/")).removesuffix(".md")
            place = PLACES.get(name, f"{name}.md").removesuffix(".md")
            return f"[{words}]({w.to('page', place)}{mark}{fragment})"

        return _LINK.sub(linked, text)

    def _gaps(self, w: Writing, text: str) -> str:
        page = w.material.handwritten[w.lang][self.name]
        variant = page.head.get("variant")
        if variant is None:
            return text
        setting = w.material.settings.get(variant)
        if setting is None:
            w.fault("W001", f"there is no variant '{variant}' to fill the page for")
            return text
        contents = w.material.contents
        by_card = {rank.card: rank.id for rank in contents.ranks.values()}

        def filled(found: re.Match[str]) -> str:
            if found["cards"]:
                cards = found["cards"].split()
                for each in cards:
                    if each not in by_card:
                        w.fault("W010", f"there is no card '{each}'", f"there are {' '.join(by_card)}")
                return w.cards([by_card.get(each, each) for each in cards])
            toggle = contents.toggles.get(found["name"])
            if toggle is not None:
                return w.value(toggle, setting.values[toggle.id])
            try:
                return escape(fill(found[0], setting, contents, w.lang))
            except MocsarError as error:
                w.fault("W010", error.diagnostics[0].message, error.diagnostics[0].hint)
                return found[0]

        return _GAP.sub(filled, text)


def _outside_code(text: str, change: object) -> str:
    """Apply a change to everything but code."""
    parts, end = [], 0
    for found in _FENCE.finditer(text):
        parts += [change(text[end : found.start()]), found[0]]  # type: ignore[operator]
        end = found.end()
    return "".join([*parts, change(text[end:])])  # type: ignore[operator]
