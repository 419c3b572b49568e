"""Editions: an id that was published is there still, or it is said what became of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.editions import (
    Changes,
    Edition,
    became,
    edition_faults,
    edition_of,
    edition_text,
    freeze,
    read_editions,
    since,
)
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import MocsarError, load_rulebook
from mocsar_reference.paths import spec_dir

Edit = Callable[[str, str, str], None]


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """A rulebook of its own: the project's, without its editions and scenarios."""
    shutil.copytree(spec_dir(), tmp_path / "spec", ignore=shutil.ignore_patterns("editions", "schema", "neighbours"))
    yield tmp_path


@pytest.fixture
def edit(root: Path) -> Edit:
    def change(file: str, old: str, new: str) -> None:
        path = root / "spec" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return change


def codes(root: Path) -> list[str]:
    return [f"{each.code} {each.message}" for each in edition_faults(load_rulebook(root), [])]


def changes(root: Path, text: str) -> None:
    (root / "spec" / "editions" / "changes.yaml").write_text(text, encoding="utf-8")


def test_what_is_written_is_read_back_the_same(root: Path) -> None:
    book = load_rulebook(root)
    scenarios = load_scenarios(None, load_rulebook())
    freeze(book, scenarios)
    assert read_editions(book.root) == [edition_of(book, scenarios)]
    assert freeze(book, scenarios).read_text("utf-8") == edition_text(edition_of(book, scenarios))


def test_a_frozen_edition_does_not_change(root: Path, edit: Edit) -> None:
    freeze(load_rulebook(root), [])
    assert codes(root) == []
    edit("reasons.yaml", "{id: not-higher,", "{id: too-low,")
    for path in (root / "spec" / "rules").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("reason: not-higher", "reason: too-low"), encoding="utf-8")
    found = codes(root)
    assert any(each.startswith("E003 edition 2026-12 is frozen") for each in found)
    with pytest.raises(MocsarError, match="E003"):
        freeze(load_rulebook(root), [])


def test_a_lost_id_is_told_until_it_is_said_what_became_of_it(root: Path, edit: Edit) -> None:
    freeze(load_rulebook(root), [])
    edit("rulebook.yaml", 'edition: "2026-12"', 'edition: "2027-01"')
    edit("reasons.yaml", "{id: not-higher,", "{id: too-low,")
    for path in (root / "spec" / "rules").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("reason: not-higher", "reason: too-low"), encoding="utf-8")
    assert codes(root) == ["E001 the reason 'not-higher' of edition 2026-12 is gone"]
    changes(root, 'renamed:\n- {kind: reason, id: too-low, renamed_from: not-higher, edition: "2027-01"}\n')
    assert codes(root) == []
    assert became(root / "spec", "reason", "not-higher") == "too-low"
    assert became(root / "spec", "reason", "too-low") is None


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            'removed:\n- {kind: reason, id: not-higher, edition: "2027-01", why: {en: A, hu: Á}}\n',
            "E002 the reason 'not-higher' is removed, and there is one of that id",
        ),
        (
            'removed:\n- {kind: reason, id: not-hihger, edition: "2027-01", why: {en: A, hu: Á}}\n',
            "E004 no edition had the reason 'not-hihger'",
        ),
        (
            'renamed:\n- {kind: reason, id: too-low, renamed_from: never-was, edition: "2027-01"}\n',
            "E004 there is no reason 'too-low'",
        ),
        ('renamed:\n- {kind: raeson, id: a, renamed_from: b, edition: "2027-01"}\n', "S004"),
    ],
)
def test_what_is_said_wrongly_is_told(root: Path, said: str, found: str) -> None:
    freeze(load_rulebook(root), [])
    changes(root, said)
    assert any(each.startswith(found[:4]) and found in each for each in codes(root)), codes(root)


def test_changes_are_told_apart() -> None:
    book = load_rulebook()
    now = edition_of(book, load_scenarios(None, book))
    [scenario, *_] = sorted(now.scenarios)
    [one, other, third, *_] = sorted(now.clauses)
    before = replace(
        now,
        name="before",
        ids=now.ids | {"clause": now.ids["clause"] - {third} | {"old.name"}},
        clauses={name: both for name, both in now.clauses.items() if name != third}
        | {one: ("0" * 10, now.clauses[one][1]), other: (now.clauses[other][0], "0" * 10)}
        | {"old.name": now.clauses[third]},
        scenarios=now.scenarios | {scenario: "0" * 10},
    )
    found = since(before, now, Changes({("clause", "old.name"): third}))
    assert (found.reworded, found.decided, found.scenarios) == ([one], [other], [scenario])
    assert found.renamed == [("clause", "old.name", third)]
    assert found.new == []


def edition(name: str, *ids: str) -> Edition:
    """Return an edition of these reasons."""
    return Edition(name, {"reason": frozenset(ids)}, {}, {})


def test_what_was_renamed_twice_is_followed_through_all_its_names() -> None:
    said = Changes({("reason", "a"): "b", ("reason", "b"): "c"})
    one, two, three = edition("1", "a", "x"), edition("2", "b", "x"), edition("3", "c", "x")
    assert since(one, two, said).renamed == [("reason", "a", "b")]
    assert since(two, three, said).renamed == [("reason", "b", "c")]
    over_two = since(one, three, said)
    assert (over_two.renamed, over_two.new, over_two.removed) == ([("reason", "a", "c")], [], [])


def test_what_was_renamed_and_then_removed_is_told_by_the_id_it_had() -> None:
    said = Changes({("reason", "a"): "b"}, {("reason", "b"): {"en": "No use.", "hu": "Nem kell."}})
    one, two, three = edition("1", "a", "x"), edition("2", "b", "x"), edition("3", "x")
    assert since(one, three, said).removed == [("reason", "a")]
    assert since(two, three, said).removed == [("reason", "b")]
    assert since(one, two, said).removed == []


def test_names_that_go_round_in_a_ring_end() -> None:
    assert Changes({("reason", "a"): "b", ("reason", "b"): "a"}).names("reason", "a") == ("a", "b")


def test_the_project_is_true_to_its_editions() -> None:
    book = load_rulebook()
    assert len(read_editions(book.root)) >= 1
    assert [str(each) for each in edition_faults(book, load_scenarios(None, book))] == []


def test_the_command_says_what_is_new(root: Path, edit: Edit) -> None:
    done = CliRunner().invoke(cli, ["edition", str(root), "--freeze"])
    assert (done.exit_code, done.stdout.split()[-2:]) == (0, ["is", "frozen"])
    edit("rulebook.yaml", 'edition: "2026-12"', 'edition: "2027-01"')
    edit("reasons.yaml", "reasons:\n", "reasons:\n- {id: a-new-one, text: {en: New., hu: Új.}}\n")
    done = CliRunner().invoke(cli, ["edition", str(root)])
    assert "new          reason a-new-one" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("edition 2027-01, since 2026-12: ")
    told = json.loads(CliRunner().invoke(cli, ["edition", str(root), "--format", "json"]).stdout)
    assert told["new"] == [["reason", "a-new-one"]]
