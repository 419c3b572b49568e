"""Which values a toggle can be given, and which change would mend a setting that breaks a constraint."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product

from ..language.types import INT, Enum
from .book import Contents, Toggle, Value
from .build import NUMBERS_UP_TO
from .conditions import toggles_read
from .setting import broken

MOST_CHANGES = 2
"""More changes than these are no advice any more."""


def bounds(toggle: Toggle) -> tuple[int, int]:
    """Return the least and the greatest number that a toggle, or each member of its list, can be."""
    return toggle.minimum or 0, toggle.maximum if toggle.maximum is not None else NUMBERS_UP_TO


def domain(contents: Contents, toggle: Toggle) -> tuple[Value, ...]:
    """Return every value of a toggle; of a list, which has no end of them, those tried, set by variants and by default.

    The default comes first.
    """
    pool: list[Value] = [toggle.default]
    if isinstance(toggle.type, Enum):
        pool += toggle.type.values
    elif toggle.type == INT:
        low, high = bounds(toggle)
        pool += range(low, high + 1)
    else:
        pool += toggle.others
        pool += [each.own[toggle.id].value for each in contents.variants.values() if toggle.id in each.own]
    return tuple(dict.fromkeys(pool))


def tied(contents: Contents, toggles: Collection[str]) -> list[str]:
    """Return some toggles and all that constraints tie to them, through others too, by name."""
    groups = [toggles_read(constraint.expr) for constraint in contents.constraints]
    near = set(toggles)
    while True:
        more = near.union(*(group for group in groups if group & near))
        if more == near:
            return sorted(near)
        near = more


def repair(
    contents: Contents, values: Mapping[str, Value], usual: Mapping[str, Value], kept: Collection[str] = ()
) -> dict[str, Value] | None:
    """Return the fewest changes of toggles, none of them in `kept`, after which no constraint is broken.

    A toggle is rather given its value in `usual` or its default than another. None where more than two would have to
    change.
    """
    at_fault = [toggle for each in broken(contents, values) for toggle in sorted(toggles_read(each.expr))]
    near = [name for name in dict.fromkeys((*at_fault, *tied(contents, at_fault))) if name not in kept]

    def pool(name: str, alone: bool) -> Iterator[Value]:
        toggle = contents.toggles[name]
        likely = (usual[name], toggle.default, *toggle.alternatives(values[name]))
        for each in dict.fromkeys((*likely, *(domain(contents, toggle) if alone else ()))):
            if each != values[name]:
                yield each

    for number in range(MOST_CHANGES + 1):
        for names in combinations(near, number):
            for chosen in product(*(pool(name, number < 2) for name in names)):
                changes = dict(zip(names, chosen, strict=True))
                if not broken(contents, {**values, **changes}):
                    return changes
    return None
