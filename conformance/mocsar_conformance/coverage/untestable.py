"""Reads `untestable.yaml`: what no scenario can exercise, each with the reason why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mocsar_conformance.coverage.measure import Coverage
from mocsar_reference import Diagnostic, Place
from mocsar_reference.errors import did_you_mean
from mocsar_reference.load import load_document
from mocsar_reference.resolve.book import Words

NAME = "untestable.yaml"


@dataclass(frozen=True, slots=True)
class Exemption:
    """A point that need not be exercised, by its id, and why."""

    id: str
    reason: Words
    place: Place = field(compare=False)


def read_untestable(folders: Iterable[Path]) -> list[Exemption]:
    """Return the exemptions of rulebooks and overlays, in order; a folder may have none.

    Raises MocsarError where a file is not as its schema says (Y and S codes).
    """
    found: list[Exemption] = []
    for folder in folders:
        path = (folder / "spec" if (folder / "spec").is_dir() else folder) / NAME
        if path.is_file():
            document = load_document(path, "untestable")
            for number, each in enumerate(document.value["untestable"]):
                found.append(Exemption(each["id"], each["reason"], document.place(("untestable", number, "id"))))
    return found


def exemption_faults(coverage: Coverage, exemptions: Sequence[Exemption], known: Iterable[str]) -> list[Diagnostic]:
    """Return what is wrong with exemptions: C060, C061 and C018. `known` are the ids of all points there are."""
    return list(_faults(coverage, exemptions, set(known)))


def _faults(coverage: Coverage, exemptions: Sequence[Exemption], known: set[str]) -> Iterator[Diagnostic]:
    first: dict[str, Exemption] = {}
    counted = {each.id for each in coverage.points}
    for each in exemptions:
        other = first.setdefault(each.id, each)
        if other is not each:
            yield Diagnostic("C018", each.place, f"'{each.id}' is listed twice", f"it is at {other.place} already")
        elif each.id not in known:
            message = f"there is nothing to exercise that is called '{each.id}'"
            yield Diagnostic("C060", each.place, message, did_you_mean(each.id, known))
        elif each.id in counted and (by := coverage.exercised.get(each.id)):
            message = f"'{each.id}' is exercised after all, by {next(iter(by))}"
            yield Diagnostic("C061", each.place, message, "take it out of the list")
