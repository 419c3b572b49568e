"""The Python example keeps the protocol, and conforms to every variant, as an object and as a command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .conftest import ROOT, Mocsar

EXAMPLE = ROOT / "conformance" / "examples" / "python"
VARIANTS = [
    "kollar",
    "kollar-one-lap",
    "jekely",
    "jekely-farago",
    "elnok",
    "elnok-forradalom",
    "elnok-dai-fugo",
    "elnok-nyugati",
]


def verdicts(result: subprocess.CompletedProcess[str]) -> list[str]:
    """The last lines of `validate`, one for each variant."""
    return [line for line in result.stdout.splitlines() if "conformant to " in line]


@pytest.mark.parametrize("target", [("--python", "adapter:make"), ("--", sys.executable, "adapter.py")])
def test_it_conforms_to_every_variant(target: tuple[str, ...], mocsar: Mocsar) -> None:
    result = mocsar("validate", *target, folder=EXAMPLE)
    assert result.returncode == 0, result.stdout + result.stderr
    assert verdicts(result) == [f"conformant to {variant}" for variant in VARIANTS]


def test_its_reasons_are_the_rulebooks_too(mocsar: Mocsar) -> None:
    result = mocsar("validate", "--python", "adapter:make", folder=EXAMPLE)
    assert "reason-differs" not in result.stdout


def test_the_doctor_finds_nothing(mocsar: Mocsar) -> None:
    result = mocsar("doctor", "--", sys.executable, "adapter.py", folder=EXAMPLE)
    assert result.returncode == 0, result.stdout + result.stderr
