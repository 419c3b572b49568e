"""Loads presets: small positions of a setting, from which every line of play is explored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mocsar_conformance.scenario.applies import misfit
from mocsar_conformance.scenario.deals import CannotDeal, begin
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import ActStep, Scenario
from mocsar_conformance.scenario.script import build_script
from mocsar_conformance.subjects.base import Message
from mocsar_reference import Diagnostic, Game, IllegalAction, MocsarError, Place, Rulebook, Setting, State
from mocsar_reference.errors import did_you_mean, fail
from mocsar_reference.load import Document, load_document
from mocsar_reference.load import Path as NodePath
from mocsar_reference.resolve.book import Words


@dataclass(frozen=True)
class Preset:
    """A position: a deal as `scenario` begins it, after its steps. `folder` is where its counts are stored below."""

    name: str
    setting: Setting
    scenario: Scenario
    rulebook: Rulebook
    folder: Path

    @property
    def variant(self) -> str:
        return self.setting.variant.id

    @property
    def id(self) -> str:
        return f"{self.variant}/{self.name}"

    @property
    def title(self) -> Words:
        return self.scenario.title

    @property
    def steps(self) -> tuple[ActStep, ...]:
        """What is done before the position is reached."""
        return tuple(step for step in self.scenario.steps if isinstance(step, ActStep))

    @cached_property
    def game(self) -> Game:
        return self.rulebook.game(self.setting)

    @cached_property
    def state(self) -> State:
        """The position. Raises MocsarError U020 where it cannot be reached in this way."""
        scenario = self.scenario
        what = misfit(scenario, self.rulebook, self.setting)
        if what is not None:
            raise self._fault(("given",), what)
        try:
            state = begin(scenario, self.game).state
        except CannotDeal as fault:
            raise MocsarError([fault.diagnostic(scenario)]) from None
        for step in self.steps:
            try:
                state, _ = self.game.apply(state, step.player, step.action)
            except IllegalAction as refusal:
                raise self._fault(step.path, f"'{step.text}' is refused: {refusal.verdict.reason}") from None
        return state

    @cached_property
    def requests(self) -> tuple[Message, ...]:
        """What brings a subject to the position."""
        return tuple(turn.request for turn in build_script(self.scenario, self.rulebook, self.setting).turns)

    def _fault(self, path: NodePath, message: str) -> MocsarError:
        return fail("U020", self.scenario.document.place(path), message, "change the preset")


def load_presets(rulebook: Rulebook, overlays: Sequence[Path] = ()) -> list[Preset]:
    """Return the presets of a rulebook and its overlays, in the order of their files.

    Raises MocsarError with every fault: Y, S and C codes, U020 for a file not called as its variant, and those of
    `Rulebook.setting`.
    """
    presets: list[Preset] = []
    found: list[Diagnostic] = []
    for root in (rulebook.root, *(each / "spec" if (each / "spec").is_dir() else each for each in overlays)):
        for path in sorted((root / "presets").glob("*.yaml")):
            try:
                presets += _read(load_document(path, "presets"), path, rulebook)
            except MocsarError as error:
                found += error.diagnostics
    if found:
        raise MocsarError(found)
    return presets


def chosen_presets(presets: Sequence[Preset], variants: Sequence[str], names: Sequence[str]) -> list[Preset]:
    """Return the presets that a user asks for by variants and by ids, whole or without the variant.

    Raises MocsarError U021 where one is asked for that does not exist.
    """
    known = [*dict.fromkeys(name for each in presets for name in (each.variant, each.setting.short))]
    for variant in variants:
        if variant not in known:
            raise fail("U021", None, f"there is no preset of '{variant}'", did_you_mean(variant, known))
    found = [each for each in presets if not variants or each.variant in variants or each.setting.short in variants]
    ids = [name for each in found for name in (each.id, each.name)]
    for name in names:
        if name not in ids:
            raise fail("U021", None, f"there is no preset '{name}'", did_you_mean(name, ids))
    return [each for each in found if not names or each.id in names or each.name in names]


def _read(document: Document, path: Path, rulebook: Rulebook) -> list[Preset]:
    try:
        setting = rulebook.setting(document.value["setting"])
    except MocsarError as error:
        place = document.place(("setting",))
        raise MocsarError([Diagnostic(e.code, place, e.message, e.hint) for e in error.diagnostics]) from None
    if setting.variant.id != path.stem:
        hint = f"rename it to '{setting.variant.id}.yaml'"
        raise fail("U020", Place(document.file, 1, 1), "the file is not called as its variant", hint)
    presets: dict[str, Preset] = {}
    found: list[Diagnostic] = []
    for index, value in enumerate(document.value["presets"]):
        name = value["id"]
        if name in presets:
            place = document.place(("presets", index, "id"))
            found.append(Diagnostic("U020", place, f"there is a preset '{name}' already", "choose another id"))
        try:
            scenario = read_scenario(_Part(document, ("presets", index)), rulebook)
        except MocsarError as error:
            found += error.diagnostics
            continue
        presets[name] = Preset(name, setting, scenario, rulebook, path.parent.parent)
    if found:
        raise MocsarError(found)
    return list(presets.values())


class _Part(Document):
    """A preset in its file, as the document of a scenario."""

    def __init__(self, whole: Document, path: NodePath) -> None:
        value: Any = whole.value
        for key in path:
            value = value[key]
        super().__init__({"rules": [], "steps": [], **value}, whole.file, whole.text, whole.marks)
        self._whole = whole
        self._path = path

    def place(self, path: NodePath = ()) -> Place:
        return self._whole.place((*self._path, *path))

    def key_place(self, path: NodePath) -> Place:
        return self._whole.key_place((*self._path, *path))
