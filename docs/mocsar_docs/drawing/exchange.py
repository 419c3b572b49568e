"""Draws the exchange: the pairs from the outside in, and how many cards go which way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from mocsar_docs.drawing.facts import Facts, Flow, estate_of
from mocsar_docs.drawing.svg import EDGE, GABLE, PLATE, WIDTH, arrow, figure, plate, plate_height, tag, text
from mocsar_docs.page import Writing
from mocsar_docs.words import add
from mocsar_reference import Setting

_LEFT, _RIGHT, _MIDDLE = EDGE + PLATE / 2, WIDTH - EDGE - PLATE / 2, WIDTH / 2
_TOP = 22
"""The room for what stands above the columns."""

add(
    exchange_title=("Who exchanges with whom", "Ki kinek adózik"),
    exchange_caption=(
        "The exchange with {number} players, by their places.",
        "Az adózás {number} játékossal, helyezés szerint.",
    ),
    exchange_gets=("gets the tax", "az adót kapja"),
    exchange_pays=("payer", "adózó"),
    exchange_tax=("tax: {cards}", "adó: {cards}"),
    exchange_back=("return: {cards}", "viszonzás: {cards}"),
    exchange_one=("1 card", "1 lap"),
    exchange_many=("{number} cards", "{number} lap"),
    exchange_at_most=("up to {cards}", "legfeljebb {cards}"),
    exchange_nothing_back=("Nothing comes back.", "Viszonzás nincs."),
    exchange_out=("does not exchange", "nem vesz részt"),
    exchange_told=(
        "Payer: {payer}; gets the tax: {receiver}; {cards}.",
        "Adózó: {payer}; az adót kapja: {receiver}; {cards}.",
    ),
    exchange_told_out=("Takes no part in the exchange: {titles}.", "Nem vesz részt az adózásban: {titles}."),
)


def exchange(w: Writing, setting: Setting, facts: Facts) -> str:
    """Return the drawing of a variant's exchange as a figure; empty where nothing changes hands."""
    if not facts.flows:
        return ""
    named = {each.place: each.title for each in facts.seats}
    said = {
        place: w.say(w.material.contents.titles.get(title), f"the title '{title}'") for place, title in named.items()
    }
    parts = [text(w.word("exchange-gets"), _LEFT, 13, "ms-told"), text(w.word("exchange-pays"), _RIGHT, 13, "ms-told")]
    told, at = [], float(_TOP)
    for (upper, lower), flows in groupby(facts.flows, _pair):
        high = max(56, plate_height(said[upper]), plate_height(said[lower]))
        y = at + GABLE + high / 2
        lines = [(each, _cards(w, each)) for each in flows]
        pair = [
            plate(_LEFT, y, said[upper], estate_of(w.material.contents, setting, named[upper]), badge=str(upper)),
            plate(_RIGHT, y, said[lower], estate_of(w.material.contents, setting, named[lower]), badge=str(lower)),
            *_arrows(w, lines, y),
        ]
        parts.append(tag("g", *pair, class_="ms-pair"))
        cards = "; ".join(_named(w, flow, cards) for flow, cards in lines)
        told.append(w.word("exchange-told", payer=said[lower], receiver=said[upper], cards=cards))
        at = y + high / 2 + GABLE + 4
    paired = {place for each in facts.flows for place in _pair(each)}
    left = [place for place in sorted(named) if place not in paired]
    if left:
        titles = ", ".join(dict.fromkeys(said[place] for place in left))
        told.append(w.word("exchange-told-out", titles=titles))
        for title in dict.fromkeys(named[place] for place in left):
            places = [str(place) for place in left if named[place] == title]
            shown = said[next(place for place in left if named[place] == title)]
            badge = places[0] if len(places) == 1 else f"{places[0]}–{places[-1]}"
            y = at + GABLE + plate_height(shown) / 2
            parts.append(plate(_LEFT, y, shown, estate_of(w.material.contents, setting, title), badge=badge))
            parts.append(text(w.word("exchange-out"), _MIDDLE, y + 4.5, "ms-told"))
            at = y + plate_height(shown) / 2 + GABLE + 4
    if not any(each.back for each in facts.flows):
        told.append(w.word("exchange-nothing-back"))
    caption = w.word("exchange-caption", number=len(named))
    if not any(each.back for each in facts.flows):
        caption += " " + w.word("exchange-nothing-back")
    return figure("exchange", w.word("exchange-title"), " ".join(told), caption, at, parts)


def _pair(flow: Flow) -> tuple[int, int]:
    """Return the two places between which cards go, the better one first."""
    return min(flow.giver, flow.receiver), max(flow.giver, flow.receiver)


def _cards(w: Writing, flow: Flow) -> str:
    cards = w.word("exchange-one" if flow.number == 1 else "exchange-many", number=flow.number)
    if flow.at_most:
        cards = w.word("exchange-at-most", cards=cards)
    return cards


def _named(w: Writing, flow: Flow, cards: str) -> str:
    """Return what cards are, and how many."""
    return w.word("exchange-back" if flow.back else "exchange-tax", cards=cards)


def _arrows(w: Writing, flows: Sequence[tuple[Flow, str]], y: float) -> Iterator[str]:
    """Yield the arrows between the plates of a pair, each with its words above it."""
    left, right = _LEFT + PLATE / 2 + 6, _RIGHT - PLATE / 2 - 6
    for number, (flow, cards) in enumerate(flows):
        at = y + 8 + 26 * number - 13 * (len(flows) - 1)
        ends = [(right, at), (left, at)]
        if flow.giver < flow.receiver:
            ends.reverse()
        yield arrow(ends, "ms-arrow--back" if flow.back else "")
        words = cards if len(flows) == 1 else _named(w, flow, cards)
        yield text(words, _MIDDLE, at - 7, "ms-told")
