"""Reads `equivalent-mutants.yaml`: mutants that nobody could notice, each with a reason that a person can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from mocsar_conformance.mutation.mutants import Mutant
from mocsar_conformance.mutation.run import Result
from mocsar_reference import Diagnostic, Place
from mocsar_reference.load import load_document
from mocsar_reference.resolve.book import Words

NAME = "equivalent-mutants.yaml"
KILLED = frozenset(("named", "others"))


@dataclass(frozen=True, slots=True)
class Listed:
    """Mutants that a pattern of ids names, in some variants or in all, and why nobody could notice them."""

    pattern: str
    variants: tuple[str, ...]
    reason: Words
    place: Place = field(compare=False)

    def holds_for(self, mutant: str, setting: str) -> bool:
        """Tell whether a mutant is listed in a setting."""
        return fnmatchcase(mutant, self.pattern) and (not self.variants or setting.partition("(")[0] in self.variants)


def read_listed(folders: Iterable[Path]) -> list[Listed]:
    """Return what rulebooks and overlays list; a folder may have no such file.

    Raises MocsarError where a file is not as its schema says (Y and S codes).
    """
    found: list[Listed] = []
    for folder in folders:
        path = (folder / "spec" if (folder / "spec").is_dir() else folder) / NAME
        if path.is_file():
            document = load_document(path, "equivalent-mutants")
            for number, each in enumerate(document.value["mutants"]):
                place = document.place(("mutants", number, "id"))
                found.append(Listed(each["id"], tuple(each.get("variants", ())), each["reason"], place))
    return found


def listed_faults(
    listed: Sequence[Listed], mutants: Sequence[Mutant], results: Sequence[Result], whole: bool
) -> Iterator[Diagnostic]:
    """Yield C062 for each listed mutant that is killed after all, C063 for what names no mutant.

    Without the `whole` of the mutants, nothing can be said of the second.
    """
    for each in listed:
        named = [result for result in results if fnmatchcase(result.mutant, each.pattern)]
        if whole and not any(fnmatchcase(mutant.id, each.pattern) for mutant in mutants):
            hint = "take it out of the list; the ids of those that are left are printed by `mocsar mutate`"
            yield Diagnostic("C063", each.place, f"there is no mutant '{each.pattern}'", hint)
        for result in named:
            for found in result.found:
                if found.kill is not None and found.fate in KILLED and each.holds_for(result.mutant, found.setting):
                    by = f"'{result.mutant}' is noticed after all, in {found.setting} by {found.kill.scenario}"
                    yield Diagnostic("C062", each.place, by, "take it out of the list, or name the variants it is for")
                    break
