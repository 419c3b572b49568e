"""Test Anything Protocol, version 14: what other tools that read tests from a pipe understand.

What the subject said stands only in quoted scalars of a diagnostic block, never on a line of a test. A known failure,
and what is wrong without counting, is `not ok … # TODO`, which a harness takes for no failure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mocsar_conformance.reports.outcomes import broken_off, headline, meaning, text
from mocsar_conformance.results import Results, chapter_of


def render(results: Results, lang: str) -> str:
    """Return the report. One that was broken off ends in `Bail out!`."""
    return "".join(f"{each}\n" for each in _lines(results, lang))


def _lines(results: Results, lang: str) -> Iterator[str]:
    sentence = broken_off(results, lang)
    planned = results.run.get("scenarios", 0) if sentence else 0
    yield "TAP version 14"
    yield f"1..{max(planned, len(results.outcomes))}"
    yield f"# mocsar {results.run['kit']}, {results.run['edition']}, {_one_line(results.subject)}"
    for number, outcome in enumerate(results.outcomes, 1):
        yield from _test(number, outcome, results, lang)
    if sentence:
        yield f"Bail out! {sentence}"


def _test(number: int, outcome: Mapping[str, Any], results: Results, lang: str) -> Iterator[str]:
    means = meaning(outcome)
    name = escaped(f"{outcome['id']} [{outcome['variant']}]")
    good = means in ("pass", "noted", "skipped")
    yield f"{'ok' if good else 'not ok'} {number} - {name}{_directive(outcome, lang)}"
    if means in ("pass", "skipped"):
        return
    fields = {
        "message": headline(outcome, lang),
        "severity": {"noted": "comment", "known": "todo", "uncounted": "todo"}.get(means, "fail"),
        "verdict": "unexpected-pass" if means == "unexpected" else outcome["verdict"],
        "chapter": chapter_of(outcome),
        "file": outcome.get("file"),
        "again": results.again(outcome),
    }
    yield "  ---"
    for key, value in fields.items():
        if value:
            yield f"  {key}: {_scalar(value)}"
    yield "  text:"
    for line in text(outcome, results, lang):
        yield f"    - {_scalar(line)}"
    yield "  ..."


def _directive(outcome: Mapping[str, Any], lang: str) -> str:
    """Return what stands behind a test's name; the subject's own words never do."""
    means = meaning(outcome)
    if means == "skipped":
        return f" # SKIP {_one_line(headline(outcome, lang))}".rstrip()
    if means == "known":
        expectation = outcome["expectation"]
        why = " ".join(str(expectation[each]) for each in ("reason", "link") if expectation.get(each))
        return f" # TODO {_one_line(why)}".rstrip()
    if means == "uncounted":
        return f" # TODO {_one_line(outcome.get('disputed') or outcome['verdict'])}"
    return ""


def escaped(name: str) -> str:
    """Return a test's name such that nothing in it begins a directive.

    Version 14 has `\\#` for that, but readers of version 13 do not know it: a wide number sign is none for either.
    """
    return _one_line(name).replace("\\", "\\\\").replace("#", "＃")


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _scalar(value: str) -> str:
    """Return a text as YAML's double-quoted scalar, which JSON's string is."""
    return json.dumps(value, ensure_ascii=False)
