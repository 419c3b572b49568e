"""A matrix as JSON, for programs."""

from __future__ import annotations

from typing import Any

from mocsar_conformance.matrix.model import Cell, Matrix
from mocsar_conformance.matrix.said import warnings


def data(matrix: Matrix, lang: str) -> dict[str, Any]:
    """Return all of a matrix; titles and warnings are in one language, ids stand beside them."""
    return {
        "editions": list(matrix.editions),
        "warnings": [{"code": code, "text": text} for code, text in warnings(matrix, lang)],
        "implementations": list(matrix.names),
        "chapters": [{"id": each, "title": matrix.title(each, lang)} for each in matrix.chapters],
        "columns": [
            {
                "implementation": each.name,
                "subject": each.results.run["subject"]["name"],
                "version": each.results.run["subject"].get("version", ""),
                "file": each.results.name,
                "variant": each.setting,
                "edition": each.edition,
                "conformance": each.conformance,
                "broken_off": each.results.broken_off,
                "all": _cell(each.whole),
                "chapters": {chapter: _cell(each.cells.get(chapter, Cell())) for chapter in matrix.chapters},
            }
            for each in matrix.columns
        ],
        "differing": [
            {"id": each.id, "variant": each.setting, "verdicts": dict(zip(matrix.names, each.verdicts, strict=True))}
            for each in matrix.differences
        ],
    }


def _cell(of: Cell) -> dict[str, Any]:
    return {
        "sign": of.sign,
        "passed": of.right,
        "applicable": of.applicable,
        "wrong": of.wrong,
        "unsupported": of.missing,
        "uncounted": of.otherwise,
    }
