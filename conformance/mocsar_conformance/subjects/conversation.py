"""What all ways in by messages share: numbers, `hello`, the checks of each answer, and fresh starts after a failure.

A way in (a command's pipes, HTTP) says how it is opened and dropped, how lines are sent and the next answer is taken,
and what a fault is to be reported as.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, ClassVar, Self

from mocsar_conformance.messages import PROTOCOL, MessageError, encode, hello_request, parse, validate_answer
from mocsar_conformance.subjects.base import Answer, Hello, Message, SubjectFailure, SubjectUnusable
from mocsar_conformance.subjects.process import Ended, TimedOut, TooLong
from mocsar_conformance.text import neutralise

Wire = Callable[[str, bytes], None]
"""Is told each line as it is, with ">" where it was sent and "<" where it was received."""

_TRIES = 3  # restarts in a row that may fail before the subject counts as unusable


class Conversation(ABC):
    """A subject that is talked to in messages. After any failure it is dropped; the next request starts it afresh.

    `time_limit` and `hello_limit` are seconds for one answer. `edition` is the rulebook's, for the subject to know.
    `check` may be turned off only to measure what checking costs: answers then have not been compared with their
    schema.
    """

    output: ClassVar = "the output"  # what answers stand in, as complaints name it
    one_answer: ClassVar = "One request gets one answer."

    def __init__(
        self,
        *,
        time_limit: float,
        hello_limit: float,
        language: str,
        edition: str,
        check: bool = True,
        wire: Wire | None = None,
    ) -> None:
        self._time_limit = time_limit
        self._hello_limit = hello_limit
        self._language = language
        self._edition = edition
        self._check = check
        self._wire = wire
        self._hello: Hello | None = None  # the first; a restarted subject must say the same
        self._ahead = False
        self._number = 0  # of the last request sent since the last start
        self._failed_starts = 0

    def hello(self) -> Hello:
        """Return how it introduced itself, starting it where it does not run; raises any `SubjectFailure`."""
        if not self._running():
            self._start()
        assert self._hello is not None
        return self._hello

    def request(self, message: Message) -> Answer:
        """Ask one thing and return the answer; raises any `SubjectFailure`."""
        return self._ask([message], self._time_limit)[0]

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        """Ask all and return the answers in order; raises any `SubjectFailure`.

        Answers that are just as `expected`, one for each message, are not checked against their schema: they fit it.

        Where it can take requests ahead, all are written before the first answer is awaited; each answer then has the
        time limit from the one before.
        """
        if not messages:
            return []
        self.hello()
        size = len(messages) if self._ahead else 1
        answers: list[Answer] = []
        for start in range(0, len(messages), size):
            try:
                end = start + size
                answers += self._ask(messages[start:end], self._time_limit, expected[start:end])
            except SubjectFailure as failure:
                failure.answered = [*answers, *failure.answered]
                raise
        return answers

    @abstractmethod
    def restart(self) -> None:
        """Drop whatever runs; the next request starts it afresh."""

    @abstractmethod
    def close(self) -> None:
        """Say `bye` and leave nothing running. It may be called twice, and never raises a `SubjectFailure`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.restart()

    # ---- what a way in provides --------------------------------------------------------------------------------------

    @abstractmethod
    def _running(self) -> bool:
        """Whether it was opened and has not failed since."""

    @abstractmethod
    def _open(self) -> None:
        """Open it, and count as running. Raises `SubjectUnusable`, or one of the faults that `_failure` takes."""

    @abstractmethod
    def _send(self, lines: Sequence[bytes], limit: float) -> None:
        """Send requests, one a line; what is slow may be left to `_line`."""

    @abstractmethod
    def _line(self, limit: float) -> bytes:
        """Return the next answer as it came, within `limit` seconds.

        Raises `Ended`, `TimedOut`, `TooLong` or `MessageError`.
        """

    @abstractmethod
    def _rest(self) -> bytes:
        """Return what came after the last answer; nothing may."""

    @abstractmethod
    def _failure(
        self, error: Exception, message: Message, answered: Sequence[Answer] = (), line: bytes = b"", limit: float = 0.0
    ) -> SubjectFailure:
        """Drop it and return what its failure is to be reported as."""

    def _addressed(self, message: Message) -> Message:
        """Return a request with what this way in adds to it."""
        return message

    # ---- what all share ----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._open()
        self._number = 0
        message = hello_request(self._language, self._edition)
        try:
            answer = self._ask([message], self._hello_limit)[0]
            try:
                hello = self._introduced(message, answer)
            except MessageError as error:
                raise self._failure(error, message) from None
        except SubjectUnusable:
            raise
        except SubjectFailure as failure:
            self._failed_starts += 1
            if self._hello is None or self._failed_starts >= _TRIES:
                raise SubjectUnusable(failure.diagnosis, failure.sent) from None
            raise
        self._failed_starts = 0
        self._hello = hello
        self._ahead = "requests-ahead" in hello.capabilities

    def _introduced(self, message: Message, answer: Answer) -> Hello:
        """Return the introduction in an answer to `hello`. Raises MessageError P051, P060, P061 or P062."""
        spoken = f"{PROTOCOL[0]} to {PROTOCOL[-1]}" if len(PROTOCOL) > 1 else str(PROTOCOL[0])
        if answer.get("answer") != "hello":
            what = neutralise(str(answer.get("what", "")))
            hint = f"Every subject answers `hello`; this kit speaks protocol {spoken}."
            raise MessageError("P062", f"the subject refuses to introduce itself: {what}", hint)
        if not self._check:
            validate_answer(message, answer)
        hello = Hello.of(answer)
        if hello.protocol not in PROTOCOL:
            raise MessageError(
                "P060",
                f"the subject speaks protocol {hello.protocol}, this kit {spoken}",
                "`hello` carries the kit's range; answer with a version in it, or use another version of the kit.",
            )
        if self._hello is not None and hello != self._hello:
            raise MessageError(
                "P061",
                "the subject introduced itself differently after a restart",
                "The answer to `hello` must not depend on anything but the subject itself.",
            )
        return hello

    def _ask(self, messages: Sequence[Message], limit: float, expected: Sequence[Message] = ()) -> list[Answer]:
        """Send all, then take as many answers. Drops the subject where one fails."""
        if not self._running():
            self._start()
        answers: list[Answer] = []
        first = self._number + 1
        self._number += len(messages)
        line = b""
        try:
            lines = [encode(self._addressed(message), first + i) for i, message in enumerate(messages)]
            self._send(lines, limit)
            if self._wire is not None:
                for each in lines:
                    self._wire(">", each)
            for index, message in enumerate(messages):
                line = b""
                line = self._line(limit)
                self._show("<", line)
                answer = parse(line, self.output)
                self._accept(answer, line, first + index, message, expected[index] if expected else None)
                answers.append(answer)
            line = b""
            if rest := self._rest():
                raise self._too_much(rest)
        except (Ended, TimedOut, TooLong, MessageError) as error:
            failed = messages[min(len(answers), len(messages) - 1)]
            raise self._failure(error, failed, answers[: len(messages) - 1], line, limit) from None
        except BaseException:
            self.restart()
            raise
        return answers

    def _accept(self, answer: Answer, line: bytes, number: int, message: Message, expected: Message | None) -> None:
        """Check an answer to the request of that number. Raises MessageError P040, P041, P050 to P052."""
        if answer.get("id") != number or type(answer["id"]) is not int:
            raise self._wrong_id(answer, number)
        if self._check and not (expected is not None and _just_as(answer, line, expected)):
            validate_answer(message, answer)
        if answer.get("answer") == "error":
            raise MessageError("P052", f"the subject reports an error: {neutralise(str(answer.get('what')))}")

    def _show(self, mark: str, line: bytes) -> None:
        if self._wire is not None:
            self._wire(mark, line)

    def _wrong_id(self, answer: Mapping[str, Any], awaited: int) -> MessageError:
        if "id" not in answer:
            return MessageError("P040", "the answer has no `id`", f"It repeats the request's: {awaited}.")
        got = answer["id"]
        if type(got) is int and 0 < got < awaited:
            return MessageError("P041", f"request {got} was answered twice", self.one_answer)
        return MessageError(
            "P040", f"the answer has the id {neutralise(repr(got), 40)}", f"It repeats the request's: {awaited}."
        )

    def _too_much(self, rest: bytes) -> MessageError:
        try:
            got = parse(rest.partition(b"\n")[0]).get("id")
        except MessageError:
            got = None
        if type(got) is int and 0 < got <= self._number:
            return MessageError("P041", f"request {got} was answered twice", self.one_answer)
        return MessageError("P042", "after its answer the subject wrote more that nobody asked for", self.one_answer)


def _just_as(answer: Answer, line: bytes, expected: Message) -> bool:
    """Tell whether an answer is the expected one but for its id. (To Python true is 1, so none may be in the line.)"""
    number = answer.pop("id")
    same = answer == expected and b"true" not in line and b"false" not in line
    answer["id"] = number
    return same
