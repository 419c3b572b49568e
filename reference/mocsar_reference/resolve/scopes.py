"""What the expressions of a rulebook that is already built may name at each kind of place, so that others can be read.

`build` makes the same scopes while it reads the files; a test reads every expression of the rulebook again with these.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..language.facts import NO_FACTS, Facts
from ..language.parse import parse
from ..language.typecheck import Env, check
from ..language.types import (
    ABSENT,
    CARDS,
    PLAYER,
    Enum,
    List,
    Maybe,
    PerPlayer,
    Record,
    Signature,
    Type,
)
from .book import ActionKind, Contents, Expression
from .typing import toggle_record

Names = Mapping[str, Type]


class Scopes:
    """The names that expressions of one rulebook know, by the kind of place they stand at."""

    def __init__(self, contents: Contents) -> None:
        model = contents.model
        self.contents = contents
        self.rank_type = Enum("rank", tuple(contents.ranks))
        self.form_type = Enum("form", tuple(contents.forms))
        phases = Enum("phase", tuple(model.phases))
        titles = Enum("title", tuple(contents.titles))
        self._enums = {each.name: each for each in (self.rank_type, titles, self.form_type, phases)}
        self._functions: Mapping[str, Signature] = {name: f.signature for name, f in contents.functions.items()}
        state: dict[str, Type] = {
            each.id: PerPlayer(each.type) if each.per_player else each.type for each in model.variables.values()
        }
        cards: dict[str, Type] = {
            zone.id: PerPlayer(CARDS) if zone.per_player else CARDS for zone in model.zones.values()
        }
        seen: Names = {**state, **cards, "phase": phases}
        self._before = Record("before", seen)
        self.toggles: Names = {"toggle": toggle_record(contents.toggles), "none": ABSENT}
        """For conditions over toggles: `when`, and the parts of forms."""
        self.beginning: Names = {**self.toggles, "players": List(PLAYER)}
        """For initial values."""
        self.world: Names = {**self.toggles, **seen, "players": List(PLAYER)}
        """For functions (besides their parameters) and the view."""

    def at(self, events: tuple[str, ...]) -> Names:
        """Return what a rule about these actions and events may name."""
        model = self.contents.model
        names: dict[str, Type] = {**self.world, "before": self._before}
        actions = [model.actions[each] for each in events if each in model.actions]
        if events and all(each in model.actions or model.events[each].actor for each in events):
            names["actor"] = PLAYER
        if actions and len(actions) == len(events):
            first, *others = map(self._fields, actions)
            shared = {name: kind for name, kind in first.items() if all(each.get(name) == kind for each in others)}
            names["action"] = Record("action", shared)
        if set(events) == {"deal"} and model.chance:
            names["chance"] = Record("chance", dict.fromkeys(model.chance, PLAYER))
        return names

    def read(
        self, text: str, old: Expression, names: Names, expected: Type | None, narrowed: Facts = NO_FACTS
    ) -> Expression:
        """Return the expression that `text` would be in the place of an `old` one. Raises ExpressionError."""
        node = check(parse(text), Env(names, self._functions, self._enums), expected, narrowed)
        return Expression(text, node, old.place)

    def copies(self, variable: str) -> Names:
        """Return what a pack's number of copies may name; `variable` stands for the rank."""
        return {**self.beginning, variable: self.rank_type}

    def _fields(self, action: ActionKind) -> dict[str, Type]:
        fields: dict[str, Type] = {}
        if action.cards:
            fields["cards"] = CARDS
        if action.forms:
            fields.update(form=Maybe(self.form_type), rank=Maybe(self.rank_type))
        if action.rank:
            fields["rank"] = self.rank_type
        return fields
