"""One outcome on the page of results: the position, what was done, what the rulebook says, what the subject said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from mocsar_conformance.failure_text import as_if, by_hand, differences, place, said
from mocsar_conformance.labels import label
from mocsar_conformance.reports.html_words import word
from mocsar_conformance.reports.outcomes import Meaning, headline, meaning
from mocsar_conformance.reports.page import text
from mocsar_conformance.results import Results, chapter_of
from mocsar_conformance.subjects.base import Diagnosis
from mocsar_conformance.table_html import cards_html, table_html
from mocsar_conformance.text import neutralise_lines

SIGNS: Final[Mapping[Meaning, str]] = {
    "finding": "✗",
    "unexpected": "✗",
    "known": "◐",
    "uncounted": "≈",
    "noted": "✓",
}
"""What stands before a verdict, so that no colour need be told apart."""
_SAFE: Final = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)+--[a-z0-9.=-]+")


@dataclass(frozen=True)
class Listed:
    """An outcome that is listed, and where on the page it is."""

    outcome: Mapping[str, Any]
    anchor: str
    chapter: int
    variant: int

    @cached_property
    def meaning(self) -> Meaning:
        """What it means to a reader."""
        return meaning(self.outcome)


def listed(results: Results) -> list[Listed]:
    """Return all outcomes of which there is something to say, by chapter; those of one scenario one after the other."""
    settings = {name: number for number, name in enumerate(results.settings)}
    chapters = {name: number for number, name in enumerate(results.chapters)}
    order = {name: number for number, name in enumerate(dict.fromkeys(each["id"] for each in results.outcomes))}
    chosen = [each for each in results.outcomes if meaning(each) in SIGNS]
    chosen.sort(key=lambda each: (chapters[chapter_of(each)], order[each["id"]], settings[each["variant"]]))
    names = _anchors(chosen)
    return [
        Listed(each, anchor, chapters[chapter_of(each)], settings[each["variant"]])
        for each, anchor in zip(chosen, names, strict=True)
    ]


def _anchors(outcomes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield names that stay the same from run to run: a link to a finding can be sent to somebody."""
    taken: set[str] = set()
    for each in outcomes:
        name = f"{each['id']}--{each['variant']}"
        if not _SAFE.fullmatch(name) or len(name) > 200:
            name = f"outcome-{sha256(name.encode(errors='replace')).hexdigest()[:12]}"
        first, number = name, 2
        while name in taken:
            name, number = f"{first}--{number}", number + 1
        taken.add(name)
        yield name


def clause_anchor(name: str) -> str:
    """Return where a clause stands on the page."""
    known = re.fullmatch(r"[a-z0-9.-]{1,120}", name)
    return f"clause-{name if known else sha256(name.encode(errors='replace')).hexdigest()[:12]}"


def outcome_html(each: Listed, results: Results, lang: str, opened: bool) -> Iterator[str]:
    """Yield an outcome, folded unless `opened`."""
    outcome = each.outcome
    verdict, told = text(outcome["verdict"]), headline(outcome, lang)
    marks = f'data-verdict="{verdict}" data-variant="{each.variant}" data-chapter="{each.chapter}"'
    yield f'<article class="outcome {each.meaning}" id="{each.anchor}" {marks}><details{" open" if opened else ""}>'
    tag = f'<span class="tag"><span aria-hidden="true">{SIGNS[each.meaning]}</span> {verdict}</span>'
    yield f'<summary>{tag} <code>{text(outcome["id"])}</code> <span class="setting">{text(outcome["variant"])}</span>'
    if "title" in outcome:
        yield f'<span class="title">{text(outcome["title"][lang])}</span>'
    if told:
        yield f'<span class="told">{text(told)}</span>'
    yield '</summary><dl class="account">'
    failure = outcome.get("failure")
    if failure:
        yield from _failure(failure, results, lang)
    again = results.again(outcome)
    if again:
        yield _row(label("again", lang), f"<pre>{text(again, 4000)}</pre>")
    if failure and failure.get("requests"):
        lines = list(by_hand(failure["requests"], lang, str(results.run["edition"])))
        head = word("by-hand", lang, number=len(lines))
        yield f'<div class="feed"><dt>{text(label("by-hand", lang))}</dt><dd><details><summary>{head}</summary>'
        yield f'<pre tabindex="0">{_block(chr(10).join(lines))}</pre></details></dd></div>'
    yield _row(word("link", lang), f'<a href="#{each.anchor}"><code>#{each.anchor}</code></a>')
    yield "</dl></details></article>"


def _failure(failure: Mapping[str, Any], results: Results, lang: str) -> Iterator[str]:
    at = text(place(failure, lang))
    if isinstance(failure.get("situation"), Mapping):
        yield _row(label("situation", lang), table_html(failure["situation"], results.words, lang), "drawn")
    yield _row(label("done", lang), f"<strong>{at}</strong>{_done(failure, results, lang)}")
    diagnosis = failure.get("diagnosis")
    if not diagnosis:
        yield from _rulebook(failure, lang)
    yield _row(label("said", lang), f'<strong class="answer">{text(said(failure, lang))}</strong>')
    if diagnosis:
        known = {key: str(diagnosis[key]) for key in Diagnosis.__slots__ if key in diagnosis}
        yield _row(text(known["code"]), f"<pre>{_block(str(Diagnosis.of(known)))}</pre>")
    else:
        yield from _differences(failure, lang)
    if failure.get("unsound"):
        yield _row("⚠", f'<span class="note">{text(label("suite-unsound", lang))}</span>')
    readings = list(as_if(failure, lang))
    if readings:
        yield _row(label("reading", lang), "<br>".join(map(text, readings)))


def _done(failure: Mapping[str, Any], results: Results, lang: str) -> str:
    """Return the cards of what was done, and the words where those of the place are others."""
    sent = failure.get("sent")
    action = sent.get("action") if isinstance(sent, Mapping) else None
    cards = action.get("cards") if isinstance(action, Mapping) else None
    shown = f" {cards_html(cards, results.words, lang)}" if isinstance(cards, list) and cards else ""
    done = failure.get("done")
    other = f" <code>{text(done)}</code>" if done and done != failure.get("text") else ""
    return other + shown


def _rulebook(failure: Mapping[str, Any], lang: str) -> Iterator[str]:
    clauses = failure.get("clauses", ())
    if clauses:
        yield _row(label("rulebook", lang), "".join(_clause(each, lang) for each in clauses))
    if "because" in failure:
        yield _row(word("because", lang), text(failure["because"][lang]))


def _clause(clause: Mapping[str, Any], lang: str) -> str:
    link = f'<a href="#{clause_anchor(clause["id"])}"><code>{text(clause["id"])}</code></a>'
    return f'<p class="law"><strong>{text(clause["title"][lang])}.</strong> {text(clause["text"][lang])} {link}</p>'


def _differences(failure: Mapping[str, Any], lang: str) -> Iterator[str]:
    rows = list(differences(failure, lang))
    if not rows:
        return
    heads = (word("where", lang), label("expected", lang), label("got", lang))
    parts = [
        f'<div class="scroll" tabindex="0" role="region" aria-label="{word("difference", lang)}"><table><thead><tr>'
    ]
    parts += [f'<th scope="col">{text(each)}</th>' for each in heads]
    parts.append("</tr></thead><tbody>")
    for row in rows:
        reason = f'<br><span class="faint">{text(row.reason)}</span>' if row.reason else ""
        parts.append(f'<tr><th scope="row"><code>{text(row.path)}</code></th>')
        parts.append(f"<td><code>{text(row.expected)}</code>{reason}</td><td><code>{text(row.got)}</code></td></tr>")
    parts.append("</tbody></table></div>")
    yield _row(label("differs", lang), "".join(parts))


def _row(name: str, value: str, kind: str = "") -> str:
    """Return one row of an account; `value` is HTML."""
    looks = f' class="{kind}"' if kind else ""
    return f"<div{looks}><dt>{name}</dt><dd>{value}</dd></div>"


def _block(lines: str) -> str:
    """Return several lines as text for a `pre`."""
    kept: Iterable[str] = neutralise_lines(lines, lines=400, width=20_000, head=True).split("\n")
    return "\n".join(text(line, 20_000) for line in kept)
