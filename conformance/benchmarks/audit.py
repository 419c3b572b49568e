"""Measures `mocsar audit`: makes logs of random games, and judges them in one process and in two.

Run it from a checkout, when the machine has nothing else to do:

    .venv/bin/python conformance/benchmarks/audit.py --games 20000
    .venv/bin/python conformance/benchmarks/audit.py --games 1000000 --folder logs

A game is a match of one deal, unless `--deals` says more. Each figure comes with a bare loop over the same lines, in
the same run, that only decompresses and parses them. Peaks of memory are taken after a tenth of the work and at the
end: they are alike where memory is flat. Logs that lie in the folder already, of the same kind, are judged again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

import zstandard

from mocsar_conformance.audit import jobs, judge, units
from mocsar_conformance.audit.tally import Tally
from mocsar_conformance.match.match import NAMES
from mocsar_reference import load_rulebook

GAMES_OF_A_FILE = 10_000
Result = TypeVar("Result")
BARE_LINES = 3_000_000
"""So many lines the bare loop takes, and no more: its figure is one for each line."""


@dataclass(frozen=True, slots=True)
class Task:
    """A log to be made."""

    path: Path
    variant: str
    players: int
    deals: int
    games: int
    seed: int
    level: int
    own_names: bool


def make(task: Task) -> int:
    """Write a log of games played at random; return how many actions there are in it."""
    game = load_rulebook().game(task.variant)
    rnd = random.Random(task.seed)
    phases, seats = game.contents.model.phases, range(task.players)
    texts: dict[tuple[object, ...], str] = {}
    moves = 0
    with task.path.open("wb") as file, zstandard.ZstdCompressor(level=task.level).stream_writer(file) as packed:
        for number in range(task.games):
            names = [f"{name}-{task.seed}-{number}" if task.own_names else name for name in NAMES[: task.players]]
            lines = [_line({"record": "match", "format": 1, "setting": task.variant, "players": names, "seed": number})]
            state = None
            for deal in range(1, task.deals + 1):
                pack = list(game.pack(task.players))
                rnd.shuffle(pack)
                chance = {name: rnd.choice(names) for name in game.contents.model.chance}
                begun: dict[str, Any] = {"pack": pack, "chance": chance}
                state = game.start(names, **begun) if state is None else game.next_deal(state, **begun)
                lines.append(_line({"deal": deal, **begun}))
                last = 0
                while phases[state.phase].next is None:
                    legal, seat = next(
                        (m, s) for at in seats if (m := game.moves(state, s := (last + 1 + at) % len(seats)))
                    )
                    move = rnd.choice(legal)
                    key = (seat, *move)
                    if key not in texts:
                        texts[key] = _line(game.legal(state, names[seat])[legal.index(move)].to_json())
                    lines.append(f'{{"p":{json.dumps(names[seat])},{texts[key][1:]}')
                    state, _ = game.advance(state, seat, move)
                    last = seat
                    moves += 1
                view = game.view(state)
                lines.append(_line({"over": view["out"], "titles": view["titles"] or {}}))
                if phases[state.phase].next != "deal":
                    break
            packed.write("".join(lines).encode())
    return moves


def _line(record: object) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run came to. `early` and `late` are the peaks of memory of one process, in MiB."""

    tally: Tally
    seconds: float
    processor: float
    early: float
    late: float


def measure(paths: list[Path], number: int) -> Measured:
    """Judge logs with so many processes. To be called in a process of its own, so that its peak is the run's."""
    started, used = perf_counter(), process_time()
    book = load_rulebook()
    order = judge.order_of(book, [], None, 3)
    judge.keep_games(order, book)
    found = units.find(paths)
    tally = Tally(3)
    early = late = 0.0
    for done, each in enumerate(jobs.judged(order, found.units, number), 1):
        tally.add(each.tally)
        late = max(late, peak(number))
        if done <= max(number, len(found.units) // 10):
            early = late
    return Measured(tally, perf_counter() - started, process_time() - used, early, late)


def peak(number: int) -> float:
    """Return the peak of memory of the process that judges, or of the largest of them, in MiB."""
    if number == 1:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    peaks = [0.0]
    for process in multiprocessing.active_children():
        try:
            status = Path(f"/proc/{process.pid}/status").read_text("ascii")
        except OSError:
            continue
        peaks += [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")]
    return max(peaks)


def bare(paths: list[Path]) -> tuple[int, float]:
    """Decompress and parse lines, and do nothing with them; return how many, and the seconds."""
    started = perf_counter()
    lines = 0
    for path in paths:
        for line in _lines(path):
            json.loads(line)
            lines += 1
        if lines > BARE_LINES:
            break
    return lines, perf_counter() - started


def _lines(path: Path) -> Iterator[bytes]:
    tail = b""
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
        while piece := reader.read(1 << 18):
            *whole, tail = (tail + piece).split(b"\n")
            yield from whole


def apart(function: Callable[..., Result], *arguments: object) -> Result:
    """Return what a function gives when it is called in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def logs(options: argparse.Namespace, folder: Path) -> tuple[list[Path], int]:
    """Make the logs that are not there yet; return them all, and how many actions they have."""
    kind = f"{options.variant}-{options.players}-{options.deals}{'-own' if options.own_names else ''}"
    files = -(-options.games // GAMES_OF_A_FILE)
    tasks = [
        Task(
            folder / f"{kind}-{number:05}-{games}.jsonl.zst",
            options.variant,
            options.players,
            options.deals,
            games,
            number,
            options.level,
            options.own_names,
        )
        for number in range(files)
        for games in [min(GAMES_OF_A_FILE, options.games - number * GAMES_OF_A_FILE)]
    ]
    counted = folder / "moves.json"
    known: dict[str, int] = json.loads(counted.read_text("utf-8")) if counted.exists() else {}
    missing = [task for task in tasks if task.path.name not in known]
    with ProcessPoolExecutor(options.makers, multiprocessing.get_context("spawn")) as pool:
        for task, moves in zip(missing, pool.map(make, missing), strict=True):
            known[task.path.name] = moves
            counted.write_text(json.dumps(known), "utf-8")
            print(f"\rmade {len(known)} of {files} files", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [task.path for task in tasks], sum(known[task.path.name] for task in tasks)


def main() -> None:
    """Make the logs, judge them, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--variant", default="jekely")
    parser.add_argument("--deals", type=int, default=1, help="of a match")
    parser.add_argument("--level", type=int, default=1, help="of the compression")
    parser.add_argument("--own-names", action="store_true", help="other names of players in each match")
    parser.add_argument("--makers", type=int, default=2, help="processes that make the logs")
    parser.add_argument("--jobs", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--folder", type=Path, help="where the logs are kept; else they are made, and then deleted")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        started = perf_counter()
        paths, moves = logs(options, folder)
        size = sum(path.stat().st_size for path in paths)
        print(
            f"logs         {options.games:,} games of {options.variant}, {options.players} players: {moves:,} actions, "
            f"{size / 1e6:,.0f} MB compressed, made in {perf_counter() - started:,.0f} s"
        )
        lines, seconds = apart(bare, paths)
        line = seconds / max(lines, 1)
        print(f"bare loop    {line * 1e6:.2f} µs a line, decompressed and parsed, nothing else ({lines:,} lines)")
        for number in options.jobs:
            run = apart(measure, paths, number)
            assert (run.tally.moves, run.tally.found) == (moves, 0), "the reference's own games must be clean"
            ratio = run.seconds * number / (line * run.tally.lines)
            print(
                f"audit        {number} job{'s' * (number > 1)}: {moves / run.seconds:,.0f} actions a second "
                f"({moves / run.seconds / number:,.0f} a process, {run.seconds:,.1f} s), {ratio:.2f} times the bare "
                f"loop's time for each line; peak {run.early:.0f} MiB after a tenth, {run.late:.0f} MiB at the end"
            )


if __name__ == "__main__":
    main()
