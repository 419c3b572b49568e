"""Small parts of a drawing: elements, plates with titles, arrows, and the figure around it all. Nothing is random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import hypot

from mocsar_docs.drawing.facts import LOWER, UPPER

WIDTH = 360
"""All drawings are so wide, in their own units: on the narrowest phone a unit is four fifths of a pixel."""
PLATE = 104
"""The width of a plate: the longest word of a title fits into it in the widest of the typefaces."""
EDGE = 8
"""Between a plate and the edge of the drawing: room for the number at its corner."""
LINE, NOTE, GABLE = 17, 14, 8
_LONGEST = 11


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element; what is inside is markup already. `_` in an attribute's name stands for `-`."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value), quote=True)}"'
        for key, value in attributes.items()
        if value not in ("", None)
    )
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def text(said: str, x: float, y: float, kind: str = "") -> str:
    """Return a line of text, centred at x, on a baseline at y."""
    return tag("text", escape(said), class_=kind, x=x, y=y)


def wrapped(title: str) -> list[str]:
    """Return a title as lines of a plate: in one if it is short enough, else a line for each word."""
    return [title] if len(title) <= _LONGEST else title.split()


def plate_height(title: str, notes: Sequence[str] = ()) -> int:
    """Return the height of the plate that `plate` draws."""
    return LINE * len(wrapped(title)) + NOTE * len(notes) + 13


def plate(x: float, y: float, title: str, estate: str, notes: Sequence[str] = (), badge: str = "") -> str:
    """Return a player's plate with its middle at x, y.

    The upper estate has a gable on top, the lower a point below: what tells them apart is not the colour alone.
    """
    lines, height = wrapped(title), plate_height(title, notes)
    left, right, top, bottom = x - PLATE / 2, x + PLATE / 2, y - height / 2, y + height / 2
    over = [(x, top - GABLE)] if estate == UPPER else []
    under = [(x, bottom + GABLE)] if estate == LOWER else []
    outline = [(left, top), *over, (right, top), (right, bottom), *under, (left, bottom)]
    parts = [tag("path", class_="ms-plate", d=_path(outline, close=True))]
    at = top + 4
    for line in lines:
        at += LINE
        parts.append(text(line, x, at - 2, "ms-plate-title"))
    for note in notes:
        at += NOTE
        parts.append(text(note, x, at - 1, "ms-plate-note"))
    if badge:
        wide = max(20, 7 * len(badge) + 8)
        parts.append(tag("rect", class_="ms-badge", x=left - 7, y=top - 9, width=wide, height=20, rx=10))
        parts.append(text(badge, left - 7 + wide / 2, top + 5.5, "ms-badge-text"))
    return tag("g", *parts, class_=f"ms-seat ms-seat--{estate}")


def box(x: float, y: float, width: float, lines: Sequence[str], height: float) -> str:
    """Return a box with lines of text, its middle at x, y."""
    first = y - (len(lines) - 1) * 8 + 4.5
    return tag(
        "g",
        tag("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=4),
        *(text(line, x, first + 16 * number) for number, line in enumerate(lines)),
        class_="ms-box",
    )


def arrow(points: Sequence[tuple[float, float]], kind: str = "") -> str:
    """Return a line through points with a head at the last."""
    return line(_path(points), points[-2], points[-1], kind)


def line(path: str, before: tuple[float, float], end: tuple[float, float], kind: str = "") -> str:
    """Return a path with an arrow's head at its end, which it comes to from the direction of `before`."""
    long, wide = 9, 5
    away = hypot(end[0] - before[0], end[1] - before[1]) or 1
    dx, dy = (end[0] - before[0]) / away, (end[1] - before[1]) / away
    base = (end[0] - long * dx, end[1] - long * dy)
    head = [(base[0] - wide * dy, base[1] + wide * dx), end, (base[0] + wide * dy, base[1] - wide * dx)]
    return tag("path", class_=f"ms-arrow {kind}".strip(), d=path) + tag(
        "path", class_="ms-arrow-head", d=_path(head, close=True)
    )


def figure(kind: str, title: str, told: str, caption: str, height: float, parts: Iterable[str]) -> str:
    """Return a drawing as one line of HTML; `title` and `told` are what a screen reader says of it."""
    name = f"drawing.{kind}"
    svg = tag(
        "svg",
        tag("title", escape(title), id=f"{name}.title"),
        tag("desc", escape(told), id=f"{name}.desc"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {_number(height)}",
        role="img",
        aria_labelledby=f"{name}.title",
        aria_describedby=f"{name}.desc",
        data_pagefind_ignore="all",
    )
    return f'<figure class="ms-drawing ms-{kind}">{svg}<figcaption>{escape(caption)}</figcaption></figure>'


def point(*numbers: float) -> str:
    """Return numbers as a path has them."""
    return " ".join(map(_number, numbers))


def _path(points: Sequence[tuple[float, float]], close: bool = False) -> str:
    steps = " L".join(point(x, y) for x, y in points)
    return f"M{steps}{'Z' if close else ''}"


def _number(value: object) -> str:
    """Return a number with at most one decimal, and anything else as text."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
