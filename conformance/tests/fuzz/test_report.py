"""A finding as a scenario names the rules that decide, and is one that `mocsar check` accepts."""

from __future__ import annotations

import pytest

from mocsar_conformance.fuzz.bench import Bench, Finding
from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan, Step
from mocsar_conformance.fuzz.report import Report, report
from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.independence import quick
from mocsar_conformance.subjects.base import Answer, Message
from mocsar_reference import Action, Rulebook

from .conftest import Change, Liar, claim

NAMES = ("Anna", "Bea", "Csaba")


def dealing(**hands: str) -> Dealing:
    return Dealing({name: tuple(hands[name].split()) for name in NAMES}, None, {"dealer": "Anna", "leader": "Anna"})


def act(player: str, text: str) -> Act:
    do, *cards = text.split()
    return Act(player, Action(do, tuple(cards)))


def told(
    book: Rulebook, change: Change, first: Dealing, steps: tuple[Step, ...], standing: tuple[str, ...] = ()
) -> Report:
    bench = Bench(Liar(book, change), book)
    setting = claim(book)
    found = bench.tried(Plan("kollar", NAMES, standing, first, steps), setting)
    assert isinstance(found, Finding)
    made = report(found, setting, book, "liar")
    assert check_scenarios(book, [made.case.scenario]) == []
    assert quick(book, [made.case.scenario]) == []
    return made


def accepts(reason: str) -> Change:
    def change(request: Message, answer: Answer) -> Answer:
        return {"answer": "accepted", "view": answer["view"]} if answer.get("reason") == reason else answer

    return change


ONE_EACH = dealing(Anna="3", Bea="3", Csaba="3")


def test_a_wrongly_accepted_action_names_the_rule_that_refuses_it(book: Rulebook) -> None:
    made = told(book, accepts("not-higher"), ONE_EACH, (act("Anna", "play 3"), act("Bea", "play 3")))
    assert made.case.scenario.rules[0] == "follow.beats.higher"
    assert made.failure.step == 1
    assert made.failure.differences[0].path == "answer"


def test_a_wrongly_refused_action_names_the_rule_of_the_reason_that_is_given(book: Rulebook) -> None:
    def refuses(request: Message, answer: Answer) -> Answer:
        if request["request"] == "act" and answer["answer"] == "accepted":
            return {"answer": "refused", "reason": "not-higher", "view": answer["view"]}
        return answer

    made = told(book, refuses, dealing(Anna="3", Bea="4", Csaba="3"), (act("Anna", "play 3"),))
    assert made.case.scenario.rules == ("follow.beats.higher",)


def test_what_is_listed_wrongly_is_excluded(book: Rulebook) -> None:
    def lists(request: Message, answer: Answer) -> Answer:
        if answer["answer"] != "legal":
            return answer
        return {**answer, "actions": [*answer["actions"], {"do": "play", "cards": ["3"]}]}

    made = told(book, lists, ONE_EACH, (act("Anna", "play 3"), Ask("Bea")))
    assert "{Bea: {excludes: [play 3]}}" in made.text
    assert made.case.scenario.rules[0] == "follow.beats.higher"


def test_what_is_missing_from_the_list_is_included(book: Rulebook) -> None:
    def lists_nothing(request: Message, answer: Answer) -> Answer:
        return {**answer, "actions": []} if answer["answer"] == "legal" else answer

    made = told(book, lists_nothing, ONE_EACH, (Ask("Anna"),))
    assert "{Anna: {includes: [play 3]}}" in made.text


def test_a_difference_in_a_later_deal_has_the_deal_before_it(book: Rulebook) -> None:
    def still_out(request: Message, answer: Answer) -> Answer:
        if request["request"] == "deal":
            return {**answer, "view": {**answer["view"], "out": ["Anna"]}}
        return answer

    steps = (act("Anna", "play 3"), act("Bea", "play 4"), Next(ONE_EACH))
    made = told(book, still_out, dealing(Anna="3", Bea="4", Csaba="3"), steps)
    assert made.failure.step == 3  # what is stated of the deal before it is a step of its own
    assert made.failure.sent is not None
    assert made.failure.sent["request"] == "deal"


def test_a_difference_right_after_the_exchange_names_the_rules_of_the_exchange(book: Rulebook) -> None:
    def keeps(request: Message, answer: Answer) -> Answer:
        if request["request"] == "start":
            return {**answer, "view": {**answer["view"], "owed": {}}}
        return answer

    made = told(book, keeps, dealing(Anna="3", Bea="3", Csaba="4 5 6 7"), (), NAMES)
    assert any(rule.startswith("exchange.") for rule in made.case.scenario.rules)
    assert "standing: [Anna, Bea, Csaba]" in made.text
    assert made.failure.where == "given"


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_it_has_a_title_in_both_languages(book: Rulebook, lang: str) -> None:
    made = told(book, accepts("must-lead"), ONE_EACH, (act("Anna", "pass"),))
    assert made.case.scenario.title[lang]


def test_a_trick_that_ends_too_early_names_the_rules_of_its_end(book: Rulebook) -> None:
    def ends(request: Message, answer: Answer) -> Answer:
        if request["request"] == "act" and request["action"].get("cards") == ["4"]:
            return {**answer, "view": {**answer["view"], "table": None, "turn": "Csaba"}}
        return answer

    steps = (act("Anna", "play 3"), act("Bea", "pass"), act("Csaba", "play 4"))
    made = told(book, ends, dealing(Anna="3 3", Bea="3", Csaba="4 4"), steps)
    assert made.case.scenario.rules[:2] == ("trick.ends.pass-goes-round", "passing.may-play-again")
