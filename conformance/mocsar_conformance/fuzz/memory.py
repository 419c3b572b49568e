"""Keeps the games in which a subject differed, in the user's cache folder, so that they are tried first next time.

Whatever goes wrong with the cache goes unnoticed: then nothing is remembered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from mocsar_conformance.fuzz.plan import Plan
from mocsar_reference.load.cache import folder

FOLDER = "fuzz"
"""The folder within the cache."""
MOST = 20
"""Games that are kept of one subject, the newest first."""
LARGEST = 1 << 20
"""Bytes of a file that is read."""


def place(target: Sequence[str]) -> Path | None:
    """Return the file for a subject, by the words that name it and the current folder; None if the cache is off."""
    kept = folder()
    if kept is None:
        return None
    name = hashlib.sha256(json.dumps([os.getcwd(), *target]).encode()).hexdigest()  # noqa: PTH109
    return kept / FOLDER / f"{name[:32]}.json"


def remembered(file: Path | None) -> list[Plan]:
    """Return the games kept in a file, the newest first; none where it is not there or damaged."""
    if file is None:
        return []
    try:
        if file.stat().st_size > LARGEST:
            return []
        entries = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    plans: list[Plan] = []
    for entry in entries if isinstance(entries, list) else []:
        with contextlib.suppress(KeyError, TypeError, ValueError, AttributeError):
            plans.append(Plan.from_json(entry))
    return plans[:MOST]


def remember(file: Path | None, plan: Plan) -> None:
    """Keep a game, before all that are kept already."""
    if file is None:
        return
    plans = [plan, *(each for each in remembered(file) if each.key != plan.key)][:MOST]
    draft = file.with_suffix(f".{os.getpid()}.new")
    with contextlib.suppress(OSError, ValueError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            draft.write_text(json.dumps([each.to_json() for each in plans], separators=(",", ":")), "utf-8")
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
