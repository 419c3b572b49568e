"""Whether answers that are wrong in a setting would be right if the sources were read otherwise.

Where the sources are unclear, a variant's value of a toggle is a reading, and a subject that does not state the toggle
may read it otherwise. Only that excuses it: its answers must be the reference's own under another value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, compare
from mocsar_conformance.scenario.applies import misfit
from mocsar_conformance.scenario.independence import Changes
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.base import Answer, Message
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook, Setting
from mocsar_reference.resolve.book import Value

Values = dict[str, Value]
"""Toggles that are changed: first the one that is read otherwise, then those that constraints demand with it."""


class Readings:
    """Looks for a reading under which a subject's answers are right. Remembers what is costly to find."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._changes = Changes(rulebook)
        self._shape = ViewShape.of(rulebook.contents)
        self._reference = ReferenceSubject(rulebook)

    def excuse(
        self,
        scenario: Scenario,
        claim: Claim,
        toggles: Iterable[str],
        requests: Sequence[Message],
        answers: Sequence[Answer],
    ) -> list[Values]:
        """Return every change under which all answers are right, the smallest first; none where nothing excuses them.

        `toggles` are the readings that may be read otherwise, one at a time. `requests` begin with a `start`, and have
        as many `answers`. The scenario's `when` is not asked, only whether it can be played.
        """
        if self._right(claim.setting, requests, answers):
            return []  # it is the scenario that says otherwise, and no reading
        found = [
            values
            for values, setting in self._others(claim, toggles)
            if misfit(scenario, self._rulebook, setting) is None and self._right(setting, requests, answers)
        ]
        return sorted(found, key=len)

    def _others(self, claim: Claim, toggles: Iterable[str]) -> Iterator[tuple[Values, Setting]]:
        old = claim.setting
        for name in toggles:
            for value in self._rulebook.contents.toggles[name].alternatives(old.values[name]):
                setting = self._changes.find(old, name, value, claim.stated)
                if setting is not None:
                    more = {other: new for other, new in setting.values.items() if new != old.values[other]}
                    yield {name: value, **more}, setting

    def _right(self, setting: Setting, requests: Sequence[Message], answers: Sequence[Answer]) -> bool:
        """Tell whether the reference gives the same answers in a setting."""
        for request, answer in zip(requests, answers, strict=True):
            asked = request if request["request"] != "start" else {**request, "toggles": _json(setting.values)}
            if compare(self._reference.request(asked), answer, self._shape).must:
                return False
        return True


def _json(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
