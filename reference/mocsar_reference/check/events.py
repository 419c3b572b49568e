"""Events that the engine could not bring to an end: those that make themselves happen, and deals within a deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import Diagnostic
from ..resolve.book import Contents, Effect

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
    for event, following in emitted.items():
        for name, effect in following.items():
            circle = [each for each in _reached(name, emitted) if event in _reached(each, emitted)]
            if event == max(circle, default=None):  # of several in a circle, one complains
                message = f"the event '{event}' makes itself happen, again and again"
                yield Diagnostic("R104", effect.place, message, "emit it from a rule about something else")


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
