"""A comparison on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import click

from mocsar_conformance.comparison.changes import Change, Kind, applies
from mocsar_conformance.comparison.said import details, name, values, verdicts
from mocsar_conformance.comparison.whole import Comparison
from mocsar_conformance.comparison.words import word
from mocsar_conformance.results import Results, chapter_of
from mocsar_conformance.text import neutralise

MOST: Final = 20
"""More changes of a kind than that are counted by variant and chapter, not listed."""
_LONGEST: Final = 300
_COLOURS: Final[dict[Kind, str]] = {
    "broken": "red",
    "unsupported": "red",
    "fixed": "green",
    "supported": "green",
    "failure": "yellow",
    "reason": "yellow",
    "other": "yellow",
}
_SIGNS: Final[dict[Kind, str]] = {
    "broken": "✗",
    "unsupported": "?",
    "fixed": "✓",
    "supported": "✓",
    "new": "+",
    "vanished": "−",
}


def lines(comparison: Comparison, lang: str, verbose: bool = False, allow_new: bool = False) -> Iterator[str]:
    """Yield the lines, with styles; `verbose` lists every change."""
    for key, results in (("old", comparison.old), ("new-run", comparison.new)):
        yield f"{word(key, lang):5} {head(results, lang)}"
    if comparison.runs:
        yield ""
        yield f"{word('runs-differ', lang)}:"
    for difference in comparison.runs:
        before, after = values(difference, lang)
        yield f"  {name(difference, lang)}: {_short(before)} → {_short(after)}"
    for kind in comparison.counts:
        yield ""
        yield from _kind(comparison, kind, lang, verbose)
    yield ""
    yield from summary(comparison, lang, allow_new)


def summary(comparison: Comparison, lang: str, allow_new: bool) -> Iterator[str]:
    """Yield the last lines: how many there are of each kind, and whether something broke."""
    unknown = [click.style(word("unknown", lang), fg="yellow")] if comparison.new.broken_off else []
    if not comparison.changes:
        yield word("nothing", lang, same=comparison.same)
        yield from unknown
        return
    counts = [f"{number} {word(kind, lang)}" for kind, number in comparison.counts.items()]
    yield ", ".join([*counts, word("same", lang, number=comparison.same)])
    broke = comparison.broke(allow_new)
    if broke:
        yield click.style(word("breaks", lang, number=len(broke)), fg="red", bold=True)
    elif not unknown:
        yield click.style(word("breaks-not", lang), fg="green")
    yield from unknown
    allowed = len(comparison.broke()) - len(broke)
    if allowed:
        yield word("new-findings", lang, number=allowed)


def head(results: Results, lang: str) -> str:
    """Return what is compared, in a line."""
    number, edition = sum(map(applies, results.outcomes)), results.run["edition"]
    return word("head", lang, subject=results.subject, edition=edition, number=number, name=neutralise(results.name))


def _kind(comparison: Comparison, kind: Kind, lang: str, verbose: bool) -> Iterator[str]:
    changes = comparison.of(kind)
    yield click.style(f"{word(kind, lang)} ({len(changes)})", fg=_COLOURS.get(kind), bold=True)
    if verbose or len(changes) <= MOST:
        for each in changes:
            yield from _change(each, lang)
        return
    breaking = [each for each in changes if each.breaks]
    listed = breaking if kind not in ("broken", "unsupported") and len(breaking) <= MOST else []
    for each in listed:
        yield from _change(each, lang)
    groups: dict[str, Counter[str]] = {}
    for each in changes:
        if each not in listed:
            chapter = chapter_of(each.new or each.old or {})
            groups.setdefault(each.variant.partition("(")[0], Counter())[chapter] += 1
    titles = _chapters(comparison, lang)
    for variant, counted in sorted(groups.items()):
        chapters = ", ".join(f"{title} {counted[each]}" for each, title in titles.items() if counted[each])
        said = word("grouped", lang, number=counted.total(), variant=_short(variant), chapters=chapters)
        yield f"  {_SIGNS.get(kind, '~')} {said}"
    yield f"  {word('more', lang)}"


def _chapters(comparison: Comparison, lang: str) -> dict[str, str]:
    """Return the titles of all chapters, in the rulebook's order."""
    return {
        chapter: results.chapter_title(chapter, lang)
        for results in (comparison.old, comparison.new)
        for chapter in results.chapters
    }


def _change(change: Change, lang: str) -> Iterator[str]:
    sign = "✗" if change.breaks else _SIGNS.get(change.kind, "~")
    colour = "red" if change.breaks else _COLOURS.get(change.kind)
    yield f"  {click.style(sign, fg=colour)} {_short(change.id)}  [{_short(change.variant)}]  {verdicts(change)}"
    for each in details(change, lang):
        yield f"      {_short(each)}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
