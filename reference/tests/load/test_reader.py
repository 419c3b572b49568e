"""YAML is read as its 1.2 core intends, and every character's place is known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mocsar_reference.errors import MocsarError, Place
from mocsar_reference.load import read_yaml, validate


@pytest.mark.parametrize(
    "word",
    [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "n",
        "True",
        "FALSE",
        "Null",
        "~",
        "10:30",
        "1_000",
        "0x10",
        "0o7",
        "007",
        "+5",
        "1.5",
        "1e3",
        ".5",
        ".inf",
        ".nan",
        "2026-12-01",
        "=",
        "<<",
    ],
)
def test_what_yaml_1_1_would_change_stays_text(word: str) -> None:
    assert read_yaml(f"a: {word}\n", "F").value == {"a": word}
    assert read_yaml(f"{word}: b\n", "F").value == {word: "b"}


@pytest.mark.parametrize(
    ("word", "value"), [("true", True), ("false", False), ("null", None), ("", None), ("0", 0), ("-7", -7), ("12", 12)]
)
def test_only_these_are_special(word: str, value: object) -> None:
    read = read_yaml(f"a: {word}\n", "F").value["a"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize("word", ["true", "null", "5", ""])
def test_what_is_quoted_is_text(word: str) -> None:
    assert read_yaml(f"a: \"{word}\"\nb: '{word}'\n", "F").value == {"a": word, "b": word}


def test_keys_are_always_text() -> None:
    assert read_yaml("{5: a, true: b, null: c}", "F").value == {"5": "a", "true": "b", "null": "c"}


@pytest.mark.parametrize("text", ["\ufeffa: b\n", "a: b\r\n", "a: b\r", "---\na: b\n...\n", "# c\na: b # d\n"])
def test_harmless_differences_make_none(text: str) -> None:
    document = read_yaml(text, "F")
    assert document.value == {"a": "b"}
    assert document.place(("a",)).column == 4


def test_blocks_and_folded_texts_are_read() -> None:
    document = read_yaml("a: |\n  x\n  y\nb: >-\n  x\n  y\nc: x\n  y\n", "F")
    assert document.value == {"a": "x\ny\n", "b": "x y", "c": "x y"}


def test_each_key_value_and_item_has_its_place() -> None:
    document = read_yaml("rules:\n- id: a\n  when: b\n- {id: c, 5: [d, ő, e]}\n", "F")
    assert document.place() == Place("F", 1, 1)
    assert document.key_place(("rules", 0, "when")) == Place("F", 3, 3)
    assert document.place(("rules", 0, "when")) == Place("F", 3, 9)
    assert document.place(("rules", 1)) == Place("F", 4, 3)
    assert document.key_place(("rules", 1)) == Place("F", 4, 3)
    assert document.place(("rules", 1, "5", 2)) == Place("F", 4, 21)


def test_a_path_that_leads_nowhere_has_the_place_of_what_contains_it() -> None:
    document = read_yaml("rules:\n- id: a\n", "F")
    assert document.place(("rules", 0, "when", 3)) == Place("F", 2, 3)


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("a: one two\n", "two", "1:8"),
        ('a: "one two"\n', "two", "1:9"),
        ("a: 'it''s two'\n", "two", "1:11"),
        ('a: "\\u00e9\\t\\x41\\" two"\n', "two", "1:20"),
        ("- {a: x, b: [y, one two]}\n", "two", "1:21"),
        ("a: one\n  two three\n", "three", "2:7"),
        ('a: "one\n  two three"\n', "three", "2:7"),
        ("a: |\n  one\n    two\n", "two", "3:5"),
        ("a: >-  # folded\n\n  one\n  two\n", "two", "4:3"),
        ("a:\n  one two\n", "two", "2:7"),
    ],
)
def test_a_word_in_a_text_has_the_place_where_it_is_written(text: str, word: str, place: str) -> None:
    document = read_yaml(text, "F")
    path: tuple[str | int, ...] = ()
    value = document.value
    while not isinstance(value, str):
        key = len(value) - 1 if isinstance(value, list) else list(value)[-1]
        path, value = (*path, key), value[key]
    assert str(document.text_place(path, value.index(word))) == f"F:{place}"


def test_the_end_of_a_text_has_a_place_too() -> None:
    document = read_yaml('a: abc\nb: "abc"\n', "F")
    assert str(document.text_place(("a",), 3)) == "F:1:7"
    assert str(document.text_place(("b",), 3)) == "F:2:8"
    assert document.text_place(("b",), 99).file == "F"


SCENARIO = """id: a/b
title: {en: "A: b", hu: 'Á''s'}
rules: [a.b]  # what it is about
given:
  hands: {Anna: 5 9, Bea: "5"}
steps:
- {Anna: play 5}
- Bea: >-
    pass
  refused: not-now
"""


@settings(deadline=None)  # the first example makes the validator
@given(
    st.lists(st.tuples(st.integers(0, len(SCENARIO)), st.integers(0, 4), st.sampled_from("[]{}:,'\"#!&*|>-?%@\n \\(ő")))
)
def test_whatever_happens_to_a_file_it_is_read_or_refused_at_a_place_in_it(edits: list[tuple[int, int, str]]) -> None:
    text = SCENARIO
    for start, length, inserted in edits:
        text = text[:start] + inserted + text[start + length :]
    lines = text.split("\n")
    try:
        document = read_yaml(text, "F")
        found = tuple(validate(document, "scenario"))
    except MocsarError as error:
        found = error.diagnostics
        assert found
    for diagnostic in found:
        assert diagnostic.place is not None
        assert diagnostic.place.line <= len(lines)
        assert diagnostic.place.column <= len(lines[diagnostic.place.line - 1]) + 1
