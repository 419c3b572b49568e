"""A table drawn in HTML: what is on it, read in seat order, and where the browser puts it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lxml.html
import pytest

from mocsar_conformance.reports.page import page
from mocsar_conformance.results import ShownWords, Symbol
from mocsar_conformance.table_html import CSS, table_html
from mocsar_reference import load_rulebook

from ..browser import Watched, axe_violations
from .samples import BAD

if TYPE_CHECKING:
    from playwright.sync_api import Browser


NAMES = ["Anna", "Bea", "Csaba", "Dani", "Edit", "Feri", "Gabi", "Hugó", "Ilka", "Jani", "Kata", "Laci", "Misi"]
RANKS = {
    "KG1": ("KG1", "KG1"),
    "3": ("3", "3"),
    "10": ("10", "10"),
    "J": ("J", "B"),
    "2": ("2", "2"),
    "joker": ("joker", "dzsóker"),
}
WORDS = ShownWords(
    {name: Symbol({"en": en, "hu": hu}) for name, (en, hu) in RANKS.items()},
    {"h": Symbol("♥"), "s": Symbol("♠")},
    {"king": {"en": "king", "hu": "király"}},
    pictures={"joker": "★"},
    phases={"over": {"en": "the end of the deal", "hu": "a leosztás vége"}},
    beside=load_rulebook().contents.beside,
)


def view(players: int = 3, **more: Any) -> dict[str, Any]:
    """Return a position in which everybody has a hand as long as they come, and the second is to act."""
    names = NAMES[:players]
    hands = {name: ["3", "10", "J", "2", "joker"] * 3 for name in names}
    trick = {"form": "set", "size": 2, "rank": "10", "owner": names[0]}
    return {"phase": "playing", "turn": names[1], "seating": names, "hands": hands, "table": trick} | more


def drawn(of: dict[str, Any], lang: str = "en", **more: Any) -> lxml.html.HtmlElement:
    return lxml.html.fragment_fromstring(table_html(of, WORDS, lang, **more))


def seat(of: dict[str, Any], name: str, lang: str = "en") -> str:
    """Return what is written at a player's seat."""
    for each in drawn(of, lang).xpath('.//ol[contains(@class,"ms-seats")]/li'):
        if each.xpath('.//*[@class="ms-name"]')[0].text == name:
            return str(each.text_content())
    raise AssertionError(name)


def middle(of: dict[str, Any], lang: str = "en", **more: Any) -> str:
    return str(drawn(of, lang, **more).xpath('.//*[@class="ms-middle"]')[0].text_content())


def test_the_players_are_a_list_in_the_order_of_the_seats() -> None:
    seats = drawn(view(5)).xpath('.//ol/li/*[@class="ms-name"]/text()')
    assert seats == NAMES[:5]


def test_a_suit_has_its_shape_and_its_colours_class_and_a_joker_its_star() -> None:
    cards = drawn(view(hands={"Anna": ["10h", "Js", "joker"]})).xpath(".//ol/li[1]//*[@data-index]")
    assert [each.text_content() for each in cards] == ["10♥", "J♠", "★"]
    assert ["ms-card--h" in each.get("class") for each in cards] == [True, False, False]


def test_a_rank_with_a_long_symbol_and_no_picture_is_drawn_with_its_symbol() -> None:
    (card,) = drawn(view(hands={"Anna": ["KG1"]})).xpath(".//ol/li[1]//*[@data-index]")
    assert card.text_content() == "KG1"
    assert "ms-card--long" in card.get("class")


def test_a_hand_is_read_aloud_in_the_readers_language() -> None:
    hand = drawn(view(hands={"Anna": ["J", "10h", "joker"]}), "hu").xpath(".//ol/li[1]//*[@role='img']")
    assert [each.get("aria-label") for each in hand] == ["B, 10♥, dzsóker"]


def test_a_card_that_nobody_knows_is_shown_as_it_is_written() -> None:
    assert "Xh<b>" in seat(view(hands={"Anna": ["Xh<b>"]}), "Anna")


def test_a_hidden_hand_is_counted() -> None:
    seen = view(hands={"Bea": ["J"]}, sizes={"Anna": 7, "Bea": 1, "Csaba": 1})
    assert "7 cards" in seat(seen, "Anna")
    assert "1 card" in seat(seen, "Csaba")
    assert "1 lap" in seat(seen, "Csaba", "hu")


def test_who_is_to_act_is_said_in_words() -> None:
    assert "to act" in seat(view(), "Bea")
    assert "to act" not in seat(view(), "Anna")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"out": ["Csaba", "Anna"]}, "out as number 2"),
        ({"titles": {"Anna": "king"}}, "title: king"),
        ({"titles": {"Anna": "baron"}}, "title: baron"),
        ({"owed": {"Anna": 3}}, "owes 3"),
        ({"asks": {"Anna": 2}}, "may ask for 2"),
        ({"lacking": {"Anna": ["J", "joker"]}}, "asked in vain for J, joker"),
        ({"dealer": "Anna"}, "dealer"),
        ({"leader": "Anna", "turn": None, "owed": {"Bea": 1}}, "leads first"),
        ({"hands": {"Anna": []}}, "no cards"),
    ],
)
def test_what_else_there_is_to_say_of_a_player(more: dict[str, Any], said: str) -> None:
    assert said in seat(view(**more), "Anna")
    assert said not in seat(view(), "Anna")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "on the table: 2 × 10, played by Anna"),
        ({"table": {"size": 1, "rank": "J", "owner": "Bea", "form": "run"}}, "run of 1, rank J, played by Bea"),
        ({"table": None}, "the table is empty"),
        ({"table": None, "turn": None, "phase": "over"}, "phase: the end of the deal"),
        ({"table": None, "turn": None, "phase": "knocking"}, "phase: knocking"),
        ({"reversed": True}, "the order of the ranks is reversed"),
        ({"direction": -1}, "play goes to the right"),
        ({"pile": 5}, "5 cards in this trick"),
    ],
)
def test_what_is_said_in_the_middle(more: dict[str, Any], said: str) -> None:
    assert said in middle(view(**more))


def test_what_concerns_a_player_in_a_house_game_stands_beside_that_player() -> None:
    beside = {"knocks": {"en": "has knocked {value} times", "hu": "kopogott: {value}"}}
    words = replace(WORDS, beside=beside)
    told = lxml.html.fragment_fromstring(table_html(view(knocks={"Bea": 2, "Anna": 0}), words, "en")).text_content()
    assert told.count("has knocked 2 times") == 1
    assert "0 times" not in told


def test_who_leads_first_is_said_until_somebody_is_to_act() -> None:
    assert "leads first" in seat(view(leader="Anna", turn=None), "Anna")
    assert "leads first" not in seat(view(leader="Anna"), "Anna")
    assert "leads first" not in seat(view(leader="Anna", turn=None, out=["Bea"]), "Anna")


def test_nothing_is_said_of_what_is_as_usual() -> None:
    assert middle(view(reversed=False, direction=1, pile=2)) == middle(view())


def test_the_trick_has_as_many_cards_as_were_played_and_a_form_its_name() -> None:
    def number(of: dict[str, Any]) -> int:
        return len(drawn(of).xpath('.//*[@class="ms-trick"]//*[@data-index]'))

    run = {"size": 3, "rank": "J", "owner": "Bea", "form": "run"}
    assert number(view()) == 2
    assert number(view(table=run)) == 1  # what the other cards of a run are, nobody can tell from its rank
    forms = {"run": {"en": "run", "hu": "sorozat"}}
    assert "sorozat, 3 lap, értéke B" in middle(view(table=run), "hu", forms=forms)


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_nothing_in_a_view_is_more_than_text(bad: str) -> None:
    names = [bad, "Bea", f"{bad}2"]
    made = table_html(
        {
            "seating": names,
            "turn": bad,
            "hands": {bad: [bad, f"{bad}h"], "Bea": bad},
            "sizes": {names[2]: bad},
            "out": [bad],
            "owed": {bad: bad},
            "titles": {bad: bad},
            "lacking": {bad: [bad]},
            "phase": bad,
            "table": {"form": bad, "size": bad, "rank": bad, "owner": bad},
            "pile": bad,
            "direction": bad,
        },
        WORDS,
        "en",
    )
    plain = drawn(view(out=["Anna"], reversed=True, hands={"Anna": ["Jh", "X"]}, sizes={"Bea": 2}))
    known = {(each.tag, *sorted(each.attrib)) for each in plain.iter()}
    found = {(each.tag, *sorted(each.attrib)) for each in lxml.html.fragment_fromstring(made).iter()}
    assert found <= known
    assert re.fullmatch(r"[^\x00-\x1f\u202e]*", made)


@pytest.mark.parametrize("shape", [{}, {"hands": [1]}, {"seating": "Anna"}, {"table": 3}, {"seating": [["x"]]}])
def test_a_view_of_any_shape_is_drawn(shape: dict[str, Any]) -> None:
    assert drawn(shape).xpath(".//ol")


# ---- in the browser


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page with a table of each number of players, from 2 to 13."""
    found = tmp_path_factory.mktemp("tables") / "tables.html"
    tables = "".join(f'<div id="n{each}">{table_html(view(each), WORDS, "en")}</div>' for each in range(2, 14))
    found.write_text(page("tables", "en", f"<main><h1>Tables</h1>{tables}</main>", CSS), encoding="utf-8")
    return found


Box = dict[str, float]
BOXES = """number => {
  const box = each => each.getBoundingClientRect().toJSON();
  const seats = [...document.querySelectorAll(`#n${number} .ms-seat`)];
  return [seats.map(box), box(document.querySelector(`#n${number} .ms-middle`))];
}"""


@pytest.mark.parametrize("width", [700, 1200])
def test_everybody_sits_to_the_left_of_the_one_before(browser: Browser, path: Path, width: int) -> None:
    looked = Watched(browser, path, viewport={"width": width, "height": 800}).page
    for number in range(2, 13):
        seats, _ = looked.evaluate(BOXES, number)
        middles = [((each["left"] + each["right"]) / 2, (each["top"] + each["bottom"]) / 2) for each in seats]
        x, y = (sum(each) / number for each in zip(*middles, strict=True))
        angles = [atan2(at_y - y, at_x - x) for at_x, at_y in middles]
        turns = [(after - before) % (2 * pi) for before, after in pairwise([*angles, angles[0]])]
        assert all(0 < each <= pi + 0.01 for each in turns), number  # as the clock goes: the screen's y grows downwards
        assert sum(turns) == pytest.approx(2 * pi), number


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_nothing_lies_over_anything_or_outside(browser: Browser, path: Path, width: int) -> None:
    looked = Watched(browser, path, viewport={"width": width, "height": 800}).page
    assert looked.evaluate("document.documentElement.scrollWidth") == width
    for number in range(2, 14):
        seats, trick = looked.evaluate(BOXES, number)
        for one, other in combinations([*seats, trick], 2):
            assert not _overlap(one, other), number


def _overlap(one: Box, other: Box) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 1 and high > 1


def test_on_a_phone_the_players_stand_one_below_the_other(browser: Browser, path: Path) -> None:
    looked = Watched(browser, path, viewport={"width": 320, "height": 800}).page
    seats, trick = looked.evaluate(BOXES, 5)
    tops = [each["top"] for each in [*seats, trick]]
    assert tops == sorted(tops)
    assert len(set(tops)) == 6


def test_a_screen_reader_gets_a_list_with_hands_and_turn(browser: Browser, path: Path) -> None:
    read = Watched(browser, path).page.locator("#n3 .ms-table").aria_snapshot()
    assert read.startswith('- list "The players in the order of their seats, to the left":')
    heard = [line.strip() for line in read.splitlines() if "listitem" in line]
    assert len(heard) == 3
    assert heard[1].startswith("- listitem")
    assert "Bea" in read
    assert "to act" in read
    assert 'img "3, 10, J, 2, joker' in read
    assert "on the table: 2 × 10, played by Anna" in read


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(browser: Browser, path: Path, scheme: str) -> None:
    assert axe_violations(Watched(browser, path, color_scheme=scheme).page, "#n4") == []
