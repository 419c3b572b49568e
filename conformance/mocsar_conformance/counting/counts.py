"""The numbers of a preset: counted in the reference, read from a rulebook's files, written there, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mocsar_conformance.counting.presets import Preset
from mocsar_reference.explore import Exploration
from mocsar_reference.load import load_document

OUT = "out"
"""The entry of the view that shows the places."""
WIDTH = 110
HEAD = """\
# yaml-language-server: $schema=../schema/counts.schema.json
# Written by `mocsar count --update`: how many sequences of 1, 2, 3 … actions there are from each preset, how many of
# all these end the deal, and with which places.
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """`sequences[d - 1]` is how many different sequences of `d` actions there are; `finished` how many, of any length,
    end the deal, and `places` how many with each order of names."""

    sequences: tuple[int, ...]
    finished: int
    places: Mapping[str, int]

    @classmethod
    def of(cls, found: Exploration) -> Counts:
        """Return the numbers of an exploration."""
        places: Counter[str] = Counter()
        for number, lines in found.ends.items():
            places[", ".join(found.game.view(found.states[number])[OUT])] += lines
        return cls(found.sequences, sum(found.finished), dict(sorted(places.items())))

    def differences(self, stored: Counts, depth: int | None = None) -> Iterator[tuple[str, int, int]]:
        """Go through what is otherwise than stored: what, the number here, the number stored.

        `what` is how many actions the sequences have, "finished", or an order of places. With a limit on depth only
        the sequences that are not longer are compared.
        """
        longest = max(len(self.sequences), len(stored.sequences)) if depth is None else depth
        for at in range(longest):
            here, there = (each.sequences[at] if at < len(each.sequences) else 0 for each in (self, stored))
            if here != there:
                yield str(at + 1), here, there
        if depth is None:
            if self.finished != stored.finished:
                yield "finished", self.finished, stored.finished
            for places in dict.fromkeys((*self.places, *stored.places)):
                here, there = self.places.get(places, 0), stored.places.get(places, 0)
                if here != there:
                    yield places, here, there


def counts_path(preset: Preset) -> Path:
    """Return the file that a preset's counts are stored in."""
    return preset.folder / "counts" / f"{preset.variant}.yaml"


def stored_counts(path: Path) -> dict[str, Counts]:
    """Return the counts in a file by the presets' names; none where there is no file.

    Raises MocsarError Y and S codes.
    """
    if not path.is_file():
        return {}
    value = load_document(path, "counts").value
    return {
        each["preset"]: Counts(tuple(each["sequences"]), each["finished"], each["places"]) for each in value["counts"]
    }


def write_counts(path: Path, setting: str, counts: Mapping[str, Counts]) -> None:
    """Write the counts of a setting's presets, by name. Raises OSError."""
    lines = [f'setting: "{setting}"', "counts:"]
    for name, each in counts.items():
        lines += [f"- preset: {name}", "  sequences: ["]
        lines += [f"    {line}" for line in _filled(each.sequences)]
        lines += ["  ]", f"  finished: {each.finished}", "  places:" if each.places else "  places: {}"]
        lines += [f'    "{places}": {number}' for places, number in each.places.items()]
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def _filled(numbers: Sequence[int]) -> Iterator[str]:
    line = ""
    for number in numbers:
        if len(line) + len(str(number)) > WIDTH - 6:
            yield line.rstrip()
            line = ""
        line += f"{number}, "
    yield line.rstrip().removesuffix(",")
