"""Finds the logs, and cuts them into units that can be judged apart: a file, or a part of one that has many matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import fspath
from pathlib import Path

from mocsar_conformance.audit import lines, shape
from mocsar_conformance.audit.lines import Batch, Fault

STREAM = "-"
"""Stands for standard input."""
PART = 1 << 23
"""Bytes of a plain log that make a unit, if it has so many."""
PACKED_PART = 1 << 20
"""The same of a compressed one, whose frames are never cut."""
LOOKED_AT = 1 << 16
"""Bytes at the beginning of a file by which it is told what it is."""
MARKED = re.compile(rb"^(?P<whose>\[[0-9]{1,9}\])?\s*(?P<mark>[<>])\s+(?P<object>\{.*)$")
"""A line of a conversation as the kit shows it: `> {…}` a request, `< {…}` an answer, `[2] > {…}` of one of several."""
RECORDS, WIRE, SHOWN = "records", "wire", "shown"
"""What a log is: records of matches; messages of the protocol, bare; or as the kit shows them, among other lines."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a log: the matches that begin in these bytes. `number` counts the units of all logs from 0."""

    number: int
    file: str
    form: str
    start: int = 0
    end: int | None = None
    first: bool = True
    fault: Fault | None = None
    """There is nothing to read, for this reason."""
    at: str = ""
    """The path by which it is read, where that is another than `file`, which is shown."""
    stream: bool = False
    """It can be read once, and only here: standard input, or a pipe by its path."""


@dataclass(frozen=True, slots=True)
class Found:
    """The units of all logs, in order; the files among them, and those that were named more than once."""

    units: tuple[Unit, ...]
    files: tuple[str, ...]
    twice: tuple[str, ...]


def find(paths: Iterable[Path], part: int = PART, packed_part: int = PACKED_PART) -> Found:
    """Return the units of files, of all logs below folders, and of standard input (`-`); each file once."""
    units: list[Unit] = []
    files: dict[str, str] = {}
    twice: list[str] = []
    for path in paths:
        if fspath(path) == STREAM or path.is_fifo():
            name = fspath(path)
            twice += [name] if name in files else []
            units += [Unit(len(units), name, "", stream=True)] if name not in files else []
            files[name] = name
            continue
        found = list(_logs(path)) if path.is_dir() else [path]
        if not found:
            units.append(Unit(len(units), fspath(path), "", fault=Fault("A041", "folder")))
        for file in found:
            name = fspath(file)
            own = fspath(file.resolve())
            if own in files:
                twice.append(name)
                continue
            files[own] = name
            units += _units(file, len(units), part, packed_part)
    return Found(tuple(units), tuple(files.values()), tuple(dict.fromkeys(twice)))


def _logs(folder: Path) -> Iterator[Path]:
    found = (each for each in folder.rglob("*") if each.name.endswith((".jsonl", ".jsonl.zst")) and each.is_file())
    yield from sorted(found)


def _units(file: Path, number: int, part: int, packed_part: int) -> Iterator[Unit]:
    name = fspath(file)
    try:
        size = file.stat().st_size
        form = form_of(lines.pieces(file, 0, None)) if size else RECORDS
        starts = [0] if form != RECORDS else list(_starts(file, size, part, packed_part))
    except OSError as error:
        yield Unit(number, name, "", fault=Fault("A040", str(error.strerror)))
        return
    if not size:
        yield Unit(number, name, "", fault=Fault("A041", "file"))
        return
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else None
        yield Unit(number + index, name, form, start, end, first=index == 0)


def form_of(pieces: Iterable[lines.Piece]) -> str:
    """Return what a log is, by its beginning."""
    form: str | None = None
    seen = 0
    for batch in lines.batches(pieces, first=True):
        if isinstance(batch, Fault):
            break
        for line in batch.lines:
            if line is None:
                continue
            seen += len(line) + 1
            marked = MARKED.match(line)
            if marked and marked["mark"] == b">":
                return SHOWN
            if form is None and line.lstrip().startswith(b"{"):
                form = _form_of_line(line)
        if seen > LOOKED_AT:
            break
    return form or RECORDS


def _form_of_line(line: bytes) -> str | None:
    try:
        value = shape.read(line)
    except shape.Damaged:
        return None
    if shape.kind_of(value) is not None:
        return RECORDS
    return WIRE if "request" in value or "answer" in value else None


def _starts(file: Path, size: int, part: int, packed_part: int) -> Iterator[int]:
    """Yield where the units of a file begin."""
    with file.open("rb") as opened:
        if not lines.is_zstd(opened.read(4)):
            yield from range(0, max(size - part // 4, 1), part)  # no small rest
            return
        yield 0
        last, at = 0, 0
        while (end := lines.frame_end(opened, at, size)) is not None and end < size:
            at = end
            if at - last >= packed_part:
                yield at
                last = at


def batches(unit: Unit) -> Iterator[Batch | Fault]:
    """Yield the lines of a unit, and those after it. Raises OSError."""
    return lines.batches(lines.pieces(Path(unit.at or unit.file), unit.start, unit.end), unit.first)
