"""Checks of the beginning: it starts, says `hello`, says it again after a restart, and states what there is."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

from mocsar_conformance.claims import claims_of
from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.doctor.talk import Answer
from mocsar_conformance.messages import PROTOCOL, MessageError, hello_request, validate_answer
from mocsar_conformance.subjects.base import Hello
from mocsar_conformance.subjects.reference import CAPABILITIES
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import did_you_mean

KNOWN_CAPABILITIES = (*sorted(CAPABILITIES), "sessions")


def starts(bench: Bench) -> None:
    """It starts, and answers the first request, `hello`, with what `hello` must have."""
    begun = perf_counter()
    answer = bench.talk.greet()
    bench.seconds = perf_counter() - begun
    try:
        if answer.get("answer") != "hello":
            raise MessageError("P062", f"it is {neutralise(repr(answer.get('answer')), 60)}")
        validate_answer(hello_request("en"), {**answer, "id": 0})
    except MessageError as error:
        bench.found("D020", blocks=True, note=error.hint, what=error.message)
        return
    bench.hello = Hello.of(answer)
    if bench.hello.protocol not in PROTOCOL:
        bench.found("D021", blocks=True, got=str(bench.hello.protocol), range=f"{PROTOCOL[0]}–{PROTOCOL[-1]}")
    if bench.states("sessions") and bench.target.kind == "http":
        bench.talk.other_session()


def introduces(bench: Bench) -> None:
    """What `hello` states exists: capabilities, variants, toggles and their values."""
    hello = bench.known
    for each in sorted(hello.capabilities - set(KNOWN_CAPABILITIES)):
        hint = did_you_mean(each, KNOWN_CAPABILITIES)
        bench.found("D022", what=neutralise(each, 80), note=hint)
    if "hands" not in hello.capabilities:
        bench.found("D026")
    edition = bench.book.contents.edition
    if hello.edition and hello.edition != edition:
        bench.found("D027", got=neutralise(hello.edition, 80), want=edition)
    variants = bench.book.contents.variants
    for plays in hello.plays:
        name = plays.variant
        if name not in variants or variants[name].abstract:
            bench.found("D023", what=neutralise(name, 80), note=did_you_mean(name, bench.book.playable))
            continue
        _, faults = claims_of(replace(hello, plays=(plays,)), bench.book)
        for fault in faults:
            bench.found("D024", what=fault.message.partition(": ")[2] or fault.message, note=fault.hint)
    bench.claims, _ = claims_of(hello, bench.book)
    bench.blocked = not bench.claims


def same_again(bench: Bench) -> None:
    """The answer to `hello` is the same after a restart."""
    answer = bench.talk.greet()
    before = bench.known
    try:
        validate_answer(hello_request("en"), {**answer, "id": 0})
        again = Hello.of(answer)
    except MessageError as error:
        bench.found("D025", what=error.message)
        return
    if again != before:
        bench.found("D025", what=", ".join(_changed(before, again)))


def unknown_request(bench: Bench) -> None:
    """A request that it does not know is answered `unsupported`, before a match and in one."""
    message: dict[str, Any] = {"request": "doctor-knocks"}
    for begun in (False, True):
        try:
            bench.talk.stop()
            if begun and bench.states("hands") and bench.situation is not None:
                bench.talk.ask(bench.table.small())
            elif begun:
                return
            answer: Answer = bench.talk.ask(message)
        except Broken as broken:
            bench.broke(broken, "D050")
            return
        if answer["answer"] != "unsupported":
            bench.found("D050", what=neutralise(str(answer["answer"]), 60))
            return


def _changed(before: Hello, after: Hello) -> list[str]:
    names = ("protocol", "name", "version", "language", "edition", "plays", "capabilities")
    return [name for name in names if getattr(before, name) != getattr(after, name)]
