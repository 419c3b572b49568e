"""What a subject claims to play, as settings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.prose import value_id
from mocsar_conformance.subjects.base import Hello
from mocsar_conformance.text import neutralise
from mocsar_reference import Diagnostic, MocsarError, Rulebook, Setting


@dataclass(frozen=True, slots=True)
class Claim:
    """A setting that a subject plays, and the toggle values that it states itself, by toggle id."""

    setting: Setting
    stated: frozenset[str] = frozenset()

    @property
    def short(self) -> str:
        return self.setting.short


def setting_of(rulebook: Rulebook, variant: str, toggles: Mapping[str, Any]) -> Setting:
    """Return a variant with some toggles changed, their values as JSON carries them.

    Raises MocsarError R002, R010, R030 or R031.
    """
    inside = ", ".join(f"{name}={value_id(_value(value))}" for name, value in toggles.items())
    return rulebook.setting(f"{variant}({inside})" if inside else variant)


def claims_of(hello: Hello, rulebook: Rulebook) -> tuple[list[Claim], list[Diagnostic]]:
    """Return the settings that a subject says it plays, and a complaint (U010) for each that cannot be tested."""
    claims: dict[str, Claim] = {}
    faults: list[Diagnostic] = []
    for plays in hello.plays:
        try:
            setting = setting_of(rulebook, plays.variant, plays.toggles or {})
        except MocsarError as error:
            for each in error.diagnostics:
                message = f"`hello` claims '{neutralise(plays.variant, 80)}': {neutralise(each.message)}"
                faults.append(Diagnostic("U010", None, message, neutralise(each.hint)))
            continue
        known = claims.get(setting.short)
        stated = frozenset(plays.toggles or ()) | (known.stated if known else frozenset())
        claims[setting.short] = Claim(setting, stated)
    return list(claims.values()), faults


def chosen_claims(claims: Sequence[Claim], wanted: Sequence[str], rulebook: Rulebook) -> list[Claim]:
    """Return the claims that a user asks for by variants or settings, all where none is asked for.

    A variant's id means every claim of that variant. Raises MocsarError U011 for one that is not claimed, and as
    `Rulebook.setting` does for one that does not exist.
    """
    if not wanted:
        return list(claims)
    chosen: dict[str, Claim] = {}
    for text in wanted:
        setting = rulebook.setting(text)
        found = [each for each in claims if each.short == setting.short]
        if not found and not setting.changes:
            found = [each for each in claims if each.setting.variant.id == setting.variant.id]
        if not found:
            plays = ", ".join(each.short for each in claims)
            message = f"the subject does not claim to play {setting.short}"
            raise MocsarError([Diagnostic("U011", None, message, f"it plays {plays}")])
        chosen.update((each.short, each) for each in found)
    return list(chosen.values())


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | tuple) else value
