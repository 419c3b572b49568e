"""Reads logs as lines, whatever they are like: plain or zstd, broken off, with lines that never end.

Nothing is held but a piece of a file at a time; a compressed file is fed to the decompressor in such small pieces that
even one that blows up without end stays small.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

PIECE = 1 << 18
"""Bytes of text that are taken at a time."""
FED = 1 << 10
"""Bytes that the decompressor gets at a time: of the most hostile file they become some thirty million."""
LONGEST = 1 << 20
"""Bytes of a line, as in the protocol. A longer one is left out."""
MAGIC = b"\x28\xb5\x2f\xfd"
BOM = b"\xef\xbb\xbf"
_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_HEADER_AT_MOST = 18


@dataclass(frozen=True, slots=True)
class Fault:
    """Something between the lines is wrong with a file. `code` is one of `AUDIT_CODES`; `what` says more, harmless."""

    code: str
    what: str = ""


class _End:
    """The end of the part of a file that was asked for; more may come after it."""


END = _End()
Piece = bytes | Fault | _End
Lines = list[bytes | None]
"""Lines without their ends; None stands for one that is too long."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines that follow each other. `own`: they begin in the part of the file that was asked for."""

    lines: Lines
    own: bool


# ---- pieces of text --------------------------------------------------------------------------------------------------


def pieces(path: Path, start: int, end: int | None) -> Iterator[Piece]:
    """Yield the text of a file from byte `start`, END at byte `end`, and then the text after it.

    In a compressed file both are where a frame begins. Faults come in between; the rest of what can be read follows.
    """
    with path.open("rb") as file:
        if is_zstd(file.read(4)):
            yield from _frames(file, start, end)
            return
        file.seek(start)
        at = start
        while piece := file.read(PIECE if end is None or at >= end else min(PIECE, end - at)):
            at += len(piece)
            yield piece
            if at == end:
                yield END


def stream_pieces(stream: IO[bytes]) -> Iterator[Piece]:
    """Yield the text of a stream that cannot be gone back in."""
    first = stream.read(4)
    while len(first) < 4 and (more := stream.read(4 - len(first))):
        first += more
    if is_zstd(first):
        yield from _unpacked(_fed(stream, first))
        return
    yield first
    while piece := stream.read(PIECE):
        yield piece


def is_zstd(first: bytes) -> bool:
    """Tell whether the first four bytes of a file are those of zstd."""
    return first == MAGIC or (len(first) == 4 and struct.unpack("<I", first)[0] in _SKIPPABLE)


def frame_end(file: IO[bytes], start: int, size: int) -> int | None:
    """Return where the frame ends that begins at a byte of a compressed file; None where it is no whole frame."""
    import zstandard

    file.seek(start)
    head = file.read(_HEADER_AT_MOST)
    if len(head) >= 8 and struct.unpack("<I", head[:4])[0] in _SKIPPABLE:
        end = start + 8 + int(struct.unpack("<I", head[4:8])[0])
        return end if end <= size else None
    try:
        at = start + zstandard.frame_header_size(head)
        checked = zstandard.get_frame_parameters(head).has_checksum
    except zstandard.ZstdError:
        return None
    while True:
        file.seek(at)
        block = file.read(3)
        if len(block) < 3:
            return None
        value = int.from_bytes(block, "little")
        last, kind, length = value & 1, value >> 1 & 3, value >> 3
        at += 3 + (1 if kind == 1 else length)
        if kind == 3 or at > size:
            return None
        if last:
            at += 4 if checked else 0
            return at if at <= size else None


def _frames(file: IO[bytes], start: int, end: int | None) -> Iterator[Piece]:
    """Yield the text of frames; one that is broken is left where it breaks, and the next one follows."""
    size = file.seek(0, 2)
    at = start
    while at < size:
        until = frame_end(file, at, size)
        file.seek(at)
        yield from _unpacked(_limited(file, (size if until is None else until) - at))
        if until is None:
            return
        at = until
        if at == end:
            yield END


def _limited(file: IO[bytes], number: int) -> Iterator[bytes]:
    while number and (piece := file.read(min(PIECE, number))):
        number -= len(piece)
        yield piece


def _fed(stream: IO[bytes], first: bytes) -> Iterator[bytes]:
    yield first
    while piece := stream.read(PIECE):
        yield piece


def _unpacked(packed: Iterable[bytes]) -> Iterator[Piece]:
    import zstandard

    unpacker: Any = None
    gathered: list[bytes] = []
    held = 0
    fault: Fault | None = None
    try:
        for piece in packed:
            for at in range(0, len(piece), FED):
                rest = piece[at : at + FED]
                while rest:
                    unpacker = unpacker or zstandard.ZstdDecompressor().decompressobj()
                    text = unpacker.decompress(rest)
                    rest = b""
                    if unpacker.eof:
                        rest, unpacker = unpacker.unused_data, None
                    if text:
                        gathered.append(text)
                        held += len(text)
                    if held >= PIECE:
                        yield b"".join(gathered)
                        gathered, held = [], 0
        if unpacker is not None:
            fault = Fault("A042", "breaks-off")
    except zstandard.ZstdError:
        fault = Fault("A042", "broken")
    if gathered:
        yield b"".join(gathered)
    if fault is not None:
        yield fault


# ---- lines -----------------------------------------------------------------------------------------------------------


def batches(given: Iterable[Piece], first: bool) -> Iterator[Batch | Fault]:
    """Yield the lines of pieces of text. A line belongs to the part in which the end of the line before it lies.

    `first`: the pieces begin where the file does, and so does a line; else the first line is left out.
    """
    tail: list[bytes] = []  # of a line whose end has not come
    held = 0
    begun = first  # an end of a line has been seen in this part
    skipping = not first
    overlong = False
    own = True
    carried = False  # the line under way has begun in this part, which is over
    start = first
    for piece in given:
        if isinstance(piece, _End):
            own, carried = False, begun
            continue
        if isinstance(piece, Fault):
            # what follows does not continue the line under way
            if tail or overlong:
                yield Batch([None if overlong else b"".join(tail)], own or carried)
                tail, held, overlong = [], 0, False
            if not own:
                return  # it is found where the next part is read
            yield piece
            skipping = False
            continue
        if start:
            piece = piece.removeprefix(BOM)
            start = False
        head, newline, rest = piece.partition(b"\n")
        if not newline:
            if held + len(head) > LONGEST:
                tail, overlong = [], True
            elif not overlong:
                tail.append(head)
            held += len(head)
            continue
        if skipping:
            skipping = False
        else:
            too_long = overlong or held + len(head) > LONGEST
            yield Batch([None if too_long else b"".join([*tail, head])], own or carried)
        carried = False
        begun = begun or own
        lines: Lines = [*rest.split(b"\n")]
        last = lines.pop() or b""
        if len(piece) > LONGEST:  # only what is decompressed comes in so large a piece
            lines = [None if line is not None and len(line) > LONGEST else line for line in lines]
        if lines:
            yield Batch(lines, own)
        overlong = len(last) > LONGEST
        tail, held = [b"" if overlong else last], len(last)
    if (held or overlong) and not skipping:
        yield Batch([None if overlong else b"".join(tail)], own or carried)
