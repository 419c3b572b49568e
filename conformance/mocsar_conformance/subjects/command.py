"""A command as subject: it reads requests on its standard input and writes answers on its standard output.

It is started once and kept over many scenarios. After any failure it is ended, and the next request starts it afresh.
"""

from __future__ import annotations

import contextlib
import shlex
import signal
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from mocsar_conformance.messages import PROTOCOL, MessageError, encode, hello_request, parse, validate_answer
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
    SubjectTimeout,
    SubjectUnusable,
)
from mocsar_conformance.subjects.process import LONGEST_LINE, Ended, Process, TimedOut, TooLong
from mocsar_conformance.text import neutralise, neutralise_lines

Wire = Callable[[str, bytes], None]
"""Is told each line as it is, with ">" where it was sent and "<" where it was received."""

_FAREWELL = 0.5  # seconds for the answer to `bye`, and again for ending after it
_TRIES = 3  # restarts in a row that may fail before the subject counts as unusable


class CommandSubject:
    """An implementation that is a command (a list of words, not passed through a shell).

    `time_limit` and `hello_limit` are seconds for one answer. `edition` is the rulebook's, for the subject to know.
    `check` may be turned off only to measure what checking costs: answers then have not been compared with their
    schema.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        time_limit: float = 5.0,
        hello_limit: float = 20.0,
        language: str = "en",
        edition: str = "",
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        check: bool = True,
        wire: Wire | None = None,
    ) -> None:
        self.command = tuple(command)
        self._time_limit = time_limit
        self._hello_limit = hello_limit
        self._language = language
        self._edition = edition
        self._folder = folder
        self._environment = environment
        self._check = check
        self._wire = wire
        self._process: Process | None = None
        self._hello: Hello | None = None  # the first; a restarted subject must say the same
        self._ahead = False
        self._number = 0  # of the last request sent to this process
        self._failed_starts = 0

    def hello(self) -> Hello:
        """Return how it introduced itself, starting it where it does not run; raises any `SubjectFailure`."""
        if self._process is None:
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
        if self._ahead:
            return self._ask(messages, self._time_limit, expected)
        answers: list[Answer] = []
        for index, message in enumerate(messages):
            try:
                answers += self._ask([message], self._time_limit, expected[index : index + 1])
            except SubjectFailure as failure:
                failure.answered = answers
                raise
        return answers

    def restart(self) -> None:
        """End it; the next request starts it afresh."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def close(self) -> None:
        """Say `bye`, give it a moment to end by itself, and end whatever is left of it."""
        process, self._process = self._process, None
        if process is None:
            return
        patience = min(_FAREWELL, self._time_limit)
        grace = 0.0
        try:
            with contextlib.suppress(Ended, TimedOut, TooLong):
                farewell = encode({"request": "bye"}, self._number + 1)
                process.send(farewell)
                self._show(">", farewell)
                self._show("<", process.line(patience))
                grace = patience
        finally:
            process.end(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.restart()

    def _start(self) -> None:
        self._process = self._launch()
        self._number = 0
        message = hello_request(self._language, self._edition)
        try:
            hello = self._introduced(message)
        except SubjectFailure as failure:
            self._failed_starts += 1
            if self._hello is None or self._failed_starts >= _TRIES:
                raise SubjectUnusable(failure.diagnosis, failure.sent) from None
            raise
        self._failed_starts = 0
        self._hello = hello
        self._ahead = "requests-ahead" in hello.capabilities

    def _introduced(self, message: Message) -> Hello:
        answer = self._ask([message], self._hello_limit)[0]
        spoken = f"{PROTOCOL[0]} to {PROTOCOL[-1]}" if len(PROTOCOL) > 1 else str(PROTOCOL[0])
        if answer.get("answer") != "hello":
            what = neutralise(str(answer.get("what", "")))
            hint = f"Every subject answers `hello`; this kit speaks protocol {spoken}."
            raise self._failure(MessageError("P062", f"the subject refuses to introduce itself: {what}", hint), message)
        if not self._check:
            validate_answer(message, answer)
        hello = Hello.of(answer)
        if hello.protocol not in PROTOCOL:
            error = MessageError(
                "P060",
                f"the subject speaks protocol {hello.protocol}, this kit {spoken}",
                "`hello` carries the kit's range; answer with a version in it, or use another version of the kit.",
            )
            raise self._failure(error, message)
        if self._hello is not None and hello != self._hello:
            error = MessageError(
                "P061",
                "the subject introduced itself differently after a restart",
                "The answer to `hello` must not depend on anything but the subject itself.",
            )
            raise self._failure(error, message)
        return hello

    def _launch(self) -> Process:
        shown = neutralise(shlex.join(self.command), 200)
        try:
            if not self.command:
                raise FileNotFoundError
            return Process(self.command, self._folder, self._environment)
        except FileNotFoundError:
            hint = "See whether the path is right, and the first line of a script (`#!`) names a program that is there."
            if len(self.command) == 1 and " " in self.command[0]:
                hint = "Give the command as separate words, not as one in quotes."
            code, message = "P001", f"the command was not found: {shown}"
        except PermissionError:
            hint = (
                "Make the file executable (chmod +x), or start it through its interpreter, as in `python adapter.py`."
            )
            code, message = "P002", f"the command is not executable: {shown}"
        except (OSError, ValueError) as error:
            hint = "A script needs a first line such as `#!/usr/bin/env python3`, or start it through its interpreter."
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            code, message = "P003", f"the command could not be started ({neutralise(reason, 80)}): {shown}"
        raise SubjectUnusable(Diagnosis(code, message, hint))

    def _ask(self, messages: Sequence[Message], limit: float, expected: Sequence[Message] = ()) -> list[Answer]:
        """Send all, then take as many answers. Ends the process where one fails."""
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None
        answers: list[Answer] = []
        first = self._number + 1
        self._number += len(messages)
        line = b""
        try:
            lines = [encode(message, first + i) for i, message in enumerate(messages)]
            process.send(b"".join(lines) if len(lines) > 1 else lines[0])
            if self._wire is not None:
                for each in lines:
                    self._wire(">", each)
            for index, message in enumerate(messages):
                number = first + index
                line = b""
                line = process.line(limit)
                self._show("<", line)
                answer = parse(line)
                if answer.get("id") != number or type(answer["id"]) is not int:
                    raise _wrong_id(answer, number)
                if self._check and not (expected and _just_as(answer, line, expected[index])):
                    validate_answer(message, answer)
                if answer.get("answer") == "error":
                    raise MessageError("P052", f"the subject reports an error: {neutralise(str(answer.get('what')))}")
                answers.append(answer)
            if process.rest():
                line = b""
                raise self._too_much(process)
        except (Ended, TimedOut, TooLong, MessageError) as error:
            failed = messages[min(len(answers), len(messages) - 1)]
            raise self._failure(error, failed, answers[: len(messages) - 1], line, limit) from None
        except BaseException:
            self.restart()
            raise
        return answers

    def _show(self, mark: str, line: bytes) -> None:
        if self._wire is not None:
            self._wire(mark, line)

    def _too_much(self, process: Process) -> MessageError:
        with contextlib.suppress(MessageError):
            got = parse(process.rest().partition(b"\n")[0]).get("id")
            if type(got) is int and 0 < got <= self._number:
                return MessageError("P041", f"request {got} was answered twice", _ONE_ANSWER)
        return MessageError("P042", "after its answer the subject wrote more that nobody asked for", _ONE_ANSWER)

    def _failure(
        self,
        error: Exception,
        message: Message,
        answered: Sequence[Answer] = (),
        line: bytes = b"",
        limit: float = 0.0,
    ) -> SubjectFailure:
        """End the process and return what its failure is to be reported as."""
        process, self._process = self._process, None
        assert process is not None
        process.end()
        asked = f"{message['request']!r}"
        kind: type[SubjectFailure] = SubjectBroke
        received = line + process.rest()
        match error:
            case Ended():
                kind, (code, how) = SubjectCrashed, _ending(process.status)
                problem = f"before it had answered {asked}, the subject {how}"
                hint = _STDERR if process.stderr() else _UNTIL_BYE
            case TimedOut() if process.input_broke:
                kind, code = SubjectTimeout, "P013"
                problem = f"the subject no longer reads its input, and did not answer {asked}"
                hint = "Read requests, one a line, until `bye` or the end of the input."
            case TimedOut():
                kind, code = SubjectTimeout, "P020"
                problem = f"no answer to {asked} within {limit:g} s"
                hint = _LINE_END if received else _FLUSH
            case TooLong():
                code, problem = (
                    "P032",
                    f"the answer to {asked} is longer than {LONGEST_LINE >> 20} MiB without a line end",
                )
                hint = "One answer is one line."
            case MessageError() if error.code == "P030" and line and not line.endswith(b"\n"):
                kind, code = SubjectCrashed, "P033"
                problem = f"the subject's output ended in the middle of its answer to {asked}"
                hint = _STDERR if process.stderr() else _UNTIL_BYE
            case MessageError():
                code, problem, hint = error.code, f"{error.message} (asked {asked})", error.hint
            case _:
                raise error
        diagnosis = Diagnosis(
            code, problem, hint, neutralise_lines(received, head=True), neutralise_lines(process.stderr())
        )
        return kind(diagnosis, message, answered)


def _just_as(answer: Answer, line: bytes, expected: Message) -> bool:
    """Tell whether an answer is the expected one but for its id. (To Python true is 1, so none may be in the line.)"""
    number = answer.pop("id")
    same = answer == expected and b"true" not in line and b"false" not in line
    answer["id"] = number
    return same


def _wrong_id(answer: Mapping[str, Any], awaited: int) -> MessageError:
    if "id" not in answer:
        return MessageError("P040", "the answer has no `id`", f"It repeats the request's: {awaited}.")
    got = answer["id"]
    if type(got) is int and 0 < got < awaited:
        return MessageError("P041", f"request {got} was answered twice", _ONE_ANSWER)
    return MessageError(
        "P040", f"the answer has the id {neutralise(repr(got), 40)}", f"It repeats the request's: {awaited}."
    )


def _ending(status: int | None) -> tuple[str, str]:
    """Return the code and the words for how a process ended; None is one that only closed its output."""
    if status is None:
        return "P012", "closed its output and went on running"
    if status >= 0:
        return "P010", f"ended with status {status}"
    try:
        return "P011", f"was ended by {signal.Signals(-status).name} ({signal.strsignal(-status)})"
    except ValueError:
        return "P011", f"was ended by signal {-status}"


_ONE_ANSWER = "One request gets one answer, on one line, and nothing else may stand on standard output."
_UNTIL_BYE = "It must answer requests until `bye` or the end of its input."
_STDERR = "See what it wrote to standard error."
_FLUSH = "Does it wait for more input, or does its output stay in a buffer? Flush after each answer."
_LINE_END = "Each answer ends with a line end."
