"""Finds the answer to one request among the lines of an output, whatever else stands there."""

from __future__ import annotations

import contextlib
import signal
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.messages import MessageError, parse
from mocsar_conformance.subjects.connection import Unreachable
from mocsar_conformance.subjects.missing import missing_script
from mocsar_conformance.subjects.process import Ended, TimedOut, TooLong
from mocsar_conformance.text import neutralise

if TYPE_CHECKING:
    from mocsar_conformance.doctor.talk import Talk

Answer = dict[str, Any]

MOST_PARTS: Final = 4000
"""Lines that one answer may be spread over and still be put together."""
GRACE: Final = 0.25
"""Seconds in which a better answer may follow one with a wrong id."""
BOM: Final = b"\xef\xbb\xbf"
_CODES: Final = {"P031": "D036", "P034": "D037", "P035": "D038"}


class Reader:
    """Reads the answer to one request, past whatever else is written."""

    def __init__(self, talk: Talk, request: str, number: int) -> None:
        self.talk = talk
        self.request = request
        self.number = number
        self.strays: list[Broken] = []
        self.parts = b""
        self.candidate: Answer | None = None
        """An answer with a wrong id."""

    def read(self, limit: float) -> Answer:
        deadline = monotonic() + limit
        while True:
            left = deadline - monotonic()
            try:
                line = self.talk.channel.line(max(0.001, min(left, GRACE) if self.candidate is not None else left))
            except (TimedOut, Ended) as error:
                if self.candidate is not None:
                    return self.settle(self.candidate)
                raise (self.ended() if isinstance(error, Ended) else self.silent()) from None
            except TooLong:
                raise self.talk.broken("D039", request=self.request) from None
            except MessageError as error:  # of a server
                code = "D001" if isinstance(error, Unreachable) else "D015"
                raise self.talk.broken(code, error.hint, what=error.message, why=error.code) from None
            self.talk.received(line)
            value = self.value(line)
            if value is not None and (answer := self.matched(value)) is not None:
                self.tell()
                return answer

    def value(self, line: bytes) -> Answer | None:
        """Return the object on a line, or on it and the lines before; None where it is none, or none yet."""
        if line.startswith(BOM):
            self.strays.append(self.talk.broken("D033"))
            line = line.removeprefix(BOM)
        try:
            found = parse(line)
            if not self.parts or "answer" in found or "id" in found:
                self.drop_parts()
                return found
            problem = None
        except MessageError as error:
            problem = error
        if problem is not None and problem.code in _CODES and not self.parts:
            raise self.talk.broken(
                _CODES[problem.code], problem.hint, what=problem.message, request=self.request
            ) from None
        if self.parts or line.lstrip()[:1] in (b"{", b"["):
            return self.joined(line, problem)
        self.stray(problem)
        return None

    def joined(self, line: bytes, problem: MessageError | None) -> Answer | None:
        """Return what the lines so far make together, None where that is nothing yet."""
        self.parts += line
        try:
            found = parse(self.parts)
        except MessageError:
            if self.parts.count(b"\n") == 1 and line.rstrip()[-1:] in (b"}", b"]"):
                self.stray(problem)  # it ends as it should: broken, and no beginning of a longer one
                self.parts = b""
            elif self.parts.count(b"\n") > MOST_PARTS:
                self.drop_parts()
            return None
        self.parts = b""
        self.strays.append(self.talk.broken("D034"))
        return found

    def drop_parts(self) -> None:
        if self.parts:
            self.stray(None)
            self.parts = b""

    def stray(self, problem: MessageError | None) -> None:
        what, note = (problem.message, problem.hint) if problem else ("", "")
        self.strays.append(self.talk.broken("D030" if self.talk.fresh else "D031", note, what=what))

    def matched(self, value: Answer) -> Answer | None:
        """Return a value where it is the answer; else keep it, and see whether a better one follows."""
        got = value.get("id")
        if type(got) is int and got == self.number:
            if self.candidate is not None:
                twice = self.talk.was_answered(self.candidate.get("id"))
                self.strays.append(self.talk.broken("D032" if twice else "D031", what="", id=str(got)))
            return value
        if self.talk.loose:
            return self.settle(value)
        if self.candidate is None:
            self.candidate = value
        return None

    def settle(self, value: Answer) -> Answer:
        """Take an answer with a wrong id."""
        got = value.get("id")
        shown = neutralise(repr(got), 60)
        code = "D040" if "id" not in value else "D042" if type(got) is int else "D041"
        self.talk.slip(code, id=str(self.number), got=shown)
        self.talk.loosen()
        self.tell()
        return value

    def tell(self) -> None:
        for each in self.strays:
            self.talk.slip(each.code, each.note, **each.values)

    def ended(self) -> Broken:
        channel = self.talk.channel
        code = "D002" if self.talk.fresh else "D012"
        note = missing_script(self.talk.command) if self.talk.fresh else ""
        return self.talk.broken(code, note, request=self.request, status=_ending(channel.status))

    def silent(self) -> Broken:
        """Say why no answer came."""
        self.drop_parts()
        if self.strays:
            return self.strays[-1]
        with contextlib.suppress(MessageError):
            parse(self.talk.channel.rest())
            self.talk.received(self.talk.channel.rest())
            return self.talk.broken("D035", request=self.request)
        before = self.talk.broken("D003" if self.talk.fresh else "D013", request=self.request)
        held = self.talk.held_back()
        return Broken(held, before.values, self.talk.lines(), before.stderr) if held else before


def _ending(status: int | None) -> str:
    """Return how something ended, in words of no language: an exit status or a signal's name."""
    if status is None:
        return "-"
    if status >= 0:
        return str(status)
    with contextlib.suppress(ValueError):
        return signal.Signals(-status).name
    return str(status)
