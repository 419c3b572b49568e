"""The record of a match as JSON lines, short and ready to be judged again: `spec/schema/game-record.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mocsar_conformance.match.match import Dealt, Done, Ended, Entry, Match


def head(match: Match) -> dict[str, Any]:
    """Return the first line: what is played, by whom, from which seed."""
    setting = match.game.setting.short
    return {"record": "match", "setting": setting, "players": list(match.players), "seed": match.seed}


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
