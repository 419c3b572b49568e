"""Speaks with an implementation and forgives what can be forgiven, so that one fault does not hide the next.

What it forgives it tells: a *slip*. Where no answer can be used it raises `Broken`, ends what runs, and begins afresh
with the next request.
"""

from __future__ import annotations

import contextlib
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mocsar_conformance.doctor.channel import Channel
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.doctor.reader import Reader
from mocsar_conformance.messages import MessageError, encode, validate_answer
from mocsar_conformance.subjects.process import Ended, TimedOut, TooLong
from mocsar_conformance.text import neutralise, neutralise_lines

Answer = dict[str, Any]
Slip = Callable[[Broken], None]
"""Is told of a fault that did not keep an answer from being used."""

SHOWN: Final = 4
"""Lines of the conversation that a finding shows."""
WIDTH: Final = 320
"""Characters of each."""
FLOOD: Final = 2000
"""Requests that fill any buffer with their answers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for one answer, and for the first."""

    answer: float
    hello: float


class Talk:
    """A conversation. `launch` starts the implementation afresh; `hello` is the request that it is greeted with."""

    def __init__(
        self,
        launch: Callable[[], Channel],
        hello: Mapping[str, Any],
        limits: Limits,
        slip: Slip,
        *,
        pipe: bool,
        command: Sequence[str] = (),
    ) -> None:
        self.limits = limits
        self.command = command
        """The words of the command, empty for a server."""
        self.session = ""
        """Which match is spoken of, to a server that keeps several apart; else empty."""
        self.forgets_nothing = False
        """It is known that `start` does not forget: each gets a run of its own, so that no more is found of that."""
        self._launch = launch
        self._hello = hello
        self._slip = slip
        self._pipe = pipe
        """Whether there is an input that can end and an output that can be held back."""
        self._channel: Channel | None = None
        self._record: deque[tuple[str, bytes]] = deque(maxlen=SHOWN)
        self._number = 0
        self._answered: set[int] = set()
        self._loose = False
        """Its ids are known to be wrong: answers are taken in order."""

    @property
    def channel(self) -> Channel:
        """What runs now. Raises Broken D001 where it must be started and cannot be."""
        if self._channel is None:
            self._channel = self._launch()
            if self.session:
                self.other_session()
            self._record.clear()
            self._number = 0
            self._answered = set()
        return self._channel

    @property
    def running(self) -> bool:
        """Whether something runs."""
        return self._channel is not None

    def stop(self) -> None:
        """End what runs; the next request starts it afresh."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.end()

    def other_session(self) -> None:
        """Speak of another match from now on, to a server that keeps several apart."""
        self.session = secrets.token_hex(8)

    def reconnect(self) -> None:
        """Drop the connection to a server and make another one, without saying hello again."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.end()
            self._channel = self._launch()

    def greet(self) -> Answer:
        """Ask `hello` of a fresh run and return the answer, not compared with its schema. Raises Broken."""
        self.stop()
        return self.say(self._hello, limit=self.limits.hello, check=False)

    def ask(self, message: Mapping[str, Any], number: int | None = None, line: bytes | None = None) -> Answer:
        """Ask one thing of a run that has been greeted; return an answer of the right form. Raises Broken.

        `number` is the id, where it is not the next; `line` is sent in place of the message's own line.
        """
        if self.forgets_nothing and message["request"] == "start":
            self.stop()
        if self._channel is None:
            self.greet()
        return self.say(message, number, line, self.limits.answer)

    def say(
        self,
        message: Mapping[str, Any],
        number: int | None = None,
        line: bytes | None = None,
        limit: float = 0.0,
        check: bool = True,
    ) -> Answer:
        """As `ask`, of whatever runs."""
        channel = self.channel
        if number is None:
            self._number += 1
            number = self._number
        data = line or encode(self.addressed(message), number)
        self._record.append((">", data))
        channel.send(data)
        answer = self.take(message, number, limit)
        if check:
            self.checked(message, answer)
        return answer

    def ahead(self, messages: Sequence[Mapping[str, Any]]) -> list[int]:
        """Send all at once to a run that has been greeted, and return their ids; `take` fetches the answers."""
        if self._channel is None:
            self.greet()
        first = self._number + 1
        self._number += len(messages)
        lines = [encode(self.addressed(each), first + index) for index, each in enumerate(messages)]
        self._record.append((">", lines[-1]))
        self.channel.send(b"".join(lines))
        return list(range(first, first + len(messages)))

    def addressed(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a request with the session it belongs to; `hello` is about none."""
        if not self.session or message["request"] == "hello":
            return message
        return {**message, "session": self.session}

    def checked(self, message: Mapping[str, Any], answer: Answer) -> None:
        """Raise Broken D014, D045 or D046 where an answer is an error or not of the right form."""
        if answer.get("answer") == "error":
            what = neutralise(str(answer.get("what", "")))
            raise self.broken("D014", request=str(message["request"]), what=what)
        try:
            validate_answer(message, {**answer, "id": 0})  # a wrong id has been told of
        except MessageError as error:
            code = {"P050": "D045"}.get(error.code, "D046")
            raise self.broken(code, note=error.hint, what=error.message, request=str(message["request"])) from None

    def take(self, message: Mapping[str, Any], number: int, limit: float) -> Answer:
        """Return the answer to the request with an id, which has been sent. Raises Broken."""
        reader = Reader(self, str(message["request"]), number)
        try:
            answer = reader.read(limit)
        except Broken:
            self.stop()
            raise
        self._answered.add(number)
        return answer

    def lines(self) -> list[tuple[str, str]]:
        """Return the last lines of the conversation, safe to show."""
        return [(mark, neutralise(line.removesuffix(b"\n"), WIDTH)) for mark, line in self._record]

    def broken(self, code: str, note: str = "", **values: str) -> Broken:
        """Return a fault with the lines that show it."""
        stderr = self._channel.stderr() if self._channel is not None else b""
        return Broken(code, values, self.lines(), neutralise_lines(stderr), note)

    def slip(self, code: str, note: str = "", **values: str) -> None:
        """Tell of a fault that could be forgiven."""
        self._slip(self.broken(code, note, **values))

    def received(self, line: bytes) -> None:
        """Remember a line for the findings to show."""
        self._record.append(("<", line))

    # ---- what the reader of one answer must know ---------------------------------------------------------------------

    @property
    def fresh(self) -> bool:
        """Whether nothing has been answered yet."""
        return not self._answered

    @property
    def loose(self) -> bool:
        """Whether answers are taken in order, whatever their id."""
        return self._loose

    def loosen(self) -> None:
        """Take answers in order from now on."""
        self._loose = True

    def was_answered(self, number: object) -> bool:
        """Tell whether a request with this id has been answered already."""
        return type(number) is int and number in self._answered

    def held_back(self) -> str:
        """Return which code tells why an answer does not come: D010 and D011, seen by ending the input, or neither."""
        channel = self.channel
        if not self._pipe:
            return ""
        flood = [encode(self._hello, self._number + 1 + index) for index in range(FLOOD)]
        try:
            channel.send(b"".join(flood))
            with contextlib.suppress(TimedOut):
                self.received(channel.line(1.0 + self.limits.answer))
                return "D010"
            channel.close_input()
            self.received(channel.line(1.0 + self.limits.answer))
        except (TimedOut, Ended, TooLong):
            return ""
        return "D011"
