"""The titles: who gets each, by number of players, and where a scenario speaks of it."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_docs.drawing.estates import by_players, chip, key
from mocsar_docs.drawing.facts import MIDDLE, estate_of
from mocsar_docs.links import Anchor
from mocsar_docs.markup import block, code, escape, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_docs.words import add

TITLE = {"en": "Titles", "hu": "Rangok"}

add(
    titles_about=(
        "What the players are called after a deal, by their places in it.",
        "Ahogyan a játékosokat egy leosztás után a helyezésük szerint hívják.",
    ),
    all_titles=("Every title", "Minden rang"),
    given_in=("Given in", "Melyik változatban"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("title", each, each) for each in material.contents.titles)
    yield Page("titles.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    parts = [w.word("titles-about"), key(w)]
    given: dict[str, dict[str, None]] = {}
    for names, titles in w.material.titles:
        for title in {each for some in titles.values() for each in some}:
            given.setdefault(title, {}).update(dict.fromkeys(names))
        parts.append(heading(2, w.links_to("variant", names), f"in.{names[0]}"))
        parts.append(by_players(w, w.material.settings[names[0]], titles))
    parts.append(heading(2, w.word("all-titles"), "all"))
    parts.append(
        block("titles", "\n\n".join(_entry(w, each, tuple(given.get(each, {}))) for each in w.material.contents.titles))
    )
    return join(*parts)


def _entry(w: Writing, title: str, variants: tuple[str, ...]) -> str:
    words = w.material.contents.titles[title]
    others = ", ".join(f'*<span lang="{lang}">{escape(words[lang])}</span>*' for lang in LANGUAGES if lang != w.lang)
    marks = f"{code(title)} · {w.word('given-in')}: {w.variants(variants)}"
    estates = {estate_of(w.material.contents, w.material.settings[each], title) for each in variants}
    named = chip(w, title, estates.pop() if len(estates) == 1 else MIDDLE)
    return join(heading(3, f"{named} · {others}", title), f"{marks}\n{{.ms-marks}}")
