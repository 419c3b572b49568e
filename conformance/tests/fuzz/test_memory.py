"""What was found is kept in the cache folder; whatever is wrong with the cache does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.fuzz.memory import MOST, place, remember, remembered
from mocsar_conformance.fuzz.plan import Act, Dealing, Plan
from mocsar_reference import Action


def plan(number: int) -> Plan:
    hands = {"Anna": ("3",), "Bea": ("3",), "Csaba": ("3",)}
    steps = (Act("Anna", Action("pass")),) * number
    return Plan("kollar", ("Anna", "Bea", "Csaba"), (), Dealing(hands, None, {"leader": "Anna"}), steps)


def test_the_newest_game_comes_first_and_each_is_kept_once(no_memory: Path) -> None:
    file = place(["--", "node", "a.js"])
    for number in (1, 2, 1):
        remember(file, plan(number))
    assert remembered(file) == [plan(1), plan(2)]
    assert file is not None
    assert no_memory in file.parents


def test_each_subject_has_games_of_its_own(no_memory: Path) -> None:
    remember(place(["--", "node", "a.js"]), plan(1))
    assert remembered(place(["--", "node", "b.js"])) == []


def test_only_so_many_are_kept(no_memory: Path) -> None:
    file = place(["--", "a"])
    for number in range(MOST + 3):
        remember(file, plan(number))
    assert len(remembered(file)) == MOST


@pytest.mark.parametrize("text", ["", "{", "[1, {}]", '{"a": 1}', '[{"setting": 3, "players": "Anna"}]', "[" * 5000])
def test_a_damaged_file_is_no_file(no_memory: Path, text: str) -> None:
    file = place(["--", "a"])
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert remembered(file) == []
    remember(file, plan(1))
    assert remembered(file) == [plan(1)]


def test_without_a_cache_nothing_is_kept_and_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCSAR_CACHE", "off")
    assert place(["--", "a"]) is None
    remember(None, plan(1))
    assert remembered(None) == []


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MOCSAR_CACHE", str(tmp_path / "file" / "cache"))
    file = place(["--", "a"])
    remember(file, plan(1))
    assert remembered(file) == []
