"""Which rules decide what a subject did otherwise, as far as the reference's verdict, events and state tell it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mocsar_conformance.fuzz.referee import Turn
from mocsar_conformance.records import Difference
from mocsar_reference import Action, Game, MocsarError, State
from mocsar_reference.resolve.book import Effect, Model, Rule, ViewEntry

MOST = 5
"""Rules that are named."""
DEPTH = 2
"""How far back it is followed what a rule looks at."""
_NAME = re.compile(r"[a-z_]+")


def deciding(
    turn: Turn, before: State | None, got: Mapping[str, Any] | None, differences: Sequence[Difference], game: Game
) -> list[str]:
    """Return ids of clauses, or of rules that have none, best first; at least one. `before` is the position, if any."""
    rules = {name: game.contents.rules[name] for name in game.plan.rules}
    found = list(_found(turn, before, got, differences, game, rules)) or list(rules)[:1]
    found.sort(key=lambda name: rules[name].clause is None)  # those that only keep the books come last
    return list(dict.fromkeys(rules[name].clause or name for name in found))[:MOST]


def _found(
    turn: Turn,
    before: State | None,
    got: Mapping[str, Any] | None,
    differences: Sequence[Difference],
    game: Game,
    rules: Mapping[str, Rule],
) -> Iterator[str]:
    if turn.failed:
        yield from (each.rule for each in turn.failed if each.rule)
        return
    request = turn.request
    action = request.get("action") or {}
    if turn.expected["answer"] == "legal" and before is not None:
        yield from _listed(request["player"], before, differences, game, rules)
    elif got is not None and got["answer"] == "refused" and turn.expected["answer"] == "accepted":
        yield from _refusing(action["do"], got.get("reason"), rules)
    else:
        happened = {*filter(None, [action.get("do")]), *turn.events}
        if not action:  # a deal begins
            happened |= {event.id for event in game.contents.model.events.values() if not event.actor}
        entries = {each.path.split(".")[1] for each in differences if each.path.startswith("view.")}
        phase = (turn.expected.get("view") or {}).get("phase")
        rules = {name: rule for name, rule in rules.items() if all(e.name == phase for e in _entering(rule.effects))}
        if "hands" in request:  # nothing was dealt by the rules
            rules = {name: rule for name, rule in rules.items() if not any(e.kind == "deal" for e in rule.effects)}
        yield from _writing(entries, happened, game, rules)
        if action:
            yield from _refusing(action["do"], None, rules)


def _listed(
    player: str, before: State, differences: Sequence[Difference], game: Game, rules: Mapping[str, Rule]
) -> Iterator[str]:
    for each in differences:
        if isinstance(each.got, dict):  # listed, and not legal
            try:
                verdict = game.judge(before, player, Action.from_json(each.got))
            except (MocsarError, KeyError):
                continue
            yield from (failure.rule for failure in verdict.failed if failure.rule)
        elif isinstance(each.expected, dict):
            yield from _refusing(each.expected["do"], None, rules)


def _refusing(do: str, reason: Any, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Yield the rules that could refuse an action: those that give the reason, all where none does."""
    able = {name: rule for name, rule in rules.items() if do in rule.events and rule.require}
    so = [name for name, rule in able.items() if any(each.reason == reason for each in rule.require)]
    yield from so or able


def _writing(entries: Iterable[str], happened: Iterable[str], game: Game, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Yield the rules that change what entries of the view show, then those that change what these rules look at."""
    model = game.contents.model
    shown = {name for entry in model.view if entry.id in set(entries) for name in _read(entry)}
    events = set(happened)
    able = {name: rule for name, rule in rules.items() if events.intersection(rule.events) and rule.effects}
    usual = Counter(event for rule in rules.values() for event in rule.events)
    rare_first = sorted(able, key=lambda name: min(usual[event] for event in able[name].events if event in events))
    able = {name: able[name] for name in rare_first}
    levels = [[name for name, rule in able.items() if shown.intersection(_written(rule.effects, model))]]
    for _ in range(DEPTH):
        looked_at = {word for name in levels[-1] for word in _words(rules[name].applies)}
        known = {name for level in levels for name in level}
        levels.append(
            [n for n, rule in able.items() if n not in known and looked_at.intersection(_written(rule.effects, model))]
        )
    yield from (name for level in (*levels[1:], levels[0]) for name in level)


def _entering(effects: Sequence[Effect]) -> Iterator[Effect]:
    for effect in effects:
        if effect.kind == "enter":
            yield effect
        yield from _entering(effect.do)


def _read(entry: ViewEntry) -> set[str]:
    expressions = [entry.expr, entry.when, *entry.fields.values()]
    return {word for each in expressions for word in _words(each)}


def _words(expression: Any) -> set[str]:
    return set(_NAME.findall(expression.text)) if expression is not None else set()


def _written(effects: Sequence[Effect], model: Model) -> set[str]:
    names: set[str] = set()
    for effect in effects:
        names |= {target.name for target, _ in effect.writes}
        names |= {target.name for target in (effect.source, effect.target) if target is not None}
        if effect.kind == "enter":
            names.add("phase")
        if effect.kind == "deal":
            names |= {zone.id for zone in model.zones.values() if zone.per_player}
        if effect.kind == "begin":  # all that belongs to it goes back to what it was
            names |= {variable.id for variable in model.variables.values() if variable.scope == effect.name}
        names |= _written(effect.do, model)
    return names
