"""What the scenarios exercise of each rule, toggle and word; and how the suite notices changes, where that is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mocsar_conformance.coverage.points import KINDS
from mocsar_conformance.coverage.words import section_title, word
from mocsar_docs.markup import block, code, escape, heading, join, table
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add

TITLE = {"en": "Coverage", "hu": "Lefedettség"}
MOST = 8
"""How many scenarios are named of those that exercise a point."""
LINKED = {"clause": "clause", "reason": "reason", "title": "title"}

Entry = Mapping[str, Any]

add(
    coverage_about=(
        "What the scenarios exercise. A requirement must refuse by itself, for its own reason, and be met by an "
        "accepted action; an effect must happen; a toggle's value must make a difference; and so on. `mocsar "
        "coverage` measures it.",
        "Amit a példák kipróbálnak. Egy feltételnek egyedül is el kell utasítania, a maga indokával, és elfogadott "
        "cselekvésnek is teljesítenie kell; egy hatásnak meg kell történnie; egy választás értékének számítania "
        "kell; és így tovább. A `mocsar coverage` méri meg.",
    ),
    coverage_missing=(
        "No figures: this site was built without measuring.",
        "Nincsenek adatok: az oldal mérés nélkül készült.",
    ),
    coverage_summary=(
        "{total} points: {exercised} exercised, {exempt} that cannot be, {uncovered} uncovered, by {scenarios} "
        "scenarios.",
        "{total} tétel: kipróbálva {exercised}, nem próbálható {exempt}, kimaradt {uncovered}; {scenarios} példa.",
    ),
    coverage_variants=("Each variant by itself", "A változatok külön-külön"),
    coverage_of=("{number} of {total}", "{number} / {total}"),
    coverage_exercised=("exercised in it as it is", "kipróbálva benne, ahogy van"),
    coverage_what=("what", "mi"),
    coverage_by=("by", "miben"),
    coverage_more=("and {number} more", "és még {number}"),
    coverage_uncovered=("uncovered", "kimaradt"),
    coverage_exempt=("cannot be: {why}", "nem próbálható: {why}"),
    mutation_head=("Mutation", "Mutációk"),
    mutation_about=(
        "The rulebook was changed in {mutants} small ways, one at a time. A scenario that names what was changed "
        "noticed {named}; {equivalent} make no difference that anybody could see; {explained} are explained one by "
        "one; {alive} went unnoticed.",
        "A szabálykönyvet {mutants} apró módon, egyenként megváltoztattuk. Olyan példa, amely a változtatott dolgot "
        "megnevezi, {named} esetben vette észre; {equivalent} változtatás semmi láthatót nem okoz; {explained} "
        "egyenként meg van magyarázva; {alive} észrevétlen maradt.",
    ),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    yield Page("coverage.md", TITLE, _body, "reference")


def _body(w: Writing) -> str:
    found = w.material.coverage
    if found is None:
        return join(w.word("coverage-about"), w.word("coverage-missing"))
    points: Sequence[Entry] = found["points"]
    sections: dict[str, list[Entry]] = {}
    for each in points:
        sections.setdefault(each["section"], []).append(each)
    exercised = sum(bool(each["scenarios"]) for each in points)
    numbers = {"total": len(points), "exercised": exercised, "uncovered": len(found["uncovered"])}
    exempt = len(points) - exercised - numbers["uncovered"]
    return join(
        w.word("coverage-about"),
        w.word("coverage-summary", **numbers, exempt=exempt, scenarios=len(w.material.scenarios)),
        _overview(w, sections, set(found["uncovered"])),
        heading(2, w.word("coverage-variants"), "variants"),
        _variants(w, points),
        _mutation(w),
        *(_section(w, section, own) for section, own in sections.items()),
    )


def _overview(w: Writing, sections: Mapping[str, Sequence[Entry]], left: set[str]) -> str:
    rows = []
    for section, points in sections.items():
        row = [f"[{escape(section_title(section, w.material.contents, w.lang))}](#section.{section})"]
        for kind in KINDS:
            own = [each for each in points if each["kind"] == kind]
            row.append(f"{sum(each['id'] not in left for each in own)}/{len(own)}" if own else "·")
        rows.append(row)
    return block("wide", table(["", *(word(kind, w.lang) for kind in KINDS)], rows))


def _variants(w: Writing, points: Sequence[Entry]) -> str:
    rows = []
    for name in w.material.settings:
        own = [each["variants"][name] for each in points if name in each["variants"]]
        told = w.word("coverage-of", number=sum(bool(each) for each in own), total=len(own))
        rows.append([w.link("variant", name), told])
    return table([w.word("variant"), w.word("coverage-exercised")], rows)


def _section(w: Writing, section: str, points: Sequence[Entry]) -> str:
    title = escape(section_title(section, w.material.contents, w.lang))
    rows = [[_point(w, each), _by(w, each)] for each in points]
    return join(heading(2, title, f"section.{section}"), table([w.word("coverage-what"), w.word("coverage-by")], rows))


def _point(w: Writing, point: Entry) -> str:
    kind, name = point["kind"], point["name"]
    if kind in LINKED:
        linked = f"[{code(name)}]({w.to(LINKED[kind], name)})"
    elif kind in ("refuses", "allows", "effect"):
        linked = f"[{code(name)}]({w.to('rule', name.partition('/')[0])})"
    elif kind == "value":
        linked = f"[{code(name)}]({w.to('toggle', name.partition('=')[0])})"
    else:
        linked = code(name)
    return f"{word(kind, w.lang)}: {linked}"


def _by(w: Writing, point: Entry) -> str:
    """Return the scenarios that exercise a point, those about it first; or why none does."""
    names = [each["id"] for each in sorted(point["scenarios"], key=lambda each: not each["about"])]
    if not names:
        why = point["untestable"]
        return w.word("coverage-exempt", why=w.text(why)) if why else f"**{w.word('coverage-uncovered')}**"
    told = ", ".join(f"[{code(each)}]({w.to('scenario', each)})" for each in names[:MOST])
    rest = len(names) - MOST
    return f"{told}, {w.word('coverage-more', number=rest)}" if rest > 0 else told


def _mutation(w: Writing) -> str:
    found = w.material.mutation
    if found is None:
        return ""
    return join(heading(2, w.word("mutation-head"), "mutation"), w.word("mutation-about", **found["summary"]))
