"""Messages: the schemas are sound, and a failed answer is explained in plain words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mocsar_conformance.messages import ANSWERS, MessageError, parse, schema, validate_answer, validate_request

VIEW: dict[str, Any] = {
    "phase": "playing",
    "turn": "Bea",
    "table": {"form": "set", "size": 1, "rank": "5", "owner": "Anna"},
    "sizes": {"Anna": 2, "Bea": 3},
    "out": [],
    "titles": None,
}
NAMES = [
    "names",
    "view",
    *(f"request-{kind}" for kind in ANSWERS),
    *(f"answer-{kind}" for kind in sorted({kind for kinds in ANSWERS.values() for kind in kinds})),
]


def view(**changed: Any) -> dict[str, Any]:
    return {"id": 1, "answer": "view", "view": VIEW | changed}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_valid_schema_and_says_what_it_is(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"]
    assert schema(name)["description"]


@pytest.mark.parametrize(
    "answer", [view(), view(turn=None, table=None), view(hands={"Anna": ["5", "joker"]}), view(x=1)]
)
def test_a_good_view_is_accepted(answer: dict[str, Any]) -> None:
    validate_answer({"request": "start"}, answer)


def test_a_view_without_the_core_is_only_partial() -> None:
    validate_answer({"request": "view"}, {"id": 1, "answer": "view", "view": {}})


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"id": 1, "answer": "view"}, "the 'view' answer lacks `view`"),
        (view(turn=3), "`view.turn` of the 'view' answer is the number 3, but must be a string or null"),
        (
            view(hands={"Anna": ["5", 5]}),
            "`view.hands.Anna[1]` of the 'view' answer is the number 5, but must be a str",
        ),
        (view(sizes=[1]), "`view.sizes` of the 'view' answer is a list, but must be an object"),
        (view(sizes={"Anna": True}), "is true, but must be a whole number"),
        (view(sizes={"Anna": -1}), "is the number -1, but must be at least 0"),
        (view(out=["Anna", "Anna"]), "lists something twice"),
        (view(table=VIEW["table"] | {"rank": "5 of hearts"}), 'is the string "5 of hearts", which is no id'),
        (view(turn=""), "must be a string or null"),
        (view(phase=""), "`view.phase` of the 'view' answer is empty"),
    ],
)
def test_a_bad_answer_is_explained(answer: dict[str, Any], words: str) -> None:
    with pytest.raises(MessageError) as caught:
        validate_answer({"request": "view"}, answer)
    assert caught.value.code == "P051"
    assert words in caught.value.message


def test_a_number_for_a_card_is_told_how_to_be_a_string() -> None:
    with pytest.raises(MessageError) as caught:
        validate_answer({"request": "view"}, view(hands={"Anna": [5]}))
    assert caught.value.hint == 'Write it as a string: "5".'


def test_checking_changes_nothing() -> None:
    answer = view()
    before = json.dumps(answer)
    validate_answer({"request": "view"}, answer)
    assert json.dumps(answer) == before


def test_a_start_needs_hands_or_a_pack_and_not_both() -> None:
    start = {"id": 1, "request": "start", "variant": "kollar", "toggles": {}, "players": ["Anna"]}
    validate_request(start | {"pack": ["5"]})
    with pytest.raises(MessageError):
        validate_request(start)
    with pytest.raises(MessageError):
        validate_request(start | {"pack": ["5"], "hands": {"Anna": ["5"]}})


def test_an_unknown_request_is_no_request() -> None:
    with pytest.raises(MessageError) as caught:
        validate_request({"id": 1, "request": "dance"})
    assert caught.value.code == "P050"


def test_a_nesting_of_the_permitted_depth_is_read() -> None:
    assert parse(b'{"x":' + b"[" * 63 + b"]" * 63 + b"}")["x"]
    with pytest.raises(MessageError):
        parse(b'{"x":' + b"[" * 64 + b"]" * 64 + b"}")


def test_a_shallow_answer_may_be_long() -> None:
    assert len(parse(b'{"x":[' + b"{}," * 999 + b"{}]}")["x"]) == 1000
