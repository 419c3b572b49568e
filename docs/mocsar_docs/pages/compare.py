"""Variants side by side: every toggle in every variant, and which clauses each has; a script narrows it to two."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_conformance.prose import value_id
from mocsar_docs.markup import attribute, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Toggle

TITLE = {"en": "Compare variants", "hu": "Változatok összevetése"}

add(
    compare_about=(
        "Every choice in every variant. A dot marks a choice that says nothing in a variant: what it is about does "
        "not occur there.",
        "Minden választás minden változatban. Pont jelöli, ahol egy választásnak nincs szerepe: amiről szól, az "
        "abban a változatban nem fordul elő.",
    ),
    compare_choices=("Choices", "Választások"),
    compare_clauses=("Clauses", "Szabálypontok"),
    compare_clauses_about=(
        "Which clauses each variant has; where a gap is filled differently, the choices above say how.",
        "Melyik szabálypont melyik változatban van meg; a kitöltésük eltérését a fenti választások mutatják.",
    ),
    compare_left=("Compare", "Összevetés:"),
    compare_with=("with", "ezzel:"),
    compare_all=("all variants", "minden változat"),
    compare_only=("differences only", "csak az eltérések"),
    compare_group=("choice", "választás"),
    compare_clause=("clause", "szabálypont"),
    compare_has=("has it", "megvan"),
    compare_not=("does not have it", "nincs meg"),
    compare_not_here=("says nothing here", "itt nincs szerepe"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    yield Page("compare.md", TITLE, _body, "choose")


def _body(w: Writing) -> str:
    return join(
        w.word("compare-about"),
        _chooser(w),
        f"## {w.word('compare-choices')} {{#choices}}",
        _table(w, w.word("compare-group"), _choices(w)),
        f"## {w.word('compare-clauses')} {{#clauses}}",
        w.word("compare-clauses-about"),
        _table(w, w.word("compare-clause"), _clauses(w)),
    )


def _chooser(w: Writing) -> str:
    """Return the form; it is hidden until the script that it needs shows it."""
    named = {name: each.variant.title[w.lang] for name, each in w.material.settings.items()}
    options = "".join(f'<option value="{attribute(name)}">{attribute(title)}</option>' for name, title in named.items())
    every = f'<option value="">{w.word("compare-all")}</option>'
    return (
        '<form class="ms-compare" hidden>'
        f'<label>{w.word("compare-left")} <select name="a">{every}{options}</select></label> '
        f'<label>{w.word("compare-with")} <select name="b">{every}{options}</select></label> '
        f'<label><input type="checkbox" name="differences"> {w.word("compare-only")}</label>'
        "</form>"
    )


def _table(w: Writing, first: str, rows: Iterator[str]) -> str:
    heads = "".join(
        f'<th scope="col" data-variant="{name}"><a href="{w.href("variant", name)}"><code>{name}</code></a></th>'
        for name in w.material.settings
    )
    head = f'<thead><tr><th scope="col">{first}</th>{heads}</tr></thead>'
    body = f"<tbody>\n{chr(10).join(rows)}\n</tbody>"
    return f'<div class="ms-wide" tabindex="0"><table class="ms-compared">{head}{body}</table></div>'


def _choices(w: Writing) -> Iterator[str]:
    for group, names in w.material.groups.items():
        title = attribute(w.say(w.material.group_titles.get(group), f"the title of '{group}'"))
        yield f'<tr class="ms-group"><th scope="rowgroup" colspan="{len(w.material.settings) + 1}">{title}</th></tr>'
        for name in names:
            toggle = w.material.contents.toggles[name]
            title = attribute(w.say(toggle.title, f"the title of '{name}'"))
            yield _row(
                f'<a href="{w.href("toggle", name)}">{title}</a>', [_cell(w, toggle, v) for v in w.material.settings]
            )


def _cell(w: Writing, toggle: Toggle, variant: str) -> tuple[str, str, str]:
    """Return a cell: its variant, what it is compared by, and what it shows."""
    if toggle.id not in w.material.matters[variant]:
        return variant, "·", f'<span aria-label="{w.word("compare-not-here")}">·</span>'
    setting = w.material.settings[variant]
    value = setting.values[toggle.id]
    told = attribute(w.sentence_text(toggle, value)) if toggle.values else w.value_html(toggle, value)
    mark = w.status("reading") if setting.status(toggle.id) == "reading" else ""
    return variant, value_id(value), f"{told} {mark}".rstrip()


def _clauses(w: Writing) -> Iterator[str]:
    present = {name: {each.id for each in clauses} for name, clauses in w.material.present.items()}
    for chapter in w.material.contents.chapters:
        title = attribute(w.say(chapter.title, f"the title of '{chapter.id}'"))
        yield f'<tr class="ms-group"><th scope="rowgroup" colspan="{len(present) + 1}">{title}</th></tr>'
        for clause in w.material.contents.clauses.values():
            if clause.chapter == chapter.id:
                title = attribute(w.say(clause.title, f"the title of '{clause.id}'"))
                yield _row(
                    f'<a href="{w.href("clause", clause.id)}">{title}</a>',
                    [_has(w, name, clause.id in ids) for name, ids in present.items()],
                )


def _has(w: Writing, variant: str, has: bool) -> tuple[str, str, str]:
    word = w.word("compare-has" if has else "compare-not")
    return variant, str(has), f'<span role="img" aria-label="{word}">{"✓" if has else "–"}</span>'


def _row(head: str, cells: list[tuple[str, str, str]]) -> str:
    shown = "".join(f'<td data-variant="{v}" data-value="{attribute(value)}">{html}</td>' for v, value, html in cells)
    return f'<tr><th scope="row">{head}</th>{shown}</tr>'
