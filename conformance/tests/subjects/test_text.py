"""Text from outside: visible, short, and unable to do anything to a terminal."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mocsar_conformance.text import neutralise, neutralise_lines, tame


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Árvíztűrő tükörfúrógép ★ 10♥", "Árvíztűrő tükörfúrógép ★ 10♥"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("\x9b2J", "\\x9b2J"),
        ("abc\u202edef\u2066", "abc\\u202edef\\u2066"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("one\r\ntwo\tthree", "one\\r\\ntwo three"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("e" + "\u0301" * 4, "e\u0301\u0301\\u0301\\u0301"),
        (b"\xc1ron", "\\xc1ron"),
    ],
)
def test_what_could_do_harm_is_shown_instead(text: str | bytes, shown: str) -> None:
    assert neutralise(text) == shown


@given(st.text(st.characters(max_codepoint=sys.maxunicode)) | st.binary())
def test_nothing_that_is_not_printable_is_left(text: str | bytes) -> None:
    assert all(unicodedata.category(each)[0] != "C" for each in neutralise(text, 10_000))


@pytest.mark.parametrize("text", ["x" * 10**7, b"\xff" * 10**7])
def test_a_long_text_is_short(text: str | bytes) -> None:
    assert len(neutralise(text, 400)) < 420
    assert neutralise(text, 400).startswith("x" * 100 if isinstance(text, str) else "\\xff")


def test_the_last_lines_are_kept_or_the_first() -> None:
    text = "".join(f"line {i}\r\n" for i in range(30)) + "\n\n"
    assert neutralise_lines(text, 2) == "…\nline 28\nline 29"
    assert neutralise_lines(text, 2, head=True) == "line 0\nline 1\n…"


def test_a_json_value_is_tamed_all_through() -> None:
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    tamed = tame({"a\x1b": ["b\u202e"] * 500, "deep": deep, "n": 10**3000, "ok": [1, None, True, 1.5]})
    assert tamed["a\\x1b"][0] == "b\\u202e"
    assert len(tamed["a\\x1b"]) == 201
    assert len(str(tamed["deep"])) < 100
    assert tamed["n"].startswith("a number of about 29")
    assert tamed["ok"] == [1, None, True, 1.5]
