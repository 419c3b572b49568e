"""Checks with unusual tables: names of any kind, the largest hands, the most players, cards in another order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mocsar_conformance.doctor.bench import Bench, listed, stop, words
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.doctor.situation import NAMES, Message, renamed
from mocsar_conformance.text import neutralise

STRANGE: Final = (
    "Ágnes Őrsi",
    "Ödön Űrhajós",
    "李小龍",
    "さくら",
    "Ελένη",
    "مريم",
    "שרה",
    "👩‍🚀🎉",
    'Anna "Bé" O\'Neil',
    "back\\slash",
    '{"id":1}',
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "null",
    "true",
    "10",
    "2",
    "a.b",
    "<b>&amp;",
    "%s%n",
    "$1",
    "e\u0301",
    "\u00e9",
    "anna",
    "ANNA",
    "joker",
    "table",
    "w" * 64,
    "🂡" * 64,
)
"""Any text of 1 to 64 characters is a name; these trip up what takes names for something else."""
ENOUGH: Final = 40
"""Steps of a deal that are played with strange names."""


def names(bench: Bench) -> None:
    """Players may be called anything: the same deal with other names goes the same way."""
    table, talk = bench.table, bench.talk
    plain = NAMES[: table.most]
    for at in range(0, len(STRANGE), len(plain)):
        chosen = [*STRANGE[at : at + len(plain)]]
        chosen += plain[len(chosen) :]
        mapping = dict(zip(plain, chosen, strict=True))
        start = table.small(plain, seed=at)
        script = [step.request for _, step in zip(range(ENOUGH), table.played(start), strict=False)]
        try:
            usual = _all_answers(bench, script)
        except Broken:
            stop("plain-names")
        try:
            for request, before in zip(renamed(script, mapping), usual, strict=False):
                answer = talk.ask(request)
                if answer["answer"] != before["answer"]:
                    bench.found("D075", names=listed(chosen), what=f"{before['answer']} → {answer['answer']}")
                    return
                differ = bench.differences(renamed(before.get("view", {}), mapping), answer.get("view", {}))
                if differ:
                    bench.found("D075", names=_guilty(chosen, differ) or listed(chosen), what=differ)
                    return
        except Broken as broken:
            bench.broke(broken, "D075", names=listed(chosen))
            return


def large_hands(bench: Bench) -> None:
    """The whole pack can be dealt to the fewest players."""
    players = bench.table.players
    _whole(bench, players, "D076")


def many_players(bench: Bench) -> None:
    """The whole pack can be dealt to the most players."""
    _whole(bench, NAMES[: bench.table.most], "D077")


def order(bench: Bench) -> None:
    """Cards may be named in any order, in the hands dealt and in an action; and hands in any order of players."""
    table = bench.table
    found = table.of_different_cards()
    if found is None:
        steps = table.played(table.small())
        start, act = next(steps).request, next(steps).request
    else:
        start, player, action = found
        act = {"request": "act", "player": player, "action": action}
    hands = {name: list(reversed(cards)) for name, cards in reversed(list(start["hands"].items()))}
    cards = list(reversed(act["action"].get("cards", ())))
    usual = [bench.asked(start), bench.asked(act)]
    for other in (
        ({**start, "hands": hands}, act),
        (start, {**act, "action": {**act["action"], **({"cards": cards} if cards else {})}}),
    ):
        for before, request in zip(usual, other, strict=True):
            answer = bench.asked(request)
            if answer["answer"] != before["answer"]:
                what = f"{words(act['action'])}: {before['answer']} → {answer['answer']}"
                bench.found("D078", what=what)
                return
            differ = bench.differences(before.get("view", {}), answer.get("view", {}))
            if differ:
                bench.found("D078", what=differ)
                return


def _all_answers(bench: Bench, script: list[Message]) -> list[dict[str, Any]]:
    answers = []
    for request in script:
        answer = bench.talk.ask(request)
        answers.append(answer)
        if answer["answer"] not in ("view", "accepted"):
            break
    return answers


def _guilty(chosen: list[str], differ: str) -> str:
    return listed([each for each in chosen if f".{each}:" in differ])


def _whole(bench: Bench, players: tuple[str, ...], code: str) -> None:
    table = bench.table
    hands = table.whole(players)
    start = table.start(players, hands)
    many = {"players": str(len(players)), "cards": str(max(map(len, hands.values())))}
    try:
        answer = bench.talk.ask(start)
    except Broken as broken:
        bench.broke(broken, code, **many)
        return
    sizes = (answer.get("view") or {}).get("sizes")
    if answer["answer"] != "view":
        _too_much(bench, code, str(answer.get("what", answer["answer"])), many)
    elif sizes is not None and sizes != table.asked(start)["view"]["sizes"]:
        _too_much(bench, code, f"sizes {sizes}", many)


def _too_much(bench: Bench, code: str, what: str, many: Mapping[str, str]) -> None:
    bench.found(code, what=neutralise(what, 200), players=many["players"], cards=many["cards"])
