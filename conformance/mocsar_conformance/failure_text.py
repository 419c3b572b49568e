"""What every report says of a failure, made of its record alone: where, what was said, what differs, how to rerun it.

A record is that of a scenario, as a stream of results has it; nothing in it is trusted to be harmless.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.labels import label
from mocsar_conformance.messages import encode, hello_request
from mocsar_conformance.text import neutralise, tame


@dataclass(frozen=True, slots=True)
class DifferenceText:
    """One difference in words. `reason` is the sentence of the reason that was expected, empty where it is none."""

    path: str
    expected: str
    got: str
    reason: str


def place(failure: Mapping[str, Any], lang: str) -> str:
    """Return the part of the scenario in which it failed."""
    text = str(failure.get("text", ""))
    if failure["where"] == "given":
        return label("given", lang)
    if failure["where"] == "then":
        return label("then", lang, text=text)
    return label("step", lang, number=(failure["step"] or 0) + 1, text=text)


def said(failure: Mapping[str, Any], lang: str) -> str:
    """Return what the subject answered, in a word or two."""
    got = failure["got"]
    if got is None:
        return label("wrong-kind", lang)
    reason = got.get("reason")
    return f"{neutralise(str(got.get('answer')), 80)}{f' ({neutralise(str(reason), 80)})' if reason else ''}"


def differences(failure: Mapping[str, Any], lang: str) -> Iterator[DifferenceText]:
    """Yield in words in what the answer differs from the rulebook's."""
    for each in failure["differences"]:
        wanted, got = (_value(each, part, lang) for part in ("expected", "got"))
        reason = failure.get("reasons", {}).get(each.get("expected")) if each["path"] == "reason" else None
        sentence = f"{each['expected']}: {reason[lang]}" if reason else ""
        yield DifferenceText(neutralise(each["path"], 120), wanted, got, sentence)


def summary(failure: Mapping[str, Any], lang: str) -> str:
    """Return what is wrong in one line: the diagnosis, or the first difference."""
    diagnosis = failure.get("diagnosis")
    if diagnosis:
        return f"{diagnosis['code']} {diagnosis['message']}"
    first = next(differences(failure, lang), None)
    if first is None:
        return said(failure, lang)
    return f"{first.path}: {label('expected', lang)} {first.expected}, {label('got', lang)} {first.got}"


def as_if(failure: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield sentences on a difference that rests on a reading: as which values it would be right, and what to state."""
    ways = failure.get("as_if", ())
    if not ways:
        return
    texts = [", ".join(f"{name} = {_written(value)}" for name, value in each.items()) for each in ways]
    yield label("as-if", lang, values=label("or", lang).join(texts))
    starts = (each.get("toggles", {}) for each in failure.get("requests", ()) if each.get("request") == "start")
    here: Mapping[str, Any] = next(starts, {})
    readings = dict.fromkeys(next(iter(each)) for each in ways)
    values = ", ".join(f"{name} = {_written(here[name])}" for name in readings if name in here)
    if values:
        yield label("reading-rests", lang, values=values)


def again_line(scenario: str, variant: str, target: Sequence[str], overlays: Sequence[str] = ()) -> str:
    """Return the command line that runs one scenario in one setting again; `target` names the subject on it."""
    laid = [word for folder in overlays for word in ("--rulebook", folder)]
    words = ["mocsar", "validate", *laid, "--only", scenario, "--variant", variant, "--show-wire", *target]
    return neutralise(shlex.join(words), 4000)


def replay_line(scenario: str, variant: str, overlays: Sequence[str] = ()) -> str:
    """Return the command line that prints the lines of a scenario, to be fed to a subject by hand."""
    laid = [word for folder in overlays for word in ("--rulebook", folder)]
    return neutralise(shlex.join(["mocsar", "replay", *laid, scenario, "--variant", variant]), 4000)


def replayed(failure: Mapping[str, Any]) -> bool:
    """Tell whether `mocsar replay` prints the lines that led to a failure.

    It does not where something was tried out that the scenario does not do, nor where the kit had to stack a pack.
    """
    packs = any("pack" in each for each in failure.get("requests", ()))
    return failure.get("done") == failure.get("text") and not packs


def by_hand(requests: Sequence[Mapping[str, Any]], lang: str, edition: str) -> Iterator[str]:
    """Yield the lines that bring a subject to the same request, `hello` first."""
    for number, message in enumerate([hello_request(lang, edition), *requests], 1):
        yield encode(message, number).decode().rstrip("\n")


def _value(difference: Mapping[str, Any], part: str, lang: str) -> str:
    if part not in difference:
        return label("nothing", lang)
    return json.dumps(tame(difference[part]), ensure_ascii=False)


def _written(value: Any) -> str:
    """Return a toggle's value as short forms have it."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)
