"""What is asked of an implementation, and what it should answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mocsar_conformance.messages import validate_answer, validate_request
from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.script import Script, build_script, probes
from mocsar_reference import MocsarError, Rulebook


def script(book: Rulebook, scenario: Scenario, setting: str = "kollar") -> Script:
    return build_script(scenario, book, book.setting(setting))


def test_every_request_and_every_answer_satisfies_the_protocol(book: Rulebook, good: dict[str, Scenario]) -> None:
    for scenario in good.values():
        for name in book.playable:
            if applicability(scenario, book, book.setting(name)) is None:
                for turn in script(book, scenario, name).turns:
                    validate_request({"id": 1, **turn.request})
                    validate_answer({"id": 1, **turn.request}, {"id": 1, **turn.expected})
                    for request, _ in probes(turn):
                        validate_request({"id": 1, **request})


def test_the_turns_follow_the_steps(book: Rulebook, good: dict[str, Scenario]) -> None:
    turns = script(book, good["follow/equal-is-refused"]).turns
    assert [(turn.step, turn.text) for turn in turns] == [
        (-1, "Start: Anna 5 9 K; Bea 5 7 A; Csaba 4 4 Q"),
        (0, "Anna: play 5"),
        (1, "Bea: play 5"),
        (2, "Bea: play 7"),
        (3, "What may Csaba do?"),
        (4, "What is there to see?"),
    ]


def test_the_start_spells_every_toggle_out(book: Rulebook, good: dict[str, Scenario]) -> None:
    request = script(book, good["follow/equal-is-refused"], "kollar-one-lap").turns[0].request
    assert request["variant"] == "kollar-one-lap"
    assert request["toggles"].keys() == book.contents.toggles.keys()
    assert request["toggles"]["trick.ends"] == "one-lap"
    assert request["toggles"]["exchange.sizes"] == [3, 2, 1]


def test_the_leader_is_sent_where_the_rules_leave_it_open(book: Rulebook, good: dict[str, Scenario]) -> None:
    assert script(book, good["follow/equal-is-refused"]).turns[0].request["chance"]["leader"] == "Anna"
    assert "leader" not in script(book, good["exchange/three-players"]).turns[0].request.get("chance", {})


def test_chance_is_found_that_makes_the_leader_given_lead(book: Rulebook, good: dict[str, Scenario]) -> None:
    scenario = good["lead/by-the-dealer"]
    lot = script(book, scenario).turns[0]
    assert lot.request["chance"]["leader"] == "Bea"
    dealer = script(
        book, replace(scenario, given=replace(scenario.given, leader="Csaba")), "kollar(lead.first=left-of-dealer)"
    )
    assert dealer.turns[0].request["chance"] == {"dealer": "Bea"}
    assert dealer.turns[0].expected["view"]["turn"] == "Csaba"


def test_a_refusal_states_its_reason_and_expects_the_view_unchanged(book: Rulebook, good: dict[str, Scenario]) -> None:
    before, turn = script(book, good["follow/equal-is-refused"]).turns[1:3]
    assert turn.stated == {"answer": "refused", "reason": "not-higher"}
    assert turn.expected == {"answer": "refused", "reason": "not-higher", "view": before.expected["view"]}


def test_what_is_stated_of_the_view_is_only_what_the_scenario_says(book: Rulebook, good: dict[str, Scenario]) -> None:
    last = script(book, good["follow/equal-is-refused"]).turns[-1]
    table = {"size": 1, "rank": "7", "owner": "Bea"}
    assert last.stated == {"answer": "view", "view": {"turn": "Csaba", "table": table}}
    assert last.expected["view"]["table"] == {**table, "form": "set"}


def test_where_scenario_and_reference_disagree_the_script_follows_the_reference(
    book: Rulebook, good: dict[str, Scenario]
) -> None:
    turn = script(book, good["disputed/otherwise"]).turns[1]
    assert turn.stated == {"answer": "accepted"}
    assert (turn.expected["answer"], turn.expected["reason"]) == ("refused", "must-lead")


def tries(turn: Any) -> dict[str, str]:
    return {
        " ".join((request["action"]["do"], *request["action"].get("cards", ()))): verdict
        for request, verdict in probes(turn)
    }


def test_some_legal_actions_are_probed_by_those_that_are_named(book: Rulebook, good: dict[str, Scenario]) -> None:
    turn = script(book, good["follow/equal-is-refused"]).turns[4]
    assert turn.stated["includes"] == [{"do": "play", "cards": ["Q"]}]
    assert tries(turn) == {"play Q": "accepted", "play 4": "refused", "play 4 4": "refused"}


def test_all_legal_actions_are_probed_together_with_the_plainest_others(
    book: Rulebook, good: dict[str, Scenario]
) -> None:
    bea, csaba = script(book, good["lead/by-the-dealer"]).turns[1:3]
    refused = dict.fromkeys(("pass", "give 6", "done", "revolt 6"), "refused")
    assert tries(bea) == {"play 6": "accepted", **refused}
    assert csaba.expected == {"answer": "legal", "actions": []}
    assert set(tries(csaba).values()) == {"refused"}


@pytest.mark.parametrize(
    ("scenario", "needs"),
    [
        ("follow/equal-is-refused", {"hands"}),
        ("exchange/three-players", {"hands", "standing"}),
        ("deal/next-begins-anew", {"hands", "deals"}),
        ("pack/dealt-round", {"pack"}),
    ],
)
def test_what_a_scenario_needs_follows_from_what_it_gives(
    book: Rulebook, good: dict[str, Scenario], scenario: str, needs: set[str]
) -> None:
    assert script(book, good[scenario]).needs == needs


def test_readings_are_the_toggles_it_rests_on_that_a_source_leaves_unclear(
    book: Rulebook, good: dict[str, Scenario]
) -> None:
    assert script(book, good["pack/dealt-round"]).readings == ("dealing.first",)
    assert script(book, good["follow/equal-is-refused"]).readings == ()


def test_no_script_is_made_where_the_scenario_does_not_apply(book: Rulebook, good: dict[str, Scenario]) -> None:
    with pytest.raises(MocsarError, match="C020 'follow/equal-is-refused' does not apply to kollar"):
        script(book, good["follow/equal-is-refused"], "kollar(play.beats=equal-or-higher)")


def test_no_script_is_made_where_the_leader_given_cannot_lead(book: Rulebook, good: dict[str, Scenario]) -> None:
    scenario = good["exchange/three-players"]
    with pytest.raises(MocsarError, match=r"C022 Bea cannot lead: Anna does \(in kollar\)"):
        script(book, replace(scenario, given=replace(scenario.given, leader="Bea")))
