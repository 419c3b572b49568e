"""Draws the course of a deal: the phases one after the other, and the way round to the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mocsar_docs.drawing.facts import Facts
from mocsar_docs.drawing.svg import WIDTH, arrow, box, figure, line, point, text
from mocsar_docs.page import Writing
from mocsar_docs.words import add

_HIGH, _GAP, _EDGE = 46, 16, 2
_ONE_LINE = 11
"""Characters that a box has in one line."""

add(
    course_title=("The course of a deal", "A leosztás menete"),
    course_first=("in the first deal", "az első leosztásban"),
    course_next=("the next deal", "a következő leosztás"),
    course_told=(
        "One after the other: {phases}. Then the next deal.",
        "Egymás után: {phases}. Azután a következő leosztás.",
    ),
    course_told_first=("In the first deal there is only this: {phases}.", "Az első leosztásban csak ez van: {phases}."),
    course_caption=("From one dealing to the next.", "Egyik osztástól a másikig."),
)


def course(w: Writing, facts: Facts) -> str:
    """Return the drawing of a deal's course as a figure; what a first deal lacks is passed by on a way of its own."""
    phases = facts.later
    wide = _widths([_lines(w, each) for each in phases])
    skips = facts.first != facts.later
    y = _HIGH / 2 + (38 if skips else _EDGE)
    ends = [_EDGE + sum(wide[: number + 1]) + _GAP * number for number in range(len(phases))]
    middles = [end - each / 2 for end, each in zip(ends, wide, strict=True)]
    boxes = zip(phases, middles, wide, strict=True)
    parts = [box(middle, y, each, _lines(w, phase), _HIGH) for phase, middle, each in boxes]
    for end in ends[:-1]:
        parts.append(arrow([(end + 2, y), (end + _GAP - 2, y)]))
    for before, after in _skipped(facts):
        start, end = middles[before] + 10, middles[after] - 10
        parts.append(_arc(start, end, y - _HIGH / 2 - 2, -18))
        parts.append(text(w.word("course-first"), (start + end) / 2, y - _HIGH / 2 - 26, "ms-told"))
    parts.append(_arc(middles[-1], middles[0], y + _HIGH / 2 + 2, 18))
    parts.append(text(w.word("course-next"), WIDTH / 2, y + _HIGH / 2 + 37, "ms-told"))
    told = w.word("course-told", phases=_listed(w, phases))
    if skips:
        told += " " + w.word("course-told-first", phases=_listed(w, facts.first))
    return figure("course", w.word("course-title"), told, w.word("course-caption"), y + _HIGH / 2 + 42, parts)


def _widths(lines: Sequence[Sequence[str]]) -> list[float]:
    """Return the widths of boxes that fill the drawing, each as wide as its longest line wants."""
    wanted = [max(7, *map(len, each)) + 2 for each in lines]
    room = WIDTH - 2 * _EDGE - _GAP * (len(lines) - 1)
    return [room * each / sum(wanted) for each in wanted]


def _lines(w: Writing, phase: str) -> list[str]:
    """Return what happens in a phase, broken into two lines where it is long: as near to the middle as may be."""
    told = _told(w, phase)
    words = told.split()
    if len(told) <= _ONE_LINE or len(words) == 1:
        return [told]
    broken = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(broken, key=lambda lines: max(map(len, lines)))


def _told(w: Writing, phase: str) -> str:
    said = w.material.contents.model.phases[phase].said
    words = said.get("course", said.get("name"))
    return w.say(words) if words else phase


def _listed(w: Writing, phases: Sequence[str]) -> str:
    return "; ".join(_told(w, each) for each in phases)


def _skipped(facts: Facts) -> list[tuple[int, int]]:
    """Return between which phases a first deal passes some by, by their numbers in a later one."""
    at = [facts.later.index(each) for each in facts.first if each in facts.later]
    return [(before, after) for before, after in pairwise(at) if after > before + 1]


def _arc(start: float, end: float, y: float, deep: float) -> str:
    """Return an arrow that leaves a box, runs beside the boxes at a distance, and comes to another."""
    turn = 12 if end > start else -12
    side = f"M{point(start, y)} Q{point(start, y + deep)} {point(start + turn, y + deep)}"
    back = f"L{point(end - turn, y + deep)} Q{point(end, y + deep)} {point(end, y)}"
    return line(f"{side} {back}", (end, y + deep), (end, y))
