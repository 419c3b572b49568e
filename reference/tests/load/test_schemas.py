"""The schemas allow what the rulebook needs, explain themselves to editors, and are judged alike by both validators."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mocsar_reference.errors import MocsarError
from mocsar_reference.load import read_yaml, validate
from mocsar_reference.load.schema import schema, schema_path
from mocsar_reference.load.tree import KINDS
from mocsar_reference.paths import spec_dir

HERE = Path(__file__).parent
OURS = (*KINDS, "scenario", "lock")
L = "{en: A, hu: Á}"
GOOD = {
    "card-numbers-and-texts": ("scenario", "hands: {Anna: 5, Bea: 5 5 Jk, Csaba: '10', Dóra: ''}", "steps: []"),
    "every-kind-of-step": (
        "scenario",
        "hands: {Anna: 5}",
        "steps: [{Anna: play 5}, {Bea: pass, refused: not-now},"
        " {legal: {Anna: [pass], Bea: {includes: [pass], count: 1}}},"
        " {then: {turn: Bea}}, {deal: {pack: 5 6 7, leader: Bea}}]",
    ),
    "a-pack-for-hands": (
        "scenario",
        "players: [Anna, Bea]\n  pack: 5 6\n  dealer: Bea\n  standing: [Bea, Anna]",
        "steps: []",
    ),
}


def whole(given: str, rest: str) -> str:
    return f"id: a/b-c\ntitle: {L}\nrules: [a.b]\ngiven:\n  {given}\n{rest}\n"


def properties(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        if not path.endswith(("/then", "/else", "/if")) or "title" in node:
            for name, value in node.get("properties", {}).items():
                yield f"{path}/{name}", value
        for key, value in node.items():
            yield from properties(value, f"{path}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from properties(value, f"{path}/{number}")


@pytest.mark.parametrize("kind", OURS)
def test_a_schema_is_valid_and_says_what_each_property_means(kind: str) -> None:
    raw = json.loads(schema_path(kind).read_text("utf-8"))
    Draft202012Validator.check_schema(raw)
    shared = schema(kind)["$defs"]
    for path, value in [("/", raw), *properties(raw), *properties(shared)]:
        if value.get("not") == {} or path.split("/")[-3:-2] == ["if"] or "const" in value:
            continue
        target = shared.get(value.get("$ref", "").rpartition("/")[2], {})
        assert "title" in value or "title" in target, path
        assert "description" in value or "description" in target, path


@pytest.mark.parametrize("name", GOOD)
def test_what_scenarios_may_say_is_valid(name: str) -> None:
    kind, given, rest = GOOD[name]
    assert validate(read_yaml(whole(given, rest), "F"), kind) == []


def files() -> list[tuple[Path, str]]:
    broken = [
        (path, path.read_text("utf-8").split("\n")[0].removeprefix("# kind: ")) for path in HERE.glob("broken/*.yaml")
    ]
    return sorted(broken)


@pytest.mark.parametrize(("path", "kind"), files(), ids=lambda value: value.stem if isinstance(value, Path) else "")
def test_the_quick_validator_never_accepts_what_the_other_refuses(path: Path, kind: str) -> None:
    from mocsar_reference.load.schema import _accepts

    try:
        document = read_yaml(path.read_text("utf-8"), "F")
    except MocsarError:
        return
    slow = Draft202012Validator(schema(kind)).is_valid(document.value)
    assert _accepts(kind)(document.value) == slow


def test_every_kind_has_a_schema_and_every_schema_is_used() -> None:
    elsewhere = {
        "common",
        "record",
        "builtins",
        "vectors",
        "lock",
        "untestable",
        "equivalent-mutants",
        "edition",
        "changes",
        "presets",
        "counts",
        "expectations",
        "game-record",
        "exports-ids",
        "exports-rulebook",
        "exports-scenarios",
        "audit-finding",
    }
    found = {path.name.removesuffix(".schema.json") for path in (spec_dir() / "schema").glob("*.schema.json")}
    assert found - elsewhere == set(OURS) - elsewhere
