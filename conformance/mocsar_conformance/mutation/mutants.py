"""Makes the mutants of a rulebook: each is the rulebook with one small thing changed, and knows what that is.

What is changed: every expression of rules, functions, forms, the pack, initial values and the view; what a rule is made
of (requirements, conditions, effects, stages, events); phases, stages and ranks; every toggle's value in every variant.
Words for people (titles, clauses with their own `when`, glossary) change no game and are left alone, and so are the
constraints between toggles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any

from mocsar_conformance.mutation.naming import Naming
from mocsar_conformance.mutation.operators import changes, list_changes
from mocsar_conformance.mutation.slots import (
    Slot,
    form_slots,
    function_slot,
    model_slots,
    retyped,
    rule_slots,
)
from mocsar_conformance.mutation.written import write
from mocsar_reference import Place, Rulebook, Setting
from mocsar_reference.errors import ExpressionError
from mocsar_reference.resolve.book import Contents, Effect, Rule
from mocsar_reference.resolve.scopes import Scopes
from mocsar_reference.resolve.setting import broken, written

Make = Callable[[], Contents]


class Stillborn(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A mutant that is no rulebook: it has no valid types, breaks constraints, or could not be brought to an end."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed rulebook. `unit` is what is changed ("rule", its id), `part` where in it, `operator` how.

    `names` are the ids of rules and clauses by which a scenario names what is changed; None where nothing in the
    rulebook has a name for it, so that every scenario is about it. `variant` is set where a toggle's value is changed
    in a variant.
    """

    id: str
    unit: tuple[str, str]
    part: str
    operator: str
    before: str
    after: str
    place: Place
    names: frozenset[str] | None
    make: Make = field(compare=False, repr=False)
    variant: str | None = None
    toggles: frozenset[str] = frozenset()
    """Toggles that a scenario may name in its `when` instead."""
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def diff(self) -> str:
        """The change in one line."""
        return f"{self.place}: {self.part}: {self.before}  →  {self.after or '(nothing)'}"

    def contents(self) -> Contents:
        """Return the changed rulebook. Raises Stillborn."""
        try:
            return self.make()
        except ExpressionError as error:
            raise Stillborn(f"{error.code} {error.message}") from None


def all_mutants(book: Rulebook) -> list[Mutant]:
    """Return every mutant of a rulebook, in a fixed order, each with an id of its own that stays as long as what it
    changes stays."""
    return _Maker(book).mutants()


class _Maker:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.contents = book.contents
        self.scopes = Scopes(book.contents)
        self.naming = Naming(book.contents)
        self.lines: dict[str, list[str]] = {}
        self.found: dict[str, Mutant] = {}
        self.seen: set[tuple[Any, ...]] = set()

    def mutants(self) -> list[Mutant]:
        for rule in self.contents.rules.values():
            self.rule(rule)
        for function in self.contents.functions.values():
            self.slots(("function", function.id), [function_slot(function, self.contents, self.scopes)])
        for form in self.contents.forms.values():
            self.slots(("form", form.id), form_slots(form, self.contents, self.scopes))
        self.slots(("model", ""), model_slots(self.contents, self.scopes))
        self.model()
        self.ranks()
        for variant in self.book.playable:
            self.toggles(self.book.setting(variant))
        return list(self.found.values())

    def add(
        self,
        unit: tuple[str, str],
        part: str,
        operator: str,
        before: str,
        after: str,
        place: Place,
        make: Make,
        **more: Any,
    ) -> None:
        """Keep a mutant, unless there is the same already."""
        key = (*unit, part, before, after or operator)
        if key in self.seen or before == after:
            return
        self.seen.add(key)
        digest = sha256(f"{before}\0{after}".encode()).hexdigest()[:6]
        name = f"{':'.join(filter(None, (unit[1] or unit[0], part, operator)))}:{digest}"
        if name in self.found:
            name += f".{sum(each.startswith(name) for each in self.found)}"
        names = more.pop("names", self.naming.of(*unit))
        if unit[0] == "rule" and part == "when":
            names, more["toggles"] = self.presence(unit[1], names)
        self.found[name] = Mutant(name, unit, part, operator, before, after, place, names, make, **more)

    def presence(self, rule: str, names: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Return what names the choice that a rule is present by: also what is there in its stead."""
        when = self.contents.rules[rule].when
        toggles = self.naming.toggles([when.node]) if when else frozenset()
        return names.union(*(self.naming.of("toggle", each) or () for each in toggles)), toggles

    # ---- expressions -------------------------------------------------------------------------------------------------

    def slots(self, unit: tuple[str, str], slots: list[Slot]) -> None:
        """Change the expressions of a thing."""
        for slot in slots:
            own = (unit[0], slot.part.partition(".")[0]) if unit[0] == "model" else unit
            before = write(slot.expression.node)
            for change in changes(slot.expression.node):
                after = write(change.node)

                def make(slot: Slot = slot, after: str = after) -> Contents:
                    new = self.scopes.read(after, slot.expression, slot.names, slot.expected, slot.narrowed)
                    return slot.put(new)

                place = self.place(slot.expression.place, slot.expression.text, change.at)
                self.add(own, slot.part, change.operator, before, after, place, make)
            if slot.drop is not None:
                self.add(own, slot.part, "dropped", before, "", slot.expression.place, slot.drop)

    def place(self, start: Place, text: str, at: int) -> Place:
        """Return the place of a character of an expression that stands on one line; else where it starts."""
        if start.file not in self.lines:
            try:
                with open(start.file, encoding="utf-8") as file:  # noqa: PTH123 (as the loader does)
                    self.lines[start.file] = file.read().split("\n")
            except OSError:
                self.lines[start.file] = []
        lines = self.lines[start.file]
        line = lines[start.line - 1] if start.line <= len(lines) else ""
        for shift in (-1, 0):
            if line[start.column + shift :].startswith(text):
                return Place(start.file, start.line, start.column + shift + 1 + at)
        return start

    # ---- rules -------------------------------------------------------------------------------------------------------

    def rule(self, rule: Rule) -> None:
        unit = ("rule", rule.id)

        def put(new: Rule, *others: Rule) -> Contents:
            return with_rules(self.contents, rule.id, new, *others)

        def checked(new: Rule) -> Contents:
            return put(retyped(new, self.contents, self.scopes))

        self.slots(unit, rule_slots(rule, self.contents, self.scopes))
        if rule.when:
            self.add(
                unit,
                "when",
                "dropped",
                write(rule.when.node),
                "",
                rule.when.place,
                partial(put, replace(rule, when=None)),
            )
        if rule.applies:
            text = write(rule.applies.node)
            self.add(
                unit, "applies", "dropped", text, "", rule.applies.place, partial(checked, replace(rule, applies=None))
            )
        for index, each in enumerate(rule.require):
            rest = replace(rule, require=(*rule.require[:index], *rule.require[index + 1 :]))
            part = f"require.{each.id}"
            self.add(unit, part, "dropped", write(each.expr.node), "", each.expr.place, partial(put, rest))
        for index, event in enumerate(rule.events if len(rule.events) > 1 else ()):
            rest = replace(rule, events=(*rule.events[:index], *rule.events[index + 1 :]))
            self.add(unit, f"event.{event}", "dropped", event, "", rule.place, partial(put, rest))
        for other in rule.overrides:
            rest = replace(rule, overrides=tuple(each for each in rule.overrides if each != other))
            place = rule.override_places[other]
            self.add(unit, f"overrides.{other}", "dropped", other, "", place, partial(put, rest))
        for index, effect in enumerate(rule.effects):
            self.effect(rule, index, effect, put)

    def effect(self, rule: Rule, index: int, effect: Effect, put: Callable[..., Contents]) -> None:
        unit, part, text = ("rule", rule.id), f"effect.{index}", effect_text(effect)
        rest = replace(rule, effects=(*rule.effects[:index], *rule.effects[index + 1 :]))
        self.add(unit, part, "dropped", text, "", effect.place, partial(put, rest))
        stages = self.contents.model.stages
        at = stages.index(str(rule.stage))
        for stage in (*stages[max(0, at - 1) : at], *stages[at + 1 : at + 2]):
            moved = replace(rule, stage=stage)
            if rest.effects:
                alone = replace(rule, id=f"{rule.id}+", stage=stage, effects=(effect,), require=(), state=())
                make = partial(put, rest, alone)
            else:
                make = partial(put, moved)
            before, after = f"{text} in {rule.stage}", f"{text} in {stage}"
            self.add(unit, part, "stage", before, after, effect.place, make)
        for smaller, what in smaller_effects(effect):
            new = replace(rule, effects=(*rule.effects[:index], smaller, *rule.effects[index + 1 :]))
            self.add(unit, f"{part}.{what}", "dropped", what, "", effect.place, partial(put, new))
        model = self.contents.model
        among: Mapping[str, tuple[str, ...]] = {
            "enter": tuple(model.phases),
            "begin": model.scopes,
            "emit": tuple(each.id for each in model.events.values() if each.actor == model.events[effect.name].actor)
            if effect.kind == "emit"
            else (),
        }
        for name in among.get(effect.kind, ()):
            if name != effect.name:
                other = replace(effect, name=name)
                new = replace(rule, effects=(*rule.effects[:index], other, *rule.effects[index + 1 :]))
                self.add(unit, part, "name", text, effect_text(other), effect.place, partial(put, new))

    # ---- the model, ranks --------------------------------------------------------------------------------------------

    def model(self) -> None:
        model = self.contents.model

        def put(**changed: Any) -> Make:
            return lambda: replace(self.contents, model=replace(model, **changed))

        for phase in model.phases.values():
            unit = ("model", "phases")
            for action in phase.actions:
                rest = replace(phase, actions=tuple(each for each in phase.actions if each != action))
                make = put(phases={**model.phases, phase.id: rest})
                self.add(unit, f"phases.{phase.id}", "element-dropped", action, "", phase.place, make)
            if phase.next:
                make = put(phases={**model.phases, phase.id: replace(phase, next=None)})
                self.add(unit, f"phases.{phase.id}.next", "dropped", phase.next, "", phase.place, make)
        for index, stage in enumerate(model.stages[:-1]):
            following = model.stages[index + 1]
            stages = (*model.stages[:index], following, stage, *model.stages[index + 2 :])
            place = self.nowhere()
            self.add(
                ("model", "stages"),
                "stages",
                "neighbours",
                f"{stage}, {following}",
                f"{following}, {stage}",
                place,
                put(stages=stages),
            )
        for variable in model.variables.values():
            at = model.scopes.index(variable.scope)
            for scope in (*model.scopes[max(0, at - 1) : at], *model.scopes[at + 1 : at + 2]):
                make = put(variables={**model.variables, variable.id: replace(variable, scope=scope)})
                self.add(
                    ("model", "scopes"), f"{variable.id}.scope", "scope", variable.scope, scope, variable.place, make
                )
        for kind in model.actions.values():
            for form in kind.forms:
                rest_of = replace(kind, forms=tuple(each for each in kind.forms if each != form))
                make = put(actions={**model.actions, kind.id: rest_of})
                self.add(("model", "actions"), f"{kind.id}.forms", "element-dropped", form, "", kind.place, make)
        for name, reason in model.refusals.items():
            other = next((each for each in self.contents.reasons if each != reason), reason)
            place = self.contents.places.get(("refusal", name), self.nowhere())
            make = put(refusals={**model.refusals, name: other})
            self.add(("model", "refusals"), name, "constant", reason, other, place, make)

    def nowhere(self) -> Place:
        """Return a place in the model's file."""
        variable = next(iter(self.contents.model.variables.values()))
        return Place(variable.place.file, 1, 1)

    def ranks(self) -> None:
        ranks = list(self.contents.ranks.values())
        for index in range(len(ranks) - 1):
            one, other = ranks[index : index + 2]
            new = {each.id: each for each in (*ranks[:index], other, one, *ranks[index + 2 :])}
            place = self.contents.places.get(("rank", one.id), self.nowhere())
            texts = (f"{one.id}, {other.id}", f"{other.id}, {one.id}")
            self.add(
                ("ranks", "ranks"),
                "order",
                "neighbours",
                *texts,
                place,
                partial(replace, self.contents, ranks=new),
            )

    # ---- toggles -----------------------------------------------------------------------------------------------------

    def toggles(self, setting: Setting) -> None:
        """Change each toggle's value in a variant."""
        for name, toggle in self.contents.toggles.items():
            value = setting.values[name]
            found: list[tuple[str, Any]] = [("value", each) for each in toggle.alternatives(value)]
            if isinstance(value, tuple):
                found += list_changes(value)
            elif isinstance(value, int):
                low, high = toggle.minimum or 0, toggle.maximum if toggle.maximum is not None else value + 1
                found += [("value", each) for each in (value - 1, value + 1) if low <= each <= high]
            setter = setting.variant.settings.get(name)
            place = setter.place if setter else toggle.place
            for operator, new in found:
                values = {**setting.values, name: new}
                make = partial(self.allowed, values)
                unit = ("variant", f"{setting.variant.id}/{name}")
                self.add(
                    unit,
                    "",
                    operator,
                    f"{name}={written(value)}",
                    f"{name}={written(new)}",
                    place,
                    make,
                    toggles=frozenset((name,)),
                    variant=setting.variant.id,
                    values=values,
                    names=self.naming.of("toggle", name),
                )

    def allowed(self, values: Mapping[str, Any]) -> Contents:
        against = broken(self.contents, values)
        if against:
            raise Stillborn(f"it breaks the constraint {against[0].id}")
        return self.contents


def with_rules(contents: Contents, old: str, *new: Rule) -> Contents:
    """Return contents with one rule replaced by others in its place."""
    rules: dict[str, Rule] = {}
    for name, rule in contents.rules.items():
        rules.update({each.id: each for each in new} if name == old else {name: rule})
    return replace(contents, rules=rules)


def smaller_effects(effect: Effect) -> Iterator[tuple[Effect, str]]:
    """Go through an effect with one of several writes left out, or one of what it does for each."""
    if len(effect.writes) > 1:
        for index, (target, _) in enumerate(effect.writes):
            yield replace(effect, writes=(*effect.writes[:index], *effect.writes[index + 1 :])), target.name
    if len(effect.do) > 1:
        for index, inner in enumerate(effect.do):
            yield replace(effect, do=(*effect.do[:index], *effect.do[index + 1 :])), effect_text(inner)


def effect_text(effect: Effect) -> str:
    """Return an effect as one line."""

    def target(each: Any) -> str:
        return str(each.name) + (f"[{write(each.key.node)}]" if each.key else "")

    match effect.kind:
        case "set" | "add" | "remove":
            return f"{effect.kind} " + ", ".join(f"{target(to)}: {write(expr.node)}" for to, expr in effect.writes)
        case "move":
            assert effect.cards
            return f"move {write(effect.cards.node)} from {target(effect.source)} to {target(effect.target)}"
        case "deal":
            assert effect.of
            return f"deal to {write(effect.of.node)}"
        case "each":
            assert effect.of
            inner = "; ".join(map(effect_text, effect.do))
            return f"each {effect.name} in {write(effect.of.node)}: {inner}"
    return f"{effect.kind} {effect.name}"
