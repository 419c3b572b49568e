"""The record of a match as JSON lines, short and ready to be judged again: `spec/schema/game-record.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mocsar_conformance.match.match import Dealt, Done, Ended, Entry, Match

FORMAT = 1
"""The version of the format, as the first line says it. Records that do not say it are of this one."""


def newer_format(value: Mapping[str, Any]) -> int | None:
    """Return the format of a first line where it is one that only a newer kit reads; else None."""
    form = value.get("format")
    return form if isinstance(form, int) and not isinstance(form, bool) and form > FORMAT else None


def head(match: Match) -> dict[str, Any]:
    """Return the first line: what is played, by which edition of the rulebook, by whom, from which seed."""
    return {
        "record": "match",
        "format": FORMAT,
        "edition": match.game.contents.edition,
        "setting": match.game.setting.short,
        "players": list(match.players),
        "seed": match.seed,
    }


def entry_record(entry: Entry) -> dict[str, Any] | None:
    """Return the line of one thing that happened; None for an action that was refused, since it changed nothing."""
    match entry:
        case Dealt(number, pack, chance, _):
            return {"deal": number, "pack": list(pack), "chance": dict(chance)}
        case Ended(places, titles):
            return {"over": list(places), "titles": dict(titles)}
        case Done(player, action, None):
            return {"p": player, **action.to_json()}
    return None


def line(record: Mapping[str, Any]) -> str:
    """Return a record as one line of ASCII, without its end."""
    return json.dumps(record, separators=(",", ":"))
