"""What is said of the runs themselves, and what warns."""

from __future__ import annotations

from typing import Any

import pytest

from mocsar_conformance.comparison import compare_results

from .streams import outcome, stream

A, B = outcome("trick/a"), outcome("trick/b")


def differing(old: dict[str, Any], new: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    found = compare_results(stream(A, **old), stream(A, **new)).runs
    return {each.what + (f" {each.variant}" if each.variant else ""): (each.old, each.new) for each in found}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ({}, {"version": "2"}, {"version": ("1", "2")}),
        ({}, {"edition": "2027-06"}, {"edition": ("2026-12", "2027-06")}),
        ({}, {"digest": "1" * 64}, {"rulebook": ("0" * 12, "1" * 12)}),
        ({}, {"kit": "0.2.0"}, {"kit": ("0.1.0", "0.2.0")}),
        ({}, {"capabilities": ["hands", "pack"]}, {"capabilities": (["hands"], ["hands", "pack"])}),
        ({}, {"started": "2026-12-02T08:00:00Z"}, {}),
        ({"target": ["--", "x"]}, {"target": ["--", "x"], "overlays": ["ours"]}, {"overlays": ([], ["ours"])}),
    ],
)
def test_in_what_two_runs_differ(old: dict[str, Any], new: dict[str, Any], what: dict[str, Any]) -> None:
    assert differing(old, new) == what


def test_another_variant_and_what_it_amounts_to() -> None:
    assert differing({}, {"variants": ["kollar", "jekely"]}) == {
        "plays": (["kollar"], ["jekely", "kollar"]),
        "variants": (["kollar"], ["jekely", "kollar"]),
        "conformance jekely": (None, "not-conformant"),
    }


def test_what_a_run_amounts_to() -> None:
    found = compare_results(stream(A), stream(outcome("trick/a", "fail"))).runs
    assert [(each.what, each.variant, each.old, each.new) for each in found] == [
        ("conformance", "kollar", "conformant", "not-conformant")
    ]


def warned(old: Any, new: Any) -> list[tuple[str, str]]:
    return [(each.code, each.key) for each in compare_results(old, new).warnings]


def test_two_implementations_are_not_well_compared() -> None:
    assert warned(stream(A), stream(A, name="theirs")) == [("U066", "warn-subject")]


def test_the_wrong_way_round() -> None:
    early, late = stream(A, started="2026-12-01T08:00:00Z"), stream(A, started="2026-12-01T09:00:00Z")
    assert warned(late, early) == [("U066", "warn-swapped")]
    assert warned(early, late) == []


def test_nothing_in_common() -> None:
    other = stream(outcome("trick/a", variant="jekely"), variants=["jekely"])
    assert warned(stream(A), other) == [("U066", "warn-nothing-common")]
    assert warned(stream(), stream()) == []


def test_a_run_that_was_broken_off() -> None:
    assert warned(stream(A, B), stream(A, broken_off=True)) == [("U067", "warn-broken-off")]
    assert warned(stream(A, broken_off=True), stream(A, B)) == [("U067", "warn-broken-off")]


def test_a_selection() -> None:
    assert warned(stream(A, B), stream(A)) == [("U067", "warn-selection")]
    assert warned(stream(A, B), stream(A, digest="1" * 64)) == []
