"""A matrix as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mocsar_conformance.markdown_text import cell as shown
from mocsar_conformance.matrix.model import Matrix
from mocsar_conformance.matrix.said import NOT_HERE, cell, head, legend, rows, warnings
from mocsar_conformance.matrix.words import word


def render(matrix: Matrix, lang: str, differing: bool = False) -> str:
    """Return the text; with `differing` also the scenarios of which the implementations do not agree."""
    return "\n".join(_lines(matrix, lang, differing)) + "\n"


def _lines(matrix: Matrix, lang: str, differing: bool) -> Iterator[str]:
    yield f"## {word('title', lang)}"
    yield ""
    for _, text in warnings(matrix, lang):
        yield f"> ⚠️ {shown(text)}"
        yield ""
    yield f"{word('caption', lang)}."
    yield ""
    yield from _head(word("chapter", lang), [each.name for each in matrix.columns])
    for title, texts in head(matrix, lang):
        yield _row(f"**{title}**", map(shown, texts))
    for title, cells in rows(matrix, lang):
        yield _row(shown(title), map(cell, cells))
    yield ""
    yield f"{legend(matrix, lang)}."
    if not differing:
        return
    yield ""
    if not matrix.differences:
        yield word("differ-none", lang)
        return
    yield f"### {word('differ', lang, number=len(matrix.differences))}"
    yield ""
    yield from _head(f"{word('scenario', lang)} | {word('variant', lang)}", matrix.names, 2)
    for each in matrix.differences:
        yield _row(f"{shown(each.id)} | {shown(each.setting)}", (verdict or NOT_HERE for verdict in each.verdicts))


def _head(first: str, names: Sequence[str], before: int = 1) -> Iterator[str]:
    yield _row(first, map(shown, names))
    yield f"|{'---|' * before}{'---|' * len(names)}"


def _row(first: str, others: Iterable[str]) -> str:
    return f"| {' | '.join([first, *others])} |"
