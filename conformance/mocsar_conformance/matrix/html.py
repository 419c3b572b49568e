"""A matrix as a page of its own: no script, no network, dark and light, tables that a screen reader can walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mocsar_conformance.matrix.model import SIGNS, Cell, Matrix, Sign
from mocsar_conformance.matrix.said import NOT_HERE, head, legend, rows, sign_of, standing_sign, warnings
from mocsar_conformance.matrix.words import word
from mocsar_conformance.reports.page import page, text

_STYLES: Final = """\
body{max-width:80rem}
main .scroll{margin:1rem 0}
table{width:auto;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.5rem}
th,td{min-width:5.5rem}
thead td{background:var(--ms-panel)}
tbody th{font-weight:400}
tfoot th,tfoot td{border-top:2px solid var(--ms-green)}
.mark-right{color:var(--ms-good)}
.mark-otherwise,.mark-missing{color:var(--ms-note)}
.mark-wrong{color:var(--ms-bad);background:var(--ms-bad-ground);font-weight:700}
.mark-none{color:var(--ms-faint)}
.warning{background:var(--ms-note-ground);border-left:4px solid var(--ms-note);padding:.4rem .8rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media print{.scroll{overflow:visible}}
"""


def render(matrix: Matrix, lang: str, differing: bool = False) -> str:
    """Return the page; with `differing` also the scenarios of which the implementations do not agree."""
    return page(word("title", lang), lang, "\n".join(_body(matrix, lang, differing)), _STYLES)


def _body(matrix: Matrix, lang: str, differing: bool) -> Iterator[str]:
    yield f"<main><h1>{word('title', lang)}</h1>"
    for _, warned in warnings(matrix, lang):
        yield f'<p class="warning">⚠ {text(warned)}</p>'
    yield from _scrolled(word("caption", lang), _matrix(matrix, lang))
    yield f"<p>{text(legend(matrix, lang))}</p>"
    if differing:
        yield from _differing(matrix, lang)
    yield "</main>"


def _scrolled(name: str, lines: Iterable[str], titled: bool = False) -> Iterator[str]:
    """Yield a table that scrolls where the window is narrow, by keyboard too. `titled`: a heading says its name."""
    caption = '<caption class="hidden">' if titled else "<caption>"
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{text(name)}">'
    yield f"<table>{caption}{text(name)}</caption>"
    yield from lines
    yield "</table></div>"


def _matrix(matrix: Matrix, lang: str) -> Iterator[str]:
    yield "<thead>"
    yield _row(word("implementation", lang), (f'<th scope="col">{text(each.name)}</th>' for each in matrix.columns))
    titles = list(head(matrix, lang))
    for title, texts in titles:
        signs: list[Sign | None] = [standing_sign(each) if title == titles[-1][0] else None for each in matrix.columns]
        cells = (
            f'<td class="mark-{sign}">{text(said).replace(" ", "&nbsp;", 1)}</td>' if sign else f"<td>{text(said)}</td>"
            for said, sign in zip(texts, signs, strict=True)
        )
        yield _row(title, cells)
    yield "</thead>"
    lines = list(rows(matrix, lang))
    sums = lines.pop() if len(matrix.chapters) > 1 else None
    yield "<tbody>"
    for title, counted in lines:
        yield _row(title, (_cell(each, lang) for each in counted))
    yield "</tbody>"
    if sums:
        yield f"<tfoot>{_row(sums[0], (_cell(each, lang) for each in sums[1]))}</tfoot>"


def _cell(of: Cell, lang: str) -> str:
    numbers = "" if of.sign == "none" else f" {of.right}/{of.applicable}"
    hidden = f'<span class="hidden"> {text(word(of.sign, lang))}</span>'
    return f'<td class="mark-{of.sign}"><span aria-hidden="true">{SIGNS[of.sign]}</span>{numbers}{hidden}</td>'


def _differing(matrix: Matrix, lang: str) -> Iterator[str]:
    if not matrix.differences:
        yield f"<p>{word('differ-none', lang)}</p>"
        return
    title = word("differ", lang, number=len(matrix.differences))
    yield f"<h2>{title}</h2>"
    yield from _scrolled(title, _scenarios(matrix, lang), titled=True)


def _scenarios(matrix: Matrix, lang: str) -> Iterator[str]:
    names = [word("variant", lang), *matrix.names]
    heads = (f'<th scope="col">{text(each)}</th>' for each in names)
    yield f"<thead>{_row(word('scenario', lang), heads)}</thead>"
    yield "<tbody>"
    for each in matrix.differences:
        cells = [f"<td>{text(each.setting)}</td>"]
        for verdict in each.verdicts:
            sign = sign_of(verdict)
            shown = f'<span aria-hidden="true">{SIGNS[sign]}</span> {verdict}' if verdict else NOT_HERE
            cells.append(f'<td class="mark-{sign}">{shown}</td>')
        yield _row(each.id, cells)
    yield "</tbody>"


def _row(title: str, cells: Iterable[str]) -> str:
    return f'<tr><th scope="row">{text(title)}</th>{"".join(cells)}</tr>'
