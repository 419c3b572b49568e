"""Reports: what people and machines read of a stream of results, each format in a module of its own.

A report is a pure function of `Results`, the stream alone; no rulebook is loaded. `render` of each module makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mocsar_conformance.results import Results

FORMATS: Final[Mapping[str, str]] = {
    "jsonl": "the records themselves, a line each, as they come",
    "junit": "XML for Jenkins, GitLab and most other CI services",
    "ctrf": "JSON in the Common Test Report Format",
    "tap": "Test Anything Protocol, version 14",
    "markdown": "a comment on a pull request, or the summary of a job",
    "html": "a page to read, on its own, without a network",
    "badge": "JSON for shields.io; a drawing where the file ends in .svg",
    "github": "annotations, as a job on GitHub prints them",
}
"""By format: what it is."""

ENDINGS: Final[Mapping[str, str]] = {
    ".jsonl": "jsonl",
    ".xml": "junit",
    ".tap": "tap",
    ".md": "markdown",
    ".html": "html",
    ".svg": "badge",
}
"""By a file's ending: the format that it can only be. `.json` may be two."""


def guessed(path: str) -> str | None:
    """Return the format that a file's ending means; None where it means none, or several."""
    return ENDINGS.get(PurePath(path).suffix.lower())


def render(form: str, results: Results, lang: str, path: str = "-") -> str:
    """Return a report. `path` is where it will lie: a badge is drawn for one that ends in `.svg`."""
    module = import_module(f"{__name__}.{form}")
    drawn = form == "badge" and guessed(path) == "badge"
    text: str = module.drawing(results, lang) if drawn else module.render(results, lang)
    return text
