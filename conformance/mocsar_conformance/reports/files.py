"""Where reports are written to: a file that is whole or not there, or standard output."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from mocsar_conformance.records import End, Outcome, Run
from mocsar_conformance.reports import render
from mocsar_conformance.results import Results, harmless
from mocsar_conformance.text import neutralise
from mocsar_reference.errors import MocsarError, fail


def check_place(path: str) -> None:
    """Find out before any work whether a file can lie there. Raises MocsarError U004."""
    place = Path(path)
    if path == "-":
        return
    if place.is_dir():
        raise _cannot(path, "it is a folder")
    if not place.parent.is_dir():
        raise _cannot(path, f"there is no folder '{neutralise(str(place.parent))}'")
    if not os.access(place if place.exists() and not place.is_file() else place.parent, os.W_OK):
        raise _cannot(path, "it is not allowed")


def write(path: str, text: str, stream: TextIO | None = None) -> None:
    """Write a text: to standard output (or `stream`) for `-`, else to a file, which is never half-written.

    Raises MocsarError U004 where it cannot be.
    """
    if path == "-":
        out = stream or sys.stdout
        out.write(text)
        out.flush()
        return
    place = Path(os.path.realpath(path))
    try:
        if place.exists() and not place.is_file():  # a pipe, a device
            place.write_text(text, encoding="utf-8", newline="\n")
            return
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(place)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(path, error.strerror or "") from None


def _cannot(path: str, why: str) -> MocsarError:
    return fail("U004", None, f"'{neutralise(path)}' cannot be written: {why}", "name another file")


class Kept:
    """Keeps the records of a run, and writes the reports that are made of all of them once the last has come."""

    def __init__(self, reports: Sequence[tuple[str, str]], lang: str, stream: TextIO) -> None:
        self._reports = reports
        self._lang = lang
        self._stream = stream
        self._run: Mapping[str, Any] = {}
        self._outcomes: list[Mapping[str, Any]] = []

    def write(self, record: Run | Outcome | End) -> None:
        """Take one record; the last writes the reports. Nothing is written where nothing was tested."""
        found = harmless(record.to_json())
        if isinstance(record, Run):
            self._run = found
        elif isinstance(record, Outcome):
            self._outcomes.append(found)
        elif record.interrupted or any(each["verdict"] != "skipped" for each in self._outcomes):
            results = Results(self._run, self._outcomes, found)
            faults: list[MocsarError] = []
            for form, path in self._reports:
                try:
                    write(path, render(form, results, self._lang, path), self._stream)
                except MocsarError as error:  # the others are written all the same
                    faults.append(error)
            if faults:
                raise faults[0]
