"""The whole project: format, lint, types, the rulebook's own check, the README's words."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT, Mocsar

SOURCES = ("reference", "conformance", "docs")


def run(*command: str) -> None:
    result = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_format() -> None:
    run("ruff", "format", "--check", *SOURCES)


def test_lint() -> None:
    run("ruff", "check", *SOURCES)


def test_types(tmp_path: Path) -> None:
    run("mypy", "--cache-dir", str(tmp_path))


def test_check_finds_nothing_wrong_with_the_project(mocsar: Mocsar) -> None:
    result = mocsar("check")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "scenarios" in result.stdout.splitlines()[-1]


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{name}: {target}"


@pytest.mark.parametrize(
    "command",
    [
        "validate",
        "check",
        "doctor",
        "new",
        "explain",
        "rules",
        "variants",
        "compile",
        "lock",
        "battery",
        "count",
        "play",
    ],
)
def test_every_command_of_the_readme_explains_itself(mocsar: Mocsar, command: str) -> None:
    result = mocsar(command, "--help")
    assert result.returncode == 0
    assert "Example" in result.stdout
