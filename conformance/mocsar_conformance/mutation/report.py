"""Tells what became of mutants: by rule, each survivor with what tells it, and all of it in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mocsar_conformance.labels import LANGUAGES
from mocsar_conformance.mutation.listed import KILLED, Listed
from mocsar_conformance.mutation.mutants import Mutant
from mocsar_conformance.mutation.run import Result
from mocsar_conformance.mutation.shortest import Scenario
from mocsar_reference import Diagnostic

Outcome = Literal["named", "others", "equivalent", "explained", "alive", "stillborn"]
"""What became of a mutant in all settings together, the worst of them: alive; killed, but somewhere only by scenarios
that do not name what is changed; killed by naming; explained by a listed reason; noticed nowhere. Or it is no
rulebook."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("named", "others", "equivalent", "explained", "alive", "stillborn")

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "named": ("killed by naming", "néven nevezve lebukott"),
    "others": ("killed by others", "más buktatta le"),
    "equivalent": ("equivalent", "egyenértékű"),
    "explained": ("explained", "megmagyarázva"),
    "alive": ("survivors", "túlélő"),
    "stillborn": ("stillborn", "életképtelen"),
    "mutants": ("mutants", "mutáns"),
    "survivor": ("SURVIVES", "TÚLÉLI"),
    "unnamed": ("NOT BY NAME", "NEM NÉVEN"),
    "in": ("in {settings}", "itt: {settings}"),
    "killed-by": ("in {setting} by {scenario}", "itt: {setting}, példa: {scenario}"),
    "about": ("a scenario about it has in 'rules' one of: {names}", "a róla szóló példa 'rules' listájában: {names}"),
    "or-when": ("or names in 'when': {names}", "vagy a 'when' megnevezi: {names}"),
    "shown": ("a scenario that tells it:", "példa, amely elárulja:"),
    "as-above": ("the scenario {name} above tells it, too", "a fenti példa is elárulja: {name}"),
    "seconds": ("{seconds:.0f} s", "{seconds:.0f} mp"),
}


@dataclass(frozen=True)
class Report:
    """All that was found. `faults` are complaints about the list of equivalent mutants."""

    mutants: Sequence[Mutant]
    results: Mapping[str, Result]
    listed: Sequence[Listed]
    scenarios: Mapping[str, Scenario]
    faults: Sequence[Diagnostic]
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether no survivor is left unexplained, and the list of the explained is right."""
        return not self.faults and not any(self.outcome(each) in ("alive", "others") for each in self.mutants)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Return what became of a mutant."""
        result = self.results[mutant.id]
        if result.stillborn is not None:
            return "stillborn"
        fates = {self.fate(mutant, each.setting, each.fate) for each in result.found}
        return next((each for each in ("alive", "others", "named", "explained") if each in fates), "equivalent")

    def fate(self, mutant: Mutant, setting: str, fate: str) -> str:
        """Return what became of a mutant in a setting, listed reasons taken in."""
        explained = fate in ("alive", "open") and any(each.holds_for(mutant.id, setting) for each in self.listed)
        return "explained" if explained else fate

    def counts(self, mutants: Sequence[Mutant] | None = None) -> Counter[Outcome]:
        """Return how many mutants there are of each outcome."""
        return Counter(self.outcome(each) for each in (self.mutants if mutants is None else mutants))


def unit(mutant: Mutant) -> str:
    """Return what a mutant changes, in words: a rule's id, a function, a toggle of a variant."""
    kind, name = mutant.unit
    if mutant.variant is not None:
        return mutant.variant
    return name if kind == "rule" else f"{kind} {name}".strip()


def table(report: Report, lang: str) -> Iterator[str]:
    """Yield a line for each rule and whatever else is changed."""
    units: dict[str, list[Mutant]] = {}
    for each in report.mutants:
        units.setdefault(unit(each), []).append(each)
    width = max(map(len, units), default=0)
    for name, own in units.items():
        counts = report.counts(own)
        shown = ", ".join(f"{counts[each]} {word(each, lang)}" for each in OUTCOMES if counts[each])
        yield f"{name:{width}}  {len(own):4}  {shown}"


def survivors(report: Report, lang: str) -> Iterator[str]:
    """Yield each mutant that is alive, or killed only by scenarios that do not name what is changed."""
    told: set[str] = set()
    for mutant in report.mutants:
        outcome = report.outcome(mutant)
        if outcome not in ("alive", "others"):
            continue
        found = [
            each for each in report.results[mutant.id].found if report.fate(mutant, each.setting, each.fate) == outcome
        ]
        yield f"{word('survivor' if outcome == 'alive' else 'unnamed', lang)}  {mutant.id}"
        yield f"  {mutant.diff}"
        names = ", ".join(sorted(mutant.names or ()))
        toggles = ", ".join(sorted(mutant.toggles))
        about = [word("about", lang, names=names)] if names else []
        about += [word("or-when", lang, names=toggles)] if toggles else []
        if outcome == "alive":
            yield f"  {word('in', lang, settings=', '.join(each.setting for each in found))}"
            yield from (f"    {each.setting}: {each.witness.what}" for each in found[:1] if each.witness)
        else:
            for each in found:
                assert each.kill is not None
                yield f"  {word('killed-by', lang, setting=each.setting, scenario=each.kill.scenario)}"
        if about:
            yield f"  {'; '.join(about)}"
        scenario = report.scenarios.get(mutant.id)
        if scenario is not None and scenario.name in told:
            yield f"  {word('as-above', lang, name=scenario.name)}"
        elif scenario is not None:
            told.add(scenario.name)
            yield f"  {word('shown', lang)}"
            yield from (f"    {line}" for line in scenario.text.splitlines())
        yield ""


def summary(report: Report, lang: str) -> str:
    """Return the last line."""
    counts = report.counts()
    shown = [f"{counts[each]} {word(each, lang)}" for each in OUTCOMES]
    seconds = word("seconds", lang, seconds=report.seconds)
    return f"{len(report.mutants)} {word('mutants', lang)}: {', '.join(shown)} ({seconds})"


def data(report: Report) -> dict[str, Any]:
    """Return all of it as JSON can hold it."""
    counts = report.counts()
    return {
        "mutants": [_mutant(report, each) for each in report.mutants],
        "faults": [str(each) for each in report.faults],
        "summary": {"mutants": len(report.mutants), **{each: counts[each] for each in OUTCOMES}},
        "seconds": round(report.seconds, 1),
    }


def _mutant(report: Report, mutant: Mutant) -> dict[str, Any]:
    result, scenario = report.results[mutant.id], report.scenarios.get(mutant.id)
    reasons = [each.reason for each in report.listed if any(each.holds_for(mutant.id, f.setting) for f in result.found)]
    return {
        "id": mutant.id,
        "of": {"kind": mutant.unit[0], "id": mutant.unit[1], "part": mutant.part},
        "operator": mutant.operator,
        "before": mutant.before,
        "after": mutant.after,
        "file": mutant.place.file,
        "line": mutant.place.line,
        "column": mutant.place.column,
        "outcome": report.outcome(mutant),
        "stillborn": result.stillborn,
        "names": sorted(mutant.names or ()),
        "toggles": sorted(mutant.toggles),
        "settings": {
            each.setting: {
                "outcome": report.fate(mutant, each.setting, each.fate),
                "scenario": each.kill.scenario if each.kill and each.fate in KILLED else None,
                "how": each.kill.how if each.kill else each.witness.what if each.witness else None,
            }
            for each in result.found
        },
        "reasons": [dict(each) for each in reasons],
        "scenario": {"id": scenario.name, "text": scenario.text} if scenario else None,
    }


def word(key: str, lang: str, **values: Any) -> str:
    """Return a word or sentence in a language, filled in."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
