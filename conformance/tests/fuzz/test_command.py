"""`mocsar fuzz` from the command line: what it prints, writes, remembers and ends with."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mocsar_conformance.cli import cli
from mocsar_conformance.cli.fuzz import _watched
from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import Rulebook

from ..conftest import EXAMPLE
from ..test_javascript import MISTAKES, mistaken

TWICE = next(each for each in MISTAKES if each["mistake"] == "One card may be named twice")


@pytest.fixture
def adapter(tmp_path: Path) -> str:
    """An adapter with a mistake that is soon found."""
    return str(mistaken(TWICE, tmp_path))


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mocsar_conformance.fuzz.search.SIMPLER", 20)


def fuzz(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["fuzz", *arguments])


def test_a_difference_is_told_saved_and_remembered(
    adapter: str, node: str, book: Rulebook, no_memory: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    first = fuzz("--seed", "1", "--lang", "en", "--variant", "kollar", "--save", str(folder), "--", node, adapter)
    assert first.exit_code == 1, first.output
    for words in ("what was done: Anna: play 3 3", "wanted", "as a scenario:", "1 difference (seed 1"):
        assert words in first.output
    files = list(folder.rglob("*.yaml"))
    assert len(files) == 1
    text = files[0].read_text(encoding="utf-8")
    assert "rules: [play.cards-held]" in text
    assert "- {Anna: play 3 3, refused: cards-not-held}" in text
    assert "what the reference answers" in text
    scenarios = load_scenarios(folder, book)
    assert [each.id for each in scenarios] == [files[0].relative_to(folder / "scenarios").with_suffix("").as_posix()]
    assert check_scenarios(book, scenarios) == []

    again = fuzz("--seed", "2", "--lang", "hu", "--format", "json", "--variant", "kollar", "--", node, adapter)
    assert again.exit_code == 1
    told = json.loads(again.output)
    assert told["finding"]["known"] is True
    assert told["finding"]["steps"] == 1
    assert told["games"] == 1
    assert told["differences"] == 1
    assert told["finding"]["failure"]["differences"][0]["path"] == "answer"
    assert told["finding"]["failure"]["requests"][0]["request"] == "start"


def test_no_difference_ends_with_zero_and_one_line(node: str, no_memory: Path) -> None:
    result = fuzz(
        "--time", "1", "--seed", "1", "--lang", "hu", "--players", "3", "--", node, str(EXAMPLE / "adapter.js")
    )
    assert result.exit_code == 0, result.output
    assert "nincs eltérés (kezdőszám: 1" in result.output.splitlines()[-1]


def test_several_jobs_have_a_subject_each_and_stop_at_the_first_finding(
    adapter: str, node: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOCSAR_CACHE", "off")
    result = fuzz("--jobs", "2", "--seed", "1", "--format", "json", "--time", "60", "--", node, adapter)
    assert result.exit_code == 1, result.output
    told = json.loads(result.output)
    assert told["finding"]["scenario"].startswith("found/play.cards-held")
    assert told["games"] > 0


def test_ctrl_c_prints_the_summary_and_nothing_is_left_in_the_folder(
    node: str, no_memory: Path, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    folder = tmp_path / "current"
    folder.mkdir()
    script = f"touch {shlex.quote(str(begun))}; exec {shlex.join([node, str(EXAMPLE / 'adapter.js')])}"
    command = [sys.executable, "-m", "mocsar_conformance", "fuzz", "--time", "600", "--lang", "en", "--seed", "1"]
    with subprocess.Popen(
        [*command, "--", "sh", "-c", script], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not begun.exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.5)  # in the middle of a game, most likely; what is asserted holds anywhere
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    # to a shell both are 130; Python ends itself by the signal where it struck within generated code
    assert process.returncode in (130, -signal.SIGINT), output + errors
    assert "Traceback" not in errors
    assert ": interrupted (seed 1, " in output.splitlines()[-1]
    assert list(folder.iterdir()) == []


def test_ctrl_c_is_kept_and_not_printed_where_it_cannot_be_raised(capfd: pytest.CaptureFixture[str]) -> None:
    class Finalised:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    with _watched() as stopped:
        thing = Finalised()
        assert not stopped()
        del thing
        assert stopped()
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "1"], "U013 name an implementation"),
        (["--players", "many", "--", "x"], "U006 'many' is no number of players"),
        (["--players", "5-3", "--", "x"], "U006"),
        (["--variant", "kolar", "--", "x"], "did you mean 'kollar'"),
        (["--time", "0", "--", "x"], "--time"),
        (["--jobs", "0", "--", "x"], "--jobs"),
    ],
)
def test_wrong_usage_is_said_in_words(arguments: list[str], words: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mocsar_conformance", "fuzz", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_command_that_is_not_there_ends_with_three(no_memory: Path) -> None:
    result = fuzz("--", "/no/such/adapter")
    assert result.exit_code == 3
    assert "P001" in result.output


def test_players_that_no_variant_seats_are_wrong_usage(node: str, no_memory: Path) -> None:
    command = [sys.executable, "-m", "mocsar_conformance", "fuzz", "--players", "40", "--"]
    command += [node, str(EXAMPLE / "adapter.js")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert "U006" in result.stderr
    assert "kollar 3 to 12" in result.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from mocsar_conformance.cli import cli\n"
        "try: cli.main(['fuzz', '--help'], standalone_mode=False)\n"
        "except SystemExit: pass\n"
        "print(sorted({'hypothesis', 'lark', 'jsonschema', 'rich', 'mocsar_reference'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
