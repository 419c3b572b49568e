"""`mocsar validate --jobs`, and adapters that die, hang, flood or crawl: what it costs, and that nothing is left."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mocsar_reference.paths import spec_dir

TITLES = ("-k", "titles/", "--variant", "kollar")
"""A few scenarios, so that the tests are quick."""

ADAPTER = """
import json, os, sys, time
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

sys.stderr.write("started\\n")
open(os.path.join({pids!r}, str(os.getpid())), "w").close()
subject = ReferenceSubject(load_rulebook())
starts = 0
ASKED = ("act", "view", "legal")
HELLO = {{"answer": "hello", "protocol": 1, "name": "test", "plays": {plays}, "capabilities": {capabilities}}}
for line in sys.stdin:
    request = json.loads(line)
    starts += request["request"] == "start"
    answer = dict(HELLO) if request["request"] == "hello" else subject.request(request)
{lie}
    answer["id"] = request["id"]
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""

Make = Callable[..., list[str]]


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Make]:
    """Return a maker of adapters that note their process; see at the end that none of these is left."""
    pids = tmp_path / "pids"
    pids.mkdir()

    def make(
        lie: str = "",
        plays: str = '[{"variant": "kollar"}]',
        capabilities: str = '["hands", "standing", "pack", "legal", "reasons", "cards"]',
    ) -> list[str]:
        lines = "".join(f"    {line}\n" for line in lie.split("\n"))
        path = tmp_path / "adapter.py"
        text = ADAPTER.format(pids=str(pids), plays=plays, capabilities=capabilities, lie=lines)
        path.write_text(text, encoding="utf-8")
        return [sys.executable, str(path)]

    yield make
    for each in pids.iterdir():
        assert is_gone_soon(int(each.name)), each.name


def is_gone_soon(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


def mocsar(*words: str, memory: int = 0) -> subprocess.CompletedProcess[str]:
    """Run `mocsar validate`, with at most so many bytes of data where that is said."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

    return subprocess.run(
        [sys.executable, "-m", "mocsar_conformance", "validate", *words],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        preexec_fn=limit if memory else None,
    )


def records(path: Path) -> list[dict[str, Any]]:
    """Return a stream's records without what differs from run to run."""
    found = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    for each in found:
        each.pop("seconds", None)
        each.pop("started", None)
    return found


def verdicts(path: Path) -> list[str]:
    return [each["verdict"] for each in records(path) if each["record"] == "scenario" and each["verdict"] != "skipped"]


# ---- jobs


def test_the_stream_is_that_of_one_job(adapter: Make, tmp_path: Path) -> None:
    lie = 'if answer.get("reason"): answer["reason"] = "not-now"\nif "view" in answer: answer["view"]["titles"] = None'
    command = adapter(lie)
    streams = []
    for jobs in ("1", "3"):
        path = tmp_path / f"{jobs}.jsonl"
        ended = mocsar(*TITLES, "--jobs", jobs, "--report", f"jsonl={path}", "--", *command)
        assert (ended.returncode, ended.stderr) == (1, "")
        streams.append(records(path))
    assert streams[0] == streams[1]
    assert {"fail"} < {each.get("verdict") for each in streams[0]}


def test_each_job_has_a_process_of_its_own(adapter: Make, tmp_path: Path) -> None:
    ended = mocsar(*TITLES, "--jobs", "3", "--", *adapter("time.sleep(0.02)"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(list((tmp_path / "pids").iterdir())) == 3


def test_the_lines_of_several_are_told_apart(adapter: Make) -> None:
    ended = mocsar(*TITLES, "-j", "2", "--show-wire", "--", *adapter("time.sleep(0.02)"))
    assert set(re.findall(r"^\[\d\] [<>]", ended.stderr, re.M)) == {"[1] >", "[1] <", "[2] >", "[2] <"}


def test_stopping_at_the_first_finding_stops_all(adapter: Make, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    lie = 'if "view" in answer: answer["view"]["turn"] = None'
    ended = mocsar(*TITLES, "-x", "--jobs", "3", "--report", f"jsonl={path}", "--", *adapter(lie))
    assert ended.returncode == 1
    assert "stopped at the first finding" in ended.stdout
    assert verdicts(path) == ["fail"]


def test_a_command_that_cannot_be_used_any_more_is_said_once(adapter: Make, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    lie = f'answer["version"] = str(len(os.listdir({str(tmp_path / "pids")!r})))\nif starts == 2: sys.exit(1)'
    ended = mocsar("--variant", "kollar", "-j", "2", "--report", f"jsonl={path}", "--", *adapter(lie))
    assert ended.returncode == 3
    assert ended.stderr.count("P061") == 1
    assert "the subject could not be used any more" in ended.stdout
    assert records(path)[-1]["interrupted"] is True


def test_the_reference_is_one(tmp_path: Path) -> None:
    ended = mocsar(*TITLES, "--jobs", "2")
    assert ended.returncode == 0
    assert "`--jobs` changes nothing" in ended.stderr


@pytest.mark.parametrize("jobs", ["0", "65", "many"])
def test_so_many_jobs_are_a_slip(jobs: str) -> None:
    ended = mocsar("--jobs", jobs)
    assert ended.returncode == 2
    assert "--jobs" in ended.stderr


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_interrupted_it_leaves_no_process_and_a_stream_with_its_end(
    adapter: Make, tmp_path: Path, signal_: signal.Signals, jobs: str, closed: Callable[[Path], Any]
) -> None:
    path = tmp_path / "out.jsonl"
    deaf = 'if starts > 3: signal = __import__("signal"); signal.signal(15, signal.SIG_IGN); time.sleep(3600)'
    command = adapter(deaf)
    words = ["--variant", "kollar", "--time-limit", "3600", "--jobs", jobs, "--report", f"jsonl={path}", "--", *command]
    process = subprocess.Popen(
        [sys.executable, "-m", "mocsar_conformance", "validate", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and path.read_text(encoding="ascii").count("\n") > 3):
        time.sleep(0.05)
    process.send_signal(signal_)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (err, "interrupted after" in out) == ("", True)
    schema = closed(spec_dir() / "schema" / "record.schema.json")
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    for each in lines:
        Draft202012Validator(schema).validate(each)
    assert (lines[-1]["record"], lines[-1]["interrupted"]) == ("end", True)
    assert sum(lines[-1]["counts"].values()) == len(lines) - 2


# ---- whatever an adapter does costs the scenarios at hand


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("lie", "verdict"),
    [
        ('if starts >= 3 and request["request"] in ASKED: sys.exit(3)', "crash"),
        ('if starts >= 3 and request["request"] in ASKED: os.kill(os.getpid(), 9)', "crash"),
        ('if starts >= 3 and request["request"] in ASKED: time.sleep(3600)', "timeout"),
        ('if starts >= 3 and request["request"] in ASKED: print("oops", flush=True)', "error"),
    ],
    ids=["crashes", "is killed", "hangs", "talks"],
)
def test_every_third_scenario_is_lost_and_no_more(
    adapter: Make, tmp_path: Path, lie: str, verdict: str, jobs: str
) -> None:
    path = tmp_path / "out.jsonl"
    words = ["-j", jobs, "--time-limit", "1.5", "--report", f"jsonl={path}"]
    ended = mocsar(*TITLES, *words, "--", *adapter(lie))
    assert ended.returncode == 1
    found = verdicts(path)
    assert set(found) == {"pass", verdict}
    if jobs == "1":
        assert found.count(verdict) == len(found) // 3
    assert 0 < found.count(verdict) <= len(found) // 3
    assert records(path)[-1]["interrupted"] is False


def test_a_slow_adapter_that_answers_in_time_passes(adapter: Make, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    ended = mocsar(*TITLES, "-j", "2", "--report", f"jsonl={path}", "--", *adapter("time.sleep(0.05)"))
    assert (ended.returncode, set(verdicts(path))) == (0, {"pass"})


FLOODS = {
    "a line without end": 'if starts == 2: [sys.stdout.write("x" * 65536) for _ in range(16384)]',
    "lines": 'if starts == 2: [sys.stdout.write("{}\\\\n" * 32768) for _ in range(16384)]',
    "standard error": 'if starts == 2: [sys.stderr.write("log log\\\\n" * 8192) for _ in range(16384)]',
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_gigabyte_of_output_takes_no_memory(adapter: Make, tmp_path: Path, flood: str) -> None:
    """The kit may have 256 MiB of data, a quarter of what comes; without a flood it needs less than half of that."""
    path = tmp_path / "out.jsonl"
    lie = FLOODS[flood].replace("\\\\n", "\\n")
    words = ["--time-limit", "3", "--report", f"jsonl={path}", "--", *adapter(lie)]
    ended = mocsar(*TITLES, *words, memory=256 << 20)
    assert ended.returncode in (0, 1), ended.stderr[-2000:]
    assert "MemoryError" not in ended.stderr
    found = verdicts(path)
    assert len(found) > 3
    assert set(found) <= {"pass", "error", "timeout"}
    if flood != "standard error":
        assert found.count("error") == len(found) // 2


def test_a_child_of_an_adapter_goes_with_it(adapter: Make, tmp_path: Path) -> None:
    lie = (
        'if starts == 2: child = __import__("subprocess").Popen(["sleep", "3600"]); '
        f'open(os.path.join({str(tmp_path / "pids")!r}, str(child.pid)), "w").close(); time.sleep(3600)'
    )
    ended = mocsar(*TITLES, "-j", "2", "--time-limit", "0.5", "--", *adapter(lie))
    assert ended.returncode == 1
    assert len(list((tmp_path / "pids").iterdir())) > 3  # at all of these the fixture looks
