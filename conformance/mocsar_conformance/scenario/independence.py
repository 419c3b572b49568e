"""Changes every toggle that a scenario does not name, one at a time: nothing it states may change with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from mocsar_conformance.scenario.applies import applies, misfit
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.hold import Disagreement, disagreements
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic, Game, MocsarError, Rulebook, Setting
from mocsar_reference.resolve.book import Toggle, Value
from mocsar_reference.resolve.conditions import toggles_read
from mocsar_reference.resolve.setting import written

MOST_COMPANIONS = 2
"""Other toggles that may be changed too, where the constraints between toggles demand it."""


def quick(rulebook: Rulebook, scenarios: Iterable[Scenario], layers: Layers | None = None) -> list[Diagnostic]:
    """Return C040 for each toggle that a scenario depends on and does not name in `when`.

    Each toggle that a scenario does not name is changed once to each of its values, in one of the variants it applies
    to, toggle by toggle in the next; that, and leaving out the settings of a scenario's own, keeps it quick. Scenarios
    that do not hold in a variant itself, and settings that they do not apply to or in which the leader given cannot
    lead, are passed over. With `layers`, only variants and toggles count that the scenario can know.
    """
    return [each.diagnostic for each in unnamed(rulebook, scenarios, layers)]


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A toggle that a scenario depends on and does not name; `held` are the settings in which it holds."""

    scenario: Scenario
    toggle: Toggle
    held: tuple[Setting, ...]
    diagnostic: Diagnostic


def unnamed(rulebook: Rulebook, scenarios: Iterable[Scenario], layers: Layers | None = None) -> list[Unnamed]:
    """Return what `quick` complains of, with what is needed to mend it."""
    layers = layers or Layers(rulebook)
    changes = Changes(rulebook)
    found: list[Unnamed] = []
    for scenario in scenarios:
        toggles = [each for each in layers.toggles(scenario) if each.id not in scenario.about]
        settings = [
            setting
            for setting in layers.settings(scenario)
            if not setting.changes
            if applies(scenario, rulebook, setting) and first_disagreement(scenario, rulebook.game(setting)) is None
        ]
        told: set[str] = set()
        for number, toggle in enumerate(toggles if settings else ()):
            turned = number % len(settings)
            in_turn = [*settings[turned:], *settings[:turned]]
            faults = list(_dependence(scenario, rulebook, in_turn, toggle, changes, told))
            told.update(toggle.id for _ in faults)
            found += (Unnamed(scenario, toggle, tuple(settings), each) for each in faults)
    return found


def _dependence(
    scenario: Scenario,
    rulebook: Rulebook,
    settings: Sequence[Setting],
    toggle: Toggle,
    changes: Changes,
    told: Collection[str],
) -> Iterator[Diagnostic]:
    """Change a toggle to each of its values, each in the first of the settings where that can be done.

    Changes that would take along a toggle that it is `told` to depend on say nothing new.
    """
    tried: set[Value] = set()
    for setting in settings:
        for value in toggle.alternatives(setting.values[toggle.id]):
            changed = changes.find(setting, toggle.id, value, scenario.about) if value not in tried else None
            if changed is None or any(name in told for name in changed.changes):
                continue
            alike = changes.none(setting, changed)
            if not alike and misfit(scenario, rulebook, changed):  # 'when' reads nothing that changed
                continue
            tried.add(value)
            if alike:
                continue
            first = first_disagreement(scenario, rulebook.game(changed))
            if first is not None:
                yield diagnostic(scenario, setting, changed, [toggle.id], first)
                return


def first_disagreement(scenario: Scenario, game: Game) -> Disagreement | None:
    """Return where a scenario first says otherwise than a game; None too where the leader given cannot lead."""
    try:
        return next(disagreements(scenario, game), None)
    except CannotDeal as fault:
        if fault.code == "C022":
            return None
        return Disagreement(fault.code, fault.deal.path, fault.message)


def diagnostic(
    scenario: Scenario, setting: Setting, changed: Setting, toggles: Sequence[str], first: Disagreement
) -> Diagnostic:
    """Return C040: changing some toggles of a setting, and what the constraints make them bring along, changes this."""
    in_order = dict.fromkeys((*changed.changes, *changed.values))
    others = [name for name in in_order if changed.values[name] != setting.values[name] and name not in toggles]
    along = f" (with {_assigned(others, changed, ', ')})" if others else ""
    message = f"with {_assigned(toggles, changed, ' and ')}{along} in {setting.short}, {first.message}"
    names = " and ".join(f"toggle.{name}" for name in toggles)
    hint = f"name {names} in 'when', or state nothing that depends on it"
    return Diagnostic("C040", scenario.document.place(first.path), message, hint)


def _assigned(names: Iterable[str], setting: Setting, joint: str) -> str:
    return joint.join(f"{name} = {written(setting.values[name])}" for name in names)


class Changes:
    """Finds settings with one toggle changed, and remembers them, so that each is compiled once."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        contents = rulebook.contents
        self.coupled = [toggles_read(each.expr) for each in contents.constraints]
        self.found: dict[tuple[str, str, Value, frozenset[str]], Setting | None] = {}
        self.alike: dict[tuple[str, str], bool] = {}

    def find(self, setting: Setting, toggle: str, value: Value, fixed: frozenset[str]) -> Setting | None:
        """Return the setting with a toggle changed, and with as few companions as the constraints demand.

        Toggles in `fixed` are not changed along. None where there is no such setting.
        """
        partners = self.partners(toggle)
        key = (setting.short, toggle, value, fixed & frozenset(partners))
        if key not in self.found:
            free = [each for each in partners if each not in fixed]
            self.found[key] = self.search(setting, {toggle: value}, free)
        return self.found[key]

    def none(self, setting: Setting, changed: Setting) -> bool:
        """Tell whether a change leaves the game as it is."""
        key = (setting.short, changed.short)
        if key not in self.alike:
            self.alike[key] = self.rulebook.game(changed).plan.plays_like(self.rulebook.game(setting).plan)
        return self.alike[key]

    def partners(self, toggle: str) -> list[str]:
        """Return the toggles that share a constraint with a toggle, or with one of those."""
        near = {other for group in self.coupled if toggle in group for other in group}
        return sorted({other for group in self.coupled if near & group for other in group} - {toggle})

    def search(self, setting: Setting, change: Mapping[str, Value], free: list[str]) -> Setting | None:
        toggles = self.rulebook.contents.toggles
        for number in range(MOST_COMPANIONS + 1):
            for companions in combinations(free, number):
                pools = [toggles[name].alternatives(setting.values[name]) for name in companions]
                for values in product(*pools):
                    try:
                        return self.rulebook.changed(setting, {**change, **dict(zip(companions, values, strict=True))})
                    except MocsarError:
                        continue
        return None
