"""What is said of one scenario, by what it was and what it is."""

from __future__ import annotations

from typing import Any

import pytest

from mocsar_conformance.comparison import Names, compare_results

from .streams import failure, outcome, stream

KNOWN = {"kind": "known", "reason": "our bug", "met": True}
A = "trick/a"
READ = outcome(A, "reading-differs", gates=False)
DISPUTED = outcome(A, "fail", gates=False, disputed="https://example.org/9")
LEFT_OUT = outcome(A, "skipped", expectation={"kind": "skip", "reason": "hangs", "met": True})


def one(old: dict[str, Any] | None, new: dict[str, Any] | None, names: Names | None = None) -> tuple[str, bool] | None:
    """Return the kind of the one change, and whether it breaks; None for none."""
    both = [stream(*([each] if each else [])) for each in (old, new)]
    found = compare_results(*both, names)
    if not found.changes:
        assert found.same == (old is not None)
        return None
    [change] = found.changes
    return change.kind, change.breaks


@pytest.mark.parametrize(
    ("old", "new", "kind", "breaks"),
    [
        (outcome(A), outcome(A, "fail"), "broken", True),
        (outcome(A), outcome(A, "crash"), "broken", True),
        (outcome(A, "reason-differs"), outcome(A, "fail"), "broken", True),
        (outcome(A), outcome(A, "fail", expectation=KNOWN), "broken", False),
        (outcome(A, "fail"), outcome(A), "fixed", False),
        (outcome(A, "fail", expectation=KNOWN), outcome(A, expectation=KNOWN | {"met": False}), "fixed", False),
        (outcome(A, "timeout"), outcome(A, "reason-differs"), "fixed", False),
        (outcome(A), outcome(A, "unsupported", what="capability `pack`"), "unsupported", True),
        (outcome(A, "fail"), outcome(A, "unsupported", what="capability `pack`"), "unsupported", False),
        (outcome(A, "unsupported", what="x"), outcome(A), "supported", False),
        (outcome(A, "unsupported", what="x"), outcome(A, "fail"), "supported", False),
        (None, outcome(A), "new", False),
        (None, outcome(A, "fail"), "new", True),
        (None, outcome(A, "fail", expectation=KNOWN), "new", False),
        (outcome(A), None, "vanished", False),
        (outcome(A, "fail"), None, "vanished", False),
        (outcome(A, "fail"), outcome(A, "crash"), "failure", False),
        (outcome(A, "fail"), outcome(A, "fail", failure=failure(2)), "failure", False),
        (outcome(A, "fail"), outcome(A, "fail", failure=failure(path="view.turn")), "failure", False),
        (outcome(A, "fail"), outcome(A, "fail", failure=failure(got="view")), "failure", False),
        (
            outcome(A, "crash", failure=failure(code="P010")),
            outcome(A, "crash", failure=failure(code="P011")),
            "failure",
            False,
        ),
        (outcome(A, "unsupported", what="x"), outcome(A, "unsupported", what="y"), "failure", False),
        (outcome(A), outcome(A, "reason-differs"), "reason", False),
        (outcome(A, "reason-differs"), outcome(A), "reason", False),
        (outcome(A, "reason-differs"), outcome(A, "reason-differs", failure=failure(3, "reason")), "reason", False),
        (outcome(A), READ, "other", False),
        (READ, outcome(A, "fail"), "other", True),
        (outcome(A, "fail"), DISPUTED, "other", False),
        (outcome(A), LEFT_OUT, "other", False),
        (LEFT_OUT, outcome(A, "fail"), "other", True),
        (outcome(A, "fail", expectation=KNOWN), outcome(A, "fail"), "expectation", True),
        (outcome(A, "fail"), outcome(A, "fail", expectation=KNOWN), "expectation", False),
        (
            outcome(A, "fail", expectation=KNOWN),
            outcome(A, "fail", expectation=KNOWN | {"link": "https://example.org/7"}),
            "expectation",
            False,
        ),
    ],
)
def test_a_change_is_of_one_kind(old: Any, new: Any, kind: str, breaks: bool) -> None:
    assert one(old, new) == (kind, breaks)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (outcome(A, seconds=0.1), outcome(A, seconds=3.0)),
        (outcome(A, "fail"), outcome(A, "fail", seconds=3.0)),
        (outcome(A, expectation={"kind": "flaky", "reason": "x", "met": True}),) * 2,
        (LEFT_OUT, LEFT_OUT),
    ],
)
def test_what_only_took_longer_has_not_changed(old: Any, new: Any) -> None:
    assert one(old, new) is None


def test_what_does_not_apply_is_not_there() -> None:
    assert one(outcome(A), outcome(A, "skipped", what="not in kollar")) == ("vanished", False)
    assert one(outcome(A, "skipped"), outcome(A, "fail")) == ("new", True)
    skipped = stream(outcome(A, "skipped"))
    assert compare_results(skipped, skipped).changes == ()


def test_the_same_scenario_in_another_variant_is_another() -> None:
    old = stream(outcome(A), outcome(A, "fail", "jekely"))
    new = stream(outcome(A, "fail"), outcome(A, "pass", "jekely"))
    found = [(each.kind, each.variant) for each in compare_results(old, new).changes]
    assert found == [("broken", "kollar"), ("fixed", "jekely")]


NAMES = Names(
    {
        ("scenario", "trick/oldest"): "trick/old",
        ("scenario", "trick/old"): "trick/now",
        ("variant", "house"): "home",
        ("toggle", "trick.stops"): "trick.ends",
        ("value", "trick.stops=lap"): "trick.stops=one-lap",
    },
    {("scenario", "trick/gone"): {"en": "it asked nothing", "hu": "nem kérdezett semmit"}},
)


@pytest.mark.parametrize("before", ["trick/old", "trick/oldest"])
def test_a_renamed_scenario_is_the_same(before: str) -> None:
    assert one(outcome(before), outcome("trick/now"), NAMES) == ("renamed", False)
    assert one(outcome("trick/now"), outcome(before), NAMES) == ("renamed", False)
    assert one(outcome(before), outcome("trick/now", "fail"), NAMES) == ("broken", True)
    [change] = compare_results(stream(outcome(before)), stream(outcome("trick/now", "fail")), NAMES).changes
    assert (change.id, change.was) == ("trick/now", (before, "kollar"))


def test_a_renamed_variant_toggle_and_value_are_the_same() -> None:
    old = outcome(A, variant="house(a.b=[x, y], trick.stops=lap)")
    new = outcome(A, variant="home(a.b=[x, y], trick.ends=one-lap)")
    assert one(old, new, NAMES) == ("renamed", False)


@pytest.mark.parametrize("odd", ["home)(", "a(b", "house(=)", "", "house(a.b=[x)", "home(a.b=x,c.d=y)"])
def test_what_is_no_short_form_stays_itself(odd: str) -> None:
    assert NAMES.setting(odd) == odd


def test_names_that_go_round_in_a_circle_end() -> None:
    names = Names({("scenario", "a"): "b", ("scenario", "b"): "a"})
    assert {names.scenario("a"), names.scenario("b")} <= {"a", "b"}


def test_of_what_was_removed_the_reason_is_said() -> None:
    [change] = compare_results(stream(outcome("trick/gone")), stream(), NAMES).changes
    assert change.gone is not None
    assert change.gone["hu"] == "nem kérdezett semmit"
