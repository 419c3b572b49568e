"""Where everything is: each page, and each thing of the rulebook with the page and the anchor it is at home at.

All is registered before the first page is written, so that a link can be asked for from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from posixpath import relpath
from typing import TYPE_CHECKING

from mocsar_docs.errors import Faults
from mocsar_reference.errors import did_you_mean

if TYPE_CHECKING:
    from mocsar_docs.page import Page

KINDS = (
    "page",
    "clause",
    "rule",
    "toggle",
    "reason",
    "title",
    "term",
    "source",
    "scenario",
    "variant",
    "chapter",
    "code",
    "edition",
)
"""What can be linked to. A page's id is its path without the ending: `rules/kollar`, `toggles`, `index`."""


@dataclass(frozen=True)
class Anchor:
    """A thing that a page is the home of. `fragment` is the anchor there; empty for the page itself.

    `variant` is given where the page shows the thing as that variant has it, beside its home.
    """

    kind: str
    id: str
    fragment: str
    variant: str | None = None


class Links:
    """Every page and every anchor of the site; the same in each language."""

    def __init__(self, pages: Iterable[Page], faults: Faults) -> None:
        self._faults = faults
        self._targets: dict[tuple[str, str, str | None], tuple[str, str]] = {}
        paths: set[str] = set()
        for page in pages:
            if page.path in paths:
                faults.add("W006", page.path, "two pages have this path")
            paths.add(page.path)
            for each in (Anchor("page", page.id, ""), *page.anchors):
                assert each.kind in KINDS, each.kind
                key = (each.kind, each.id, each.variant)
                if key in self._targets:
                    there = "#".join(self._targets[key]).rstrip("#")
                    faults.add("W003", page.path, f"the {each.kind} '{each.id}' is at home at {there} already")
                self._targets[key] = (page.path, each.fragment)

    def find(self, kind: str, name: str, variant: str | None = None) -> tuple[str, str] | None:
        """Return path and fragment of a thing as a variant has it, or of its home; None where there is none."""
        return self._targets.get((kind, name, variant)) or self._targets.get((kind, name, None))

    def to(self, kind: str, name: str, origin: str, variant: str | None = None) -> str:
        """Return the target of a Markdown link on the page at `origin`: `../toggles.md#play.beats`.

        What there is not is a fault W001 of that page, and the target is `#`.
        """
        found = self._sought(kind, name, origin, variant)
        if found is None:
            return "#"
        path, fragment = found
        target = "" if path == origin and fragment else relpath(path, _folder(origin))
        return f"{target}#{fragment}" if fragment else target

    def href(self, kind: str, name: str, origin: str, variant: str | None = None) -> str:
        """Return the same as an address in the built site, for raw HTML, where MkDocs changes nothing."""
        found = self._sought(kind, name, origin, variant)
        if found is None:
            return "#"
        path, fragment = found
        address = "" if path == origin and fragment else address_between(origin, path)
        return f"{address}#{fragment}" if fragment else address

    def known(self, kind: str) -> Mapping[str, tuple[str, str]]:
        """Return path and fragment of everything of a kind, by id, where it is at home."""
        return {name: at for (each, name, variant), at in self._targets.items() if each == kind and variant is None}

    def _sought(self, kind: str, name: str, origin: str, variant: str | None) -> tuple[str, str] | None:
        found = self.find(kind, name, variant)
        if found is None:
            hint = did_you_mean(name, self.known(kind)) if kind in KINDS else did_you_mean(kind, KINDS)
            self._faults.add("W001", origin, f"there is no {kind} '{name}' to refer to", hint)
        return found


def address(path: str) -> str:
    """Return the address of a page from the root of its language: `rules/kollar/`, empty for the root itself."""
    stem = path.removesuffix(".md")
    if stem == "index":
        return ""
    return f"{stem.removesuffix('/index')}/"


def address_between(origin: str, path: str) -> str:
    """Return the relative address of one page from another."""
    way = relpath(address(path) or ".", address(origin) or ".")
    return "./" if way == "." else f"{way}/"


def fragment(name: str) -> str:
    """Return the anchor of a thing by its id; scenarios have a slash in theirs."""
    return name.replace("/", ".")


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."
