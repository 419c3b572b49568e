"""Every choice with its values, what each variant has chosen and why, and what depends on it."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_conformance.prose import value_id
from mocsar_docs.links import Anchor
from mocsar_docs.markup import code, heading, join, table
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add
from mocsar_reference.resolve.book import Toggle

TITLE = {"en": "Toggles", "hu": "Választások"}

add(
    toggles_about=(
        "Every choice in which the games of this family differ. A setting is a variant with some of them changed, "
        "written so: `kollar(play.beats=equal-or-higher)`.",
        "Minden választás, amelyben a játékcsalád tagjai eltérnek egymástól. Egy beállítás egy változat, néhány "
        "megváltoztatott választással; így írjuk: `kollar(play.beats=equal-or-higher)`.",
    ),
    whole_number=("a whole number, {low} to {high}", "egész szám, {low} és {high} között"),
    whole_number_from=("a whole number from {low}", "egész szám, legalább {low}"),
    list_of=("a list: {of}", "lista: {of}"),
    of_rank=("ranks", "értékek"),
    of_title=("titles", "rangok"),
    of_int=("whole numbers", "egész számok"),
    clauses=("Clauses that depend on it", "Szabálypontok, amelyek tőle függnek"),
    constraints=("What it goes together with", "Mivel fér össze"),
    scenarios_on=("Examples that turn on it", "Példák, amelyek rajta múlnak"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("toggle", each, each) for each in material.contents.toggles)
    yield Page("toggles.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    parts = [w.word("toggles-about")]
    for group, names in w.material.groups.items():
        parts.append(
            heading(2, w.text(w.material.group_titles.get(group), f"the title of '{group}'"), f"group.{group}")
        )
        parts += [entry(w, w.material.contents.toggles[each]) for each in names]
    return join(*parts)


def entry(w: Writing, toggle: Toggle) -> str:
    """Return all there is to say of a toggle."""
    clauses, cases = w.material.clauses_with[toggle.id], w.material.scenarios_with[toggle.id]
    return join(
        heading(3, w.text(toggle.title, f"the title of '{toggle.id}'"), toggle.id, ("ms-toggle",)),
        f"{code(toggle.id)} · {w.word('default')}: {code(value_id(toggle.default))}\n{{.ms-marks}}",
        _values(w, toggle),
        _chosen(w, toggle),
        _constraints(w, toggle),
        f"**{w.word('clauses')}:** {w.links_to('clause', clauses)}" if clauses else "",
        w.details(f"{w.word('scenarios-on')} ({len(cases)})", w.bullets("scenario", cases)) if cases else "",
    )


def _values(w: Writing, toggle: Toggle) -> str:
    if toggle.values:
        told = [
            f"- {code(each)}: {w.text(text, f'the text of {toggle.id}={each}')}" for each, text in toggle.values.items()
        ]
        return "\n".join(told)
    return f"- {w.kind_of(toggle)}"


def _constraints(w: Writing, toggle: Toggle) -> str:
    """Return what the toggle does not go together with, as the constraints' messages say."""
    constraints = {each.id: each for each in w.material.contents.constraints}
    own = [constraints[each] for each in w.material.constraints_on[toggle.id]]
    told = [f"- {w.text(each.message, f'the message of {each.id}')} {code(each.expr.text)}" for each in own]
    return join(f"**{w.word('constraints')}:**", "\n".join(told)) if told else ""


def _chosen(w: Writing, toggle: Toggle) -> str:
    """Return the table of what each variant has chosen; those that chose the same on the same grounds share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for name, setting in w.material.settings.items():
        setter = setting.variant.settings.get(toggle.id)
        grounds = [w.source(setter.source)] if setter and setter.source else []
        if setter and setter.why:
            grounds.append(w.text(setter.why, f"why {name} has this {toggle.id}"))
        value = setting.values[toggle.id]
        shown = code(value_id(value)) if toggle.values else w.value(toggle, value)
        rows.setdefault((shown, w.status(setting.status(toggle.id)), "<br>".join(grounds)), []).append(name)
    head = [w.word("variant"), w.word("value"), w.word("rests-on"), w.word("why")]
    return table(head, [[w.variants(names), *row] for row, names in rows.items()])
