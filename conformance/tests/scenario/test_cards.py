"""Cards and actions as they are written at a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mocsar_conformance.scenario.cards import TextFault, TextReader
from mocsar_reference import Action, Rulebook


@pytest.fixture(scope="module")
def reader(book: Rulebook) -> TextReader:
    """A reader that knows runs, and requests of a rank, as some rulebooks have them."""
    contents = book.contents
    play, plain = contents.model.actions["play"], contents.model.actions["pass"]
    actions = {
        **contents.model.actions,
        "play": replace(play, forms=("set", "run")),
        "request": replace(plain, id="request", rank=True),
    }
    forms = {**contents.forms, "run": replace(contents.forms["set"], id="run")}
    return TextReader(replace(contents, forms=forms, model=replace(contents.model, actions=actions)))


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("5 9 K", ("5", "9", "K")),
        ("  10   Jk 2 ", ("10", "joker", "2")),
        ("5h 5♥ 10s Kd Q♣ 5♡", ("5h", "5h", "10s", "Kd", "Qc", "5h")),
        ("", ()),
    ],
)
def test_cards(reader: TextReader, text: str, ranks: tuple[str, ...]) -> None:
    assert reader.cards(text) == ranks


@pytest.mark.parametrize(
    ("text", "action", "span"),
    [
        ("pass", Action("pass"), None),
        ("play 5 5 Jk", Action("play", ("5", "5", "joker")), None),
        ("play", Action("play"), None),
        ("give 3 4 4", Action("give", ("3", "4", "4")), None),
        ("request Jk", Action("request", rank="joker"), None),
        ("play 5 6 Jk as 4-6", Action("play", ("5", "6", "joker"), None, "4"), ("4", "6")),
        ("play 5 6 Jk as run 5", Action("play", ("5", "6", "joker"), "run", "5"), None),
        ("play 5 6 Jk as run 5-7", Action("play", ("5", "6", "joker"), "run", "5"), ("5", "7")),
        ("play 5 Jk as run", Action("play", ("5", "joker"), "run"), None),
        ("play 2 Jk as Jk", Action("play", ("2", "joker"), None, "joker"), None),
    ],
)
def test_actions(reader: TextReader, text: str, action: Action, span: tuple[str, str] | None) -> None:
    assert reader.action(text) == (action, span)


@pytest.mark.parametrize(
    ("text", "code", "offset", "message"),
    [
        ("request", "C012", 7, "'request' names a rank"),
        ("request 5 6", "C012", 8, "'request' names no cards"),
        ("play 5 as run 5 6", "C013", 16, "'6' is one word too many after 'as'"),
        ("play 5 as rum 5", "C013", 10, "there is no form 'rum'"),
        ("play 5 as 4-", "C013", 12, "a rank is missing beside '-'"),
        ("play 5  as", "C013", 10, "nothing stands after 'as'"),
        ("", "C011", 0, "no action is named"),
        ("play " + "5 " * 101, "C012", 205, "more cards than a hand holds"),
    ],
)
def test_faults_say_where_in_the_text_they_are(
    reader: TextReader, text: str, code: str, offset: int, message: str
) -> None:
    with pytest.raises(TextFault) as caught:
        reader.action(text)
    assert (caught.value.code, caught.value.offset, caught.value.message) == (code, offset, message)


def test_ranks_are_written_back_as_they_are_read(reader: TextReader) -> None:
    assert reader.write(reader.cards("10 Jk 2 A")) == "10 Jk 2 A"
