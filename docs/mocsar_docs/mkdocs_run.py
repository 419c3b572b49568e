"""Runs MkDocs over one tree of Markdown: here, or in a process of its own beside this one."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
"""MkDocs and its theme advertise their successors; these silence them."""


def run(config: Path, sources: Path, target: Path, strict: bool = True) -> list[str]:
    """Build a tree into `target`, which is emptied; return what MkDocs complains of, nothing if not `strict`."""
    os.environ.update(QUIET)
    try:
        from mkdocs.commands.build import build as build_pages
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort, MkDocsException
    except ImportError:
        return ["MkDocs is missing: pip install -e '.[docs]'"]
    kept = _Kept()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(kept)
    logger.setLevel(logging.INFO)
    propagate, logger.propagate = logger.propagate, False
    try:
        folders = {"docs_dir": str(sources.resolve()), "site_dir": str(target.resolve())}
        build_pages(load_config(str(config), strict=strict, **folders))
    except (Abort, MkDocsException) as error:
        if not kept.lines:
            kept.lines.append(str(error))
    finally:
        logger.removeHandler(kept)
        logger.propagate = propagate
    return kept.lines if strict else []


class _Kept(logging.Handler):
    """Keeps warnings, and whatever says that a page is in no navigation."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Apart:
    """The same in a process of its own, which no key reaches: whoever began it ends it."""

    def __init__(self, config: Path, sources: Path, target: Path, strict: bool = True) -> None:
        words = json.dumps([str(config), str(sources), str(target), strict])
        command = [sys.executable, "-m", __name__, words]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def wait(self) -> list[str]:
        """Return what MkDocs complains of, when it is done."""
        told, _ = self._process.communicate()
        if self._process.returncode:
            return [f"it ended with {self._process.returncode}"]
        complaints: list[str] = json.loads(told)
        return complaints

    def end(self) -> None:
        """End it, if it has not ended by itself, and return when it is gone."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


if __name__ == "__main__":
    config, sources, target, strict = json.loads(sys.argv[1])
    told = run(Path(config), Path(sources), Path(target), strict)
    sys.stdout.write(json.dumps(told))
