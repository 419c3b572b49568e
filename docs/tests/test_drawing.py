"""The drawings on the pages of the variants: they show what the reference plays, whole and the same every time."""

from __future__ import annotations

import random
import re
from functools import partial
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from mocsar_docs.drawing.course import course
from mocsar_docs.drawing.exchange import exchange
from mocsar_docs.drawing.facts import Facts, Seat, estate_of, find_facts
from mocsar_docs.drawing.seating import AROUND, places, seating
from mocsar_docs.drawing.svg import EDGE, GABLE, PLATE, WIDTH
from mocsar_docs.errors import Faults
from mocsar_docs.links import Links
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference import Game, Setting, State, load_rulebook

from .conftest import Composed

VARIANTS = load_rulebook().playable
SVG = "{http://www.w3.org/2000/svg}"
both = pytest.mark.parametrize("lang", LANGUAGES)
every = pytest.mark.parametrize("variant", VARIANTS)


def written(material: Material, lang: str) -> Writing:
    """Return what a drawing is written with, without any other page."""
    faults = Faults()
    page = Page("rules/x.md", {"en": "x", "hu": "x"}, lambda w: "", "rules")
    return Writing(material, Links((page,), faults), faults, lang, page)


def drawings(composed: Composed, lang: str, variant: str) -> dict[str, ElementTree.Element]:
    """Return the drawings of a variant's page, parsed as XML, by their kind."""
    page = composed.site.texts[lang][f"rules/{variant}.md"]
    found = re.findall(r'<figure class="ms-drawing ms-(\w+)">(<svg .*?</svg>)', page)
    return {kind: ElementTree.fromstring(svg) for kind, svg in found}


def texts(element: ElementTree.Element, kind: str) -> list[str]:
    return ["".join(each.itertext()) for each in element.iter(f"{SVG}text") if each.get("class") == kind]


def plates(element: ElementTree.Element) -> list[tuple[int, str, str]]:
    """Return the place, the title and the estate of each plate, in the order of the drawing."""
    found = []
    for each in element.iter(f"{SVG}g"):
        looks = each.get("class", "")
        if looks.startswith("ms-seat "):
            (badge,) = texts(each, "ms-badge-text")
            found.append((int(badge), " ".join(texts(each, "ms-plate-title")), looks.rpartition("--")[2]))
    return found


def dealt_again(game: Game, players: int, seed: int) -> tuple[dict[str, Any], State]:
    """Play a whole deal of shuffled cards at random; return how it ended, and the next deal with its cards dealt."""
    chance = random.Random(seed)
    names = [f"player {number}" for number in range(players)]
    pack = list(game.pack(players))
    chance.shuffle(pack)
    state = game.start(names, pack=pack)
    while acting := game.to_act(state):
        actions = game.legal(state, acting[0])
        playing = [each for each in actions if each.cards]
        state, _ = game.apply(state, acting[0], chance.choice(playing or actions))
    return game.view(state), game.next_deal(state, pack=pack)


@both
@every
def test_the_table_has_the_players_in_the_order_of_the_reference(
    material: Material, composed: Composed, variant: str, lang: str
) -> None:
    """By the seats of another deal, in which they follow the places if the game says so."""
    setting = material.settings[variant]
    usual = setting.variant.players[2]
    shown = plates(drawings(composed, lang, variant)["seating"])
    _, given = next(each for each in material.titles if variant in each[0])
    names = [material.contents.titles[each][lang] for each in given[usual]]
    assert [title for _, title, _ in sorted(shown)] == names
    assert [place for place, _, _ in sorted(shown)] == list(range(1, usual + 1))
    orders = set()
    for seed in range(4):
        ended, state = dealt_again(material.rulebook.game(setting), usual, seed)
        seats = material.rulebook.game(setting).view(state)["seating"]
        at = seats.index(ended["out"][0])
        orders.add(tuple(ended["out"].index(name) + 1 for name in (*seats[at:], *seats[:at])))
    drawn = tuple(place for place, _, _ in shown)
    in_order = tuple(range(1, usual + 1))
    assert (orders == {in_order}) == (drawn == in_order)


@every
def test_who_deals_and_who_leads_is_as_in_any_other_deal(material: Material, composed: Composed, variant: str) -> None:
    setting = material.settings[variant]
    game = material.rulebook.game(setting)
    svg = drawings(composed, "en", variant)["seating"]
    noted = {}
    for each in svg.iter(f"{SVG}g"):
        for note in texts(each, "ms-plate-note"):
            noted[note] = int(texts(each, "ms-badge-text")[0])
    for seed in range(4):
        ended, state = dealt_again(game, setting.variant.players[2], seed)
        view = game.view(state)
        assert noted == {
            "dealer": ended["out"].index(view["dealer"]) + 1,
            "leads first": ended["out"].index(view["leader"]) + 1,
        }


def test_titles_have_the_estate_they_are_counted_in(material: Material, composed: Composed) -> None:
    shown = plates(drawings(composed, "en", "kollar")["seating"])
    assert [estate for _, _, estate in shown] == ["upper"] * 3 + ["lower"] * 3
    shown = plates(drawings(composed, "en", "elnok")["exchange"])
    assert {title: estate for _, title, estate in shown}["neutral"] == "middle"
    assert estate_of(material.contents, material.settings["kollar"], "president") == "middle"


@both
@every
def test_the_exchange_has_the_numbers_that_the_reference_counts(
    material: Material, composed: Composed, variant: str, lang: str
) -> None:
    """By what a view says is owed or may be asked for in a deal of all the cards, and by the sizes of the hands."""
    setting = material.settings[variant]
    game = material.rulebook.game(setting)
    usual = setting.variant.players[2]
    ended, state = dealt_again(game, usual, 7)
    view = game.view(state)
    place = {name: number for number, name in enumerate(ended["out"], 1)}
    due = {place[name]: number for name, number in {**view["owed"], **view["asks"]}.items()}
    assert due
    svg = drawings(composed, lang, variant)["exchange"]
    shown = {}
    for each in svg.iter(f"{SVG}g"):
        if each.get("class") == "ms-pair":
            (upper, *_), (lower, *_) = plates(each)
            numbers = [int(number) for said in texts(each, "ms-told") for number in re.findall(r"\d+", said)]
            assert len(numbers) == (2 if view["owed"] else 1)
            assert len(set(numbers)) == 1
            shown[upper] = numbers[0]
            assert upper + lower == usual + 1
    assert shown == due
    assert sorted(number for number, _, _ in plates(svg)) == list(range(1, usual + 1))


def test_cards_go_from_the_payer_to_whoever_is_drawn_opposite(material: Material) -> None:
    """By the hands of a deal in which the last placed holds all the jokers, which are the best cards."""
    game = material.rulebook.game("kollar")
    names = [f"player {number}" for number in range(6)]
    hands = {name: ["4"] * 3 if number else ["joker"] * 4 for number, name in enumerate(names)}
    hands["player 5"] = ["5"] * 3
    hands["player 4"] = ["6"] * 3
    hands["player 3"] = ["7"] * 3
    hands["player 2"] = ["8"] * 3
    state = game.start(names, hands=hands, given={"standing": [*names[1:], names[0]]})
    assert game.view(state)["hands"]["player 1"].count("joker") == 3
    facts = find_facts(material.rulebook, material.settings["kollar"], 6)
    assert facts is not None
    tax = [each for each in facts.flows if not each.back]
    assert [(each.giver, each.receiver, each.number) for each in tax] == [(6, 1, 3), (5, 2, 2), (4, 3, 1)]


@pytest.mark.parametrize("players", (3, 4, 7, 12))
def test_other_numbers_of_players_have_as_many_pairs_as_they_make(material: Material, players: int) -> None:
    facts = find_facts(material.rulebook, material.settings["kollar"], players)
    assert facts is not None
    pairs = {frozenset((each.giver, each.receiver)) for each in facts.flows}
    assert len(pairs) == min(3, players // 2)
    assert len(facts.seats) == players
    assert facts.in_order


@pytest.mark.parametrize("players", range(3, 9))
def test_where_seats_do_not_follow_places_neither_does_the_drawing(material: Material, players: int) -> None:
    facts = find_facts(material.rulebook, material.settings["elnok"], players)
    assert facts is not None
    assert not facts.in_order
    assert sorted(each.place for each in facts.seats) == list(range(1, players + 1))


def test_a_first_deal_has_no_exchange_and_without_one_there_is_no_drawing(material: Material) -> None:
    setting = material.rulebook.setting("kollar(exchange.pays=none, exchange.returns=nothing, exchange.sizes=[])")
    facts = find_facts(material.rulebook, setting, 6)
    assert facts is not None
    assert facts.first == facts.later == ("dealing", "playing", "over")
    w = written(material, "en")
    assert exchange(w, setting, facts) == ""
    assert "in the first deal" not in course(w, facts)


def test_a_match_of_one_deal_has_nothing_to_draw(material: Material) -> None:
    setting = material.rulebook.setting("kollar(match.deals=1)")
    assert find_facts(material.rulebook, setting, 6) is None


def test_a_dealer_who_sits_next_to_the_one_before_is_drawn(material: Material) -> None:
    """In the deal that is played for the drawing the first player deals, and the one to the left becomes fourth."""
    setting = material.rulebook.setting("kollar(dealing.dealer=next-to-the-left)")
    facts = find_facts(material.rulebook, setting, 5)
    assert facts is not None
    assert [each.place for each in facts.seats if each.deals] == [4]
    assert [each.place for each in facts.seats if each.leads] == [1]


@both
@every
def test_the_course_of_a_deal_names_its_phases(composed: Composed, variant: str, lang: str) -> None:
    said = [each.text for each in drawings(composed, lang, variant)["course"].iter(f"{SVG}text")]
    words = {"en": ("dealing", "exchange", "after trick"), "hu": ("osztás", "adózás", "ütés után")}[lang]
    at = [said.index(each) for each in words]
    assert at == sorted(at)


@both
@every
def test_every_drawing_says_in_words_what_it_shows(composed: Composed, variant: str, lang: str) -> None:
    found = drawings(composed, lang, variant)
    assert set(found) == {"seating", "exchange", "course"}
    for kind, svg in found.items():
        ids = {each.get("id"): each.text for each in svg.iter() if each.get("id")}
        assert svg.get("role") == "img"
        assert ids[svg.get("aria-labelledby")]
        told = ids[svg.get("aria-describedby")] or ""
        titles = {title for _, title, _ in plates(svg)}
        assert all(title in told for title in titles), kind


def test_the_same_drawings_are_the_same_bytes(material: Material) -> None:
    setting = material.settings["jekely"]

    def drawn() -> list[str]:
        facts = find_facts(load_rulebook(), setting, 6)
        assert facts is not None
        w = written(material, "hu")
        return [seating(w, setting, facts), exchange(w, setting, facts), course(w, facts)]

    assert drawn() == drawn()


@pytest.mark.parametrize("players", AROUND)
def test_plates_fit_round_the_table_and_do_not_meet(players: int) -> None:
    high = 62
    at, height = places(players, high)
    assert len(at) == players
    for x, y in at:
        assert x - PLATE / 2 >= EDGE and x + PLATE / 2 <= WIDTH - EDGE
        assert y - high / 2 - GABLE >= 0 and y + high / 2 + GABLE <= height
    for (x, y), (u, v) in combinations(at, 2):
        assert abs(x - u) >= PLATE or abs(y - v) >= high + 2 * GABLE


@pytest.mark.parametrize("players", AROUND)
def test_to_the_left_is_as_the_clock_goes_seen_from_above(players: int) -> None:
    """Who sits at the far side and looks at the table has on the left what the reader sees on the right."""
    at, height = places(players, 48)
    ring = [(x - WIDTH / 2, y - height / 2) for x, y in at]
    turns = [u * y - v * x for (u, v), (x, y) in zip(ring, [*ring[1:], ring[0]], strict=True)]
    assert all(each >= -1e-6 for each in turns)
    assert at[0][0] == WIDTH / 2


def test_play_to_the_right_turns_the_arrows_round(material: Material) -> None:
    setting: Setting = material.settings["kollar"]
    seats = tuple(Seat(place, "king", False, False) for place in (1, 2, 3))
    table = partial(Facts, seats=seats, flows=(), first=("playing",), later=("playing",))
    w = written(material, "en")
    left, right = (seating(w, setting, table(direction=each)) for each in (1, -1))
    assert "Play goes to the left" in left and "Play goes to the right" in right
    assert left.count(" 0 0 1 ") == right.count(" 0 0 0 ") == 2
