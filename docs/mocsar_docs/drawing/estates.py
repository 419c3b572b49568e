"""Titles as chips in the colours and with the signs of their estates, and what the signs mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from mocsar_docs.drawing.facts import LOWER, UPPER, estate_of
from mocsar_docs.markup import table
from mocsar_docs.page import Writing
from mocsar_docs.words import add
from mocsar_reference import Setting

add(
    players_here=("players", "játékosok"),
    titles_here=("titles, from the first place to the last", "rangok az első helyezettől az utolsóig"),
    times=("{number} × {title}", "{number} × {title}"),
    estates_key=(
        "{upper} is a title counted from the top, {lower} one counted from the bottom; the others have no sign.",
        "{upper} felülről számolt rang, {lower} alulról számolt; a többieké jel nélküli.",
    ),
    estate_upper=("A triangle pointing up", "Fölfelé mutató háromszög"),
    estate_lower=("a triangle pointing down", "lefelé mutató háromszög"),
)


def chip(w: Writing, title: str, estate: str) -> str:
    """Return a title as HTML that may stand within a line of Markdown."""
    return f'<span class="ms-title ms-title--{estate}">{w.name("title", title)}</span>'


def chips(w: Writing, setting: Setting, titles: Sequence[str]) -> str:
    """Return titles one after the other, those that several players have with their number."""
    runs = [
        (chip(w, title, estate_of(w.material.contents, setting, title)), len(list(run)))
        for title, run in groupby(titles)
    ]
    return " ".join(each if number == 1 else w.word("times", number=number, title=each) for each, number in runs)


def by_players(w: Writing, setting: Setting, titles: Mapping[int, Sequence[str]]) -> str:
    """Return a table with the titles from the first place to the last, a row for each number of players."""
    rows = [[str(players), chips(w, setting, each)] for players, each in titles.items()]
    return table([w.word("players-here"), w.word("titles-here")], rows)


def key(w: Writing) -> str:
    """Return the sentence that says what the signs of the estates mean."""
    signs = {
        name: f'<span class="ms-estate ms-estate--{name}" role="img" aria-label="{w.word(f"estate-{name}")}"></span>'
        for name in (UPPER, LOWER)
    }
    return w.word("estates-key", **signs)
