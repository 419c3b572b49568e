"""Lists what the scenarios of a rulebook have to exercise, each thing a point with an id of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from mocsar_conformance.prose import present_clauses
from mocsar_conformance.scenario.covering import used_values
from mocsar_conformance.scenario.layers import Layers
from mocsar_reference import Game, Place, Rulebook, Setting
from mocsar_reference.language.ast import Literal
from mocsar_reference.language.types import Enum, List
from mocsar_reference.resolve.book import Contents, Effect, Rule, Toggle, Value
from mocsar_reference.resolve.setting import written

KINDS = ("refuses", "allows", "effect", "clause", "value", "reason", "event", "title")
"""What a point asks for, in the order of reports.

`refuses`: a requirement alone refuses an action, for its own reason. `allows`: it is met by an accepted action that it
speaks of. `effect`: it is done. `clause`: a scenario is about it, or about a rule of it. `value`: a scenario that names
a toggle holds with this value, and not with another. `reason`: an action is refused for it. `event`: it happens.
`title`: a scenario states that a player gets it."""
TITLE = "title"
"""The type of titles, as the rulebook's expressions have it."""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to exercise. `section` groups points: a chapter, or a kind; `names` are its rule and clause."""

    kind: str
    name: str
    section: str
    names: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)
    toggle: str = ""
    value: Value = ""

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.name}"


def effect_name(rule: str, number: int) -> str:
    """Return the name of an effect: its rule, and its number in the rule's list from 1."""
    return f"{rule}/{number + 1}"


def all_points(rulebook: Rulebook, layers: Layers) -> list[Point]:
    """Return everything to exercise, in reading order; of an overlay only what it brings itself."""
    contents = rulebook.contents
    found = [*_of_clauses(contents), *_of_toggles(rulebook), *_of_words(contents)]
    return [each for each in found if not layers.overlays or (each.place and layers.layer(each.place))]


def points_in(points: Iterable[Point], rulebook: Rulebook, setting: Setting) -> list[Point]:
    """Return those of the points that there are in one setting."""
    game = rulebook.traced(setting, lambda rule, part: None)
    here = _Here(game)
    return [each for each in points if here.has(each)]


def _of_clauses(contents: Contents) -> Iterator[Point]:
    for clause in contents.clauses.values():
        section = clause.chapter
        if clause.kind == "rule":
            yield Point("clause", clause.id, section, (clause.id, *clause.rules), clause.place)
        for name in clause.rules:
            yield from _of_rule(contents.rules[name], section, (name, clause.id))
    for rule in contents.rules.values():
        if rule.clause is None:
            yield from _of_rule(rule, "bookkeeping", (rule.id,))


def _of_rule(rule: Rule, section: str, names: tuple[str, ...]) -> Iterator[Point]:
    for requirement in rule.require:
        name = f"{rule.id}/{requirement.id}"
        yield Point("refuses", name, section, names, rule.place)
        if not (isinstance(requirement.expr.node, Literal) and requirement.expr.node.value is False):
            yield Point("allows", name, section, names, rule.place)
    for number, _ in enumerate(rule.effects):
        yield Point("effect", effect_name(rule.id, number), section, names, rule.place)


def _of_toggles(rulebook: Rulebook) -> Iterator[Point]:
    for toggle in rulebook.contents.toggles.values():
        for value in used_values(rulebook, toggle):
            name = f"{toggle.id}={written(value)}"
            yield Point("value", name, "toggles", (), toggle.place, toggle.id, value)


def _of_words(contents: Contents) -> Iterator[Point]:
    words: tuple[tuple[str, Collection[str]], ...] = (
        ("reason", contents.reasons),
        ("event", contents.model.events),
        ("title", contents.titles),
    )
    for kind, ids in words:
        yield from (Point(kind, each, f"{kind}s", (), contents.places.get((kind, each))) for each in ids)


class _Here:
    """What there is in one setting."""

    def __init__(self, game: Game) -> None:
        plan, contents = game.plan, game.contents
        self.setting = game.setting
        self.contents = contents
        self.traces = set(plan.traces)
        self.requirements = {(each.rule, each.requirement) for each in plan.checks}
        self.reasons = {each.reason for each in plan.checks} | set(contents.model.refusals.values())
        self.clauses = {each.id for each in present_clauses(contents, game.setting)}
        present = [contents.rules[name] for name in plan.rules]
        made = {name for rule in contents.rules.values() for name in _emitted(rule.effects)}
        here = {name for rule in present for name in _emitted(rule.effects)}
        self.events = {name for name in contents.model.events if name in here or name not in made}
        self.titles = {
            each
            for toggle in contents.toggles.values()
            for each in _words_of(toggle, TITLE, game.setting.values[toggle.id])
        }

    def has(self, point: Point) -> bool:
        match point.kind:
            case "refuses" | "allows":
                rule, _, requirement = point.name.partition("/")
                return (rule, requirement) in self.requirements
            case "effect":
                rule, _, number = point.name.partition("/")
                return (rule, int(number) - 1) in self.traces
            case "clause":
                return point.name in self.clauses
            case "value":
                return self.setting.values[point.toggle] == point.value
            case "reason":
                return point.name in self.reasons
            case "event":
                return point.name in self.events
        return point.name in self.titles


def _emitted(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        if effect.kind == "emit":
            yield effect.name
        yield from _emitted(effect.do)


def _words_of(toggle: Toggle, kind: str, value: Value) -> tuple[Value, ...]:
    """Return the words of a kind that a toggle's value holds."""
    match toggle.type:
        case Enum(name=name) if name == kind:
            return (value,)
        case List(of=Enum(name=name)) if name == kind and isinstance(value, tuple):
            return value
    return ()
