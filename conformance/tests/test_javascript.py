"""The JavaScript example conforms; twelve variations, with one mistake each, are caught by the right scenarios."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from .conftest import EXAMPLE, Mocsar

MISTAKES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))


def test_the_example_conforms_to_both_variants(mocsar: Mocsar, node: str) -> None:
    result = mocsar("validate", "--", node, str(EXAMPLE / "adapter.js"))
    assert result.returncode == 0, result.stdout + result.stderr
    assert "conformant to kollar\n" in result.stdout
    assert "conformant to kollar-one-lap\n" in result.stdout


def test_its_own_tests_pass(node: str) -> None:
    command = [node, "--test", str(EXAMPLE / "test.mjs")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def mistaken(mistake: dict[str, Any], folder: Path) -> Path:
    """Return the adapter of a copy of the example with a mistake in it."""
    copy = folder / "javascript"
    shutil.copytree(EXAMPLE, copy)
    game = copy / "mocsar.js"
    text = game.read_text(encoding="utf-8")
    for change in mistake["change"]:
        assert text.count(change["from"]) == 1, f"mocsar.js must have this once: {change['from']}"
        text = text.replace(change["from"], change["to"])
    game.write_text(text, encoding="utf-8")
    return copy / "adapter.js"


def test_there_are_twelve_mistakes() -> None:
    assert len({mistake["mistake"] for mistake in MISTAKES}) == 12


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["mistake"].replace(" ", "-"))
def test_a_mistake_is_caught_by_a_scenario_about_that_rule(
    mistake: dict[str, Any], mocsar: Mocsar, node: str, tmp_path: Path
) -> None:
    adapter = mistaken(mistake, tmp_path)
    out = tmp_path / "out.jsonl"
    result = mocsar("validate", "--variant", "kollar", "--report", f"jsonl={out}", "--", node, str(adapter))
    assert result.returncode == 1, result.stdout + result.stderr
    assert "conformant to kollar\n" not in result.stdout.replace("not conformant", "")
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    failed = [record for record in records if record["record"] == "scenario" and record["verdict"] == "fail"]
    passed = [record for record in records if record["record"] == "scenario" and record["verdict"] == "pass"]
    assert mistake["rule"] in {rule for record in failed for rule in record["rules"]}
    assert passed, "one mistake must not make everything fail"
