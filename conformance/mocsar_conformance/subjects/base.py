"""What every way in to an implementation under test offers, and the four ways in which it can fail.

Which step raises which: `SubjectUnusable` when it cannot be started or never says a usable `hello`; `SubjectCrashed`
when it ends, `SubjectTimeout` when it does not answer in time, and `SubjectBroke` when it answers against the protocol.
Each carries a `Diagnosis`. Any of the last three costs the scenario at hand: the next request finds a fresh subject.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self

Message = Mapping[str, Any]  # a request without its `id`, which the subject's own end of the line adds
Answer = dict[str, Any]  # an answer that satisfies its schema, `id` included


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why a subject failed. Every text is neutralised and shortened: safe to print."""

    code: str  # P0xx, see `codes.PROTOCOL_CODES`
    message: str  # what happened
    hint: str = ""  # what would be right, or where to look
    received: str = ""  # the offending output
    stderr: str = ""  # the last lines of standard error

    def __str__(self) -> str:
        parts = [f"{self.code} {self.message}"]
        if self.hint:
            parts.append(f"  hint: {self.hint}")
        for name, text in (("received", self.received), ("standard error", self.stderr)):
            if text:
                parts.append(f"  {name}:")
                parts += [f"    {line}" for line in text.split("\n")]
        return "\n".join(parts)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Diagnosis:
        """Return what a record holds; what it has besides is left out."""
        return cls(**{name: str(record[name]) for name in cls.__slots__ if name in record})

    def to_json(self) -> dict[str, str]:
        """Return it as a record holds it: empty parts left out."""
        parts = {"code": self.code, "message": self.message, "hint": self.hint}
        parts |= {"received": self.received, "stderr": self.stderr}
        return {name: text for name, text in parts.items() if text}


class SubjectFailure(Exception):  # noqa: N818 - it is the subject that failed, not the kit
    """A subject did not answer as the protocol demands.

    `sent` is the request it failed at (None before the first), `answered` are the good answers to the requests before
    it in the same `exchange`, so that `len(failure.answered)` is the index of the failed request.
    """

    verdict = "error"  # what it makes of the scenario at hand, see `records.Verdict`

    def __init__(self, diagnosis: Diagnosis, sent: Message | None = None, answered: Sequence[Answer] = ()) -> None:
        super().__init__(str(diagnosis))
        self.diagnosis = diagnosis
        self.sent = sent
        self.answered = list(answered)


class SubjectUnusable(SubjectFailure):
    """It cannot be started, or never says a usable `hello`: there is nothing to test."""


class SubjectCrashed(SubjectFailure):
    """It ended, or closed its output, before it had answered."""

    verdict = "crash"


class SubjectTimeout(SubjectFailure):
    """It did not answer within the time limit."""

    verdict = "timeout"


class SubjectBroke(SubjectFailure):
    """It answered, but not as the protocol says."""


@dataclass(frozen=True, slots=True)
class Plays:
    """A variant that a subject claims to play. `toggles` are the values it states itself; None where it states none."""

    variant: str
    toggles: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Hello:
    """How a subject introduces itself."""

    protocol: int
    name: str
    plays: tuple[Plays, ...]
    version: str = ""
    language: str = ""
    edition: str = ""  # of the rulebook, as it says itself
    capabilities: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Hello:
        """Return the introduction in a `hello` answer that satisfies its schema."""
        return cls(
            protocol=answer["protocol"],
            name=answer["name"],
            plays=tuple(Plays(each["variant"], each.get("toggles")) for each in answer["plays"]),
            version=answer.get("version", ""),
            language=answer.get("language", ""),
            edition=answer.get("edition", ""),
            capabilities=frozenset(answer.get("capabilities", ())),
        )

    def stated(self, variant: str) -> Mapping[str, Any]:
        """Return the toggle values that it states for a variant; empty where it states none or does not play it."""
        return next((each.toggles or {} for each in self.plays if each.variant == variant), {})


class Subject(Protocol):
    """An implementation under test. Use it as a context manager, so that nothing of it is left behind.

    Messages are requests without an `id` (`{"request": "view"}`); the subject numbers them. Answers have been checked
    against their schema. Every method but `close` may raise any `SubjectFailure`.
    """

    def hello(self) -> Hello:
        """Return how it introduced itself, starting it where it does not run."""

    def request(self, message: Message) -> Answer:
        """Ask one thing and return the answer."""

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        """Ask all, ahead of the answers where the subject can take that, and return the answers in order.

        An answer that is just as `expected`, which may say one for each message, need not be checked for its form.
        """

    def restart(self) -> None:
        """Throw away whatever runs; the next request finds a fresh subject."""

    def close(self) -> None:
        """Say `bye` and leave nothing running. It may be called twice, and never raises a `SubjectFailure`."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
