"""Judges one unit of a log, or standard input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from mocsar_conformance.audit import lines, shape, units
from mocsar_conformance.audit.games import Games
from mocsar_conformance.audit.lines import Batch, Fault
from mocsar_conformance.audit.records import Records
from mocsar_conformance.audit.tally import Finding, Tally
from mocsar_conformance.audit.units import RECORDS, Unit
from mocsar_conformance.audit.wire import Wire
from mocsar_conformance.release import kit_version
from mocsar_conformance.text import neutralise
from mocsar_reference import load_rulebook

if TYPE_CHECKING:
    from mocsar_reference import Rulebook


@dataclass(frozen=True, slots=True)
class Order:
    """How units are judged, the same for all of them, wherever they are: overlays, what settings-less matches are,
    how many cases are kept in full, and which rulebook and kit it has to be."""

    overlays: tuple[str, ...]
    usual: str | None
    most: int
    digest: str
    kit: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a unit. `problem`: why it could not be judged there at all (another kit or rulebook), for people."""

    number: int
    file: str
    tally: Tally
    problem: str = ""


class Interrupted(KeyboardInterrupt):
    """The user broke off in the middle of a unit. `judged` is what had come of it."""

    def __init__(self, judged: Judged) -> None:
        super().__init__()
        self.judged = judged


def order_of(book: Rulebook, overlays: Iterable[Path], usual: str | None, most: int) -> Order:
    """Return the order by which everybody judges as this process does."""
    folders = tuple(os.fspath(each.resolve()) for each in overlays)
    return Order(folders, usual, most, book.contents.digest, kit_version())


def judge_unit(order: Order, unit: Unit) -> Judged:
    """Judge a unit. Never raises for what a log is like; Interrupted where the user breaks off."""
    if order.kit != kit_version():
        return Judged(unit.number, unit.file, Tally(0), f"kit {kit_version()}, not {order.kit}")
    games = _games(order.overlays)
    if games.book.contents.digest != order.digest:
        return Judged(unit.number, unit.file, Tally(0), "another rulebook")
    tally = Tally(order.most)
    if unit.fault is not None:
        _fault(tally, unit.file, unit.fault, 0)
        return Judged(unit.number, unit.file, tally)
    try:
        _judge(unit.file, unit.form, unit.first, units.batches(unit), games, tally, order)
    except OSError as error:
        _fault(tally, unit.file, Fault("A040", str(error.strerror)), 0)
    except KeyboardInterrupt:
        raise Interrupted(Judged(unit.number, unit.file, tally)) from None
    return Judged(unit.number, unit.file, tally)


def judge_stream(order: Order, unit: Unit, stream: IO[bytes]) -> Judged:
    """Judge all that comes from a stream. Raises Interrupted where the user breaks off."""
    tally = Tally(order.most)
    given = lines.stream_pieces(stream)
    head: list[Any] = []
    seen = 0
    for piece in given:
        head.append(piece)
        seen += len(piece) if isinstance(piece, bytes) else 0
        if seen > units.LOOKED_AT:
            break
    if not seen:
        _fault(tally, unit.file, Fault("A041", "file"), 0)
    form = units.form_of(iter(head))
    batches = lines.batches(chain(head, given), first=True)
    try:
        _judge(unit.file, form, True, batches, _games(order.overlays), tally, order)
    except KeyboardInterrupt:
        raise Interrupted(Judged(unit.number, unit.file, tally)) from None
    return Judged(unit.number, unit.file, tally)


def keep_games(order: Order, book: Rulebook) -> None:
    """Let this process judge by a rulebook that it has loaded already."""
    _games.cache_clear()
    _LOADED[order.overlays] = book


_LOADED: dict[tuple[str, ...], Rulebook] = {}


@lru_cache(maxsize=2)
def _games(overlays: tuple[str, ...]) -> Games:
    """Return the games of a rulebook, for all units that this process judges."""
    return Games(_LOADED.get(overlays) or load_rulebook(None, [Path(each) for each in overlays]))


def _judge(
    file: str, form: str, first: bool, given: Iterator[Batch | Fault], games: Games, tally: Tally, order: Order
) -> None:
    shown = neutralise(file, 300)
    judge: Records | Wire
    judge = Records(games, tally, shown, order.usual) if form == RECORDS else Wire(games, tally, shown, form)
    try:
        _feed(judge, given, seeking=not first)
    except KeyboardInterrupt:
        judge.stop()
        raise
    finally:
        tally.lines = judge.line
    judge.finish()


def _feed(judge: Records | Wire, given: Iterator[Batch | Fault], seeking: bool) -> None:
    """Give lines to a judge: those from the first match that begins in the unit, to the first that begins after it."""
    for batch in given:
        if isinstance(batch, Fault):
            judge.fault(batch)
            continue
        if seeking:
            begins = next((at for at, line in enumerate(batch.lines) if shape.is_head(line)), None)
            if not batch.own:
                return
            if begins is None:
                continue
            seeking = False
            batch = Batch(batch.lines[begins:], True)
        if not judge.take(batch.lines, batch.own):
            return


def _fault(tally: Tally, file: str, fault: Fault, line: int) -> None:
    shown = neutralise(file, 300)
    tally.note(fault.code, "", lambda: Finding(fault.code, "", shown, line, what=fault.what))
