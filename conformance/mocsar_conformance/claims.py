"""What a subject claims to play, as settings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from mocsar_conformance.prose import value_id
from mocsar_conformance.subjects.base import Hello, Plays
from mocsar_conformance.text import neutralise
from mocsar_reference import Diagnostic, MocsarError, Rulebook, Setting
from mocsar_reference.language.types import List


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


MOST_SETTINGS = 16
"""Settings that one entry of `plays` may claim by giving several values of toggles."""
_MOST_TRIED = 4096
"""Combinations of values that are looked through for those that the constraints allow."""


def claims_of(hello: Hello, rulebook: Rulebook) -> tuple[list[Claim], list[Diagnostic]]:
    """Return the settings that a subject says it plays, and a complaint (U010) for each that cannot be tested.

    Where it gives several values of a toggle, each combination that the constraints allow is a setting.
    """
    claims: dict[str, Claim] = {}
    faults: list[Diagnostic] = []
    for plays in hello.plays:
        try:
            settings = _settings(plays, rulebook)
        except MocsarError as error:
            for each in error.diagnostics:
                message = f"`hello` claims '{neutralise(plays.variant, 80)}': {neutralise(each.message)}"
                faults.append(Diagnostic("U010", None, message, neutralise(each.hint)))
            continue
        for setting in settings:
            known = claims.get(setting.short)
            stated = frozenset(plays.toggles or ()) | (known.stated if known else frozenset())
            claims[setting.short] = Claim(setting, stated)
    return list(claims.values()), faults


def _settings(plays: Plays, rulebook: Rulebook) -> list[Setting]:
    """Return every setting that an entry of `plays` means.

    Raises MocsarError as `setting_of` does where there is none, or with U010 where they are too many.
    """
    toggles = plays.toggles or {}
    choices = {name: _choices(name, value, rulebook) for name, value in toggles.items()}
    settings: list[Setting] = []
    contradiction: MocsarError | None = None
    for tried, values in enumerate(product(*choices.values()), 1):
        try:
            settings.append(setting_of(rulebook, plays.variant, dict(zip(choices, values, strict=True))))
        except MocsarError as error:
            if any(each.code != "R031" for each in error.diagnostics):
                raise
            contradiction = error
        if len(settings) > MOST_SETTINGS or tried == _MOST_TRIED:
            several = ", ".join(f"{name} ({len(each)})" for name, each in choices.items() if len(each) > 1)
            message = f"more than {MOST_SETTINGS} settings, from several values of {several}"
            hint = "state fewer values, or those that belong together as entries of their own"
            raise MocsarError([Diagnostic("U010", None, message, hint)])
    if not settings and contradiction is not None:
        raise contradiction
    return settings


def _choices(name: str, value: Any, rulebook: Rulebook) -> Sequence[Any]:
    """Return the values that are given for a toggle: the members of a list; one list, where lists are its values."""
    toggle = rulebook.contents.toggles.get(name)
    if not isinstance(value, list | tuple) or toggle is None:
        return [value]
    lists = isinstance(toggle.type, List)
    several = bool(value) and (not lists or all(isinstance(each, list | tuple) for each in value))
    return [each for index, each in enumerate(value) if each not in value[:index]] if several else [value]


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
