"""Two evaluators of the language that share nothing but the text: ours, and PyPI's common-expression-language.

A `World` says who plays, which words there are, what names and functions mean. Values are written as the vectors write
them: players and words are strings, cards are lists from low to high, sets are lists, none is None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cel

from mocsar_reference.compile.cards import CardTools
from mocsar_reference.language import Env, Folder, Function, ListOf, Literal, Node, calls, check, emit_python, parse
from mocsar_reference.language.types import (
    CARDS,
    PLAYER,
    Absent,
    Enum,
    List,
    Maybe,
    PerPlayer,
    Record,
    Set,
    Signature,
    Type,
)


@dataclass(frozen=True)
class Declared:
    """A declared function as its author wrote it."""

    parameters: Mapping[str, Type]
    returns: Type
    text: str


@dataclass
class World:
    """What an expression may speak of, and both ways to evaluate one."""

    players: Sequence[str]
    words: Mapping[str, Enum]
    names: Mapping[str, Type]
    functions: Mapping[str, Declared] = field(default_factory=dict)
    _read: tuple[Any, dict[str, Any]] = field(default=(None, {}), repr=False, compare=False)

    @cached_property
    def env(self) -> Env:
        signatures = {name: Signature(each.parameters, each.returns) for name, each in self.functions.items()}
        return Env(self.names, signatures, self.words)

    @cached_property
    def bodies(self) -> dict[str, Function]:
        """The declared functions' typed bodies."""
        return {
            name: Function(
                tuple(each.parameters), check(parse(each.text), self.env.with_names(each.parameters), each.returns)
            )
            for name, each in self.functions.items()
        }

    # ---- ours

    @cached_property
    def tools(self) -> CardTools:
        return CardTools(len(self.words["rank"].values) if "rank" in self.words else 1)

    def literal(self, of: Type, word: str) -> str:
        assert isinstance(of, Enum)
        return str(of.values.index(word))

    def run(self, node: Node, values: Mapping[str, Any], folder: Folder | None = None) -> Any:
        """Evaluate a typed tree with our emitter, and write the value as the vectors do."""
        if values is not self._read[0]:  # each situation is read once, and asked about in several ways
            read = {"r_" + "_".join(path): self.inward(value, of) for path, value, of in leaves(self.names, values)}
            self._read = (values, read)
        scope: dict[str, Any] = {**self.tools.tools(), **self._read[1]}
        # functions that stay calls get a body that reads the same names; their first argument is the state
        for name, function in self.bodies.items() if calls(node) & set(self.bodies) else ():
            body = folder.function(name) if folder is not None else function
            assert body is not None
            code = emit_python(body.body, _resolve(body.parameters), self.literal)
            exec(f"def f_{name}({', '.join(['s', *('p_' + each for each in body.parameters)])}): return {code}", scope)
        scope["s"] = None
        assert node.type is not None
        return self.outward(eval(emit_python(node, _resolve(()), self.literal), scope), node.type)

    def inward(self, value: Any, of: Type) -> Any:
        match of:
            case Maybe(inner):
                return None if value is None else self.inward(value, inner)
            case List(inner):
                return tuple(self.inward(each, inner) for each in value)
            case Set(inner):
                return frozenset(self.inward(each, inner) for each in value)
            case PerPlayer(inner):
                return tuple(self.inward(value[player], inner) for player in self.players)
            case Enum():
                return of.values.index(value)
        if of == PLAYER:
            return self.players.index(value)
        if of == CARDS:
            return self.tools.pack([value.count(rank) for rank in self.words["rank"].values])
        return value

    def outward(self, value: Any, of: Type) -> Any:
        if value is None:
            return None
        match of:
            case Maybe(inner):
                return self.outward(value, inner)
            case List(inner):
                assert isinstance(value, tuple)
                return [self.outward(each, inner) for each in value]
            case Set(inner):
                assert isinstance(value, frozenset)
                return sorted(self.outward(each, inner) for each in value)
            case Enum():
                return of.values[value]
            case Absent():
                raise AssertionError(f"{value} should be none")
        if of == PLAYER:
            return self.players[value]
        if of == CARDS:
            return [self.words["rank"].values[rank] for rank in self.tools.spread(value)]
        assert type(value) is {"int": int, "bool": bool}[str(of)], f"{value!r} should be a plain {of}"
        return value

    def constants(self, values: Mapping[str, Any], chosen: Callable[[tuple[str, ...]], bool]) -> dict[Any, Node]:
        """Return the chosen names' values as literals to fold with; not of players and cards, which have none."""
        found: dict[Any, Node] = {}
        for path, value, of in leaves(self.names, values):
            literal = _as_literal(value, of) if chosen(path) else None
            if literal is not None:
                found[path] = literal
        return found

    # ---- the other one

    def run_cel(self, text: str, values: Mapping[str, Any], of: Type) -> Any:
        """Evaluate the text with the independent implementation."""
        result = cel.evaluate(text, self._context(values))
        return sorted(set(result)) if isinstance(of, Set) else result

    def _context(self, values: Mapping[str, Any]) -> cel.Context:
        order = self.words["rank"].values if "rank" in self.words else ()
        functions: dict[str, Callable[..., Any]] = dict(cel_builtins(order))
        context = cel.Context({**values, "none": None}, functions)

        def declared(name: str) -> Callable[..., Any]:
            function = self.functions[name]
            return lambda *given: cel.evaluate(
                function.text, self._context({**values, **dict(zip(function.parameters, given, strict=True))})
            )

        for name in self.functions:
            context.add_function(name, declared(name))
        return context


def leaves(names: Mapping[str, Type], values: Mapping[str, Any], root: tuple[str, ...] = ()) -> list[Any]:
    """Return (path, value, type) of each single value, records taken apart."""
    found: list[Any] = []
    for name, of in names.items():
        if isinstance(of, Record):
            found += leaves(of.fields, values[name], (*root, name))
        else:
            found.append(((*root, name), values[name], of))
    return found


def _resolve(parameters: Sequence[str]) -> Callable[[tuple[str, ...]], str]:
    return lambda path: ("p_" if path[0] in parameters else "r_") + "_".join(path)


def _as_literal(value: Any, of: Type) -> Node | None:
    match of:
        case List(inner):
            items = [_as_literal(each, inner) for each in value]
            known = tuple(each for each in items if each is not None)
            return ListOf(known, type=of) if len(known) == len(items) else None
        case Enum():
            return Literal(value, type=of)
    return Literal(value, type=of) if str(of) in ("int", "bool") else None


def cel_builtins(order: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """The built-ins after their meanings in builtins.yaml, on lists of strings. `size` is CEL's own."""

    def holds(whole: list[str], part: list[str]) -> bool:
        left = list(whole)
        for card in part:
            if card not in left:
                return False
            left.remove(card)
        return True

    def following(members: list[Any], what: Any) -> list[Any]:
        if what not in members:
            return members
        turned = list(members)
        for _ in range(members.index(what) + 1):
            turned.append(turned.pop(0))
        return turned

    return {
        "holds": holds,
        "count": lambda cards, which: len([card for card in cards if card == which]),
        "take": lambda cards, which, most: [card for card in cards if card == which][: max(most, 0)],
        "best": lambda cards, most: cards[max(0, len(cards) - most) :] if most > 0 else [],
        "ranks": lambda cards: [rank for rank in order if rank in cards],
        "index": lambda members, what: next((i for i, each in enumerate(members) if each == what), -1),
        "at": lambda members, place, otherwise: dict(enumerate(members)).get(place, otherwise),
        "first": lambda members, otherwise: next(iter(members), otherwise),
        "reverse": lambda members: list(reversed(members)),
        "following": following,
        "smaller": lambda a, b: a if a < b else b,
        "larger": lambda a, b: a if a > b else b,
        "range": lambda to: list(range(to)),
    }
