"""Several searches side by side, each in a process with a seed and a subject of its own; the first finding ends all."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from time import monotonic
from typing import Any

from mocsar_conformance.claims import claims_of
from mocsar_conformance.fuzz.bench import Bench, Finding, Tally
from mocsar_conformance.fuzz.search import Budget, Search
from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable
from mocsar_conformance.subjects.target import Target

OFTEN = 0.5
"""Seconds between two words of a job on how far it is."""
PATIENCE = 5.0
"""Seconds that a job gets to end by itself."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a job is to do. `settings` are short forms of those that the subject claims."""

    target: Target
    overlays: tuple[Path, ...]
    settings: tuple[str, ...]
    players: tuple[int, int] | None
    seed: int
    number: int
    seconds: float
    lang: str


@dataclass(frozen=True, slots=True)
class Word:
    """What a job says: how far it is, and when it is done, what it found or why it could not go on."""

    number: int
    tally: Tally
    done: bool = False
    finding: Finding | None = None
    unusable: Diagnosis | None = None


def run(orders: Sequence[Order], progress: Callable[[Tally], None], told: list[Tally]) -> Finding | None:
    """Do all orders and return the first finding, if there is one; `told` gets the tally in any case.

    Raises SubjectUnusable where a job could not use its subject, KeyboardInterrupt where the user breaks off.
    """
    context = multiprocessing.get_context("spawn")
    words: Any = context.Queue()
    stop = context.Event()
    jobs = [context.Process(target=_work, args=(order, words, stop), daemon=True) for order in orders]
    tallies = {order.number: Tally() for order in orders}
    found: Finding | None = None
    unusable: Diagnosis | None = None
    busy = {order.number for order in orders}
    try:
        for job in jobs:
            job.start()
        while busy:
            word = _next(words, jobs)
            if word is None:
                break
            tallies[word.number] = word.tally
            progress(_sum(tallies.values()))
            if word.done:
                busy.discard(word.number)
                found = found or word.finding
                unusable = unusable or word.unusable
                if found or unusable:
                    stop.set()
    finally:
        stop.set()
        tallies.update(_last_words(words, busy))
        _end(jobs)
        told.append(_sum(tallies.values()))
    if found is None and unusable is not None:
        raise SubjectUnusable(unusable)
    return found


def _next(words: Any, jobs: Sequence[Any]) -> Word | None:
    """Return the next word; None where no job is left that could say one."""
    while True:
        with contextlib.suppress(queue.Empty):
            word: Word = words.get(timeout=0.5)
            return word
        if not any(job.is_alive() for job in jobs):
            with contextlib.suppress(queue.Empty):
                last: Word = words.get(timeout=0.5)
                return last
            return None


def _last_words(words: Any, busy: set[int]) -> dict[int, Tally]:
    """Wait for what those jobs have to say that are not done yet, and have been told to stop."""
    tallies: dict[int, Tally] = {}
    until = monotonic() + PATIENCE
    while busy and monotonic() < until:
        with contextlib.suppress(queue.Empty):
            word: Word = words.get(timeout=0.2)
            tallies[word.number] = word.tally
            if word.done:
                busy.discard(word.number)
    return tallies


def _end(jobs: Sequence[Any]) -> None:
    until = monotonic() + PATIENCE
    for job in jobs:
        if job.pid is not None:
            job.join(max(0.0, until - monotonic()))
            if job.is_alive():
                job.terminate()
                job.join()


def _sum(tallies: Any) -> Tally:
    whole = Tally()
    for each in tallies:
        whole.add(each)
    return whole


def _work(order: Order, words: Any, stop: Event) -> None:
    """Do an order, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked decides when to stop
    from mocsar_reference import load_rulebook

    book = load_rulebook(None, order.overlays)
    tally = Tally()
    try:
        with order.target.open(book, order.lang) as subject:
            claims, _ = claims_of(subject.hello(), book)
            chosen = [each for each in claims if each.short in order.settings]
            bench = Bench(subject, book)
            tally = bench.tally
            last = [monotonic()]

            def progress(so_far: Tally) -> None:
                if monotonic() - last[0] >= OFTEN:
                    last[0] = monotonic()
                    words.put(Word(order.number, so_far))

            search = Search(bench, chosen, f"{order.seed}/{order.number}", order.players, progress)
            found = search.run(Budget(monotonic() + order.seconds, stop.is_set))
            words.put(Word(order.number, tally, True, found))
    except SubjectUnusable as failure:
        words.put(Word(order.number, tally, True, unusable=failure.diagnosis))
