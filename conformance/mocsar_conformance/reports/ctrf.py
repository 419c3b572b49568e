"""JSON in the Common Test Report Format, as its public schema has it.

passed and skipped are what they say; failed is a finding; other is what is wrong and no finding: a known failure, one
that is disputed, one that rests on a reading. `rawStatus` is the verdict. Nothing is tried twice, so no test is `flaky`
as the format means it (passed after it had failed); one that is known to come and go has the tag.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from mocsar_conformance.reports.outcomes import Meaning, broken_off, conformance, headline, meaning, text
from mocsar_conformance.results import Results, chapter_of

SPECIFICATION: Final = "0.0.0"
"""Its version of the format: a working draft."""
_STATUS: Final[Mapping[Meaning, str]] = {
    "pass": "passed",
    "noted": "passed",
    "finding": "failed",
    "unexpected": "failed",
    "known": "other",
    "uncounted": "other",
    "skipped": "skipped",
}


def render(results: Results, lang: str) -> str:
    """Return the document, a JSON text."""
    run = results.run
    tests = [_test(each, results, lang) for each in results.outcomes]
    sentence = broken_off(results, lang)
    if sentence:
        tests.append({"name": "run", "status": "failed", "duration": 0, "message": sentence, "rawStatus": "broken-off"})
    document: dict[str, Any] = {
        "reportFormat": "CTRF",
        "specVersion": SPECIFICATION,
        "generatedBy": f"mocsar {run['kit']}",
        "results": {
            "tool": {"name": "mocsar", "version": str(run["kit"])},
            "summary": _summary(results, tests),
            "tests": tests,
            "environment": {
                "appName": str(run["subject"]["name"]),
                "appVersion": str(run["subject"].get("version", "")),
                "extra": {"language": str(run["subject"].get("language", ""))},
            },
            "extra": {
                "edition": run["edition"],
                "digest": run["digest"],
                "variants": list(run["variants"]),
                "conformance": conformance(results),
                "missing": dict((results.end or {}).get("missing", {})),
                "brokenOff": results.broken_off,
            },
        },
    }
    if "started" in run:
        document["timestamp"] = run["started"]
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _summary(results: Results, tests: list[dict[str, Any]]) -> dict[str, Any]:
    found = Counter(each["status"] for each in tests)
    start = round(datetime.fromisoformat(results.run["started"]).timestamp() * 1000) if "started" in results.run else 0
    seconds = results.end["seconds"] if results.end is not None else sum(each["seconds"] for each in results.outcomes)
    duration = round(seconds * 1000)
    return {
        "tests": len(tests),
        **{each: found[each] for each in ("passed", "failed", "skipped", "pending", "other")},
        "suites": len(results.settings),
        "start": start,
        "stop": start + duration,
        "duration": duration,
    }


def _test(outcome: Mapping[str, Any], results: Results, lang: str) -> dict[str, Any]:
    means, said = meaning(outcome), headline(outcome, lang)
    expectation = outcome.get("expectation")
    test: dict[str, Any] = {
        "testId": f"{outcome['id']}[{outcome['variant']}]",
        "name": f"{outcome['id']} [{outcome['variant']}]",
        "status": _STATUS[means],
        "rawStatus": outcome["verdict"],
        "duration": round(outcome["seconds"] * 1000),
        "suite": [outcome["variant"], results.chapter_title(chapter_of(outcome), lang)],
        "labels": {"variant": outcome["variant"], "chapter": chapter_of(outcome)},
        "extra": {"gates": outcome["gates"], "rules": list(outcome["rules"])},
    }
    if outcome["rules"]:
        test["labels"]["rules"] = list(outcome["rules"])
    if "file" in outcome:
        test["filePath"] = outcome["file"]
    if "title" in outcome:
        test["extra"]["title"] = outcome["title"][lang]
    if said:
        test["message"] = said
    if means not in ("pass", "skipped"):
        test["trace"] = "\n".join(text(outcome, results, lang))
        test["extra"]["meaning"] = means
        again = results.again(outcome)
        test["extra"] |= {"again": again} if again else {}
    if expectation is not None:
        test["tags"] = [expectation["kind"]]
        test["extra"]["expectation"] = dict(expectation)
    return test
