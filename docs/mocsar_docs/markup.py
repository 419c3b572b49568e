"""Small pieces of Markdown and HTML: escaping, code, tables, folded parts, chips of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape as escape_html

from mocsar_reference.resolve.book import Contents

_SPECIAL = re.compile(r"[\\*_\[\]#|{}]")
_LIST_AT_START = re.compile(r"^(\s*)(\d+)([.)])|^(\s*)([+\-])(?=\s)", re.MULTILINE)


def escape(text: str) -> str:
    """Return plain text as Markdown that shows just that; what stands between backticks stays code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its fellow is no code
        parts = [text.replace("`", "'")]
    return "`".join(part if number % 2 else _escaped(part) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = _SPECIAL.sub(lambda found: "\\" + found[0], text)
    return _LIST_AT_START.sub(lambda f: f"{f[1]}{f[2]}\\{f[3]}" if f[2] else f"{f[4]}\\{f[5]}", text)


def attribute(text: str) -> str:
    """Return plain text for an attribute of HTML."""
    return escape_html(text, quote=True)


def code(text: str) -> str:
    """Return text as code within a line."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def heading(level: int, text: str, anchor: str = "", classes: Sequence[str] = ()) -> str:
    """Return a heading; `text` is Markdown, `anchor` the id it is found by."""
    marks = " ".join([*([f"#{anchor}"] if anchor else []), *(f".{each}" for each in classes)])
    return f"{'#' * level} {text}{f' {{{marks}}}' if marks else ''}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; the cells are Markdown of one line each."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace(chr(10), ' ') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def details(summary: str, body: str, kind: str = "more") -> str:
    """Return something folded; `summary` is HTML of one line, `body` Markdown."""
    head = f'<details class="ms-{kind}" markdown="1"><summary>{summary}</summary>'
    return f"{head}\n\n{body}\n\n</details>"


def block(kind: str, body: str) -> str:
    """Return a division of a class `ms-KIND` with Markdown in it."""
    return f'<div class="ms-{kind}" markdown="1">\n\n{body}\n\n</div>'


def card_chip(card: str, contents: Contents, lang: str) -> str:
    """Return a card (or a rank) by id as a chip: `<span class="ms-card" …>10♥</span>`."""
    rank, in_suit = contents.split_card(card)
    known, suit = contents.ranks.get(rank), contents.suits.get(in_suit or "")
    if known is None:
        return code(card)
    symbol, label = known.picture or known.symbol[lang], known.name[lang]
    kind = "picture" if known.picture else "plain"
    if suit is not None:
        symbol, kind = symbol + suit.symbol, suit.id
        label = f"{suit.name[lang]} {label}" if lang == "hu" else f"{label} of {suit.name[lang]}"
    return (
        f'<span class="ms-card ms-card--{kind}" role="img" aria-label="{attribute(label)}" '
        f'title="{attribute(label)}">{escape_html(symbol)}</span>'
    )


def join(*parts: str) -> str:
    """Return the parts that are not empty, with an empty line between."""
    return "\n\n".join(each.strip("\n") for each in parts if each.strip())
