"""A clause on a page: its prose, what it rests on and why, and, folded, its sources, examples and formal part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mocsar_docs.markup import attribute, code, heading, join
from mocsar_docs.page import Writing
from mocsar_reference import Setting
from mocsar_reference.resolve.book import Clause


def head(w: Writing, clause: Clause) -> str:
    """Return the clause's heading, with its id as the anchor."""
    return heading(3, w.text(clause.title, f"the title of '{clause.id}'"), clause.id, ("ms-clause",))


def in_variant(w: Writing, clause: Clause, setting: Setting, variant: str) -> str:
    """Return a clause as one variant has it."""
    return join(
        head(w, clause),
        w.prose(clause, setting),
        _marks(w, clause, variant),
        _why(w, clause),
        _more(w, clause, variant),
    )


def at_home(w: Writing, clause: Clause) -> str:
    """Return a clause with everything there is to say of it, over all variants."""
    texts: dict[str, list[str]] = {}
    for name in w.material.having[clause.id]:
        texts.setdefault(w.prose(clause, w.material.settings[name]), []).append(name)
    others = "\n".join(f"- {w.variants(names)}: {text}" for text, names in list(texts.items())[1:])
    where = f"**{w.word('present-in')}:** {w.variants(w.material.having[clause.id])}"
    return join(
        head(w, clause),
        w.prose(clause, w.material.home(clause)),
        _marks(w, clause, None),
        where,
        w.details(w.word("otherwise"), others) if others else "",
        _why(w, clause),
        _depends(w, clause),
        _more(w, clause, None),
    )


def scenarios(w: Writing, clause: Clause, variant: str | None) -> list[str]:
    """Return the scenarios about a clause; with `variant`, only those that apply to it as it is."""
    about = w.material.about.get(clause.id, ())
    return [each for each in about if variant is None or each in w.material.applying[variant]]


def _marks(w: Writing, clause: Clause, variant: str | None) -> str:
    marks = [w.status(_status(w, clause, variant))] if variant else list(statuses(w, clause))
    if clause.kind == "custom":
        title = attribute(w.word("custom-title"))
        marks.append(f'<span class="ms-status ms-status--custom" title="{title}">{w.word("custom")}</span>')
    marks.append(f'[{code(clause.id)}]({w.to("clause", clause.id)} "{attribute(w.word("permalink"))}"){{.ms-id}}')
    return " ".join(filter(None, marks)) + "\n{.ms-marks}"


def _status(w: Writing, clause: Clause, variant: str) -> str | None:
    return w.material.settings[variant].clause_status(clause, w.material.contents)


def statuses(w: Writing, clause: Clause) -> Iterator[str]:
    """Yield what a clause rests on; where games differ in it, each with the variants of which it is said."""
    by: dict[str | None, list[str]] = {}
    for variant in w.material.having[clause.id]:
        by.setdefault(_status(w, clause, variant), []).append(variant)
    if len(by) == 1:
        yield w.status(next(iter(by)))
        return
    for status, variants in by.items():
        yield f"<span>{w.status(status)} ({w.variants(variants)})</span>"


def _why(w: Writing, clause: Clause) -> str:
    if clause.why is None:
        return ""
    return w.details(w.word("why-so"), w.text(clause.why, f"why '{clause.id}' is so"), "why")


def _depends(w: Writing, clause: Clause) -> str:
    toggles = w.material.toggles_of[clause.id]
    return f"**{w.word('depends')}:** {w.links_to('toggle', toggles)}" if toggles else ""


def _more(w: Writing, clause: Clause, variant: str | None) -> str:
    parts = []
    if clause.sources:
        parts.append(f"**{w.word('sources')}:** {w.sources(clause.sources)}")
    cases = scenarios(w, clause, variant)
    if cases:
        parts.append(join(f"**{w.word('examples')}:**", w.bullets("scenario", cases)))
    rules = list(_rules(w, clause, variant))
    functions = [each.removeprefix("function.") for each in clause.owns if each.startswith("function.")]
    if rules or functions:
        parts.append(join(f"**{w.word('formally')}:**", w.formal(rules, functions)))
    history = [
        w.word(f"history-{word}", edition=w.link("edition", name, name)) for word, name in w.material.history[clause.id]
    ]
    if history:
        parts.append(f"**{w.word('history')}:** {'; '.join(history)}")
    if not parts:
        return ""
    return w.details(w.word("more" if rules or functions else "more-plain"), join(*parts))


def _rules(w: Writing, clause: Clause, variant: str | None) -> Iterable[str]:
    """Return the clause's formal rules; with `variant`, only those that are present in it."""
    if variant is None:
        return clause.rules
    setting = w.material.settings[variant]
    rules = w.material.contents.rules
    return [each for each in clause.rules if (when := rules[each].when) is None or w.material.holds(when, setting)]
