"""Toggles that nothing reads, values that nothing tells apart or that no legal setting can have, variants that break
a constraint."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ..errors import Diagnostic
from ..language.ast import Binary, ListOf, Literal, Node
from ..language.types import Enum
from ..resolve.book import Contents, Toggle, Value
from ..resolve.conditions import toggles_read
from ..resolve.setting import broken
from .logic import subnodes
from .reach import expressions, toggle_of


def toggle_faults(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R120 to R123."""
    read, compared = _reading(contents)
    for toggle in contents.toggles.values():
        if toggle.id not in read:
            yield Diagnostic(
                "R120",
                toggle.place,
                f"nothing reads the toggle '{toggle.id}'",
                f"use toggle.{toggle.id} in a rule, or delete it",
            )
        elif isinstance(toggle.type, Enum) and toggle.values:
            silent = [value for value in toggle.values if value not in compared.get(toggle.id, set())]
            if len(silent) > 1:
                yield Diagnostic(
                    "R121",
                    toggle.place,
                    f"nothing tells the values {' and '.join(map(repr, silent))} of '{toggle.id}' apart",
                    "compare the toggle with all of them but one",
                )
    for variant in contents.variants.values():
        if not variant.abstract:
            for constraint in broken(contents, _values(contents, variant.id)):
                own = [variant.own[name].place for name in toggles_read(constraint.expr) if name in variant.own]
                yield Diagnostic(
                    "R122",
                    min(own, default=variant.place),
                    f"the variant '{variant.id}' breaks a constraint: {constraint.message['en']}",
                    "change one of the toggles named",
                )
    for toggle in contents.toggles.values():
        for value in toggle.values:
            if not _possible(contents, toggle, value):
                yield Diagnostic(
                    "R123",
                    toggle.place,
                    f"'{toggle.id}' can never be '{value}': it breaks a constraint in every variant, "
                    "also with two other toggles changed",
                    "mend the constraint, or delete the value",
                )


def _values(contents: Contents, variant: str) -> dict[str, Value]:
    values = {name: toggle.default for name, toggle in contents.toggles.items()}
    values.update({name: setter.value for name, setter in contents.variants[variant].settings.items()})
    return values


def _possible(contents: Contents, toggle: Toggle, value: Value) -> bool:
    """Tell whether some variant allows the value, with at most two toggles changed besides, of those it is tied to."""
    tied = _tied(contents, toggle.id)
    playable = [variant for variant in contents.variants.values() if not variant.abstract]
    for variant in playable:
        values = {**_values(contents, variant.id), toggle.id: value}
        for number in range(3):
            for others in combinations(tied, number):
                pools = [contents.toggles[name].alternatives(values[name]) for name in others]
                for chosen in product(*pools):
                    if not broken(contents, {**values, **dict(zip(others, chosen, strict=True))}):
                        return True
    return not playable


def _tied(contents: Contents, toggle: str) -> list[str]:
    """Return the toggles that constraints tie to a toggle, through others too."""
    groups = [toggles_read(constraint.expr) for constraint in contents.constraints]
    near = {toggle}
    while True:
        more = near.union(*(group for group in groups if group & near))
        if more == near:
            return sorted(near - {toggle})
        near = more


def _reading(contents: Contents) -> tuple[set[str], dict[str, set[str]]]:
    """Return the toggles that something reads, and the values that each is compared with."""
    read: set[str] = set()
    compared: dict[str, set[str]] = {}
    for expr in expressions(contents):
        for node in subnodes(expr.node):
            name = toggle_of(node)
            if name in contents.toggles:
                read.add(str(name))
            if isinstance(node, Binary):
                for one, other in ((node.left, node.right), (node.right, node.left)):
                    compared.setdefault(toggle_of(one) or "", set()).update(_words(other))
    for form in contents.forms.values():
        if form.of_fillers and isinstance(form.of_fillers.node.type, Enum):  # the constructor knows both of its words
            compared.setdefault(toggle_of(form.of_fillers.node) or "", set()).update(form.of_fillers.node.type.values)
    for clause in contents.clauses.values():
        read.update(each.name for each in clause.placeholders)
    return read, compared


def _words(node: Node) -> Iterator[str]:
    match node:
        case Literal(str() as word):
            yield word
        case ListOf(items):
            for item in items:
                yield from _words(item)
