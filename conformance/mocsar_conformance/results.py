"""A stream of results, read back: what every report, comparison and matrix is made of."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import isfinite
from pathlib import Path
from typing import Any

from mocsar_conformance.failure_text import again_line, replay_line
from mocsar_conformance.records import FORMAT, KINDS, VERDICTS, read
from mocsar_conformance.text import neutralise, neutralise_lines, plain_cell, tame
from mocsar_reference.errors import Diagnostic, MocsarError, Place, fail
from mocsar_reference.paths import spec_dir

ITEMS = 5000
"""The most items that a list or object of a record may have."""
TEXT = 4000
"""Characters of a text: a command line may be long."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """What readers see of a rank (by language) or a suit."""

    symbol: Any


@dataclass(frozen=True)
class Results:
    """A stream as records: `run`, one outcome for each scenario and setting, and `end`, None where it was broken off.

    Every text in it is harmless on a terminal; the markup of a format is that format's to escape.
    """

    run: Mapping[str, Any]
    outcomes: Sequence[Mapping[str, Any]]
    end: Mapping[str, Any] | None
    name: str = "-"
    """The file, for complaints."""
    skipped: int = 0
    """How many records are left out, since this kit does not know their kind: a newer one wrote them."""

    @property
    def subject(self) -> str:
        """The subject's name and version."""
        said = self.run["subject"]
        return " ".join(str(said[each]) for each in ("name", "version") if said.get(each))

    @property
    def settings(self) -> tuple[str, ...]:
        """The settings that were tested, and those that scenarios brought with them, in short form."""
        return tuple(dict.fromkeys([*self.run["variants"], *(each["variant"] for each in self.outcomes)]))

    @property
    def broken_off(self) -> bool:
        """Whether the run did not come to its end."""
        return self.end is None or bool(self.end["interrupted"])

    @cached_property
    def words(self) -> ShownWords:
        """What readers see of cards and titles."""
        return ShownWords.of(self.run.get("shown", {}))

    @property
    def chapters(self) -> tuple[str, ...]:
        """The ids of the chapters that there are outcomes of, in the rulebook's order; others after them."""
        there = dict.fromkeys(chapter_of(each) for each in self.outcomes)
        known = self.run.get("shown", {}).get("chapters", {})
        return tuple([each for each in known if each in there] + [each for each in there if each not in known])

    def chapter_title(self, chapter: str, lang: str) -> str:
        """Return what a chapter is called."""
        words = self.run.get("shown", {}).get("chapters", {}).get(chapter, {})
        return str(words.get(lang, chapter))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many outcomes have each verdict, in the order of the verdicts."""
        counted = Counter(each["verdict"] for each in self.outcomes)
        return {each: counted[each] for each in VERDICTS if counted[each]}

    def again(self, outcome: Mapping[str, Any]) -> str:
        """Return the command line that runs one outcome again; empty where the stream does not say how."""
        again = self.run.get("again")
        if again is None:
            return ""
        return again_line(outcome["id"], outcome["variant"], again["target"], again["overlays"])

    def replay(self, outcome: Mapping[str, Any]) -> str:
        """Return the command line that prints the lines of its scenario; empty where the stream does not say how."""
        again = self.run.get("again")
        return "" if again is None else replay_line(outcome["id"], outcome["variant"], again["overlays"])


@dataclass(frozen=True)
class ShownWords:
    """What `draw` wants to know of cards, titles and other words, from a stream."""

    ranks: Mapping[str, Symbol] = field(default_factory=dict)
    suits: Mapping[str, Symbol] = field(default_factory=dict)
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    beside: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> ShownWords:
        """Return what a run's record says; nothing for an older one, so that ids are shown."""
        ranks, suits = (
            {name: Symbol(each) for name, each in shown.get(part, {}).items()} for part in ("ranks", "suits")
        )
        return cls(ranks, suits, *(shown.get(part, {}) for part in ("titles", "pictures", "phases", "beside")))


def chapter_of(outcome: Mapping[str, Any]) -> str:
    """Return the chapter of an outcome: the rulebook's, or the scenario's folder where that is not known."""
    return str(outcome.get("chapter") or outcome["id"].partition("/")[0])


def read_results(path: Path) -> Results:
    """Return what a file has; `-` is standard input. A stream that was broken off is read up to there.

    Raises MocsarError U004 where it cannot be read, U050 (with the line) where it is no stream of results.
    """
    name = str(path)
    if name == "-":
        return parse_results(sys.stdin, name)
    try:
        with path.open(encoding="utf-8", errors="backslashreplace") as stream:
            return parse_results(stream, name)
    except OSError as error:
        raise fail(
            "U004", None, f"'{neutralise(name)}' cannot be read: {error.strerror}", "name another file"
        ) from None


def parse_results(lines: Iterable[str], name: str) -> Results:
    """Return the results on some lines; `name` is what they are from. Raises MocsarError U050."""
    records: list[dict[str, Any]] = []
    number = skipped = 0
    hint = "give a file that `mocsar validate --report jsonl=FILE` wrote"

    def complain(line: int, what: str) -> MocsarError:
        return MocsarError([Diagnostic("U050", Place(name, line, 1), what, hint)])

    try:
        for number, record in enumerate(read(lines), 1):
            if record["record"] not in KINDS and number > 1:
                skipped += 1
                continue
            records.append(harmless(record))
            if (newer := newer_format(record)) is not None:
                told = f"written by a newer kit (format {newer}; this one reads {FORMAT})"
                upgrade = "upgrade: pip install --upgrade mocsar"
                raise MocsarError([Diagnostic("U050", Place(name, number, 1), told, upgrade)])
            fault = _fault(records[-1]) if record["record"] in KINDS else None
            if fault is not None:
                raise complain(number, f"this is no record of results: {fault}")
            if (record["record"] == "run") != (number == 1):
                what = (
                    "a second run begins"
                    if number > 1
                    else f"a stream begins with a run, not with: {neutralise(record['record'], 40)}"
                )
                raise complain(number, what)
            if len(records) > 1 and records[-2]["record"] == "end":
                raise complain(number, "there is more after the end")
    except ValueError as error:
        line = number + 1
        raise complain(line, str(error).replace(f"line {line} ", "this line ", 1)) from None
    if not records:
        raise complain(1, "there are no results in it")
    run, *rest = records
    end = rest.pop() if rest and rest[-1]["record"] == "end" else None
    return Results(run, rest, end, name, skipped)


def newer_format(record: Mapping[str, Any]) -> int | None:
    """Return the format of a run that only a newer kit can read; None for any other record."""
    form = record.get("format") if record.get("record") == "run" else None
    return form if isinstance(form, int) and not isinstance(form, bool) and form > FORMAT else None


def harmless(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with every text in it harmless on a terminal, and the subject's names in a spreadsheet."""
    found: dict[str, Any] = tame(record, items=ITEMS, limit=TEXT)
    subject = found.get("subject")
    if isinstance(subject, dict):
        found["subject"] = {name: plain_cell(of) if isinstance(of, str) else of for name, of in subject.items()}
    _keep_lines(_diagnosis(record), _diagnosis(found))
    return found


def _diagnosis(record: Mapping[str, Any]) -> Any:
    failure = record.get("failure")
    return failure.get("diagnosis") if isinstance(failure, dict) else None


def _keep_lines(said: Any, tamed: Any) -> None:
    """Put back the line ends of the two texts of a diagnosis that have several lines."""
    if not isinstance(said, dict) or not isinstance(tamed, dict):
        return
    for name in ("received", "stderr"):
        if isinstance(said.get(name), str):
            tamed[name] = neutralise_lines(said[name], width=TEXT)


def _fault(record: Mapping[str, Any]) -> str | None:
    """Return in words what is wrong with a record; None for a good one."""
    from fastjsonschema import JsonSchemaValueException

    try:
        _validator(record["record"])(record)
    except JsonSchemaValueException as error:
        return neutralise(error.message.removeprefix("data."))
    return None if isfinite(record.get("seconds", 0)) else "seconds must be a number"


@cache
def _validator(kind: str) -> Callable[[Any], Any]:
    import fastjsonschema

    whole = json.loads((spec_dir() / "schema" / "record.schema.json").read_bytes())
    part = {"$schema": whole["$schema"], "$defs": whole["$defs"], "$ref": f"#/$defs/{kind}"}
    compiled: Callable[[Any], Any] = fastjsonschema.compile(part, use_default=False)
    return compiled
