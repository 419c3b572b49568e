"""Runs scenarios against a subject: plays each one's script, compares every answer, and says what became of it.

`cases` works out what is to be run, `run` runs it. A subject that crashes, hangs or breaks the protocol costs the
scenario at hand; only `SubjectUnusable` comes out of `run`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, compare, disagree, overlay
from mocsar_conformance.readings import Readings, Values
from mocsar_conformance.records import Difference, Failure, Outcome, Verdict, Where
from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.script import Script, Turn, build_script, probes
from mocsar_conformance.subjects.base import (
    Answer,
    Message,
    Subject,
    SubjectFailure,
    SubjectUnusable,
)
from mocsar_reference import MocsarError, Rulebook

REQUIRED_OF_ALL = frozenset({"deals"})
"""What a scenario may need and no subject has to announce, because the protocol requires it."""

Wire = Callable[[Message, Answer | None], None]
"""Is told each request and its answer, None where no good one came."""


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario in one setting that a subject claims. Without a script it is skipped, and `skipped` says why."""

    scenario: Scenario
    claim: Claim
    script: Script | None
    skipped: str | None = None

    @property
    def unclaimed(self) -> tuple[str, ...]:
        """The readings that the subject does not state, those first that the scenario itself rests on.

        The others count too: of each answer the whole view is compared, and not only what the scenario speaks of.
        """
        if self.script is None:
            return ()
        setting = self.claim.setting
        all_of_them = [each for each in setting.values if setting.status(each) == "reading"]
        readings = dict.fromkeys((*self.script.readings, *all_of_them))
        return tuple(each for each in readings if each not in self.claim.stated)


def cases(
    rulebook: Rulebook, scenarios: Iterable[Scenario], claims: Sequence[Claim], overlays: Sequence[Path] = ()
) -> list[Case]:
    """Return what is to be run, setting by setting, scripts included; scenarios' own settings are not among it.

    `overlays` are the folders laid over the rulebook. A scenario from below an overlay cannot know the variants that it
    brings: where the scenario states something else than the rulebook gives there, it is skipped.
    """
    listed = list(scenarios)
    layers, shape = Layers(rulebook, overlays), ViewShape.of(rulebook.contents)
    known = {each.id: {setting.variant.id for setting in layers.settings(each)} for each in listed}

    def case(scenario: Scenario, claim: Claim) -> Case:
        found = _case(rulebook, scenario, claim)
        if found.script is None or claim.setting.variant.id in known[scenario.id]:
            return found
        if any(disagree(turn.expected, turn.stated, shape) for turn in found.script.turns):
            return Case(
                scenario, claim, None, f"it cannot know {claim.setting.variant.id}, whose overlay changes rules"
            )
        return found

    return [case(scenario, claim) for claim in claims for scenario in listed]


def own_cases(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> list[Case]:
    """Return each scenario in the settings that it lists itself, for a subject that plays whatever there is."""
    return [
        _case(rulebook, scenario, Claim(setting, frozenset(setting.values)))
        for scenario in scenarios
        for setting in scenario.settings
    ]


def _case(rulebook: Rulebook, scenario: Scenario, claim: Claim) -> Case:
    reason = applicability(scenario, rulebook, claim.setting)
    if reason is not None:
        return Case(scenario, claim, None, reason)
    try:
        return Case(scenario, claim, build_script(scenario, rulebook, claim.setting))
    except MocsarError as error:
        return Case(scenario, claim, None, error.diagnostics[0].message)


def run(cases: Iterable[Case], subject: Subject, rulebook: Rulebook, wire: Wire | None = None) -> Iterator[Outcome]:
    """Yield what becomes of each case, as it goes. Raises SubjectUnusable where there is nothing to test any more."""
    bench = _Bench(subject, rulebook, wire)
    for case in cases:
        yield _Run(case, bench).outcome()


class _Bench:
    """What all cases of a run share."""

    def __init__(self, subject: Subject, rulebook: Rulebook, wire: Wire | None) -> None:
        self.subject = subject
        self.rulebook = rulebook
        self.wire = wire
        self.capabilities = subject.hello().capabilities
        self.shape = ViewShape.of(rulebook.contents)
        self.readings = Readings(rulebook)

    def ask(
        self, requests: Sequence[Message], expected: Sequence[Message] = ()
    ) -> tuple[list[Answer], SubjectFailure | None]:
        """Return the good answers, and the failure that ended them, if one did. Raises SubjectUnusable."""
        try:
            answers, broken = self.subject.exchange(requests, expected), None
        except SubjectUnusable:
            raise
        except SubjectFailure as failure:
            answers, broken = failure.answered, failure
        if self.wire is not None:
            for request, answer in zip(requests, [*answers, None], strict=False):
                self.wire(request, answer)
        return answers, broken

    def reasons(self, requests: Sequence[Message]) -> tuple[str, ...]:
        """Return every reason for refusing the last request; only the first of them stands in a script."""
        from mocsar_conformance.subjects.reference import ReferenceSubject

        return ReferenceSubject(self.rulebook).reasons(requests)


class _Run:
    """One case under way."""

    def __init__(self, case: Case, bench: _Bench) -> None:
        self.case = case
        self.bench = bench
        self.capabilities = bench.capabilities
        self.should: Failure | None = None
        """Where a reason first differed."""
        self.missing: dict[str, None] = {}
        self.answers: list[Answer] = []
        """The good ones since the last `start`."""

    def outcome(self) -> Outcome:
        script = self.case.script
        if script is None:
            return self.result("skipped", what=self.case.skipped)
        lacking = script.needs - self.capabilities - REQUIRED_OF_ALL
        if lacking:
            return self.result("unsupported", what=", ".join(f"capability `{each}`" for each in sorted(lacking)))
        started = perf_counter()
        try:
            found = self.played(script)
        except _Unsupported as error:
            found = self.result("unsupported", what=error.what)
        return replace(found, seconds=perf_counter() - started)

    def played(self, script: Script) -> Outcome:
        """Play the script to its end or first fault, then try out what could not be asked."""
        can_list = "legal" in self.capabilities
        turns = [turn for turn in script.turns if can_list or turn.request["request"] != "legal"]
        failure, verdict = self.follow(turns)
        if failure is None and not can_list:
            failure, verdict = self.probe(script)
        if failure is not None:
            as_if = self.excuse(failure) if verdict == "fail" else ()
            if as_if:
                return self.result("reading-differs", failure=replace(failure, as_if=as_if))
            return self.result(verdict, failure=failure)
        if self.missing:
            return self.result("unsupported", what=", ".join(self.missing))
        if self.should is not None:
            return self.result("reason-differs", failure=self.should)
        return self.result("pass")

    def excuse(self, failure: Failure) -> Sequence[Values]:
        """Return under which values of readings that the subject does not state the failure would be none."""
        unclaimed = self.case.unclaimed
        answers = self.answers[: len(failure.requests)]
        scenario, claim = self.case.scenario, self.case.claim
        return self.bench.readings.excuse(scenario, claim, unclaimed, failure.requests, answers)

    def follow(self, turns: Sequence[Turn]) -> tuple[Failure | None, Verdict]:
        """Send the requests and compare the answers, up to the first that is wrong."""
        requests = [turn.request for turn in turns]
        expected = [turn.expected for turn in turns]
        batch = len(turns) if "requests-ahead" in self.capabilities else 1
        for start in range(0, len(turns), batch or 1):
            answers, broken = self.bench.ask(requests[start : start + batch], expected[start : start + batch])
            self.answers += answers
            for index, answer in enumerate(answers, start):
                failure = self.judge(turns[index], answer, requests[: index + 1])
                if failure is not None:
                    return failure, "fail"
            if broken is not None:
                at = start + len(answers)
                return self.broke(turns[at], broken, requests[: at + 1]), _verdict(broken)
        return None, "pass"

    def judge(self, turn: Turn, answer: Answer, requests: Sequence[Message]) -> Failure | None:
        """Compare one answer; return the failure where it is wrong. Raises _Unsupported."""
        if answer["answer"] == "unsupported" and turn.expected["answer"] != "unsupported":
            raise _Unsupported(str(answer["what"]))
        expected = overlay(turn.expected, turn.stated)
        found = compare(expected, answer, self.bench.shape, claims_reasons="reasons" in self.capabilities)
        self.missing.update(dict.fromkeys(found.missing))
        if found.must:
            return self.failure(turn, requests, answer, found.must)
        if found.should and self.should is None and answer.get("reason") not in self.bench.reasons(requests):
            self.should = self.failure(turn, requests, answer, found.should)
        return None

    def probe(self, script: Script) -> tuple[Failure | None, Verdict]:
        """Try out actions that are said to be legal or not, each from where the scenario speaks of them."""
        before: list[Message] = []
        for turn in script.turns:
            if turn.request["request"] == "legal":
                failure, verdict = self.probe_turn(turn, before)
                if failure is not None:
                    return failure, verdict
            else:
                before.append(turn.request)
        return None, "pass"

    def probe_turn(self, turn: Turn, before: Sequence[Message]) -> tuple[Failure | None, Verdict]:
        requests: list[Message] = []
        for request, wanted in probes(turn):
            new = [request] if requests else [*before, request]
            if not requests:
                self.answers = []
            requests += new
            answers, broken = self.bench.ask(new)
            self.answers += answers
            unsupported = next((each for each in answers if each["answer"] == "unsupported"), None)
            if unsupported is not None:
                raise _Unsupported(str(unsupported["what"]))
            if broken is not None:
                done = len(requests) - len(new) + len(answers)
                return self.broke(turn, broken, requests[: done + 1]), _verdict(broken)
            if answers[-1]["answer"] != wanted:
                return self.tried(turn, requests, wanted, answers[-1]), "fail"
            if wanted == "accepted":
                requests = []  # the next begins again from the start
        return None, "pass"

    # ---- results -----------------------------------------------------------------------------------------------------

    def failure(
        self, turn: Turn, requests: Sequence[Message], got: Answer, differences: Sequence[Difference]
    ) -> Failure:
        where, step = self.place(turn)
        expected = overlay(turn.expected, turn.stated)
        rules = self.case.scenario.rules
        return Failure(where, step, requests[-1], expected, got, differences, rules, requests=requests)

    def tried(self, turn: Turn, requests: Sequence[Message], wanted: str, got: Answer) -> Failure:
        where, step = self.place(turn)
        differences = [Difference("answer", wanted, got["answer"])]
        rules = self.case.scenario.rules
        return Failure(where, step, requests[-1], {"answer": wanted}, got, differences, rules, requests=list(requests))

    def broke(self, turn: Turn, broken: SubjectFailure, requests: Sequence[Message]) -> Failure:
        where, step = self.place(turn)
        expected = overlay(turn.expected, turn.stated)
        rules, why = self.case.scenario.rules, broken.diagnosis
        return Failure(where, step, requests[-1], expected, None, rules=rules, diagnosis=why, requests=requests)

    def place(self, turn: Turn) -> tuple[Where, int | None]:
        if turn.step < 0:
            return "given", None
        return ("steps", turn.step) if turn.step < len(self.case.scenario.steps) else ("then", None)

    def result(self, verdict: Verdict, what: str | None = None, failure: Failure | None = None) -> Outcome:
        scenario, script = self.case.scenario, self.case.script
        # what rests on a reading is not called wrong, but a crash is a crash
        gates = not scenario.disputed and verdict not in ("reason-differs", "reading-differs")
        return Outcome(
            id=scenario.id,
            variant=self.case.claim.short,
            verdict=verdict,
            rules=scenario.rules,
            title=scenario.title,
            file=scenario.document.file,
            gates=gates,
            readings=script.readings if script else (),
            what=what,
            disputed=scenario.link,
            failure=failure,
        )


class _Unsupported(Exception):  # noqa: N818 (what it is, not that it is an error)
    """The subject says that it cannot do something."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def _verdict(broken: SubjectFailure) -> Verdict:
    verdict: Any = broken.verdict
    return verdict  # type: ignore[no-any-return]
