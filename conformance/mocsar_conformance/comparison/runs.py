"""In what two runs differ as runs: subject, edition, kit, settings, how far each got and what each amounts to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.comparison.names import Names
from mocsar_conformance.reports.outcomes import conformance
from mocsar_conformance.results import Results


@dataclass(frozen=True, slots=True)
class RunDifference:
    """One thing in which two runs differ; None where one does not say it. A list is one of names without an order."""

    what: str
    """A key of the words, or `conformance`."""
    old: Any
    new: Any
    variant: str | None = None
    """Of a conformance: the setting."""


def run_differences(old: Results, new: Results, names: Names) -> Iterator[RunDifference]:
    """Yield in what two runs differ, but for when they were."""
    before, after = _facts(old), _facts(new)
    for what in {**before, **after}:
        if before.get(what) != after.get(what):
            yield RunDifference(what, before.get(what), after.get(what))
    was, now = ({names.setting(name): said for name, said in conformance(each).items()} for each in (old, new))
    for name in {**was, **now}:
        if was.get(name) != now.get(name):
            yield RunDifference("conformance", was.get(name), now.get(name), name)


def _facts(results: Results) -> dict[str, Any]:
    run: Mapping[str, Any] = results.run
    subject: Mapping[str, Any] = run["subject"]
    facts = {
        "subject": subject["name"],
        "version": subject.get("version") or None,
        "language": subject.get("language") or None,
        "implements": subject.get("edition"),
        "protocol": subject.get("protocol"),
        "plays": sorted(_plays(subject)),
        "capabilities": sorted(subject.get("capabilities", ())),
        "edition": run["edition"],
        "rulebook": run["digest"][:12],
        "overlays": sorted((run.get("again") or {}).get("overlays", ())),
        "kit": run["kit"],
        "variants": sorted(run["variants"]),
        "broken-off": results.broken_off,
    }
    return {name: each for name, each in facts.items() if each is not None}


def _plays(subject: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a subject says that it plays: each variant, and each value that it states."""
    for each in subject["plays"]:
        yield str(each["variant"])
        for toggle, value in each.get("toggles", {}).items():
            written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{each['variant']}: {toggle}={written}"
