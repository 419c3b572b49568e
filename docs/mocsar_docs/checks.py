"""Checks the built site: every link and every anchor, and that nothing is asked of another host."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from mocsar_docs.errors import Faults

_TAG = re.compile(r"<(?P<tag>[a-z][a-z0-9-]*)(?P<rest>(?:\s[^<>]*)?)>", re.IGNORECASE)
_VALUE = re.compile(r"""\s(?P<name>href|src|id|rel|name)=(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>]+))""")
LINKS_ONLY = ("a", "area")
"""Tags whose address is followed only when somebody chooses to."""
QUIET_RELATIONS = ("canonical", "alternate", "next", "prev")
"""Relations of `<link>` that no browser fetches."""


@dataclass(frozen=True)
class Built:
    """A page as it was built: its anchors, and what it links to or fetches, as (tag, address)."""

    anchors: frozenset[str]
    links: tuple[tuple[str, str], ...]


def check_site(site: Path, faults: Faults) -> None:
    """Add W011 for every link of the built site that leads nowhere, and for all that is fetched from elsewhere."""
    pages = {file.relative_to(site).as_posix(): read(file) for file in sorted(site.rglob("*.html"))}
    for name, page in pages.items():
        for tag, address in page.links:
            for message in _wrong(site, pages, name, tag, address):
                faults.add("W011", name, message)


def read(file: Path) -> Built:
    """Return a page's anchors and links."""
    anchors: set[str] = set()
    links: dict[tuple[str, str], None] = {}
    for found in _TAG.finditer(file.read_text(encoding="utf-8")):
        tag = found["tag"].lower()
        values = {
            each["name"]: unescape(each["a"] or each["b"] or each["c"] or "") for each in _VALUE.finditer(found["rest"])
        }
        if "id" in values:
            anchors.add(values["id"])
        if tag == "a" and "name" in values:
            anchors.add(values["name"])
        if tag == "link" and values.get("rel") in QUIET_RELATIONS:
            continue
        links.update(dict.fromkeys((tag, values[each]) for each in ("href", "src") if each in values))
    return Built(frozenset(anchors), tuple(links))


def _wrong(site: Path, pages: Mapping[str, Built], name: str, tag: str, address: str) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme in ("data", "mailto"):
        return
    if parts.scheme or parts.netloc:
        if tag not in LINKS_ONLY:
            yield f"<{tag}> fetches {address} from another host"
        return
    if name == "404.html":  # served for any address, so its links begin at the site's root
        return
    target = name
    if parts.path:
        target = normpath(str(PurePosixPath(name).parent / unquote(parts.path)))
        if target.startswith(".."):
            yield f"{address} leads out of the site"
            return
        if (site / target).is_dir():
            target = normpath(f"{target}/index.html")
    if not (site / target).is_file():
        yield f"{address} leads to nothing"
    elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        yield f"{address}: the page has no such anchor"
