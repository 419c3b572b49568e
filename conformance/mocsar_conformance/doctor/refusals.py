"""Checks of refusing and listing: what cannot be is refused without a trace, what is listed is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mocsar_conformance.doctor.bench import Bench, words
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.doctor.situation import Message
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import did_you_mean

NO_CARD: Final = "99x"
NO_ACTION: Final = "doctor-dances"
MOST_LISTED: Final = 60
"""Listed actions that are tried, each from a start of its own."""


def refuses(bench: Bench) -> None:
    """What cannot be is refused, and changes nothing."""
    table, talk = bench.table, bench.talk
    start = table.small()
    for player, action in _impossible(bench, start):
        request: Message = {"request": "act", "player": player, "action": action}
        what = f"{player}: {words(action)}"
        if table.asked(start, request)["answer"] != "refused":
            continue  # this rulebook sees something in it
        before = bench.view(start)
        try:
            answer = talk.ask(request)
        except Broken as broken:
            bench.broke(broken, "D083", act=what)
            continue
        if answer["answer"] == "accepted":
            bench.found("D080", act=what)
            continue
        if answer["answer"] != "refused":
            bench.found("D083", act=what, what=str(answer["answer"]))
            continue
        differ = bench.differences(before, answer["view"])
        if differ:
            bench.found("D081", act=what, what=differ)
            continue
        differ = bench.differences(before, bench.view({"request": "view"}))
        if differ:
            bench.found("D082", act=what, what=differ)
            continue
        _reason(bench, answer, what)


def _reason(bench: Bench, answer: dict[str, Any], what: str) -> None:
    reason = answer.get("reason")
    if reason is None:
        if bench.states("reasons"):
            bench.found("D084", act=what)
        return
    known = bench.book.contents.reasons
    if reason not in known:
        bench.found("D085", got=neutralise(reason, 60), note=did_you_mean(reason, known))


def _impossible(bench: Bench, start: Message) -> Iterator[tuple[str, Message]]:
    """Yield a player and an action: out of turn, cards not held, none, an unknown card or action, what is not now."""
    table = bench.table
    table.asked(start)
    turn = next((name for name in start["players"] if table.legal(name)), start["players"][0])
    action = table.chosen(table.legal(turn))
    others = [name for name in start["players"] if name != turn]
    pack = list(table.game.pack(len(start["players"])))
    do = action["do"]
    if "cards" in action:
        foreign = next((card for card in pack if card not in start["hands"][turn]), None)
        yield others[0], {"do": do, "cards": start["hands"][others[0]][:1]}
        if foreign is not None:
            yield turn, {"do": do, "cards": [foreign]}
            yield turn, {"do": do, "cards": [*action["cards"], foreign]}
        yield turn, {"do": do, "cards": [*action["cards"] * 9]}
        yield turn, {"do": do, "cards": []}
        yield turn, {"do": do, "cards": [NO_CARD]}
        yield turn, {"do": do, "cards": pack}
    yield turn, {"do": NO_ACTION}
    yield turn, {"do": "toString", "cards": start["hands"][turn][:1]}
    for each in bench.book.contents.model.actions.values():
        rank = {"rank": pack[-1]} if each.rank else {}
        cards = {"cards": start["hands"][turn][:1]} if each.cards else {}
        if each.id != do:
            yield turn, {"do": each.id, **cards, **rank}


def lists(bench: Bench) -> None:
    """What `legal` lists is listed once and accepted; asking changes nothing."""
    bench.insist("legal")
    table, talk = bench.table, bench.talk
    start = table.small()
    before = bench.view(start)
    found: list[tuple[str, Message]] = []
    for player in start["players"]:
        answer = talk.ask({"request": "legal", "player": player})
        if answer["answer"] != "legal":
            bench.found("D069", what="legal", why=neutralise(str(answer.get("what", answer["answer"]))))
            return
        actions = answer["actions"]
        twice = _twice(actions)
        if twice:
            bench.found("D086", act=f"{player}: {words(twice[0])}")
        found += [(player, each) for each in actions]
    differ = bench.differences(before, bench.view({"request": "view"}))
    if differ:
        bench.found("D088", what=differ)
        return
    for player, action in found[:MOST_LISTED]:
        talk.ask(start)
        answer = talk.ask({"request": "act", "player": player, "action": action})
        if answer["answer"] != "accepted":
            bench.found("D087", act=f"{player}: {words(action)}")
            return


def _twice(actions: list[Message]) -> list[Message]:
    seen: set[tuple[Any, ...]] = set()
    twice = []
    for each in actions:
        meant = each.get("as") or {}
        key = (each["do"], tuple(sorted(each.get("cards", ()))), each.get("rank"), meant.get("form"), meant.get("rank"))
        if key in seen:
            twice.append(each)
        seen.add(key)
    return twice
