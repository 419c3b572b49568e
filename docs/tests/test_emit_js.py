"""Every published vector holds in JavaScript, emitted from the same trees as the reference's Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from mocsar_docs.emit_js import emit_js, text, toggle_path
from mocsar_reference.language import Env, check, parse, parse_type
from mocsar_reference.language.ast import Node
from mocsar_reference.language.types import BOOL, INT, Enum, List, PerPlayer, Record, Set, Signature, Type
from mocsar_reference.language.walk import Path as NamePath
from mocsar_reference.paths import spec_dir

from .in_node import run_module

FILES = sorted((spec_dir() / "language" / "vectors").glob("*.yaml"))
LEAST = {"absent": 28, "cards": 29, "functions": 15, "lists": 54, "macros": 26, "operators": 37}
"""So many vectors of each file have a value, at least; those that are refused never come to an emitter."""


class Vectors:
    """One file of vectors: what its expressions may name, and each as JavaScript."""

    def __init__(self, file: Path) -> None:
        self.written: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
        self.words = {name: Enum(name, tuple(of)) for name, of in self.written.get("words", {}).items()}
        names = {name: self.kept(each, name) for name, each in self.written.get("names", {}).items()}
        self.functions = self.written.get("functions", {})
        signatures = {
            name: Signature(self.parameters(each), parse_type(each["type"], self.words))
            for name, each in self.functions.items()
        }
        self.env = Env(names, signatures, self.words)

    def parameters(self, function: dict[str, Any]) -> dict[str, Type]:
        return {name: parse_type(of, self.words) for name, of in function.get("params", {}).items()}

    def kept(self, written: Any, name: str) -> Type:
        if isinstance(written, str):
            return parse_type(written, self.words)
        if "per" in written:
            return PerPlayer(parse_type(written["type"], self.words))
        return Record(name, {each: self.kept(of, f"{name}.{each}") for each, of in written["fields"].items()})

    def declared(self) -> str:
        """Return the declared functions as JavaScript; they read the same names as the expressions."""
        lines = []
        for name, each in self.functions.items():
            parameters = self.parameters(each)
            body = check(parse(each["expr"]), self.env.with_names(parameters), parse_type(each["type"], self.words))
            inner = ", ".join(f"p_{parameter}" for parameter in parameters)
            lines.append(f"const f_{name} = ({inner}) => {emit_js(body, resolve(parameters))};")
        return " ".join(lines)

    def tree(self, vector: dict[str, Any]) -> Node:
        expected = parse_type(vector["type"], self.words) if "type" in vector else None
        return check(parse(vector["expr"]), self.env, expected)


def resolve(parameters: dict[str, Type]) -> Any:
    def code(path: NamePath) -> str:
        if path[0] in parameters:
            return f"p_{path[0]}"
        return "s" + "".join(f"[{text(each)}]" for each in path)

    return code


def test_every_vector_with_a_value_holds(tmp_path: Path) -> None:
    cases, wanted, number = [], [], {}
    for file in FILES:
        vectors = Vectors(file)
        told = [each for each in vectors.written["vectors"] if "fault" not in each]
        number[file.stem] = len(told)
        for vector in told:
            tree = vectors.tree(vector)
            values = {**vectors.written.get("with", {}), **vector.get("with", {})}
            body = f"{vectors.declared()} return {emit_js(tree, resolve({}))};"
            cases.append(f"  {{values: {json.dumps(values)}, of: (s) => {{ {body} }}}},\n")
            is_set = isinstance(tree.type, Set)
            wanted.append((vector["expr"], sorted(vector["value"]) if is_set else vector["value"], is_set))
    module = (
        'import * as L from "./choose-language.js";\n'
        f"const cases = [\n{''.join(cases)}];\n"
        "console.log(JSON.stringify(cases.map((each) => each.of(each.values))));\n"
    )
    got = run_module(tmp_path, module)
    assert len(got) == len(wanted)
    for (expression, value, is_set), found in zip(wanted, got, strict=True):
        assert (sorted(found) if is_set else found) == value, expression
    assert all(number.get(name, 0) >= least for name, least in LEAST.items()), number


TOGGLES = Record(
    "toggle", {"n": INT, "m": INT, "sure": BOOL, "order": List(Enum("rank", ("2", "3"))), "sizes": List(INT)}
)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("--toggle.n", '-(-t["n"])'),
        ("toggle.n - -toggle.m", 't["n"] - -t["m"]'),
        ("toggle.n - (toggle.m - 1)", 't["n"] - (t["m"] - 1)'),
        ("(toggle.n > 1) == toggle.sure", 't["n"] > 1 === t["sure"]'),
        ("!(toggle.n == 1)", '!(t["n"] === 1)'),
        ("toggle.sure || toggle.sure && toggle.n > 0", 't["sure"] || t["sure"] && t["n"] > 0'),
        ("(toggle.sure || toggle.sure) && toggle.sure", '(t["sure"] || t["sure"]) && t["sure"]'),
        ("'2' in toggle.order", 't["order"].includes("2")'),
        ("toggle.sizes == [2, 1]", 'L.same(t["sizes"], [2, 1])'),
        ("toggle.sizes != [2, 1]", '!L.same(t["sizes"], [2, 1])'),
        ("size(toggle.order) > 0", 't["order"].length > 0'),
        ("toggle.order.exists(r, r == '2')", 't["order"].some((v_r) => v_r === "2")'),
        ("toggle.sizes.exists_one(n, n == 1)", 't["sizes"].filter((v_n) => v_n === 1).length === 1'),
        ("(toggle.sure ? toggle.n : toggle.m) + 1", '(t["sure"] ? t["n"] : t["m"]) + 1'),
        ("at(toggle.sizes, 0, 0)", 'L.at(t["sizes"], 0, 0)'),
    ],
)
def test_brackets_stand_where_javascript_needs_them(expression: str, wanted: str) -> None:
    env = Env({"toggle": TOGGLES}, {}, {"rank": Enum("rank", ("2", "3"))})
    assert emit_js(check(parse(expression), env), toggle_path) == wanted


def test_strings_cannot_end_what_they_stand_in() -> None:
    assert text("a'b\"</script>\u2028é") == '"a\'b\\"</script>\\u2028\\u00e9"'


def test_only_toggles_can_be_read_where_only_toggles_are() -> None:
    with pytest.raises(AssertionError, match="turn"):
        toggle_path(("turn",))
    assert toggle_path(("toggle", "play", "beats")) == 't["play.beats"]'
