"""A setting from its short form, such as `kollar(trick.ends=one-lap)`; the form that it has itself is read back."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import Diagnostic, MocsarError, did_you_mean, fail
from ..language.types import INT, List, Type
from .book import Constraint, Contents, Toggle, Value, Variant
from .build import canonical, value_fault, value_fault_of
from .conditions import toggles_read
from .repair import repair
from .setting import Setting, broken, make_setting, short_form, variant_values, written

_SHORT = re.compile(r"\s*(?P<variant>[a-z0-9][a-z0-9.-]*)\s*(?:\((?P<changes>.*)\)\s*)?", re.DOTALL)
_CHANGE = re.compile(r"\s*(?P<toggle>[a-z0-9_.]+)\s*=\s*(?P<value>\[[^\[\]]*\]|[^,\[\]()]*?)\s*(?:,|$)")


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
    changes = dict(_changes(contents, match["changes"] or ""))
    values = {**variant_values(contents, variant), **changes}
    if broken(contents, values):
        raise _contradiction(contents, variant, changes, values)
    return make_setting(contents, variant, changes)


def _contradiction(
    contents: Contents, variant: Variant, changes: Mapping[str, Value], values: Mapping[str, Value]
) -> MocsarError:
    """Return the error R031: what is broken, what the toggles concerned are, and the nearest setting that is right."""
    usual = variant_values(contents, variant)
    more = repair(contents, values, usual, kept=changes)
    if more is None:
        more = repair(contents, values, usual)
    hint = "change one of the toggles named"
    if more is not None:
        mended = {name: value for name, value in {**changes, **more}.items() if usual[name] != value}
        hint = f"{short_form(variant, mended)} would be right"
    broke = broken(contents, values)
    return MocsarError(
        [
            Diagnostic(
                "R031", None, f"{each.message['en']} ({shown_values(each, values)})", hint if each is broke[-1] else ""
            )
            for each in broke
        ]
    )


def shown_values(constraint: Constraint, values: Mapping[str, Value]) -> str:
    """Return the toggles that a constraint reads with their values: `play.beats is higher, …`."""
    return ", ".join(f"{name} is {written(values[name])}" for name in sorted(toggles_read(constraint.expr)))


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
        if any(name == toggle.id for name, _ in result):
            raise fail("R030", None, f"'{toggle.id}' is given twice", "give each toggle one value")
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
