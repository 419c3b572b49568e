"""A rulebook and what is laid over it: what lies below may not be asked to know what lies above.

The project's scenarios speak of the project's variants and toggles. An author's overlay brings more of both, and
scenarios of its own: those speak of all that lies below them too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Place, Rulebook, Setting
from mocsar_reference.resolve.book import Rule, Toggle


class Layers:
    """Tells what a scenario can know. `overlays` are the folders laid over the rulebook, lowest first."""

    def __init__(self, rulebook: Rulebook, overlays: Sequence[Path] = ()) -> None:
        self.overlays = len(overlays)
        self._folders = [each.resolve() for each in overlays]
        self._known: dict[str, int] = {}
        contents = rulebook.contents
        self._settings = [
            (self._layer(contents.variants[name].place), rulebook.setting(name)) for name in rulebook.playable
        ]
        self._toggles = [(self._layer(toggle.place), toggle) for toggle in contents.toggles.values()]

    def settings(self, scenario: Scenario) -> list[Setting]:
        """Return what a scenario is held to: the variants that it can know, and the settings that it lists itself."""
        own = self._layer(scenario.document.place())
        return [*(setting for layer, setting in self._settings if layer <= own), *scenario.settings]

    def newest(self) -> list[Setting]:
        """Return the variants that the overlays bring; all variants where they bring none."""
        own = [setting for layer, setting in self._settings if layer > 0]
        return own or [setting for _, setting in self._settings]

    def toggles(self, scenario: Scenario) -> list[Toggle]:
        """Return the toggles that a scenario can name."""
        own = self._layer(scenario.document.place())
        return [toggle for layer, toggle in self._toggles if layer <= own]

    def layer(self, place: Place) -> int:
        """Return 0 for what the rulebook below all declares, else the number of the overlay that does."""
        return self._layer(place)

    def is_overlaid(self, scenario: Scenario) -> bool:
        """Tell whether a scenario belongs to an overlay."""
        return self._layer(scenario.document.place()) > 0

    def intruders(self, rulebook: Rulebook) -> list[Rule]:
        """Return the rules of overlays that are present in variants below them, where they may change the game."""
        rules = [(self._layer(rule.place), rule) for rule in rulebook.contents.rules.values()]
        found = {
            rule.id: rule
            for below, setting in self._settings
            for layer, rule in rules
            if layer > below and rule.id in rulebook.game(setting).plan.rules
        }
        return list(found.values())

    def _layer(self, place: Place) -> int:
        """Return 0 for the rulebook below all, else the number of the overlay that a file belongs to."""
        if not self._folders:
            return 0
        if place.file not in self._known:
            file = Path(place.file).resolve()
            within = (index for index, each in enumerate(self._folders, 1) if file.is_relative_to(each))
            self._known[place.file] = max(within, default=0)
        return self._known[place.file]
