"""`mocsar independence`: what a scenario depends on and does not name."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import echo_json, format_option, load_all_scenarios, load_book, rulebook_option
from mocsar_conformance.cli.progress import progress

if TYPE_CHECKING:
    from mocsar_conformance.scenario.covering import Row
    from mocsar_conformance.scenario.dependence import Dependence
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_conformance.scenario.trials import Task, Trials
    from mocsar_reference import Rulebook


@click.command("independence")
@click.argument("chosen", metavar="[SCENARIO]...", nargs=-1)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each processor",
    metavar="N",
    help="How many processes try settings at once.",
)
@rulebook_option
@format_option
@click.pass_context
def command(ctx: click.Context, chosen: tuple[str, ...], jobs: int, overlays: tuple[Path, ...], form: str) -> None:
    """Find what a scenario depends on and does not name in 'when'. Exit code 1 if there is anything.

    Each scenario is tried in settings that together have every two values of any two toggles that it does not name,
    as far as the constraints between toggles, and the cards that it deals, allow. Where what it states is not so, the
    toggles that make the difference are looked for: one, or the fewest there are. Settings where the leader it gives
    cannot lead say nothing.

    SCENARIO is an id, or a pattern of ids such as 'exchange/*'; without it all are tried. With --rulebook it is the
    scenarios of the overlay. `mocsar check` does the same more quickly, with one toggle changed at a time.

    \b
    Examples:
      mocsar independence
      mocsar independence 'exchange/*' --jobs 1
      mocsar independence --rulebook my-variant/ --format json
    """
    from mocsar_conformance.scenario.layers import Layers

    started = perf_counter()
    book = load_book(overlays)
    layers = Layers(book, overlays)
    scenarios = scenarios_of(book, overlays, layers, chosen)
    result = find(book, scenarios, layers, _Workers(tuple(overlays), tuple(chosen), jobs))
    seconds = perf_counter() - started
    if form == "json":
        echo_json({**_json(result), "seconds": round(seconds, 1)})
    else:
        for each in result.found:
            click.echo(str(each.diagnostic))
        click.echo(f"{summary(result)} ({seconds:.1f} s)")
    ctx.exit(FINDINGS if result.found else FINE)


@dataclass(frozen=True, slots=True)
class Result:
    """What was tried, of how many scenarios, and what was found."""

    scenarios: int
    trials: Trials
    found: list[Dependence]


@dataclass(frozen=True, slots=True)
class _Workers:
    """How many processes there are, and what each of them has to load."""

    overlays: tuple[Path, ...] = ()
    chosen: tuple[str, ...] = ()
    jobs: int = 1


def scenarios_of(book: Rulebook, overlays: Sequence[Path], layers: Any, chosen: Sequence[str]) -> list[Scenario]:
    """Return the scenarios to try: the project's or the overlays', those that match one of the patterns.

    Raises MocsarError: U002 where none does, and what loading raises.
    """
    from mocsar_reference import Diagnostic, MocsarError
    from mocsar_reference.errors import did_you_mean

    scenarios = [each for each in load_all_scenarios(book, overlays) if not overlays or layers.is_overlaid(each)]
    found = [each for each in scenarios if not chosen or any(fnmatchcase(each.id, pattern) for pattern in chosen)]
    if chosen and not found:
        hint = did_you_mean(chosen[0], [each.id for each in scenarios])
        raise MocsarError([Diagnostic("U002", None, f"no scenario is called '{chosen[0]}'", hint)])
    return found


def find(book: Rulebook, scenarios: Sequence[Scenario], layers: Any, workers: _Workers | None = None) -> Result:
    """Try scenarios in settings, and return what they depend on and do not name, by scenario."""
    from mocsar_conformance.scenario.covering import Space
    from mocsar_conformance.scenario.dependence import alike, dependences
    from mocsar_conformance.scenario.trials import trials

    plan = trials(book, scenarios, layers)
    failed: dict[int, list[Row]] = {}
    with progress(len(plan.tasks)) as advance:
        for task, numbers in _tried(plan.tasks, book, scenarios, workers or _Workers()):
            for number in numbers:
                failed.setdefault(number, []).append(task.values)
            advance()
    space = Space(book)
    found = {n: dependences(book, scenarios[n], plan.held[n], rows, space) for n, rows in sorted(failed.items())}
    known = list({tuple(sorted(each.values.items())): each.values for n in found for each in found[n]}.values())
    for number, held in plan.held.items():
        told = {name for each in found.get(number, ()) for name in each.values}
        others = [values for values in known if told.isdisjoint(values)]
        rows = alike(book, scenarios[number], held, others, space)
        found.setdefault(number, []).extend(dependences(book, scenarios[number], held, rows, space))
    found_in_order = [each for number in sorted(found) for each in found[number]]
    return Result(len(scenarios), plan, found_in_order)


def summary(result: Result) -> str:
    """Return what was tried and what came of it, in one line."""
    number = len({each.scenario.id for each in result.found})
    verb = "depends on a toggle that it does not name" if number == 1 else "depend on toggles that they do not name"
    outcome = f"{number} {verb}" if number else "none depends on a toggle that it does not name"
    counts = {"scenario": result.scenarios, "setting": len(result.trials.tasks), "run": result.trials.runs}
    tried = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items())
    return f"{tried}: {outcome}"


def _json(result: Result) -> dict[str, Any]:
    return {
        "scenarios": result.scenarios,
        "settings": len(result.trials.tasks),
        "runs": result.trials.runs,
        "impossible_pairs": result.trials.impossible,
        "dependences": [
            {
                "scenario": each.scenario.id,
                "setting": each.setting.short,
                "toggles": {k: list(v) if isinstance(v, tuple) else v for k, v in each.values.items()},
                "place": str(each.diagnostic.place),
                "message": each.diagnostic.message,
                "hint": each.diagnostic.hint,
            }
            for each in result.found
        ],
        "summary": summary(result),
    }


def _tried(
    tasks: Sequence[Task], book: Rulebook, scenarios: Sequence[Scenario], workers: _Workers
) -> Iterator[tuple[Task, list[int]]]:
    """Go through the tasks, each with the scenarios that fail in it, in this process or in several."""
    from mocsar_conformance.scenario.trials import failing

    if workers.jobs == 1 or len(tasks) < 2:
        yield from ((task, failing(task, book, scenarios)) for task in tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(workers.jobs, initializer=_begin, initargs=(workers,))
    try:
        yield from zip(tasks, pool.map(_fail, tasks, chunksize=8), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


_worker: list[tuple[Rulebook, list[Scenario]]] = []
"""The rulebook and the scenarios of a process that tries settings for another."""


def _begin(workers: _Workers) -> None:
    from mocsar_conformance.scenario.layers import Layers

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked decides when to stop
    book = load_book(workers.overlays)
    layers = Layers(book, workers.overlays)
    _worker[:] = [(book, scenarios_of(book, workers.overlays, layers, workers.chosen))]


def _fail(task: Task) -> list[int]:
    from mocsar_conformance.scenario.trials import failing

    book, scenarios = _worker[0]
    return failing(task, book, scenarios)
