"""What has become of each scenario in each setting from one run to another."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from mocsar_conformance.comparison.names import Names
from mocsar_conformance.reports.outcomes import RIGHT, meaning
from mocsar_conformance.results import Results
from mocsar_conformance.verdicts import WRONG

Kind = Literal[
    "broken",
    "unsupported",
    "fixed",
    "supported",
    "new",
    "vanished",
    "failure",
    "reason",
    "other",
    "expectation",
    "renamed",
]
KINDS: Final[tuple[Kind, ...]] = (
    "broken",  # was right, is wrong
    "unsupported",  # is unsupported, was not
    "fixed",  # was wrong, is right
    "supported",  # was unsupported, is not
    "new",  # not in the first
    "vanished",  # not in the second
    "failure",  # wrong in both, in another way
    "reason",  # right in both, but the reason of a refusal is another
    "other",  # another verdict, of those that do not count
    "expectation",  # the same, but something else was expected of it
    "renamed",  # the same, under another name
)
"""In the order in which they are shown. Each scenario and setting is of one kind at most: the first that it can be."""

State = Literal["right", "wrong", "uncounted", "unsupported", "left-out"]
Outcome = Mapping[str, Any]
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """What changed for one scenario in one setting; `old` or `new` is None where it is not there."""

    kind: Kind
    id: str
    """As the newer of the two calls it."""
    variant: str
    old: Outcome | None
    new: Outcome | None
    breaks: bool
    """Whether it is a finding and was none, or was not there."""
    gone: Mapping[str, str] | None = None
    """Of one that vanished: why it was removed, by language, where the editions say so."""

    @property
    def was(self) -> tuple[str, str] | None:
        """The id and setting in the older of the two, where it had others."""
        if self.old is None or self.new is None:
            return None
        before = (self.old["id"], self.old["variant"])
        return before if before != (self.id, self.variant) else None


def changes_between(old: Results, new: Results, names: Names) -> Iterator[Change]:
    """Yield what changed, in the order of the kinds, and within each by id and setting.

    What was skipped because the setting does not have it counts as not there; what an expectation left out is there.
    """
    before, after = keyed(old, names), keyed(new, names)
    found = [_change(key, before.get(key), after.get(key), names) for key in {**before, **after}]
    yield from sorted(
        (each for each in found if each), key=lambda each: (KINDS.index(each.kind), each.id, each.variant)
    )


def keyed(results: Results, names: Names) -> dict[Key, Outcome]:
    """Return the outcomes by the latest names of scenario and setting, without those that do not apply."""
    there = (each for each in results.outcomes if applies(each))
    return {(names.scenario(each["id"]), names.setting(each["variant"])): each for each in there}


def applies(outcome: Outcome) -> bool:
    """Tell whether the setting has the scenario."""
    return outcome["verdict"] != "skipped" or _expectation(outcome).get("kind") == "skip"


def state(outcome: Outcome) -> State:
    """Return what an outcome says of the subject, whatever was expected of it."""
    verdict = outcome["verdict"]
    if verdict in RIGHT:
        return "right"
    if verdict == "unsupported":
        return "unsupported"
    if verdict == "skipped":
        return "left-out"
    return "wrong" if verdict in WRONG and outcome["gates"] else "uncounted"


def _change(key: Key, old: Outcome | None, new: Outcome | None, names: Names) -> Change | None:
    kind = _kind(old, new)
    if kind is None:
        return None
    shown = new or old
    assert shown is not None
    breaks = new is not None and meaning(new) == "finding" and (old is None or meaning(old) != "finding")
    gone = names.why_gone(key[0]) if new is None else None
    return Change(kind, str(shown["id"]), str(shown["variant"]), old, new, breaks, gone)


def _kind(old: Outcome | None, new: Outcome | None) -> Kind | None:
    if old is None:
        return "new"
    if new is None:
        return "vanished"
    was, now = state(old), state(new)
    if was != now:
        return _turned(was, now)
    if old["verdict"] != new["verdict"] or _how(old) != _how(new):
        return {"right": "reason", "left-out": "other"}.get(was, "failure")  # type: ignore[return-value]
    if _expectation(old) != _expectation(new):
        return "expectation"
    return "renamed" if (old["id"], old["variant"]) != (new["id"], new["variant"]) else None


def _turned(was: State, now: State) -> Kind:
    if now == "unsupported":
        return "unsupported"
    if was == "unsupported":
        return "supported"
    if (was, now) == ("right", "wrong"):
        return "broken"
    if (was, now) == ("wrong", "right"):
        return "fixed"
    return "other"


def _how(outcome: Outcome) -> Any:
    """Return what tells one failure from another: the place, what differs there, and the code of what went amiss."""
    failure = outcome.get("failure")
    if failure is None:
        return outcome.get("what") if outcome["verdict"] == "unsupported" else None
    differences = sorted(json.dumps(each, sort_keys=True) for each in failure["differences"])
    diagnosis = failure.get("diagnosis") or {}
    return failure["where"], failure["step"], differences, diagnosis.get("code")


def _expectation(outcome: Outcome) -> dict[str, Any]:
    """Return what was expected, without whether it came so."""
    return {name: of for name, of in (outcome.get("expectation") or {}).items() if name != "met"}
