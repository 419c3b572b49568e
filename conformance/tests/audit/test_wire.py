"""Conversations by the protocol: what a subject answered otherwise than the rules is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from mocsar_conformance.match.match import Dealt, Done, Match
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook

from .conftest import Audit, Write

Pair = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture
def talk(rulebook: Rulebook) -> list[Pair]:
    """A short deal of Kollár's game: requests, and the right answers."""
    toggles = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in rulebook.setting("kollar").values.items()
    }
    requests: list[dict[str, Any]] = [
        {
            "request": "start",
            "variant": "kollar",
            "toggles": toggles,
            "players": ["Anna", "Bea", "Csaba"],
            "hands": {"Anna": ["5", "9"], "Bea": ["5", "7"], "Csaba": ["8", "K"]},
            "chance": {"dealer": "Anna", "leader": "Anna"},
        },
        act("Anna", "5"),
        act("Bea", "5"),  # refused: not higher
        {"request": "legal", "player": "Bea"},
        act("Bea", "7"),
        act("Csaba", "8"),
        act("Anna", "9"),  # out
        act("Bea"),
        act("Csaba", "K"),  # out; the deal is over
        {"request": "view"},
    ]
    subject = ReferenceSubject(rulebook)
    hello: Pair = ({"request": "hello", "kit": "mocsar", "version": "0", "protocol": {"min": 1, "max": 1}}, {})
    introduction = {"answer": "hello", "protocol": 1, "name": "x", "plays": [{"variant": "kollar"}]}
    pairs = [(hello[0], introduction)]
    for request in requests:
        answer = dict(subject.request(request))
        del answer["id"]
        pairs.append((request, json.loads(json.dumps(answer))))
    return pairs


def act(player: str, *cards: str) -> dict[str, Any]:
    action = {"do": "play", "cards": list(cards)} if cards else {"do": "pass"}
    return {"request": "act", "player": player, "action": action}


def lines(pairs: Sequence[Pair], whose: str = "") -> list[str]:
    """Return a conversation as `--show-wire` prints it."""
    return [f"{whose}{mark} {json.dumps(each)}" for pair in pairs for mark, each in zip("><", pair, strict=True)]


def line_of(index: int) -> int:
    """Return the line of a request; its answer is on the next."""
    return 2 * index + 1


START, ANNA_5, BEA_5, LEGAL, BEA_7, CSABA_8, ANNA_9, BEA_PASS, CSABA_K, VIEW = range(1, 11)


def test_right_answers_are_clean_in_each_way_of_writing(audit: Audit, write: Write, talk: list[Pair]) -> None:
    marked = lines(talk)
    bare = [json.dumps(each) for pair in talk for each in pair]
    replayed = [json.dumps(pair[0]) if at == 0 else f"< {json.dumps(pair[1])}" for pair in talk for at in (0, 1)]
    numbered = [json.dumps({"id": n // 2, **json.loads(each)}) for n, each in enumerate(bare)]
    among = ["loading …", marked[0], "warning: {", *marked[1:], "done"]
    for log in (marked, bare, replayed, numbered, among):
        ended = audit(write(log))
        assert (ended.code, ended.report["found"], ended.report["moves"]) == (0, 0, 7), ended.out


def test_a_wrong_action_accepted(audit: Audit, write: Write, talk: list[Pair]) -> None:
    talk[BEA_5] = talk[BEA_5][0], {"answer": "accepted", "view": talk[BEA_5][1]["view"]}
    ended = audit(write(lines(talk)))
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["player"]) == ("A001", line_of(BEA_5), "Bea")
    assert found["rules"] == ["follow.beats.higher"]
    assert ended.report["unjudged"] == 5  # Bea's seven and all after it


def test_a_right_action_refused(audit: Audit, write: Write, talk: list[Pair]) -> None:
    refused = {"answer": "refused", "reason": "other-number", "view": talk[LEGAL - 1][1]["view"]}
    ended = audit(write(lines([*talk[:BEA_7], (talk[BEA_7][0], refused), *talk[BEA_7:]])))
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["rules"]) == ("A003", line_of(BEA_7), ["follow.alike"])
    assert ended.report["unjudged"] == 0  # nothing changed, so that all after it is judged


def test_out_of_turn(audit: Audit, write: Write, talk: list[Pair]) -> None:
    accepted = {"answer": "accepted", "view": talk[ANNA_5][1]["view"]}
    ended = audit(write(lines([*talk[:BEA_5], (act("Csaba", "8"), accepted)])))
    assert ended.found == [("A002", line_of(BEA_5))]


def test_what_is_shown_otherwise(audit: Audit, write: Write, talk: list[Pair]) -> None:
    view = talk[BEA_7][1]["view"]
    view["table"]["rank"] = "8"
    view["sizes"]["Bea"] = 2
    ended = audit(write(lines(talk)))
    assert [(each["code"], each["line"], each["what"].split(":")[0]) for each in ended.report["findings"]] == [
        ("A030", line_of(BEA_7) + 1, "sizes.Bea"),
        ("A030", line_of(BEA_7) + 1, "table.rank"),
    ]
    assert ended.report["unjudged"] == 0


def test_an_entry_that_stays_wrong_is_told_once_a_deal(audit: Audit, write: Write, talk: list[Pair]) -> None:
    for _, answer in talk[BEA_7:]:
        answer["view"]["pile"] += 1
    assert audit(write(lines(talk))).found == [("A030", line_of(BEA_7) + 1)]


def test_the_end_of_a_deal(audit: Audit, write: Write, talk: list[Pair]) -> None:
    before = json.loads(json.dumps(talk))
    view = talk[CSABA_K][1]["view"]
    view["titles"]["Bea"], view["titles"]["Anna"] = view["titles"]["Anna"], view["titles"]["Bea"]
    assert {code for code, _ in audit(write(lines(talk[:-1]))).found} == {"A013"}
    before[CSABA_K][1]["view"]["out"] = ["Csaba", "Anna", "Bea"]
    assert audit(write(lines(before[:-1]))).found == [("A012", line_of(CSABA_K) + 1)]
    before[CSABA_K][1]["view"] = before[BEA_PASS][1]["view"]
    assert ("A011", line_of(CSABA_K) + 1) in audit(write(lines(before[:-1]))).found
    before[ANNA_9][1]["view"] = {"phase": "over"}
    assert ("A010", line_of(ANNA_9) + 1) in audit(write(lines(before[:-1]))).found


def test_a_wrong_list(audit: Audit, write: Write, talk: list[Pair]) -> None:
    talk[LEGAL][1]["actions"] = [{"do": "play", "cards": ["5"]}, {"do": "play", "cards": ["7"]}]
    (found,) = audit(write(lines(talk))).report["findings"]
    assert (found["code"], found["line"], found["player"]) == ("A031", line_of(LEGAL) + 1, "Bea")
    assert (found["expected"], found["got"]) == (["pass"], ["play 5"])


def test_conversations_side_by_side(audit: Audit, write: Write, talk: list[Pair]) -> None:
    wrong = json.loads(json.dumps(talk))
    wrong[BEA_5][1]["answer"] = "accepted"
    both = zip(lines(talk, "[1] "), lines(wrong, "[2] "), strict=True)
    ended = audit(write([line for pair in both for line in pair]))
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["conversation"]) == ("A001", 2 * line_of(BEA_5), "2")
    assert ended.report["matches"] == 2


def test_requests_that_are_sent_ahead(audit: Audit, write: Write, talk: list[Pair]) -> None:
    requests, answers = zip(*talk, strict=True)
    assert audit(write([*(f"> {json.dumps(r)}" for r in requests), *(f"< {json.dumps(a)}" for a in answers)])).code == 0
    numbered = [json.dumps({"id": n, **each}) for n, each in enumerate(requests)]
    turned = [json.dumps({"id": n, **each}) for n, each in enumerate(answers)]
    ended = audit(write([*numbered, *turned[:BEA_PASS], *turned[BEA_PASS + 1 :]]))  # one answer is lost
    assert (ended.code, ended.report["unanswered"]) == (0, 1)


def test_requests_without_answers_have_nothing_wrong(audit: Audit, write: Write, talk: list[Pair]) -> None:
    ended = audit(write([json.dumps(request) for request, _ in talk]))
    assert (ended.code, ended.report["moves"], ended.report["unanswered"]) == (0, 0, 7)


def test_what_it_does_not_play_is_no_finding(audit: Audit, write: Write, talk: list[Pair]) -> None:
    no = {"answer": "unsupported", "what": "kollar"}
    ended = audit(write(lines([talk[0], (talk[START][0], no), (talk[ANNA_5][0], no), *talk])))
    assert (ended.code, ended.report["matches"]) == (0, 1)


def test_damage_costs_the_rest_of_the_deal(audit: Audit, write: Write, talk: list[Pair]) -> None:
    log = lines(talk)
    log[line_of(BEA_5)] = '< {"answer":"refused","view":{"phase":7}}'
    log[line_of(CSABA_8)] = "< {broken"
    ended = audit(write([*log, *lines(talk)]))
    assert ended.found == [("A043", line_of(CSABA_8) + 1), ("A047", line_of(BEA_5) + 1)]
    assert ended.report["moves"] == 1 + 7


def test_a_deal_that_does_not_say_all(audit: Audit, write: Write, talk: list[Pair]) -> None:
    request = talk[START][0]
    del request["chance"]["leader"]
    ended = audit(write(lines(talk)))
    assert ended.found == [("A021", line_of(START))]
    assert ended.report["unjudged"] == 7
    del request["hands"]
    assert audit(write(lines(talk))).kinds == {"A047": 1, "A049": 1}


def test_deals_go_on_after_what_could_not_be_judged(audit: Audit, write: Write, rulebook: Rulebook) -> None:
    """Two deals by the reference; a play of the first is left out, and the whole second is judged all the same."""
    match = Match(rulebook.game("kollar"), ["Anna", "Bea", "Csaba"], 3)
    subject = ReferenceSubject(rulebook)
    toggles = {
        name: list(value) if isinstance(value, tuple) else value for name, value in match.game.setting.values.items()
    }
    pairs: list[Pair] = []

    def ask(request: dict[str, Any]) -> None:
        answer = dict(subject.request(request))
        del answer["id"]
        pairs.append((request, json.loads(json.dumps(answer))))

    second = 0
    for number in range(2):
        match.deal()
        dealt = match.log[-1]
        assert isinstance(dealt, Dealt)
        deal = {"pack": list(dealt.pack), "chance": dict(dealt.chance)}
        start = {"request": "start", "variant": "kollar", "toggles": toggles, "players": list(match.players)}
        second = len(pairs)
        ask({"request": "deal", **deal} if number else {**start, **deal})
        while not match.deal_is_over:
            player = match.game.to_act(match.state)[0]
            match.act(player, match.game.legal(match.state, player)[-1])
            done = next(each for each in reversed(match.log) if isinstance(each, Done))
            ask({"request": "act", "player": player, "action": done.action.to_json()})
    assert audit(write(lines(pairs))).code == 0
    ended = audit(write(lines([*pairs[:5], *pairs[6:]])))
    assert {line for _, line in ended.found} == {line_of(5)}
    assert ended.report["unjudged"] == second - 7
    assert ended.report["moves"] == len(pairs) - 2 - 1 - (second - 7)
