"""Writes the pages as one tree of Markdown a language, with the assets, and checks what was written."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mocsar_conformance.table_html import CSS
from mocsar_docs.arrange import arrange
from mocsar_docs.errors import Faults
from mocsar_docs.exports import exports
from mocsar_docs.links import Links
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_docs.target import MARK

THEME = Path(__file__).parent / "theme"
ASSETS = THEME / "assets"
"""What is copied into each tree, as `assets/`: styles, scripts, pictures."""

TABLES = "assets/table.css"
"""The styles of drawn tables, which the reports have too."""

_ANCHOR = re.compile(r"\{[^{}\n]*?#(?P<mark>[^\s{}]+)[^{}\n]*\}[ ]*$|\bid=\"(?P<id>[^\"]+)\"", re.MULTILINE)
_CODE = re.compile(r"^( *)(```+).*?^\1\2[ ]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Site:
    """All that is written: the pages, and by language and path their Markdown; other files by their path."""

    pages: Sequence[Page]
    texts: Mapping[str, Mapping[str, str]]
    files: Mapping[str, str]
    """At the root of every tree."""
    words: frozenset[str] = frozenset()
    """Those of the site's own words that some page has, by key."""


def compose(material: Material, faults: Faults, pages: Sequence[Page] | None = None) -> Site:
    """Return the site's Markdown; everything that is wrong with it is added to `faults`."""
    found = arrange(material) if pages is None else pages
    links = Links(found, faults)
    texts: dict[str, dict[str, str]] = {}
    used: set[str] = set()
    for lang in LANGUAGES:
        texts[lang] = {}
        for page in found:
            writing = Writing(material, links, faults, lang, page, used)
            text = _whole(page, writing)
            _check(page, text, faults)
            texts[lang][page.path] = text
    _check_rules(material, links, faults)
    return Site(found, texts, {**exports(material, links), TABLES: table_styles()}, frozenset(used))


def write(site: Site, folder: Path) -> None:
    """Write a site's trees into `folder`, in place of what was there: `en/…`, `hu/…`."""
    for lang in LANGUAGES:
        root = folder / lang
        if root.exists():
            shutil.rmtree(root)
        for path, text in site.texts[lang].items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        if ASSETS.is_dir():
            shutil.copytree(ASSETS, root / "assets", ignore=shutil.ignore_patterns("__pycache__"))
        for path, text in site.files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    (folder / LANGUAGES[0] / MARK).write_text("Written by mocsar docs build, which replaces this folder.\n", "utf-8")


def table_styles() -> str:
    """Return the styles of drawn tables; chips of cards elsewhere on the site keep their own."""
    return re.sub(r"^(?=\.ms-cards)|(?<=,)(?=\.ms-cards)", ".ms-table ", CSS, flags=re.MULTILINE)


def _whole(page: Page, writing: Writing) -> str:
    """Return a page with its head and its title."""
    title = writing.say(page.title, "the title of the page")
    head: dict[str, str | bool] = {"title": title, "section": page.section, **(page.meta or {})}
    if not page.search:
        head["search"] = False
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
    body = page.body(writing).strip("\n")
    return "\n".join(["---", *lines, "---", "", f"# {title}", "", body]) + "\n"


def _check(page: Page, text: str, faults: Faults) -> None:
    """Add W007 for an anchor that is promised and is not there, W003 for one that is there twice."""
    there = Counter(found["mark"] or found["id"] for found in _ANCHOR.finditer(_CODE.sub("", text)))
    for anchor, number in there.items():
        if number > 1:
            faults.add("W003", page.path, f"the anchor '{anchor}' is there {number} times")
    for each in page.anchors:
        if each.fragment and each.fragment not in there:
            faults.add("W007", page.path, f"there is no anchor '{each.fragment}', where the {each.kind} is at home")


def _check_rules(material: Material, links: Links, faults: Faults) -> None:
    """Add W004 for whatever of the rulebook no page is the home of."""
    book = material.contents
    wanted = {
        "clause": book.clauses,
        "rule": book.rules,
        "toggle": book.toggles,
        "reason": book.reasons,
        "title": book.titles,
        "term": book.terms,
        "source": book.sources,
        "variant": material.settings,
        "scenario": material.scenarios,
    }
    for kind, names in wanted.items():
        for name in names:
            if links.find(kind, name) is None:
                faults.add("W004", "", f"no page is the home of the {kind} '{name}'")
    for variant, clauses in material.present.items():
        for clause in clauses:
            found = links.find("clause", clause.id, variant)
            if found is None or found[0] != f"rules/{variant}.md":
                faults.add("W004", "", f"the rules of '{variant}' do not have the clause '{clause.id}'")
