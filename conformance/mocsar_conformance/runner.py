"""Runs scenarios against a subject: plays each one's script, compares every answer, and says what became of it.

`cases` works out what is to be run, `run` runs it one after the other (`crew` runs it side by side). A subject that
crashes, hangs or breaks the protocol costs the scenario at hand; only `SubjectUnusable` comes out of `run`. Nothing of
a case is kept once its outcome is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import RLock
from time import perf_counter
from typing import Any, Protocol

from mocsar_conformance.account import chapter_of, with_account
from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, compare, disagree, overlay
from mocsar_conformance.readings import Readings, Values
from mocsar_conformance.records import Difference, Failure, Outcome, Verdict, Where
from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.packs import NoPack, by_pack
from mocsar_conformance.scenario.script import Script, Turn, build_script, probes
from mocsar_conformance.scenario.why import Why
from mocsar_conformance.subjects.base import (
    Answer,
    Hello,
    Message,
    Subject,
    SubjectFailure,
    SubjectUnusable,
)
from mocsar_reference import MocsarError, Rulebook

REQUIRED_OF_ALL = frozenset({"deals"})
"""What a scenario may need and no subject has to announce, because the protocol requires it."""

PROMISED = {"cards": "hands"}
"""Capabilities that promise an entry of the view."""

Wire = Callable[[Message, Answer | None], None]
"""Is told each request and its answer, None where no good one came."""


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario in one setting that a subject claims. Without a script it is skipped, and `skipped` says why."""

    scenario: Scenario
    claim: Claim
    script: Script | None
    skipped: Why | None = None
    left_out: bool = False
    """Whether it is skipped because the user wants it so, though it applies."""

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


class Cases:
    """What is to be run: each case is made when its turn comes, and not kept. It may be gone through again."""

    def __init__(self, number: int, make: Callable[[], Iterator[Case]]) -> None:
        self._number = number
        self._make = make

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Case]:
        return self._make()

    def __add__(self, others: Cases) -> Cases:
        return Cases(len(self) + len(others), lambda: chain(self, others))


def cases(
    rulebook: Rulebook, scenarios: Iterable[Scenario], claims: Sequence[Claim], overlays: Sequence[Path] = ()
) -> Cases:
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
            name = claim.setting.variant.id
            en, hu = f"it cannot know {name}, whose overlay changes rules", f"nem ismerheti, más szabályokkal: {name}"
            return Case(scenario, claim, None, Why(en, hu))
        return found

    return Cases(len(claims) * len(listed), lambda: (case(scenario, claim) for claim in claims for scenario in listed))


def own_cases(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> Cases:
    """Return each scenario in the settings that it lists itself, for a subject that plays whatever there is."""
    listed = [(scenario, setting) for scenario in scenarios for setting in scenario.settings]
    return Cases(
        len(listed),
        lambda: (_case(rulebook, each, Claim(setting, frozenset(setting.values))) for each, setting in listed),
    )


def _case(rulebook: Rulebook, scenario: Scenario, claim: Claim) -> Case:
    reason = applicability(scenario, rulebook, claim.setting)
    if reason is not None:
        return Case(scenario, claim, None, reason)
    try:
        return Case(scenario, claim, build_script(scenario, rulebook, claim.setting))
    except MocsarError as error:
        message = error.diagnostics[0].message
        return Case(scenario, claim, None, Why(message, message))


def run(cases: Iterable[Case], subject: Subject, rulebook: Rulebook, wire: Wire | None = None) -> Iterator[Outcome]:
    """Yield what becomes of each case, as it goes. Raises SubjectUnusable where there is nothing to test any more."""
    bench = Bench(subject, Shared(rulebook), wire)
    for case in cases:
        yield play(case, bench)


def play(case: Case, bench: Bench) -> Outcome:
    """Return what becomes of a case. Raises SubjectUnusable where there is nothing to test any more."""
    outcome = _Run(case, bench).outcome()
    return bench.shared.with_account(case, outcome) if outcome.failure else outcome


class Shared:
    """What is the same for all subjects of a run. Whoever compiles or plays games holds `lock` meanwhile."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.lock = RLock()
        self.shape = ViewShape.of(rulebook.contents)
        self._readings = Readings(rulebook)

    def excuse(self, case: Case, requests: Sequence[Message], answers: Sequence[Answer]) -> Sequence[Values]:
        """Return under which values of readings that the subject does not state its answers would be right."""
        with self.lock:
            return self._readings.excuse(case.scenario, case.claim, case.unclaimed, requests, answers)

    def reasons(self, requests: Sequence[Message]) -> tuple[str, ...]:
        """Return every reason for refusing the last request; only the first of them stands in a script."""
        from mocsar_conformance.subjects.reference import ReferenceSubject

        with self.lock:
            return ReferenceSubject(self.rulebook).reasons(requests)

    def refusing(self, requests: Sequence[Message], differences: Sequence[Difference]) -> tuple[str, ...]:
        """Return the rules that refuse what a subject accepted last, or listed as legal; none where it is not that."""
        from mocsar_conformance.subjects.reference import ReferenceSubject

        *before, last = requests
        if last["request"] == "legal":
            listed = [each.got for each in differences if isinstance(each.got, dict) and "do" in each.got]
            tried = [{"request": "act", "player": last["player"], "action": each} for each in listed]
        else:
            accepted = any(each.path == "answer" and each.got == "accepted" for each in differences)
            tried = [dict(last)] if accepted else []
        with self.lock:
            reference = ReferenceSubject(self.rulebook)
            failed = [each for request in tried[:1] for each in reference.failed([*before, request])]
        return tuple(dict.fromkeys(each.rule for each in failed if each.rule))

    def with_account(self, case: Case, outcome: Outcome) -> Outcome:
        """Return an outcome with all that a reader needs to see what went wrong."""
        with self.lock:
            return with_account(case, outcome, self.rulebook.contents, self.shape)

    def by_pack(self, script: Script) -> Script:
        """Return a script with packs for hands. Raises NoPack."""
        with self.lock:
            return by_pack(script, self.rulebook)


class Talker(Protocol):
    """What is asked of a subject while it is tested; see `Subject`."""

    def hello(self) -> Hello: ...

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]: ...


class Bench:
    """Where one subject is tested."""

    def __init__(self, subject: Talker, shared: Shared, wire: Wire | None = None) -> None:
        """Raises any SubjectFailure, since the subject is asked who it is."""
        self.subject = subject
        self.shared = shared
        self.wire = wire
        self.capabilities = subject.hello().capabilities
        self.shape = shared.shape

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


class _Run:
    """One case under way."""

    def __init__(self, case: Case, bench: Bench) -> None:
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
            return self.result("skipped", what=self.case.skipped.text("en") if self.case.skipped else None)
        lacking = script.needs - self.capabilities - REQUIRED_OF_ALL
        only_hands = lacking == {"hands"} and "pack" in self.capabilities
        if lacking and not only_hands:
            return self.result("unsupported", what=", ".join(f"capability `{each}`" for each in sorted(lacking)))
        started = perf_counter()
        try:
            if only_hands:
                script = self.bench.shared.by_pack(script)
            found = self.played(script)
        except NoPack as error:
            found = self.result("unsupported", what=f"capability `hands`: {error}")
        except _Unsupported as error:
            found = self.result("unsupported", what=error.what)
        return replace(found, seconds=perf_counter() - started)

    def played(self, script: Script) -> Outcome:
        """Play the script to its end or first fault, then try out what could not be asked."""
        can_list = "legal" in self.capabilities
        failure, verdict = self.follow(asked(script, can_list))
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
        return self.bench.shared.excuse(self.case, failure.requests, self.answers[: len(failure.requests)])

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
                    again = index > 0 and turns[index] is turns[index - 1]
                    return _again(failure) if again else failure, "fail"
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
        self.missing.update(dict.fromkeys((*found.missing, *self.unkept(expected, answer))))
        if found.must:
            return self.failure(turn, requests, answer, found.must)
        if found.should and self.should is None and answer.get("reason") not in self.bench.shared.reasons(requests):
            self.should = self.failure(turn, requests, answer, found.should)
        return None

    def unkept(self, expected: Message, answer: Answer) -> Iterator[str]:
        """Go through the entries of the view that the subject promises and does not show."""
        for capability, entry in PROMISED.items():
            promised = capability in self.capabilities and answer["answer"] == expected["answer"]
            if promised and entry in expected.get("view", ()) and entry not in answer["view"]:
                yield f"view.{entry}"

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
        rules = self.rules(requests, differences)
        return Failure(where, step, requests[-1], expected, _said(got), differences, rules, requests=requests)

    def tried(self, turn: Turn, requests: Sequence[Message], wanted: str, got: Answer) -> Failure:
        where, step = self.place(turn)
        differences = [Difference("answer", wanted, got["answer"])]
        rules = self.rules(requests, differences)
        wanted_answer, said = {"answer": wanted}, _said(got)
        return Failure(where, step, requests[-1], wanted_answer, said, differences, rules, requests=list(requests))

    def rules(self, requests: Sequence[Message], differences: Sequence[Difference]) -> tuple[str, ...]:
        """Return the rules that decide: those that refuse what was wrongly accepted, then those of the scenario."""
        refusing = self.bench.shared.refusing(requests, differences)
        return tuple(dict.fromkeys([*refusing, *self.case.scenario.rules]))

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
            chapter=chapter_of(scenario, self.bench.shared.rulebook.contents),
            gates=gates,
            readings=script.readings if script else (),
            what=what,
            disputed=scenario.link,
            failure=failure,
        )


def asked(script: Script, can_list: bool = True) -> list[Turn]:
    """Return a script's turns as they are asked: what is refused twice in a row, for a refusal changes nothing.

    Turns that ask what is legal are left out for a subject that cannot list it.
    """
    turns: list[Turn] = []
    for turn in script.turns:
        if can_list or turn.request["request"] != "legal":
            refused = turn.expected["answer"] == turn.stated["answer"] == "refused"
            turns += [turn, turn] if refused else [turn]
    return turns


def _again(failure: Failure) -> Failure:
    """Return a failure that tells that what it is about was asked for the second time."""
    told = tuple(replace(each, path=f"asked again: {each.path}") for each in failure.differences)
    return replace(failure, differences=told)


def _said(answer: Answer) -> Message:
    """Return an answer without its number, which depends on what was asked before."""
    return {name: value for name, value in answer.items() if name != "id"}


class _Unsupported(Exception):  # noqa: N818 (what it is, not that it is an error)
    """The subject says that it cannot do something."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def _verdict(broken: SubjectFailure) -> Verdict:
    verdict: Any = broken.verdict
    return verdict  # type: ignore[no-any-return]
