"""Checks of a server alone: matches outlive connections, and sessions keep them apart."""

from __future__ import annotations

from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.model import Broken


def keeps_the_match(bench: Bench) -> None:
    """A match goes on when another connection carries the next request."""
    before = bench.view(bench.table.small())
    bench.talk.reconnect()
    try:
        answer = bench.talk.say({"request": "view"}, limit=bench.talk.limits.answer)
    except Broken as broken:
        bench.broke(broken, "D071")
        return
    differ = bench.differences(before, answer.get("view", {}))
    if answer["answer"] != "view" or differ:
        bench.found("D071", what=differ or str(answer["answer"]))


def keeps_apart(bench: Bench) -> None:
    """What happens in one session changes nothing in another."""
    bench.insist("sessions")
    talk, table = bench.talk, bench.table
    before = bench.view(table.small())
    first = talk.session
    talk.other_session()
    steps = table.played(table.small(seed=1))
    for _, step in zip(range(2), steps, strict=False):
        talk.ask(step.request)
    talk.session = first
    answer = bench.asked({"request": "view"})
    differ = bench.differences(before, answer.get("view", {}))
    if answer["answer"] != "view" or differ:
        bench.found("D072", what=differ or str(answer["answer"]))
