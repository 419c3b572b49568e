"""Markdown for a comment on a pull request, or for the summary of a job: verdict first, each finding folded.

Whatever comes from a subject stands in fenced blocks or escaped; it can neither link, mention nor draw anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from mocsar_conformance.draw import situation
from mocsar_conformance.failure_text import as_if, differences, place, said
from mocsar_conformance.labels import label
from mocsar_conformance.markdown_text import cell
from mocsar_conformance.records import VERDICTS
from mocsar_conformance.reports.outcomes import broken_off, conformance, fails, headline, meaning, tally
from mocsar_conformance.reports.words import word
from mocsar_conformance.results import Results, chapter_of
from mocsar_conformance.subjects.base import Diagnosis

MOST: Final = 65_000
"""Characters: GitHub refuses a comment of more than 65,536, and a summary of more than a megabyte."""
_FOR_LINES = 15_000
"""Characters kept for findings that are only named, once those in full have taken the rest."""
_MARK: Final = {"conformant": "✅", "conformant-except-readings": "☑️", "partial": "⚠️", "not-conformant": "❌"}

_Outcome = Mapping[str, Any]


def render(results: Results, lang: str) -> str:
    """Return the text, such that GitHub takes it as one comment; what is left out is counted."""
    head = "\n".join(_head(results, lang))
    findings = [each for each in results.outcomes if fails(each)]
    known = [each for each in results.outcomes if meaning(each) == "known"]
    room = MOST - len(head)
    parts = [head]
    if not findings and not results.broken_off:
        parts.append(f"\n{word('no-findings', lang)}\n")
    for title, outcomes in (("findings", findings), ("known-head", known)):
        if outcomes:
            section = _section(word(title, lang), outcomes, results, lang, room)
            room -= len(section)
            parts.append(section)
    return "".join(parts)


def _head(results: Results, lang: str) -> Iterator[str]:
    edition = cell(str(results.run["edition"]))
    yield f"## {word('head', lang, edition=edition, subject=_code(results.subject))}"
    yield ""
    sentence = broken_off(results, lang)
    if sentence:
        yield f"**{sentence}**"
        yield ""
    for name, standing in conformance(results).items():
        right, of = tally(results, name)
        passed = word("passed", lang, right=right, all=of) if of else word("untested", lang)
        yield f"- {_MARK[standing]} {cell(name)}: **{word(standing, lang)}** ({passed})"
    yield ""
    yield from _table(
        word("chapter", lang),
        [(results.chapter_title(each, lang), _of(results, chapter_of, each)) for each in results.chapters],
        lang,
    )
    if len(results.settings) > 1:
        yield from _table(
            word("variant", lang), [(each, _of(results, _variant_of, each)) for each in results.settings], lang
        )


def _variant_of(outcome: _Outcome) -> str:
    return str(outcome["variant"])


def _of(results: Results, key: Any, value: str) -> Counter[str]:
    return Counter(each["verdict"] for each in results.outcomes if key(each) == value)


def _table(first: str, rows: Sequence[tuple[str, Counter[str]]], lang: str) -> Iterator[str]:
    """Yield a table of how often each verdict occurs, with a last row of sums."""
    whole: Counter[str] = Counter()
    for _, counts in rows:
        whole.update(counts)
    there = [each for each in VERDICTS if whole[each]]
    if not there:
        return
    yield f"| {first} | {' | '.join(there)} |"
    yield f"|---|{'---:|' * len(there)}"
    for name, counts in [*rows, *([(word("all", lang), whole)] if len(rows) > 1 else [])]:
        yield f"| {cell(name)} | {' | '.join(str(counts[each] or '') for each in there)} |"
    yield ""


def _section(title: str, outcomes: Sequence[_Outcome], results: Results, lang: str, room: int) -> str:
    """Return a heading and what belongs under it: in full, then only by name, then counted, as there is room."""
    parts = [f"\n### {title} ({len(outcomes)})\n\n"]
    left = room - len(parts[0]) - 500
    number = 0
    for outcome in outcomes:
        block = "\n".join(_folded(outcome, results, lang)) + "\n\n"
        if len(block) > left - min(_FOR_LINES, room // 4):
            break
        left -= len(block)
        parts.append(block)
        number += 1
    for outcome in outcomes[number:]:
        line = f"- {_name(outcome)}\n"
        if len(line) > left:
            break
        left -= len(line)
        parts.append(line)
        number += 1
    if number < len(outcomes):
        parts.append(f"\n{word('cut', lang, number=len(outcomes) - number)}\n")
    return "".join(parts)


def _name(outcome: _Outcome) -> str:
    """Return what an outcome is called, as HTML that Markdown leaves alone."""
    verdict = "unexpected-pass" if meaning(outcome) == "unexpected" else outcome["verdict"]
    return f"<b>{verdict}</b> <code>{_html(outcome['id'])}</code> <code>{_html(outcome['variant'])}</code>"


def _fence(lines: Iterable[str], language: str = "text") -> Iterator[str]:
    """Yield lines as a block of code that nothing in them can end."""
    kept = list(lines)
    longest = max((len(run) for line in kept for run in re.findall("`+", line)), default=0)
    mark = "`" * max(3, longest + 1)
    yield f"{mark}{language}"
    yield from kept
    yield mark


def _code(text: str) -> str:
    """Return words as code within a line, outside tables."""
    shown = text.replace("`", "'")
    return f"`{shown}`" if shown.strip() else ""


def _bold(text: str) -> str:
    return f"**{cell(text)}**" if text.strip() else ""


def _html(text: str) -> str:
    return escape(text).replace("\n", " ")


def _folded(outcome: _Outcome, results: Results, lang: str) -> Iterator[str]:
    yield f"<details><summary>{_name(outcome)}</summary>"
    yield ""
    if "title" in outcome:
        yield _bold(outcome["title"][lang])
        yield ""
    failure = outcome.get("failure")
    if meaning(outcome) in ("unexpected", "known") or not failure:
        yield from _fence([headline(outcome, lang)])
        yield ""
    if failure:
        yield from _failure(failure, results, lang)
    again = results.again(outcome)
    if again:
        yield f"{word('again', lang)}:"
        yield ""
        yield from _fence([again], "sh")
        yield ""
    yield "</details>"


def _failure(failure: _Outcome, results: Results, lang: str) -> Iterator[str]:
    lines = [place(failure, lang)]
    if "situation" in failure:
        lines += [
            "",
            *situation(failure["situation"], results.words, lang),
            f"{label('done', lang)}: {failure['done']}",
        ]
    yield from _fence(lines)
    yield ""
    diagnosis = failure.get("diagnosis")
    if diagnosis is None:
        yield from _clauses(failure, lang)
    yield from _fence(_said(failure, lang))
    yield ""


def _clauses(failure: _Outcome, lang: str) -> Iterator[str]:
    for clause in failure.get("clauses", ()):
        more = _code(f"mocsar explain {clause['id']}")
        yield f"> {_bold(clause['title'][lang])}: {cell(clause['text'][lang])} ({more})"
        yield ">"
    if "because" in failure:
        yield f"> {cell(failure['because'][lang])}"
    yield ""


def _said(failure: _Outcome, lang: str) -> Iterable[str]:
    yield f"{label('said', lang)}: {said(failure, lang)}"
    diagnosis = failure.get("diagnosis")
    if diagnosis is not None:
        yield from str(Diagnosis.of(diagnosis)).split("\n")
        return
    for each in differences(failure, lang):
        yield f"{each.path}: {label('expected', lang)} {each.expected}, {label('got', lang)} {each.got}"
        if each.reason:
            yield f"  {each.reason}"
    yield from as_if(failure, lang)
