"""Checks of the lines themselves: nothing but answers on the output, ids repeated, unknown fields let be."""

from __future__ import annotations

import contextlib
import json
from typing import Final

from mocsar_conformance.doctor.bench import Bench, listed, stop
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.messages import MessageError, encode, parse
from mocsar_conformance.subjects.process import Ended, TimedOut, TooLong

IDS: Final = (7, 8, 1000, 65_536, 2**31 - 1, 2**31, 2**32 + 1, 2**53 - 1, 12)
"""Around what halves, wholes and fractions hold, and a smaller one at last."""
QUIET: Final = 0.1
"""Seconds at least, in which nothing may be written before a request."""
AHEAD: Final = 200
"""Requests sent at once."""
UNKNOWN_TOGGLE: Final = "doctor.no-such-toggle"
"""A toggle that no rulebook has."""


def nothing_else(bench: Bench) -> None:
    """Nothing is written before the first request, nor between and after answers; forgiven faults are told here."""
    talk = bench.talk
    talk.stop()
    with contextlib.suppress(TimedOut, Ended, TooLong):
        talk.received(talk.channel.line(QUIET + 2 * bench.seconds))
        bench.found("D030", what="")
    talk.greet()
    for _ in range(3):
        with contextlib.suppress(Broken):  # whether it is answered is another check's concern
            talk.ask({"request": "doctor-knocks"})
    if not talk.running:
        return
    with contextlib.suppress(TimedOut, Ended, TooLong):
        late = talk.channel.line(QUIET)
        talk.received(late)
        with contextlib.suppress(MessageError):
            if talk.was_answered(parse(late).get("id")):
                bench.found("D032", id=str(parse(late)["id"]))
                return
        bench.found("D031", what="")


def ids(bench: Bench) -> None:
    """Ids are repeated, whatever whole number they are; a forgiven wrong one is told here."""
    for number in IDS:
        if any(each.code in ("D040", "D041", "D042") for each in bench.findings) or bench.talk.loose:
            return
        bench.talk.ask(bench.table.small() if number == IDS[0] else {"request": "view"}, number)
    bench.talk.stop()


def unknown_fields(bench: Bench) -> None:
    """Fields that it does not know change nothing, wherever they stand and whatever is in them."""
    talk = bench.talk
    steps = bench.table.played(bench.table.small())
    start, act = next(steps).request, next(steps).request
    plain = bench.view(start), bench.asked(act)
    extra = {"doctor": {"deep": [None, 1.5, True, {"é": []}]}, "x-doctor": "–"}
    more = {**act["action"], "doctor": extra}
    try:
        talk.stop()
        talk.greet()
        first = talk.say(
            {**extra, **start}, 11, _with_id_last({**extra, **talk.addressed(start)}, 11), talk.limits.answer
        )
        second = talk.say({**act, "action": more, **extra}, 12, None, talk.limits.answer)
    except Broken as broken:
        bench.broke(broken, "D051")
        return
    same = not bench.differences(plain[0], first.get("view", {})) and second["answer"] == plain[1]["answer"]
    if not same or bench.differences(plain[1].get("view", {}), second.get("view", {})):
        bench.found("D051", what=listed([first["answer"], second["answer"]]))
    talk.stop()


def unknown_toggles(bench: Bench) -> None:
    """A toggle that it does not know is ignored where it is not chosen; where it is, the game is not started."""
    talk = bench.talk
    start = bench.table.small()
    plain = bench.view(start)
    more = {**start["toggles"], UNKNOWN_TOGGLE: "never"}
    try:
        talk.stop()
        answer = talk.ask({**start, "toggles": more})
    except Broken as broken:
        bench.broke(broken, "D056")
        return
    if answer["answer"] != "view" or bench.differences(plain, answer["view"]):
        bench.found("D056", what=listed([answer["answer"]]))
        return
    more[UNKNOWN_TOGGLE] = "always"
    talk.stop()
    with contextlib.suppress(Broken):  # that it fails is no good manners, but no wrong game either
        if talk.ask({**start, "toggles": more, "chosen": [*start["chosen"], UNKNOWN_TOGGLE]})["answer"] == "view":
            bench.found("D057", what=UNKNOWN_TOGGLE)
    talk.stop()


def ahead(bench: Bench) -> None:
    """Requests sent ahead are all answered, in order, though nobody reads the answers at first."""
    bench.insist("requests-ahead")
    if bench.has_told("D031", "D032", "D034"):
        stop("needs", check="lines")
    talk = bench.talk
    talk.stop()
    talk.ask(bench.table.small())
    numbers = talk.ahead([{"request": "view"}] * AHEAD)
    got: list[object] = []
    with contextlib.suppress(TimedOut, Ended, TooLong):
        while len(got) < AHEAD:
            line = talk.channel.line(talk.limits.answer)
            talk.received(line)
            with contextlib.suppress(MessageError):
                got.append(parse(line).get("id"))
    right = len(got) if talk.loose else next((n for n, each in enumerate(got) if each != numbers[n]), len(got))
    if right < AHEAD:
        bench.found("D089", what=str(right), all=str(AHEAD))
    talk.stop()


def _with_id_last(message: dict[str, object], number: int) -> bytes:
    """Return a request with its fields in another order and spaces between, as JSON allows."""
    body = {key: of for key, of in json.loads(encode(message, number)).items() if key != "id"}
    return json.dumps({**body, "id": number}, ensure_ascii=True).encode() + b"\n"
