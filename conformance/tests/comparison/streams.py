"""Small streams of results, made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mocsar_conformance.records import Difference, Failure, Outcome, Run, Shown, summed
from mocsar_conformance.results import Results, harmless
from mocsar_conformance.subjects import Hello, Plays
from mocsar_conformance.subjects.base import Diagnosis

SHOWN = Shown(
    {},
    {},
    {},
    {
        "cards": {"en": "The cards", "hu": "A lapok"},
        "trick": {"en": "The trick", "hu": "Az ütés"},
    },
)
ACT = {"request": "act", "player": "Bea", "action": {"do": "play", "cards": ["J"]}}
WRONG = ("fail", "error", "timeout", "crash")


def failure(step: int = 0, path: str = "answer", code: str | None = None, got: Any = "accepted") -> Failure:
    """Return that something went wrong at a step."""
    differences = [] if code else [Difference(path, "refused", got)]
    diagnosis = Diagnosis(code, "it ended", "look") if code else None
    return Failure("steps", step, ACT, {"answer": "refused"}, None, differences, ["a.b"], diagnosis)


def outcome(name: str, verdict: Any = "pass", variant: str = "kollar", **more: Any) -> dict[str, Any]:
    """Return a record of a scenario; one that went wrong has a failure unless another is given."""
    expectation = more.pop("expectation", None)
    if verdict in (*WRONG, "reason-differs", "reading-differs"):
        more.setdefault("failure", failure(path="reason" if verdict == "reason-differs" else "answer"))
    made = Outcome(name, variant, verdict, ["a.b"], chapter=name.partition("/")[0], **more)
    return made.to_json() | ({"expectation": expectation} if expectation else {})


def run(name: str = "mine", version: str = "1", edition: str = "2026-12", **more: Any) -> dict[str, Any]:
    """Return a run's record."""
    variants = more.pop("variants", ["kollar"])
    hello = Hello(
        1,
        name,
        tuple(Plays(each) for each in variants),
        version=version,
        capabilities=frozenset(more.pop("capabilities", ["hands"])),
    )
    words: dict[str, Any] = {"kit": "0.1.0", "digest": "0" * 64, "reached": "node a.js", "shown": SHOWN} | more
    started = words.pop("started", "2026-12-01T08:00:00Z")
    return Run(edition=edition, subject=hello, variants=variants, **words).to_json() | {"started": started}


def stream(*outcomes: Mapping[str, Any], broken_off: bool = False, file: str = "r.jsonl", **more: Any) -> Results:
    """Return the results of a run with these outcomes."""
    first = run(**more)
    end = None if broken_off else _end(outcomes, first["variants"])
    return Results(harmless(first), [harmless(each) for each in outcomes], end, file)


def _end(outcomes: Sequence[Mapping[str, Any]], variants: Sequence[str]) -> dict[str, Any]:
    made = [
        Outcome(each["id"], each["variant"], each["verdict"], gates=each["gates"], what=each.get("what"))
        for each in outcomes
    ]
    return harmless(summed(made, variants, 1.0).to_json())


def written(results: Results, path: Path) -> Path:
    """Write a stream as `mocsar validate --report` does, and return the file."""
    there = [results.run, *results.outcomes, *([results.end] if results.end else [])]
    path.write_text("".join(json.dumps(each) + "\n" for each in there), encoding="ascii")
    return path
