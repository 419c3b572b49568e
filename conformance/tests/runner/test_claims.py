"""What a subject claims to play."""

from __future__ import annotations

from typing import Any

import pytest

from mocsar_conformance.claims import chosen_claims, claims_of
from mocsar_conformance.subjects.base import Hello, Plays
from mocsar_reference import MocsarError, Rulebook


def hello(*plays: tuple[str, dict[str, Any] | None]) -> Hello:
    return Hello(1, "test", tuple(Plays(*each) for each in plays))


def test_stated_values_that_differ_make_a_setting_of_its_own(book: Rulebook) -> None:
    toggles = {"trick.ends": "one-lap", "exchange.sizes": [2, 1], "pack.packs": 2}
    [claim], faults = claims_of(hello(("kollar", toggles)), book)
    assert claim.short == "kollar(exchange.sizes=[2, 1], trick.ends=one-lap)"
    assert claim.stated == set(toggles)
    assert not faults


@pytest.mark.parametrize(
    ("variant", "toggles", "message"),
    [
        ("nope", None, "there is no variant 'nope'"),
        ("mocsar", None, "there is no variant 'mocsar' to play"),
        ("kollar", {"trick.end": "one-lap"}, "there is no toggle 'trick.end'"),
        ("kollar", {"trick.ends": "never"}, "'never' is no value"),
        ("kollar", {"exchange.pays": "none"}, "change exchange.pays or exchange.sizes"),
        ("kollar", {"trick.ends": {"a": 1}}, "claims 'kollar'"),
    ],
)
def test_a_claim_that_cannot_be_tested_is_said_clearly(
    book: Rulebook, variant: str, toggles: dict[str, Any] | None, message: str
) -> None:
    claims, faults = claims_of(hello((variant, toggles), ("kollar", None)), book)
    assert [each.short for each in claims] == ["kollar"]
    assert {each.code for each in faults} == {"U010"}
    assert message in str(faults[0])


def shorts(book: Rulebook, toggles: dict[str, Any]) -> list[str]:
    claims, faults = claims_of(hello(("kollar", toggles)), book)
    assert not faults, faults
    assert all(each.stated == set(toggles) for each in claims)
    return [each.short for each in claims]


def test_several_values_of_a_toggle_are_several_settings(book: Rulebook) -> None:
    values = ["pass-goes-round", "one-lap"]
    assert shorts(book, {"trick.ends": values}) == ["kollar", "kollar(trick.ends=one-lap)"]


def test_several_values_of_several_toggles_are_every_combination(book: Rulebook) -> None:
    found = shorts(book, {"trick.ends": ["pass-goes-round", "one-lap"], "pack.packs": [1, 2, 2]})
    assert len(found) == len(set(found)) == 4


def test_where_a_value_is_a_list_several_are_a_list_of_lists(book: Rulebook) -> None:
    assert shorts(book, {"ranks.wild": ["2", "joker"]}) == ["kollar"]
    assert shorts(book, {"ranks.wild": [["2", "joker"], []]}) == ["kollar", "kollar(ranks.wild=[])"]
    assert shorts(book, {"ranks.wild": []}) == ["kollar(ranks.wild=[])"]


def test_combinations_that_contradict_each_other_are_left_out(book: Rulebook) -> None:
    """Without an exchange nothing comes back, and it has no sizes: two of the eight are left."""
    toggles = {
        "exchange.pays": ["best", "none"],
        "exchange.returns": ["as-many", "nothing"],
        "exchange.sizes": [[3, 2, 1], []],
    }
    found = shorts(book, toggles)
    assert "kollar" in found
    assert "kollar(exchange.pays=none, exchange.returns=nothing, exchange.sizes=[])" in found
    assert "kollar(exchange.pays=none)" not in found


@pytest.mark.parametrize(
    ("toggles", "message"),
    [
        ({"pack.packs": [1, 2, 3, 4], "pack.jokers": [0, 1, 2, 3, 4]}, "more than 16 settings, from several values of"),
        ({"trick.ends": []}, "'[]' is no value of trick.ends"),
        ({"trick.ends": ["one-lap", "never"]}, "'never' is no value of trick.ends"),
        ({"trick.end": ["one-lap", "never"]}, "there is no toggle 'trick.end'"),
        ({"exchange.pays": ["none"], "exchange.sizes": [[3], [2]]}, "exchange.pays"),
    ],
)
def test_several_values_that_cannot_be_tested_are_said_clearly(
    book: Rulebook, toggles: dict[str, Any], message: str
) -> None:
    claims, faults = claims_of(hello(("kollar", toggles)), book)
    assert not claims
    assert {each.code for each in faults} == {"U010"}
    assert message in str(faults[0])


def test_a_variant_means_every_claim_of_it(book: Rulebook) -> None:
    claims, _ = claims_of(hello(("kollar", {"trick.ends": "one-lap"}), ("kollar-one-lap", None)), book)
    assert [each.short for each in chosen_claims(claims, ["kollar"], book)] == ["kollar(trick.ends=one-lap)"]


def test_what_is_not_claimed_cannot_be_chosen(book: Rulebook) -> None:
    claims, _ = claims_of(hello(("kollar", None)), book)
    with pytest.raises(MocsarError, match="it plays kollar"):
        chosen_claims(claims, ["kollar-one-lap"], book)


def test_a_variant_comes_after_those_that_it_extends(book: Rulebook) -> None:
    names = book.playable
    assert names.index("kollar") < names.index("kollar-one-lap")
