"""Shows what scenarios exercise: as a table with what is uncovered below it, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.coverage.measure import Coverage
from mocsar_conformance.coverage.points import KINDS, Point
from mocsar_conformance.coverage.untestable import Exemption
from mocsar_conformance.coverage.words import lacking, section_title, word
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic
from mocsar_reference.resolve.book import Contents

MOST_NAMES = 5
"""How many scenarios are named of those that exercise a point."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured, of which scenarios, and what is exempt from it. `variant` is the one it was restricted to."""

    coverage: Coverage
    contents: Contents
    scenarios: Mapping[str, Scenario]
    exemptions: Mapping[str, Exemption]
    faults: Sequence[Diagnostic]
    variant: str | None = None

    @property
    def uncovered(self) -> list[Point]:
        """What is neither exercised nor exempt."""
        return [each for each in self.coverage.uncovered() if each.id not in self.exemptions]

    @property
    def sound(self) -> bool:
        """Whether nothing is uncovered and no exemption is wrong."""
        return not self.uncovered and not self.faults

    def about(self, point: Point) -> list[str]:
        """Return the scenarios that exercise a point and are about the rule or the clause it belongs to."""
        by = self.coverage.exercised.get(point.id, {})
        return [name for name in by if not point.names or set(point.names) & set(self.scenarios[name].rules)]


def table(report: Report, lang: str) -> Iterator[str]:
    """Yield a line for each section: how many points of each kind are exercised or exempt, of how many."""
    rows = [[section_title(s, report.contents, lang), *_row(report, points)] for s, points in _sections(report)]
    head = ["", *(word(kind, lang) for kind in KINDS)]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        yield "  ".join(
            cell.rjust(w) if n else cell.ljust(w) for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )


def details(report: Report, lang: str, everything: bool) -> Iterator[str]:
    """Yield what is uncovered, by section and rule; with `everything` all points and what exercises them."""
    for section, points in _sections(report):
        shown = points if everything else [each for each in points if each in report.uncovered]
        if shown:
            yield ""
            yield section_title(section, report.contents, lang)
        owner = ""
        for point in shown:
            if point.names and point.names[0] != owner:
                owner = point.names[0]
                yield f"  {owner}"
            exempt = report.exemptions.get(point.id)
            names = list(report.coverage.exercised.get(point.id, {}))
            about = report.about(point)
            text = lacking(point, lang)
            if names:
                first = [*about, *(each for each in names if each not in about)]
                more = " …" if len(first) > MOST_NAMES else ""
                listed = ", ".join(first[:MOST_NAMES]) + more
                text = word("by", lang, number=len(names), about=len(about), names=listed)
            elif exempt:
                text = word("untestable", lang, reason=exempt.reason[lang])
            mark = "  " if names or exempt else "! "
            yield f"  {'  ' if point.names else ''}{mark}{point.id}: {text}"


def by_variant(report: Report, lang: str) -> Iterator[str]:
    """Yield how many of a variant's own points are exercised in that variant as it is, for each variant."""
    if report.variant is None and report.coverage.present:
        yield word("variants", lang)
        width = max(map(len, report.coverage.present))
        for name, ids in report.coverage.present.items():
            number = sum(bool(report.coverage.in_variant(p, name)) for p in report.coverage.points if p.id in ids)
            yield f"  {name:{width}}  {word('of', lang, number=number, total=len(ids))}"


def summary(report: Report, lang: str) -> str:
    """Return the last line."""
    points = report.coverage.points
    exercised = sum(bool(report.coverage.exercised.get(each.id)) for each in points)
    uncovered = len(report.uncovered)
    numbers = {"exercised": exercised, "total": len(points), "scenarios": len(report.scenarios)}
    text = word("summary", lang, **numbers, exempt=len(points) - exercised - uncovered, uncovered=uncovered)
    head = word("in", lang, variant=report.variant) if report.variant else ""
    return head + text + (word("faults", lang, number=len(report.faults)) if report.faults else "")


def data(report: Report) -> dict[str, Any]:
    """Return all of it, ready for JSON."""
    return {
        "variant": report.variant,
        "points": [_point(report, each) for each in report.coverage.points],
        "uncovered": [each.id for each in report.uncovered],
        "faults": [_fault(each) for each in report.faults],
        "summary": summary(report, "en"),
    }


def _point(report: Report, point: Point) -> dict[str, Any]:
    exempt = report.exemptions.get(point.id)
    about = set(report.about(point))
    by = report.coverage.exercised.get(point.id, {})
    return {
        "id": point.id,
        "kind": point.kind,
        "name": point.name,
        "section": point.section,
        "belongs": list(point.names),
        "place": str(point.place) if point.place else None,
        "untestable": dict(exempt.reason) if exempt else None,
        "scenarios": [{"id": name, "about": name in about, "settings": list(each)} for name, each in by.items()],
        "variants": {
            variant: report.coverage.in_variant(point, variant)
            for variant, ids in report.coverage.present.items()
            if point.id in ids
        },
    }


def _fault(each: Diagnostic) -> dict[str, Any]:
    return {"code": each.code, "place": str(each.place), "message": each.message, "hint": each.hint}


def _sections(report: Report) -> list[tuple[str, list[Point]]]:
    sections: dict[str, list[Point]] = {}
    for point in report.coverage.points:
        sections.setdefault(point.section, []).append(point)
    return list(sections.items())


def _row(report: Report, points: Sequence[Point]) -> Iterator[str]:
    left = {each.id for each in report.uncovered}
    for kind in KINDS:
        own = [each for each in points if each.kind == kind]
        yield f"{sum(each.id not in left for each in own)}/{len(own)}" if own else "·"
