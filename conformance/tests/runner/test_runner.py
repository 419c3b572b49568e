"""What the runner makes of subjects that lie in one way each."""

from __future__ import annotations

from typing import Any

import pytest

from mocsar_conformance.records import ABSENT
from mocsar_conformance.runner import own_cases, run
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_conformance.verdicts import conformance, is_finding


def changed_view(**entries: Any) -> Any:
    """A lie about the view of every accepted action."""

    def lie(message: Any, answer: Any) -> Any:
        if answer["answer"] == "accepted":
            answer["view"] = {**answer["view"], **entries}
        return answer

    return lie


def without_view(*entries: str) -> Any:
    """A view that lacks entries."""

    def lie(message: Any, answer: Any) -> Any:
        if "view" in answer:
            answer["view"] = {name: value for name, value in answer["view"].items() if name not in entries}
        return answer

    return lie


def reason(text: str | None) -> Any:
    def lie(message: Any, answer: Any) -> Any:
        if answer["answer"] == "refused":
            answer["reason"] = text
        return answer

    return lie


def at(cards: list[str], told: Any) -> Any:
    """A lie about the act with these cards; None crashes."""

    def lie(message: Any, answer: Any) -> Any:
        hit = message["request"] == "act" and message["action"].get("cards") == cards
        return (None if told is None else {**answer, **told}) if hit else answer

    return lie


def legal(change: Any) -> Any:
    def lie(message: Any, answer: Any) -> Any:
        if answer["answer"] == "legal":
            answer["actions"] = change(answer["actions"])
        return answer

    return lie


def test_an_honest_subject_passes(outcomes: Any, liar: Any) -> None:
    found = outcomes(liar(), "beats", "whole-deal", "legal", "wrong-twice")
    assert [each.verdict for each in found] == ["pass"] * 4
    assert conformance("kollar", found).standing == "conformant"


# ---- reasons


def test_a_wrong_reason_differs_and_is_no_finding(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(reason("not-your-turn")), "beats")
    assert found.verdict == "reason-differs"
    assert not is_finding(found)
    [difference] = found.failure.differences
    assert (difference.path, difference.expected, difference.got) == ("reason", "not-higher", "not-your-turn")


def test_any_reason_that_applies_will_do(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(reason("cards-not-held")), "wrong-twice")
    assert found.verdict == "pass"


def test_a_subject_that_gives_no_reasons_passes(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(reason(None), without=["reasons"]), "beats")
    assert found.verdict == "pass"


def test_a_subject_that_promises_reasons_must_give_them(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(reason(None)), "beats")
    assert found.verdict == "reason-differs"


# ---- what is wrong


def test_a_wrong_turn_fails(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(changed_view(turn="Anna")), "beats")
    assert found.verdict == "fail"
    assert (found.failure.where, found.failure.step) == ("steps", 0)


def test_every_difference_of_a_step_is_told(outcomes: Any, liar: Any) -> None:
    sizes = {"Anna": 3, "Bea": 3, "Csaba": 3}
    [found] = outcomes(liar(changed_view(turn="Anna", sizes=sizes)), "beats")
    assert [each.path for each in found.failure.differences] == ["view.turn", "view.sizes.Anna"]


def test_accepting_what_is_refused_fails(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(at(["5"], {"answer": "accepted"})), "beats")
    assert found.verdict == "fail"
    assert found.failure.step == 1


def test_a_refusal_that_changes_something_fails(outcomes: Any, liar: Any) -> None:
    def lie(message: Any, answer: Any) -> Any:
        if answer["answer"] == "refused":
            answer["view"] = {**answer["view"], "turn": "Csaba"}
        return answer

    [found] = outcomes(liar(lie), "beats")
    assert [each.path for each in found.failure.differences] == ["view.turn"]


def test_a_failure_has_the_requests_up_to_it(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(at(["7"], {"answer": "refused"})), "beats")
    assert [each["request"] for each in found.failure.requests] == [
        "start",
        *["act"] * 4,
    ]  # what is refused is asked twice
    assert found.failure.sent is found.failure.requests[-1]


def test_a_scenario_stops_at_its_first_failing_step(outcomes: Any, liar: Any) -> None:
    subject = liar(changed_view(turn="Anna"), without=["requests-ahead"])
    outcomes(subject, "beats")
    assert [each["request"] for each in subject.asked] == ["start", "act"]


def test_a_disputed_scenario_does_not_gate(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(), "disputed")
    assert found.verdict == "fail"
    assert not is_finding(found)
    assert found.disputed == "https://example.org/1"


# ---- what a view shows


def test_a_core_entry_that_is_left_out_is_unsupported(outcomes: Any, liar: Any) -> None:
    found = outcomes(liar(without_view("titles")), "whole-deal", "beats")
    assert [each.verdict for each in found] == ["unsupported", "pass"]
    assert found[0].what == "view.titles"
    assert conformance("kollar", found).standing == "partial"


def test_a_field_of_a_core_entry_that_is_left_out_is_unsupported(outcomes: Any, liar: Any) -> None:
    def lie(message: Any, answer: Any) -> Any:
        table = answer.get("view", {}).get("table")
        if table:
            answer["view"]["table"] = {name: value for name, value in table.items() if name != "owner"}
        return answer

    [found] = outcomes(liar(lie), "beats")
    assert (found.verdict, found.what) == ("unsupported", "view.table.owner")


def test_a_player_who_is_left_out_of_the_sizes_is_wrong(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(changed_view(sizes={"Anna": 2, "Bea": 3})), "beats")
    [difference] = found.failure.differences
    assert (difference.path, difference.got) == ("view.sizes.Csaba", ABSENT)


def test_entries_beyond_the_core_may_be_left_out(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(without_view("hands", "seating", "leader", "owed"), without=["cards"]), "beats")
    assert found.verdict == "pass"


def test_cards_that_were_promised_must_be_shown(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(without_view("hands")), "beats")
    assert (found.verdict, found.what) == ("unsupported", "view.hands")


def test_what_is_refused_once_and_then_accepted_fails(outcomes: Any, liar: Any) -> None:
    tries: list[Any] = []

    def lie(message: Any, answer: Any) -> Any:
        tries.append(message)
        return {**answer, "answer": "accepted"} if tries.count(message) == 2 else answer

    [found] = outcomes(liar(lie), "wrong-twice")
    assert found.verdict == "fail"
    assert [each.path for each in found.failure.differences] == ["asked again: answer"]


def test_entries_beyond_the_core_are_compared_where_they_are_shown(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(changed_view(leader="Csaba")), "beats")
    assert [each.path for each in found.failure.differences] == ["view.leader"]


def test_entries_that_nobody_knows_and_the_order_of_cards_do_not_matter(outcomes: Any, liar: Any) -> None:
    def lie(message: Any, answer: Any) -> Any:
        view = answer["view"]
        hands = {name: cards[::-1] for name, cards in view["hands"].items()}
        answer["view"] = {**view, "hands": hands, "weather": "fine", "owed": {"Anna": 0}}
        return answer

    [found] = outcomes(liar(lie), "beats")
    assert found.verdict == "pass"


# ---- legal


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda actions: [*actions, {"do": "play", "cards": ["5"]}], "actions[play 5]"),
        (lambda actions: actions[:-1], "actions[pass]"),
        (lambda actions: [*actions, actions[0]], "actions[play 8]"),
    ],
    ids=["one too many", "one missing", "one twice"],
)
def test_a_wrong_list_of_legal_actions_fails(outcomes: Any, liar: Any, change: Any, path: str) -> None:
    [found] = outcomes(liar(legal(change)), "legal")
    assert [each.path for each in found.failure.differences] == [path]


def test_what_cards_are_meant_as_may_be_said_needlessly(outcomes: Any, liar: Any) -> None:
    def say(actions: Any) -> Any:
        return [each | {"as": {"form": "set", "rank": "8"}} if each["do"] == "play" else each for each in actions][::-1]

    [found] = outcomes(liar(legal(say)), "legal")
    assert found.verdict == "pass"


def test_who_cannot_list_is_probed(outcomes: Any, liar: Any) -> None:
    subject = liar(without=["legal"])
    [found] = outcomes(subject, "legal")
    assert found.verdict == "pass"
    assert not any(each["request"] == "legal" for each in subject.asked)


def test_a_probe_finds_what_is_accepted_wrongly(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(at(["8", "8"], {"answer": "accepted"}), without=["legal"]), "legal")
    assert found.verdict == "fail"
    assert found.failure.sent["action"]["cards"] == ["8", "8"]


# ---- subjects that fail


def test_a_crash_costs_the_scenario_at_hand(outcomes: Any, liar: Any) -> None:
    found = outcomes(liar(at(["7"], None)), "beats", "wrong-twice")
    assert [each.verdict for each in found] == ["crash", "pass"]
    assert found[0].failure.step == 2
    assert found[0].failure.diagnosis.code == "P010"


def test_what_was_wrong_before_a_crash_counts_more(outcomes: Any, liar: Any) -> None:
    def lie(message: Any, answer: Any) -> Any:
        return at(["7"], None)(message, changed_view(turn="Anna")(message, answer))

    [found] = outcomes(liar(lie), "beats")
    assert (found.verdict, found.failure.step) == ("fail", 0)


def test_what_a_subject_says_is_unsupported_is_so(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(lambda *_: {"answer": "unsupported", "what": "jokers"}), "beats")
    assert (found.verdict, found.what) == ("unsupported", "jokers")
    assert is_finding(found)


def test_a_capability_that_is_needed_and_not_stated_is_unsupported(outcomes: Any, liar: Any) -> None:
    subject = liar(without=["hands", "pack"])
    [found] = outcomes(subject, "beats")
    assert (found.verdict, found.what) == ("unsupported", "capability `hands`")
    assert subject.asked == []


# ---- settings


def otherwise(toggle: str, value: Any) -> Any:
    """No lie, but another reading: see `Liar.reads`."""

    def lie(message: Any, answer: Any) -> Any:
        return answer

    lie.reads = {toggle: value}  # type: ignore[attr-defined]
    return lie


ONE_LAP = otherwise("trick.ends", "one-lap")


@pytest.mark.parametrize("without", [[], ["requests-ahead"], ["legal"]])
def test_a_difference_on_a_reading_that_is_not_claimed_is_no_finding(outcomes: Any, liar: Any, without: Any) -> None:
    [found] = outcomes(liar(ONE_LAP, without=without), "reading")
    assert found.verdict == "reading-differs"
    assert not is_finding(found)
    assert "trick.ends" in found.readings
    assert {"trick.ends": "one-lap"} in found.failure.as_if
    passed = outcomes(liar(), "beats")
    assert conformance("kollar", [*passed, found]).standing == "conformant-except-readings"


def test_a_difference_on_a_reading_that_is_claimed_fails(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(ONE_LAP, toggles={"trick.ends": "pass-goes-round"}), "reading")
    assert (found.verdict, found.failure.as_if) == ("fail", ())


def test_what_no_reading_allows_fails_whatever_the_scenario_names(outcomes: Any, liar: Any) -> None:
    found = outcomes(liar(at(["joker", "joker"], {"answer": "refused"})), "wild-pair")
    found += outcomes(liar(at(["9"], {"answer": "refused"})), "reading")
    assert [each.verdict for each in found] == ["fail", "fail"]


def test_a_reading_counts_where_the_scenario_does_not_name_it(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(otherwise("dealing.dealer", "next-to-the-left")), "two-deals")
    assert found.verdict == "reading-differs"
    assert [next(iter(each)) for each in found.failure.as_if] == ["dealing.dealer"]


def test_what_was_right_under_one_reading_and_then_under_another_fails(outcomes: Any, liar: Any) -> None:
    def lie(message: Any, answer: Any) -> Any:
        hit = message["request"] == "act" and message["action"].get("cards") == ["5"]
        return {**answer, "view": {**answer["view"], "turn": "Csaba"}} if hit else answer

    lie.reads = ONE_LAP.reads  # type: ignore[attr-defined]
    [found] = outcomes(liar(lie), "reading")
    assert found.verdict == "fail"


def test_scenarios_own_settings_are_played_by_the_reference(book: Any, suite: Any) -> None:
    [case] = own_cases(book, [suite["own-setting"], suite["beats"]])
    assert (case.claim.short, case.unclaimed) == ("kollar(play.beats=equal-or-higher)", ())
    assert [each.verdict for each in run([case], ReferenceSubject(book), book)] == ["pass"]


def test_what_does_not_apply_is_skipped(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(), "one-lap")
    assert found.verdict == "skipped"
    assert "one-lap" in found.what


def test_a_setting_that_is_claimed_is_what_is_tested(outcomes: Any, liar: Any) -> None:
    [found] = outcomes(liar(toggles={"trick.ends": "one-lap"}), "one-lap")
    assert (found.verdict, found.variant) == ("pass", "kollar(trick.ends=one-lap)")


def test_the_rule_that_refuses_is_named_first_where_a_subject_lists_too_much(outcomes: Any, liar: Any) -> None:
    """The scenario is about something else; that one plays one's own cards is what the subject breaks."""
    [found] = outcomes(liar(legal(lambda actions: [*actions, {"do": "play", "cards": ["K"]}])), "legal")
    assert found.verdict == "fail"
    assert found.failure.rules[0] == "play.cards-held"
    assert set(found.rules) <= set(found.failure.rules)
