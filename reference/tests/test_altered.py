"""Rulebooks made of another one by replacing parts: they compile to the same as if nothing were remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mocsar_reference import Rulebook
from mocsar_reference.language.facts import NO_FACTS, facts
from mocsar_reference.language.types import BOOL
from mocsar_reference.resolve.book import Contents, Expression
from mocsar_reference.resolve.scopes import Scopes


def without_memory(contents: Contents, rulebook: Rulebook, setting: str) -> str:
    return Rulebook(contents, rulebook.root).game(setting).source


def changed_function(rulebook: Rulebook, name: str, text: str) -> Contents:
    contents = rulebook.contents
    scopes = Scopes(contents)
    function = contents.functions[name]
    names = {**scopes.world, **function.signature.parameters}
    expr = scopes.read(text, function.expr, names, function.signature.returns)
    return replace(contents, functions={**contents.functions, name: replace(function, expr=expr)})


def test_a_changed_function_is_changed_wherever_it_is_called(rulebook: Rulebook) -> None:
    setting = rulebook.playable[0]
    before = rulebook.game(setting).source
    inner = next(iter(rulebook.contents.functions))  # the first may be called by all others
    contents = changed_function(rulebook, inner, f"!({rulebook.contents.functions[inner].expr.text})")
    altered = rulebook.altered(contents).game(setting).source
    assert altered == without_memory(contents, rulebook, setting)
    assert altered != before


def test_a_rule_left_out_is_out_and_the_first_rulebook_is_as_it_was(rulebook: Rulebook) -> None:
    contents = rulebook.contents
    setting = rulebook.playable[0]
    before = rulebook.game(setting).source
    name = rulebook.game(setting).plan.rules[-1]
    fewer = replace(contents, rules={each: rule for each, rule in contents.rules.items() if each != name})
    altered = rulebook.altered(fewer)
    assert name not in altered.game(setting).plan.rules
    assert altered.game(setting).source == without_memory(fewer, rulebook, setting)
    assert Rulebook(contents, rulebook.root).game(setting).source == before


def expressions(rulebook: Rulebook) -> Iterator[tuple[Expression, Expression]]:
    """Go through expressions with what the scopes make of their text again."""
    contents = rulebook.contents
    scopes = Scopes(contents)
    for rule in contents.rules.values():
        names = scopes.at(rule.events)
        if rule.when:
            yield rule.when, scopes.read(rule.when.text, rule.when, scopes.toggles, BOOL)
        if rule.applies:
            yield rule.applies, scopes.read(rule.applies.text, rule.applies, names, BOOL)
        narrowed = facts(rule.applies.node, True) if rule.applies else NO_FACTS
        for each in rule.require:
            yield each.expr, scopes.read(each.expr.text, each.expr, names, BOOL, narrowed)
        for effect in rule.effects:
            for target, expr in effect.writes if effect.kind == "set" else ():
                kind = contents.model.variables[target.name].type
                yield expr, scopes.read(expr.text, expr, names, kind, narrowed)
    for function in contents.functions.values():
        names = {**scopes.world, **function.signature.parameters}
        yield function.expr, scopes.read(function.expr.text, function.expr, names, function.signature.returns)
    for entry in contents.model.view:
        names = {**scopes.world, **({entry.each: scopes.world["players"].of} if entry.each else {})}  # type: ignore[attr-defined]
        narrowed = facts(entry.when.node, True) if entry.when else NO_FACTS
        if entry.expr:
            yield entry.expr, scopes.read(entry.expr.text, entry.expr, names, None, narrowed)
    for variable in contents.model.variables.values():
        if variable.initial:
            text = variable.initial.text
            yield variable.initial, scopes.read(text, variable.initial, scopes.beginning, variable.type)


def test_every_expression_means_the_same_when_it_is_read_again(rulebook: Rulebook) -> None:
    number = 0
    for old, new in expressions(rulebook):
        assert (new.node, new.node.type) == (old.node, old.node.type), old.text
        number += 1
    assert number > 100
