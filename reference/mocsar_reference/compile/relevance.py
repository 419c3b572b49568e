"""Finds the state that can still make a difference within a deal: what tells positions apart in one setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..language.ast import Node
from ..language.fold import Folder, Function
from ..language.walk import calls, free
from ..resolve.book import Contents, Effect, Expression, Rule, Target
from ..resolve.setting import Setting, constants


def relevant(contents: Contents, setting: Setting, rules: Iterable[str]) -> frozenset[str]:
    """Return the names of the variables and zones that what is legal, or what the core of a view shows, can depend on
    in this deal, now or later. `rules` are the ids of those present.

    Two positions that differ in others only have the same lines before them. What the rules of a next deal depend on
    is left out, unless the view shows it.
    """
    return _Finder(contents, setting, rules).names()


class _Finder:
    def __init__(self, contents: Contents, setting: Setting, rules: Iterable[str]) -> None:
        self.contents = contents
        model = contents.model
        self.state = {*model.variables, *model.zones}
        bodies = {name: Function(tuple(f.signature.parameters), f.expr.node) for name, f in contents.functions.items()}
        self.folder = Folder(constants(contents, setting.values), bodies)
        self.rules = tuple(self.happening([contents.rules[name] for name in rules]))

    def happening(self, present: list[Rule]) -> Iterator[Rule]:
        """Go through the rules of actions, and of events that these make happen."""
        events = set(self.contents.model.actions)
        waiting = list(events)
        while waiting:
            event = waiting.pop()
            here = [effect for rule in present if event in rule.events for effect in rule.effects]
            new = {effect.name for effect in _all(here) if effect.kind == "emit"} - events
            events |= new
            waiting += new
        return (rule for rule in present if events.intersection(rule.events))

    def names(self) -> frozenset[str]:
        found: set[str] = set()
        for entry in self.contents.model.view:
            if entry.core:
                found |= self.read(entry.when, entry.expr, *entry.fields.values())
        for rule in self.rules:
            found |= self.read(rule.applies, *(each.expr for each in rule.require))
        before = -1
        while len(found) > before:  # what is written into state that matters comes to matter too
            before = len(found)
            for rule in self.rules:
                for effect in rule.effects:
                    found |= self.needed(effect, found)
        return frozenset(found)

    def needed(self, effect: Effect, found: set[str]) -> set[str]:
        """Return what must be known for an effect to write right what matters."""
        needed: set[str] = set()
        for target, value in effect.writes:
            if target.name in found:
                needed |= self.read(target.key, value)
        if effect.kind == "move" and found.intersection(each.name for each in _ends(effect)):
            needed |= self.read(effect.cards, *(each.key for each in _ends(effect)))
            needed |= {each.name for each in _ends(effect)[:1]}  # only cards that are there move
        for inner in effect.do:
            below = self.needed(inner, found)
            if below or found.intersection(_written(inner)):
                needed |= below | self.read(effect.of)
        return needed

    def read(self, *expressions: Expression | None) -> set[str]:
        """Return the state that expressions read, by way of functions too."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting: list[Node] = [self.folder.fold(each.node) for each in expressions if each is not None]
        while waiting:
            node = waiting.pop()
            found |= {path[1] if path[0] == "before" else path[0] for path in free(node)}
            for name in calls(node) - seen:
                seen.add(name)
                function = self.folder.function(name)
                if function is not None:
                    waiting.append(function.body)
        return found & self.state


def _all(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from _all(effect.do)


def _ends(effect: Effect) -> list[Target]:
    return [each for each in (effect.source, effect.target) if each is not None]


def _written(effect: Effect) -> set[str]:
    return {target.name for target, _ in effect.writes} | {target.name for target in _ends(effect)}
