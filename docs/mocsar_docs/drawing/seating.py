"""Draws the table: the players with their titles in the order of their seats, and the way play goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import Final

from mocsar_docs.drawing.facts import Facts, Seat, estate_of
from mocsar_docs.drawing.svg import EDGE, GABLE, PLATE, WIDTH, figure, line, plate, plate_height, point, tag, text
from mocsar_docs.page import Writing
from mocsar_docs.words import add
from mocsar_reference import Setting

AROUND: Final[Mapping[int, tuple[int, int, int]]] = {
    2: (1, 0, 1),
    3: (1, 0, 2),
    4: (1, 1, 1),
    5: (1, 1, 2),
    6: (1, 2, 1),
    7: (1, 2, 2),
    8: (3, 1, 3),
    9: (3, 2, 2),
    10: (3, 2, 3),
    11: (3, 3, 2),
    12: (3, 3, 3),
}
"""By the number of players: how many sit at the far side, at each end, and at the near side."""
_MIDDLE = WIDTH / 2
_LEFT, _RIGHT = EDGE + PLATE / 2, WIDTH - EDGE - PLATE / 2
_ROW: Final = {1: (_MIDDLE,), 2: (_MIDDLE - 70, _MIDDLE + 70), 3: (_LEFT, _MIDDLE, _RIGHT)}
_GAP = 2 * GABLE + 10
"""Between two plates, one above the other, so that their points do not touch."""

add(
    seating_title=("The table in the second deal", "Az asztal a második leosztásban"),
    seating_told=(
        "The seats to the left, beginning with the first placed: {seats}. {direction}.",
        "Az ülésrend balra haladva, az első helyezettel kezdve: {seats}. {direction}.",
    ),
    seating_caption=(
        "The second deal with {number} players, seen from above; the numbers are the places in the first deal.",
        "A második leosztás {number} játékossal, felülről nézve; a számok az első leosztás helyezései.",
    ),
    seating_example=(
        "Seats do not depend on places here: this is one example of many.",
        "Itt az ülésrend nem függ a helyezésektől: ez egy példa a sok közül.",
    ),
    seating_deals=("dealer", "osztó"),
    seating_leads=("leads first", "első hívó"),
    direction_left=("Play goes to the left", "A játék balra halad"),
    direction_right=("Play goes to the right", "A játék jobbra halad"),
    direction_lines=("direction|of play", "a játék|iránya"),
)


def seating(w: Writing, setting: Setting, facts: Facts) -> str:
    """Return the drawing of a variant's table as a figure; empty for more players than fit around it."""
    number = len(facts.seats)
    if number not in AROUND:
        return ""
    titles = w.material.contents.titles
    named = [(each, w.say(titles.get(each.title), f"the title '{each.title}'")) for each in facts.seats]
    notes = [list(_notes(w, each)) for each in facts.seats]
    heights = [plate_height(title, noted) for (_, title), noted in zip(named, notes, strict=True)]
    at, height = places(number, max(heights))
    parts = [_felt(height), *_arrows(at, height, max(heights), facts.direction)]
    for row, said in enumerate(w.word("direction-lines").split("|")):
        parts.append(text(said, _MIDDLE, height / 2 - 3 + 16 * row, "ms-told"))
    for (seat, title), noted, (x, y) in zip(named, notes, at, strict=True):
        parts.append(plate(x, y, title, estate_of(w.material.contents, setting, seat.title), noted, str(seat.place)))
    listed = ", ".join(_listed(seat, title, noted) for (seat, title), noted in zip(named, notes, strict=True))
    direction = w.word("direction-left" if facts.direction > 0 else "direction-right")
    caption = w.word("seating-caption", number=number)
    return figure(
        "seating",
        w.word("seating-title"),
        w.word("seating-told", seats=listed, direction=direction),
        caption if facts.in_order else f"{caption} {w.word('seating-example')}",
        height,
        parts,
    )


def places(number: int, plate: float) -> tuple[list[tuple[float, float]], float]:
    """Return where the plates of so many players stand, as the clock goes from the middle of the far side, and the
    height of the whole; `plate` is the height of the highest plate.
    """
    far, end, near = AROUND[number]
    top = GABLE + plate / 2 + 8
    corner = {1: plate * 0.5 + 30}  # from a row of one to the ends beside it
    rows = [top + corner.get(far, plate + _GAP) + (plate + _GAP) * row for row in range(end)]
    bottom = (rows[-1] if rows else top) + corner.get(near, plate + _GAP)
    least = top + plate + 120  # room for the arrow and its words
    if bottom < least:
        rows = [each + (least - bottom) / 2 for each in rows]
        bottom = least
    around = [(x, top) for x in _ROW[far]]
    around += [(_RIGHT, y) for y in rows]
    around += [(x, bottom) for x in reversed(_ROW[near])]
    around += [(_LEFT, y) for y in reversed(rows)]
    first = (far - 1) // 2
    return [*around[first:], *around[:first]], bottom + plate / 2 + GABLE + 4


def _notes(w: Writing, seat: Seat) -> Iterator[str]:
    if seat.deals:
        yield w.word("seating-deals")
    if seat.leads:
        yield w.word("seating-leads")


def _listed(seat: Seat, title: str, notes: Sequence[str]) -> str:
    return f"{seat.place}. {title}" + (f" ({', '.join(notes)})" if notes else "")


def _felt(height: float) -> str:
    x, y = _LEFT - 16, 34
    wide, high = WIDTH - 2 * x, height - 2 * y
    return tag("rect", class_="ms-felt", x=x, y=y, width=wide, height=high, rx=min(wide, high) / 2)


def _arrows(at: Sequence[tuple[float, float]], height: float, plate: float, direction: int) -> Iterator[str]:
    """Yield two arrows, each round half of the table's middle."""
    wide, high = 62, min(62, height / 2 - at[0][1] - plate / 2 - GABLE - 8)
    for first, last in ((25, 155), (205, 335)):
        ends = [_round(angle, wide, high, height / 2) for angle in (first, last)]
        before = _round(last - 12, wide, high, height / 2)
        if direction < 0:
            ends.reverse()
            before = _round(first + 12, wide, high, height / 2)
        curve = f"M{point(*ends[0])} A{wide} {point(high)} 0 0 {int(direction > 0)} {point(*ends[1])}"
        yield line(curve, before, ends[1])


def _round(angle: float, wide: float, high: float, middle: float) -> tuple[float, float]:
    """Return a point of an ellipse round the middle of the table; angles go with the clock from the top."""
    return _MIDDLE + wide * sin(radians(angle)), middle - high * cos(radians(angle))
