"""Plays a plan on the subject and on the reference, and says where the two first differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, compare
from mocsar_conformance.fuzz.plan import Plan
from mocsar_conformance.fuzz.referee import Impossible, Turn, turns
from mocsar_conformance.fuzz.retell import as_scenario
from mocsar_conformance.readings import Readings
from mocsar_conformance.records import Difference
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Message,
    Subject,
    SubjectFailure,
    SubjectUnusable,
)
from mocsar_conformance.text import neutralise
from mocsar_reference import Game, Rulebook
from mocsar_reference.resolve.setting import written

Kind = tuple[str, ...]
"""What sort of difference it is; a shorter game must show the same sort."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a subject first differs. The plan ends with the request at hand, or its start is it.

    `got` is the answer, None where no good one came; then `diagnosis` says why, and `verdict` is "error", "timeout" or
    "crash", else "fail".
    """

    plan: Plan
    got: Mapping[str, Any] | None
    kind: Kind
    diagnosis: Diagnosis | None = None
    verdict: str = "fail"


@dataclass(slots=True)
class Tally:
    """What has been played so far."""

    games: int = 0
    moves: int = 0
    """Accepted ones."""
    refusals: int = 0
    """Illegal actions tried."""
    lists: int = 0
    """Lists of legal actions compared."""
    deals: int = 0
    variants: Counter[str] = field(default_factory=Counter)
    """Games of each setting."""
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Refusals for another reason: the rulebook's first one and the subject's."""
    readings: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Games that differ as another reading would have it: the setting, and the readings in words."""
    unsupported: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Requests that the subject said it cannot do: the setting, and what it is."""

    def add(self, other: Tally) -> None:
        """Add what another has counted."""
        self.games += other.games
        self.moves += other.moves
        self.refusals += other.refusals
        self.lists += other.lists
        self.deals += other.deals
        for name in ("variants", "reasons", "readings", "unsupported"):
            getattr(self, name).update(getattr(other, name))

    def count(self, turn: Turn) -> None:
        """Count a request that was answered rightly."""
        match turn.expected["answer"]:
            case "accepted":
                self.moves += 1
            case "refused":
                self.refusals += 1
            case "legal":
                self.lists += 1
            case "view":
                self.deals += 1


class Bench:
    """A subject beside the reference. `tally` counts what is played by `play`, not what is `tried` once more."""

    def __init__(self, subject: Subject, rulebook: Rulebook) -> None:
        self.subject = subject
        self.rulebook = rulebook
        self.capabilities = subject.hello().capabilities
        self.tally = Tally()
        self._shape = ViewShape.of(rulebook.contents)
        self._readings = Readings(rulebook)

    def play(self, plan: Plan, claim: Claim, asked: Sequence[Turn] | None = None) -> Finding | None:
        """Play a game, count it, and return the first difference, if there is one. Raises SubjectUnusable.

        `asked` is what `turns` gives for the plan, where it is known already.
        """
        self.tally.games += 1
        self.tally.variants[claim.short] += 1
        comparing = self.comparing(claim)
        comparing.exchange(plan, list(turns(plan, self.game(claim))) if asked is None else asked)
        return comparing.finding

    def tried(self, plan: Plan, claim: Claim) -> Finding | None:
        """Play a game without counting it; one in which a player is dealt no card is none. Raises SubjectUnusable."""
        if any(not hand for dealing in plan.dealings for hand in (dealing.hands or {}).values()):
            return None
        try:
            asked = list(turns(plan, self.game(claim)))
        except Impossible:
            return None
        comparing = self.comparing(claim, Tally())
        comparing.exchange(plan, asked)
        return comparing.finding

    def game(self, claim: Claim) -> Game:
        """Return the reference's game of a setting."""
        return self.rulebook.game(claim.setting)

    def differences(self, turn: Turn, got: Mapping[str, Any]) -> tuple[Difference, ...]:
        """Return where an answer is wrong."""
        return compare(turn.expected, got, self._shape).must

    def comparing(self, claim: Claim, tally: Tally | None = None) -> Comparing:
        """Return what compares one game, answer by answer; it counts in the bench's tally unless another is given."""
        return Comparing(self, claim, self.tally if tally is None else tally)

    def ask(
        self, requests: Sequence[Message], expected: Sequence[Message] = ()
    ) -> tuple[list[Answer], SubjectFailure | None]:
        """Return the good answers, and the failure that ended them, if one did. Raises SubjectUnusable."""
        try:
            return self.subject.exchange(requests, expected), None
        except SubjectUnusable:
            raise
        except SubjectFailure as failure:
            return failure.answered, failure

    def is_wrong(self, turn: Turn, answer: Answer, tally: Tally) -> bool:
        """Tell whether an answer is wrong; a reason that is none of the rulebook's is only counted."""
        found = compare(turn.expected, answer, self._shape, claims_reasons="reasons" in self.capabilities)
        if found.must:
            return True
        reason = answer.get("reason")
        if found.should and reason not in [each.reason for each in turn.failed]:
            tally.reasons[turn.expected["reason"], "" if reason is None else neutralise(str(reason), 80)] += 1
        return False

    def excuses(
        self, cut: Plan, claim: Claim, asked: Sequence[Turn], answers: Sequence[Answer]
    ) -> Mapping[str, Any] | None:
        """Return the smallest change of readings that are not stated under which all answers are right."""
        setting = claim.setting
        unstated = [name for name in setting.values if setting.status(name) == "reading" and name not in claim.stated]
        if not unstated:
            return None
        requests = [each.request for each in asked[: len(answers)]]
        scenario = as_scenario(cut, self.game(claim))
        found = self._readings.excuse(scenario, claim, unstated, requests, answers)
        return found[0] if found else None


class Comparing:
    """One game under way: what was asked, what came back, and the first difference, if there is one."""

    def __init__(self, bench: Bench, claim: Claim, tally: Tally) -> None:
        self.finding: Finding | None = None
        self._bench = bench
        self._claim = claim
        self._tally = tally
        self._asked: list[Turn] = []
        self._answers: list[Answer] = []

    def exchange(self, plan: Plan, asked: Sequence[Turn]) -> bool:
        """Ask all and compare; tell whether all was right. `plan` is the whole game. Raises SubjectUnusable."""
        ahead = len(asked) if "requests-ahead" in self._bench.capabilities else 1
        for start in range(0, len(asked), ahead or 1):
            part = asked[start : start + ahead]
            got, broken = self._bench.ask([each.request for each in part], [each.expected for each in part])
            if not all(self.judge(plan, turn, answer) for turn, answer in zip(part, got, strict=False)):
                return False
            if broken is not None:
                self.finding = _broke(plan.cut(len(self._answers)), broken)
                return False
        return True

    def ask(self, request: Message, plan: Plan) -> Answer | None:
        """Ask what is yet to be judged; None where no good answer comes. `plan` ends with it."""
        got, broken = self._bench.ask([request])
        if broken is not None:
            self.finding = _broke(plan, broken)
            return None
        return None if self._is_unsupported(got[0]) else got[0]

    def judge(self, plan: Plan, turn: Turn, answer: Answer) -> bool:
        """Compare the next answer; tell whether it is right."""
        self._asked.append(turn)
        self._answers.append(answer)
        if self._is_unsupported(answer):
            return False
        if not self._bench.is_wrong(turn, answer, self._tally):
            self._tally.count(turn)
            return True
        cut = plan.cut(len(self._answers) - 1)
        excuse = self._bench.excuses(cut, self._claim, self._asked, self._answers)
        if excuse:
            values = ", ".join(f"{name} = {written(value)}" for name, value in excuse.items())
            self._tally.readings[self._claim.short, values] += 1
        else:
            said = {name: value for name, value in answer.items() if name != "id"}  # which depends on what went before
            self.finding = Finding(cut, said, _kind(turn, said, self._bench.differences(turn, said)))
        return False

    def _is_unsupported(self, answer: Answer) -> bool:
        if answer["answer"] != "unsupported":
            return False
        self._tally.unsupported[self._claim.short, neutralise(str(answer.get("what", "")), 120)] += 1
        return True


def _kind(turn: Turn, got: Mapping[str, Any], differences: Sequence[Difference]) -> Kind:
    if got["answer"] != turn.expected["answer"]:
        return ("answer", turn.expected["answer"], str(got["answer"]))
    first = differences[0].path.partition(".")[0].partition("[")[0]
    return (first,)


def _broke(plan: Plan, broken: SubjectFailure) -> Finding:
    return Finding(plan, None, ("broke", broken.diagnosis.code), broken.diagnosis, broken.verdict)
