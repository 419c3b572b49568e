"""Checks of the end, and of speed: `bye`, the end of the input, requests a second."""

from __future__ import annotations

import contextlib
from time import perf_counter
from typing import Final

from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.subjects.process import Ended, TimedOut, TooLong

SLOW: Final = 200.0
"""Requests a second below which it is worth a word: a whole run asks some thousands."""
SLOW_START: Final = 3.0
"""Seconds to the first answer above which it is worth a word."""
ASKED: Final = 300
"""Requests by which speed is measured."""
LONGEST: Final = 5.0
"""Seconds for which speed is measured at most."""


def says_bye(bench: Bench) -> None:
    """`bye` is answered; a command then ends by itself, with status 0, and writes nothing more; a server stays."""
    talk = bench.talk
    talk.stop()
    talk.greet()
    try:
        answer = talk.say({"request": "bye"}, limit=talk.limits.answer)
    except Broken as broken:
        bench.broke(broken, "D090")
        return
    if answer["answer"] != "bye":
        bench.found("D090", what=str(answer["answer"]))
    if bench.target.kind == "http":
        try:
            talk.greet()
        except Broken as broken:
            bench.add(broken.finding(bench.check, "D073"))
    if bench.target.kind != "command":
        talk.stop()
        return
    channel = talk.channel
    if not channel.ended_within(talk.limits.answer):
        bench.found("D091")
    with contextlib.suppress(TimedOut, Ended, TooLong):
        talk.received(channel.line(0.1))
        bench.found("D093")
    if channel.status not in (0, None):
        bench.found("D092", status=str(channel.status))
    talk.stop()


def ends_with_input(bench: Bench) -> None:
    """When its input ends, it ends."""
    talk = bench.talk
    talk.stop()
    talk.greet()
    talk.channel.close_input()
    if not talk.channel.ended_within(talk.limits.answer):
        bench.found("D094")
    talk.stop()


def fast(bench: Bench) -> None:
    """Requests a second, one after the other, and how long it takes to start; never a fault."""
    talk = bench.talk
    talk.stop()
    talk.ask(bench.table.small())
    begun = perf_counter()
    asked = 0
    while asked < ASKED and perf_counter() - begun < LONGEST:
        talk.ask({"request": "view"})
        asked += 1
    bench.rate = asked / max(perf_counter() - begun, 1e-9)
    bench.note = ("speed", {"rate": f"{bench.rate:.0f}", "seconds": f"{bench.seconds:.2f}"})
    if bench.rate < SLOW:
        bench.found("D095", rate=f"{bench.rate:.0f}", least=f"{SLOW:.0f}")
    if bench.seconds > SLOW_START:
        bench.found("D096", seconds=f"{bench.seconds:.1f}")
    talk.stop()
