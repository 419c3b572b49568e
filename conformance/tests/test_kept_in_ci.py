"""The way of an implementer through the years: first verdict, known failures, badge, a newer suite, a comparison."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from .conftest import EXAMPLE, ROOT

EQUAL = "following/equal-is-refused"
LOWER = "following/lower-is-refused"
FORMER = "following/no-equal-card"
"""What the scenario about equal ranks was called in the older suite of this tale."""

Kit = Callable[..., "subprocess.CompletedProcess[str]"]


def suite(folder: Path) -> Path:
    """Return a copy of the project's own files."""
    for part in ("reference/mocsar_reference", "conformance/mocsar_conformance", "spec", "scenarios"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def kit(suite: Path, folder: Path) -> Kit:
    """Return what runs the command of a suite in a folder."""
    found = [str(suite / part) for part in ("reference", "conformance")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(found), "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}

    def run(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mocsar_conformance", *map(str, words)]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A suite in which one scenario has another name, and another is not there yet."""
    folder = suite(tmp_path_factory.mktemp("older"))
    equal = folder / "scenarios" / f"{EQUAL}.yaml"
    text = equal.read_text(encoding="utf-8")
    (folder / "scenarios" / f"{FORMER}.yaml").write_text(text.replace(EQUAL, FORMER), encoding="utf-8")
    equal.unlink()
    (folder / "scenarios" / f"{LOWER}.yaml").unlink()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The suite as it is, which says what became of the name."""
    folder = suite(tmp_path_factory.mktemp("newer"))
    changes = folder / "spec" / "editions" / "changes.yaml"
    entry = f'- {{kind: scenario, id: {EQUAL}, renamed_from: {FORMER}, edition: "2026-12"}}\n'
    changes.write_text(changes.read_text(encoding="utf-8") + entry, encoding="utf-8")
    yield folder
    shutil.rmtree(folder)


def test_from_the_first_verdict_to_the_next_suite(tmp_path: Path, node: str, older: Path, newer: Path) -> None:
    before, after = kit(older, tmp_path), kit(newer, tmp_path)
    engine = tmp_path / "engine"
    shutil.copytree(EXAMPLE, engine)
    game = engine / "mocsar.js"
    right = game.read_text(encoding="utf-8")
    rule = "strength(rank) > strength(this.table.rank), 'not-higher'"
    game.write_text(right.replace(rule, rule.replace(">", ">=")), encoding="utf-8")
    subject = ("--", node, "engine/adapter.js")

    # the first verdict: equal ranks beat in this engine
    first = before("validate", "--variant", "kollar", "--report", "jsonl=first.jsonl", *subject)
    assert first.returncode == 1, first.stderr
    assert f"FAIL  {FORMER}  [kollar]" in first.stdout
    assert "an equal rank is not enough" in " ".join(first.stdout.split())

    # the failures are written down, and do not fail the run any more
    assert before("expect", "known.yaml", "--update", "--from", "first.jsonl").returncode == 0
    known = tmp_path / "known.yaml"
    known.write_text(
        known.read_text(encoding="utf-8").replace("link: none yet", "link: '#12'  # ours"), encoding="utf-8"
    )
    reports = ("--report", "jsonl=old.jsonl", "--report", "badge=badge.json")
    kept = before("validate", "--variant", "kollar", "--expect", "known.yaml", *reports, *subject)
    assert kept.returncode == 0, kept.stdout + kept.stderr
    badge = yaml.safe_load((tmp_path / "badge.json").read_text(encoding="utf-8"))
    assert badge["color"] == "red"
    assert "conformant" not in badge["message"]

    # the suite is upgraded: a name in the list is not known there, and the update knows what became of it
    refused = after("validate", "--variant", "kollar", "--expect", "known.yaml", *subject)
    assert refused.returncode == 2
    assert f"U055 no scenario matches '{FORMER}'" in refused.stderr
    updated = after("expect", "known.yaml", "--update", "--variant", "kollar", *subject)
    assert updated.returncode == 0, updated.stderr
    text = known.read_text(encoding="utf-8")
    assert (FORMER in text, EQUAL in text, "link: '#12'  # ours" in text) == (False, True, True)
    again = after("validate", "--variant", "kollar", "--expect", "known.yaml", "--report", "jsonl=new.jsonl", *subject)
    assert again.returncode == 0, again.stdout + again.stderr

    # what is different: nothing broke, one scenario is new, one has another name
    compared = after("compare", "old.jsonl", "new.jsonl", "--format", "json")
    assert compared.returncode == 0, compared.stdout
    changed = {each["id"]: each["kind"] for each in json.loads(compared.stdout)["changes"]}
    assert changed == {LOWER: "new", EQUAL: "renamed"}

    # the engine is mended: the list must be, too, and then the badge is green
    game.write_text(right, encoding="utf-8")
    unexpected = after("validate", "--variant", "kollar", "--expect", "known.yaml", *subject)
    assert unexpected.returncode == 1
    assert f"UNEXPECTED  {EQUAL}  [kollar]" in unexpected.stdout
    assert after("expect", "known.yaml", "--update", "--variant", "kollar", *subject).returncode == 0
    assert yaml.safe_load(known.read_text(encoding="utf-8"))["known"] == []
    reports = ("--report", "jsonl=mended.jsonl", "--report", "badge=badge.json", "--report", "badge=badge.svg")
    mended = after("validate", "--variant", "kollar", "--expect", "known.yaml", *reports, *subject)
    assert mended.returncode == 0, mended.stdout + mended.stderr
    badge = yaml.safe_load((tmp_path / "badge.json").read_text(encoding="utf-8"))
    assert badge["color"] in ("brightgreen", "green")
    fixed = after("compare", "new.jsonl", "mended.jsonl", "--format", "json")
    assert fixed.returncode == 0
    changed = {each["id"]: each["kind"] for each in json.loads(fixed.stdout)["changes"]}
    assert changed[EQUAL] == "fixed"
    assert set(changed.values()) == {"fixed"}
