"""`mocsar check --fix-when`: the toggles that a scenario depends on come into `when`, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.authoring.mend import Mended, mend, with_clauses
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import MocsarError, Rulebook, load_rulebook

from .conftest import Command

BODY = """\
given:
  hands: {Anna: K K 3,   Bea: Q Q 4, Csaba: 5 5} # laid out by hand
  leader: Anna

steps: # and so are these
- {Anna: play K K}
- {Bea: play Q Q, refused: not-higher}
"""
HEAD = """\
# a comment
id: house/example
title: {en: Queens do not beat kings, hu: A dáma nem üti a királyt}
rules: [follow.alike]
"""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


def mended(folder: Path, book: Rulebook) -> list[Mended]:
    """Return what would be written of the scenarios in a folder; they bring no rules of their own."""
    return mend(book, load_scenarios(folder, book), Layers(book, [folder]))


def overlay(folder: Path, text: str) -> Path:
    path = folder / "scenarios" / "house" / "example.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode())
    return path


def test_the_toggle_is_named_with_the_values_that_hold_and_then_the_check_is_content(
    mocsar: Command, tmp_path: Path
) -> None:
    path = overlay(tmp_path, f"{HEAD}when: toggle.play.beats != 'equal-or-higher'\n{BODY}")
    text = path.read_text("utf-8")
    assert mocsar("check", tmp_path, "--fix-when").code == 0
    assert path.read_text("utf-8") == text, "nothing was missing"

    path.write_text(
        text.replace("when: toggle.play.beats != 'equal-or-higher'", "when: toggle.pack.packs == 2"), "utf-8"
    )
    ended = mocsar("check", tmp_path, "--fix-when")
    assert ended.code == 0, ended.out
    assert ended.out.startswith(f"{path}: 'when' now names toggle.play.beats == 'higher'\n")
    wanted = "when: toggle.pack.packs == 2 && toggle.play.beats == 'higher'"
    assert path.read_text("utf-8") == f"{HEAD}{wanted}\n{BODY}"


def test_a_scenario_that_depends_on_nothing_is_left_alone(book: Rulebook, tmp_path: Path) -> None:
    overlay(
        tmp_path, HEAD + BODY.replace("- {Bea: play Q Q, refused: not-higher}", "- {Bea: pass}\nthen: {turn: Csaba}")
    )
    assert mended(tmp_path, book) == []


def test_a_scenario_that_names_nothing_comes_to_name_something(book: Rulebook, tmp_path: Path) -> None:
    overlay(tmp_path, HEAD + BODY)
    [found] = mended(tmp_path, book)
    assert found.added == ("toggle.play.beats == 'higher'",)
    assert found.text == f"{HEAD}when: toggle.play.beats == 'higher'\n{BODY}"


def test_line_ends_and_a_mark_at_the_beginning_stay(book: Rulebook, tmp_path: Path) -> None:
    text = f"\ufeff{HEAD}when: toggle.pack.packs == 2\n{BODY}".replace("\n", "\r\n")
    overlay(tmp_path, text)
    [found] = mended(tmp_path, book)
    assert found.text == text.replace("packs == 2", "packs == 2 && toggle.play.beats == 'higher'")


def test_only_scenarios_in_the_folder_are_written_to(mocsar: Command, tmp_path: Path) -> None:
    below = overlay(tmp_path / "below", f"{HEAD}when: toggle.pack.packs == 2\n{BODY}")
    text = below.read_text("utf-8")
    (tmp_path / "above").mkdir()
    mocsar("check", tmp_path / "above", "--rulebook", tmp_path / "below", "--fix-when")
    assert below.read_text("utf-8") == text


def test_what_does_not_come_to_an_end_is_left_to_its_author(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mocsar_conformance.authoring.mend.ROUNDS", 1)
    path = overlay(tmp_path, f"{HEAD}when: toggle.pack.packs == 2\n{BODY}")
    with pytest.raises(MocsarError) as error:
        mended(tmp_path, book)
    [found] = error.value.diagnostics
    assert str(found).startswith(f"{path}:5:7: U038 ")


def test_json_stays_json(mocsar: Command, tmp_path: Path) -> None:
    overlay(tmp_path, f"{HEAD}when: toggle.pack.packs == 2\n{BODY}")
    ended = mocsar("check", tmp_path, "--fix-when", "--format", "json")
    assert ended.out.startswith("{")
    assert "'when' now names" in ended.err


PART = "toggle.a.b == 'c'"
LONG = [f"toggle.some.long_name_{number} == 'some-long-value'" for number in range(4)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("when: toggle.x.y == 1 # why\n", f"when: toggle.x.y == 1 && {PART} # why\n"),
        ("when: \"'2' in toggle.x.y\"\n", f"when: \"'2' in toggle.x.y && {PART}\"\n"),
        ("when: '!(toggle.x.y == 1)'\n", f'when: "!(toggle.x.y == 1) && {PART}"\n'),
        ("when: a == 1 || a == 2\n", f'when: "(a == 1 || a == 2) && {PART}"\n'),
        ("when: >-\n  a == 1\n  && b == 2\n\n", f"when: a == 1 && b == 2 && {PART}\n\n"),
        ("when: >-\n  a == 1\n# about what is given\n", f"when: a == 1 && {PART}\n# about what is given\n"),
        ("when: a == 1\n  && b == 2\n", f"when: a == 1 && b == 2 && {PART}\n"),
        ("", f"when: {PART}\n"),
    ],
)
def test_the_clause_comes_in_whatever_way_the_value_is_written(old: str, new: str) -> None:
    assert with_clauses(f"{HEAD}{old}{BODY}", [PART]) == f"{HEAD}{new}{BODY}"


def test_rules_on_several_lines_are_followed_by_the_new_line() -> None:
    head = "id: x\nrules:\n- follow.alike # one\n- turn.order\n\n# what is given\n"
    wanted = "id: x\nrules:\n- follow.alike # one\n- turn.order\nwhen: toggle.a.b == 'c'\n\n# what is given\n"
    assert with_clauses(head + BODY, [PART]) == wanted + BODY


def test_a_long_condition_is_folded() -> None:
    text = with_clauses(f"{HEAD}when: a == 1\n{BODY}", LONG)
    lines = text.removeprefix(HEAD).removesuffix(BODY).splitlines()
    assert lines == ["when: >-", "  a == 1", *(f"  && {each}" for each in LONG)]
