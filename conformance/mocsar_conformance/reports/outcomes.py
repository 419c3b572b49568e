"""What an outcome means to a reader of reports: one word for verdict, weight and expectation together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from mocsar_conformance.failure_lines import failure_lines
from mocsar_conformance.failure_text import summary
from mocsar_conformance.reports.words import word
from mocsar_conformance.results import Results
from mocsar_conformance.verdicts import ADAPTER, WRONG

Meaning = Literal["pass", "noted", "finding", "unexpected", "known", "uncounted", "skipped"]
BROKEN: Final = frozenset(ADAPTER)
"""Verdicts that say nothing of the rules: many viewers tell such errors from failures."""

RIGHT: Final = ("pass", "reason-differs")
"""That the reason is right is a SHOULD."""

_OUTCOME = Mapping[str, Any]


def meaning(outcome: _OUTCOME) -> Meaning:
    """Return what an outcome means.

    pass, noted (refused rightly, but for another reason), finding (what makes the run fail), unexpected (a known
    failure that passes, which makes it fail too), known (foreseen: a known failure that was met, or one that comes and
    goes), uncounted (wrong, but disputed, or under a reading that the subject does not state), skipped.
    """
    verdict = outcome["verdict"]
    expectation = outcome.get("expectation") or {}
    right = verdict in RIGHT
    if verdict == "skipped":
        return "skipped"
    if expectation.get("kind") == "known" and not expectation.get("met", not right):
        return "unexpected" if right else "finding"
    if right:
        return "noted" if verdict == "reason-differs" else "pass"
    if expectation.get("kind") in ("known", "flaky"):
        return "known"
    return "finding" if outcome["gates"] and verdict in (*WRONG, "unsupported") else "uncounted"


def fails(outcome: _OUTCOME) -> bool:
    """Tell whether an outcome makes the run fail."""
    return meaning(outcome) in ("finding", "unexpected")


def headline(outcome: _OUTCOME, lang: str) -> str:
    """Return in one line what there is to say of an outcome; empty for one that passed as it should."""
    means = meaning(outcome)
    said = _said(outcome, lang)
    expectation = outcome.get("expectation") or {}
    link = f" ({expectation['link']})" if expectation.get("link") else ""
    why = f"{expectation.get('reason', '')}{link}"
    if means == "unexpected":
        return word("unexpected", lang, why=why)
    if means == "known":
        return word(expectation["kind"], lang, why=why, said=said)
    if means == "skipped" and expectation.get("kind") == "skip":
        return word("skip", lang, why=why)
    if means == "uncounted" and outcome.get("disputed"):
        return word("disputed", lang, link=outcome["disputed"], said=said)
    if means == "uncounted":
        return word("uncounted", lang, said=said)
    return said


def _said(outcome: _OUTCOME, lang: str) -> str:
    failure = outcome.get("failure")
    if failure is not None:
        return summary(failure, lang)
    return str(outcome.get("what") or "")


def text(outcome: _OUTCOME, results: Results, lang: str) -> Iterator[str]:
    """Yield all that there is to say of an outcome, as lines."""
    if outcome.get("failure"):
        yield from failure_lines(
            outcome,
            results.words,
            lang,
            results.again(outcome),
            str(results.run.get("edition", "")),
            results.replay(outcome),
        )
        return
    yield f"{outcome['verdict'].upper()}  {outcome['id']}  [{outcome['variant']}]"
    if "title" in outcome:
        yield f"  {outcome['title'][lang]}"
    if outcome.get("what"):
        yield f"  {outcome['what']}"
    again = results.again(outcome)
    if again:
        yield f"  {word('again', lang)}:"
        yield f"    {again}"


def conformance(results: Results) -> dict[str, str]:
    """Return by tested setting how far the subject conforms; where the stream has no end, as far as one can say."""
    if results.end is not None:
        return {str(name): str(said) for name, said in results.end["conformant"].items()}
    wrong = {each["variant"] for each in results.outcomes if each["gates"] and each["verdict"] in WRONG}
    return {name: "not-conformant" if name in wrong else "partial" for name in results.run["variants"]}


def tally(results: Results, variant: str) -> tuple[int, int]:
    """Return how many outcomes of a setting are right, and of how many that count."""
    own = [each for each in results.outcomes if each["variant"] == variant and each["verdict"] != "skipped"]
    right = sum(each["verdict"] in RIGHT for each in own)
    return right, sum(each["gates"] or each["verdict"] in RIGHT for each in own)


def broken_off(results: Results, lang: str) -> str:
    """Return the sentence that a run did not come to its end; empty for one that did."""
    if not results.broken_off:
        return ""
    total = results.run.get("scenarios")
    key = "broken-off" if total is not None else "broken-off-somewhere"
    return word(key, lang, done=len(results.outcomes), all=total)
