"""Runs scenarios against several subjects side by side: each has a thread of its own, and what it starts is its own.

The outcomes are those of one subject and come in the same order. Only so many cases are under way or waiting to be told
that memory stays flat. Whatever breaks a run off, be it an exception, the end of looking at the outcomes or Ctrl-C,
ends all subjects that are being waited for.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from queue import SimpleQueue
from threading import Thread
from typing import Protocol, runtime_checkable

from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import Bench, Case, Shared, Talker, Wire, play
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    Subject,
    SubjectBroke,
    SubjectUnusable,
)
from mocsar_reference import Rulebook

AHEAD = 16
"""Cases for each subject that are under way, or done and waiting for their turn behind one that takes its time."""
SESSIONS = "sessions"
"""The capability of a server that keeps matches apart."""
_PATIENCE = 5.0  # seconds for those that were interrupted to notice; what is left then ends with the process
_TRIES = 3  # other introductions in a row after which a subject counts as unusable

Task = tuple[Case, "Future[Outcome]"]


@runtime_checkable
class Interruptible(Protocol):
    """A subject that another thread can interrupt: whoever waits for its answer is told that it ended."""

    def interrupt(self) -> None:
        """End whatever runs."""


def run_side_by_side(
    cases: Iterable[Case], subjects: Sequence[Subject], rulebook: Rulebook, wire: Wire | None = None
) -> Generator[tuple[Case, Outcome], None, None]:
    """Yield each case with what became of it, in the order of the cases.

    The first subject has introduced itself; the others, which need not have been started, must do so alike. With only
    one, no thread is made. Raises SubjectUnusable where one of them is so. Close the iterator where it is not gone
    through to its end. Closing the subjects is left to whoever opened them.
    """
    shared = Shared(rulebook)
    first, *others = subjects
    if not others:
        bench = Bench(first, shared, wire)
        for case in cases:
            yield case, play(case, bench)
        return
    work: SimpleQueue[Task | None] = SimpleQueue()
    hello = first.hello()
    talkers: list[Talker] = [first, *(_Alike(each, hello) for each in others)]
    members = [_Member(Bench(each, shared, wire), work) for each in talkers]
    waiting: deque[Task] = deque()
    todo = iter(cases)
    more = True
    try:
        for member in members:
            member.start()
        while True:
            while more and len(waiting) < AHEAD * len(members):
                with shared.lock:
                    following = next(todo, None)
                if following is None:
                    more = False
                    break
                waiting.append((following, Future()))
                work.put(waiting[-1])
            if not waiting:
                return
            case, future = waiting[0]
            outcome = future.result()
            waiting.popleft()
            yield case, outcome
            del case, future, outcome  # nothing of it is kept while the next is waited for
    finally:
        for _, left in waiting:
            left.cancel()
        for _ in members:
            work.put(None)
        _dismiss(members, subjects if waiting else ())


def _dismiss(members: Sequence[Thread], subjects: Sequence[Subject]) -> None:
    """Wait for threads to end; interrupt the subjects until they have, for one may just be starting its own."""
    deadline = time.monotonic() + _PATIENCE
    for member in members:
        while member.is_alive() and (time.monotonic() < deadline or not subjects):
            for each in subjects:
                if isinstance(each, Interruptible):
                    each.interrupt()
            member.join(0.05)


class _Member(Thread):
    """Takes cases and plays them with one subject, until there is None."""

    def __init__(self, bench: Bench, work: SimpleQueue[Task | None]) -> None:
        super().__init__(daemon=True)
        self._bench = bench
        self._work = work

    def run(self) -> None:
        """Play, and leave each outcome or exception in its future."""
        while (task := self._work.get()) is not None:
            case, future = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(play(case, self._bench))
                except BaseException as error:
                    future.set_exception(error)
                    return  # whoever looks at the outcomes comes to this one, and no further
            del task, case, future  # nothing of it is kept while the next is waited for


class _Alike:
    """A further start of a subject, which must introduce itself as the first did, just as after a restart."""

    def __init__(self, inner: Subject, known: Hello) -> None:
        self._inner = inner
        self._known = known
        self._others = 0  # other introductions in a row
        self._started = False

    def hello(self) -> Hello:
        """Return how the first introduced itself."""
        return self._known

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        """Ask all, as the subject itself does; raises SubjectBroke P061 where it is not the same."""
        if self._introduced() != self._known:
            self._inner.restart()
            self._others += 1
            hint = "The answer to `hello` must not depend on anything but the subject itself."
            why = Diagnosis("P061", "the subject introduced itself differently when it was started once more", hint)
            raise (SubjectUnusable if self._others >= _TRIES else SubjectBroke)(why, messages[0])
        self._others = 0
        return self._inner.exchange(messages, expected)

    def _introduced(self) -> Hello:
        try:
            hello = self._inner.hello()
        except SubjectUnusable as failure:
            if self._started:
                raise
            hint = f"{failure.diagnosis.hint} If only one of it can run at a time, test it without `--jobs`.".strip()
            raise SubjectUnusable(replace(failure.diagnosis, hint=hint), failure.sent) from None
        self._started = True
        return hello
