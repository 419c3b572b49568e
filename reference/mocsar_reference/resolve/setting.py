"""A setting: one value for every toggle; a variant and what is changed in it, such as `kollar(trick.ends=one-lap)`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..compile.cards import CardTools
from ..errors import Diagnostic, MocsarError, did_you_mean, fail
from ..language.ast import ListOf, Literal, Name, Node
from ..language.emit_python import emit_python
from ..language.fold import Folder
from ..language.types import INT, List, Type
from .book import Constraint, Contents, Setter, Toggle, Value, Variant
from .build import canonical, value_fault, value_fault_of

_SHORT = re.compile(r"\s*(?P<variant>[a-z0-9][a-z0-9.-]*)\s*(?:\((?P<changes>.*)\)\s*)?", re.DOTALL)
_CHANGE = re.compile(r"\s*(?P<toggle>[a-z0-9_.]+)\s*=\s*(?P<value>\[[^\[\]]*\]|[^,\[\]()]*?)\s*(?:,|$)")


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


def parse_setting(contents: Contents, text: str) -> Setting:
    """Return the setting that a short form means.

    Raises MocsarError R030 (no such variant, or not a short form), R002 (no such toggle), R010 (no such value), R031
    (the toggles contradict each other).
    """
    match = _SHORT.fullmatch(text)
    if match is None:
        raise fail("R030", None, f"'{text[:80]}' is not a variant", "write a variant's id, or id(toggle=value, …)")
    variant = contents.variants.get(match["variant"])
    playable = {name for name, each in contents.variants.items() if not each.abstract}
    if variant is None or variant.abstract:
        raise fail(
            "R030", None, f"there is no variant '{match['variant']}' to play", did_you_mean(match["variant"], playable)
        )
    return make_setting(contents, variant, dict(_changes(contents, match["changes"] or "")))


def make_setting(contents: Contents, variant: Variant, changes: Mapping[str, Value]) -> Setting:
    """Return a variant with some toggles changed. Raises MocsarError R031 where a constraint is broken."""
    values = {name: toggle.default for name, toggle in contents.toggles.items()}
    values.update({name: setter.value for name, setter in variant.settings.items()})
    changes = {name: value for name, value in changes.items() if values[name] != value}
    values.update(changes)
    broken = broken_constraints(contents, values)
    if broken:
        hint = f"change one of the toggles named, in {short_form(variant, changes)}"
        raise MocsarError([Diagnostic("R031", None, message, hint) for message in broken])
    return Setting(variant, values, changes, short_form(variant, changes))


def broken_constraints(contents: Contents, values: Mapping[str, Value]) -> list[str]:
    """Return the messages of the constraints that these values break."""
    return [each.message["en"] for each in broken(contents, values)]


def broken(contents: Contents, values: Mapping[str, Value]) -> list[Constraint]:
    """Return the constraints that these values break."""
    known = constants(contents, values)
    return [each for each in contents.constraints if not decide(each.expr.node, known)]


def short_form(variant: Variant, changes: Mapping[str, Value]) -> str:
    """Return the canonical short form: the variant, then the changed toggles by name."""
    inside = ", ".join(f"{name}={_written(value)}" for name, value in sorted(changes.items()))
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
    folded = Folder(known, {}).fold(node)
    constant = _constant(folded)
    if constant is not _UNKNOWN:
        return constant
    code = emit_python(folded, lambda path: path[0], lambda _, word: repr(word))
    return eval(code, {"__builtins__": {}, **_FUNCTIONS, **CardTools(1).tools()}, dict(names or {}))


_UNKNOWN = object()
_FUNCTIONS = {each.__name__: each for each in (bool, len, range, frozenset, sum, tuple, min, max)}


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


def _changes(contents: Contents, text: str) -> list[tuple[str, Value]]:
    result: list[tuple[str, Value]] = []
    at = 0
    while text[at:].strip():
        match = _CHANGE.match(text, at)
        if match is None:
            raise fail(
                "R030", None, f"'{text[at:].strip()[:60]}' is not toggle=value", "write toggle=value, or toggle=[a, b]"
            )
        toggle = contents.toggles.get(match["toggle"])
        if toggle is None:
            raise fail(
                "R002", None, f"there is no toggle '{match['toggle']}'", did_you_mean(match["toggle"], contents.toggles)
            )
        result.append((toggle.id, _read(match["value"], toggle)))
        at = match.end()
    return result


def _read(text: str, toggle: Toggle) -> Value:
    """Return a toggle's value from its text in a short form."""

    def one(word: str, kind: Type) -> Value:
        value: Value = int(word) if kind == INT and re.fullmatch(r"-?\d{1,9}", word) else word
        fault, hint = value_fault(value, kind, toggle.minimum, toggle.maximum)
        if fault:
            raise fail("R010", None, value_fault_of(toggle.id, fault), hint)
        return canonical(value, kind)

    if isinstance(toggle.type, List):
        if not text.startswith("["):
            raise fail("R010", None, f"{toggle.id}: '{text}' is not a list", "write [a, b]")
        of = toggle.type.of
        return tuple(one(word.strip(), of) for word in text[1:-1].split(",") if word.strip())
    return one(text, toggle.type)


def _written(value: Value) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)
