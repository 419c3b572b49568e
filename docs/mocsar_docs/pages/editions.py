"""The editions: what each has, and what has changed since the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mocsar_conformance.editions import Edition, since
from mocsar_docs.links import Anchor
from mocsar_docs.markup import code, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add

TITLE = {"en": "Editions", "hu": "Kiadások"}
KINDS = {
    "clause": "clause",
    "rule": "rule",
    "toggle": "toggle",
    "reason": "reason",
    "title": "title",
    "variant": "variant",
    "scenario": "scenario",
}
"""What a thing of a kind of the editions' is linked to as."""

add(
    editions_about=(
        "An edition is a list of ids. An id is never used again for something else, so that links, reports and "
        "lists of known failures go on meaning the same; what was renamed or removed is written down here.",
        "Egy kiadás azonosítók jegyzéke. Azonosítót másra soha többé nem használunk, így a hivatkozások, jelentések "
        "és az ismert hibák listái ugyanazt jelentik később is; ami új nevet kapott vagy megszűnt, az itt van "
        "fölsorolva.",
    ),
    edition_now=("{name} (the present one)", "{name} (a mostani)"),
    edition_then=("{name}", "{name}"),
    edition_has=(
        "{clauses} clauses, {toggles} toggles, {scenarios} scenarios.",
        "{clauses} szabálypont, {toggles} választás, {scenarios} példa.",
    ),
    changed_since=("Since {name}", "{name} óta"),
    changed_new=("New", "Új"),
    changed_renamed=("Renamed", "Új néven"),
    changed_removed=("Removed", "Megszűnt"),
    changed_decided=("Clauses whose rules have changed", "Szabálypontok, amelyek másképp döntenek"),
    changed_reworded=("Clauses in other words", "Szabálypontok, amelyek csak a szavaikban változtak"),
    changed_scenarios=("Scenarios that ask something else", "Példák, amelyek mást kérdeznek"),
    changed_nothing=("Nothing has changed.", "Semmi sem változott."),
    kind_action=("actions", "cselekvések"),
    kind_chance=("what chance decides", "amit a véletlen dönt el"),
    kind_clause=("clauses", "szabálypontok"),
    kind_event=("events", "események"),
    kind_form=("forms", "alakzatok"),
    kind_phase=("phases", "szakaszok"),
    kind_reason=("reasons", "indokok"),
    kind_requirement=("requirements", "feltételek"),
    kind_rule=("formal rules", "formális szabályok"),
    kind_scenario=("scenarios", "példák"),
    kind_title=("titles", "rangok"),
    kind_toggle=("toggles", "választások"),
    kind_value=("values of toggles", "választások értékei"),
    kind_variant=("variants", "változatok"),
    kind_view=("entries of the view", "a nézet tételei"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("edition", each.name, each.name) for each in material.sequence)
    yield Page("editions.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    now, editions = w.material.edition, w.material.sequence
    parts = [w.word("editions-about")]
    for number, edition in reversed(list(enumerate(editions))):
        word = "edition-now" if edition is now else "edition-then"
        parts.append(heading(2, w.word(word, name=edition.name), edition.name))
        sizes = {kind: len(edition.ids.get(kind[:-1], ())) for kind in ("clauses", "toggles", "scenarios")}
        parts.append(w.word("edition-has", **sizes))
        if number:
            parts += _changes(w, number, editions)
    return join(*parts)


def _changes(w: Writing, number: int, editions: Sequence[Edition]) -> Iterator[str]:
    old, new = editions[number - 1], editions[number]
    found = since(old, new, w.material.changes)
    yield heading(3, w.word("changed-since", name=old.name), f"{new.name}.changes")
    told = [
        *_by_kind(w, "changed-new", found.new),
        _listed(w, "changed-renamed", [f"{code(was)} → {_linked(w, kind, now)}" for kind, was, now in found.renamed]),
        _removed(w, found.removed),
        _listed(w, "changed-decided", [_linked(w, "clause", each) for each in found.decided]),
        _listed(w, "changed-reworded", [_linked(w, "clause", each) for each in found.reworded]),
        _listed(w, "changed-scenarios", [_linked(w, "scenario", each) for each in found.scenarios]),
    ]
    yield join(*told) or w.word("changed-nothing")


def _by_kind(w: Writing, word: str, ids: Sequence[tuple[str, str]]) -> Iterator[str]:
    kinds = dict.fromkeys(kind for kind, _ in ids)
    for each in kinds:
        names = [name for kind, name in ids if kind == each]
        summary = f"{w.word(word)}: {w.word(f'kind-{each}')} ({len(names)})"
        yield w.details(summary, "\n".join(f"- {_linked(w, each, name)}" for name in names))


def _removed(w: Writing, ids: Sequence[tuple[str, str]]) -> str:
    changes = w.material.changes
    lines = [f"{code(name)}: {w.text(changes.removed[kind, changes.now(kind, name)])}" for kind, name in ids]
    return _listed(w, "changed-removed", lines)


def _listed(w: Writing, word: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    return w.details(f"{w.word(word)} ({len(lines)})", "\n".join(f"- {each}" for each in lines))


def _linked(w: Writing, kind: str, name: str) -> str:
    """Return a thing with its id, linked to where it is now, if it is anywhere."""
    if kind in KINDS and w.links.find(KINDS[kind], name) is not None:
        return f"[{code(name)}]({w.to(KINDS[kind], name)}) {w.name(kind, name) if kind != 'rule' else ''}".rstrip()
    return code(name)
