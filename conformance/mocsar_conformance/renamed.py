"""Follows a thing through its names: what an id of an earlier edition was called after it, up to now."""

from __future__ import annotations

from collections.abc import Mapping


def names(renamed: Mapping[tuple[str, str], str], kind: str, name: str) -> tuple[str, ...]:
    """Return an id and all that the thing was called after it, in order; the last is what it is called now.

    `renamed` has the next id by kind and old id, as `spec/editions/changes.yaml` says it. A name that leads back to an
    earlier one ends it.
    """
    found = [name]
    while (now := renamed.get((kind, found[-1]))) is not None and now not in found:
        found.append(now)
    return tuple(found)
