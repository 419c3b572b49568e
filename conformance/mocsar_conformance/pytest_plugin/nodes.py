"""What pytest collects: the suite, a node for each setting, and a test for each scenario that speaks of it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mocsar_conformance.pytest_plugin import Disputed, MocsarWarning, ReadingDiffers, ReasonDiffers
from mocsar_conformance.pytest_plugin.said import Said
from mocsar_conformance.text import neutralise
from mocsar_conformance.verdicts import is_finding
from mocsar_reference import Setting

if TYPE_CHECKING:
    from mocsar_conformance.pytest_plugin.suite import Suite
    from mocsar_conformance.records import Outcome
    from mocsar_conformance.runner import Case

VERDICT = "mocsar_verdict"
"""The property of a test's report that has the kit's own word for what became of it."""
WARNINGS: dict[str, type[MocsarWarning]] = {"reason-differs": ReasonDiffers, "reading-differs": ReadingDiffers}


class SuiteNode(pytest.Collector):
    """All scenarios, in all settings."""

    def __init__(self, *, suite: Suite, **options: Any) -> None:
        super().__init__(**options)
        self.suite = suite

    def collect(self) -> Iterator[pytest.Collector]:
        """Yield a node for each setting, in the order in which they were named."""
        for setting in self.suite.settings:
            yield SettingNode.from_parent(self, name=setting.short, suite=self.suite, setting=setting)


class SettingNode(pytest.Collector):
    """All scenarios that speak of one setting."""

    def __init__(self, *, suite: Suite, setting: Setting, **options: Any) -> None:
        super().__init__(**options)
        self.suite = suite
        self.setting = setting

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests by id, so that every process has them in one order."""
        for case in self.suite.cases(self.setting):
            yield ScenarioItem.from_parent(self, name=case.scenario.id, suite=self.suite, case=case)


class ScenarioItem(pytest.Item):
    """One scenario in one setting. `-k` finds it by its id, its rules, and the words of its titles."""

    def __init__(self, *, suite: Suite, case: Case, **options: Any) -> None:
        super().__init__(**options)
        self.suite = suite
        self.case = case
        self._wrong: Said | None = None
        self._line = 1
        scenario = case.scenario
        self.file = Path(scenario.document.file).absolute()
        words = {word for title in scenario.title.values() for word in re.findall(r"\w+", title)}
        self.extra_keyword_matches.update(words, scenario.rules)
        self.add_marker("mocsar")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the scenario's file, the line in it from 0, and what it is called where it failed."""
        place = self.case.scenario.document.place(("id",))
        return self.file, place.line - 1, f"{self.name}  [{self.case.claim.short}]"

    def runtest(self) -> None:
        """Play the scenario. Raises what makes pytest say failed, skipped, or passed with a warning."""
        self._wrong = wrong = self._judged()
        if wrong is not None:
            pytest.fail(wrong.text, pytrace=False)

    def _judged(self) -> Said | None:
        """Return what is wrong; None where the test passes."""
        expected = self.suite.expected(self.case)
        if expected is None:
            return self._unexpected(self.suite.play(self.case))
        why = neutralise(f"{expected.kind}: {expected.reason}{f' ({expected.link})' if expected.link else ''}")
        if expected.kind == "skip":
            _skip(why)
        outcome = self.suite.play(self.case)
        if isinstance(outcome, Said):
            return outcome
        wrong = self._unexpected(outcome)
        if wrong is not None and expected.kind == "known" and outcome.verdict not in expected.verdicts:
            return wrong
        if wrong is not None:
            pytest.xfail(f"{why}: {wrong.summary}")
        if expected.kind == "known":
            text = f"it passes, and was known to fail ({why}); take it out of the file of known failures"
            return Said(f"UNEXPECTED PASS  {self.name}  [{self.case.claim.short}]\n  {text}", text)
        return None

    def _unexpected(self, outcome: Outcome | Said) -> Said | None:
        """Return what is wrong with an outcome, whatever was expected; None where the test passes."""
        if isinstance(outcome, Said):
            return outcome
        self.user_properties.append((VERDICT, outcome.verdict))
        said = self.suite.said(outcome)
        if outcome.verdict == "unsupported" and (self.suite.asked.skips_unsupported or not outcome.gates):
            _skip(f"unsupported: {said.summary}")
        if is_finding(outcome):
            self._line = self._line_of(outcome)
            return said
        if outcome.verdict != "pass":
            self._warn(outcome, said)
        return None

    def _warn(self, outcome: Outcome, said: Said) -> None:
        category = WARNINGS.get(outcome.verdict, Disputed)
        text = f"{outcome.verdict}: {said.summary}"
        warnings.warn_explicit(category(text), None, str(self.file), self._line_of(outcome))

    def _line_of(self, outcome: Outcome) -> int:
        """Return the line of the scenario's file, from 1, in which stands what went wrong."""
        document, failure = self.case.scenario.document, outcome.failure
        if failure is None:
            return document.place(("id",)).line
        return document.place((failure.where,) if failure.step is None else (failure.where, failure.step)).line

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the lines that `mocsar validate` shows, without any of Python's."""
        if isinstance(excinfo.value, MocsarWarning):  # a filter of the user's makes errors of warnings
            return str(excinfo.value)
        shown = super().repr_failure(excinfo, style)
        place = getattr(shown, "reprcrash", None)
        if self._wrong is not None and place is not None:  # what the summary has, and a report in XML
            place.path, place.lineno, place.message = str(self.file), self._line, self._wrong.summary
        return shown


def _skip(reason: str) -> None:
    raise pytest.skip.Exception(reason, _use_item_location=True)
