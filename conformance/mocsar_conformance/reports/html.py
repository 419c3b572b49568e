"""HTML: one page that holds everything, to be read without a network and without a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from mocsar_conformance.labels import label
from mocsar_conformance.reports.html_outcome import SIGNS, Listed, clause_anchor, listed, outcome_html
from mocsar_conformance.reports.html_style import SCRIPT, STYLES
from mocsar_conformance.reports.html_words import word
from mocsar_conformance.reports.outcomes import Meaning, broken_off, conformance, headline, meaning, tally
from mocsar_conformance.reports.page import page, text
from mocsar_conformance.reports.words import word as shared
from mocsar_conformance.results import Results, chapter_of
from mocsar_conformance.table_html import CSS

OPENED: Final = 25
"""Findings that are shown unfolded; of more, each is a line or two that opens."""
_REASONS: Final = 30
"""Reasons for which scenarios were not run; the rest are counted."""
_LACKING: Final = 12
"""Things that a subject cannot do; a page may come from anybody."""
_STANDING: Final = {
    "conformant": ("good", "✓"),
    "conformant-except-readings": ("good", "✓"),
    "partial": ("note", "◐"),
    "not-conformant": ("bad", "✗"),
}
_SECTIONS: Final[tuple[tuple[str, tuple[Meaning, ...]], ...]] = (
    ("findings-of", ("finding", "unexpected")),
    ("known", ("known",)),
    ("uncounted", ("uncounted",)),
    ("noted", ("noted",)),
)
_WRONG: Final = ("finding", "unexpected")


def render(results: Results, lang: str) -> str:
    """Return the page."""
    found = listed(results)
    body = [f'<a class="skip" href="#findings-of">{word("skip", lang)}</a>', "<main>"]
    body += _head(results, lang)
    body += _nav(results, found, lang)
    body += _matrix(results, found, lang)
    if len(found) > 1:
        body += _filters(results, found, lang)
    for key, meanings in _SECTIONS:
        chosen = [each for each in found if each.meaning in meanings]
        if chosen or key == "findings-of":
            body += _section(key, chosen, results, lang)
    body += _skipped(results, lang)
    body += _clauses(found, lang)
    body.append("</main>")
    styles = CSS + STYLES + "".join(_filter_styles(results))
    return page(word("page", lang, subject=results.subject), lang, "\n".join(body), styles, SCRIPT)


# ---- what was tested, and how it stands


def _head(results: Results, lang: str) -> Iterator[str]:
    yield f'<header><p class="eyebrow">Mocsár</p><h1>{text(results.subject, 200)}</h1>'
    sentence = broken_off(results, lang)
    if sentence:
        yield f'<p class="warning">⚠ {text(sentence)}</p>'
    yield f'<h2 class="hidden" id="standings">{word("standings", lang)}</h2><ul class="standings">'
    for name, standing in conformance(results).items():
        yield from _standing(results, name, standing, lang)
    yield '</ul><dl class="facts">'
    for key, value in _facts(results, lang):
        if value:
            yield f"<div><dt>{word(key, lang)}</dt><dd>{text(value, 300)}</dd></div>"
    yield "</dl></header>"


def _standing(results: Results, name: str, standing: str, lang: str) -> Iterator[str]:
    """Yield how far the subject conforms to one setting, as a sentence."""
    look, sign = _STANDING[standing]
    right, of = tally(results, name)
    passed = shared("passed", lang, right=right, all=of) if of else shared("untested", lang)
    counted = Counter(each["verdict"] for each in results.outcomes if each["variant"] == name and _is_wrong(each))
    wrong = "; " + ", ".join(f"{number} {verdict}" for verdict, number in counted.most_common()) if counted else ""
    told = f"<code>{text(name)}</code>: {text(shared(standing, lang))}"
    yield f'<li class="{look}"><span class="sign" aria-hidden="true">{sign}</span>'
    yield f"<div><strong>{told}</strong> <span>{text(passed + wrong)}</span>"
    lacks = list(((results.end or {}).get("missing") or {}).get(name, ()))
    if lacks:
        what = ", ".join(map(str, lacks[:_LACKING])) + (", …" if len(lacks) > _LACKING else "")
        yield f"<span>{text(word('lacks', lang, what=what))}</span>"
    yield "</div></li>"


def _facts(results: Results, lang: str) -> Iterator[tuple[str, str]]:
    run = results.run
    subject, number = run["subject"], len(results.outcomes)
    started = str(run.get("started", "–")).replace("T", " ").replace("Z", " UTC")
    if results.end:
        seconds = label("seconds", lang, seconds=results.end["seconds"])
        yield "run", word("run-at", lang, started=started, seconds=seconds, number=number)
    else:
        yield "run", word("run-cut", lang, started=started, number=number)
    yield "edition", word("edition-is", lang, edition=run["edition"], kit=run["kit"])
    yield "implements", str(subject.get("edition", ""))
    yield "language", str(subject.get("language", ""))
    yield "reached", str(subject.get("reached", ""))


def _is_wrong(outcome: Mapping[str, Any]) -> bool:
    return meaning(outcome) in _WRONG


def _nav(results: Results, found: Sequence[Listed], lang: str) -> Iterator[str]:
    yield f'<nav aria-label="{word("parts", lang)}"><ul>'
    yield f'<li><a href="#chapters">{word("chapters", lang)}</a></li>'
    for key, meanings in _SECTIONS:
        number = sum(each.meaning in meanings for each in found)
        if number or key == "findings-of":
            yield f'<li><a href="#{key}">{word(key, lang)}</a> <span>{number}</span></li>'
    skipped = sum(meaning(each) == "skipped" for each in results.outcomes)
    if skipped:
        yield f'<li><a href="#skipped">{word("skipped", lang)}</a> <span>{skipped}</span></li>'
    if _cited(found):
        yield f'<li><a href="#clauses">{word("clauses", lang)}</a> <span>{len(_cited(found))}</span></li>'
    yield "</ul></nav>"


# ---- chapters by settings


def _matrix(results: Results, found: Sequence[Listed], lang: str) -> Iterator[str]:
    """Yield a table of chapters by settings: how many are right of those that count, and a way to what is wrong."""
    settings = results.settings
    counted: dict[tuple[str, str], Counter[str]] = {}
    for each in results.outcomes:
        counted.setdefault((chapter_of(each), each["variant"]), Counter())[meaning(each)] += 1
    first: dict[tuple[int, int], str] = {}
    for one in found:
        if one.meaning in (*_WRONG, "known"):
            first.setdefault((one.chapter, one.variant), one.anchor)
    wrong = {(each.chapter, each.variant): each.anchor for each in reversed(found) if each.meaning in _WRONG}
    first |= wrong
    yield f'<section aria-labelledby="chapters"><h2 id="chapters">{word("chapters", lang)}</h2>'
    yield '<div class="scroll" tabindex="0" role="region" aria-labelledby="chapters">'
    yield f'<table class="matrix"><thead><tr><th scope="col">{shared("chapter", lang)}</th>'
    yield "".join(f'<th scope="col">{text(each)}</th>' for each in settings)
    yield "</tr></thead><tbody>"
    for row, chapter in enumerate(results.chapters):
        yield f'<tr><th scope="row">{text(results.chapter_title(chapter, lang))}</th>'
        for column, setting in enumerate(settings):
            yield _cell(counted.get((chapter, setting), Counter()), first.get((row, column)), lang)
        yield "</tr>"
    yield f'</tbody><tfoot><tr><th scope="row">{word("total", lang)}</th>'
    for setting in settings:
        sums = sum((counted.get((chapter, setting), Counter()) for chapter in results.chapters), Counter[str]())
        yield _cell(sums, None, lang)
    yield "</tr></tfoot></table></div>"
    signs = (("✓", "right"), ("◐", "some-known"), ("✗", "wrong"), ("–", "none"))
    yield f'<p class="faint">{"; ".join(f"{sign} {word(key, lang)}" for sign, key in signs)}</p></section>'


def _cell(counts: Counter[str], anchor: str | None, lang: str) -> str:
    right = counts["pass"] + counts["noted"]
    of = right + counts["finding"] + counts["unexpected"] + counts["known"]
    if not of:
        return f'<td class="faint"><span aria-hidden="true">–</span>{_hidden("none", lang)}</td>'
    wrong = counts["finding"] + counts["unexpected"]
    look, sign, key = ("bad", "✗", "wrong") if wrong else ("note", "◐", "some-known")
    if right == of:
        look, sign, key = "good", "✓", "right"
    told = f'<span aria-hidden="true">{sign}</span> {right}/{of}{_hidden(key, lang)}'
    return f'<td class="{look}">' + (f'<a href="#{anchor}">{told}</a></td>' if anchor else f"{told}</td>")


def _hidden(key: str, lang: str) -> str:
    return f'<span class="hidden">, {word(key, lang)}</span>'


# ---- filters: radio buttons and styles, so that no script is needed


def _filters(results: Results, found: Sequence[Listed], lang: str) -> Iterator[str]:
    settings, chapters = results.settings, results.chapters
    verdicts = Counter(str(each.outcome["verdict"]) for each in found)
    variants = Counter(each.variant for each in found)
    parts = Counter(each.chapter for each in found)
    groups: list[tuple[str, str, list[tuple[str, str, int]]]] = [
        ("verdict", word("verdict", lang), [(each, each, verdicts[each]) for each in results.counts if verdicts[each]]),
        (
            "variant",
            word("variant", lang),
            [(str(at), settings[at], variants[at]) for at in range(len(settings)) if variants[at]],
        ),
        (
            "chapter",
            shared("chapter", lang),
            [(str(at), results.chapter_title(chapters[at], lang), parts[at]) for at in sorted(parts)],
        ),
    ]
    yield f'<fieldset class="filters"><legend>{word("filter", lang)}</legend>'
    for group, title, values in groups:
        if len(values) > 1:
            yield f'<div role="radiogroup" aria-label="{text(title)}"><span aria-hidden="true">{text(title)}</span>'
            yield f'<label><input type="radio" name="{group}" value="" checked> {word("all", lang)}</label>'
            for value, shown, number in values:
                mark = f'value="{value}" id="filter-{group}-{value}"'
                yield f'<label><input type="radio" name="{group}" {mark}> {text(shown)} <span>{number}</span></label>'
            yield "</div>"
    yield '<div class="scripted" hidden>'
    yield f'<label>{word("search", lang)} <input type="search" id="search"></label>'
    yield f'<button type="button" id="open-all">{word("open", lang)}</button>'
    yield f'<button type="button" id="close-all">{word("close", lang)}</button>'
    yield f'<output id="shown" data-text="{word("shown", lang, number="#")}"></output></div></fieldset>'


def _filter_styles(results: Results) -> Iterator[str]:
    """Yield what hides the outcomes that a filter leaves out, and the groups of which none is left."""
    values = [("verdict", each) for each in results.counts]
    values += [("variant", str(each)) for each in range(len(results.settings))]
    values += [("chapter", str(each)) for each in range(len(results.chapters))]
    for group, value in values:
        chosen, mark = f"main:has(#filter-{group}-{value}:checked)", f'[data-{group}="{value}"]'
        yield f"{chosen} .outcome:not({mark}),{chosen} .group:not(:has({mark})){{display:none}}\n"


# ---- outcomes


def _section(key: str, chosen: Sequence[Listed], results: Results, lang: str) -> Iterator[str]:
    number = f' <span class="number">{len(chosen)}</span>'
    yield f'<section aria-labelledby="{key}"><h2 id="{key}">{word(key, lang)}{number}</h2>'
    if not chosen:
        yield f'<p class="good">✓ {word("no-findings", lang)}</p>'
    opened = key == "findings-of" and len(chosen) <= OPENED
    for chapter, each in groupby(chosen, lambda each: each.chapter):
        title = text(results.chapter_title(results.chapters[chapter], lang))
        yield f'<div class="group"><h3>{title}</h3>'
        for one in each:
            yield from outcome_html(one, results, lang, opened)
        yield "</div>"
    yield "</section>"


def _skipped(results: Results, lang: str) -> Iterator[str]:
    """Yield why scenarios were not run, each reason once, the commonest first."""
    why: dict[str, list[Mapping[str, Any]]] = {}
    for each in results.outcomes:
        if meaning(each) == "skipped":
            why.setdefault(headline(each, lang).partition("; ")[0], []).append(each)
    if not why:
        return
    number = sum(map(len, why.values()))
    yield f'<section aria-labelledby="skipped"><h2 id="skipped">{word("skipped", lang)} '
    yield f'<span class="number">{number}</span></h2>'
    yield f"<details><summary>{word('reasons', lang)}</summary><ul>"
    ordered = sorted(why.items(), key=lambda each: -len(each[1]))
    for reason, outcomes in ordered[:_REASONS]:
        variants = ", ".join(dict.fromkeys(each["variant"] for each in outcomes))
        yield f"<li>{text(word('skipped-for', lang, number=len(outcomes), variants=variants, why=reason))}</li>"
    rest = ordered[_REASONS:]
    if rest:
        left = sum(len(each) for _, each in rest)
        yield f"<li>{word('more-reasons', lang, number=left, reasons=len(rest))}</li>"
    yield "</ul></details></section>"


def _cited(found: Sequence[Listed]) -> dict[str, tuple[Mapping[str, Any], list[Listed]]]:
    """Return each clause that a failure cites, with those failures. One that broke down says nothing of the rules."""
    cited: dict[str, tuple[Mapping[str, Any], list[Listed]]] = {}
    for each in found:
        failure = each.outcome.get("failure") or {}
        for clause in () if failure.get("diagnosis") else failure.get("clauses", ()):
            cited.setdefault(clause["id"], (clause, []))[1].append(each)
    return dict(sorted(cited.items()))


def _clauses(found: Sequence[Listed], lang: str) -> Iterator[str]:
    """Yield each clause once, with what is listed because of it."""
    cited = _cited(found)
    if not cited:
        return
    yield f'<section aria-labelledby="clauses"><h2 id="clauses">{word("clauses", lang)} '
    yield f'<span class="number">{len(cited)}</span></h2>'
    for name, (clause, outcomes) in cited.items():
        yield f'<article class="clause" id="{clause_anchor(name)}"><h3>{text(clause["title"][lang])}</h3>'
        yield f'<p class="law">{text(clause["text"][lang])}</p>'
        yield f'<p class="faint"><code>{text(name)}</code>; {text(label("explain", lang, id=name))}</p>'
        yield f"<p>{word('cited-by', lang)}</p><ul>"
        for each in outcomes:
            sign = f'<span aria-hidden="true">{SIGNS[each.meaning]}</span>'
            shown = f"<code>{text(each.outcome['id'])}</code>"
            yield f'<li>{sign} <a href="#{each.anchor}">{shown} {text(each.outcome["variant"])}</a></li>'
        yield "</ul></article>"
    yield "</section>"
