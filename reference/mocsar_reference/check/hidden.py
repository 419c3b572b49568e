"""What is legal must depend only on what the actor can see: requirements and views that show hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import Diagnostic
from ..language.ast import Call, Field, Index, Macro, Name, Node
from ..language.walk import children, free
from ..resolve.book import Contents, Effect, Expression, Rule
from ..resolve.setting import constants, decide, variant_values

ACTOR = Name("actor")
NOBODY = Name("nobody")


def hidden_reads(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R103 for what lets a player learn of cards he cannot see; how many they are is open to all.

    That is a requirement, or what decides whether it applies, that reads them, or reads state that was written from
    them and that no view shows; and a view that shows them to others.
    """
    secret = _secrets(contents)
    for rule in contents.rules.values():
        for expr in _deciding(contents, rule):
            for zone in dict.fromkeys(_hidden(expr.node, contents, {})):
                yield Diagnostic(
                    "R103",
                    expr.place,
                    f"'{rule.id}' lets what is legal depend on cards in '{zone}' that the actor cannot see",
                    f"read {zone}[actor], or only size({zone}[…]), or make it an effect's condition instead",
                )
            for name in sorted({path[0] for path in free(expr.node)} & secret.keys()):
                writer = secret[name]
                message = (
                    f"'{rule.id}' lets what is legal depend on '{name}', which '{writer}' writes from hidden cards"
                )
                yield Diagnostic("R103", expr.place, message, f"show it to the players: a view entry that reads {name}")
    for entry in contents.model.view:
        owner = Name(entry.each) if entry.to_owner and entry.each else NOBODY
        for part in (entry.when, entry.expr, *entry.fields.values()):
            for zone in dict.fromkeys(_hidden(part.node, contents, {}, owner)) if part else ():
                hint = "add 'to: owner'" if entry.each else f"show only size({zone}[…])"
                assert part is not None
                yield Diagnostic("R103", part.place, f"the view '{entry.id}' shows hidden cards in '{zone}'", hint)


def unheld(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R106 for each action with cards that some variant would accept with cards the player does not hold."""
    for action in contents.model.actions.values():
        if not action.cards:
            continue
        for variant in contents.variants.values():
            known = constants(contents, variant_values(contents, variant))
            requirements = [
                each.expr.node
                for rule in contents.rules.values()
                if action.id in rule.events
                and rule.applies is None
                and (rule.when is None or decide(rule.when.node, known))
                for each in rule.require
            ]
            if not variant.abstract and not any(_holds_all(node) for node in requirements):
                zone = next((zone.id for zone in contents.model.zones.values() if zone.per_player), "hand")
                message = f"in '{variant.id}' no rule requires that the cards of '{action.id}' are held"
                hint = f"require holds({zone}[actor], action.cards), in a rule without 'applies:'"
                yield Diagnostic("R106", action.place, message, hint)
                break


def _holds_all(node: Node) -> bool:
    """Tell whether a requirement is that the actor holds the cards, or can never be met."""
    match node:
        case Call("holds", (Index(Name(), Name("actor")), Field(Name("action"), "cards"))):
            return True
    return getattr(node, "value", None) is False


def _deciding(contents: Contents, rule: Rule) -> Iterator[Expression]:
    """Yield what a rule says on what is legal: its requirements, and its situation where that decides on some."""
    overridden = any(contents.rules[name].require for name in rule.overrides)
    if rule.applies and (rule.require or overridden):
        yield rule.applies
    for each in rule.require:
        yield each.expr


def _secrets(contents: Contents) -> dict[str, str]:
    """Return the state that rules write from hidden cards and that no view shows, with a rule that does so."""
    shown = {
        path[0]
        for entry in contents.model.view
        for part in (entry.expr, *entry.fields.values())
        if part
        for path in free(part.node)
    }
    found: dict[str, str] = {}
    for rule in contents.rules.values():
        reads = rule.applies is not None and any(_hidden(rule.applies.node, contents, {}))
        for effect in _all(rule.effects):
            for target, expr in effect.writes:
                if target.name not in shown and (reads or any(_hidden(expr.node, contents, {}))):
                    found.setdefault(target.name, rule.id)
    return found


def _all(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from _all(effect.do)


def _hidden(node: Node, contents: Contents, given: Mapping[str, Node], owner: Node = ACTOR) -> Iterator[str]:
    """Yield the zones whose cards a condition reads though `owner` may not see them; `given` are a function's
    arguments."""
    match node:
        case Call("size", (argument,)) if _zone(argument, contents):
            if isinstance(argument, Index):
                yield from _hidden(argument.index, contents, given, owner)
            return
        case Call(name, arguments) if name in contents.functions:
            function = contents.functions[name]
            inside = {p: _put_in(a, given) for p, a in zip(function.signature.parameters, arguments, strict=True)}
            for argument in arguments:
                yield from _hidden(argument, contents, given, owner)
            yield from _hidden(function.expr.node, contents, inside, owner)
            return
        case Macro(_, of, variable, body):
            yield from _hidden(of, contents, given, owner)
            yield from _hidden(body, contents, {k: v for k, v in given.items() if k != variable}, owner)
            return
    zone = _zone(node, contents)
    if zone:
        visible = contents.model.zones[zone].visible
        own = isinstance(node, Index) and _put_in(node.index, given) == owner
        if visible == "none" or (visible == "owner" and not own):
            yield zone
        return
    for each in children(node):
        yield from _hidden(each, contents, given, owner)


def _put_in(node: Node, given: Mapping[str, Node]) -> Node:
    return given.get(node.name, node) if isinstance(node, Name) else node


def _zone(node: Node, contents: Contents) -> str | None:
    """Return the zone that a node is the cards of."""
    if isinstance(node, Index):
        node = node.of
    match node:
        case Name(name) | Field(Name("before"), name) if name in contents.model.zones:
            return name
    return None
