"""`mocsar report` and `mocsar validate --report`: what is written, where, when, and what is said where it cannot be."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from mocsar_conformance.reports import FORMATS

from . import readers
from .samples import records

BEATS = "following/equal-is-refused"
ADAPTER = """
import json, sys, time
BEFORE
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook
subject = ReferenceSubject(load_rulebook())
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] == "hello":
        answer = {"answer": "hello", "protocol": 1, "name": "test", "plays": [{"variant": "kollar"}],
                  "capabilities": ["hands", "standing", "pack"]}
    else:
        answer = subject.request(request)
        LIE
    answer["id"] = request["id"]
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""


def adapter(folder: Path, lie: str, before: str = "") -> list[str]:
    """Return the command of an adapter that runs `before` at first, and `lie` on each answer."""
    path = folder / "adapter.py"
    path.write_text(ADAPTER.replace("LIE", lie).replace("BEFORE", before), encoding="utf-8")
    return [sys.executable, str(path)]


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    found = records()
    for each in found:
        each.pop("expectation", None)
    path.write_text("".join(json.dumps(each) + "\n" for each in found), encoding="ascii")
    return path


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_goes_to_standard_output_and_the_same_to_a_file(
    form: str, mocsar: Any, stream: Path, tmp_path: Path
) -> None:
    ended = mocsar("report", stream, "--format", form)
    assert (ended.code, ended.err) == (0, "")
    assert mocsar("report", stream, "--format", form, "--to", tmp_path / "r").code == 0
    assert (tmp_path / "r").read_text(encoding="utf-8") == ended.out
    assert [each.name for each in tmp_path.iterdir() if each.name not in ("r", stream.name)] == []


def test_a_stream_may_come_from_standard_input(mocsar: Any, stream: Path) -> None:
    text = stream.read_text(encoding="ascii")
    assert mocsar("report", "-", "--format", "tap", stdin=text).out == mocsar("report", stream, "--format", "tap").out


def test_the_ending_of_a_file_says_the_format(mocsar: Any, stream: Path, tmp_path: Path) -> None:
    assert mocsar("report", stream, "--to", tmp_path / "badge.svg").code == 0
    assert readers.drawing((tmp_path / "badge.svg").read_text(encoding="utf-8")).startswith("Mocsár 2026-12")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "U003 a report on standard output names no format"),
        (["--to", "r.json"], "U003 the ending of 'r.json' names no format"),
        (["--format", "tap", "--to", "nowhere/r.tap"], "U004 'nowhere/r.tap' cannot be written: there is no folder"),
        (["--format", "tap", "--to", "/"], "U004 '/' cannot be written: it is a folder"),
    ],
)
def test_what_cannot_be_done_is_said_at_once(words: list[str], message: str, mocsar: Any, stream: Path) -> None:
    ended = mocsar("report", stream, *words)
    assert ended.code == 2
    assert message in ended.err


def test_a_damaged_stream_is_refused_with_its_line(mocsar: Any, stream: Path) -> None:
    lines = stream.read_text(encoding="ascii").splitlines(keepends=True)
    stream.write_text("".join([*lines[:3], "{oops\n", *lines[3:]]), encoding="ascii")
    ended = mocsar("report", stream, "--format", "tap")
    assert ended.code == 2
    assert "results.jsonl:4:1: U050" in ended.err


def test_what_a_newer_kit_wrote_is_left_out_and_it_is_said(mocsar: Any, stream: Path) -> None:
    lines = [{**json.loads(line), "later": {"x": 1}} for line in stream.read_text(encoding="ascii").splitlines()]
    lines.insert(2, {"record": "memory", "bytes": 1})
    stream.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="ascii")
    for form in FORMATS:
        ended = mocsar("report", stream, "--format", form)
        assert ended.code == 0, ended.err
        assert "U052" in ended.err
        assert "results.jsonl': 1 records of kinds that this kit does not know are left out" in ended.err
    assert "U052" in mocsar("matrix", stream).err
    assert "U052" in mocsar("compare", stream, stream).err
    assert "olyan fajta rekord kimaradt" in mocsar("matrix", stream, "--lang", "hu").err


def test_a_stream_that_was_broken_off_is_reported_as_far_as_it_goes(mocsar: Any, stream: Path) -> None:
    text = stream.read_text(encoding="ascii")
    stream.write_text(text[: text.index('"trick/lacks"')], encoding="ascii")
    ended = mocsar("report", stream, "--format", "tap")
    assert readers.tap(ended.out) == ["ok", "ok", "not ok", "not ok", "bail"]
    assert ended.code == 0


def test_the_exit_code_says_what_the_report_says_where_that_is_asked_for(mocsar: Any, stream: Path) -> None:
    assert mocsar("report", stream, "--format", "tap", "--exit-code").code == 1
    lines = stream.read_text(encoding="ascii").splitlines(keepends=True)
    stream.write_text("".join([lines[0], lines[1], lines[-1]]), encoding="ascii")
    assert mocsar("report", stream, "--format", "tap", "--exit-code").code == 0
    stream.write_text("".join(lines[:2]), encoding="ascii")
    assert mocsar("report", stream, "--format", "tap", "--exit-code").code == 1


def test_one_run_writes_all_reports_and_each_is_what_the_stream_makes(mocsar: Any, tmp_path: Path) -> None:
    lies = adapter(tmp_path, "if answer['answer'] == 'refused': answer['answer'] = 'accepted'")
    places = {form: tmp_path / f"out.{form}" for form in FORMATS}
    words = [word for form, path in places.items() for word in ("--report", f"{form}={path}")]
    ended = mocsar("validate", "-k", "following/", *words, "--", *lies)
    assert ended.code == 1
    for form, path in places.items():
        assert mocsar("report", places["jsonl"], "--format", form).out == path.read_text(encoding="utf-8"), form
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE((tmp_path / "adapter.py").stat().st_mode)
    became = readers.junit(places["junit"].read_text(encoding="utf-8"))
    assert {"failure", "pass", "skipped"} == set(became)


def test_a_report_on_standard_output_is_alone_there(mocsar: Any) -> None:
    ended = mocsar("validate", "--only", BEATS, "--variant", "kollar", "--report", "tap=-")
    assert readers.tap(ended.out) == ["ok"]
    assert "1 pass" in ended.err


def test_annotations_stand_in_the_log(mocsar: Any, tmp_path: Path) -> None:
    lies = adapter(tmp_path, "if answer['answer'] == 'refused': answer['answer'] = 'accepted'")
    ended = mocsar("validate", "--only", BEATS, "--report", "github=-", "--", *lies)
    assert "1 fail" in ended.out
    assert (
        readers.github("".join(f"{each}\n" for each in ended.out.splitlines() if each.startswith("::")))["error"] == 1
    )


def test_where_the_run_stops_at_the_first_finding_the_reports_say_so(mocsar: Any, tmp_path: Path) -> None:
    lies = adapter(tmp_path, "if answer['answer'] == 'refused': answer['answer'] = 'accepted'")
    assert mocsar("validate", "-x", "-k", "following/", "--report", tmp_path / "r.tap", "--", *lies).code == 1
    assert readers.tap((tmp_path / "r.tap").read_text(encoding="utf-8"))[-2:] == ["not ok", "bail"]


def test_where_nothing_could_be_tested_there_is_no_report(mocsar: Any, tmp_path: Path) -> None:
    ended = mocsar("validate", "--report", tmp_path / "r.tap", "--", sys.executable, "-c", "raise SystemExit")
    assert ended.code == 3
    skipped = mocsar("validate", "--only", BEATS, "-V", "elnok", "--report", tmp_path / "r.tap")
    assert (skipped.code, "U002" in skipped.err) == (2, True)
    assert not (tmp_path / "r.tap").exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
def test_an_interrupted_run_leaves_whole_reports(how: signal.Signals, tmp_path: Path) -> None:
    stream, report = tmp_path / "r.jsonl", tmp_path / "r.xml"
    words = ["validate", "--report", str(stream), "--report", str(report), "--", *adapter(tmp_path, "time.sleep(0.1)")]
    process = subprocess.Popen([sys.executable, "-m", "mocsar_conformance", *words], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while time.monotonic() < until and not (stream.exists() and stream.read_text(encoding="ascii").count("\n") > 1):
        time.sleep(0.02)
    assert not report.exists()
    process.send_signal(how)
    assert process.wait(timeout=30) == 130
    became = readers.junit(report.read_text(encoding="utf-8"))
    assert became[-1] == "error"
    assert "broken off after" in report.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_does_not_cost_the_others(
    mocsar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, *_: Any) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    words = ["--report", tmp_path / "r.xml", "--report", "tap=-"]
    ended = mocsar("validate", "--only", BEATS, "--variant", "kollar", *words)
    assert ended.code == 2
    assert "r.xml' cannot be written: No space left on device" in ended.err
    assert readers.tap(ended.out) == ["ok"]
    assert list(tmp_path.iterdir()) == []


class Changes:
    """Changes one place of some records, chosen by numbers: what stands there goes, or something else comes."""

    values: ClassVar[list[Any]] = [None, [], {}, "x", "", 5, -1, 1e999, float("nan"), True, [[]], {"a": {}}, "9" * 20]

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def change(self, found: list[dict[str, Any]]) -> None:
        held: Any = self.random.choice(found)
        while True:
            key = self.random.choice(list(held) if isinstance(held, dict) else range(len(held)))
            inner = held[key]
            if isinstance(inner, dict | list) and inner and self.random.random() < 0.8:
                held = inner
                continue
            if self.random.random() < 0.3:
                del held[key]
            else:
                held[key] = self.random.choice(self.values)
            return


@pytest.mark.parametrize("seed", range(64))
def test_whatever_is_changed_in_a_stream_it_is_shown_or_refused_in_words(seed: int, mocsar: Any, stream: Path) -> None:
    found = [json.loads(line) for line in stream.read_text(encoding="ascii").splitlines()]
    Changes(seed).change(found)
    stream.write_text("".join(json.dumps(each) + "\n" for each in found), encoding="ascii")
    form = list(FORMATS)[seed % len(FORMATS)]
    ended = mocsar("report", stream, "--format", form)
    assert ended.code in (0, 2)
    assert ended.code == 0 or "U050" in ended.err
    read = {"junit": readers.junit, "ctrf": readers.ctrf, "tap": readers.tap, "markdown": readers.markdown}
    if ended.code == 0 and form in read:
        read[form](ended.out)


def test_what_is_no_text_at_all_is_refused_in_words(mocsar: Any, stream: Path) -> None:
    stream.write_bytes(b"\xff\xfe\x00" * 100)
    assert "U050" in mocsar("report", stream, "--format", "tap").err
    words = [sys.executable, "-m", "mocsar_conformance", "report", "-", "--format", "tap"]
    ended = subprocess.run(words, input=b"\xff\xfe\x00\n", capture_output=True, check=False)
    assert (ended.returncode, b"U050" in ended.stderr, b"Traceback" in ended.stderr) == (2, True, False)


def test_a_subject_that_becomes_unusable_leaves_a_report(mocsar: Any, tmp_path: Path) -> None:
    """It ends at the third scenario, and never starts again."""
    once = f"Path({str(tmp_path / 'once')!r})"
    command = adapter(
        tmp_path,
        lie=f"starts += request['request'] == 'start'\n        if starts == 3: {once}.touch(); sys.exit(1)",
        before=f"from pathlib import Path\nif {once}.exists(): sys.exit(1)\nstarts = 0",
    )
    ended = mocsar("validate", "-V", "kollar", "-k", "following/", "--report", tmp_path / "r.tap", "--", *command)
    assert ended.code == 3
    found = readers.tap((tmp_path / "r.tap").read_text(encoding="utf-8"))
    assert (found.count("ok"), found[-2:]) == (2, ["not ok", "bail"])


@pytest.mark.parametrize("command", ["report", "validate"])
def test_the_help_names_every_format(command: str, mocsar: Any) -> None:
    text = mocsar(command, "--help").out
    assert all(f" {form} " in text.replace(",", " ").replace("\n", " ") for form in FORMATS)


def test_reports_in_hungarian(mocsar: Any, stream: Path) -> None:
    text = mocsar("report", stream, "--format", "markdown", "--lang", "hu").out
    assert "nem felel meg" in text
    assert "Egyenlő érték nem jó" in text
