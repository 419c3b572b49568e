"""`mocsar lock`: what it writes and says, that `mocsar check` holds to it, and that the project's own is current."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_reference import load_rulebook
from mocsar_reference.check.lock import current, differences, lock_path, read_lock

Command = Callable[..., tuple[int, str]]
BASE = Path(__file__).parents[3] / "reference" / "tests" / "rulebooks" / "base"
HINT = "read the clause again; if it still says what the rules do: mocsar lock"


@pytest.fixture
def mocsar() -> Command:
    def run(*words: object) -> tuple[int, str]:
        result = CliRunner().invoke(cli, [str(each) for each in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.stdout + result.stderr

    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A whole rulebook of one's own."""
    return shutil.copytree(BASE, tmp_path / "book")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def complaints(mocsar: Command, folder: Path) -> list[Any]:
    found: list[Any] = json.loads(mocsar("check", folder, "--format", "json")[1])["diagnostics"]
    return found


def test_how_people_tell_of_something_is_no_part_of_what_a_clause_owns() -> None:
    contents = load_rulebook().contents
    model = contents.model
    actions = {name: replace(each, said={}) for name, each in model.actions.items()}
    phases = {name: replace(each, said={}) for name, each in model.phases.items()}
    view = tuple(replace(each, said={}, changed={}, beside=None) for each in model.view)
    silent = replace(contents, model=replace(model, actions=actions, phases=phases, view=view))
    assert current(silent) == current(contents)


def test_locking_twice_accepts_nothing_more(mocsar: Command, book: Path) -> None:
    code, out = mocsar("lock", book)
    assert code == 0
    assert out.splitlines()[0] == "everything  new"
    assert out.splitlines()[-1].endswith("lock.yaml: 1 clause, 1 accepted")
    before = lock_path(book).read_bytes()
    assert mocsar("lock", book)[1].splitlines()[0].endswith("lock.yaml: 1 clause, 0 accepted")
    assert lock_path(book).read_bytes() == before


def test_a_rule_that_changed_is_told_until_it_is_accepted(mocsar: Command, book: Path) -> None:
    mocsar("lock", book)
    change(book / "rules" / "all.yaml", "size(action.cards) == size,", "size(action.cards) >= size,")
    [only] = complaints(mocsar, book)
    assert (only["code"], only["line"], only["hint"]) == ("R140", 10, HINT)
    assert "'everything'" in only["message"] and "'alike'" in only["message"]
    assert mocsar("lock", book)[1].splitlines()[0] == "everything  other rules: 'alike'"
    assert complaints(mocsar, book) == []


def test_words_that_changed_are_noted_and_are_no_fault(mocsar: Command, book: Path) -> None:
    mocsar("lock", book)
    change(book / "rules" / "all.yaml", "en: The rules", "en: All the rules")
    code, out = mocsar("check", book)
    assert code == 0
    assert "note: the words of everything have changed since they were locked" in out
    assert mocsar("lock", book)[1].splitlines()[0] == "everything  other words"
    assert "note" not in mocsar("check", book)[1]


def test_a_lock_with_the_marks_of_a_merge_is_told_and_written_anew(mocsar: Command, book: Path) -> None:
    mocsar("lock", book)
    good = lock_path(book).read_text("utf-8")
    lock_path(book).write_text(f"<<<<<<< ours\n{good}=======\n{good}>>>>>>> theirs\n", encoding="utf-8")
    assert mocsar("check", book)[0] == 1
    assert "could not be read; all clauses are accepted anew" in mocsar("lock", book)[1]
    assert lock_path(book).read_text("utf-8") == good


def test_an_overlay_is_held_to_its_own_lock_if_it_has_one(mocsar: Command, tmp_path: Path) -> None:
    bad = Path(__file__).parents[1] / "check" / "bad" / "R140-rule-changed-and-words-not"
    overlay = shutil.copytree(bad, tmp_path / "overlay")
    assert [each["code"] for each in complaints(mocsar, overlay) if str(overlay) in str(each["file"])] == ["R140"]
    lock_path(overlay).unlink()
    assert [each["code"] for each in complaints(mocsar, overlay) if str(overlay) in str(each["file"])] == []
    assert "1 clause, 1 accepted" in mocsar("lock", overlay)[1]


def test_a_folder_that_cannot_be_written_is_a_message(mocsar: Command, book: Path) -> None:
    lock_path(book).mkdir()
    code, out = mocsar("lock", book)
    assert code == 2
    assert "U004" in out and "Traceback" not in out


def test_what_was_accepted_is_told_as_json(mocsar: Command, book: Path) -> None:
    told = json.loads(mocsar("lock", book, "--format", "json")[1])
    [only] = told["accepted"]
    assert (told["clauses"], only["clause"], only["what"]) == (1, "everything", "new")


def test_the_projects_lock_is_there_and_is_current() -> None:
    project = load_rulebook()
    lock = read_lock(project.root)
    assert lock is not None, "run: mocsar lock"
    behind = [each.clause for each in differences(lock.entries, current(project.contents))]
    assert behind == [], "read these clauses against their rules, then run: mocsar lock"
