"""The titles: who gets each, by number of players, and where a scenario speaks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from mocsar_docs.links import Anchor
from mocsar_docs.markup import block, code, escape, heading, join, table
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_docs.words import add

TITLE = {"en": "Titles", "hu": "Rangok"}

add(
    titles_about=(
        "What the players are called after a deal, by their places in it.",
        "Ahogyan a játékosokat egy leosztás után a helyezésük szerint hívják.",
    ),
    players_here=("players", "játékosok"),
    titles_here=("titles, from the first place to the last", "rangok az első helyezettől az utolsóig"),
    times=("{number} × {title}", "{number} × {title}"),
    all_titles=("Every title", "Minden rang"),
    given_in=("Given in", "Melyik változatban"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("title", each, each) for each in material.contents.titles)
    yield Page("titles.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    parts = [w.word("titles-about")]
    given: dict[str, dict[str, None]] = {}
    for names, by_players in w.material.titles:
        for title in {each for titles in by_players.values() for each in titles}:
            given.setdefault(title, {}).update(dict.fromkeys(names))
        parts += [heading(2, w.links_to("variant", names), f"in.{names[0]}"), _table(w, by_players)]
    parts.append(heading(2, w.word("all-titles"), "all"))
    parts.append(
        block("titles", "\n\n".join(_entry(w, each, tuple(given.get(each, {}))) for each in w.material.contents.titles))
    )
    return join(*parts)


def _table(w: Writing, by_players: Mapping[int, tuple[str, ...]]) -> str:
    """Return the titles from the first place to the last, a row for each number of players."""
    rows = []
    for players, titles in by_players.items():
        runs = [(title, len(list(run))) for title, run in groupby(titles)]
        named = [(w.name("title", title), number) for title, number in runs]
        told = [name if number == 1 else w.word("times", number=number, title=name) for name, number in named]
        rows.append([str(players), ", ".join(told)])
    return table([w.word("players-here"), w.word("titles-here")], rows)


def _entry(w: Writing, title: str, variants: tuple[str, ...]) -> str:
    words = w.material.contents.titles[title]
    others = ", ".join(f'*<span lang="{lang}">{escape(words[lang])}</span>*' for lang in LANGUAGES if lang != w.lang)
    marks = f"{code(title)} · {w.word('given-in')}: {w.variants(variants)}"
    return join(heading(3, f"{w.name('title', title)} · {others}", title), f"{marks}\n{{.ms-marks}}")
