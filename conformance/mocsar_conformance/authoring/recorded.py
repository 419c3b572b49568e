"""Reads what is left of a match: a game's record, or a log of the protocol's lines, as a plan to be played again.

A record has the lines of `spec/schema/game-record.schema.json`, as `mocsar play --auto` prints them. A log has requests
and maybe answers, one a line, bare or with `>` and `<` before them, as `mocsar replay` and `--show-wire` print them.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8 as BOM
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan, Step
from mocsar_conformance.match.record import FORMAT, newer_format
from mocsar_conformance.messages import MessageError, parse, validate_request
from mocsar_conformance.starting import known_toggles
from mocsar_reference import Action, Diagnostic, MocsarError, Place, Rulebook, Setting
from mocsar_reference.resolve.setting import written

_MARKED = re.compile(rb"^(?P<whose>\[[0-9]+\])?\s*(?P<mark>[<>])\s+(?P<object>\{.*)$")
_RECORD = ("record", "deal", "p", "over")
_OUTER = ("hello", "bye", "view")
"""Requests that are no part of what happened."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match that was read. `lines` are the numbers of the lines of the first deal and of each step.

    `answers` has, by the number of the step from 0, what the record or log says became of it: "accepted" or "refused".
    """

    setting: Setting
    plan: Plan
    lines: tuple[int, ...]
    answers: Mapping[int, str]
    edition: str | None = None
    """The edition of the rulebook that it says it was played by."""


def read_recorded(data: bytes, name: str, book: Rulebook, which: int | None = None) -> Recorded:
    """Return the match in a record or a log; `name` is the file's, for complaints, `which` the match, from 1.

    Without `which` there must be just one. Raises MocsarError with the place: P030 to P035, P050 and P051 of a line by
    itself, U033 to U036 of what the lines come to, and R codes for the setting.
    """
    return _Reader(data, name, book).read(which)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    value: Mapping[str, Any]


class _Reader:
    def __init__(self, data: bytes, name: str, book: Rulebook) -> None:
        self.name = name
        self.book = book
        self.lines = list(self.parsed(data))

    def fail(self, code: str, line: int, message: str, hint: str = "") -> MocsarError:
        return MocsarError([Diagnostic(code, Place(self.name, line, 1), message, hint)])

    def parsed(self, data: bytes) -> Iterator[_Line]:
        """Yield the objects on the lines; of lines with marks only those, as others are of the command itself.

        Conversations side by side (`[1] >`, `[2] >`) come one after the other.
        """
        lines = [(number, line) for number, line in enumerate(data.removeprefix(BOM).splitlines(), 1) if line.strip()]
        marked = [(number, match) for number, line in lines if (match := _MARKED.match(line))]
        if any(match["mark"] == b">" for _, match in marked):
            marked.sort(key=lambda each: each[1]["whose"] or b"")
            wanted = [(number, match["object"]) for number, match in marked]
        else:  # `mocsar replay --answers`: bare requests, answers with a mark
            wanted = [(number, match["object"] if (match := _MARKED.match(line)) else line) for number, line in lines]
        for number, line in wanted:
            try:
                yield _Line(number, parse(line, "the record"))
            except MessageError as error:
                raise self.fail(error.code, number, error.message, "each line is one JSON object, whole") from None

    def read(self, which: int | None) -> Recorded:
        if not self.lines:
            raise self.fail("U033", 1, "there is nothing in it", _hint())
        first = self.lines[0]
        is_record = any(key in first.value for key in _RECORD)
        if not is_record and not {"request", "answer"} & first.value.keys():
            raise self.fail("U033", first.number, "this is no line of a record, nor of the protocol", _hint())
        begins = "record" if is_record else "start"
        matches: list[list[_Line]] = []
        for line in self.lines:
            if (line.value.get("request") if begins == "start" else "record" in line.value and "record") == begins:
                matches.append([])
            if matches:
                matches[-1].append(line)
            elif is_record:
                hint = 'the first line is {"record":"match","format":1,"setting":…,"players":[…]}'
                raise self.fail("U034", line.number, "the record does not begin with what is played", hint)
        if not matches:
            raise self.fail("U036", first.number, "no match begins here", "a match begins with a request 'start'")
        if which is None and len(matches) > 1:
            begin = ", ".join(str(each[0].number) for each in matches[:8])
            hint = f"choose one with --match 1 to {len(matches)}; they begin on the lines {begin}"
            raise self.fail("U036", matches[1][0].number, f"there are {len(matches)} matches", hint)
        if which is not None and which > len(matches):
            raise self.fail("U036", matches[-1][0].number, f"there is no match {which}", f"there are {len(matches)}")
        chosen = matches[(which or 1) - 1]
        return self.record(chosen) if is_record else self.log(chosen)

    # ---- a game's record ---------------------------------------------------------------------------------------------

    def record(self, lines: Sequence[_Line]) -> Recorded:
        for line in lines:
            self.check(line)
        head, *rest = lines
        if not rest or "deal" not in rest[0].value:
            raise self.fail("U034", (rest or lines)[0].number, "no deal follows the first line", 'a line {"deal":1,…}')
        setting = self.setting(head, str(head.value["setting"]))
        steps: list[Step] = []
        for line in rest[1:]:
            if "deal" in line.value:
                steps.append(Next(_dealing(line.value)))
            elif "p" in line.value:
                steps.append(Act(line.value["p"], Action.from_json(line.value)))
        numbers = [line.number for line in rest if "over" not in line.value]
        plan = Plan(setting.short, tuple(head.value["players"]), (), _dealing(rest[0].value), tuple(steps))
        answers = {index: "accepted" for index, step in enumerate(steps) if isinstance(step, Act)}
        return Recorded(setting, plan, tuple(numbers), answers, head.value.get("edition"))

    def check(self, line: _Line) -> None:
        """Hold a line against the schema of records. Raises MocsarError U033."""
        from jsonschema.exceptions import best_match

        kind = next((key for key in _RECORD if key in line.value), None)
        newer = newer_format(line.value) if kind == "record" else None
        if newer is not None:
            told = f"the record is written by a newer kit (format {newer}; this one reads {FORMAT})"
            raise self.fail("A051", line.number, told, "upgrade: pip install --upgrade mocsar")
        if kind is None:
            raise self.fail("U033", line.number, "this is no line of a record", _hint())
        error = best_match(_checker(kind).iter_errors(line.value))
        if error is not None:
            where = ".".join(map(str, error.absolute_path))
            raise self.fail("U033", line.number, f"{f'{where}: ' if where else ''}{error.message}", _hint())

    # ---- a log of the protocol ---------------------------------------------------------------------------------------

    def log(self, lines: Sequence[_Line]) -> Recorded:
        start = lines[0]
        first, steps, numbers, answers = self.dealt(start), list[Step](), [start.number], dict[int, str]()
        before: Mapping[str, Any] = {}
        for line in lines:
            value = line.value
            if "answer" in value:
                if before.get("request") == "act" and value["answer"] in ("accepted", "refused"):
                    answers[len(steps) - 1] = value["answer"]
                continue
            try:
                validate_request({"id": 1, **value})
            except MessageError as error:
                raise self.fail(error.code, line.number, error.message, error.hint or _hint()) from None
            kind = value["request"]
            asked = {key: each for key, each in value.items() if key != "id"}
            again = kind == "act" and asked == before and answers.get(len(steps) - 1) == "refused"
            before = asked
            if again or kind in _OUTER or line is start:  # the kit tries what was refused once more
                continue
            numbers.append(line.number)
            if kind == "act":
                steps.append(Act(value["player"], Action.from_json(value["action"])))
            elif kind == "legal":
                steps.append(Ask(value["player"]))
            else:
                steps.append(Next(self.dealt(line)))
        setting = self.setting(start, str(start.value["variant"]), known_toggles(start.value, self.book.contents))
        standing = tuple(start.value.get("standing", ()))
        plan = Plan(setting.short, tuple(start.value["players"]), standing, first, tuple(steps))
        return Recorded(setting, plan, tuple(numbers), answers)

    def dealt(self, line: _Line) -> Dealing:
        if not {"hands", "pack"} & line.value.keys():
            hint = "a scenario needs the cards: a log of what the kit dealt has 'hands' or 'pack'"
            raise self.fail("U034", line.number, "the deal does not say which cards are dealt", hint)
        return _dealing(line.value)

    # ---- what is played ----------------------------------------------------------------------------------------------

    def setting(self, line: _Line, text: str, toggles: Mapping[str, Any] | None = None) -> Setting:
        """Return the setting that a line names. Raises MocsarError U035 and R codes, with the line's place."""
        known = self.book.contents.toggles
        strange = next((name for name in toggles or () if name not in known), None)
        if strange is not None:
            hint = "name the rulebook that the match was played by with --rulebook"
            raise self.fail("U035", line.number, f"there is no toggle '{strange}'", hint)
        values = {name: tuple(each) if isinstance(each, list) else each for name, each in (toggles or {}).items()}
        inside = ", ".join(f"{name}={written(each)}" for name, each in values.items())
        try:
            return self.book.setting(f"{text}({inside})" if inside else text)
        except MocsarError as error:
            each = error.diagnostics[0]
            hint = each.hint or "name the rulebook that the match was played by with --rulebook"
            raise self.fail(each.code, line.number, each.message, hint) from None


def cut(recorded: Recorded, last: int) -> Recorded:
    """Return a match up to a step, from 1."""
    return replace(recorded, plan=recorded.plan.cut(last), lines=recorded.lines[: last + 1])


def _dealing(value: Mapping[str, Any]) -> Dealing:
    hands = {name: tuple(cards) for name, cards in value["hands"].items()} if "hands" in value else None
    pack = tuple(value["pack"]) if hands is None else None
    return Dealing(hands, pack, dict(value.get("chance", {})))


@cache
def _checker(kind: str) -> Any:
    from jsonschema import Draft202012Validator

    from mocsar_reference.paths import spec_dir

    schema = json.loads((spec_dir() / "schema" / "game-record.schema.json").read_text("utf-8"))
    part = {"record": "match", "deal": "deal", "p": "action", "over": "over"}[kind]
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"})


def _hint() -> str:
    return "wanted is what `mocsar play --auto` prints, or `mocsar replay`, or `mocsar validate --show-wire`"
