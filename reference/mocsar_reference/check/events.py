"""Events that the engine could not bring to an end: those that make themselves happen, and deals within a deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..errors import Diagnostic
from ..resolve.book import Contents, Effect
from .logic import together

BEGINNING = "deal"
"""The event with which the engine begins a deal; only then there are cards to hand out."""


def event_faults(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R104 for an event that makes itself happen, R105 for a deal that begins within another."""
    emitted: dict[str, dict[str, Effect]] = {}
    for rule in contents.rules.values():
        for effect in _all(rule.effects):
            if effect.kind == "deal" and set(rule.events) != {BEGINNING}:
                hint = f"deal in a rule about the event '{BEGINNING}' alone"
                yield Diagnostic("R105", effect.place, "cards can be dealt only when a deal begins", hint)
            elif effect.kind == "emit" and effect.name == BEGINNING:
                hint = "enter a phase that says 'next: deal'; the next deal begins from there"
                yield Diagnostic("R105", effect.place, "no rule can begin a deal", hint)
            elif effect.kind == "emit":
                for event in rule.events:
                    emitted.setdefault(event, {})[effect.name] = effect
    yield from _dealt_twice(contents)
    for event, following in emitted.items():
        for name, effect in following.items():
            circle = [each for each in _reached(name, emitted) if event in _reached(each, emitted)]
            if event == max(circle, default=None):  # of several in a circle, one complains
                message = f"the event '{event}' makes itself happen, again and again"
                yield Diagnostic("R104", effect.place, message, "emit it from a rule about something else")


def _dealt_twice(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R105 for two rules that could both deal; of two in one stage R101 tells already."""
    dealing = [
        rule
        for rule in contents.rules.values()
        if set(rule.events) == {BEGINNING} and any(each.kind == "deal" for each in rule.effects)
    ]
    for one, other in combinations(dealing, 2):
        conditions = [each.node for rule in (one, other) for each in (rule.when, rule.applies) if each]
        if one.stage != other.stage and together(conditions) is not None:
            message = f"'{other.id}' and '{one.id}' ({one.place}) could both deal, and cards are dealt once"
            yield Diagnostic("R105", other.place, message, "make their conditions exclude each other")


def _all(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from _all(effect.do)


def _reached(event: str, emitted: dict[str, dict[str, Effect]]) -> set[str]:
    """Return an event and all that follow from it."""
    found: set[str] = set()
    waiting = [event]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += emitted.get(name, ())
    return found
