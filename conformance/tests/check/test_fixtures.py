"""What `mocsar check` answers to an author: one folder for each mistake, and a few house variants without one.

A folder in `bad/` is an overlay with exactly one mistake; its name begins with the code it must get, and `expected.txt`
holds the very lines. Places are shown from the folder that the overlay lies in. What changes whenever the project's own
rulebook grows is left open: `<project>` stands for a place in it, `#` for a number of its variants or scenarios.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.codes import SCENARIO_CODES
from mocsar_reference.codes import codes

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
BAD = sorted((HERE / "bad").iterdir())
GOOD = sorted((HERE / "good").iterdir())
OPEN = (
    (re.compile(rf"{re.escape(str(PROJECT))}/(?!conformance/)(\S+?\.yaml):\d+:\d+"), r"<project>/\1"),
    (re.compile(r"in all \d+ variants"), "in all # variants"),
    (re.compile(r"\(\d+ scenarios notice\)"), "(# scenarios notice)"),
    (re.compile(r"(C040 with .*?) in [a-z.-]+, "), r"\1 in #, "),
)


def answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """Return the exit code and the complaints, the line with the counts left out."""
    monkeypatch.chdir(folder.parent)
    result = CliRunner().invoke(cli, ["check", folder.name], standalone_mode=False, catch_exceptions=False)
    lines = result.stdout.splitlines()
    for pattern, instead in OPEN:
        lines = [pattern.sub(instead, line) for line in lines]
    return result.return_value, lines[:-1]


@pytest.mark.parametrize("folder", BAD, ids=lambda each: each.name)
def test_a_mistake_gets_one_complaint_with_its_place_and_what_would_be_right(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, lines = answer(folder, monkeypatch)
    assert lines == (folder / "expected.txt").read_text("utf-8").splitlines()
    assert code == 1
    complaints = [line for line in lines if not line.startswith("  hint: ")]
    assert len(complaints) == 1


@pytest.mark.parametrize("folder", BAD, ids=lambda each: each.name)
def test_a_folder_is_named_after_the_code_that_its_mistake_gets(folder: Path) -> None:
    code = folder.name.partition("-")[0]
    assert f"{code} " in (folder / "expected.txt").read_text("utf-8")
    assert code in {**codes(), **SCENARIO_CODES}


@pytest.mark.parametrize("folder", GOOD, ids=lambda each: each.name)
def test_a_house_variant_without_a_mistake_is_fine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(folder, monkeypatch) == (0, [])
