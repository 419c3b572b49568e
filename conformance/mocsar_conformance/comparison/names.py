"""What ids of earlier editions are called now, so that results of two editions can be laid side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mocsar_conformance.renamed import names
from mocsar_reference.paths import spec_dir

_SHORT: Final = re.compile(r"([^(]+)(?:\((.*)\))?", re.DOTALL)
_VALUE: Final = re.compile(r"([^=,()]+)=(\[[^\]]*\]|[^,\[]*)(?:, |$)")


@dataclass(frozen=True, slots=True)
class Names:
    """The latest names, and what is said of things that are gone, by kind and old id; see `editions`."""

    renamed: Mapping[tuple[str, str], str] = field(default_factory=dict)
    removed: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)

    def latest(self, kind: str, name: str) -> str:
        """Return what a thing is called now, through all its names; its own name where it has no other."""
        return names(self.renamed, kind, name)[-1]

    def scenario(self, name: str) -> str:
        """Return what a scenario is called now."""
        return self.latest("scenario", name)

    def setting(self, short: str) -> str:
        """Return a setting's short form with the names of now; one that is no short form stays as it is."""
        if not any(kind in ("variant", "toggle", "value") for kind, _ in self.renamed):
            return short
        found = _SHORT.fullmatch(short)
        if found is None:
            return short
        variant, inside = self.latest("variant", found[1]), found[2]
        if inside is None:
            return variant
        values = list(_VALUE.finditer(inside))
        if "".join(each[0] for each in values) != inside:
            return short
        return f"{variant}({', '.join(sorted(self._value(each[1], each[2]) for each in values))})"

    def why_gone(self, scenario: str) -> Mapping[str, str] | None:
        """Return by language why a scenario was removed; None where nothing is said."""
        return self.removed.get(("scenario", scenario))

    def _value(self, toggle: str, value: str) -> str:
        name, _, of = self.latest("value", f"{toggle}={value}").partition("=")
        return f"{self.latest('toggle', name)}={of}"


def read_names(overlays: Iterable[Path] = ()) -> Names:
    """Return what the project's editions and those of overlays say. Raises MocsarError where a file is wrong."""
    from mocsar_conformance.editions import read_changes

    renamed: dict[tuple[str, str], str] = {}
    removed: dict[tuple[str, str], Mapping[str, str]] = {}
    for root in (spec_dir(), *(folder / "spec" for folder in overlays)):
        said = read_changes(root)
        renamed.update(said.renamed)
        removed.update(said.removed)
    return Names(renamed, removed)
