"""What every format says of a matrix: the head of each column, its cells, and what warns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mocsar_conformance.matrix.model import SIGNS, Cell, Column, Matrix, Sign
from mocsar_conformance.matrix.words import word

MARKS: Final[Mapping[str, Sign]] = {
    "conformant": "right",
    "conformant-except-readings": "otherwise",
    "partial": "missing",
}
"""By conformance: the sign; what is not here is wrong."""
_VERDICTS: Final[Mapping[str, Sign]] = {
    "pass": "right",
    "reason-differs": "right",
    "reading-differs": "otherwise",
    "unsupported": "missing",
    "skipped": "missing",
}
NOT_HERE = "–"


def cell(of: Cell) -> str:
    """Return a cell's text: a sign, how many are right, and of how many."""
    return SIGNS["none"] if of.sign == "none" else f"{SIGNS[of.sign]} {of.right}/{of.applicable}"


def standing_sign(column: Column) -> Sign:
    """Return the sign of a column's conformance."""
    if column.conformance is None:
        return "none"
    return MARKS.get(column.conformance, "wrong")


def sign_of(verdict: str | None) -> Sign:
    """Return the sign of a verdict; None is one that there is not."""
    return "none" if verdict is None else _VERDICTS.get(verdict, "wrong")


def standing(column: Column, lang: str) -> str:
    """Return how far an implementation conforms, with its sign; and that its run was broken off."""
    said = f"{SIGNS[standing_sign(column)]} {word(column.conformance or 'untested', lang)}"
    return f"{said} ({word('broken-off', lang)})" if column.results.broken_off else said


def head(matrix: Matrix, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows above the chapters, but for the names."""
    yield word("variant", lang), [each.setting for each in matrix.columns]
    yield word("edition", lang), [each.edition for each in matrix.columns]
    yield word("conformance", lang), [standing(each, lang) for each in matrix.columns]


def rows(matrix: Matrix, lang: str) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the chapters with their cells, then the sums."""
    for chapter in matrix.chapters:
        yield matrix.title(chapter, lang), [each.cells.get(chapter, Cell()) for each in matrix.columns]
    if len(matrix.chapters) != 1:
        yield word("all", lang), [each.whole for each in matrix.columns]


def legend(matrix: Matrix, lang: str) -> str:
    """Return what the signs mean, of those that occur."""
    there = {each.sign for column in matrix.columns for each in (*column.cells.values(), column.whole)}
    there |= {standing_sign(each) for each in matrix.columns}
    there |= {"none" for each in matrix.columns if set(matrix.chapters) - set(each.cells)}
    return "; ".join(f"{mark} {word(sign, lang)}" for sign, mark in SIGNS.items() if sign in there)


def warnings(matrix: Matrix, lang: str) -> Iterator[tuple[str, str]]:
    """Yield why the columns are not to be compared without thought: a code and a sentence each."""
    if len(matrix.editions) > 1:
        yield "U069", word("warn-editions", lang, editions=", ".join(matrix.editions))
    elif matrix.digests > 1:
        yield "U069", word("warn-rulebooks", lang, number=matrix.digests)
    for name in matrix.broken_off:
        yield "U067", word("warn-broken-off", lang, name=name)
