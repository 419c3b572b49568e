"""What outcomes amount to: whether one is a finding, and how far a subject conforms to each setting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from mocsar_conformance.records import Conformant, End, Failure, Outcome, Verdict, summed

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
    left_out: int = 0
    """Scenarios that were not run because the user expects nothing of them."""


def is_finding(outcome: Outcome) -> bool:
    """Tell whether an outcome makes the run one with findings: wrong, or unsupported, and not disputed.

    A known failure is one only if it does not come as it was foretold; what comes and goes is none.
    """
    if outcome.expectation is not None:
        return not outcome.expectation.met
    return outcome.gates and outcome.verdict in (*WRONG, "unsupported")


def conformance(setting: str, outcomes: Sequence[Outcome], whole: bool = True) -> Conformance:
    """Return how far a subject conforms to a setting; of a part of the scenarios only what is wrong can be said."""
    own = [each for each in outcomes if each.variant == setting]
    wrong = Counter(each.verdict for each in own if each.gates and each.verdict in WRONG)
    missing = Counter(each.what or "" for each in own if each.gates and each.verdict == "unsupported")
    readings = _read_otherwise(own)
    left_out = sum(each.verdict == "skipped" and each.expectation is not None for each in own)
    standing: Standing = "conformant"
    if wrong:
        standing = "not-conformant"
    elif not whole:
        standing = "selection"
    elif missing or left_out:
        standing = "partial"
    elif not any(each.verdict in ("pass", "reason-differs") for each in own):
        standing = "untested"
    elif readings:
        standing = "conformant-except-readings"
    ordered: dict[Verdict, int] = {verdict: wrong[verdict] for verdict in WRONG if wrong[verdict]}
    return Conformance(setting, standing, ordered, dict(missing.most_common()), readings, left_out)


@dataclass(frozen=True, slots=True)
class Needs:
    """What some scenarios need in vain: how many there are, and how many of them need each thing."""

    scenarios: int
    things: dict[str, int]


def needs(missing: Mapping[str, int]) -> tuple[Needs, Needs]:
    """Return what is missing because `hello` does not state it, and what for any other reason."""
    unstated = {what: number for what, number in missing.items() if _CAPABILITY.search(what)}
    things: Counter[str] = Counter()
    for what, number in unstated.items():
        things.update(dict.fromkeys(_CAPABILITY.findall(what), number))
    others = {what: number for what, number in missing.items() if what not in unstated}
    return Needs(sum(unstated.values()), dict(things.most_common())), Needs(sum(others.values()), others)


_CAPABILITY: Final = re.compile(r"capability `([^`]+)`")


def lean(outcome: Outcome) -> Outcome:
    """Return an outcome with no more than the sum of a run takes, so that those of a long run can be kept."""
    failure = outcome.failure
    if failure is not None:
        why = failure.diagnosis and replace(failure.diagnosis, received="", stderr="")
        failure = Failure(failure.where, failure.step, None, None, None, diagnosis=why, as_if=failure.as_if)
    return replace(outcome, failure=failure, title=None, file=None)


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
    """Tell whether no scenario got far enough to be compared, of several that could be run at all."""
    run = [each for each in outcomes if each.verdict not in ("skipped", "unsupported")]
    return len(run) > 1 and all(each.verdict in ADAPTER for each in run)
