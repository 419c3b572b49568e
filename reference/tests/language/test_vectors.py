"""Every published vector holds, in our evaluator and in an independent CEL implementation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from mocsar_reference.errors import ExpressionError
from mocsar_reference.language import Env, Folder, builtins, calls, check, parse, parse_type
from mocsar_reference.language.types import Enum, PerPlayer, Record, Set, Type
from mocsar_reference.paths import spec_dir

from .evaluators import Declared, World

FILES = sorted((spec_dir() / "language" / "vectors").glob("*.yaml"))


def kept_type(written: Any, name: str, words: dict[str, Enum]) -> Type:
    if isinstance(written, str):
        return parse_type(written, words)
    if "per" in written:
        return PerPlayer(parse_type(written["type"], words))
    return Record(name, {each: kept_type(of, f"{name}.{each}", words) for each, of in written["fields"].items()})


def world_of(written: dict[str, Any]) -> World:
    words = {name: Enum(name, tuple(values)) for name, values in written.get("words", {}).items()}
    functions = {
        name: Declared(
            {each: parse_type(of, words) for each, of in one.get("params", {}).items()},
            parse_type(one["type"], words),
            one["expr"],
        )
        for name, one in written.get("functions", {}).items()
    }
    names = {name: kept_type(each, name, words) for name, each in written.get("names", {}).items()}
    return World(written.get("players", []), words, names, functions)


def read(file: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(file.read_text(encoding="utf-8")))


VECTORS = [
    pytest.param(file, vector, id=f"{file.stem}-{number}")
    for file in FILES
    for number, vector in enumerate(read(file)["vectors"])
]


def expected_type(vector: dict[str, Any], env: Env) -> Type | None:
    return parse_type(vector["type"], dict(env.enums)) if "type" in vector else None


@pytest.mark.parametrize(("file", "vector"), VECTORS)
def test_vector_holds(file: Path, vector: dict[str, Any]) -> None:
    written = read(file)
    world = world_of(written)
    text, expected = vector["expr"], expected_type(vector, world.env)
    if "fault" in vector:
        with pytest.raises(ExpressionError) as caught:
            check(parse(text), world.env, expected)
        assert (caught.value.code, caught.value.offset) == (vector["fault"], vector["at"]), caught.value.message
        return
    values = {**written.get("with", {}), **vector.get("with", {})}
    tree = check(parse(text), world.env, expected)
    assert tree.type is not None
    value = sorted(vector["value"]) if isinstance(tree.type, Set) else vector["value"]
    assert world.run(tree, values) == value
    folder = Folder({}, world.bodies)
    assert world.run(folder.fold(tree), values, folder) == value
    folder = Folder(world.constants(values, lambda path: True), world.bodies)
    assert world.run(folder.fold(tree), values, folder) == value
    assert world.run_cel(text, values, tree.type) == value


def test_the_vectors_use_every_builtin() -> None:
    used: set[str] = set()
    for file in FILES:
        for vector in read(file)["vectors"]:
            if "fault" not in vector:
                used |= calls(parse(vector["expr"]))
    assert set(builtins()) <= used


@pytest.mark.parametrize("kind", ["builtins", "vectors"])
def test_the_files_follow_their_schema(kind: str) -> None:
    schema = json.loads((spec_dir() / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    files = FILES if kind == "vectors" else [spec_dir() / "language" / "builtins.yaml"]
    for file in files:
        jsonschema.validate(read(file), schema, cls=jsonschema.Draft202012Validator)
