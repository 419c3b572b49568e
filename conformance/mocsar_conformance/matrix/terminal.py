"""A matrix on the terminal: as many columns side by side as fit, the others below."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from mocsar_conformance.matrix.model import SIGNS, Column, Matrix, Sign
from mocsar_conformance.matrix.said import NOT_HERE, cell, head, legend, rows, sign_of, standing_sign, warnings
from mocsar_conformance.matrix.words import word

NARROWEST: Final = 14
"""Characters of a column: the longest numbers fit, and names are broken at sensible places."""
FIRST: Final = 26
"""Characters of the chapters' titles."""
_STYLES: Final[dict[Sign, str]] = {
    "right": "green",
    "otherwise": "cyan",
    "missing": "yellow",
    "wrong": "red",
    "none": "dim",
}


def render(matrix: Matrix, lang: str, width: int, colour: bool, differing: bool = False) -> str:
    """Return the text, no wider than `width`; `colour` adds the escapes of a terminal."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        color_system="standard" if colour else None,
        highlight=False,
        legacy_windows=False,
    )
    for part in _parts(matrix, width):
        _table(part, lang, console)
        console.print()
    console.print(legend(matrix, lang), markup=False)
    for code, text in warnings(matrix, lang):
        console.print(f"{code} {text}", markup=False)
    if differing:
        console.print()
        for line, style in _differing(matrix, lang):
            console.print(line, style=style, markup=False)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _parts(matrix: Matrix, width: int) -> Iterator[Matrix]:
    """Yield parts of a matrix whose columns fit side by side; those of one setting stay together where they can."""
    room = max(1, (width - FIRST - 2) // (NARROWEST + 2))
    parts: list[list[Column]] = [[]]
    for _, group in groupby(matrix.columns, lambda each: each.setting):
        own = list(group)
        if len(parts[-1]) + len(own) > room:
            parts += [own[start : start + room] for start in range(0, len(own), room)]
        else:
            parts[-1] += own
    for part in parts:
        if part:
            yield replace(matrix, columns=part)


def _table(matrix: Matrix, lang: str, console: object) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    assert isinstance(console, Console)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    first = min(FIRST, max(8, console.width - NARROWEST - 2))
    table.add_column(Text(word("chapter", lang)), max_width=first, overflow="fold")
    for each in matrix.columns:
        table.add_column(Text(each.name), min_width=min(NARROWEST, 10), overflow="fold", justify="left")
    titles = list(head(matrix, lang))
    for title, texts in titles:
        last = title == titles[-1][0]
        styles: Sequence[str] = [_STYLES[standing_sign(each)] if last else "" for each in matrix.columns]
        cells = [Text(text, style=style) for text, style in zip(texts, styles, strict=True)]
        table.add_row(Text(title, style="dim"), *cells, end_section=last)
    for title, counted in rows(matrix, lang):
        table.add_row(Text(title), *(Text(cell(each), style=_STYLES[each.sign]) for each in counted))
    console.print(table)


def _differing(matrix: Matrix, lang: str) -> Iterator[tuple[str, str]]:
    if not matrix.differences:
        yield word("differ-none", lang), ""
        return
    yield f"{word('differ', lang, number=len(matrix.differences))}:", "bold"
    longest = max(len(verdict) for each in matrix.differences for verdict in each.verdicts if verdict)
    for each in matrix.differences:
        yield f"{each.id}  [{each.setting}]", ""
        for name, verdict in zip(matrix.names, each.verdicts, strict=True):
            sign = sign_of(verdict)
            yield f"  {SIGNS[sign]} {verdict or NOT_HERE:{longest}}  {name}", _STYLES[sign]
