"""Hands by way of a pack: the pack is found by letting the reference deal, and gives the very same state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, disagree
from mocsar_conformance.runner import cases
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.packs import NoPack, by_pack, pack_for
from mocsar_reference import Action, Game, Rulebook, State, load_rulebook

PLAYERS = ("Anna", "Bea", "Csaba")
HANDS = {"Anna": ["3", "9"], "Bea": ["5", "5"], "Csaba": ["4", "K"]}


def states(script: Any, game: Game) -> list[State]:
    """Return the state after every deal that begins."""
    found: list[State] = []
    state: Any = None
    for turn in script.turns:
        request = turn.request
        deal = {name: request.get(name) for name in ("hands", "pack", "chance")}
        match request["request"]:
            case "start":
                given = {"standing": request["standing"]} if request.get("standing") else None
                state = game.start(request["players"], **deal, given=given)
                found.append(state)
            case "deal":
                state = game.next_deal(state, **deal)
                found.append(state)
            case "act" if turn.expected["answer"] == "accepted":
                state, _ = game.apply(state, request["player"], Action.from_json(request["action"]))
    return found


def with_hands(script: Any, packed: Any) -> Any:
    """Return the packed script with the hands of the other one again, but what chance decided as it is."""
    turns = []
    for old, new in zip(script.turns, packed.turns, strict=True):
        if "hands" in old.request:
            request = {name: value for name, value in new.request.items() if name != "pack"}
            new = replace(new, request={**request, "hands": old.request["hands"]})
        turns.append(new)
    return replace(packed, turns=tuple(turns))


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


def test_packs_give_the_states_that_hands_give_in_every_scenario_of_the_suite(book: Rulebook) -> None:
    shape = ViewShape.of(book.contents)
    scenarios = load_scenarios(None, book)
    counts: Counter[str] = Counter()
    for variant in book.playable:
        setting = book.setting(variant)
        game = book.game(setting)
        for case in cases(book, scenarios, [Claim(setting)]):
            if case.script is None or "hands" not in case.script.needs:
                continue
            try:
                packed = by_pack(case.script, book)
            except NoPack:
                counts["none"] += 1
                continue
            counts["packed"] += 1
            assert "hands" not in packed.needs
            assert not any("hands" in turn.request for turn in packed.turns)
            assert not any(disagree(turn.expected, turn.stated, shape) for turn in packed.turns)
            by_packs = states(packed, game)
            assert by_packs == states(with_hands(case.script, packed), game), (case.scenario.id, variant)
            assert all(
                sorted(turn.request["pack"]) == sorted(card for hand in old.request["hands"].values() for card in hand)
                for old, turn in zip(case.script.turns, packed.turns, strict=True)
                if "pack" in turn.request and "hands" in old.request
            )
    assert counts["packed"] > counts["none"] > 0


@pytest.mark.parametrize("variant", ["kollar", "jekely", "elnok"])
@pytest.mark.parametrize("dealer", PLAYERS)
def test_a_pack_is_dealt_from_where_the_dealer_sits(book: Rulebook, variant: str, dealer: str) -> None:
    game = book.game(variant)
    chance = {"dealer": dealer}
    pack = pack_for(game, PLAYERS, HANDS, chance)
    assert pack is not None
    assert Counter(pack) == Counter(card for hand in HANDS.values() for card in hand)
    assert game.start(PLAYERS, pack=pack, chance=chance) == game.start(PLAYERS, hands=HANDS, chance=chance)


def test_the_order_is_the_rulebooks(book: Rulebook) -> None:
    """Kollár deals to the left of the dealer, Jékely to the right, the dealer last."""
    hands = {"Anna": ["3"], "Bea": ["4"], "Csaba": ["5"]}
    assert pack_for(book.game("kollar"), PLAYERS, hands, {"dealer": "Anna"}) == ["4", "5", "3"]
    assert pack_for(book.game("jekely"), PLAYERS, hands, {"dealer": "Anna"}) == ["5", "4", "3"]


def test_after_a_deal_the_best_placed_is_dealt_the_first_card_and_the_tax_is_no_hindrance(book: Rulebook) -> None:
    hands = {"Anna": ["3", "4"], "Bea": ["5", "6"], "Csaba": ["7", "8"]}
    pack = pack_for(book.game("kollar"), PLAYERS, hands, {}, standing=["Bea", "Csaba", "Anna"])
    assert pack is not None
    assert pack == ["5", "7", "3", "6", "8", "4"]


@pytest.mark.parametrize("sizes", [(1, 2, 2), (3, 1, 2), (0, 1, 0), (2, 2, 1)])
def test_sizes_that_dealing_does_not_give_have_no_pack(book: Rulebook, sizes: tuple[int, int, int]) -> None:
    hands = {name: ["3", "4", "5"][:size] for name, size in zip(PLAYERS, sizes, strict=True)}
    whole = sum(sizes)
    fits = {each: whole // 3 + (at < whole % 3) for at, each in enumerate(("Csaba", "Anna", "Bea"))}
    found = pack_for(book.game("kollar"), PLAYERS, hands, {"dealer": "Bea"})
    assert (found is not None) == (fits == dict(zip(PLAYERS, sizes, strict=True)))


def test_no_cards_at_all_are_an_empty_pack(book: Rulebook) -> None:
    assert pack_for(book.game("kollar"), PLAYERS, {}, {}) == []


def test_a_house_rule_of_dealing_is_followed(tmp_path: Any) -> None:
    """Nothing about dealing is known but by dealing: here everybody gets two cards at a time, the dealer first."""
    folder = tmp_path / "spec"
    (folder / "rules").mkdir(parents=True)
    (folder / "toggles").mkdir()
    (folder / "variants").mkdir()
    (folder / "toggles" / "house.yaml").write_text(
        """group: house
title: {en: Our own, hu: A mieink}
toggles:
- id: house.dealing
  title: {en: How the cards go round, hu: Hogyan járnak körbe a lapok}
  values:
    singly: {en: One at a time., hu: Egyesével.}
    dealer-first: {en: "The dealer is dealt to first.", hu: "Az osztó kapja az első lapot."}
  default: singly
""",
        encoding="utf-8",
    )
    (folder / "variants" / "ours.yaml").write_text(
        """id: ours
extends: kollar
title: {en: Ours, hu: A mienk}
set:
  house.dealing: {value: dealer-first, status: house}
""",
        encoding="utf-8",
    )
    (folder / "rules" / "house.yaml").write_text(
        """chapter: dealing
clauses:
- id: house.dealing
  title: {en: The dealer first, hu: Elsőként az osztó}
  text:
    en: "The dealer is dealt the first card, and the others go to the left."
    hu: "Az első lapot az osztó kapja, a többi balra halad."
  status: house
  rules:
  - id: house.dealing
    when: toggle.house.dealing == 'dealer-first'
    event: deal
    stage: account
    applies: first_deal() && dealer != none
    overrides: dealing.first.to-the-left
    effect: [{deal: {to: "reverse(following(reverse(seating), dealer))"}}]
""",
        encoding="utf-8",
    )
    game = load_rulebook(None, [folder]).game("ours")
    hands = {"Anna": ["3"], "Bea": ["4"], "Csaba": ["5"]}
    assert pack_for(game, PLAYERS, hands, {"dealer": "Bea"}) == ["4", "5", "3"]
