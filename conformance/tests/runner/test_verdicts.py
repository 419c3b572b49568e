"""What outcomes amount to."""

from __future__ import annotations

from mocsar_conformance.records import Outcome, Verdict
from mocsar_conformance.verdicts import blames_the_adapter, conformance, end_of


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


def test_differences_on_readings_and_disputed_scenarios_do_not_count() -> None:
    found = conformance(
        "kollar", [outcome("pass"), outcome("reading-differs", gates=False), outcome("fail", gates=False)]
    )
    assert found.standing == "conformant"
    assert found.readings == 1


def test_nothing_applicable_is_no_conformance() -> None:
    assert conformance("kollar", [outcome("skipped")]).standing == "untested"


def test_of_a_selection_nothing_good_is_said() -> None:
    assert conformance("kollar", [outcome("pass")], whole=False).standing == "selection"
    assert end_of([outcome("pass")], ["kollar"], 1, whole=False, interrupted=False).conformant == {"kollar": False}


def test_the_adapter_is_blamed_where_nothing_could_be_compared() -> None:
    assert blames_the_adapter([outcome("crash"), outcome("timeout"), outcome("skipped")])
    assert not blames_the_adapter([outcome("crash"), outcome("pass")])
