"""The command `mocsar docs`: found by its entry point, listed without being imported, and clear about what stops it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_docs import build
from mocsar_docs.errors import CODES, Faults

LISTED = """
import sys
from mocsar_conformance.cli import cli
cli.main(["--help"], standalone_mode=False)
assert not [name for name in sys.modules if name.partition(".")[0] in ("mocsar_docs", "mkdocs")]
"""


def test_the_list_of_commands_has_it_without_importing_it() -> None:
    result = subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    line = next(each for each in result.stdout.splitlines() if each.split()[:1] == ["docs"])
    assert "Build the published rulebook as a site" in line


@pytest.mark.parametrize("command", [["docs"], ["docs", "build"], ["docs", "serve"]])
def test_it_explains_itself_with_examples(command: list[str]) -> None:
    result = CliRunner().invoke(cli, [*command, "--help"])
    assert result.exit_code == 0
    assert "Examples:" in result.output


def test_a_misspelt_name_is_told_the_right_one() -> None:
    result = CliRunner().invoke(cli, ["dosc"])
    assert result.exit_code == 2
    assert "did you mean 'docs'?" in result.output


def test_its_codes_are_explained() -> None:
    result = CliRunner().invoke(cli, ["explain", "W001"])
    assert result.output == f"W001: {CODES['W001']}\n"


def test_a_fault_stops_it_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = build.Places(build.places().project, tmp_path / "src", tmp_path / "site")

    def compose(material: object, faults: Faults) -> object:
        faults.add("W001", "a.md", "there is no clause 'x' to refer to")
        return type("Site", (), {"pages": ()})()

    monkeypatch.setattr(build, "places", lambda *_: where)
    monkeypatch.setattr(build, "compose", compose)
    monkeypatch.setattr(build, "measure_coverage", dict)
    result = CliRunner().invoke(cli, ["docs", "build"])
    assert result.exit_code == 2
    assert "W001 a.md: there is no clause 'x' to refer to" in result.output
    assert list(tmp_path.iterdir()) == []
