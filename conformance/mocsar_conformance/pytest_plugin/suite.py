"""What a session of pytest knows of scenarios: which are to be collected, and the subject that they are played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import pytest

from mocsar_conformance.claims import Claim
from mocsar_conformance.cli.options import load_all_scenarios, load_book, nearest
from mocsar_conformance.expectations.model import Expectation, Expectations
from mocsar_conformance.expectations.read import entries_of, read_expectations
from mocsar_conformance.pytest_plugin import NAME, MocsarWarning
from mocsar_conformance.pytest_plugin.asked import Asked, TestId, as_usage_error
from mocsar_conformance.pytest_plugin.said import Said, Teller
from mocsar_conformance.pytest_plugin.tester import Tester
from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import Case, cases
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.base import Diagnosis, SubjectFailure
from mocsar_reference import MocsarError, Rulebook, Setting
from mocsar_reference.errors import fail


class Suite:
    """What is to be tested, with what.

    With several processes (xdist) each has a suite and a subject of its own; the first process only looks whether the
    subject can be used, and tells the others what to collect.
    """

    def __init__(self, config: pytest.Config) -> None:
        """Raises UsageError for options that cannot be meant."""
        self.config = config
        with as_usage_error():
            self.asked = Asked.of(config)
        self.settings: Sequence[Setting] = ()
        self._unusable: Diagnosis | None = None
        self._looked = False

    # ---- what is there -----------------------------------------------------------------------------------------------

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook. Raises MocsarError."""
        return load_book(self.asked.overlays)

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """All scenarios by id. Raises MocsarError."""
        return {each.id: each for each in load_all_scenarios(self.book, self.asked.overlays)}

    @cached_property
    def tester(self) -> Tester:
        """The subject's end."""
        return Tester(self.asked, self.book)

    @cached_property
    def teller(self) -> Teller:
        """Puts in words what went wrong."""
        return Teller(self.asked, self.book.contents)

    # ---- the course of a session -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Find out what is to be collected. Raises UsageError where that is not possible."""
        given: Mapping[str, Any] = getattr(self.config, "workerinput", {}).get(NAME, {})
        if given:
            self.asked = replace(self.asked, collects=given["collects"])
        if not self.asked.collects:
            return
        with as_usage_error():
            names = given["settings"] if given else self._named()
            self.settings = [self.book.setting(each) for each in names] or [each.setting for each in self._claims()]
            for each in self.asked.ids:
                self._check(each)
            assert self.expectations is not None  # what is wrong with the file is told now

    def passed_on(self) -> Mapping[str, Any]:
        """Return what other processes must know to collect the same."""
        return {"collects": self.asked.collects, "settings": [each.short for each in self.settings]}

    def look(self) -> None:
        """See that the subject can be used, before the first test. Raises UsageError."""
        if not self._looked:
            self._looked = True
            with as_usage_error():
                assert self._claimed
            self._complain()

    def close(self) -> None:
        """Leave nothing running."""
        if "tester" in vars(self):
            self.tester.close()

    # ---- collecting --------------------------------------------------------------------------------------------------

    def cases(self, setting: Setting) -> Iterator[Case]:
        """Yield the cases of a setting that are asked for, by id of the scenario."""
        wanted = [each for each in self.asked.ids if not each.setting or self._is(each, setting)]
        if self.asked.ids and not wanted:
            return
        chosen = [each for each in self.scenarios.values() if not wanted or any(_in(each.id, one) for one in wanted)]
        for case in self._cases(chosen, setting):
            if case.script is not None:
                yield case

    @cached_property
    def expectations(self) -> Expectations:
        """What the file of expectations says; the subject is started for it only where an entry names versions.

        Raises MocsarError for what is wrong with the file.
        """
        if self.asked.expect is None:
            return Expectations()
        _, entries = entries_of(self.asked.expect)
        version = self.tester.subject.hello().version if any(each.versions for each in entries) else None
        variants = [*self.book.playable, *(each.short for each in self.settings)]
        return read_expectations(self.asked.expect, self.scenarios, variants, version)

    def expected(self, case: Case) -> Expectation | None:
        """Return what is expected of a case, by the file of expectations; None where that is that it passes."""
        return self.expectations.of(case.scenario.id, case.claim.short)

    def _cases(self, scenarios: Sequence[Scenario], setting: Setting) -> Iterator[Case]:
        return iter(cases(self.book, scenarios, [Claim(setting)], self.asked.overlays))

    def _is(self, test: TestId, setting: Setting) -> bool:
        return self.book.setting(test.setting).short == setting.short

    def _named(self) -> list[str]:
        """Return the settings that are named: by the option, else by every test's id; none where it is not said."""
        if self.asked.variants:
            return list(dict.fromkeys(self.book.setting(each).short for each in self.asked.variants))
        if not all(each.setting for each in self.asked.ids):
            return []
        return list(dict.fromkeys(self.book.setting(each.setting).short for each in self.asked.ids))

    def _claims(self) -> Sequence[Claim]:
        claims = self.tester.claims
        self._complain()
        return claims

    def _check(self, test: TestId) -> None:
        """See that a test's id names tests. Raises MocsarError U072 or U073, or as `Rulebook.setting` does."""
        settings = [each for each in self.settings if not test.setting or self._is(test, each)]
        if not settings:
            known = ", ".join(each.short for each in self.settings)
            raise fail("U072", None, f"'{test.text}': {test.setting} is not among what is tested", f"that is {known}")
        if not test.scenario:
            return
        found = [each for each in self.scenarios.values() if _in(each.id, test)]
        if not found:
            hint = nearest(test.scenario, self.scenarios, "`pytest --collect-only -q` lists all, `-k` finds by words")
            raise fail("U072", None, f"'{test.text}': there is no scenario '{test.scenario}'", hint)
        if test.scenario in self.scenarios:
            why = [each.skipped for setting in settings for each in self._cases(found, setting)]
            if all(why):
                reason = next(each for each in why if each).text(self.asked.lang)
                hint = "name another variant, or another scenario"
                raise fail("U073", None, f"'{test.text}' is no test: {reason}", hint)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def play(self, case: Case) -> Outcome | Said:
        """Return what becomes of a case; once the subject cannot be used why, and the tests that follow are skipped."""
        if self._unusable is not None:
            pytest.skip(f"the subject cannot be used any more: {self._unusable.code} {self._unusable.message}")
        try:
            return self.tester.play(replace(case, claim=self._claimed[case.claim.short]))
        except SubjectFailure as failure:
            self._unusable = failure.diagnosis
        except MocsarError as error:
            first = error.diagnostics[0]
            self._unusable = Diagnosis(first.code, first.message, first.hint)
        return Said(str(self._unusable), f"{self._unusable.code} {self._unusable.message}")

    def said(self, outcome: Outcome) -> Said:
        """Return an outcome in words."""
        return self.teller.said(outcome)

    @cached_property
    def _claimed(self) -> Mapping[str, Claim]:
        return self.tester.claimed(self.settings)

    def _complain(self) -> None:
        """Warn once of what the subject claims and cannot be tested."""
        for each in self.tester.faults:
            self.config.issue_config_time_warning(MocsarWarning(str(each)), stacklevel=2)
        self.tester.faults = ()


def _in(scenario: str, test: TestId) -> bool:
    return not test.scenario or scenario == test.scenario or scenario.startswith(f"{test.scenario}/")
