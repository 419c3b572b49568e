"""By which ids a scenario names what a mutant changes: rules and clauses, and what these own and read."""

from __future__ import annotations

from collections.abc import Iterable

from mocsar_reference.compile.module import rule_nodes
from mocsar_reference.language import Node, calls, free
from mocsar_reference.resolve.book import Contents, Rule


class Naming:
    """Finds the ids of rules and clauses that speak of a part of one rulebook."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.owners: dict[str, set[str]] = {}
        for clause in contents.clauses.values():
            for thing in clause.owns:
                self.owners.setdefault(thing, set()).add(clause.id)
        self._functions: dict[str, frozenset[str]] = {}
        self._toggles: dict[str, frozenset[str]] = {}
        self.calling: dict[str, set[str]] = {}
        """By function: the rules that call it, in whatever way, and their clauses."""
        self.reading: dict[str, set[str]] = {}
        """By toggle: the rules and clauses that read it."""
        for rule in contents.rules.values():
            nodes = list(rule_nodes(rule))
            for name in self.functions(nodes):
                self.calling.setdefault(name, set()).update(_ids(rule))
            conditions = [each.node for each in (rule.when,) if each]
            for name in self.toggles([*nodes, *conditions]):
                self.reading.setdefault(name, set()).update(_ids(rule))
        for clause in contents.clauses.values():
            if clause.when:
                for name in self.toggles([clause.when.node]):
                    self.reading.setdefault(name, set()).update((clause.id, *clause.rules))
            for thing in clause.owns:
                kind, _, name = thing.partition(".")
                if kind == "function" and name in contents.functions:
                    for toggle in self.toggles([contents.functions[name].expr.node]):
                        self.reading.setdefault(toggle, set()).add(clause.id)

    def of(self, kind: str, name: str) -> frozenset[str] | None:
        """Return the ids that name a thing; None where nothing does."""
        match kind:
            case "rule":
                return frozenset(_ids(self.contents.rules[name]))
            case "function":
                found = self.owners.get(f"function.{name}", set()) | self.calling.get(name, set())
            case "toggle":
                found = self.owners.get(f"toggle.{name}", set()) | self.reading.get(name, set())
            case _:
                found = self.owners.get(f"{kind}.{name}", set())
        return frozenset(found) or None

    def toggles_of(self, kind: str, name: str) -> frozenset[str]:
        """Return the toggles that a rule, a function or a form reads, its presence included; all for anything else."""
        match kind:
            case "rule":
                rule = self.contents.rules[name]
                return self.toggles([*rule_nodes(rule), *(each.node for each in (rule.when,) if each)])
            case "function":
                rules = self.calling.get(name, set()) & self.contents.rules.keys()
                return self.toggles([self.contents.functions[name].expr.node]).union(
                    *(self.toggles_of("rule", each) for each in rules)
                )
        return frozenset(self.contents.toggles)

    def functions(self, nodes: Iterable[Node]) -> frozenset[str]:
        """Return the declared functions that are called, also by way of others."""
        found: set[str] = set()
        waiting = list(nodes)
        while waiting:
            for name in calls(waiting.pop()) & self.contents.functions.keys() - found:
                found.add(name)
                waiting.append(self.contents.functions[name].expr.node)
        return frozenset(found)

    def toggles(self, nodes: Iterable[Node]) -> frozenset[str]:
        """Return the toggles that are read, also by way of functions."""
        own = list(nodes)
        own += [self.contents.functions[name].expr.node for name in self.functions(own)]
        return frozenset(".".join(path[1:]) for node in own for path in free(node) if path[0] == "toggle")


def _ids(rule: Rule) -> set[str]:
    return {rule.id, rule.clause} if rule.clause else {rule.id}
