"""The schemas that editors look at, and the line by which a file names its own.

An overlay lies anywhere, so it gets a copy of its own in `schema/`, named by relative paths. A path to the installed
package would hold on one machine only, and break with the next virtual environment; an address would need the network.
`mocsar check` does not read the copies: they can be older than the kit and do no harm.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

FOLDER = "schema"
LINE = "# yaml-language-server: $schema="
OF_AUTHORS = (
    "common",
    "constraints",
    "forms",
    "functions",
    "glossary",
    "model",
    "ranks",
    "reasons",
    "rules",
    "scenario",
    "sources",
    "titles",
    "toggles",
    "variant",
)
"""The schemas of what an overlay can hold, and what they share."""


def schema_texts() -> Mapping[str, str]:
    """Return the schemas for an overlay, by their paths in it."""
    names = [f"{name}.schema.json" for name in OF_AUTHORS]
    return {f"{FOLDER}/{name}": (_own() / name).read_text("utf-8") for name in names}


def schema_line(file: Path, folder: Path, name: str = "scenario") -> str:
    """Return the first line of a file of an overlay: the copy that the overlay has, else what lies nearest.

    That is the `spec/schema` of a whole rulebook, and last the installed package's own, by its whole address.
    """
    wanted = f"{name}.schema.json"
    for there in (folder / FOLDER, folder / "spec" / FOLDER):
        if (there / wanted).is_file():
            return LINE + _relative(there / wanted, file.parent)
    return LINE + (_own() / wanted).absolute().as_uri()


def _relative(path: Path, start: Path) -> str:
    return PurePosixPath(Path(os.path.relpath(path, start))).as_posix()


def _own() -> Path:
    from mocsar_reference.paths import spec_dir

    return spec_dir() / FOLDER
