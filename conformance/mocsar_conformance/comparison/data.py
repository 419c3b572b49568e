"""A comparison as JSON, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mocsar_conformance.comparison.changes import Change
from mocsar_conformance.comparison.whole import Comparison
from mocsar_conformance.results import Results


def data(comparison: Comparison, lang: str, allow_new: bool = False) -> dict[str, Any]:
    """Return all of a comparison; `breaks` has how many changes make the exit code 1."""
    return {
        "old": _run(comparison.old),
        "new": _run(comparison.new),
        "warnings": [{"code": each.code, "text": each.text(lang)} for each in comparison.warnings],
        "runs": [
            {"what": each.what}
            | ({} if each.variant is None else {"variant": each.variant})
            | {"old": each.old, "new": each.new}
            for each in comparison.runs
        ],
        "counts": dict(comparison.counts),
        "same": comparison.same,
        "breaks": len(comparison.broke(allow_new)),
        "changes": [_change(each) for each in comparison.changes],
    }


def _run(results: Results) -> dict[str, Any]:
    run = results.run
    return {
        "file": results.name,
        "subject": run["subject"]["name"],
        "version": run["subject"].get("version", ""),
        "edition": run["edition"],
        "kit": run["kit"],
        "started": run.get("started"),
        "broken_off": results.broken_off,
    }


def _change(change: Change) -> dict[str, Any]:
    found: dict[str, Any] = {
        "kind": change.kind,
        "id": change.id,
        "variant": change.variant,
        "breaks": change.breaks,
        "old": _outcome(change.old),
        "new": _outcome(change.new),
    }
    if change.was:
        found["was"] = {"id": change.was[0], "variant": change.was[1]}
    return found | ({"gone": dict(change.gone)} if change.gone else {})


def _outcome(outcome: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return what tells two outcomes apart, without the requests and the views."""
    if outcome is None:
        return None
    found = {name: outcome[name] for name in ("verdict", "gates", "what", "expectation") if name in outcome}
    failure = outcome.get("failure")
    if failure is not None:
        parts = ("where", "step", "text", "differences", "diagnosis")
        found["failure"] = {name: failure[name] for name in parts if failure.get(name) is not None}
    return found
