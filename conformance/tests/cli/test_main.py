"""The command as a whole: help, speed of starting, and errors that are messages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.cli import COMMANDS
from mocsar_conformance.cli.options import language
from mocsar_conformance.codes import USAGE_CODES

HEAVY = {"yaml", "lark", "rich", "jsonschema", "fastjsonschema", "mocsar_reference"}


def started(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mocsar_conformance", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


@pytest.mark.parametrize("words", [["--help"], ["--version"], *([each, "--help"] for each in COMMANDS)])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from mocsar_conformance.cli import main\n"
        f"try: main({words!r})\n"
        "except SystemExit: pass\n"
        "print('IMPORTED', *sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout
    imported = set(out.rpartition("IMPORTED")[2].split())
    assert not imported & HEAVY


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example(mocsar: Callable[..., Any], name: str) -> None:
    help_text = mocsar(name, "--help")
    assert help_text.code == 0
    assert f"mocsar {name}" in help_text.out.partition("Example")[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explian", "x"], "did you mean 'explain'?"),
        (["explain"], "Missing argument 'ID'"),
        (["explain", "follow.beat.higher"], "did you mean 'follow.beats.higher'?"),
        (["explain", "qqqq"], "`mocsar rules`"),
        (["explain", "cards.pack", "--variant", "kolar"], "did you mean 'kollar'?"),
        (["rules"], "Missing option '-V' / '--variant'"),
        (["rules", "--variant", "kollar(trick.ends=x)"], "'x' is no value of trick.ends"),
        (["rules", "--variant", "kollar", "--lang", "de"], "'de' is not one of 'en', 'hu'"),
        (["compile", "--variant", "mocsar"], "there is no variant 'mocsar' to play"),
        (["check", "/nowhere/at/all"], "does not exist"),
        (["variants", "--rulebook", "/nowhere/at/all"], "does not exist"),
        (["validate", "--report", "pdf=a.pdf"], "known: jsonl, junit"),
        (["validate", "--report", "jsonl"], "names no file"),
        (["validate", "--report", "r.json"], "write one in front: ctrf=r.json"),
        (["validate", "--report", "tap=-", "--report", "junit=-"], "U051 2 reports would go to standard output"),
        (["validate", "--report", "tap=/nowhere/a"], "there is no folder '/nowhere'"),
        (["validate", "--hello-limit", "0"], "0"),
        (["explain", "P999"], "U001"),
        (["validate", "--report", "jsonl=/nowhere/a"], "cannot be written"),
        (["validate", "--only", "follow/equal"], "U001"),
        (["validate", "-k", "nothing-has-this"], "U002"),
        (["validate", "--time-limit", "0"], "0"),
        (["validate", "--variant", "kollar(exchange.pays=none)"], "R031"),
    ],
)
def test_a_mistake_gets_a_message(mocsar: Callable[..., Any], words: list[str], message: str) -> None:
    ended = mocsar(*words)
    assert ended.code == 2
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m mocsar_conformance rules --variant kollar | head -1; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_without_room_gets_a_message() -> None:
    with Path("/dev/full").open("w", encoding="ascii") as full:
        command = [sys.executable, "-m", "mocsar_conformance", "rules", "--variant", "kollar"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "U004 the output cannot be written: No space left on device\n"


def test_an_output_without_the_letters_gets_escapes() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    ended = started("rules", "--variant", "kollar", "--lang", "hu", env=environment, encoding="latin-1")
    assert ended.returncode == 0
    assert "\\u0151" in ended.stdout


def test_output_in_a_pipe_has_no_colours() -> None:
    assert "\x1b" not in started("rules", "--variant", "kollar").stdout


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LC_MESSAGES": "hu"}, "hu"),
        ({"LANG": "de_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_locales(environment: dict[str, str], chosen: str) -> None:
    assert language(environment) == chosen


def test_every_code_of_usage_is_used() -> None:
    package = Path(__file__).parents[2] / "mocsar_conformance"
    text = "".join(each.read_text(encoding="utf-8") for each in package.rglob("*.py") if each.name != "codes.py")
    assert [code for code in USAGE_CODES if code not in text] == []
