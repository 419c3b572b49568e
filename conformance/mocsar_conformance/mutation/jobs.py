"""Runs all mutants, in this process or in several: scenarios first, then a search where none notices, then the shortest
games of those that are alive."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from mocsar_conformance.mutation.listed import Listed
from mocsar_conformance.mutation.mutants import Mutant
from mocsar_conformance.mutation.run import Bench, Found, Result
from mocsar_conformance.mutation.shortest import Scenario, scenario_of, shortest
from mocsar_reference import MocsarError

TOGETHER = 8
"""Mutants that are run at once."""
OF_SETTING = 120
"""Mutants that are searched at once in a setting, whose positions are worked out before that."""

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Tick = Callable[[int], None]
Map = Callable[[Callable[[Job], Answer], Sequence[Job]], Iterator[Answer]]


class Runner:
    """Runs mutants on a bench. `make` gives it; processes that cannot inherit it make their own."""

    def __init__(self, bench: Bench, mutants: Sequence[Mutant], make: Callable[[], Bench], jobs: int) -> None:
        self.bench = bench
        self.mutants = mutants
        self.make = make
        self.jobs = jobs

    def run(self, listed: Sequence[Listed], tick: Tick = lambda number: None) -> list[Result]:
        """Return what becomes of each mutant; `tick` is told how many more are done, each mutant
        counted twice."""
        ids = [each.id for each in self.mutants]
        with self.pool() as spread:
            chunks = [ids[at : at + TOGETHER] for at in range(0, len(ids), TOGETHER)]
            results: list[Result] = []
            for some in spread(_run, chunks):
                results += some
                tick(len(some))
            tasks = list(_tasks(results, listed, OF_SETTING if self.jobs < 5 else 40))
            found: dict[tuple[str, str], Found] = {}
            ticked = 0
            for number, ((setting, names), answers) in enumerate(zip(tasks, spread(_explore, tasks), strict=True), 1):
                found.update({(name, setting): answer for name, answer in zip(names, answers, strict=True)})
                tick(number * len(ids) // len(tasks) - ticked)
                ticked = number * len(ids) // len(tasks)
        return [
            replace(each, found=tuple(found.get((each.mutant, one.setting), one) for one in each.found))
            for each in results
        ]

    def scenarios(self, results: Sequence[Result]) -> dict[str, Scenario]:
        """Return the scenario with the shortest game for each mutant that is alive, by its id; a few may have none."""
        alive = [each for each in results if any(one.fate == "alive" for one in each.found)]
        with self.pool() as spread:
            told = list(spread(_tell, alive))
        return {each.mutant: one for each, one in zip(alive, told, strict=True) if one is not None}

    @contextmanager
    def pool(self) -> Iterator[Map]:  # type: ignore[type-arg]
        """Give a function that does something with each of some jobs, in order."""
        _hand_on(self.bench, self.mutants)
        if self.jobs == 1:
            yield lambda function, jobs: map(function, jobs)
            return
        if "fork" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("fork")
            gc.freeze()  # what is shared is left alone, so that it stays shared
            pool = ProcessPoolExecutor(self.jobs, context, _end_when_interrupted)
        else:
            pool = ProcessPoolExecutor(self.jobs, initializer=_begin, initargs=(self.make,))
        try:
            yield lambda function, jobs: pool.map(function, jobs)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            gc.unfreeze()


def _tasks(results: Sequence[Result], listed: Sequence[Listed], most: int) -> Iterator[tuple[str, list[str]]]:
    """Yield settings with the mutants to search in them, the most first."""
    waiting: dict[str, list[str]] = defaultdict(list)
    for result in results:
        for found in result.found:
            known = any(each.holds_for(result.mutant, found.setting) for each in listed)
            if found.fate == "open" and not known:
                waiting[found.setting].append(result.mutant)
    for setting, names in sorted(waiting.items(), key=lambda each: -len(each[1])):
        for at in range(0, len(names), most):
            yield setting, names[at : at + most]


# ---- in each process


_bench: list[Bench] = []
_mutants: dict[str, Mutant] = {}


def _hand_on(bench: Bench, mutants: Sequence[Mutant]) -> None:
    _bench[:] = [bench]
    _mutants.clear()
    _mutants.update((each.id, each) for each in mutants)


def _begin(make: Callable[[], Bench]) -> None:
    from mocsar_conformance.mutation.mutants import all_mutants

    _end_when_interrupted()
    bench = make()
    _hand_on(bench, all_mutants(bench.book))


def _end_when_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once and without a word: the process that asked has it


def _run(names: Sequence[str]) -> list[Result]:
    return [_bench[0].run(_mutants[name]) for name in names]


def _explore(task: tuple[str, Sequence[str]]) -> list[Found]:
    bench = _bench[0]
    setting = bench.book.setting(task[0])
    return [bench.explore(_mutants[name], setting) for name in task[1]]


def _tell(result: Result) -> Scenario | None:
    bench, mutant = _bench[0], _mutants[result.mutant]
    alive = [each for each in result.found if each.witness is not None]
    for found in sorted(alive, key=lambda each: each.witness.length if each.witness else (0, 0)):
        assert found.witness is not None
        setting = bench.book.setting(found.setting)
        game = bench.game(mutant, bench.book.altered(mutant.contents()), setting)
        try:
            finding = shortest(found.witness, bench.book, setting, game)
            if finding is not None:
                return scenario_of(finding, mutant, bench.book, setting)
        except MocsarError:
            continue
    return None
