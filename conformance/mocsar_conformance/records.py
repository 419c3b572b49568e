"""The stream of results: JSON lines of which every report is a function; see `spec/schema/record.schema.json`.

First a `Run`, then one `Outcome` for each scenario and setting, last an `End`. Every line is flushed when it is
written, so that a stream that was broken off is valid up to there: what lacks its `End` was not finished. The lines are
ASCII, and what a subject said is neutralised, so that printing them does no harm.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO

from mocsar_conformance.subjects.base import Diagnosis, Hello
from mocsar_conformance.text import plain_cell, tame

if TYPE_CHECKING:
    from mocsar_reference.resolve.book import Contents

FORMAT = 1
KINDS: Final = ("run", "scenario", "end")
"""The kinds of records that this kit knows; what else a newer one writes is left out by who reads."""

Verdict = Literal[
    "pass", "fail", "reason-differs", "reading-differs", "error", "timeout", "crash", "unsupported", "skipped"
]
VERDICTS: Final[tuple[Verdict, ...]] = (
    "pass",
    "fail",  # a MUST is broken
    "reason-differs",  # refused as it should be, but for another reason: a SHOULD
    "reading-differs",  # right under another reading of the sources, on a toggle that the subject does not state
    "error",  # the subject broke the protocol
    "timeout",
    "crash",
    "unsupported",
    "skipped",  # not in this setting
)
Where = Literal["given", "steps", "then"]
Conformant = Literal["conformant", "conformant-except-readings", "partial", "not-conformant"]


class Absent:
    """The type of `ABSENT`: no value at all, as against null."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which an answer is not what it should be."""

    path: str  # "view.sizes.Anna"
    expected: Any = ABSENT
    got: Any = ABSENT

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it."""
        values = {"path": self.path, "expected": self.expected, "got": self.got}
        return {name: tame(value) for name, value in values.items() if value is not ABSENT}


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause as a setting has it: by language, its numbers filled in."""

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it."""
        return {"id": self.id, "title": dict(self.title), "text": dict(self.text)}


@dataclass(frozen=True, slots=True)
class Account:
    """What a reader needs to see a failure: what was done where, and what the rulebook has on it."""

    text: str  # the place, in the scenario's words: "Bea: play K Jk"
    done: str  # what was done there; the same, but where something was tried out
    situation: Mapping[str, Any]  # what the rulebook shows just before
    clauses: Sequence[ClauseText] = ()  # those that decide it
    because: Mapping[str, str] | None = None  # the scenario's own explanation, by language
    reasons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # sentences of reasons, by id and language
    unsound: bool = False  # whether the scenario states something else than the rulebook gives

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it."""
        record: dict[str, Any] = {
            "text": self.text,
            "done": self.done,
            "situation": dict(self.situation),
            "clauses": [each.to_json() for each in self.clauses],
        }
        if self.because is not None:
            record["because"] = dict(self.because)
        if self.reasons:
            record["reasons"] = {name: dict(words) for name, words in self.reasons.items()}
        return record | ({"unsound": True} if self.unsound else {})


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and how a scenario first went wrong."""

    where: Where
    step: int | None  # the index in the scenario's steps, from 0; None outside them
    sent: Mapping[str, Any] | None
    expected: Mapping[str, Any] | None
    got: Mapping[str, Any] | None  # None where no answer came
    differences: Sequence[Difference] = ()
    rules: Sequence[str] = ()  # ids of the rules that decide it
    diagnosis: Diagnosis | None = None
    requests: Sequence[Mapping[str, Any]] = ()  # all from the start to `sent`, to be fed to the subject by hand
    as_if: Sequence[Mapping[str, Any]] = ()  # toggles' values under each of which it would be right; first the reading
    account: Account | None = None  # what a reader needs besides

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it; what the subject said is neutralised."""
        record: dict[str, Any] = {
            "where": self.where,
            "step": self.step,
            "sent": _or_none(self.sent),
            "expected": _or_none(self.expected),
            "got": None if self.got is None else tame(self.got),
            "differences": [each.to_json() for each in self.differences],
            "rules": list(self.rules),
            "diagnosis": self.diagnosis.to_json() if self.diagnosis else None,
            "requests": [dict(each) for each in self.requests],
        }
        if self.as_if:
            record["as_if"] = [
                {name: list(value) if isinstance(value, tuple) else value for name, value in each.items()}
                for each in self.as_if
            ]
        return record | (self.account.to_json() if self.account else {})


@dataclass(frozen=True, slots=True)
class Shown:
    """What readers see of the rulebook's ids, by language where languages differ: enough to draw a table."""

    ranks: Mapping[str, Mapping[str, str]]
    suits: Mapping[str, str]
    titles: Mapping[str, Mapping[str, str]]
    chapters: Mapping[str, Mapping[str, str]]  # in reading order
    pictures: Mapping[str, str] = field(default_factory=dict)  # what is drawn instead of a rank's symbol
    phases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    beside: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # what stands beside a player, by entry

    @classmethod
    def of(cls, contents: Contents) -> Shown:
        """Return what a rulebook has."""
        return cls(
            {name: rank.symbol for name, rank in contents.ranks.items()},
            {name: suit.symbol for name, suit in contents.suits.items()},
            contents.titles,
            {chapter.id: chapter.title for chapter in contents.chapters},
            contents.pictures,
            contents.phases,
            contents.beside,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it."""
        return {
            "ranks": {name: dict(words) for name, words in self.ranks.items()},
            "suits": dict(self.suits),
            "titles": {name: dict(words) for name, words in self.titles.items()},
            "chapters": {name: dict(words) for name, words in self.chapters.items()},
            "pictures": dict(self.pictures),
            "phases": {name: dict(words) for name, words in self.phases.items()},
            "beside": {name: dict(words) for name, words in self.beside.items()},
        }


@dataclass(frozen=True, slots=True)
class Run:
    """What is tested against what."""

    kit: str  # the kit's version
    edition: str  # the rulebook's edition
    digest: str  # of the rulebook's files: two that differ in anything have different ones
    subject: Hello
    reached: str  # the command, the address, or "reference"
    variants: Sequence[str]  # the settings, in short form
    scenarios: int | None = None  # how many outcomes a whole run has
    shown: Shown | None = None
    target: Sequence[str] | None = None  # the words that name the subject on a command line; none for the reference
    overlays: Sequence[str] = ()  # the folders laid over the rulebook
    started: datetime = field(default_factory=lambda: datetime.now(UTC))

    def to_json(self) -> dict[str, Any]:
        """Return the first record of a stream."""
        hello = self.subject
        plays = [
            {"variant": each.variant} | ({} if each.toggles is None else {"toggles": dict(each.toggles)})
            for each in hello.plays
        ]
        record = {
            "record": "run",
            "format": FORMAT,
            "kit": self.kit,
            "edition": self.edition,
            "digest": self.digest,
            "subject": tame(
                {
                    "name": plain_cell(hello.name),
                    "version": plain_cell(hello.version),
                    "language": plain_cell(hello.language),
                    **({"edition": hello.edition} if hello.edition else {}),
                    "protocol": hello.protocol,
                    "plays": plays,
                    "capabilities": sorted(hello.capabilities),
                    "reached": self.reached,
                }
            ),
            "variants": list(self.variants),
            "scenarios": self.scenarios,
            "again": None if self.target is None else {"target": list(self.target), "overlays": list(self.overlays)},
            "shown": None if self.shown is None else self.shown.to_json(),
            "started": self.started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        return {name: value for name, value in record.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Expected:
    """What was expected of an outcome: a failure that is known, one that comes and goes, or that it is not run."""

    kind: Literal["known", "flaky", "skip"]
    reason: str
    link: str
    met: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return it as a record holds it."""
        return {"kind": self.kind, "reason": tame(self.reason), "link": tame(self.link), "met": self.met}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one scenario in one setting."""

    id: str
    variant: str  # the setting, in short form
    verdict: Verdict
    rules: Sequence[str] = ()
    title: Mapping[str, str] | None = None
    file: str | None = None
    chapter: str | None = None  # of the rulebook
    gates: bool = (
        True  # whether it counts towards conformance: not if disputed, nor if it rests on an unclaimed reading
    )
    readings: Sequence[str] = ()  # the toggles whose value here is a reading of the sources
    what: str | None = None  # what is unsupported, or why it was skipped
    disputed: str | None = None  # the link to the dispute
    expectation: Expected | None = None
    failure: Failure | None = None
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the record of a scenario; what does not apply is left out."""
        record = {
            "record": "scenario",
            "id": self.id,
            "title": None if self.title is None else dict(self.title),
            "file": self.file,
            "chapter": self.chapter,
            "variant": self.variant,
            "rules": list(self.rules),
            "verdict": self.verdict,
            "gates": self.gates,
            "readings": list(self.readings),
            "what": None if self.what is None else tame(self.what),
            "disputed": self.disputed,
            "expectation": self.expectation.to_json() if self.expectation else None,
            "failure": self.failure.to_json() if self.failure else None,
            "seconds": round(self.seconds, 6),
        }
        return {name: value for name, value in record.items() if value is not None}


@dataclass(frozen=True, slots=True)
class End:
    """The sum of a run."""

    counts: Mapping[Verdict, int]
    seconds: float
    conformant: Mapping[str, Conformant]  # by setting
    missing: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by setting: what is unsupported
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the last record of a stream."""
        return {
            "record": "end",
            "counts": dict(self.counts),
            "seconds": round(self.seconds, 3),
            "conformant": dict(self.conformant),
            "missing": {variant: tame(list(what)) for variant, what in self.missing.items()},
            "interrupted": self.interrupted,
        }


def summed(outcomes: Iterable[Outcome], variants: Sequence[str], seconds: float, interrupted: bool = False) -> End:
    """Return the sum of a run: conformant to a setting is who passed all that applies to it, and at least one.

    Disputed scenarios stand in the counts and change nothing else. After an interrupted run nothing is conformant:
    what is not wrong so far is partial.
    """
    counts: Counter[Verdict] = Counter()
    passed: set[str] = set()
    wrong: set[str] = set()
    otherwise: set[str] = set()
    incomplete: set[str] = set()
    missing: dict[str, list[str]] = {}
    for each in outcomes:
        counts[each.verdict] += 1
        if each.verdict in ("pass", "reason-differs"):  # that the reason is right is a SHOULD
            passed.add(each.variant)
        elif each.verdict == "reading-differs" and not each.disputed:
            otherwise.add(each.variant)
        elif each.verdict not in ("skipped", "unsupported") and each.gates:
            wrong.add(each.variant)
        if each.verdict == "unsupported" and each.gates:
            incomplete.add(each.variant)
        if each.verdict == "skipped" and each.expectation:
            incomplete.add(each.variant)
        if each.verdict == "unsupported" and each.what and each.what not in missing.setdefault(each.variant, []):
            missing[each.variant].append(each.what)

    def word(variant: str) -> Conformant:
        if variant in wrong:
            return "not-conformant"
        if variant in incomplete or interrupted:
            return "partial"
        if variant not in passed:
            return "not-conformant"
        return "conformant-except-readings" if variant in otherwise else "conformant"

    conformant = {variant: word(variant) for variant in variants}
    ordered: dict[Verdict, int] = {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}
    return End(ordered, seconds, conformant, missing, interrupted)


class Writer:
    """Writes records to a text stream, each flushed at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, record: Run | Outcome | End) -> None:
        """Write one record as one line."""
        self._stream.write(line(record))
        self._stream.flush()


def line(record: Run | Outcome | End) -> str:
    """Return a record as one line of ASCII, line end included."""
    return json.dumps(record.to_json(), separators=(",", ":"), allow_nan=False) + "\n"


def read(stream: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the records of a stream as JSON objects.

    A last line that was broken off is left out; raises ValueError (naming the line) for any other that is no record.
    Records of kinds that are not in `KINDS` are of a newer kit.
    """
    for number, text in enumerate(stream, 1):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            if not text.endswith("\n"):
                return
            raise ValueError(f"line {number} is not a record: it is not JSON") from None
        if not isinstance(record, dict) or not isinstance(record.get("record"), str):
            raise ValueError(f"line {number} is not a record: it lacks `record`")
        yield record


def _or_none(message: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if message is None else dict(message)
