"""Whatever is written, a faulty expression gets a complaint that helps: a code, a place inside the text, a message."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mocsar_reference.errors import ExpressionError
from mocsar_reference.language import RESERVED, X_CODES, builtins, check, parse, parse_type
from mocsar_reference.language.types import BOOL, PLAYER, Type

from .generate import FUNCTIONS, NAMES, WORDS, WORLD, values


def complaint(text: str, expected: Type | None = None) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        check(parse(text), WORLD.env, expected)
    error = caught.value
    assert error.code in X_CODES
    assert 0 <= error.offset <= len(text)
    assert error.message.isprintable(), "a complaint shows no control characters"
    assert error.hint.isprintable()
    assert len(error.message) + len(error.hint) < 600
    return error


BY_CODE = {
    "X001": "a + " * 600 + "a",
    "X002": "(" * 40 + "a" + ")" * 40,
    "X003": "a / b",
    "X004": "form == 'set",
    "X005": "a == 12.5",
    "X006": "turn == null",
    "X007": "Turn != none",
    "X008": "flag and flag",
    "X009": "a +",
    "X010": "trun != none",
    "X011": "action.rnk == none",
    "X012": "actve(actor)",
    "X013": "at(seating, 0)",
    "X014": "a + flag == 1",
    "X015": "form == 'sett'",
    "X016": "actor == a",
    "X017": "active(turn)",
    "X018": "a % 2 == 0",
    "X019": "a * a * a == 0",
    "X020": "seating[0] == actor",
    "X021": "seating.all(1, flag)",
    "X022": "'set' == 'run'",
    "X023": "size([]) == 0",
    "X025": "owes == owes",
}


def test_every_code_is_provoked_here() -> None:
    assert {*BY_CODE, "X024"} == set(X_CODES)


@pytest.mark.parametrize(("code", "text"), BY_CODE.items(), ids=BY_CODE)
def test_the_fault_has_its_code_and_a_hint(code: str, text: str) -> None:
    error = complaint(text, BOOL)
    assert error.code == code, error.message
    assert error.hint


@pytest.mark.parametrize(
    ("text", "offset", "hint"),
    [
        ("list(plaier)", 5, "player"),
        ("lst(player)", 0, "list"),
        ("list", 4, "list(player)"),
        ("list(player", 11, "list(player)"),
        ("maybe(maybe(rank))", 0, "maybe(rank)"),
        ("int int", 4, "int"),
        ("", 0, "int"),
        ("T", 0, ""),
        ("list(" * 9 + "int" + ")" * 9, 30, "int"),
    ],
)
def test_a_type_that_is_not_written_as_types_are_is_refused(text: str, offset: int, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_type(text, WORDS)
    assert (caught.value.code, caught.value.offset) == ("X024", offset)
    assert hint in caught.value.hint


@pytest.mark.parametrize("text", ["int", "player", "rank", "list(rank)", "set(player)", "maybe(list(form))"])
def test_a_type_reads_back_as_it_is_written(text: str) -> None:
    assert str(parse_type(f" {text.replace('(', ' ( ')} ", WORDS)) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("seatng.all(p, flag)", "did you mean 'seating'?"),
        ("action.rnk != none", "did you mean 'rank'?"),
        ("actve(actor)", "did you mean 'active'?"),
        ("form == 'sett'", "did you mean 'set'?"),
        ("form == set", "write 'set' in quotes"),
        ("active", "write active(…)"),
        ("hand(actor)", "write hand[…]"),
        ("all(seating, flag)", "write list.all(x, …)"),
        ("at(order, 0, none) < at(order, 1, none)", "give it a default, or test it first"),
        ("active(turn)", "test turn != none && … first"),
        ("seating > 3", "size(…) is how many there are"),
        ("low < at(order, 0, low)", "words have no order: compare index(order, word), or a function made for it"),
        ("not flag", "write !"),
        ("turn == null", "absence is written none"),
        ("a < b < 3", "write a < b && b < c"),
        ("a = 1", "compare with =="),
        ("actor == 'Anna'", "players are never written by name in a rule"),
        ("form == “set”", "strings stand in straight quotes, '…' or \"…\""),
    ],
)
def test_the_hint_says_what_would_be_right(text: str, hint: str) -> None:
    assert hint in complaint(text).hint


def test_a_value_known_to_be_there_is_one_only_where_it_is_known() -> None:
    check(parse("turn != none && active(turn)"), WORLD.env, BOOL)
    for text in (
        "active(turn) && turn != none",
        "turn != none && flag || active(turn)",
        "(turn != none || flag) && active(turn)",
        "!(turn != none && flag) && active(turn)",
        "turn == none ? active(turn) : flag",
        "turn != none ? flag : active(turn)",
        "turn == owner && active(turn)",
        "seating.exists(p, turn == p) && active(turn)",
        "partner[actor] != none && active(partner[at(seating, 0, actor)])",
        "turn != actor && active(turn)",
    ):
        assert complaint(text).code == "X017", text


HOSTILE = [
    *("((" * 5000, "!" * 10000, "!" * 1000 + "flag", "(" * 10000 + "a" + ")" * 10000, "[" * 900, "-" * 1999),
    *("flag ? 1 : " * 10000 + "1", "flag ? " * 100 + "1" + " : 1" * 100, "flag?1:" * 250 + "1", "a.b" * 600),
    *("a" * 100_000, "a" * 1999, "'" + "a" * 3000 + "'", "9" * 1999, "a+" * 900 + "a", "a" + ".a" * 900),
    *("f(" * 500 + ")" * 500, "hand[" * 100 + "actor" + "]" * 100, "x.all(y," * 100 + "true" + ")" * 100),
    *(
        "аctor == actor",
        "ａctor",
        "act\u200bor == actor",
        "\u202eactor",
        "actor\ufeff",
        "\ufeffactor",
        "flag\u00a0&& flag",
    ),
    *("\ud800", "'\ud800'", "a\x00", "'\x00'", "\x00", "form == 'ѕet'", "form == 'set\u202e'", "form == 'set\u200b'"),
    *("١ + 1", "1 + ²", "𝐚 == 𝐚", "ﬁ", "ß", "e\u0301", "a\u2028+ 1", "a\x0b+ 1", "a\x85+1", "👑 == 1"),
    *("from", "__class__", "().__class__", "().__class__.__bases__[0]", "lambda", "None", "lambda: 0", "True", "self"),
    *("actor.__class__", "__import__('os').system('x')", "import os", "import", "exec('1')", "eval", "print(1)", "s"),
    *("seating.__len__()", "seating.all(__import__, flag)", "f_active(actor)", "v_x", "cards_size(action.cards)"),
    *("seating.all(None, flag)", "seating.all(x.y, flag)", "seating.all('x', flag)", "seating.all(none, flag)"),
    *("", " ", "\n", "\t\r\n", "()", "[]", "''", '""', "'", '"', "\\", "'\\'", "`a`", "#", "//", "/*", "a // b", "a;b"),
    *("a b", "a,b", "a:b", "a?b", "a ? b", "?", ":", "&&", "||", "!", "-", "==", "a ==", "== a", "a === b", "a <> b"),
    *("a := 1", "a ** b", "a // b", "a | b", "~a", "a @ b", "a if b else c", "a in", "in", "{}", "{a: 1}", "a{b}"),
    *("1u", "1.0", ".5", "1e9", "0x10", "b'x'", "r'x'", "'''x'''", "'a' 'b'", "1_000", "00", "01", "-9999999"),
    *("null", "true.false", "1.size()", "true()", "has(action.rank)", "type(a)", "dyn(a)", "int('1')", "a.map(x)"),
    *("seating.map(x, y, z)", "seating.all()", "size()", "size(a, b)", "seating[0]", "hand['Anna']", "toggle", "hand"),
    *("toggle.play", "toggle.play.kind.x", "toggle['play']", "before.turn", "none.x", "none()", "none + 1", "[none]"),
    *("[[]]", "[[], ['x']]", "flag ? [] : []", "flag ? none : none == 1", "size(none)", "none in none", "!none"),
    *("index('a', 'b')", "at(none, none, none)", "first([], none)", "reverse('x')", "range('x')", "ranks([])"),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_with_a_complaint(text: str) -> None:
    complaint(text, BOOL)


def test_a_name_of_python_is_a_name_like_any_other_where_it_is_declared() -> None:
    tree = check(parse("seating.exists(lambda, lambda == actor) && pass"), WORLD.env, BOOL)
    assert WORLD.run(tree, {**values(random.Random(1)), "pass": True, "seating": ["Bea"], "actor": "Bea"}) is True


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_the_reserved_words_of_cel_are_no_names(word: str) -> None:
    assert complaint(f"{word}.x" if word in ("true", "false") else word, PLAYER).code in ("X006", "X008", "X011")
    complaint(f"action.{word}", BOOL)


def test_too_many_levels_are_counted_the_same_wherever_they_come_from() -> None:
    for text in ("!" * 31 + "flag", "(" * 32 + "flag" + ")" * 32, "&&".join(["flag"] * 32), "flag?flag:" * 31 + "flag"):
        check(parse(text), WORLD.env, BOOL)
    for text in ("!" * 32 + "flag", "(" * 33 + "flag" + ")" * 33, "&&".join(["flag"] * 33), "flag?flag:" * 32 + "flag"):
        assert complaint(text).code == "X002"


TOKENS = st.sampled_from(
    [
        *NAMES,
        *FUNCTIONS,
        *builtins(),
        *("(", ")", "[", "]", ".", ",", "?", ":", "!", "-", "+", "*", "%", "==", "!=", "<", ">", "&&", "||", " in "),
        *("none", "true", "0", "1", "'set'", "'3'", "''", "x", "x, ", ".all(x, ", ".map(x, ", ".filter(x, ", "[actor]"),
    ]
)


def never_anything_else(text: str) -> None:
    try:
        check(parse(text), WORLD.env, BOOL)
    except ExpressionError as error:
        assert error.code in X_CODES
        assert 0 <= error.offset <= len(text)
        assert error.message


@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.lists(TOKENS, max_size=14))
def test_random_tokens_raise_nothing_but_complaints(tokens: list[str]) -> None:
    never_anything_else("".join(tokens))


@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.text(st.characters(codec=None), max_size=60))
def test_random_text_raises_nothing_but_complaints(text: str) -> None:
    never_anything_else(text)
    try:
        parse_type(text, WORDS)
    except ExpressionError as error:
        assert error.code == "X024"
        assert 0 <= error.offset <= len(text)
