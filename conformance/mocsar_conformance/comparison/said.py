"""One change or difference of runs in words, the same for every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mocsar_conformance.comparison.changes import Change, state
from mocsar_conformance.comparison.runs import RunDifference
from mocsar_conformance.comparison.words import word
from mocsar_conformance.failure_text import place, summary
from mocsar_conformance.reports.outcomes import meaning


def verdicts(change: Change) -> str:
    """Return the two verdicts, or the one that there is."""
    there = [str(each["verdict"]) for each in (change.old, change.new) if each is not None]
    return there[0] if len(set(there)) == 1 else " → ".join(there)


def details(change: Change, lang: str) -> Iterator[str]:
    """Yield what else there is to say of a change, a line each; nothing where the verdicts say all."""
    if change.was:
        yield word("was", lang, id=change.was[0], variant=change.was[1])
    if change.gone:
        yield word("gone", lang, why=change.gone[lang])
    old, new = (_said(each, lang) for each in (change.old, change.new))
    if new:
        yield new
    if old and change.kind in ("failure", "reason", "other", "supported") and old != new:
        yield word("before", lang, what=old)
    foreseen = change.new is not None and meaning(change.new) == "known"
    before, after = (_expected(each, lang) for each in (change.old, change.new))
    if before != after and change.old is not None:
        yield word("expected-old", lang, what=before)
    if before != after and change.new is not None:
        yield word("expected-new", lang, what=after)
    elif foreseen and change.kind == "broken":
        yield word("foreseen", lang)


def values(difference: RunDifference, lang: str) -> tuple[str, str]:
    """Return in words what each of two runs has; of lists only what the other has not."""
    return _written(difference, difference.old, difference.new, lang), _written(
        difference, difference.new, difference.old, lang
    )


def name(difference: RunDifference, lang: str) -> str:
    """Return what it is that differs."""
    return word(f"run-{difference.what}", lang, variant=difference.variant)


def _written(difference: RunDifference, value: Any, other: Any, lang: str) -> str:
    if isinstance(value, list):
        own = [str(each) for each in value if each not in (other or ())]
        return word("only-here", lang, what=", ".join(own)) if own else "–"
    if value is None:
        return word("untested" if difference.what == "conformance" else "none", lang)
    if isinstance(value, bool):
        return word("yes" if value else "no", lang)
    if difference.what == "conformance":
        return word(value, lang)
    return str(value)


def _said(outcome: Mapping[str, Any] | None, lang: str) -> str:
    """Return in a line what is wrong with an outcome; empty where nothing is."""
    if outcome is None:
        return ""
    failure = outcome.get("failure")
    if failure is not None:
        where = place(failure, lang).rstrip(": ")  # older streams lack the text of the step
        return f"{where}: {summary(failure, lang)}"
    return "" if state(outcome) == "right" else str(outcome.get("what") or "")


def _expected(outcome: Mapping[str, Any] | None, lang: str) -> str:
    expectation = (outcome or {}).get("expectation")
    if not expectation:
        return word("none", lang)
    link = f" ({expectation['link']})" if expectation.get("link") else ""
    return f"{expectation['kind']}: {expectation.get('reason', '')}{link}"
