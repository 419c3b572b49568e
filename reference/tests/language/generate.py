"""Random, well-typed expressions over one world, and random values for its names.

Texts are written with as few brackets as the grammar allows, and some more at random, so that precedence is tested too.
Numbers stay small: CEL fails where 64 bits overflow, and our language never gets there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mocsar_reference.language.types import (
    BOOL,
    CARDS,
    INT,
    PLAYER,
    Enum,
    List,
    Maybe,
    PerPlayer,
    Record,
    Set,
    Type,
)

from .evaluators import Declared, World

RANK = Enum("rank", ("3", "4", "5", "K", "A", "2", "joker"))
FORM = Enum("form", ("set", "run"))
WORDS = {"rank": RANK, "form": FORM}
PLAYERS = ("Anna", "Bea", "Csaba", "Dani")

_ORDER = "['3', '4', '5', 'K', 'A', '2', 'joker']"
FUNCTIONS = {
    "active": Declared({"p": PLAYER}, BOOL, "size(hand[p]) > 0"),
    "after": Declared({"p": PLAYER}, List(PLAYER), "a > 0 ? following(seating, p) : following(reverse(seating), p)"),
    "nearest": Declared({"p": PLAYER}, Maybe(PLAYER), "after(p).filter(x, x != p && active(x)).first(none)"),
    "strength": Declared({"r": RANK}, INT, f"flag && r != 'joker' ? -index({_ORDER}, r) : index(order, r)"),
    "clamp": Declared({"n": INT}, INT, "n > 9 ? 9 : n < -9 ? -9 : n"),
    "rival": Declared({"p": PLAYER, "of": List(PLAYER)}, BOOL, "of.exists(x, x != p && owes[x] >= owes[p])"),
}

NAMES: Mapping[str, Type] = {
    "a": INT,
    "b": INT,
    "flag": BOOL,
    "pass": BOOL,
    "actor": PLAYER,
    "turn": Maybe(PLAYER),
    "owner": Maybe(PLAYER),
    "seating": List(PLAYER),
    "places": List(PLAYER),
    "passed": Set(PLAYER),
    "rank": Maybe(RANK),
    "low": RANK,
    "order": List(RANK),
    "sizes": List(INT),
    "closing": Set(RANK),
    "form": Maybe(FORM),
    "hand": PerPlayer(CARDS),
    "owes": PerPlayer(INT),
    "partner": PerPlayer(Maybe(PLAYER)),
    "lacking": PerPlayer(Set(RANK)),
    "action": Record("action", {"cards": CARDS, "rank": Maybe(RANK), "size": INT, "form": Maybe(FORM)}),
    "before": Record("before", {"a": INT, "flag": BOOL, "owner": Maybe(PLAYER)}),
    "toggle": Record("toggle", {"play": Record("toggle.play", {"kind": FORM, "most": INT, "wild": List(RANK)})}),
}

WORLD = World(PLAYERS, WORDS, NAMES, FUNCTIONS)

# how tightly a text binds, as in the grammar
_CHOICE, _OR, _AND, _RELATION, _SUM, _PRODUCT, _UNARY, _MEMBER = range(8)
Text = tuple[str, int]


def values(rng: random.Random) -> dict[str, Any]:
    """Return random values of the world's names, written as the vectors write them."""
    return {name: _value(rng, of) for name, of in NAMES.items()}


def _value(rng: random.Random, of: Type) -> Any:
    match of:
        case Maybe(inner):
            return None if rng.random() < 0.4 else _value(rng, inner)
        case List(inner):
            return [_value(rng, inner) for _ in range(rng.choice((0, 1, 2, 3, 4)))]
        case Set(inner):
            return sorted({_value(rng, inner) for _ in range(rng.randrange(4))})
        case PerPlayer(inner):
            return {player: _value(rng, inner) for player in PLAYERS}
        case Record():
            return {name: _value(rng, inner) for name, inner in of.fields.items()}
        case Enum():
            return rng.choice(of.values)
    if of == CARDS:
        cards = [rng.choice(RANK.values) for _ in range(rng.choice((0, 0, 1, 2, 4, 8)))]
        return sorted(cards, key=RANK.values.index)
    if of == PLAYER:
        return rng.choice(PLAYERS)
    return rng.random() < 0.5 if of == BOOL else rng.randint(-4, 9)


@dataclass(frozen=True)
class Scope:
    """Macro variables in sight, and texts of paths known to be there."""

    variables: Mapping[str, Type] = field(default_factory=dict)
    there: Mapping[str, Type] = field(default_factory=dict)


Way = Callable[[Type, int, Scope], Text | None]


class Generator:
    """Writes expressions of a wanted type, at most about `depth` levels deep."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def expression(self, of: Type, depth: int) -> str:
        return self.at(of, depth, Scope(), _CHOICE)

    def at(self, of: Type, depth: int, scope: Scope, level: int) -> str:
        text, own = self.make(of, depth, scope)
        return f"({text})" if own < level or self.rng.random() < 0.05 else text

    def make(self, of: Type, depth: int, scope: Scope) -> Text:
        if depth <= 0:
            return self.leaf(of, scope)
        ways: list[Way] = [self.any_leaf, self.chosen, *self.ways(of)]
        weights = [1, 1, *[4] * (len(ways) - 2)]
        for _ in range(20):
            (way,) = self.rng.choices(ways, weights)
            made = way(of, depth - 1, scope)
            if made is not None:
                return made
        return self.leaf(of, scope)

    def ways(self, of: Type) -> list[Way]:
        if of == BOOL:
            return [
                self.logic,
                self.logic,
                self.negation,
                self.equality,
                self.equality,
                self.order,
                self.membership,
                self.quantified,
                self.quantified,
                self.narrowing,
                self.narrowing,
                self.some,
                self.holding,
                self.function_bool,
            ]
        if of == INT:
            return [self.arithmetic, self.arithmetic, self.modulo, self.minus, self.sized, self.counted, self.int_call]
        match of:
            case List(inner):
                ways: list[Way] = [self.listed, self.filtered, self.mapped, self.joined, self.turned]
                if inner == INT:
                    ways.append(self.ranged)
                if inner == RANK:
                    ways.append(self.ranks)
                return ways
            case Set():
                return [self.set_of, self.filtered]
            case Maybe():
                return [self.maybe_there, self.maybe_picked, self.maybe_there]
        if of == CARDS:
            return [self.taken]
        return [self.picked, self.picked_at]

    # ---- leaves

    def paths(self, of: Type, scope: Scope) -> list[str]:
        """Texts of all paths of exactly that type."""
        players = ["actor", *(name for name, each in scope.variables.items() if each == PLAYER)]
        players += [text for text, each in scope.there.items() if each == PLAYER]
        found = [name for name, each in scope.variables.items() if each == of]
        found += [text for text, each in scope.there.items() if each == of]

        def look(names: Mapping[str, Type], root: str) -> None:
            for name, each in names.items():
                text = root + name
                if isinstance(each, Record):
                    look(each.fields, text + ".")
                elif isinstance(each, PerPlayer):
                    if each.of == of:
                        found.extend(f"{text}[{player}]" for player in players[:2])
                elif each == of:
                    found.append(text)

        look(NAMES, "")
        return [text for text in found if not isinstance(of, Maybe) or text not in scope.there]

    def any_leaf(self, of: Type, depth: int, scope: Scope) -> Text | None:
        return self.leaf(of, scope)

    def leaf(self, of: Type, scope: Scope) -> Text:
        paths = self.paths(of, scope)
        if paths and self.rng.random() < 0.75:
            return self.rng.choice(paths), _MEMBER
        match of:
            case Maybe(inner):
                return self.leaf(inner, scope)
            case List(inner) | Set(inner):
                return self.listed(of, 0, scope)
            case Enum():
                # a bare word needs a place that says what it is; a choice with a path beside it does
                other = self.rng.choice(self.paths(of, scope)) if self.paths(of, scope) else None
                word = f"'{self.rng.choice(of.values)}'"
                return (f"{self.flag(scope)} ? {word} : {other}", _CHOICE) if other else (word, _MEMBER)
        if of == BOOL:
            return self.rng.choice(("true", "false")), _MEMBER
        if of == INT:
            return str(self.rng.randrange(12)), _MEMBER
        if of == PLAYER:
            return "actor", _MEMBER
        if of == CARDS:
            return "action.cards", _MEMBER
        raise AssertionError(f"no leaf of {of}")

    def flag(self, scope: Scope) -> str:
        return self.rng.choice(self.paths(BOOL, scope))

    # ---- conditions

    def logic(self, of: Type, depth: int, scope: Scope) -> Text:
        if self.rng.random() < 0.5:
            return f"{self.at(BOOL, depth, scope, _AND)} && {self.at(BOOL, depth, scope, _RELATION)}", _AND
        return f"{self.at(BOOL, depth, scope, _OR)} || {self.at(BOOL, depth, scope, _AND)}", _OR

    def negation(self, of: Type, depth: int, scope: Scope) -> Text:
        return "!" * self.rng.choice((1, 1, 2)) + self.at(BOOL, depth, scope, _MEMBER), _UNARY

    def equality(self, of: Type, depth: int, scope: Scope) -> Text:
        operator = self.rng.choice(("==", "!="))
        pick = self.rng.random()
        if pick < 0.2:
            paths = [
                *self.paths(Maybe(PLAYER), scope),
                *self.paths(Maybe(RANK), scope),
                *self.paths(Maybe(FORM), scope),
            ]
            sides = [self.rng.choice(paths), "none"]
            self.rng.shuffle(sides)
            return f"{sides[0]} {operator} {sides[1]}", _RELATION
        if pick < 0.4:
            kind = self.rng.choice((RANK, FORM))
            path = self.rng.choice([*self.paths(kind, scope), *self.paths(Maybe(kind), scope)])
            sides = [path, f"'{self.rng.choice(kind.values)}'"]
            self.rng.shuffle(sides)
            return f"{sides[0]} {operator} {sides[1]}", _RELATION
        types: list[Type] = [INT, BOOL, PLAYER, Maybe(PLAYER), RANK, Maybe(RANK), List(INT), List(PLAYER), CARDS]
        kind_of = self.rng.choice(types)
        other = kind_of.of if isinstance(kind_of, Maybe) and self.rng.random() < 0.5 else kind_of
        return f"{self.at(kind_of, depth, scope, _SUM)} {operator} {self.at(other, depth, scope, _SUM)}", _RELATION

    def order(self, of: Type, depth: int, scope: Scope) -> Text:
        operator = self.rng.choice(("<", "<=", ">", ">="))
        return f"{self.at(INT, depth, scope, _SUM)} {operator} {self.at(INT, depth, scope, _SUM)}", _RELATION

    def membership(self, of: Type, depth: int, scope: Scope) -> Text:
        kind = self.rng.choice((PLAYER, RANK, INT))
        wanted: Type = Maybe(kind) if kind != INT and self.rng.random() < 0.3 else kind
        places: list[Type] = [List(kind), List(kind)]
        if kind != INT:
            places.append(Set(kind))
        if kind == RANK:
            places.append(CARDS)
            if self.rng.random() < 0.3:
                word = f"'{self.rng.choice(RANK.values)}'"
                place = self.rng.choice(["order", "closing", "action.cards", "hand[actor]", "toggle.play.wild"])
                return f"{word} in {place}", _RELATION
        place_type = self.rng.choice(places)
        if isinstance(place_type, Set):
            place = self.path_of_set(place_type, scope)
        else:
            place = self.at(place_type, depth, scope, _SUM)
        return f"{self.at(wanted, depth, scope, _SUM)} in {place}", _RELATION

    def path_of_set(self, of: Type, scope: Scope) -> str:
        return self.rng.choice(self.paths(of, scope))

    def over(self, depth: int, scope: Scope, sets: bool = True) -> tuple[str, str, Type]:
        """Return a list or set to go over, a new variable, and what it stands for."""
        kind = self.rng.choice((PLAYER, PLAYER, RANK, INT))
        if sets and kind != INT and self.rng.random() < 0.3:
            source = self.path_of_set(Set(kind), scope)
        else:
            source = self.at(List(kind), depth, scope, _MEMBER)
        # CEL's reserved words and Python's are fine as long as they are only Python's
        free = [name for name in ("x", "y", "from_", "p", "def", "lambda") if name not in scope.variables]
        return source, self.rng.choice(free), kind

    def quantified(self, of: Type, depth: int, scope: Scope) -> Text | None:
        if len(scope.variables) > 2:
            return None
        source, variable, kind = self.over(depth, scope)
        inner = replace(scope, variables={**scope.variables, variable: kind})
        macro = self.rng.choice(("all", "exists", "exists_one"))
        return f"{source}.{macro}({variable}, {self.at(BOOL, depth, inner, _CHOICE)})", _MEMBER

    def narrowing(self, of: Type, depth: int, scope: Scope) -> Text | None:
        kind = self.rng.choice((PLAYER, RANK))
        paths = self.paths(Maybe(kind), scope)
        if not paths:
            return None
        path = self.rng.choice(paths)
        inner = replace(scope, there={**scope.there, path: kind})
        pick = self.rng.randrange(6)
        if pick == 0:
            return f"{path} != none && {self.at(BOOL, depth, inner, _RELATION)}", _AND
        if pick == 1:
            return f"{path} == none || {self.at(BOOL, depth, inner, _AND)}", _OR
        if pick == 2:
            yes, no = self.at(BOOL, depth, inner, _OR), self.at(BOOL, depth - 1, scope, _CHOICE)
            return f"{path} != none ? {yes} : {no}", _CHOICE
        if pick == 3:
            return f"!({path} == none) && {self.at(BOOL, depth, inner, _RELATION)}", _AND
        if pick == 4:
            known = self.at(kind, depth - 1, scope, _SUM)
            return f"{path} == {known} && {self.at(BOOL, depth, inner, _RELATION)}", _AND
        listed = self.at(List(kind), depth - 1, scope, _SUM)
        return f"{path} in {listed} && {self.at(BOOL, depth, inner, _RELATION)}", _AND

    def some(self, of: Type, depth: int, scope: Scope) -> Text:
        operator = self.rng.choice(("> 0", "== 0", "!= 0", ">= 1", "< 1", "<= 0"))
        kind = self.rng.choice((CARDS, List(PLAYER), List(RANK), Set(PLAYER)))
        inner = self.path_of_set(kind, scope) if isinstance(kind, Set) else self.at(kind, depth, scope, _CHOICE)
        return f"size({inner}) {operator}", _RELATION

    def holding(self, of: Type, depth: int, scope: Scope) -> Text:
        return f"holds({self.at(CARDS, depth, scope, _CHOICE)}, {self.at(CARDS, depth, scope, _CHOICE)})", _MEMBER

    def function_bool(self, of: Type, depth: int, scope: Scope) -> Text:
        player = self.at(PLAYER, depth, scope, _CHOICE)
        if self.rng.random() < 0.5:
            return f"active({player})", _MEMBER
        return f"rival({player}, {self.at(List(PLAYER), depth, scope, _CHOICE)})", _MEMBER

    # ---- numbers

    def arithmetic(self, of: Type, depth: int, scope: Scope) -> Text:
        pick = self.rng.random()
        if pick < 0.35:
            return f"{self.at(INT, depth, scope, _SUM)} + {self.at(INT, depth, scope, _PRODUCT)}", _SUM
        if pick < 0.7:
            return f"{self.at(INT, depth, scope, _SUM)} - {self.at(INT, depth, scope, _PRODUCT)}", _SUM
        factor = str(self.rng.randrange(5))
        return f"{factor} * {self.at(INT, depth, scope, _UNARY)}", _PRODUCT

    def modulo(self, of: Type, depth: int, scope: Scope) -> Text:
        by = self.rng.randrange(1, 5)
        pick = self.rng.randrange(3)
        if pick == 0:
            return f"{self.sized(INT, depth, scope)[0]} % {by}", _PRODUCT
        if pick == 1:
            return f"larger(0, {self.at(INT, depth, scope, _CHOICE)}) % {by}", _PRODUCT
        return f"(index({self.at(List(RANK), depth, scope, _CHOICE)}, low) + 1) % {by}", _PRODUCT

    def minus(self, of: Type, depth: int, scope: Scope) -> Text:
        return "-" * self.rng.choice((1, 1, 2)) + self.at(INT, depth, scope, _MEMBER), _UNARY

    def sized(self, of: Type, depth: int, scope: Scope) -> Text:
        kind = self.rng.choice((CARDS, List(PLAYER), List(RANK), List(INT)))
        if self.rng.random() < 0.2:
            return f"size({self.path_of_set(Set(self.rng.choice((PLAYER, RANK))), scope)})", _MEMBER
        if self.rng.random() < 0.3:
            return f"{self.at(kind, depth, scope, _MEMBER)}.size()", _MEMBER
        return f"size({self.at(kind, depth, scope, _CHOICE)})", _MEMBER

    def counted(self, of: Type, depth: int, scope: Scope) -> Text:
        which = self.at(RANK, depth, scope, _CHOICE)
        if self.rng.random() < 0.3:
            which = f"'{self.rng.choice(RANK.values)}'"
        return f"count({self.at(CARDS, depth, scope, _CHOICE)}, {which})", _MEMBER

    def int_call(self, of: Type, depth: int, scope: Scope) -> Text:
        pick = self.rng.randrange(6)
        if pick == 0:
            name = self.rng.choice(("smaller", "larger"))
            return f"{name}({self.at(INT, depth, scope, _CHOICE)}, {self.at(INT, depth, scope, _CHOICE)})", _MEMBER
        if pick == 1:
            kind = self.rng.choice((PLAYER, RANK))
            what: Type = Maybe(kind) if self.rng.random() < 0.3 else kind
            members = self.at(List(kind), depth, scope, _CHOICE)
            return f"index({members}, {self.at(what, depth, scope, _CHOICE)})", _MEMBER
        if pick == 2:
            order = self.rng.sample(RANK.values, self.rng.choice((1, 3, 7, 7)))
            if self.rng.random() < 0.3:
                order = list(RANK.values)
            return f"index([{', '.join(map(repr, order))}], {self.at(RANK, depth, scope, _CHOICE)})", _MEMBER
        if pick == 3:
            return f"clamp({self.at(INT, depth, scope, _CHOICE)})", _MEMBER
        if pick == 4:
            return f"strength({self.at(RANK, depth, scope, _CHOICE)})", _MEMBER
        return self.picked(INT, depth, scope)

    # ---- lists, sets, cards

    def listed(self, of: Type, depth: int, scope: Scope) -> Text:
        assert isinstance(of, List | Set)
        paths = self.paths(of.of, scope)
        if isinstance(of.of, Enum) and paths and self.rng.random() < 0.5:
            items = [self.rng.choice(paths), *(f"'{word}'" for word in self.rng.sample(of.of.values, 2))]
            self.rng.shuffle(items)
        else:
            items = [self.at(of.of, depth, scope, _CHOICE) for _ in range(self.rng.choice((1, 2, 3)))]
        return f"[{', '.join(items)}]", _MEMBER

    def set_of(self, of: Type, depth: int, scope: Scope) -> Text:
        if self.rng.random() < 0.2:
            return "[]", _MEMBER
        return self.listed(of, depth, scope)

    def filtered(self, of: Type, depth: int, scope: Scope) -> Text | None:
        assert isinstance(of, List | Set)
        variable = f"v{len(scope.variables)}"
        if len(scope.variables) > 2:
            return None
        from_set = isinstance(of, Set) and self.rng.random() < 0.5
        source = self.path_of_set(of, scope) if from_set else self.at(List(of.of), depth, scope, _MEMBER)
        inner = replace(scope, variables={**scope.variables, variable: of.of})
        return f"{source}.filter({variable}, {self.at(BOOL, depth, inner, _CHOICE)})", _MEMBER

    def mapped(self, of: Type, depth: int, scope: Scope) -> Text | None:
        assert isinstance(of, List)
        if len(scope.variables) > 2:
            return None
        source, variable, kind = self.over(depth, scope, sets=False)
        inner = replace(scope, variables={**scope.variables, variable: kind})
        return f"{source}.map({variable}, {self.at(of.of, depth, inner, _CHOICE)})", _MEMBER

    def joined(self, of: Type, depth: int, scope: Scope) -> Text:
        return f"{self.at(of, depth, scope, _SUM)} + {self.at(of, depth, scope, _PRODUCT)}", _SUM

    def turned(self, of: Type, depth: int, scope: Scope) -> Text:
        assert isinstance(of, List)
        pick = self.rng.randrange(3)
        if pick == 0 and of.of == PLAYER:
            return f"after({self.at(PLAYER, depth, scope, _CHOICE)})", _MEMBER
        if pick == 1:
            return f"{self.at(of, depth, scope, _MEMBER)}.reverse()", _MEMBER
        what = self.at(of.of, depth, scope, _CHOICE)
        return f"following({self.at(of, depth, scope, _CHOICE)}, {what})", _MEMBER

    def ranged(self, of: Type, depth: int, scope: Scope) -> Text:
        return f"range(smaller(6, {self.at(INT, depth, scope, _CHOICE)}))", _MEMBER

    def ranks(self, of: Type, depth: int, scope: Scope) -> Text:
        return f"ranks({self.at(CARDS, depth, scope, _CHOICE)})", _MEMBER

    def taken(self, of: Type, depth: int, scope: Scope) -> Text:
        cards, most = self.at(CARDS, depth, scope, _CHOICE), self.at(INT, depth, scope, _CHOICE)
        if self.rng.random() < 0.5:
            return f"best({cards}, {most})", _MEMBER
        return f"take({cards}, {self.at(RANK, depth, scope, _CHOICE)}, {most})", _MEMBER

    # ---- one of a list, a choice, a value that may be none

    def picked(self, of: Type, depth: int, scope: Scope) -> Text:
        members = self.at(List(of), depth, scope, _MEMBER)
        return f"{members}.first({self.at(of, depth, scope, _CHOICE)})", _MEMBER

    def picked_at(self, of: Type, depth: int, scope: Scope) -> Text:
        place = self.at(INT, depth, scope, _CHOICE)
        members = self.at(List(of), depth, scope, _CHOICE)
        return f"at({members}, {place}, {self.at(of, depth, scope, _CHOICE)})", _MEMBER

    def chosen(self, of: Type, depth: int, scope: Scope) -> Text:
        test = self.at(BOOL, depth, scope, _OR)
        return f"{test} ? {self.at(of, depth, scope, _OR)} : {self.at(of, depth, scope, _CHOICE)}", _CHOICE

    def maybe_there(self, of: Type, depth: int, scope: Scope) -> Text:
        assert isinstance(of, Maybe)
        test = self.at(BOOL, depth, scope, _OR)
        arms = [self.at(of.of, depth, scope, _OR), "none"]
        self.rng.shuffle(arms)
        return f"{test} ? {arms[0]} : {arms[1]}", _CHOICE

    def maybe_picked(self, of: Type, depth: int, scope: Scope) -> Text:
        assert isinstance(of, Maybe)
        if of.of == PLAYER and self.rng.random() < 0.4:
            return f"nearest({self.at(PLAYER, depth, scope, _CHOICE)})", _MEMBER
        members = self.at(List(of.of), depth, scope, _CHOICE)
        if self.rng.random() < 0.5:
            return f"first({members}, none)", _MEMBER
        return f"at({members}, {self.at(INT, depth, scope, _CHOICE)}, {self.at(of, depth, scope, _CHOICE)})", _MEMBER
