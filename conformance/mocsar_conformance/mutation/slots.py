"""The places of a rulebook where an expression stands, and how the rulebook is with another expression there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from mocsar_reference.language.facts import NO_FACTS, Facts, facts
from mocsar_reference.language.types import BOOL, CARDS, INT, PLAYER, List, Type
from mocsar_reference.resolve.book import Contents, Effect, Expression, Form, Function, Rule, Target
from mocsar_reference.resolve.scopes import Names, Scopes


@dataclass(frozen=True, slots=True)
class Slot:
    """An expression in its place: what it may name, which type it must have, and which values are surely there.

    `put` gives the rulebook with another expression in its place, `drop` the one without it, where it can be left out.
    """

    part: str
    expression: Expression
    names: Names
    expected: Type | None
    put: Callable[[Expression], Contents]
    narrowed: Facts = NO_FACTS
    drop: Callable[[], Contents] | None = None


@dataclass(frozen=True, slots=True)
class _Inner:
    """A place within a rule; `put` gives the rule."""

    part: str
    expression: Expression
    names: Names
    expected: Type | None
    put: Callable[[Expression], Rule]
    narrowed: Facts


def rule_slots(rule: Rule, contents: Contents, scopes: Scopes) -> list[Slot]:
    """Return the places of a rule. Where its situation changes, the rest of it is read anew, as none may be left."""

    def whole(new: Rule) -> Contents:
        return replace(contents, rules={**contents.rules, rule.id: new})

    def inside(each: _Inner, new: Expression) -> Contents:
        return whole(each.put(new))

    found = []
    if rule.when:
        found.append(Slot("when", rule.when, scopes.toggles, BOOL, lambda new: whole(replace(rule, when=new))))
    if rule.applies:

        def put_applies(new: Expression) -> Contents:
            return whole(retyped(replace(rule, applies=new), contents, scopes))

        found.append(Slot("applies", rule.applies, scopes.at(rule.events), BOOL, put_applies))
    for each in _inner(rule, contents, scopes):
        put = partial(inside, each)
        found.append(Slot(each.part, each.expression, each.names, each.expected, put, each.narrowed))
    return found


def retyped(rule: Rule, contents: Contents, scopes: Scopes) -> Rule:
    """Return a rule with all that stands under its situation read again. Raises ExpressionError."""
    number = len(list(_inner(rule, contents, scopes)))
    for index in range(number):
        each = list(_inner(rule, contents, scopes))[index]
        new = scopes.read(each.expression.text, each.expression, each.names, each.expected, each.narrowed)
        rule = each.put(new)
    return rule


def _inner(rule: Rule, contents: Contents, scopes: Scopes) -> Iterator[_Inner]:
    """Go through what stands under the situation of a rule."""
    names = scopes.at(rule.events)
    narrowed = facts(rule.applies.node, True) if rule.applies else NO_FACTS
    for index, each in enumerate(rule.require):

        def put(new: Expression, index: int = index) -> Rule:
            changed = replace(rule.require[index], expr=new)
            return replace(rule, require=(*rule.require[:index], changed, *rule.require[index + 1 :]))

        yield _Inner(f"require.{each.id}", each.expr, names, BOOL, put, narrowed)
    for index, effect in enumerate(rule.effects):

        def put_effect(new: Effect, index: int = index) -> Rule:
            return replace(rule, effects=(*rule.effects[:index], new, *rule.effects[index + 1 :]))

        yield from _effect(f"effect.{index}", effect, contents, names, narrowed, put_effect)


def _effect(
    part: str, effect: Effect, contents: Contents, names: Names, narrowed: Facts, put: Callable[[Effect], Rule]
) -> Iterator[_Inner]:
    def slot(name: str, expression: Expression, kind: Type | None, new: Callable[[Expression], Effect]) -> _Inner:
        return _Inner(f"{part}.{name}" if name else part, expression, names, kind, lambda e: put(new(e)), narrowed)

    for number, (target, expr) in enumerate(effect.writes):
        kind: Any = contents.model.variables[target.name].type

        def with_value(new: Expression, number: int = number, target: Target = target) -> Effect:
            return replace(effect, writes=(*effect.writes[:number], (target, new), *effect.writes[number + 1 :]))

        def with_key(new: Expression, number: int = number, old: tuple[Target, Expression] = (target, expr)) -> Effect:
            write = (replace(old[0], key=new), old[1])
            return replace(effect, writes=(*effect.writes[:number], write, *effect.writes[number + 1 :]))

        yield slot(target.name, expr, kind if effect.kind == "set" else kind.of, with_value)
        if target.key:
            yield slot(f"{target.name}.key", target.key, PLAYER, with_key)
    if effect.cards:
        yield slot("cards", effect.cards, CARDS, lambda e: replace(effect, cards=e))
    for name in ("source", "target"):
        end: Target | None = getattr(effect, name)
        if end and end.key:

            def with_end(new: Expression, name: str = name, end: Target = end) -> Effect:
                changed: Any = {name: replace(end, key=new)}
                return replace(effect, **changed)

            yield slot(name, end.key, PLAYER, with_end)
    if effect.of:
        yield slot("of", effect.of, effect.of.node.type, lambda e: replace(effect, of=e))
        inner = {**names, effect.name: getattr(effect.of.node.type, "of", PLAYER)}
        for index, each in enumerate(effect.do):

            def put_inner(new: Effect, index: int = index) -> Rule:
                return put(replace(effect, do=(*effect.do[:index], new, *effect.do[index + 1 :])))

            yield from _effect(f"{part}.{index}", each, contents, inner, narrowed, put_inner)


def function_slot(function: Function, contents: Contents, scopes: Scopes) -> Slot:
    """Return the place of a function's expression."""
    names = {**scopes.world, **function.signature.parameters}

    def put(new: Expression) -> Contents:
        return replace(contents, functions={**contents.functions, function.id: replace(function, expr=new)})

    return Slot("", function.expr, names, function.signature.returns, put)


def form_slots(form: Form, contents: Contents, scopes: Scopes) -> list[Slot]:
    """Return the places of a form; all but the ranks of a run can be left out."""
    ranks = List(scopes.rank_type)
    kinds: Mapping[str, Type | None] = {
        "when": BOOL,
        "consecutive": ranks,
        "minimum": INT,
        "filler": ranks,
        "of_fillers": None,
        "one_suit": BOOL,
    }
    found = []
    for name, kind in kinds.items():
        expression: Expression | None = getattr(form, name)
        if expression is None:
            continue

        def put(new: Expression | None, name: str = name) -> Contents:
            changed: Any = {name: new}
            return replace(contents, forms={**contents.forms, form.id: replace(form, **changed)})

        drop = None if name == "consecutive" else partial(put, None)
        found.append(Slot(name, expression, scopes.toggles, kind, put, drop=drop))
    return found


def model_slots(contents: Contents, scopes: Scopes) -> list[Slot]:
    """Return the places of the model: the packs, initial values, and the view."""
    model = contents.model
    found: list[Slot] = []

    def put_model(**changed: Any) -> Contents:
        return replace(contents, model=replace(model, **changed))

    ranks = List(scopes.rank_type)
    for number, pack in enumerate(model.packs):
        names = {"copies": scopes.copies(pack.copies_of)}
        kinds: Mapping[str, Type] = {"when": BOOL, "order": ranks, "copies": INT, "suited": ranks}
        for name, kind in kinds.items():
            expression: Expression | None = getattr(pack, name)
            if expression is None:
                continue

            def put_pack(new: Expression, number: int = number, name: str = name) -> Contents:
                part: Any = {name: new}
                changed = replace(model.packs[number], **part)
                return put_model(packs=(*model.packs[:number], changed, *model.packs[number + 1 :]))

            label = f"pack.{name}" if len(model.packs) == 1 else f"pack.{number}.{name}"
            found.append(Slot(label, expression, names.get(name, scopes.toggles), kind, put_pack))
    for variable in model.variables.values():
        if variable.initial is not None:

            def put_initial(new: Expression, name: str = variable.id) -> Contents:
                return put_model(variables={**model.variables, name: replace(model.variables[name], initial=new)})

            label = f"state.{variable.id}.initial"
            found.append(Slot(label, variable.initial, scopes.beginning, variable.type, put_initial))
    for number, entry in enumerate(model.view):
        each: Names = {entry.each: PLAYER} if entry.each else {}
        seen: Names = {**scopes.world, **each}

        def put_view(new: Expression, number: int = number, part: str = "expr") -> Contents:
            entry = model.view[number]
            name, _, of = part.partition(".")
            changed: Any = {name: {**entry.fields, of: new} if of else new}
            new_entry = replace(entry, **changed)
            return put_model(view=(*model.view[:number], new_entry, *model.view[number + 1 :]))

        narrowed = facts(entry.when.node, True) if entry.when else NO_FACTS
        label = f"view.{entry.id}"
        if entry.when:
            found.append(Slot(f"{label}.when", entry.when, seen, BOOL, partial(put_view, part="when")))
        if entry.expr:
            found.append(Slot(label, entry.expr, seen, None, put_view, narrowed))
        for name, shown in entry.fields.items():
            put = partial(put_view, part=f"fields.{name}")
            found.append(Slot(f"{label}.{name}", shown, seen, None, put, narrowed))
    return found
