"""`mocsar check`: complaints with their place, and the exit code."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.smoke import random_deals
from mocsar_reference import Rulebook, load_rulebook
from mocsar_reference.language.ast import Literal
from mocsar_reference.language.types import BOOL
from mocsar_reference.paths import spec_dir

Command = Callable[..., Any]

HOUSE = """
id: house
extends: kollar
title: {en: Ours, hu: Miénk}
set:
  pack.packs: {value: 1, status: reading, why: {en: One is all we have., hu: Csak egy van.}}
""".lstrip()

SCENARIO = """
id: ours
title: {en: Ours, hu: Miénk}
rules: [play.cards-held]
given: {hands: {Anna: 5 9, Bea: 7 8, Csaba: 4 10}, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 7}
""".lstrip()


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    for name, text in (("spec/variants/house.yaml", HOUSE), ("scenarios/ours.yaml", SCENARIO)):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def complaints(mocsar: Command, folder: Path) -> list[dict[str, Any]]:
    """Return the complaints about the files in a folder."""
    found = json.loads(mocsar("check", folder, "--format", "json").out)["diagnostics"]
    return [each for each in found if str(folder) in (each["file"] or "")]


def test_a_good_overlay_has_no_faults(mocsar: Command, overlay: Path) -> None:
    assert complaints(mocsar, overlay) == []


def test_a_dead_end_is_found_in_random_deals() -> None:
    whole = load_rulebook()
    old = whole.contents.rules["lead.no-pass"]
    never = tuple(replace(each, expr=replace(each.expr, node=Literal(False, type=BOOL))) for each in old.require)
    rules = {**whole.contents.rules, old.id: replace(old, require=never)}
    book = Rulebook(replace(whole.contents, rules=rules), whole.root)
    [found] = random_deals(book, [book.setting("kollar")])
    assert (found.code, found.place) == ("C050", book.contents.variants["kollar"].place)
    assert "nobody can act, and the phase is playing" in found.message
    assert "    given:" in found.hint
    assert "- {" in found.hint


def test_a_whole_rulebook_is_checked_alone(mocsar: Command) -> None:
    base = Path(__file__).parents[3] / "reference" / "tests" / "rulebooks" / "base"
    ended = mocsar("check", base)
    assert ended.code == 0
    assert "0 scenarios: nothing wrong" in ended.out


def test_a_fault_has_file_line_column_code_and_hint(mocsar: Command, overlay: Path) -> None:
    path = overlay / "spec" / "variants" / "house.yaml"
    path.write_text(HOUSE.replace("pack.packs", "pack.pakcs"), encoding="utf-8")
    ended = mocsar("check", overlay)
    assert ended.code == 1
    first, hint = ended.out.splitlines()[:2]
    assert first.startswith(f"{path}:5:3: R002 ")
    assert hint == "  hint: did you mean 'pack.packs'?"


def test_a_scenario_that_is_wrong_is_found(mocsar: Command, overlay: Path) -> None:
    path = overlay / "scenarios" / "ours.yaml"
    path.write_text(SCENARIO.replace("Bea: play 7", "Csaba: play 10"), encoding="utf-8")
    [found] = complaints(mocsar, overlay)
    assert (found["code"], found["line"]) == ("C030", 7)
    assert mocsar("check", overlay).code == 1


def test_a_folder_without_a_rulebook_is_a_fault(mocsar: Command, tmp_path: Path) -> None:
    ended = mocsar("check", tmp_path)
    assert ended.code == 1
    assert "holds no part of a rulebook" in ended.out


def test_a_copy_of_the_rulebook_alone_is_not_held_to_the_editions_scenarios(mocsar: Command, tmp_path: Path) -> None:
    copy = tmp_path / "spec"
    shutil.copytree(spec_dir(), copy, ignore=shutil.ignore_patterns("neighbours"))
    told = json.loads(mocsar("check", copy, "--format", "json").out)
    assert [each for each in told["diagnostics"] if each["code"] == "E001"] == []
    assert f"'{copy}' has no folder scenarios: none are played, and editions are not compared" in told["notes"]


def test_watching_checks_again_when_a_file_changes(overlay: Path) -> None:
    """The process starts to look before it says that the first check is done, so nothing is missed for long."""
    words = [sys.executable, "-m", "mocsar_conformance", "check", str(overlay), "--watch"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    path = overlay / "spec" / "variants" / "house.yaml"
    done = threading.Event()

    def keep_changing() -> None:
        number = 0
        while not done.wait(0.3):  # again and again: the first may come before the system gives notice
            number += 1
            path.write_text(f"{HOUSE.replace('pack.packs', 'pack.pakcs')}# {number}\n", encoding="utf-8")

    try:
        assert "nothing wrong" in process.stdout.readline()
        writer = threading.Thread(target=keep_changing)
        writer.start()
        lines = [process.stdout.readline() for _ in range(3)]
        done.set()
        writer.join()
        assert lines[1] == "house.yaml changed:\n"
        assert "R002" in lines[2]
    finally:
        done.set()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in told
