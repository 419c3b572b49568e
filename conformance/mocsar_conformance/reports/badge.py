"""A badge: JSON for a shields.io endpoint, or a drawing of one's own. Green only for who is conformant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from mocsar_conformance.reports.outcomes import conformance, tally
from mocsar_conformance.reports.words import word
from mocsar_conformance.results import Results

_ORDER: Final = ("not-conformant", "partial", "conformant-except-readings", "conformant")
"""From the worst."""
_COLOUR: Final[Mapping[str, tuple[str, str]]] = {
    "not-conformant": ("red", "#b3261e"),
    "partial": ("orange", "#a85400"),
    "conformant-except-readings": ("blue", "#0b5cad"),
    "conformant": ("brightgreen", "#2a7a1e"),
    "untested": ("lightgrey", "#5f6368"),
}
"""By the worst of the variants: shields.io's name, and the colour of a drawing, dark enough for white letters."""
_MOST = 4
"""More variants than that are counted, not named."""
_MARGIN, _HEIGHT = 7.0, 20
_NARROW, _WIDE = "iljtfr.,:;/|!'()[]- ", "mwMW%@"


def render(results: Results, lang: str) -> str:
    """Return the JSON that shields.io fetches from an address of yours."""
    colour, _ = _COLOUR[_worst(results)]
    said = {"schemaVersion": 1, "label": _label(results), "message": message(results, lang), "color": colour}
    return json.dumps(said | ({"isError": True} if colour == "red" else {}), ensure_ascii=False) + "\n"


def drawing(results: Results, lang: str) -> str:
    """Return an SVG."""
    left, right = _label(results), message(results, lang)
    _, colour = _COLOUR[_worst(results)]
    widths = [round(_length(each) + 2 * _MARGIN, 1) for each in (left, right)]
    whole = f"{sum(widths):.1f}"
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": whole,
            "height": str(_HEIGHT),
            "role": "img",
            "aria-label": f"{left}: {right}",
        },
    )
    SubElement(svg, "title").text = f"{left}: {right}"
    SubElement(svg, "rect", width=whole, height=str(_HEIGHT), rx="3", fill="#3c4043")
    SubElement(svg, "path", d=_right_half(*widths), fill=colour)
    words = SubElement(svg, "g", {"fill": "#fff", "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": "11"})
    for start, text in zip((0.0, widths[0]), (left, right), strict=True):
        SubElement(words, "text", x=f"{start + _MARGIN:.1f}", y="14", textLength=f"{_length(text):.1f}").text = text
    return tostring(svg, encoding="unicode") + "\n"


def message(results: Results, lang: str) -> str:
    """Return what the badge says: each variant with how far it got, a few of them by name."""
    found = conformance(results)
    if not any(tally(results, name)[1] for name in found):
        return word("untested", lang)
    if len(found) > _MOST:
        good = sum(said == "conformant" for said in found.values())
        return f"{good}/{len(found)} {word('conformant', lang)}"
    parts = [f"{name}: {_variant(results, name, said, lang)}" for name, said in found.items()]
    return ", ".join([*parts, *([word("broken-off-short", lang)] if results.broken_off else [])])


def _variant(results: Results, name: str, said: str, lang: str) -> str:
    if said.startswith("conformant"):
        return word(said, lang)
    right, of = tally(results, name)
    return f"{right}/{of}" if right < of else f"{word(said, lang)} {right}/{of}"


def _label(results: Results) -> str:
    return f"Mocsár {results.run['edition']}"


def _worst(results: Results) -> str:
    found = set(conformance(results).values())
    if not any(tally(results, name)[1] for name in conformance(results)):
        return "untested"
    return next((each for each in _ORDER if each in found), "untested")


def _length(text: str) -> float:
    """Return about how long a text is in Verdana of 11 pixels; the drawing stretches it to that."""
    return sum(4.4 if each in _NARROW else 9.8 if each in _WIDE else 6.9 for each in text)


def _right_half(left: float, right: float) -> str:
    """Return the outline of the coloured half, with round corners on its right."""
    return f"M{left:.1f} 0h{right - 3:.1f}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right - 3:.1f}z"
