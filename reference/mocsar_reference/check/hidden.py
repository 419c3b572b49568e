"""What is legal must depend only on what the actor can see: requirements that look into hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import Diagnostic
from ..language.ast import Call, Field, Index, Macro, Name, Node
from ..language.walk import children
from ..resolve.book import Contents

ACTOR = Name("actor")


def hidden_reads(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R103 for each requirement that reads cards its actor cannot see; how many they are is open to all."""
    for rule in contents.rules.values():
        if not rule.require:
            continue
        for expr in [*([rule.applies] if rule.applies else []), *(each.expr for each in rule.require)]:
            for zone in dict.fromkeys(_hidden(expr.node, contents, {})):
                yield Diagnostic(
                    "R103",
                    expr.place,
                    f"'{rule.id}' lets what is legal depend on cards in '{zone}' that the actor cannot see",
                    f"read {zone}[actor], or only size({zone}[…]), or make it an effect's condition instead",
                )


def _hidden(node: Node, contents: Contents, given: Mapping[str, Node]) -> Iterator[str]:
    """Yield the zones whose cards a condition reads though they may be hidden; `given` are a function's arguments."""
    match node:
        case Call("size", (argument,)) if _zone(argument, contents):
            if isinstance(argument, Index):
                yield from _hidden(argument.index, contents, given)
            return
        case Call(name, arguments) if name in contents.functions:
            function = contents.functions[name]
            inside = {p: _put_in(a, given) for p, a in zip(function.signature.parameters, arguments, strict=True)}
            for argument in arguments:
                yield from _hidden(argument, contents, given)
            yield from _hidden(function.expr.node, contents, inside)
            return
        case Macro(_, of, variable, body):
            yield from _hidden(of, contents, given)
            yield from _hidden(body, contents, {k: v for k, v in given.items() if k != variable})
            return
    zone = _zone(node, contents)
    if zone:
        visible = contents.model.zones[zone].visible
        own = isinstance(node, Index) and _put_in(node.index, given) == ACTOR
        if visible == "none" or (visible == "owner" and not own):
            yield zone
        return
    for each in children(node):
        yield from _hidden(each, contents, given)


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
