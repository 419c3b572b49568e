"""A setting: one value for every toggle; a variant and what is changed in it, such as `kollar(trick.ends=one-lap)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..compile.cards import CardTools
from ..errors import Diagnostic, MocsarError
from ..language.ast import ListOf, Literal, Name, Node
from ..language.emit_python import emit_python
from ..language.fold import Folder
from ..language.types import List, Type
from ..language.walk import Path, free
from .book import Clause, Constraint, Contents, Setter, Value, Variant


@dataclass(frozen=True, slots=True)
class Setting:
    """`values` has every toggle; `short` is the canonical text that gives this setting again."""

    variant: Variant
    values: Mapping[str, Value]
    changes: Mapping[str, Value]
    short: str

    def status(self, toggle: str) -> str:
        """Return stated, derived or reading as the variant has it, `chosen` where it was changed, else `default`."""
        if toggle in self.changes:
            return "chosen"
        setter: Setter | None = self.variant.settings.get(toggle)
        return setter.status if setter else "default"

    def clause_status(self, clause: Clause, contents: Contents) -> str | None:
        """Return what a clause rests on in this variant: as the nearest says of those that it extends, itself first."""
        variant: Variant | None = self.variant
        while variant is not None:
            if variant.id in clause.status_in:
                return clause.status_in[variant.id]
            variant = contents.variants.get(variant.extends) if variant.extends else None
        return clause.status


def make_setting(contents: Contents, variant: Variant, changes: Mapping[str, Value]) -> Setting:
    """Return a variant with some toggles changed. Raises MocsarError R031 where a constraint is broken."""
    values = variant_values(contents, variant)
    changes = {name: value for name, value in changes.items() if values[name] != value}
    values.update(changes)
    messages = broken_constraints(contents, values)
    if messages:
        hint = f"change one of the toggles named, in {short_form(variant, changes)}"
        raise MocsarError([Diagnostic("R031", None, message, hint) for message in messages])
    return Setting(variant, values, changes, short_form(variant, changes))


def variant_values(contents: Contents, variant: Variant) -> dict[str, Value]:
    """Return the value of every toggle in a variant, whether it breaks a constraint or not."""
    values = {name: toggle.default for name, toggle in contents.toggles.items()}
    return values | {name: setter.value for name, setter in variant.settings.items()}


def broken_constraints(contents: Contents, values: Mapping[str, Value]) -> list[str]:
    """Return the messages of the constraints that these values break."""
    return [each.message["en"] for each in broken(contents, values)]


def broken(contents: Contents, values: Mapping[str, Value]) -> list[Constraint]:
    """Return the constraints that these values break."""
    known = constants(contents, values)
    return [each for each in contents.constraints if not decide(each.expr.node, known)]


def short_form(variant: Variant, changes: Mapping[str, Value]) -> str:
    """Return the canonical short form: the variant, then the changed toggles by name."""
    inside = ", ".join(f"{name}={written(value)}" for name, value in sorted(changes.items()))
    return f"{variant.id}({inside})" if inside else variant.id


def constants(contents: Contents, values: Mapping[str, Value]) -> dict[tuple[str, ...], Node]:
    """Return the toggles' values as literals, by the path that expressions read them under."""
    return {("toggle", *name.split(".")): literal(value, contents.toggles[name].type) for name, value in values.items()}


def literal(value: Value, kind: Type) -> Node:
    if isinstance(kind, List) and isinstance(value, tuple):
        return ListOf(tuple(literal(each, kind.of) for each in value), type=kind)
    assert not isinstance(value, tuple)
    return Literal(value, type=kind)


def decide(node: Node, known: Mapping[tuple[str, ...], Node], names: Mapping[str, Any] | None = None) -> Any:
    """Return the value of an expression in which only toggles, and plain `names`, are free; words stay text."""
    if id(node) not in _decided:
        if len(_decided) >= MOST_DECIDED:
            _decided.clear()
        _decided[id(node)] = (node, tuple(sorted(free(node))), {})
    _, paths, results = _decided[id(node)]
    key = (*[known.get(path) for path in paths], *(sorted(names.items()) if names else ()))
    if key not in results:
        results[key] = _worked_out(node, known, names)
    return results[key]


MOST_DECIDED = 4000
"""Expressions whose values are kept."""
_decided: dict[int, tuple[Node, tuple[Path, ...], dict[tuple[Any, ...], Any]]] = {}
"""What was decided, by the node's id, with the node, so that no other gets its id; and by the values of what it reads.

The same is asked again and again: whether a rule is present, in hundreds of settings."""


def _worked_out(node: Node, known: Mapping[tuple[str, ...], Node], names: Mapping[str, Any] | None) -> Any:
    folded = Folder(known, {}).fold(node)
    constant = _constant(folded)
    if constant is not _UNKNOWN:
        return constant
    code = emit_python(folded, lambda path: path[0], lambda _, word: repr(word))
    return eval(code, {"__builtins__": {}, **FUNCTIONS, **CardTools(1).tools()}, dict(names or {}))


_UNKNOWN = object()
FUNCTIONS = {each.__name__: each for each in (bool, len, range, frozenset, sum, tuple, min, max)}


def _constant(node: Node) -> Any:
    match node:
        case Literal(value):
            return value
        case ListOf(items):
            members = tuple(_constant(each) for each in items)
            return _UNKNOWN if _UNKNOWN in members else members
        case Name("none"):
            return None
    return _UNKNOWN


def written(value: Value) -> str:
    """Return a toggle's value as short forms have it."""
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)
