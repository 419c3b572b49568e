"""Each file under `fixtures/bad` has one fault, is named after it, and says at its end what must be said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.codes import SCENARIO_CODES
from mocsar_conformance.scenario.independence import quick
from mocsar_conformance.scenario.load import read_scenario
from mocsar_reference import Diagnostic, MocsarError, Rulebook
from mocsar_reference.load import load_document

BAD = sorted((Path(__file__).parent / "fixtures" / "bad").glob("*.yaml"))
ELSEWHERE = {"C001", "C002", "C003", "C004", "C035", "C050"}  # faults of a whole folder: test_load.py, test_check.py
ELSEWHERE |= {"C060", "C061"}  # faults of a list of exceptions: tests/coverage
ELSEWHERE |= {"C062", "C063"}  # faults of the list of equivalent mutants: tests/mutation


def faults(path: Path, book: Rulebook) -> list[Diagnostic]:
    try:
        scenario = read_scenario(load_document(path, "scenario", path.name), book)
    except MocsarError as error:
        return list(error.diagnostics)
    return check_scenarios(book, [scenario]) or quick(book, [scenario])


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_the_fault_is_named_with_its_place_and_what_would_be_right(path: Path, book: Rulebook) -> None:
    _, _, says = path.read_text("utf-8").partition("# says:\n")
    expected = [line.removeprefix("# ") for line in says.splitlines()]
    found = "\n".join(str(each) for each in faults(path, book)).splitlines()
    assert found == expected


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_the_file_is_named_after_its_fault(path: Path, book: Rulebook) -> None:
    assert {each.code for each in faults(path, book)} == {path.stem[:4]}


def test_every_code_is_provoked() -> None:
    provoked = {path.stem[:4] for path in BAD if path.stem.startswith("C")}
    assert provoked | ELSEWHERE == set(SCENARIO_CODES)
