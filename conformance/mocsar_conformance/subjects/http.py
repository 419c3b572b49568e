"""A server as subject: each request is POSTed to one address, and the response's body is the answer.

A server that takes requests ahead gets those of a scenario as lines of one body, and answers with as many lines. The
kit can neither start nor end it: after a failure the connection is dropped, and the next request says `hello` anew.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import ClassVar

from mocsar_conformance.messages import STDOUT_HINT, MessageError, encode
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
from mocsar_conformance.subjects.connection import Address, BrokenOff, Connection, Unreachable
from mocsar_conformance.subjects.conversation import Conversation, Wire
from mocsar_conformance.subjects.process import LONGEST_LINE, TimedOut, TooLong
from mocsar_conformance.text import neutralise_lines

_AHEAD = 1 << 16
"""Bytes of requests in one body. Buffers on the way hold as much, so that a server may answer while it still reads."""
_FAREWELL = 0.5  # seconds for the answer to `bye`


class HttpSubject(Conversation):
    """An implementation that is a server, reached at exactly one address.

    `time_limit` and `hello_limit` are seconds for one answer, connection and headers included. A server that keeps
    matches apart (capability `sessions`) gets `session` in every request: a name for this subject's match, made up
    where none is given. Raises MocsarError U013 for an address that cannot be used.
    """

    output: ClassVar = "the response"
    one_answer: ClassVar = "One request gets one answer; where requests come as lines, each gets one line."

    def __init__(
        self,
        url: str,
        *,
        time_limit: float = 5.0,
        hello_limit: float = 20.0,
        language: str = "en",
        edition: str = "",
        wire: Wire | None = None,
        session: str = "",
        check: bool = True,
    ) -> None:
        super().__init__(
            time_limit=time_limit, hello_limit=hello_limit, language=language, edition=edition, check=check, wire=wire
        )
        self.address = Address(url)
        self.session = session or secrets.token_hex(8)
        self._connection = Connection(self.address)
        self._met = False  # it has been spoken to, and has not failed since
        self._bodies: list[list[bytes]] = []  # still to be posted
        self._due = 0  # answers to the last one

    def restart(self) -> None:
        """Drop the connection; the next request connects and says hello again."""
        self._met = False
        self._connection.close()

    def interrupt(self) -> None:
        """Break the connection, from any thread: whoever waits for an answer is told that it ended."""
        self._connection.interrupt()

    def close(self) -> None:
        """Say `bye` and drop the connection."""
        if not self._met:
            return
        try:
            with contextlib.suppress(TimedOut, TooLong, MessageError):
                farewell = encode(self._addressed({"request": "bye"}), self._number + 1)
                patience = min(_FAREWELL, self._time_limit)
                self._connection.post([farewell], patience)
                self._show(">", farewell)
                self._show("<", self._connection.line(patience))
        finally:
            self.restart()

    def _running(self) -> bool:
        return self._met

    def _open(self) -> None:
        self._met = True

    def _send(self, lines: Sequence[bytes], limit: float) -> None:
        self._bodies = _bodies(lines)
        self._post(limit)

    def _post(self, limit: float) -> None:
        body = self._bodies.pop(0)
        self._due = len(body)
        self._connection.post(body, limit, again=self._number == 1 and self._hello is not None)

    def _line(self, limit: float) -> bytes:
        if not self._due:
            if rest := self._connection.rest():
                raise self._too_much(rest)
            self._post(limit)
        self._due -= 1
        return self._connection.line(limit)

    def _rest(self) -> bytes:
        return self._connection.rest()

    def _addressed(self, message: Message) -> Message:
        """Return a request with the session it belongs to; `hello` is about none."""
        if self._hello is None or "sessions" not in self._hello.capabilities or message["request"] == "hello":
            return message
        return {**message, "session": self.session}

    def _failure(
        self, error: Exception, message: Message, answered: Sequence[Answer] = (), line: bytes = b"", limit: float = 0.0
    ) -> SubjectFailure:
        """Drop the connection and return what its failure is to be reported as."""
        received = line + self._connection.received()
        self.restart()
        asked = f"{message['request']!r}"
        kind: type[SubjectFailure] = SubjectBroke
        match error:
            case TimedOut():
                kind, code = SubjectTimeout, "P020"
                problem = f"no answer to {asked} within {limit:g} s"
                hint = "The response must be whole by then: does the server flush it, and end it?"
            case TooLong():
                code, problem = "P032", f"the answer to {asked} is longer than {LONGEST_LINE >> 20} MiB"
                hint = "A view with every hand is a few KiB."
            case Unreachable() | BrokenOff():
                gone = isinstance(error, Unreachable) and message["request"] == "hello"
                kind = SubjectUnusable if gone else SubjectCrashed
                code, problem, hint = error.code, f"{error.message} (asked {asked})", error.hint
            case MessageError():
                code, problem, hint = error.code, f"{error.message} (asked {asked})", _hint(error, line)
            case _:
                raise error
        diagnosis = Diagnosis(code, problem, hint, neutralise_lines(received, head=True))
        return kind(diagnosis, message, answered)


def _bodies(lines: Sequence[bytes]) -> list[list[bytes]]:
    """Return lines in as few bodies as hold them."""
    bodies: list[list[bytes]] = [[]]
    size = 0
    for line in lines:
        size += len(line)
        if size > _AHEAD and bodies[-1]:
            bodies.append([])
            size = len(line)
        bodies[-1].append(line)
    return bodies


def _hint(error: MessageError, line: bytes) -> str:
    """Return what would be right, in terms of HTTP."""
    if error.code == "P030" and line.lstrip().startswith(b"<"):
        return "It looks like a web page: is this the address of the adapter?"
    if error.hint == STDOUT_HINT:
        return "The body of a response is the answer, one JSON object, and nothing else."
    return error.hint
