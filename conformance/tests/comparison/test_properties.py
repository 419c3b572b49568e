"""What holds of any two streams."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mocsar_conformance.comparison import Comparison, Names, compare_results
from mocsar_conformance.records import VERDICTS
from mocsar_conformance.results import Results

from .streams import failure, outcome, stream

MIRRORED = {"broken": "fixed", "fixed": "broken", "new": "vanished", "vanished": "new"}
BOTH = {"unsupported", "supported"}
"""What was unsupported and what is: of the two that are both, one may hide the other, but there is one either way."""


@st.composite
def outcomes(draw: st.DrawFn) -> dict[str, Any]:
    verdict = draw(st.sampled_from(VERDICTS))
    more: dict[str, Any] = {"gates": draw(st.booleans())}
    if verdict in ("fail", "reason-differs"):
        more["failure"] = failure(draw(st.integers(0, 1)), draw(st.sampled_from(["answer", "reason"])))
    if verdict == "unsupported":
        more["what"] = draw(st.sampled_from(["x", "y"]))
    kind = draw(st.sampled_from([None, "known", "flaky", "skip"]))
    if kind:
        more["expectation"] = {"kind": kind, "reason": "r", "met": draw(st.booleans())}
    name, variant = draw(st.sampled_from("abcd")), draw(st.sampled_from(["kollar", "jekely"]))
    return outcome(f"trick/{name}", verdict, variant, **more)


streams = st.builds(
    lambda made, off: stream(*made, broken_off=off),
    st.lists(outcomes(), max_size=8, unique_by=lambda each: (each["id"], each["variant"])),
    st.booleans(),
)
NAMES = Names({("scenario", "trick/a"): "trick/z"})


@given(streams)
@settings(deadline=None, max_examples=60)
def test_a_stream_does_not_differ_from_itself(results: Results) -> None:
    found = compare_results(results, results, NAMES)
    assert (found.changes, found.runs) == ((), ())


@given(streams, streams)
@settings(deadline=None, max_examples=120)
def test_the_other_way_round_is_the_mirror_image(one: Results, other: Results) -> None:
    there, back = compare_results(one, other, NAMES), compare_results(other, one, NAMES)
    seen = dict(kinds(back))
    for key, kind in kinds(there):
        if kind in MIRRORED:
            assert seen[key] == MIRRORED[kind]
        elif kind in BOTH:
            assert seen[key] in BOTH
        else:
            assert seen[key] == kind
    assert there.same == back.same
    assert len(there.changes) == len(back.changes)


@given(streams, streams)
@settings(deadline=None, max_examples=60)
def test_every_scenario_is_counted_once(one: Results, other: Results) -> None:
    found = compare_results(one, other, NAMES)
    keys = {key for each in (one, other) for key in applicable(each)}
    assert found.same + len(found.changes) == len(keys)


def applicable(results: Results) -> set[tuple[str, str]]:
    return {
        (NAMES.scenario(each["id"]), each["variant"])
        for each in results.outcomes
        if each["verdict"] != "skipped" or each.get("expectation", {}).get("kind") == "skip"
    }


def kinds(comparison: Comparison) -> list[tuple[tuple[str, str], str]]:
    return [((NAMES.scenario(each.id), each.variant), each.kind) for each in comparison.changes]
