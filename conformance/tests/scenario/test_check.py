"""Scenarios held against the reference, and against settings with another toggle changed."""

from __future__ import annotations

from dataclasses import replace

from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.check import check_scenarios, clauses_of
from mocsar_conformance.scenario.independence import Changes, quick
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook


def test_good_scenarios_agree_with_the_reference(book: Rulebook, good: dict[str, Scenario]) -> None:
    assert check_scenarios(book, good.values()) == []


def test_good_scenarios_depend_only_on_the_toggles_they_name(book: Rulebook, good: dict[str, Scenario]) -> None:
    assert quick(book, good.values()) == []


def test_the_same_id_twice_is_a_fault(book: Rulebook, good: dict[str, Scenario]) -> None:
    one = good["lead/by-the-dealer"]
    found = check_scenarios(book, [one, replace(one)])
    place = one.document.place(("id",))
    assert [str(each) for each in found] == [
        f"{place}: C004 there are two scenarios 'lead/by-the-dealer'\n"
        f"  hint: it is the id of {place} already; choose another"
    ]


def test_a_disputed_scenario_is_not_held_against_the_reference(book: Rulebook, good: dict[str, Scenario]) -> None:
    disputed = good["disputed/otherwise"]
    assert check_scenarios(book, [disputed]) == []
    assert [each.code for each in check_scenarios(book, [replace(disputed, status=None)])] == ["C030"]


def test_a_scenario_does_not_apply_where_its_condition_is_false(book: Rulebook, good: dict[str, Scenario]) -> None:
    scenario = good["follow/equal-is-refused"]
    assert applicability(scenario, book, book.setting("kollar")) is None
    reason = applicability(scenario, book, book.setting("kollar(play.beats=equal-or-higher)"))
    assert reason == "it speaks only of settings with toggle.play.beats == 'higher'"


def test_a_scenario_does_not_apply_where_the_pack_lacks_its_cards(book: Rulebook, good: dict[str, Scenario]) -> None:
    scenario = good["pack/dealt-round"]
    assert applicability(scenario, book, book.setting("kollar(pack.jokers=0)")) == "it deals 1 × Jk, and the pack has 0"


def test_rules_lead_to_their_clauses(book: Rulebook) -> None:
    assert clauses_of(book, ["play.on-turn", "turn.goes-on", "titles.top", "trick.taken"]) == (
        "turn.order",
        "titles.top",
    )


def test_a_change_takes_along_the_toggles_that_the_constraints_couple(book: Rulebook) -> None:
    changed = Changes(book).find(book.setting("kollar"), "exchange.pays", "none", frozenset())
    assert changed is not None
    assert changed.short == "kollar(exchange.pays=none, exchange.returns=nothing, exchange.sizes=[])"


def test_a_change_is_passed_over_where_it_would_take_along_a_named_toggle(book: Rulebook) -> None:
    assert Changes(book).find(book.setting("kollar"), "exchange.pays", "none", frozenset({"exchange.sizes"})) is None
