"""A command as subject: it reads requests on its standard input and writes answers on its standard output.

It is started once and kept over many scenarios. After any failure it is ended, and the next request starts it afresh.
"""

from __future__ import annotations

import contextlib
import shlex
import signal
from collections.abc import Mapping, Sequence
from typing import ClassVar

from mocsar_conformance.messages import MessageError, encode
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Message,
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
    SubjectTimeout,
    SubjectUnusable,
)
from mocsar_conformance.subjects.conversation import Conversation, Wire
from mocsar_conformance.subjects.missing import missing_script
from mocsar_conformance.subjects.process import LONGEST_LINE, Ended, Process, TimedOut, TooLong
from mocsar_conformance.text import neutralise, neutralise_lines

__all__ = ["CommandSubject", "Wire"]

_FAREWELL = 0.5  # seconds for the answer to `bye`, and again for ending after it


class CommandSubject(Conversation):
    """An implementation that is a command (a list of words, not passed through a shell).

    `time_limit` and `hello_limit` are seconds for one answer. `edition` is the rulebook's, for the subject to know.
    `check` may be turned off only to measure what checking costs: answers then have not been compared with their
    schema.
    """

    one_answer: ClassVar = "One request gets one answer, on one line, and nothing else may stand on standard output."

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
        super().__init__(
            time_limit=time_limit, hello_limit=hello_limit, language=language, edition=edition, check=check, wire=wire
        )
        self.command = tuple(command)
        self._folder = folder
        self._environment = environment
        self._process: Process | None = None

    def restart(self) -> None:
        """End it; the next request starts it afresh."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def interrupt(self) -> None:
        """End whatever runs, from another thread: whoever waits for its answer is told that it ended."""
        process = self._process
        if process is not None:
            process.kill()

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

    def _running(self) -> bool:
        return self._process is not None

    def _open(self) -> None:
        self._process = self._launch()

    def _send(self, lines: Sequence[bytes], limit: float) -> None:
        assert self._process is not None
        self._process.send(b"".join(lines) if len(lines) > 1 else lines[0])

    def _line(self, limit: float) -> bytes:
        assert self._process is not None
        return self._process.line(limit)

    def _rest(self) -> bytes:
        assert self._process is not None
        return self._process.rest()

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
                if message["request"] == "hello":
                    hint = missing_script(self.command, self._folder) or hint
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


_UNTIL_BYE = "It must answer requests until `bye` or the end of its input."
_STDERR = "See what it wrote to standard error."
_FLUSH = "Does it wait for more input, or does its output stay in a buffer? Flush after each answer."
_LINE_END = "Each answer ends with a line end."
