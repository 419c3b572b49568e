"""The list of all pages of the site, the same in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from mocsar_docs.page import Page
from mocsar_docs.read import Material

KINDS = (
    "handwritten",
    "variant",
    "choose",
    "clauses",
    "compare",
    "cases",
    "toggles",
    "reasons",
    "glossary",
    "titles",
    "sources",
    "coverage",
    "editions",
    "codes",
    "sheet",
)
"""The modules in `pages/`, each with `pages(material) -> Iterator[Page]`."""


def arrange(material: Material) -> tuple[Page, ...]:
    """Return every page of the site."""
    return tuple(page for kind in KINDS for page in pages_of(kind, material))


def pages_of(kind: str, material: Material) -> Iterator[Page]:
    """Yield the pages of one kind."""
    module = import_module(f"mocsar_docs.pages.{kind}")
    return cast("Callable[[Material], Iterator[Page]]", module.pages)(material)
