"""Makes text from outside harmless: no control characters, terminal escapes or backward text, and never long.

What is replaced stays visible as an escape (`\\x1b`, `\\u202e`), so that a reader still sees what was there. The same
befalls what a CI service would take for a command in a log. Markup of a report format (HTML, Markdown, rich) is that
report's own to escape.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

SHORT = 400  # characters: enough to recognise a line of output
# Control, format (bidi overrides, zero width, tags), lone surrogates, private, unassigned, line and paragraph breaks
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_MOST_MARKS = 2  # marks on one character: two occur in living languages, a pile of them paints over other lines
_COMMAND: Final = re.compile(r"\A\s*::|##(?=[\w.]*\[)")
"""What runs a command from a log: `::name::` at the start of a line (GitHub; leading spaces do not matter), `##[name]`
(GitHub, Azure) and `##vso[…]`, `##teamcity[…]` anywhere."""
_FORMULA: Final = "=+-@＝＋－＠"
"""What a spreadsheet takes for the start of a formula; the wide ones too, as its East Asian versions do."""


def neutralise(text: str | bytes, limit: int = SHORT) -> str:
    """Return one harmless line of at most about `limit` characters; bytes that are not UTF-8 are shown as escapes."""
    return _shorten(_harmless(_decode(text, limit)), limit)


def neutralise_lines(text: str | bytes, lines: int = 12, width: int = SHORT, head: bool = False) -> str:
    """Return the last `lines` lines (the first with `head`), harmless, each at most about `width` characters."""
    kept = _decode(text, 4 * lines * width).replace("\r\n", "\n").rstrip().split("\n")
    shown = [_shorten(_harmless(line), width).rstrip() for line in (kept[:lines] if head else kept[-lines:])]
    if len(kept) > lines:
        shown.insert(len(shown) if head else 0, "…")
    return "\n".join(shown)


def plain_cell(text: str) -> str:
    """Return a name such that a spreadsheet shows it: what it would take for a formula gets an apostrophe in front."""
    return f"'{text}" if text.lstrip()[:1] in tuple(_FORMULA) else text


def tame(value: Any, items: int = 200, depth: int = 16, limit: int = SHORT) -> Any:
    """Return a JSON value with every string harmless and short, and long lists, objects and deep nesting cut."""
    if isinstance(value, str):
        return neutralise(value, limit)
    if isinstance(value, dict):
        if depth == 0:
            return "{…}"
        kept = {neutralise(str(key), 80): tame(of, items, depth - 1, limit) for key, of in list(value.items())[:items]}
        return kept if len(value) <= items else kept | {"…": f"{len(value) - items} more left out"}
    if isinstance(value, list | tuple):
        if depth == 0:
            return "[…]"
        kept_items = [tame(each, items, depth - 1, limit) for each in value[:items]]
        return kept_items if len(value) <= items else [*kept_items, f"… {len(value) - items} more left out"]
    if isinstance(value, int) and abs(value) >= 2**63:
        return f"a number of about {value.bit_length() * 3 // 10} digits"
    return value


def _decode(text: str | bytes, limit: int) -> str:
    if isinstance(text, str):
        return text
    if len(text) > 16 * limit:  # far more than can be shown: do not decode megabytes
        text = text[: 8 * limit] + text[-8 * limit :]
    return text.decode(errors="backslashreplace")


def _shorten(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = limit * 3 // 4
    return f"{text[:head]} … {text[head - limit :]}"


def _harmless(text: str) -> str:
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}", _visible(text))


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    out: list[str] = []
    marks = 0
    for each in text:
        kind = unicodedata.category(each)
        marks = marks + 1 if kind in _MARKS else 0
        if each == "\t":
            out.append(" ")
        elif kind in _UNSAFE or marks > _MOST_MARKS:
            out.append(_escape(each))
        else:
            out.append(each)
    return "".join(out)


def _escape(character: str) -> str:
    code = ord(character)
    known = {"\n": "\\n", "\r": "\\r", "\b": "\\b"}.get(character)
    return known or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
