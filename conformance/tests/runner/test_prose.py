"""Texts of clauses with their placeholders filled, and which clauses a setting has."""

from __future__ import annotations

import pytest

from mocsar_conformance.prose import fill, present_clauses, value_sentence
from mocsar_reference import MocsarError, Rulebook


@pytest.mark.parametrize(
    ("text", "lang", "filled"),
    [
        ("{pack.packs} packs", "en", "2 packs"),
        ("{exchange.sizes}", "en", "3, 2, 1"),
        ("{exchange.sizes[1]}", "en", "2"),
        ("{titles.top}", "hu", "király, herceg, gróf"),
        ("{titles.middle}", "hu", "polgár"),
        ("{titles.bottom[0]}", "en", "swamp"),
        ("{ranks.wild}", "en", "2, joker"),
        ("{ranks.order}", "hu", "3, 4, 5, 6, 7, 8, 9, 10, B, D, K, Á, 2, joker"),
        ("{play.beats}", "en", "Only a higher rank"),
        ("{players.min}–{players.max}", "en", "3–12"),
    ],
)
def test_placeholders_are_filled(book: Rulebook, text: str, lang: str, filled: str) -> None:
    assert fill(text, book.setting("kollar"), book.contents, lang) == filled


def test_an_empty_list_is_none(book: Rulebook) -> None:
    setting = book.setting("kollar(ranks.wild=[])")
    assert fill("{ranks.wild}", setting, book.contents, "en") == "none"


@pytest.mark.parametrize("text", ["{pack.pack}", "{pack.packs[0]}", "{}"])
def test_what_nothing_fills_is_an_error(book: Rulebook, text: str) -> None:
    with pytest.raises(MocsarError, match="R131"):
        fill(text, book.setting("kollar"), book.contents, "en")


def test_every_clause_of_every_variant_can_be_filled(book: Rulebook) -> None:
    for variant in book.playable:
        setting = book.setting(variant)
        for clause in present_clauses(book.contents, setting):
            for lang in book.contents.languages:
                assert "{" not in fill(clause.text[lang], setting, book.contents, lang)


def test_a_setting_has_the_clauses_whose_conditions_hold(book: Rulebook) -> None:
    usual = {each.id for each in present_clauses(book.contents, book.setting("kollar"))}
    other = {each.id for each in present_clauses(book.contents, book.setting("kollar(play.beats=equal-or-higher)"))}
    assert {"follow.beats.higher"} == usual - other
    assert {"follow.beats.equal-or-higher"} == other - usual


def test_a_value_has_its_own_sentence(book: Rulebook) -> None:
    contents = book.contents
    assert value_sentence(contents, contents.toggles["play.beats"], "higher", "hu") == "Csak nagyobb érték."
    assert value_sentence(contents, contents.toggles["pack.packs"], 2, "en") == "Packs of 52 cards: 2."
    assert value_sentence(contents, contents.toggles["match.deals"], 5, "en") == "Deals in the match: 5."
    assert value_sentence(contents, contents.toggles["match.deals"], 0, "en") == "As many deals as the players like."
    assert value_sentence(contents, contents.toggles["ranks.wild"], (), "hu") == "Nincs helyettesítő lap."
