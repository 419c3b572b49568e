"""Sees why a command that starts may be unable to: a script among its words is not where it is looked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mocsar_conformance.text import neutralise

SCRIPT: Final = re.compile(
    r".+\.(pyz?|[cm]?js|[cm]?ts|jar|java|kts|rb|php|pl|lua|r|jl|sh|ps1|exs|clj|dll|csx)", re.IGNORECASE
)
"""A file that an interpreter is given to run, by its ending."""


def missing_script(command: Sequence[str], folder: str | None = None) -> str:
    """Return what to say of the first word after the program that ends like a script and is no file; empty for none.

    `folder` is where the command runs; the current one by default.
    """
    here = Path(folder) if folder else Path.cwd()
    for word in command[1:]:
        if word.startswith("-") or "://" in word or not SCRIPT.fullmatch(word):
            continue
        try:
            if (here / word).exists():
                continue
        except (OSError, ValueError):  # no name that a file can have
            continue
        where = "" if Path(word).is_absolute() else f" in {neutralise(str(here), 200)}"
        return f"There is no file {neutralise(word, 120)}{where}: give its path, or run this in the folder it lies in."
    return ""
