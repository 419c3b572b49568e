"""What outcomes amount to: whether one is a finding, and how far a subject conforms to each setting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from mocsar_conformance.records import Conformant, End, Outcome, Verdict, summed

WRONG: Final[tuple[Verdict, ...]] = ("fail", "error", "timeout", "crash")
ADAPTER: Final[tuple[Verdict, ...]] = ("error", "timeout", "crash")
"""Verdicts that say nothing of the rules."""

Standing = Literal["conformant", "conformant-except-readings", "not-conformant", "partial", "untested", "selection"]


@dataclass(frozen=True, slots=True)
class Conformance:
    """How far a subject conforms to one setting. `missing` has how many scenarios each unsupported thing cost.

    `readings` are the toggles that it reads otherwise where the sources are unclear and it states no value.
    """

    setting: str
    standing: Standing
    wrong: dict[Verdict, int] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)
    readings: tuple[str, ...] = ()


def is_finding(outcome: Outcome) -> bool:
    """Tell whether an outcome makes the run one with findings: wrong, or unsupported, and not disputed."""
    return outcome.gates and outcome.verdict in (*WRONG, "unsupported")


def conformance(setting: str, outcomes: Sequence[Outcome], whole: bool = True) -> Conformance:
    """Return how far a subject conforms to a setting; of a part of the scenarios only what is wrong can be said."""
    own = [each for each in outcomes if each.variant == setting]
    wrong = Counter(each.verdict for each in own if each.gates and each.verdict in WRONG)
    missing = Counter(each.what or "" for each in own if each.gates and each.verdict == "unsupported")
    readings = _read_otherwise(own)
    standing: Standing = "conformant"
    if wrong:
        standing = "not-conformant"
    elif not whole:
        standing = "selection"
    elif missing:
        standing = "partial"
    elif not any(each.verdict in ("pass", "reason-differs") for each in own):
        standing = "untested"
    elif readings:
        standing = "conformant-except-readings"
    ordered: dict[Verdict, int] = {verdict: wrong[verdict] for verdict in WRONG if wrong[verdict]}
    return Conformance(setting, standing, ordered, dict(missing.most_common()), readings)


def end_of(
    outcomes: Sequence[Outcome], settings: Sequence[str], seconds: float, *, whole: bool, interrupted: bool
) -> End:
    """Return the last record of a run; where only a part of the scenarios was run, nothing is conformant."""
    end = summed(outcomes, settings, seconds, interrupted)
    if whole:
        return end
    most: dict[str, Conformant] = {
        setting: "not-conformant" if word == "not-conformant" else "partial" for setting, word in end.conformant.items()
    }
    return replace(end, conformant=most)


def _read_otherwise(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return as few toggles as explain all that differs on readings."""
    differing = [each.failure.as_if for each in outcomes if each.failure and each.failure.as_if and not each.disputed]
    left = [[next(iter(values.items())) for values in each] for each in differing]
    found: set[str] = set()
    while left:
        most, _ = Counter(each for ways in left for each in ways).most_common(1)[0]
        found.add(most[0])
        left = [ways for ways in left if most not in ways]
    return tuple(sorted(found))


def blames_the_adapter(outcomes: Sequence[Outcome]) -> bool:
    """Tell whether no scenario got far enough to be compared."""
    run = [each for each in outcomes if each.verdict != "skipped"]
    return len(run) > 1 and all(each.verdict in ADAPTER for each in run)
