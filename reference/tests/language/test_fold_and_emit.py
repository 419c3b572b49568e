"""What folding and emitting promise beyond equal values: no capture, no repeated work, plain and quick Python."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise

import pytest

from mocsar_reference.language import (
    Env,
    Folder,
    Function,
    ListOf,
    Literal,
    Node,
    calls,
    check,
    emit_python,
    facts,
    fold,
    free,
    parse,
)
from mocsar_reference.language.types import BOOL, INT, PLAYER, List, Maybe, Signature, Type

from .generate import FORM, RANK, WORLD, values

KIND = ("toggle", "play", "kind")


def tree(text: str, expected: Type | None = None) -> Node:
    return check(parse(text), WORLD.env, expected)


def python(text: str, constants: Mapping[tuple[str, ...], Node] | None = None, *, inline: bool = True) -> str:
    folded = fold(tree(text), constants or {}, WORLD.bodies if inline else {})
    return emit_python(folded, "_".join, WORLD.literal)


def function(parameters: Mapping[str, Type], returns: Type, text: str) -> tuple[Env, dict[str, Function]]:
    """Return an environment that knows the function `f`, and its body."""
    env = Env(WORLD.names, {"f": Signature(parameters, returns)}, WORLD.words)
    body = check(parse(text), WORLD.env.with_names(parameters), returns)
    return env, {"f": Function(tuple(parameters), body)}


def test_a_known_name_decides_the_condition() -> None:
    known: dict[tuple[str, ...], Node] = {KIND: Literal("set", type=FORM)}
    assert python("toggle.play.kind == 'set' && flag", known) == "flag"
    assert python("toggle.play.kind == 'run' && flag", known) == "False"
    assert python("toggle.play.kind == 'run' ? a : b", known) == "b"


def test_a_macro_variable_hides_a_known_name() -> None:
    env = WORLD.env.with_names({})
    names = {name: of for name, of in env.names.items() if name != "a"}
    typed = check(parse("sizes.exists(a, a == 1)"), Env(names, {}, WORLD.words))
    assert fold(typed, {("a",): Literal(1, type=INT)}, {}) == typed


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("1 + 2 * 3", "7"),
        ("a + 0 == b * 1", "a == b"),
        ("!(a == b)", "a != b"),
        ("!!flag", "flag"),
        ("flag == true", "flag"),
        ("flag ? true : pass", "flag or pass"),
        ("low in ['3']", "low == 0"),
        ("low in ['3', 'joker']", "low in (0, 6)"),
        ("size([a, b])", "2"),
        ("at([a, b], 1, 9)", "b"),
        ("index([4, 5], 5)", "1"),
        ("actor in places && turn in passed", "actor in places and turn in passed"),
        ("!(actor in passed)", "actor not in passed"),
        ("turn != none", "turn is not None"),
        ("size(hand[actor]) > 0", "hand[actor] != 0"),
        ("size(hand[actor]) == 0", "not hand[actor]"),
        ("size(hand[actor]) > 0 ? a : b", "a if hand[actor] else b"),
        ("size(hand[actor])", "cards_size(hand[actor])"),
        ("index(['3', '4', '5', 'K', 'A', '2', 'joker'], low)", "low"),
        ("index(['4', '3', 'K'], low)", "(1, 0, -1, 2, -1, -1, -1)[low]"),
        ("seating.filter(p, flag).first(actor)", "([v_p for v_p in seating if flag] or (actor,))[0]"),
        ("size(seating.filter(p, flag)) > 0 && pass", "bool([1 for v_p in seating if flag]) and pass"),
        ("seating.all(p, p != actor)", "not [1 for v_p in seating if v_p == actor]"),
        ("range(3).map(i, i + a)", "tuple([v_i + a for v_i in (0, 1, 2)])"),
        ("range(a).map(i, i)", "tuple([v_i for v_i in range(a)])"),
        ("a - (b - 1)", "a - (b - 1)"),
        ("(a - b) - 1", "a - b - 1"),
        ("(a < b) == flag", "(a < b) == flag"),
        ("-(a + b)", "-(a + b)"),
        ("a - -1", "a - -1"),
        ("(flag ? a : b) + 1", "(a if flag else b) + 1"),
    ],
)
def test_the_emitted_python_is_plain(text: str, source: str) -> None:
    assert python(text) == source


def test_a_set_is_made_where_one_is_expected() -> None:
    sets = [("[]", "frozenset()"), ("[actor]", "frozenset((actor,))")]
    for text, source in sets:
        typed = check(parse(text), WORLD.env, WORLD.names["passed"])
        assert emit_python(typed, "_".join, WORLD.literal) == source


def test_a_function_is_inlined_and_what_it_reads_is_told() -> None:
    folded = fold(tree("active(actor)"), {}, WORLD.bodies)
    assert calls(folded) == {"size"}
    assert free(folded) == {("hand",), ("actor",)}
    assert free(tree("active(actor)")) == {("actor",)}
    assert free(tree("before.a > 0 && turn != none && seating.exists(p, p == turn)")) == {
        ("before", "a"),
        ("turn",),
        ("seating",),
    }


def test_inlining_does_not_capture_the_names_of_arguments() -> None:
    env, bodies = function({"p": PLAYER}, BOOL, "seating.exists(x, x == p)")
    typed = check(parse("places.all(x, f(x))"), env)
    folded = fold(typed, {}, bodies)
    assert "f" not in calls(folded)
    source = emit_python(folded, "_".join, WORLD.literal)
    assert source == "not [1 for v_x in places if not [1 for v_x_2 in seating if v_x_2 == v_x]]"


def test_inlining_does_not_let_a_variable_capture_a_name_of_the_body() -> None:
    env, bodies = function({"p": PLAYER}, BOOL, "flag")
    typed = check(parse("seating.all(flag, f(flag))"), Env({"seating": List(PLAYER)}, env.functions, WORLD.words))
    assert "f" in calls(fold(typed, {}, bodies))


def test_a_costly_argument_is_not_worked_out_twice() -> None:
    env, bodies = function({"n": INT}, INT, "n + n")
    assert "f" in calls(fold(check(parse("f(size(hand[actor]))"), env), {}, bodies))
    assert "f" not in calls(fold(check(parse("f(a)"), env), {}, bodies))


def test_a_costly_argument_is_not_worked_out_again_in_a_macro() -> None:
    env, bodies = function({"n": INT}, BOOL, "seating.all(p, owes[p] < n)")
    assert "f" in calls(fold(check(parse("f(size(hand[actor]))"), env), {}, bodies))


def test_a_function_that_calls_itself_stays_a_call() -> None:
    env, _ = function({"n": INT}, INT, "n")
    body = check(parse("f(n)"), env.with_names({"n": INT}), INT)
    folder = Folder({}, {"f": Function(("n",), body)})
    assert calls(folder.fold(check(parse("f(a)"), env))) == {"f"}


def test_functions_that_double_do_not_explode() -> None:
    names = [f"f{i}" for i in range(40)]
    signatures = {name: Signature({"n": INT}, INT) for name in names}
    env = Env({"n": INT}, signatures)
    bodies = {"f0": Function(("n",), check(parse("n - 1"), env))}
    for before, name in pairwise(names):
        bodies[name] = Function(("n",), check(parse(f"smaller({before}(n), {before}(n - 1))"), env))
    source = emit_python(fold(check(parse("f39(n)"), env), {}, bodies), "_".join, WORLD.literal)
    assert len(source) < 5000
    compile(source, "<test>", "eval")


def test_what_a_condition_tells_is_a_fact() -> None:
    known = facts(tree("turn != none && partner[actor] != none || owner == none"), False)
    assert known == {parse("owner")}
    known = facts(tree("turn != none && partner[actor] == actor"), True)
    assert known == {parse("turn"), parse("partner[actor]")}
    check(parse("active(turn)"), WORLD.env, BOOL, known)


def test_a_narrowed_value_has_its_own_type() -> None:
    typed = tree("turn != none ? turn : actor")
    assert typed.type == PLAYER
    assert tree("turn").type == Maybe(PLAYER)


@pytest.mark.parametrize(
    "text",
    [
        "!(" * 15 + "flag" + ")" * 15,
        "flag ? (" * 10 + "flag" + ") : pass" * 10,
        "[" * 31 + "a" + "]" * 31,
        "larger(0, " * 30 + "a" + ")" * 30,
        "seating.filter(x, true).first(" * 15 + "actor" + ")" * 15,
        "".join(f"seating.all(x{i}, " for i in range(8)) + "flag" + ")" * 8,
        "".join(f"seating.filter(x{i}, active(x{i}) && " for i in range(1)) + "flag)",
        "clamp(" * 30 + "a" + ")" * 30,
        "after(" + "nearest(actor) == none ? actor : at(after(" * 4 + "actor" + "), 0, actor)" * 4 + ")",
    ],
)
def test_the_deepest_trees_make_python_that_compiles(text: str) -> None:
    typed = tree(text)
    folder = Folder({}, WORLD.bodies)
    folded = folder.fold(typed)
    compile(emit_python(folded, lambda path: "r_" + "_".join(path), WORLD.literal), "<test>", "eval")
    situation = values(random.Random(3))
    if isinstance(typed.type, List) and str(typed.type).count("list") > 3:
        return
    assert typed.type is not None
    assert WORLD.run(folded, situation, folder) == WORLD.run_cel(text, situation, typed.type)


def test_constants_may_be_lists() -> None:
    order = ListOf(tuple(Literal(word, type=RANK) for word in reversed(RANK.values)), type=List(RANK))
    assert python("index(order, low)", {("order",): order}) == "(6, 5, 4, 3, 2, 1, 0)[low]"
    assert python("size(order)", {("order",): order}) == "7"
