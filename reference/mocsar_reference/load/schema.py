"""Holds a document against the JSON Schema of its kind.

A compiled validator accepts quickly; only what it refuses goes through the slower one that can say why.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mocsar_reference.errors import Diagnostic
from mocsar_reference.load.messages import complaints
from mocsar_reference.load.reader import Document
from mocsar_reference.paths import spec_dir

_SHARED = "common.schema.json"


def schema_path(kind: str) -> Path:
    """Return where the schema for files of `kind` is."""
    return spec_dir() / "schema" / f"{kind}.schema.json"


@cache
def schema_bytes(kind: str) -> bytes:
    """Return the text of a kind's schema and of what it shares with others, for a digest."""
    return schema_path(kind).read_bytes() + schema_path("common").read_bytes()


@cache
def schema(kind: str) -> dict[str, Any]:
    """Return the schema for files of `kind`, with the parts it shares with others put in."""
    text = schema_path(kind).read_text("utf-8").replace(f'"{_SHARED}#', '"#')
    own: dict[str, Any] = json.loads(text)
    shared: dict[str, Any] = json.loads(schema_path("common").read_text("utf-8"))
    whole: dict[str, Any] = _strict({**own, "$defs": {**shared["$defs"], **own.get("$defs", {})}})
    return whole


def _strict(node: Any) -> Any:
    """Return the schema with patterns that end where the text does; to Python '$' lets a line end follow."""
    if isinstance(node, dict):
        return {
            key: value.removesuffix("$") + r"\Z"
            if key == "pattern" and isinstance(value, str) and value.endswith("$")
            else _strict(value)
            for key, value in node.items()
        }
    return [_strict(each) for each in node] if isinstance(node, list) else node


def validate(document: Document, kind: str) -> list[Diagnostic]:
    """Return what is wrong with `document` as a file of `kind`, in the file's order; nothing if all is well."""
    whole = schema(kind)
    at = _Finder(whole)
    if not document.cut and _accepts(kind)(document.value):
        return []
    found = complaints(document, _messages(kind)(document.value), at)
    too_many = {each.place for each in found if each.code == "S007"}  # that says already what the key might be
    return [each for each in found if each.code != "S005" or each.place not in too_many]


@cache
def _accepts(kind: str) -> Callable[[Any], bool]:
    """Return a quick test for one kind. It may refuse what is right, never accept what is wrong."""
    import fastjsonschema

    check = fastjsonschema.compile(_for_draft_7(schema(kind)), use_default=False, use_formats=False)

    def accepts(value: Any) -> bool:
        try:
            check(value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    return accepts


def _for_draft_7(node: Any) -> Any:
    """Return the schema in the words of draft 7, which the quick validator knows."""
    if isinstance(node, dict):
        return {("items" if key == "prefixItems" else key): _for_draft_7(value) for key, value in node.items()}
    return [_for_draft_7(each) for each in node] if isinstance(node, list) else node


@cache
def _messages(kind: str) -> Callable[[Any], Iterator[Any]]:
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema(kind))
    return validator.iter_errors


class _Finder:
    """Finds the parts of a schema that speak about a path of a document."""

    def __init__(self, whole: dict[str, Any]) -> None:
        self.whole = whole

    def __call__(self, path: tuple[str | int, ...]) -> list[dict[str, Any]]:
        nodes = list(self.alternatives(self.whole))
        for step in path:
            nodes = [
                found for node in nodes for child in self.children(node, step) for found in self.alternatives(child)
            ]
        return nodes

    def alternatives(self, node: Any) -> Iterator[dict[str, Any]]:
        """Yield a node and all that it refers to or combines."""
        if not isinstance(node, dict):
            return
        yield node
        if "$ref" in node:
            yield from self.alternatives(self.whole["$defs"][node["$ref"].rpartition("/")[2]])
        for keyword in ("then", "else"):
            yield from self.alternatives(node.get(keyword))
        for keyword in ("allOf", "anyOf", "oneOf"):
            for each in node.get(keyword, ()):
                yield from self.alternatives(each)

    @staticmethod
    def children(node: dict[str, Any], step: str | int) -> Iterator[Any]:
        if isinstance(step, int):
            first = node.get("prefixItems", [])
            yield first[step] if step < len(first) else node.get("items")
        elif step in node.get("properties", {}):
            yield node["properties"][step]
        else:
            yield node.get("additionalProperties")
