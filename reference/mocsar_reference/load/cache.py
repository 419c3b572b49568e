"""Keeps what was read and found valid in the user's cache folder, as JSON, by a digest of all it depends on.

`MOCSAR_CACHE` names the folder, or is `off`; else it is `mocsar` in `XDG_CACHE_HOME` or `~/.cache`. Whatever goes wrong
with the cache goes unnoticed: the file is then read anew.
"""

from __future__ import annotations

import contextlib
import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

_FORMAT = "1"
_MOST_ENTRIES = 5_000


def folder() -> Path | None:
    """Return the cache folder, which need not exist; None if the cache is off or there is no place for it."""
    named = os.environ.get("MOCSAR_CACHE", "")
    if named.lower() == "off":
        return None
    if named:
        return Path(named)
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if base.is_absolute():
        return base / "mocsar"
    try:
        return Path.home() / ".cache" / "mocsar"
    except RuntimeError:
        return None


@cache
def _program() -> bytes:
    """Return a digest of the modules that read files, so that no older one's work is taken over."""
    digest = sha256(_FORMAT.encode())
    for module in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(module.read_bytes())
    return digest.digest()


def key(content: bytes, schema: bytes) -> str:
    """Return the name under which a file of this content, valid under this schema, is kept."""
    digest = sha256(_program())
    for part in (schema, content):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def get(name: str) -> tuple[Any, list[int]] | None:
    """Return the value and the marks kept under `name`, or None."""
    place = folder()
    if place is None:
        return None
    try:
        with open(place / f"{name}.json", "rb") as file:  # noqa: PTH123 (three times as fast, 240 times)
            entry = json.loads(file.read())
        value, marks = entry["value"], entry["marks"]
        return (value, marks) if isinstance(marks, list) and len(marks) % 2 == 0 else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def put(name: str, value: Any, marks: list[int]) -> None:
    """Keep a value and its marks under `name`."""
    place = folder()
    if place is None:
        return
    entry = json.dumps({"value": value, "marks": marks}, ensure_ascii=False, separators=(",", ":"))
    with contextlib.suppress(OSError, ValueError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = place / f"{name}.{os.getpid()}.new"
        try:
            draft.write_text(entry, "utf-8")
            draft.replace(place / f"{name}.json")
        finally:
            draft.unlink(missing_ok=True)
    if name.startswith("00"):  # now and then: names are digests
        trim()


def trim() -> None:
    """Forget the older half of the entries once there are too many."""
    place = folder()
    if place is None:
        return
    with contextlib.suppress(OSError):
        entries = [each for each in os.scandir(place) if each.name.endswith((".json", ".new"))]
        if len(entries) > _MOST_ENTRIES:
            entries.sort(key=lambda each: each.stat().st_mtime)
            for entry in entries[: len(entries) // 2]:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108
