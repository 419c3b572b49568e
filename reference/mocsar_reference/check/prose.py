"""Prose against the formal part: placeholders, what clauses own, languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from ..errors import Diagnostic, did_you_mean
from ..language.types import List
from ..resolve.book import Clause, Contents

OF_VARIANTS = ("players.min", "players.max", "players.usual")
"""Placeholders that a variant fills, not a toggle."""


def prose_faults(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R130 to R135."""
    for clause in contents.clauses.values():
        yield from _missing(contents, clause)
        unfilled = list(_unfilled(contents, clause))
        yield from unfilled or _unequal(contents, clause)
        yield from _owned(contents, clause)
    clauses = contents.clauses
    for rule in contents.rules.values():
        if rule.require and (rule.clause is None or rule.clause not in clauses):
            yield Diagnostic(
                "R134",
                rule.place,
                f"'{rule.id}' can refuse an action but no clause of prose owns it",
                "move it from 'bookkeeping' under the clause that states it",
            )


def _missing(contents: Contents, clause: Clause) -> Iterator[Diagnostic]:
    for language in contents.languages:
        for part, words in (("text", clause.text), ("title", clause.title), ("why", clause.why)):
            if words is not None and not words.get(language, "").strip():
                place = clause.places.get((part, language), clause.place)
                yield Diagnostic("R130", place, f"the {part} of '{clause.id}' is missing in '{language}'", "write it")


def _unfilled(contents: Contents, clause: Clause) -> Iterator[Diagnostic]:
    """Yield R131 for each placeholder that nothing fills, once for all languages."""
    for each in dict.fromkeys(replace(each, language="") for each in clause.placeholders):
        toggle = contents.toggles.get(each.name)
        if each.name in OF_VARIANTS and each.index is None:
            continue
        if toggle is None:
            hint = did_you_mean(each.name, [*contents.toggles, *OF_VARIANTS])
            yield Diagnostic("R131", each.place, f"nothing fills the placeholder {each}", hint)
        elif each.index is not None and not isinstance(toggle.type, List):
            message = f"{each} takes a part of '{each.name}', which is no list"
            yield Diagnostic("R131", each.place, message, f"write {{{each.name}}}")


def _unequal(contents: Contents, clause: Clause) -> Iterator[Diagnostic]:
    """Yield R132 for the first placeholder that stands in one language more often than in another."""
    for one, other in permutations(contents.languages, 2):
        theirs = Counter(str(each) for each in clause.placeholders if each.language == other)
        for each in (each for each in clause.placeholders if each.language == one):
            theirs[str(each)] -= 1
            if theirs[str(each)] < 0:
                message = f"the text in '{one}' has the placeholder {each}, the text in '{other}' has not"
                yield Diagnostic("R132", each.place, message, "say the same in both languages")
                return


def _owned(contents: Contents, clause: Clause) -> Iterator[Diagnostic]:
    """Yield R135 for each thing a clause says it owns that does not exist."""
    known = [
        *(f"model.{each}" for each in ("pack", "scopes", "phases", "zones", "actions", "refusals", "view")),
        *(f"form.{each}" for each in contents.forms),
        *(f"function.{each}" for each in contents.functions),
        *(f"toggle.{each}" for each in contents.toggles),
        *(f"phase.{each}" for each in contents.model.phases),
        *(f"action.{each}" for each in contents.model.actions),
        *(f"zone.{each}" for each in contents.model.zones),
        *(f"state.{each}" for each in contents.model.variables),
    ]
    for each in clause.owns:
        if each not in known:
            place = clause.places["owns", each]
            yield Diagnostic(
                "R135", place, f"'{clause.id}' owns '{each}', which does not exist", did_you_mean(each, known)
            )
