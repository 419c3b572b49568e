"""Text from outside for Markdown: nothing in it is markup, a link, a mention or a reference."""

from __future__ import annotations

import re
from typing import Final

_LIVE: Final = re.compile(r"[\\`*_{}\[\]()<>#+!|~&$:@]|^[-=]|^\d(?=\d*[.)])|(?<=[wW])\.|(?<=/)/")
"""Marks; what begins a list or underlines a heading at the start of a line; the dot that makes `www.` a link, and
the slash that makes `//name` one."""
_BREAK: Final = "&#8203;"
"""A space without width: GitHub looks for `@name` and `#12` in the finished page, where an escape does not help."""


def cell(text: str) -> str:
    """Return a text as one line of Markdown, or a cell of a table, that shows it and does nothing else."""
    return _LIVE.sub(_inert, " ".join(text.split()))


def _inert(found: re.Match[str]) -> str:
    mark = found[0]
    return f"&#{ord(mark)};{_BREAK if mark in '@#' else ''}"
