"""Two rules that could write the same thing in one stage, and rules whose order would then matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..errors import Diagnostic
from ..language.ast import Node
from ..language.types import Set
from ..resolve.book import Contents, Effect, Model, Rule
from .logic import together

Write = tuple[str, str]
"""What is written and how: ("turn", "set"), ("passed", "add"), ("hand", "from")."""


def conflicts(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R101 for each pair of rules that could write the same thing in the same stage of the same event."""
    rules = [rule for rule in contents.rules.values() if rule.effects]
    for one, other in combinations(rules, 2):
        if one.stage != other.stage or not set(one.events) & set(other.events):
            continue
        if one.id in other.overrides or other.id in one.overrides:
            continue
        shared = _clash(set(_writes(one.effects, contents)), set(_writes(other.effects, contents)), contents.model)
        if not shared:
            continue
        witness = together([*_conditions(one), *_conditions(other)])
        if witness is None:
            continue
        event = next(event for event in one.events if event in other.events)
        yield Diagnostic(
            "R101",
            other.place,
            f"'{other.id}' and '{one.id}' ({one.place}) could both write '{shared}' "
            f"in the stage '{other.stage}' of '{event}': when {witness}",
            f"make their conditions exclude each other, move one to another stage, or write 'overrides: {one.id}'",
        )


def override_faults(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R102 for each rule that overrides itself, through others or not, or a rule it never meets."""
    for rule in contents.rules.values():
        for name, place in rule.override_places.items():
            other = contents.rules[name]
            circle = [each for each in _overridden(contents, name) if rule.id in _overridden(contents, each)]
            if rule.id == min(circle, default=""):  # of several in a circle, one complains
                through = "" if name == rule.id else f" through '{name}'"
                hint = "an exception names a more general rule"
                yield Diagnostic("R102", place, f"'{rule.id}' overrides itself{through}", hint)
            elif not set(rule.events) & set(other.events):
                message = (
                    f"'{rule.id}' overrides '{name}', which speaks of {', '.join(other.events)}, "
                    f"not of {', '.join(rule.events)}"
                )
                yield Diagnostic("R102", place, message, "name a rule about the same action or event")
            elif rule.effects and other.effects and rule.stage != other.stage:
                message = f"'{rule.id}' overrides '{name}' from the stage '{rule.stage}', which is not its own"
                hint = f"an exception is judged when the rule is: write 'stage: {other.stage}'"
                yield Diagnostic("R102", place, message, hint)


def _overridden(contents: Contents, name: str) -> set[str]:
    """Return a rule and all that it overrides, through others too."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += contents.rules[name].overrides
    return found


def _conditions(rule: Rule) -> list[Node]:
    return [each.node for each in (rule.when, rule.applies) if each]


def _writes(effects: Iterable[Effect], contents: Contents, within: tuple[str, ...] = ()) -> Iterator[Write]:
    """Yield all that effects write, through the events they make happen too."""
    model = contents.model
    for effect in effects:
        for target, _ in effect.writes:
            yield target.name, effect.kind
        if effect.kind == "move" and effect.source and effect.target:
            yield effect.source.name, "from"
            yield effect.target.name, "to"
        elif effect.kind == "emit" and effect.name not in within:
            for rule in contents.rules.values():
                if effect.name in rule.events:
                    inside = _writes(rule.effects, contents, (*within, effect.name))
                    yield from ((name, f"in {effect.name}") for name, _ in inside)
        elif effect.kind == "deal":
            yield from ((zone.id, "deal") for zone in model.zones.values() if zone.per_player)
        elif effect.kind == "enter":
            yield "phase", "set"
        elif effect.kind == "begin":
            inner = model.scopes[model.scopes.index(effect.name) :]
            yield from ((v.id, "set") for v in model.variables.values() if v.scope in inner)
        yield from _writes(effect.do, contents, within)


def _clash(one: set[Write], other: set[Write], model: Model) -> str | None:
    """Return something that both write and where the order would matter."""
    for name, how in sorted(one):
        for same, too in sorted(other):
            if name != same:
                continue
            if how == too and (how == "to" or how.startswith("in ")):
                continue  # cards that come together, or the same event twice
            if how.startswith("in ") != too.startswith("in "):
                continue  # events happen when the stage is over
            variable = model.variables.get(name)
            if variable and isinstance(variable.type, Set) and how == too and how in ("add", "remove"):
                continue
            return name
    return None
