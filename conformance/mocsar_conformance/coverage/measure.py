"""Measures what scenarios exercise: each point with the scenarios that do, and the settings they do it in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mocsar_conformance.coverage.points import Point, all_points, points_in
from mocsar_conformance.coverage.values import Matters
from mocsar_conformance.coverage.walk import Walker
from mocsar_conformance.scenario.applies import applies
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook, Setting
from mocsar_reference.resolve.setting import written

Exercise = Mapping[str, tuple[str, ...]]
"""The scenarios that exercise a point, by id, each with the short forms of the settings in which it does."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every point in reading order; by its id what exercises it; and by variant the ids of the points there are."""

    points: tuple[Point, ...]
    exercised: Mapping[str, Exercise]
    present: Mapping[str, frozenset[str]]

    def uncovered(self) -> list[Point]:
        """Return the points that nothing exercises."""
        return [each for each in self.points if not self.exercised.get(each.id)]

    def in_variant(self, point: Point, variant: str) -> list[str]:
        """Return the scenarios that exercise a point in a variant as it is."""
        return [name for name, settings in self.exercised.get(point.id, {}).items() if variant in settings]


def measure(
    rulebook: Rulebook,
    scenarios: Sequence[Scenario],
    layers: Layers | None = None,
    variant: str | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Coverage:
    """Return what scenarios exercise; `advance` is called after each of them.

    With `layers` that have overlays, only what those bring counts, and only their own scenarios exercise it. With
    `variant`, only what there is in that variant counts, and only what is exercised in it. Scenarios that are disputed
    are left out.
    """
    layers = layers or Layers(rulebook)
    if layers.overlays:
        scenarios = [each for each in scenarios if layers.is_overlaid(each)]
    names = [variant] if variant else _variants(rulebook, layers)
    points = all_points(rulebook, layers)
    present = {name: points_in(points, rulebook, rulebook.setting(name)) for name in names}
    if variant:
        points = present[variant]
    found: dict[str, dict[str, list[str]]] = {}
    meter = _Meter(rulebook)
    for scenario in scenarios:
        for setting in layers.settings(scenario) if not scenario.disputed else ():
            if variant in (None, setting.short) and applies(scenario, rulebook, setting):
                for point in meter.exercised(scenario, setting):
                    found.setdefault(point, {}).setdefault(scenario.id, []).append(setting.short)
        advance()
    exercised = {point: {name: tuple(each) for name, each in by.items()} for point, by in found.items()}
    return Coverage(tuple(points), exercised, {name: frozenset(p.id for p in each) for name, each in present.items()})


def _variants(rulebook: Rulebook, layers: Layers) -> list[str]:
    return [setting.short for setting in layers.newest()] if layers.overlays else list(rulebook.playable)


class _Meter:
    """Plays scenarios in settings, each setting compiled once."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._walkers: dict[str, Walker] = {}
        self._matters = Matters(rulebook)

    def exercised(self, scenario: Scenario, setting: Setting) -> Iterable[str]:
        """Return the ids of the points that a scenario exercises in a setting it applies to."""
        if setting.short not in self._walkers:
            self._walkers[setting.short] = Walker(self._rulebook, setting)
        try:
            found = self._walkers[setting.short].exercised(scenario)
        except CannotDeal:
            return ()
        if scenario.about and self._matters.holds(scenario, setting):
            values = self._matters.values(scenario, setting)
            found |= {f"value:{name}={written(value)}" for name, value in values.items()}
        return found
