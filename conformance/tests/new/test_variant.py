"""`mocsar new variant`: an overlay that is a game at once, with all an editor needs, never over what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mocsar_reference import load_rulebook

from .conftest import Command

VARIANTS = load_rulebook().playable


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_new_variant_checks_clean_whatever_becomes_of_the_schemas(ours: Path, mocsar: Command) -> None:
    for path in (ours / "schema").iterdir():
        path.write_text('{"type": "null"}', "utf-8")
    ended = mocsar("check", ours)
    assert ended.code == 0, ended.out
    assert ": nothing wrong" in ended.out


@pytest.mark.parametrize("parent", VARIANTS)
def test_any_variant_can_be_extended_and_the_rule_is_in_it(parent: str, mocsar: Command, tmp_path: Path) -> None:
    folder = tmp_path / "a folder" / "ours"
    assert mocsar("new", "variant", "our-own", "--extends", parent, "--to", folder).code == 0
    book = load_rulebook(overlays=[folder])
    assert book.contents.variants["our-own"].extends == parent
    assert "our-own.last-card" in book.game("our-own").plan.rules
    ended = mocsar(
        "validate", "--rulebook", folder, "-V", "our-own", "--only", "our-own/first", "--only", "our-own/nearly"
    )
    assert "2 pass" in ended.out
    assert ended.code == 0


def test_the_other_games_do_not_have_the_rule(ours: Path) -> None:
    book = load_rulebook(overlays=[ours])
    assert all("ours.last-card" not in book.game(name).plan.rules for name in VARIANTS)


def test_every_file_names_its_schema_and_the_schema_is_there(ours: Path) -> None:
    found = [path for path in files(ours) if path.suffix == ".yaml"]
    assert len(found) == 6
    for path in found:
        first = path.read_text("utf-8").partition("\n")[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match, f"{path}: {first}"
        assert (path.parent / match[1]).is_file(), f"{path}: {match[1]}"


def test_the_schemas_refer_to_nothing_that_is_not_there(ours: Path) -> None:
    names = {path.name for path in (ours / "schema").iterdir()}
    for path in (ours / "schema").iterdir():
        references = re.findall(r'"\$ref": "([^"#]+)', path.read_text("utf-8"))
        assert set(references) <= names, path.name
        json.loads(path.read_text("utf-8"))


def test_schemas_can_be_written_anew(ours: Path, mocsar: Command) -> None:
    path = ours / "schema" / "rules.schema.json"
    text = path.read_text("utf-8")
    assert mocsar("new", "schema", "--to", ours).code == 2
    for each in (ours / "schema").iterdir():
        each.unlink()
    assert mocsar("new", "schema", "--to", ours).code == 0
    assert path.read_text("utf-8") == text


def test_it_is_written_in_a_folder_of_its_name_and_says_what_to_run(
    mocsar: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = mocsar("new", "variant", "ours")
    assert [path.name for path in tmp_path.iterdir()] == ["ours"]
    shown = [line.strip() for line in ended.out.splitlines() if line.startswith("  mocsar ")]
    assert "mocsar check ours --watch" in shown
    assert "mocsar rules --rulebook ours --variant ours" in shown
    for line in shown:
        if "--watch" not in line and " play " not in line:
            ended = mocsar(*line.split()[1:])
            assert ended.code == 0, f"{line}: {ended.err}"


def test_it_never_overwrites(mocsar: Command, tmp_path: Path) -> None:
    old = tmp_path / "spec" / "rules" / "ours.yaml"
    old.parent.mkdir(parents=True)
    old.write_text("mine", "utf-8")
    ended = mocsar("new", "variant", "ours", "--to", tmp_path)
    assert (ended.code, files(tmp_path)) == (2, [old])
    assert ended.err.startswith(f"U030 already there: {old}\n")
    assert old.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["kollar", "Ours", "our game", "7up", "ours/", "ours.", "", "in", "-x", "ő", "a_b"])
def test_a_name_that_no_variant_can_have_is_refused(name: str, mocsar: Command, tmp_path: Path) -> None:
    ended = mocsar("new", "variant", "--to", tmp_path / "x", "--", name)
    assert ended.code == 2
    assert ended.err.startswith("U031 "), ended.err
    assert "  hint: " in ended.err
    assert not (tmp_path / "x").exists()


def test_a_variant_that_is_not_there_cannot_be_extended(mocsar: Command, tmp_path: Path) -> None:
    ended = mocsar("new", "variant", "ours", "--extends", "kolar", "--to", tmp_path / "x")
    assert ended.code == 2
    assert ended.err == "U032 there is no variant 'kolar' to extend\n  hint: did you mean 'kollar'?\n"
