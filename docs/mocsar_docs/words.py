"""The site's own words, in both languages. The rulebook's words come from the rulebook; a text here is Markdown."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: dict[str, Mapping[str, str]] = {}
"""By key; `{gaps}` are filled by `Writing.word`. Modules of pages add their own with `add`."""


def add(**words: tuple[str, str]) -> None:
    """Add words as (English, Hungarian), by key; underscores in a key stand for hyphens."""
    for key, (en, hu) in words.items():
        key = key.replace("_", "-")
        assert key not in WORDS, f"the site's word '{key}' is there already"
        WORDS[key] = {"en": en, "hu": hu}


add(
    status_stated=("stated", "kimondott"),
    status_derived=("derived", "következik"),
    status_reading=("reading", "olvasat"),
    status_default=("default", "alapérték"),
    in_none=("in no variant as it is", "egyik változatban sem, ahogy van"),
    in_all=("in every variant", "minden változatban"),
    present_in=("In", "Melyik változatban"),
    why=("why", "miért"),
    why_so=("Why so", "Miért így"),
    sources=("Sources", "Források"),
    examples=("Examples", "Példák"),
    formally=("Formally", "Formálisan"),
    depends=("Depends on", "Mitől függ"),
    custom=("custom, no law", "szokás, nem szabály"),
    custom_title=(
        "a custom of the game: nothing for an umpire to judge",
        "a játékhoz tartozó szokás, nincs mit számonkérni rajta",
    ),
    permalink=("its entry, in all variants", "a szabálypont minden változatban"),
    variant=("variant", "változat"),
    value=("value", "érték"),
    rests_on=("rests on", "mire támaszkodik"),
    default=("default", "alapérték"),
    otherwise=("In other variants", "Más változatokban"),
    history=("History", "Története"),
    history_new=("since {edition}", "{edition} óta"),
    history_renamed=("renamed in {edition}", "új néven: {edition}"),
    history_decided=("decides otherwise since {edition}", "{edition} óta másképp dönt"),
    history_reworded=("in other words since {edition}", "{edition} óta más szavakkal"),
    more=("Sources, examples, the formal rule", "Források, példák, a formális szabály"),
    more_plain=("Sources and examples", "Források és példák"),
    players=("{low} to {high} players, best with {usual}", "{low}–{high} játékos, a legjobb {usual} fővel"),
)
