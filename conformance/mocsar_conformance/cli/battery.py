"""`mocsar battery`: random deals, and what must hold of every game whatever its rules."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE, INTERRUPTED
from mocsar_conformance.cli.options import load_book, rulebook_option

if TYPE_CHECKING:
    from mocsar_reference import Rulebook

FULL = 3
"""How many violations are shown in full; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Task:
    """A match to play: its number decides how many players there are, and with the seed how it goes."""

    setting: str
    players: int
    number: int
    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a task. `steps` are the match so far as a scenario's lines, where something was violated."""

    task: Task
    deals: int
    moves: int
    tried: Counter[str]
    violations: tuple[tuple[str, str], ...]
    deal: int
    steps: tuple[str, ...]


@click.command("battery")
@click.option(
    "-V", "--variant", "variants", multiple=True, metavar="V", help="Only this variant or setting; may be given again."
)
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="How many deals of each variant.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="The same seed gives the same deals.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="M",
    help="Begin with match M of each variant, to see something again.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each processor",
    metavar="N",
    help="How many processes play at once.",
)
@rulebook_option
@click.pass_context
def command(
    ctx: click.Context,
    variants: tuple[str, ...],
    deals: int,
    seed: int,
    first: int,
    jobs: int,
    overlays: tuple[Path, ...],
) -> None:
    """Play random deals of each variant, and look at every position for what no rulebook may break.

    Matches of five deals are played, with the variant's fewest players, then one more, up to its most, and round again.
    A violation is shown with all that brings it about: variant, seed, match, deal, and the actions so far as the steps
    of a scenario.

    \b
    In every position:
      cards     all zones together hold the pack, no card more or less
      go-on     somebody can act, or the deal is over and nobody can
      listed    every action that is listed is accepted, and none is listed twice
      ends      the deal ends within a bound
      answers   the reference answers without an error of its own
    In one position of eight:
      unlisted  six actions made up at random are refused unless listed, and judging changes nothing
      saved     the position written as JSON and read back is the same
      hidden    cards that a player does not see are swapped: that player's view and legal actions stay

    \b
    Examples:
      mocsar battery --deals 1000
      mocsar battery --variant kollar --seed 7 --jobs 4
      mocsar battery --rulebook my-variant/ --variant my-variant
    """
    book = load_book(overlays)
    settings = [book.setting(each).short for each in variants or book.playable]
    todo = tasks(book, settings, deals, seed, first)
    started = perf_counter()
    results: list[Result] = []
    interrupted = False
    try:
        with _progress(len(todo)) as advance:
            for result in _results(todo, book, overlays, min(jobs, len(todo))):
                results.append(result)
                _show(result, sum(bool(each.violations) for each in results), overlays)
                advance()
    except KeyboardInterrupt:
        interrupted = True
    for line in summary(results, settings, perf_counter() - started):
        click.echo(line)
    if interrupted:
        click.echo("interrupted: not all was played", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(FINDINGS if any(each.violations for each in results) else FINE)


def tasks(book: Rulebook, settings: Sequence[str], deals: int, seed: int, first: int = 0) -> list[Task]:
    """Return matches with so many deals of each setting, the settings and the numbers of players in turn."""
    from mocsar_conformance.battery import DEALS_OF_A_MATCH

    found: list[Task] = []
    for number in range(first, first + -(-deals // DEALS_OF_A_MATCH)):
        left = deals - (number - first) * DEALS_OF_A_MATCH
        for setting in settings:
            fewest, most, _ = book.setting(setting).variant.players
            players = fewest + number % (most - fewest + 1)
            found.append(Task(setting, players, number, min(left, DEALS_OF_A_MATCH), seed))
    return found


def play(task: Task, book: Rulebook) -> Result:
    """Play a task's match; where it ends before its deals have been played, others of the same setting follow it."""
    from mocsar_conformance.battery import play_match
    from mocsar_conformance.match.scenario import steps_text

    deals = moves = follower = 0
    tried: Counter[str] = Counter()
    while True:
        seed = "/".join(map(str, (task.seed, task.setting, task.number, *([follower] if follower else ()))))
        played = play_match(book.game(task.setting), task.players, seed, task.deals - deals)
        deals, moves, follower = deals + played.deals, moves + played.moves, follower + 1
        tried += played.tried
        if played.violations or deals >= task.deals or not played.deals:
            break
    violations = tuple((each.invariant, each.message) for each in played.violations)
    steps = tuple(steps_text(played.match)) if violations and played.match.log else ()
    return Result(task, deals, moves, tried, violations, deals + 1, steps)


def summary(results: Sequence[Result], settings: Sequence[str], seconds: float) -> Iterator[str]:
    """Yield what was played, by setting and together."""
    width = max(map(len, settings))
    for setting in settings:
        own = [each for each in results if each.task.setting == setting]
        tried: Counter[str] = sum((each.tried for each in own), Counter())
        players = sorted({each.task.players for each in own})
        seats = f"{players[0]}–{players[-1]} players" if len(players) > 1 else "".join(f"{n} players" for n in players)
        done = ", ".join(f"{number} {action}" for action, number in tried.most_common())
        deals, moves = sum(each.deals for each in own), sum(each.moves for each in own)
        yield f"{setting:{width}}  {deals:6} deals  {moves:8} moves  {seats}  ({done})"
    deals, moves = sum(each.deals for each in results), sum(each.moves for each in results)
    found = sum(bool(each.violations) for each in results)
    matches = f"{found} match{'' if found == 1 else 'es'} with violations" if found else "no violation"
    yield f"{deals} deals, {moves} moves ({seconds:.1f} s, {moves / max(seconds, 1e-9):.0f} moves a second): {matches}"


def violation_lines(result: Result, overlays: Sequence[Path] = ()) -> Iterator[str]:
    """Yield all that is needed to see a violation again."""
    task = result.task
    yield f"VIOLATION  {', '.join(dict.fromkeys(name for name, _ in result.violations))}  [{task.setting}]"
    yield from (f"  {name}: {message}" for name, message in result.violations)
    yield f"  seed {task.seed}, match {task.number}, deal {result.deal} of it, {task.players} players"
    words = ["mocsar", "battery", "--variant", task.setting, "--seed", str(task.seed), "--from", str(task.number)]
    words += [
        "--deals",
        str(task.deals),
        "--jobs",
        "1",
        *(each for folder in overlays for each in ("--rulebook", str(folder))),
    ]
    yield f"  again: {shlex.join(words)}"
    yield "  the match so far, as a scenario has it:"
    yield from (f"    {line}" for line in result.steps)


def _show(result: Result, found: int, overlays: Sequence[Path]) -> None:
    if result.violations and found <= FULL:
        for number, line in enumerate(violation_lines(result, overlays)):
            click.secho(line, fg=None if number else "red", bold=not number)
        click.echo("")


def _results(todo: Sequence[Task], book: Rulebook, overlays: Sequence[Path], jobs: int) -> Iterator[Result]:
    """Play all, in this process or in several, and give the results in order."""
    if jobs == 1:
        yield from (play(each, book) for each in todo)
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(tuple(overlays),))
    try:
        yield from pool.map(_play, todo)
    finally:
        pool.shutdown(cancel_futures=True)


_worker: list[Rulebook] = []
"""The rulebook of a process that plays for another."""


def _begin(overlays: tuple[Path, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked decides when to stop
    _worker[:] = [load_book(overlays)]


def _play(task: Task) -> Result:
    return play(task, _worker[0])


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Give a function to call after each match; it moves a bar where there is a terminal to show it on."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty(), redirect_stderr=False) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)
