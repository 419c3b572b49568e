"""What can never happen: rules never present, phases never entered or left, actions without effect, dead state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import Diagnostic
from ..language.ast import Call, Field, Name, Node
from ..resolve.book import Contents, Effect, Expression
from .logic import subnodes, together


def unreachable(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R110 to R115 for all that is declared and can never matter."""
    model = contents.model
    for rule in contents.rules.values():
        if rule.when and together([rule.when.node]) is None:
            yield Diagnostic(
                "R110",
                rule.when.place,
                f"'{rule.id}' can never be present: no setting fulfils its 'when'",
                "mend the condition or delete the rule",
            )
        if rule.applies and together([rule.applies.node]) is None:
            yield Diagnostic(
                "R110",
                rule.applies.place,
                f"'{rule.id}' can never apply: its 'applies' contradicts itself",
                "mend the condition or delete the rule",
            )
    acting = {event for rule in contents.rules.values() if rule.effects for event in rule.events}
    for action in model.actions.values():
        if not any(action.id in phase.actions for phase in model.phases.values()):
            yield Diagnostic(
                "R111", action.place, f"no phase admits the action '{action.id}'", "list it in a phase's 'actions'"
            )
        if action.id not in acting:
            yield Diagnostic(
                "R111", action.place, f"no rule gives the action '{action.id}' an effect", "write a rule with 'effect:'"
            )
    entered = set(_named(contents, "enter"))
    for index, phase in enumerate(model.phases.values()):
        if index and phase.id not in entered:
            yield Diagnostic(
                "R112",
                phase.place,
                f"nothing enters the phase '{phase.id}'",
                f"write a rule with 'effect: [{{enter: {phase.id}}}]', or delete it",
            )
        if index and not phase.actions and phase.next is None:
            yield Diagnostic(
                "R112",
                phase.place,
                f"the phase '{phase.id}' can never be left",
                "let it admit an action, or say 'next: deal'",
            )
    emitted = {*_named(contents, "emit"), "deal"}
    for event in model.events.values():
        if event.id not in emitted:
            yield Diagnostic(
                "R113",
                contents.places["event", event.id],
                f"nothing makes the event '{event.id}' happen",
                f"write a rule with 'effect: [{{emit: {event.id}}}]', or delete it",
            )
    read = set(_names_read(contents))
    for variable in model.variables.values():
        if variable.id not in read:
            yield Diagnostic(
                "R114",
                variable.place,
                f"nothing reads the state '{variable.id}'",
                "use it in an expression, or delete it",
            )
    called = {node.function for expr in expressions(contents) for node in subnodes(expr.node) if isinstance(node, Call)}
    for function in contents.functions.values():
        if function.id not in called:
            yield Diagnostic(
                "R114",
                function.place,
                f"nothing calls the function '{function.id}'",
                "use it in an expression, or delete it",
            )
    given = {each.reason for rule in contents.rules.values() for each in rule.require} | set(model.refusals.values())
    for reason in contents.reasons:
        if reason not in given:
            yield Diagnostic(
                "R115",
                contents.places["reason", reason],
                f"no refusal is ever called '{reason}'",
                "name it in a requirement, or delete it",
            )


def expressions(contents: Contents) -> Iterator[Expression]:
    """Yield every expression of a rulebook."""
    model = contents.model
    optional: list[Expression | None] = []
    for pack in model.packs:
        optional += [pack.when, pack.order, pack.copies, pack.suited]
    for variable in model.variables.values():
        optional.append(variable.initial)
    for entry in model.view:
        optional += [entry.when, entry.expr, *entry.fields.values()]
    for form in contents.forms.values():
        optional += [form.when, form.consecutive, form.minimum, form.filler, form.of_fillers, form.one_suit]
    optional += [function.expr for function in contents.functions.values()]
    optional += [constraint.expr for constraint in contents.constraints]
    optional += [clause.when for clause in contents.clauses.values()]
    for rule in contents.rules.values():
        optional += [rule.when, rule.applies, *(each.expr for each in rule.require), *_of_effects(rule.effects)]
    yield from (each for each in optional if each is not None)


def _of_effects(effects: Iterable[Effect]) -> Iterator[Expression | None]:
    for effect in effects:
        for target, expr in effect.writes:
            yield target.key
            yield expr
        yield effect.cards
        yield effect.of
        for goal in (effect.source, effect.target):
            yield goal.key if goal else None
        yield from _of_effects(effect.do)


def _named(contents: Contents, kind: str) -> Iterator[str]:
    def within(effects: Iterable[Effect]) -> Iterator[str]:
        for effect in effects:
            if effect.kind == kind:
                yield effect.name
            yield from within(effect.do)

    for rule in contents.rules.values():
        yield from within(rule.effects)


def _names_read(contents: Contents) -> Iterator[str]:
    for expr in expressions(contents):
        for node in subnodes(expr.node):
            match node:
                case Name(name) | Field(Name("before"), name):
                    yield name


def toggle_of(node: Node) -> str | None:
    """Return the toggle that a node reads: `play.beats` for `toggle.play.beats`."""
    parts: list[str] = []
    while isinstance(node, Field):
        parts.append(node.name)
        node = node.of
    return ".".join(reversed(parts)) if parts and node == Name("toggle") else None
