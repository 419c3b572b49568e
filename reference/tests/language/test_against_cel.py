"""Thousands of generated expressions have the same value in our evaluator and in an independent CEL implementation.

Each is evaluated as it stands, and folded with declared functions inlined and a random part of the names known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from mocsar_reference.errors import ExpressionError
from mocsar_reference.language import (
    MACROS,
    Binary,
    Call,
    Choice,
    Field,
    Folder,
    Index,
    ListOf,
    Macro,
    Node,
    Unary,
    builtins,
    check,
    children,
    parse,
)
from mocsar_reference.language.types import BOOL, CARDS, INT, PLAYER, List, Maybe, Set, Type

from .generate import FUNCTIONS, RANK, WORLD, Generator, values

TYPES: tuple[Type, ...] = (
    *(BOOL, BOOL, BOOL, BOOL, INT, INT, PLAYER, Maybe(PLAYER), Maybe(RANK)),
    *(List(PLAYER), List(RANK), List(INT), Set(PLAYER), Set(RANK), CARDS),
)
WRITTEN = 6500
AT_LEAST = 5000
FLOOR = 50

OPERATORS = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "%", "&&", "||", "in")
FEATURES = (
    *OPERATORS,
    *("unary !", "unary -", "? :", "list", "field", "[player]", "size of cards", "size of a list", "size of a set"),
    *MACROS,
    *FUNCTIONS,
)


def features(node: Node) -> Iterator[str]:
    """Yield what of the language a typed tree uses."""
    match node:
        case Binary(operator):
            yield operator
        case Unary(operator):
            yield f"unary {operator}"
        case Choice():
            yield "? :"
        case ListOf():
            yield "list"
        case Field():
            yield "field"
        case Index():
            yield "[player]"
        case Macro(kind):
            yield kind
        case Call("size", (of,)):
            yield "size"
            kind_of = "a list" if isinstance(of.type, List) else "a set" if isinstance(of.type, Set) else "cards"
            yield f"size of {kind_of}"
        case Call(function):
            yield function
    for each in children(node):
        yield from features(each)


def typed(text: str, of: Type) -> Node | None:
    """Return the typed tree, None where the expression goes beyond a limit of the language."""
    try:
        return check(parse(text), WORLD.env, of)
    except ExpressionError as error:
        if error.code in ("X001", "X002", "X019", "X022"):
            return None
        raise AssertionError(f"{error.code} {error.message} ({error.hint}) at {error.offset} of\n{text}") from error


def _some(share: float, rng: random.Random) -> Callable[[tuple[str, ...]], bool]:
    return lambda path: rng.random() < share


def difference(text: str, tree: Node, rng: random.Random) -> str:
    """Evaluate one expression every way; return "" if all values are equal, else what there is to see."""
    assert tree.type is not None
    situation = values(rng)
    expected = WORLD.run_cel(text, situation, tree.type)
    told = f"{text}\nwhere {situation}\nexpected {expected}"
    ours = WORLD.run(tree, situation)
    if ours != expected:
        return f"{told}\nours {ours}"
    for share in (0.0, 0.5, 1.0):
        known = WORLD.constants(situation, _some(share, rng))
        folder = Folder(known, WORLD.bodies)
        folded = WORLD.run(folder.fold(tree), situation, folder)
        if folded != expected:
            return f"{told}\nfolded, with {sorted(known)} known, {folded}"
    return ""


def test_both_evaluators_agree_on_thousands_of_expressions_with_every_feature_often() -> None:
    generator, rng = Generator(7), random.Random(7)
    compared: Counter[str] = Counter()
    for _ in range(WRITTEN):
        of = rng.choice(TYPES)
        text = generator.expression(of, rng.choice((1, 2, 3, 3, 4, 4, 5)))
        tree = typed(text, of)
        if tree is None:
            continue
        assert not difference(text, tree, rng)
        compared["evaluated"] += 1
        compared.update(set(features(tree)))
    assert compared["evaluated"] >= AT_LEAST
    rare = {name: compared[name] for name in (*FEATURES, *builtins()) if compared[name] < FLOOR}
    assert not rare, f"too seldom: {rare}"
