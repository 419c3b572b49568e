"""What outcomes amount to."""

from __future__ import annotations

from collections.abc import Mapping

from mocsar_conformance.records import Failure, Outcome, Verdict
from mocsar_conformance.verdicts import Needs, blames_the_adapter, conformance, end_of, needs


def outcome(verdict: Verdict, what: str | None = None, gates: bool = True) -> Outcome:
    return Outcome("a", "kollar", verdict, what=what, gates=gates)


def test_what_is_wrong_makes_it_not_conformant() -> None:
    found = conformance("kollar", [outcome("pass"), outcome("fail"), outcome("crash"), outcome("fail")])
    assert found.standing == "not-conformant"
    assert found.wrong == {"fail": 2, "crash": 1}


def test_unsupported_never_counts_as_a_pass() -> None:
    found = conformance("kollar", [outcome("pass"), outcome("unsupported", "view.titles")])
    assert found.standing == "partial"
    assert found.missing == {"view.titles": 1}


def test_what_is_missing_is_counted_by_what_hello_does_not_state() -> None:
    missing = {"capability `standing`": 28, "capability `pack`, capability `standing`": 2, "view.titles": 3}
    unstated, others = needs(missing)
    assert unstated == Needs(30, {"standing": 30, "pack": 2})
    assert others == Needs(3, {"view.titles": 3})


def read_otherwise(*as_if: Mapping[str, str]) -> Outcome:
    failure = Failure("steps", 0, None, None, None, as_if=as_if)
    return Outcome("a", "kollar", "reading-differs", gates=False, failure=failure)


def test_differences_on_readings_are_named() -> None:
    found = conformance("kollar", [outcome("pass"), read_otherwise({"trick.ends": "one-lap", "pack.jokers": "2"})])
    assert (found.standing, found.readings) == ("conformant-except-readings", ("trick.ends",))


def test_as_few_readings_are_named_as_explain_the_differences() -> None:
    passing, trick = {"passing.after": "out-of-trick"}, {"trick.ends": "one-lap"}
    found = conformance("kollar", [outcome("pass"), read_otherwise(passing, trick), read_otherwise(trick)])
    assert found.readings == ("trick.ends",)


def test_disputed_scenarios_do_not_count() -> None:
    assert conformance("kollar", [outcome("pass"), outcome("fail", gates=False)]).standing == "conformant"


def test_nothing_applicable_is_no_conformance() -> None:
    assert conformance("kollar", [outcome("skipped")]).standing == "untested"


def test_of_a_selection_nothing_good_is_said() -> None:
    assert conformance("kollar", [outcome("pass")], whole=False).standing == "selection"
    assert end_of([outcome("pass")], ["kollar"], 1, whole=False, interrupted=False).conformant == {"kollar": "partial"}
    assert end_of([outcome("fail")], ["kollar"], 1, whole=False, interrupted=False).conformant == {
        "kollar": "not-conformant"
    }


def test_the_adapter_is_blamed_where_nothing_could_be_compared() -> None:
    assert blames_the_adapter([outcome("crash"), outcome("timeout"), outcome("skipped")])
    assert blames_the_adapter([outcome("error"), outcome("error"), outcome("unsupported")])
    assert not blames_the_adapter([outcome("crash"), outcome("pass")])
    assert not blames_the_adapter([outcome("unsupported"), outcome("unsupported")])
    assert not blames_the_adapter([outcome("crash")]), "one scenario may be the only one that crashes"
