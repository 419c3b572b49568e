"""However an audit is shared out, in parts, processes or a cluster, what it finds is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import zstandard

from mocsar_conformance.audit import cluster, jobs, judge, units
from mocsar_conformance.audit.judge import Judged, Order
from mocsar_conformance.audit.report import Report, to_json
from mocsar_conformance.audit.tally import Tally
from mocsar_conformance.audit.units import Unit
from mocsar_conformance.cli.audit import added
from mocsar_reference import Rulebook

from .conftest import SHORT, Audit, Write

How = Callable[[Order, Sequence[Unit]], Iterator[Judged]]


@pytest.fixture
def log(write: Write, kollar: tuple[str, ...], jekely: tuple[str, ...]) -> Path:
    """A log with matches of all kinds of length, and much that is wrong."""
    short = SHORT.splitlines()
    lines: list[str] = []
    for number in range(12):
        lines += short[: 3 + number % 7]  # broken off
        lines += [*short[:3], *short[4:]]  # out of turn
        lines += [*short[:4], short[4][:15], *short[5:]]  # cut
        lines += [short[0][:30], *short[1:]]  # a lost head
        lines += [*kollar[:20], *kollar[21:]] if number % 4 == 0 else []
        lines += jekely if number % 5 == 0 else []
        lines += ["", "x" * (number * 100)]
    return write(lines)


def report(path: Path, book: Rulebook, how: How, part: int = 1 << 30) -> dict[str, Any]:
    """Return the report on a log in parts of so many bytes, without its name."""
    order = judge.order_of(book, [], None, 5)
    judge.keep_games(order, book)
    found = units.find([path], part, part)
    tally = Tally(5)
    for _ in added(tally, how(order, found.units)):
        pass
    whole = to_json(Report(tally, 1, (), 1, 1, 1.0), book.contents)
    for each in whole["findings"]:
        assert each.pop("file") == str(path)
    return whole


def here(order: Order, given: Sequence[Unit]) -> Iterator[Judged]:
    return jobs.judged(order, given, 1)


@pytest.mark.parametrize("part", [64, 999, 4096, 50_000])
def test_parts_of_a_file(log: Path, rulebook: Rulebook, part: int) -> None:
    assert len(units.find([log], part).units) > 1
    assert report(log, rulebook, here, part) == report(log, rulebook, here)


@pytest.mark.parametrize("size", [700, 5_000])
@pytest.mark.parametrize("part", [1, 2_000])
def test_frames_of_a_compressed_file(log: Path, write: Write, rulebook: Rulebook, size: int, part: int) -> None:
    data = log.read_bytes()
    packer = zstandard.ZstdCompressor(write_checksum=size == 700)
    skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"  # a frame that holds no text
    packed = skipped + skipped.join(packer.compress(data[at : at + size]) for at in range(0, len(data), size))
    path = write(packed, "packed.jsonl.zst")
    assert len(units.find([path], part, part).units) > 1
    assert report(path, rulebook, here, part) == report(log, rulebook, here)


def test_a_file_of_one_frame_is_one_unit(write: Write) -> None:
    assert len(units.find([write(zstandard.compress(SHORT.encode() * 100))], 1, 1).units) == 1


def test_conversations_are_not_cut(write: Write) -> None:
    log = ['> {"request":"hello"}', '< {"answer":"hello"}'] * 1000
    assert len(units.find([write(log)], 64).units) == 1


def test_processes(log: Path, rulebook: Rulebook) -> None:
    assert report(log, rulebook, lambda order, given: jobs.judged(order, given, 2), 20_000) == report(
        log, rulebook, here
    )


def test_a_process_that_is_killed_costs_nothing(log: Path, rulebook: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing

    def killed(order: Order, given: Sequence[Unit]) -> Iterator[Judged]:
        results = jobs.judged(order, given, 2)
        yield next(results)
        for process in multiprocessing.active_children():
            if process.pid is not None and process.name.startswith("SpawnProcess"):
                os.kill(process.pid, signal.SIGKILL)
        yield from results

    assert report(log, rulebook, killed, 300) == report(log, rulebook, here)


def test_a_cluster_of_two_workers_one_of_which_is_killed(log: Path, rulebook: Rulebook) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None) as two:

        def on_two(order: Order, given: Sequence[Unit]) -> Iterator[Judged]:
            results = cluster.judged(order, given, two.scheduler_address)
            yield next(results)
            os.kill(next(iter(two.workers.values())).pid, signal.SIGKILL)
            yield from results

        assert report(log, rulebook, on_two, 300) == report(log, rulebook, here)

        order = judge.order_of(rulebook, [], None, 5)
        other = Order(order.overlays, None, 5, "another digest", order.kit)
        with pytest.raises(Exception, match="U078 a worker of the cluster has another rulebook"):
            list(cluster.judged(other, units.find([log]).units, two.scheduler_address))
        older = Order(order.overlays, None, 5, order.digest, "0.0.0")
        with pytest.raises(Exception, match=r"U078 a worker of the cluster has kit .*, not 0\.0\.0"):
            list(cluster.judged(older, units.find([log]).units, two.scheduler_address))


def test_a_cluster_that_is_not_there(audit: Audit, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 0.2)
    ended = audit(write(SHORT), "--scheduler", "tcp://127.0.0.1:9")
    assert (ended.code, "U077" in ended.err) == (2, True)
    ended = audit(write(SHORT), "--scheduler", "nonsense://\x1b[31m")
    assert (ended.code, "U077" in ended.err, "\x1b" in ended.err) == (2, True, False)


def test_no_library_for_clusters(audit: Audit, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ended = audit(write(SHORT), "--scheduler", "tcp://127.0.0.1:9")
    assert (ended.code, "U076" in ended.err, "mocsar[dask]" in ended.err) == (2, True, True)


def test_what_does_not_go_together(audit: Audit, write: Write) -> None:
    assert audit(write(SHORT), "--scheduler", "tcp://x:1", "--jobs", 2).code == 2
    assert audit("-", "--scheduler", "tcp://x:1", typed=b"").code == 2


def test_standard_input_plain_and_compressed(audit: Audit, write: Write) -> None:
    for data in (SHORT.encode(), zstandard.compress(SHORT.encode()), zstandard.compress(SHORT.encode()) * 2):
        ended = audit("-", typed=data)
        assert (ended.code, ended.report["moves"]) == (0, 6 * max(1, data.count(zstandard.FRAME_HEADER)))
    assert audit("-", typed=b"").found == [("A041", 0)]
    both = audit(write(SHORT), "-", "--jobs", 2, typed=SHORT.encode()[:-40])
    assert (both.report["matches"], both.kinds) == (2, {"A043": 1})


def test_a_named_pipe(audit: Audit, tmp_path: Path) -> None:
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(SHORT))
    writer.start()
    ended = audit(path)
    writer.join()
    assert (ended.code, ended.report["moves"]) == (0, 6)


def test_broken_off_by_the_user_it_says_what_it_has(
    audit: Audit, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = judge.judge_unit

    def interrupted(order: Order, unit: Unit) -> Judged:
        if unit.number == 1:
            raise KeyboardInterrupt
        return once(order, unit)

    monkeypatch.setattr(jobs, "judge_unit", interrupted)
    short = SHORT.splitlines()
    ended = audit(write([*short[:3], *short[4:]], "a.jsonl"), write(SHORT, "b.jsonl"))
    assert (ended.code, ended.report["interrupted"], ended.report["matches"]) == (130, True, 1)
    assert ended.kinds == {"A002": 1}


def test_broken_off_in_the_middle_of_a_file_it_says_what_it_has(
    audit: Audit, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = units.batches

    def interrupted(unit: Unit) -> Iterator[Any]:
        yield from whole(unit)
        raise KeyboardInterrupt

    monkeypatch.setattr(units, "batches", interrupted)
    short = SHORT.splitlines()
    ended = audit(write([*short[:3], *short[4:], *short[:5]]))
    assert (ended.code, ended.report["interrupted"], ended.report["matches"]) == (130, True, 2)
    assert ended.kinds == {"A002": 1}
    assert ended.report["moves"] == 1 + 1 + 3


def test_a_bar_only_where_there_is_a_terminal(audit: Audit, write: Write) -> None:
    assert audit(write(SHORT)).err == ""


def test_the_command_imports_nothing_heavy_before_it_runs() -> None:
    heavy = ("zstandard", "distributed", "dask", "rich", "mocsar_reference", "jsonschema")
    code = f"import sys, mocsar_conformance.cli.audit; print(*sorted(sys.modules.keys() & set({heavy})))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == ""
