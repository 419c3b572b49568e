"""What the tests of the templates share: a folder of programs that comes first on the path."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory, node: str) -> Path:
    """A folder with `mocsar`, `python` and `node`: this project's, this Python, and the Node of the extra."""
    folder = tmp_path_factory.mktemp("programs")
    lines = {
        "mocsar": f'exec "{sys.executable}" -m mocsar_conformance "$@"',
        "python": f'exec "{sys.executable}" "$@"',
        "node": f'exec "{node}" "$@"',
    }
    for name, line in lines.items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        (folder / name).chmod(0o755)
    return folder
