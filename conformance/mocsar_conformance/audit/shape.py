"""Reads one line of a log into an object, or says in which way it is none. All that is said of it is harmless."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from mocsar_conformance.match.record import newer_format
from mocsar_conformance.messages import MessageError, parse
from mocsar_conformance.text import neutralise

KINDS = {"record": "match", "deal": "deal", "p": "action", "over": "over"}
"""The lines of a record of a match: the field that tells each, and its name in `game-record.schema.json`."""
_CODES = {"P030": "A043", "P031": "A044", "P034": "A046", "P035": "A047"}
HEAD = b'"record"'
"""Stands in every line that begins a match."""


class Damaged(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A line is no line of a log. `code` is one of `AUDIT_CODES`, `what` says more."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(what)
        self.code = code
        self.what = what


def read(line: bytes | None) -> dict[str, Any]:
    """Return the object on a line; None is one that is too long. Raises Damaged A043 to A047."""
    if line is None:
        raise Damaged("A045", "")
    try:
        return parse(line, "the log")
    except MessageError as error:
        raise Damaged(_CODES.get(error.code, "A047"), error.message) from None


def kind_of(value: Mapping[str, Any]) -> str | None:
    """Return which line of a record an object is, by the field that tells it; None for none."""
    return next((name for name in KINDS if name in value), None)


def is_head(line: bytes | None) -> bool:
    """Tell whether a line begins the record of a match."""
    if line is None or HEAD not in line:
        return False
    try:
        return "record" in read(line)
    except Damaged:
        return False


def check(kind: str, value: Mapping[str, Any]) -> None:
    """Hold a line of a record against its schema. Raises Damaged A047, A051 where a newer kit has written it."""
    if kind in ("p", "deal") and _plainly_right(value):  # as nearly all lines are
        return
    if kind == "record" and (newer := newer_format(value)) is not None:
        raise Damaged("A051", neutralise(str(newer), 20))
    from fastjsonschema import JsonSchemaValueException

    try:
        _checker(kind)(value)
    except JsonSchemaValueException as error:
        raise Damaged("A047", neutralise(str(error.message).removeprefix("data"), 200).strip(". ")) from None


def _plainly_right(value: Mapping[str, Any]) -> bool:
    """Tell whether an action or a deal is right by a quick look; where it is not, the schema says more."""
    if value.keys() <= {"p", "do", "cards"}:
        cards = value.get("cards", ["-"])
        texts = [value.get("p"), value.get("do"), *(cards if type(cards) is list and cards else [None])]
    elif value.keys() == {"deal", "pack", "chance"} and type(value["chance"]) is dict and type(value["pack"]) is list:
        if type(value["deal"]) is not int or value["deal"] < 1:
            return False
        texts = [*value["pack"], *value["chance"].values()]
    else:
        return False
    return set(map(type, texts)) == {str} and "" not in texts


@cache
def _checker(kind: str) -> Callable[[Any], Any]:
    import fastjsonschema

    from mocsar_reference.paths import spec_dir

    schema = json.loads((spec_dir() / "schema" / "game-record.schema.json").read_bytes())
    part = dict(schema["$defs"][KINDS[kind]])
    if kind == "record":  # the setting may be given on the command line
        part["required"] = [name for name in part["required"] if name != "setting"]
    whole = {"$schema": "http://json-schema.org/draft-07/schema#", "$defs": schema["$defs"], **part}
    compiled: Callable[[Any], Any] = fastjsonschema.compile(whole, use_default=False)
    return compiled
