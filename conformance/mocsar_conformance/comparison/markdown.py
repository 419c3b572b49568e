"""A comparison as Markdown: for a comment on a pull request, or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mocsar_conformance.comparison.changes import Change, Kind
from mocsar_conformance.comparison.said import details, name, values, verdicts
from mocsar_conformance.comparison.terminal import head, summary
from mocsar_conformance.comparison.whole import Comparison
from mocsar_conformance.comparison.words import word
from mocsar_conformance.markdown_text import cell

MOST: Final = 65_000
"""Characters: GitHub refuses a comment of more than 65,536."""
ROWS: Final = 50
"""More changes of a kind than that are only counted."""
_LONGEST: Final = 300
_OPEN: Final[tuple[Kind, ...]] = ("broken", "unsupported")
"""Kinds that are not folded."""


def render(comparison: Comparison, lang: str, verbose: bool = False, allow_new: bool = False) -> str:
    """Return the text. Without `verbose` GitHub takes it as one comment: what is left out is counted."""
    from click import unstyle

    lines = [f"## {word('title', lang)}", ""]
    for key, results in (("old", comparison.old), ("new-run", comparison.new)):
        lines.append(f"- **{word(key, lang)}** {cell(head(results, lang))}")
    lines.append("")
    for warned in comparison.warnings:
        lines += [f"> ⚠️ {cell(warned.text(lang))}", ""]
    first, *others = (cell(unstyle(each)) for each in summary(comparison, lang, allow_new))
    lines += [f"**{first}**", ""]
    for other in others:
        lines += [other, ""]
    text = "\n".join([*lines, *_runs(comparison, lang)])
    for kind in comparison.counts:
        room = None if verbose else MOST - len(text)
        text += "\n".join(["", *_section(comparison.of(kind), kind, lang, room)])
    return text


def _runs(comparison: Comparison, lang: str) -> Iterator[str]:
    if not comparison.runs:
        return
    yield f"| {word('runs-differ', lang)} | {word('old', lang)} | {word('new-run', lang)} |"
    yield "|---|---|---|"
    for difference in comparison.runs:
        before, after = (_cell(each) for each in values(difference, lang))
        yield f"| {cell(name(difference, lang))} | {before} | {after} |"
    yield ""


def _section(changes: list[Change], kind: Kind, lang: str, room: int | None) -> Iterator[str]:
    """Yield a heading and a table; only as many rows as there is room for."""
    fold = kind not in _OPEN
    title = f"{word(kind, lang)} ({len(changes)})"
    yield from ([f"<details><summary>{title}</summary>", ""] if fold else [f"### {title}", ""])
    head = [word(each, lang) for each in ("scenario", "variant", "verdict", "details")]
    yield f"| {' | '.join(head)} |"
    yield "|---|---|---|---|"
    left = None if room is None else room - 800
    shown = 0
    for change in changes:
        row = _row(change, lang)
        if left is not None:
            left -= len(row) + 1
            if left < 0 or shown == ROWS:
                break
        shown += 1
        yield row
    if shown < len(changes):
        yield ""
        yield word("more-rows", lang, number=len(changes) - shown)
    yield ""
    if fold:
        yield "</details>"
        yield ""


def _row(change: Change, lang: str) -> str:
    said = "<br>".join(_cell(each) for each in details(change, lang))
    mark = "❌ " if change.breaks else ""
    return f"| {mark}{_cell(change.id)} | {_cell(change.variant)} | {cell(verdicts(change))} | {said} |"


def _cell(text: str) -> str:
    return cell(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
