"""Which rules and clauses a legal setting can have, proved: none never, and of those that exclude each other one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations

from ..errors import Diagnostic
from ..language.ast import Binary, Literal, Node
from ..language.types import BOOL
from ..resolve.book import Clause, Contents
from .logic import together
from .proofs import Prover
from .toggles import blamed, nearest


def presence_faults(contents: Contents, prover: Prover) -> Iterator[Diagnostic]:
    """Yield R110 for rules and R127 for clauses that constraints rule out, R127 for two of one title that can meet."""
    if prover.setting() is None:
        return
    for rule in contents.rules.values():
        if rule.when and together([rule.when.node]) is not None and prover.setting(rule.when.node) is None:
            because = blamed(prover.against(rule.when.node))
            message = f"'{rule.id}' can never be present: no legal setting fulfils its 'when', because of {because}"
            yield Diagnostic("R110", rule.when.place, message, "mend the condition or the constraint")
    there = [clause for clause in contents.clauses.values() if prover.setting(presence(contents, clause)) is not None]
    for clause in contents.clauses.values():
        if clause not in there and (not clause.rules or any(_can_be(contents, prover, each) for each in clause.rules)):
            because = blamed(prover.against(presence(contents, clause)))
            message = f"no legal setting has the clause '{clause.id}'{f', because of {because}' if because else ''}"
            place = clause.when.place if clause.when else clause.place
            yield Diagnostic("R127", place, message, "mend its 'when', or those of its rules, or delete it")
    for one, other in combinations(there, 2):
        instead = one.id in other.replaces or other.id in one.replaces
        if one.chapter == other.chapter and one.title == other.title and not instead:
            where = nearest(contents, prover, presence(contents, one), presence(contents, other))
            if where is not None:
                message = f"'{other.id}' and '{one.id}' ({one.place}) have the same title and can meet: in {where}"
                hint = "make their conditions exclude each other, or give one another title"
                yield Diagnostic("R127", other.place, message, hint)


def presence(contents: Contents, clause: Clause) -> Node:
    """Return when a clause is present: where its `when` holds and, if it has rules, one of them is."""
    always: Node = Literal(True, type=BOOL)
    whens = [contents.rules[each].when for each in clause.rules if each in contents.rules]
    conditions = [each.node if each else always for each in whens]
    rules = reduce(lambda one, other: Binary("||", one, other, type=BOOL), conditions) if conditions else always
    return Binary("&&", clause.when.node, rules, type=BOOL) if clause.when else rules


def _can_be(contents: Contents, prover: Prover, rule: str) -> bool:
    when = contents.rules[rule].when if rule in contents.rules else None
    return when is None or prover.setting(when.node) is not None
