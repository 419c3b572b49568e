"""Annotations as a job on GitHub prints them: `::error file=…,title=…::message`.

As many of each kind as GitHub shows for a step, the rest counted in one notice. No line begins with words from outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from mocsar_conformance.failure_text import place
from mocsar_conformance.reports.outcomes import Meaning, broken_off, headline, meaning
from mocsar_conformance.reports.words import word
from mocsar_conformance.results import Results

Kind = Literal["error", "warning", "notice"]
MOST: Final = 10
"""Of each kind, for one step of a job; GitHub leaves out what is more."""
_KIND: Final[Mapping[Meaning, Kind]] = {
    "finding": "error",
    "unexpected": "error",
    "noted": "warning",
    "uncounted": "warning",
    "known": "notice",
}


def render(results: Results, lang: str) -> str:
    """Return the lines; none for a run in which there is nothing to say."""
    return "".join(f"{each}\n" for each in _lines(results, lang))


def _lines(results: Results, lang: str) -> Iterator[str]:
    left: dict[Kind, int] = {"error": MOST, "warning": MOST, "notice": MOST - 1}
    more: dict[Kind, int] = {}
    sentence = broken_off(results, lang)
    if sentence:
        left["error"] -= 1
        yield command("error", {"title": word("broken-off-short", lang)}, sentence)
    for outcome in results.outcomes:
        kind = _KIND.get(meaning(outcome))
        if kind is None:
            continue
        if not left[kind]:
            more[kind] = more.get(kind, 0) + 1
            continue
        left[kind] -= 1
        yield _annotation(kind, outcome, results, lang)
    if more:
        kinds = ", ".join(f"{number} {kind}" for kind, number in more.items())
        yield command("notice", {}, word("more", lang, number=sum(more.values()), kinds=kinds))


def _annotation(kind: Kind, outcome: Mapping[str, Any], results: Results, lang: str) -> str:
    verdict = "unexpected-pass" if meaning(outcome) == "unexpected" else outcome["verdict"]
    properties = {"title": f"{verdict}: {outcome['id']} [{outcome['variant']}]"}
    if "file" in outcome:
        properties = {"file": outcome["file"], "line": "1"} | properties
    return command(kind, properties, "\n".join(_message(outcome, results, lang)))


def _message(outcome: Mapping[str, Any], results: Results, lang: str) -> Iterator[str]:
    failure = outcome.get("failure")
    if "title" in outcome:
        yield outcome["title"][lang]
    if failure:
        yield place(failure, lang)
    yield headline(outcome, lang)
    clauses = [f"mocsar explain {each['id']}" for each in (failure or {}).get("clauses", ())]
    if clauses:
        yield word("more-help", lang, commands=", ".join(clauses))
    again = results.again(outcome)
    if again:
        yield f"{word('again', lang)}: {again}"


def command(kind: Kind, properties: Mapping[str, str], message: str) -> str:
    """Return one line that the runner of a job takes for an annotation, whatever stands in its parts."""
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{kind}{' ' if given else ''}{given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
