"""Plays every scenario on the reference in every setting it is held to, and tells where the two disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mocsar_conformance.scenario.applies import applicability, applies
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.hold import Disagreement, disagreements
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic, Rulebook, Setting

OTHERWISE = ("C030", "C031", "C032", "C033", "C034")
"""What a clause may help to settle."""


def check_scenarios(
    rulebook: Rulebook, scenarios: Iterable[Scenario], layers: Layers | None = None
) -> list[Diagnostic]:
    """Return where scenarios and the reference disagree, by scenario, each fault once for all settings that show it.

    Codes C004, C020 to C035. What a disputed scenario says otherwise than the reference is no fault. With `layers`, a
    scenario is held only to variants that it can know.
    """
    layers = layers or Layers(rulebook)
    found: list[Diagnostic] = []
    changed: list[Diagnostic] = []
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        other = first.setdefault(scenario.id, scenario)
        if other is not scenario:
            place, there = scenario.document.place(("id",)), other.document.place(("id",))
            hint = f"it is the id of {there} already; choose another"
            found.append(Diagnostic("C004", place, f"there are two scenarios '{scenario.id}'", hint))
        faults = list(_Check(rulebook, scenario).diagnostics(layers.settings(scenario)))
        if layers.overlays and not layers.is_overlaid(scenario):
            changed += [each for each in faults if each.code in OTHERWISE]
            faults = [each for each in faults if each.code not in OTHERWISE]
        found += faults
    return [*_changed(rulebook, layers, changed), *found]


def _changed(rulebook: Rulebook, layers: Layers, faults: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield one complaint for all that scenarios say otherwise than the reference since something was laid over it."""
    if not faults:
        return
    first = faults[0]
    intruders = layers.intruders(rulebook)
    files = {each.place.file for each in faults if each.place}
    more = f" ({len(files)} scenarios notice)" if len(files) > 1 else ""
    if intruders:
        names = ", ".join(f"'{rule.id}'" for rule in intruders[:5])
        verb = "changes" if len(intruders) == 1 else "change"
        message = f"{names} {verb} variants that were there already: at {first.place}, {first.message}{more}"
        hint = "give it a 'when' that only your own variants fulfil"
        yield Diagnostic("C035", intruders[0].place, message, hint)
    else:
        message = f"what is laid over the rulebook changes variants that were there already: {first.message}{more}"
        yield Diagnostic("C035", first.place, message, "let a toggle of your own decide whether it holds")


def clauses_of(rulebook: Rulebook, names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the clauses that rules (or clauses) belong to, each once."""
    contents = rulebook.contents
    ids = (name if name in contents.clauses else contents.rules[name].clause for name in names)
    return tuple(dict.fromkeys(each for each in ids if each))


class _Check:
    def __init__(self, rulebook: Rulebook, scenario: Scenario) -> None:
        self.rulebook = rulebook
        self.scenario = scenario

    def diagnostics(self, settings: list[Setting]) -> Iterator[Diagnostic]:
        left_out: dict[str, Setting] = {}
        listed = {setting.short: index for index, setting in enumerate(self.scenario.settings)}
        where: dict[Diagnostic, list[str]] = {}
        for setting in settings:
            if not applies(self.scenario, self.rulebook, setting):
                left_out[setting.short] = setting
                continue
            for each in (*self.absent(setting), *self.disagree(setting)):
                where.setdefault(each, []).append(setting.short)
        if len(left_out) == len(settings):
            if not self.scenario.ruled_out:
                yield self.nowhere({name: self.why(setting) for name, setting in left_out.items()})
        else:
            unfit = ((name, setting) for name, setting in left_out.items() if name in listed)
            yield from (self.unfit(name, listed[name], self.why(setting)) for name, setting in unfit)
        applied = len(settings) - len(left_out)
        for each, names in where.items():
            everywhere = applied == len(names) > 1
            kind = "settings" if listed else "variants"
            suffix = f"in all {applied} {kind} it applies to" if everywhere else f"in {', '.join(names)}"
            yield Diagnostic(each.code, each.place, f"{each.message} ({suffix})", each.hint)

    def why(self, setting: Setting) -> str:
        """Return why the scenario does not apply to a setting."""
        return applicability(self.scenario, self.rulebook, setting) or ""

    def nowhere(self, reasons: dict[str, str]) -> Diagnostic:
        kinds = dict.fromkeys(reasons.values())
        detail = next(iter(kinds)) if len(kinds) == 1 else "; ".join(f"{name}: {why}" for name, why in reasons.items())
        path: Any = ("when",) if self.scenario.when else ("id",)
        place = self.scenario.document.place(path)
        return Diagnostic(
            "C020", place, f"the scenario applies to no variant: {detail}", "widen 'when' or what is given"
        )

    def unfit(self, name: str, index: int, reason: str) -> Diagnostic:
        place = self.scenario.document.place(("settings", index))
        message = f"the scenario lists {name} and does not apply to it: {reason}"
        return Diagnostic("C025", place, message, "change what it lists, or widen 'when' or what is given")

    def absent(self, setting: Setting) -> Iterator[Diagnostic]:
        """Complain of rules the scenario is about that are not part of a setting."""
        contents = self.rulebook.contents
        present = set(self.rulebook.game(setting).plan.rules)
        for index, name in enumerate(self.scenario.rules):
            condition = contents.rules[name].when if name in contents.rules else None
            there = name in present
            clause = contents.clauses.get(name)
            if not there and clause is not None:
                condition = clause.when or condition
                there = clause.when is None or self.rulebook.holds(clause.when, setting)
                there = there and (not clause.rules or bool(present.intersection(clause.rules)))
            if not there:
                hint = (
                    f"narrow 'when' to {condition.text}" if condition else "narrow 'when', or leave it out of 'rules'"
                )
                place = self.scenario.document.place(("rules", index))
                yield Diagnostic("C021", place, f"'{name}' is not part of the rules", hint)

    def disagree(self, setting: Setting) -> Iterator[Diagnostic]:
        if self.scenario.disputed:
            return
        try:
            for each in disagreements(self.scenario, self.rulebook.game(setting)):
                yield self.diagnostic(each)
        except CannotDeal as fault:
            yield fault.diagnostic(self.scenario)

    def diagnostic(self, each: Disagreement) -> Diagnostic:
        clauses = clauses_of(self.rulebook, each.rules or self.scenario.rules)
        see = f"see {', '.join(clauses)}" if clauses and each.code in OTHERWISE else ""
        hint = "; ".join(filter(None, (each.hint, see)))
        return Diagnostic(each.code, self.scenario.document.place(each.path), each.message, hint)
