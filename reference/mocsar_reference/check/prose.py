"""Prose against the formal part: placeholders, what clauses own, languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import Diagnostic, did_you_mean
from ..language.types import List
from ..resolve.book import Contents

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OF_VARIANTS = ("players.min", "players.max", "players.usual")
"""Placeholders that a variant fills, not a toggle."""
_FORM = re.compile(r"(?P<toggle>[a-z0-9_.]+)(?:\[(?P<index>[0-9])\])?")


def placeholders(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield the toggle and the index, if there is one, of each placeholder such as {pack.packs}, {titles.top[0]}."""
    for inside in _PLACEHOLDER.findall(text):
        match = _FORM.fullmatch(inside)
        yield (match["toggle"], match["index"]) if match else (inside, None)


def prose_faults(contents: Contents) -> Iterator[Diagnostic]:
    """Yield R130 to R133."""
    for clause in contents.clauses.values():
        for language in contents.languages:
            for where, words in (("text", clause.text), ("title", clause.title), ("why", clause.why)):
                if words is not None and not words.get(language, "").strip():
                    yield Diagnostic(
                        "R130", clause.place, f"the {where} of '{clause.id}' is missing in '{language}'", "write it"
                    )
            for name, index in placeholders(clause.text.get(language, "")):
                toggle = contents.toggles.get(name)
                if name in OF_VARIANTS and index is None:
                    continue
                if toggle is None:
                    yield Diagnostic(
                        "R131",
                        clause.place,
                        f"'{clause.id}' ({language}) has a placeholder {{{name}}} that nothing fills",
                        did_you_mean(name, contents.toggles),
                    )
                elif index is not None and not isinstance(toggle.type, List):
                    yield Diagnostic(
                        "R131",
                        clause.place,
                        f"'{clause.id}' ({language}) takes a part of '{name}', which is no list",
                        f"write {{{name}}}",
                    )
        main = contents.languages[0]
        first = sorted(placeholders(clause.text.get(main, "")), key=str)
        for other in contents.languages[1:]:
            if sorted(placeholders(clause.text.get(other, "")), key=str) != first:
                yield Diagnostic(
                    "R132",
                    clause.place,
                    f"the texts of '{clause.id}' do not have the same placeholders in '{main}' and '{other}'",
                    "say the same in both languages",
                )
        yield from _owned(contents, clause.id)
        if clause.status == "reading" and clause.why is None:
            yield Diagnostic(
                "R133", clause.place, f"'{clause.id}' is a reading but does not say why", "add 'why:' in every language"
            )
    clauses = contents.clauses
    for rule in contents.rules.values():
        if rule.require and (rule.clause is None or rule.clause not in clauses):
            yield Diagnostic(
                "R134",
                rule.place,
                f"'{rule.id}' can refuse an action but no clause of prose owns it",
                "move it from 'bookkeeping' under the clause that states it",
            )


def _owned(contents: Contents, name: str) -> Iterator[Diagnostic]:
    """Yield R135 for each thing a clause says it owns that does not exist."""
    clause = contents.clauses[name]
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
            yield Diagnostic(
                "R135", clause.place, f"'{name}' owns '{each}', which does not exist", did_you_mean(each, known)
            )
