"""Files that nobody would write on purpose: `mocsar check` still says what is wrong, and never falls over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli

VARIANT = "id: house\nextends: kollar\ntitle: {en: Ours, hu: A mienk}\nset:\n"
RULE = """chapter: following
clauses:
- id: house.rule
  title: {en: Ours, hu: A mienk}
  text: {en: Ours., hu: A mienk.}
  rules:
  - {id: house.rule, event: pass, require: [{id: ours, expr: "EXPR", reason: must-lead}]}
"""
FILES: dict[str, tuple[str, bytes | str, str]] = {
    "no text at all": ("spec/variants/a.yaml", bytes(range(128, 256)) * 9, "Y001"),
    "zeros": ("spec/variants/a.yaml", b"\0" * 99, "Y002"),
    "another encoding": ("spec/variants/a.yaml", VARIANT.encode("utf-16"), "Y001"),
    "far too much": ("spec/variants/a.yaml", "id: " + "a" * 5_000_000, "Y012"),
    "nothing but brackets": ("spec/variants/a.yaml", "[" * 100_000, "Y013"),
    "a staircase": ("spec/variants/a.yaml", "- " * 20_000, "Y013"),
    "a bomb of aliases": ("spec/variants/a.yaml", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "Y009"),
    "a list for a file": ("spec/variants/a.yaml", "[1, 2]", "S003"),
    "a number of many digits": (
        "spec/variants/a.yaml",
        VARIANT + f"  pack.packs: {{value: {'9' * 400}, status: house}}\n",
        "Y014",
    ),
    "a number out of all proportion": (
        "spec/variants/a.yaml",
        VARIANT + "  pack.packs: {value: 999999999999999, status: house}\n",
        "R010",
    ),
    "an id of letters from elsewhere": ("spec/variants/a.yaml", VARIANT.replace("house", "h\u0663🃏"), "S005"),
    "an id that turns the line round": ("spec/variants/a.yaml", VARIANT.replace("house", "ho\u202euse"), "Y002"),
    "an id with a line end": ("spec/variants/a.yaml", VARIANT.replace("house", '"house\\n"'), "S005"),
    "an expression of nothing but brackets": ("spec/rules/a.yaml", RULE.replace("EXPR", "(" * 900), "X002"),
    "an expression without end": ("spec/rules/a.yaml", RULE.replace("EXPR", "size > 0 && " * 900), "X001"),
    "a name that only looks known": ("spec/rules/a.yaml", RULE.replace("EXPR", "sіze > 0"), "X003"),
    "a function that calls a later one": (
        "spec/functions.yaml",
        'functions:\n- {id: aa, type: bool, expr: "bb()"}\n- {id: bb, type: bool, expr: "aa()"}\n',
        "X012",
    ),
    "a variant that extends nobody": (
        "spec/variants/a.yaml",
        VARIANT.replace("kollar", "nobody").replace("set:\n", ""),
        "R002",
    ),
    "a variant that extends itself": (
        "spec/variants/a.yaml",
        VARIANT.replace("kollar", "house").replace("set:\n", ""),
        "R013",
    ),
    "a scenario of three thousand players": (
        "scenarios/a.yaml",
        "id: a\ntitle: {en: a, hu: b}\nrules: [turn.order]\ngiven:\n  hands: {"
        + ", ".join(f"P{number}: 5" for number in range(3000))
        + "}\nsteps: []\n",
        "C020",
    ),
    "a hand of five thousand cards": (
        "scenarios/a.yaml",
        "id: a\ntitle: {en: a, hu: b}\nrules: [turn.order]\ngiven:\n  hands: {Anna: "
        + "5 " * 5000
        + ", Bea: 5, Csaba: 5}\nsteps: []\n",
        "C020",
    ),
}


def check(folder: Path) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", str(folder)], standalone_mode=False, catch_exceptions=False)
    return result.return_value, result.stdout


@pytest.mark.parametrize("name", FILES)
def test_a_file_gets_its_complaint(name: str, tmp_path: Path) -> None:
    file, content, code = FILES[name]
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    exit_code, said = check(tmp_path)
    assert exit_code == 1
    assert f" {code} " in said
    assert len(said) < 2000
    assert all(line.isprintable() for line in said.splitlines())


def loop(folder: Path) -> None:
    (folder / "spec" / "variants").mkdir(parents=True)
    (folder / "spec" / "variants" / "a.yaml").symlink_to("a.yaml")
    (folder / "spec" / "rules").symlink_to(".")


def circle_of_scenarios(folder: Path) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "again").symlink_to("..")
    (folder / "scenarios" / "a.yaml").symlink_to("a.yaml")


def files_for_folders(folder: Path) -> None:
    (folder / "spec").write_text("spec")


def folders_for_files(folder: Path) -> None:
    (folder / "spec" / "model.yaml" / "a.yaml").mkdir(parents=True)
    (folder / "scenarios" / "a.yaml").mkdir(parents=True)


@pytest.mark.parametrize("make", [loop, circle_of_scenarios, files_for_folders, folders_for_files, lambda folder: None])
def test_a_folder_gets_its_complaint(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path)
    exit_code, said = check(tmp_path)
    assert exit_code == 1
    assert said.startswith("S0") or " Y018 " in said or " S010 " in said
