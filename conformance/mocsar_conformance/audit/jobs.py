"""Judges units one after the other, or in several processes; what comes of them comes in their order either way."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from mocsar_conformance.audit.judge import Judged, Order, judge_stream, judge_unit
from mocsar_conformance.audit.units import STREAM, Unit


def judged(order: Order, units: Sequence[Unit], jobs: int) -> Iterator[Judged]:
    """Yield what came of each unit, in order; standard input is judged in this process.

    A process that is killed costs nothing but time: what it had not done is done here.
    """
    apart = [unit for unit in units if not unit.stream]
    if min(jobs, len(apart)) < 2:
        yield from (_here(order, unit) for unit in units)
        return
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(apart)), context, _begin)
    try:
        futures: dict[int, Future[Judged]] = {unit.number: pool.submit(judge_unit, order, unit) for unit in apart}
        for unit in units:
            future = futures.pop(unit.number, None)
            try:
                yield _here(order, unit) if future is None else future.result()
            except BrokenProcessPool:
                yield _here(order, unit)
    except BaseException:  # nobody waits for the rest
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    pool.shutdown()


def _here(order: Order, unit: Unit) -> Judged:
    if not unit.stream:
        return judge_unit(order, unit)
    if unit.file == STREAM:
        return judge_stream(order, unit, sys.stdin.buffer)
    with Path(unit.file).open("rb") as stream:
        return judge_stream(order, unit, stream)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked decides when to stop
