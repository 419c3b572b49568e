"""Tells whether a scenario that names a toggle depends on its value."""

from __future__ import annotations

from mocsar_conformance.scenario.applies import misfit
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.hold import disagreements
from mocsar_conformance.scenario.independence import Changes
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook, Setting
from mocsar_reference.resolve.book import Toggle, Value


class Matters:
    """Answers which toggles matter to a scenario in a setting."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.changes = Changes(rulebook)

    def values(self, scenario: Scenario, setting: Setting) -> dict[str, Value]:
        """Return the toggles that a scenario names and depends on, with the values that they have in a setting."""
        toggles = self.rulebook.contents.toggles
        return {name: setting.values[name] for name in scenario.about if self.matters(scenario, setting, toggles[name])}

    def matters(self, scenario: Scenario, setting: Setting, toggle: Toggle) -> bool:
        """Tell whether a scenario that holds in a setting no longer does with another value of the toggle.

        Nor does it where it cannot even be played then. Whatever else `when` names stays as it is, if it can.
        """
        for value in toggle.alternatives(setting.values[toggle.id]):
            changed = self.changes.find(setting, toggle.id, value, scenario.about - {toggle.id})
            changed = changed or self.changes.find(setting, toggle.id, value, frozenset())
            if changed is not None and not self.holds(scenario, changed):
                return True
        return False

    def holds(self, scenario: Scenario, setting: Setting) -> bool:
        """Tell whether a scenario can be played in a setting, and comes out as it says there, whatever `when` says."""
        if misfit(scenario, self.rulebook, setting):
            return False
        try:
            return next(disagreements(scenario, self.rulebook.game(setting)), None) is None
        except CannotDeal:
            return False
