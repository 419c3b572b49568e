"""Toggles that nothing reads, values that nothing tells apart, variants that break a constraint; and what constraints
leave possible: values that no legal setting has, values that every one has, constraints that say nothing.

With the extra `proofs` the last are proved; without it a value is looked for in and near the variants only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from ..errors import Diagnostic
from ..language.ast import Node, Unary
from ..language.fold import Folder
from ..language.types import BOOL, INT
from ..resolve.book import Constraint, Contents, Expression, Toggle, Value
from ..resolve.conditions import toggles_read
from ..resolve.repair import domain, repair, tied
from ..resolve.setting import broken, literal, short_form, variant_values, written
from ..resolve.short import shown_values
from .logic import subnodes
from .proofs import Part, Prover
from .reach import expressions, toggle_of


def toggle_faults(contents: Contents, prover: Prover | None = None) -> Iterator[Diagnostic]:
    """Yield R120 to R126; without a prover no R124, R125 and R126."""
    yield from _unread(contents)
    if prover is not None and prover.setting() is None:
        yield _contradiction(prover)
        return
    yield from _breaking(contents)
    if prover is None:
        yield from _not_found(contents)
    else:
        yield from _unbreakable(contents, prover)
        for toggle in contents.toggles.values():
            yield from _impossible(contents, prover, toggle)


# ---- what is read ----------------------------------------------------------------------------------------------------


def _unread(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R120 and R121: a toggle, or the difference between some of its values, that decides nothing.

    What a constraint, a clause's condition or a placeholder reads decides nothing in the game.
    """
    idle = {id(each.expr) for each in contents.constraints} | {id(each.when) for each in contents.clauses.values()}
    reading: dict[str, list[Expression]] = {name: [] for name in contents.toggles}
    mentioned = {each.name for clause in contents.clauses.values() for each in clause.placeholders}
    for expr in expressions(contents):
        for name in {toggle_of(node) for node in subnodes(expr.node)}.intersection(contents.toggles):
            assert name is not None
            if id(expr) in idle:
                mentioned.add(name)
            else:
                reading[name].append(expr)
    for toggle in contents.toggles.values():
        if not reading[toggle.id]:
            message = f"nothing reads the toggle '{toggle.id}'"
            if toggle.id in mentioned:
                message = f"only constraints and prose read the toggle '{toggle.id}': it decides nothing"
            yield Diagnostic("R120", toggle.place, message, f"use toggle.{toggle.id} in a rule, or delete it")
            continue
        for same in _alike(contents, toggle, reading[toggle.id]):
            yield Diagnostic(
                "R121",
                toggle.place,
                f"nothing tells the values {_listed(same)} of '{toggle.id}' apart",
                "compare the toggle with all of them but one"
                if toggle.values
                else "let a rule depend on the value itself, or give the toggle fewer values",
            )


def _alike(contents: Contents, toggle: Toggle, reading: Iterable[Expression]) -> Iterator[list[Value]]:
    """Yield the values of a toggle with which every expression is the same."""
    groups: dict[tuple[Node, ...], list[Value]] = {}
    for value in domain(contents, toggle):
        folder = Folder({("toggle", *toggle.id.split(".")): literal(value, toggle.type)}, {})
        groups.setdefault(tuple(folder.fold(each.node) for each in reading), []).append(value)
    yield from (values for values in groups.values() if len(values) > 1)


# ---- variants --------------------------------------------------------------------------------------------------------


def _breaking(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R122 for each constraint that a playable variant breaks, with the nearest change that would mend it."""
    for variant in contents.variants.values():
        if variant.abstract:
            continue
        values = variant_values(contents, variant)
        for constraint in broken(contents, values):
            own = [variant.own[name].place for name in toggles_read(constraint.expr) if name in variant.own]
            usual = {name: toggle.default for name, toggle in contents.toggles.items()}
            mended = repair(contents, values, usual, kept=variant.own) or repair(contents, values, usual)
            hint = "change one of the toggles named"
            if mended:
                hint = f"for example {', '.join(f'{name}: {written(value)}' for name, value in mended.items())}"
            yield Diagnostic(
                "R122",
                min(own, default=variant.place),
                f"the variant '{variant.id}' breaks a constraint: {constraint.message['en']} "
                f"({shown_values(constraint, values)})",
                hint,
            )


# ---- what constraints leave possible ---------------------------------------------------------------------------------


def _contradiction(prover: Prover) -> Diagnostic:
    parts = prover.against()
    return Diagnostic(
        "R124",
        parts[0].constraint.place,
        f"no setting is legal, because of {blamed(parts)}",
        f"loosen one of them; they are about {', '.join(_toggles(parts))}",
    )


def _unbreakable(contents: Contents, prover: Prover) -> Iterator[Diagnostic]:
    for constraint in contents.constraints:
        toggles = toggles_read(constraint.expr)
        if prover.anyhow(Unary("!", constraint.expr.node, type=BOOL)) is None:
            tried = "" if prover.exact(toggles) else " of all that were tried"
            message = f"no setting{tried} breaks the constraint '{constraint.id}'"
            hint = f"mend it, or delete it; it is about {', '.join(sorted(toggles)) or 'no toggle'}"
            yield Diagnostic("R125", constraint.place, message, hint)
            continue
        others = prover.implying(constraint)
        if others and prover.exact(toggles.union(*(toggles_read(each.expr) for each in others))):
            message = f"what the constraint '{constraint.id}' forbids, {_named(others)} forbid too"
            yield Diagnostic("R125", constraint.place, message, "delete it, or loosen the others")


def _impossible(contents: Contents, prover: Prover, toggle: Toggle) -> Iterator[Diagnostic]:
    """Yield R126 for a toggle with one possible value, else R123 for its impossible ones."""
    values = domain(contents, toggle)
    possible = [value for value in values if prover.setting(having={toggle.id: value}) is not None]
    if len(possible) == len(values):
        return
    if len(possible) == 1 and len(values) > 2:  # of two values it says the same that the other is impossible
        other = next(value for value in values if value not in possible)
        parts = prover.against(having={toggle.id: other})
        yield Diagnostic(
            "R126",
            toggle.place,
            f"'{toggle.id}' is '{written(possible[0])}' in every legal setting, because of {blamed(parts)}",
            f"delete the toggle, or loosen what ties {', '.join(_toggles(parts))}",
        )
        return
    groups: dict[tuple[int, ...], tuple[list[Part], list[Value]]] = {}
    for value in values:
        if value not in possible:
            parts = sorted(prover.against(having={toggle.id: value}), key=lambda each: toggle.id not in each.toggles)
            groups.setdefault(tuple(map(id, parts)), (parts, []))[1].append(value)
    for parts, dead in groups.values():
        if not _hole(toggle, parts, dead, possible):
            tried = "" if prover.exact(_toggles(parts)) else ", with all lists that were tried"
            tied_up = ", ".join(_toggles(parts))
            yield Diagnostic(
                "R123",
                toggle.place,
                f"'{toggle.id}' can never be {_listed(dead)}{tried}, because of {blamed(parts)}",
                f"give the toggle another 'min' or 'max', or mend the constraint about {tied_up}"
                if toggle.type == INT
                else f"delete the value, or mend the constraint about {tied_up}",
            )


def _hole(toggle: Toggle, parts: Iterable[Part], dead: Iterable[Value], possible: Iterable[Value]) -> bool:
    """Tell whether values are left out of the middle of a range on purpose, by a condition on that toggle alone."""
    if toggle.type != INT or any(part.toggles != {toggle.id} for part in parts):
        return False
    numbers = [value for value in possible if isinstance(value, int)]
    return all(isinstance(value, int) and min(numbers) < value < max(numbers) for value in dead)


def blamed(parts: Iterable[Part]) -> str:
    """Return the constraints that parts belong to, each with what it says; none where conditions contradict alone."""
    said = {part.constraint.id: part.constraint.message["en"] for part in parts}
    return " and ".join(f"'{name}' ({message})" for name, message in said.items())


def _named(constraints: Iterable[Constraint]) -> str:
    return " and ".join(f"'{each.id}'" for each in constraints)


def _toggles(parts: Iterable[Part]) -> list[str]:
    return sorted({toggle for part in parts for toggle in part.toggles})


def _listed(values: list[Value]) -> str:
    shown = [f"'{written(each)}'" for each in values]
    return " and ".join(shown) if len(shown) <= 4 else f"{shown[0]}, {shown[1]} … {shown[-1]}"


# ---- without a prover ------------------------------------------------------------------------------------------------


def _not_found(contents: Contents) -> Iterator[Diagnostic]:
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


def _possible(contents: Contents, toggle: Toggle, value: Value) -> bool:
    """Tell whether some variant allows the value, with at most two toggles changed besides, of those it is tied to."""
    near = [each for each in tied(contents, {toggle.id}) if each != toggle.id]
    playable = [variant for variant in contents.variants.values() if not variant.abstract]
    for variant in playable:
        values = {**variant_values(contents, variant), toggle.id: value}
        for number in range(3):
            for others in combinations(near, number):
                pools = [contents.toggles[name].alternatives(values[name]) for name in others]
                for chosen in product(*pools):
                    if not broken(contents, {**values, **dict(zip(others, chosen, strict=True))}):
                        return True
    return not playable


def nearest(contents: Contents, prover: Prover, *conditions: Node) -> str | None:
    """Return the short form of a legal setting in which conditions hold, as near to a variant as is easy to find."""
    best: tuple[int, str] | None = None
    for variant in contents.variants.values():
        usual: Mapping[str, Value] = variant_values(contents, variant)
        found = None if variant.abstract else prover.near(usual, *conditions)
        if found is not None:
            changes = {name: value for name, value in found.items() if usual[name] != value}
            if best is None or len(changes) < best[0]:
                best = len(changes), short_form(variant, changes)
    return best[1] if best else None
