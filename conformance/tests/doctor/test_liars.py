"""Every fault is found under its code, and under no other: adapters that are wrong in one way each."""

from __future__ import annotations

import pytest

from mocsar_conformance.doctor import ending
from mocsar_conformance.doctor.codes import DOCTOR_CODES

from .conftest import Examine, liar

LIES = {
    "dies": {"D002"},
    "hello-without-name": {"D020"},
    "protocol-9": {"D021"},
    "capability": {"D022"},
    "variant": {"D023"},
    "toggle": {"D024"},
    "hello-by-process": {"D025"},
    "no-hands": {"D026"},
    "edition": {"D027"},
    "greets": {"D030"},
    "logs": {"D030", "D031"},
    "logs-after": {"D031", "D093"},
    "empty-lines": {"D031", "D093"},
    "twice": {"D032"},
    "bom": {"D033"},
    "indents": {"D034"},
    "not-utf8": {"D036"},
    "nan": {"D037"},
    "list": {"D038"},
    "too-long": {"D039"},
    "no-id": {"D040"},
    "text-id": {"D041"},
    "counts": {"D042"},
    "32-bits": {"D042"},
    "legal-for-view": {"D045"},
    "text-for-size": {"D046"},
    "ends-on-act": {"D012"},
    "error-on-act": {"D014"},
    "error-for-unknown": {"D050"},
    "strict-start": {"D051"},
    "strict-fields": {"D051"},
    "any-toggles": {"D053", "D057"},
    "strict-toggles": {"D056"},
    "any-chosen": {"D057"},
    "match-goes-on": {"D054"},
    "never-again": {"D055"},
    "claims-too-much": {"D060"},
    "no-titles": {"D061"},
    "wrong-sizes": {"D062"},
    "deals-one-less": {"D062", "D063"},
    "wrong-hands": {"D063"},
    "own-phase": {"D064"},
    "no-cards": {"D069"},
    "unsteady": {"D065"},
    "start-goes-on": {"D066"},
    "keeps-discards": {"D066"},
    "refuses-all": {"D067"},
    "view-before": {"D068"},
    "no-pack": {"D069"},
    "no-standing": {"D069"},
    "no-legal": {"D069"},
    "no-deal": {"D070"},
    "trims-names": {"D075"},
    "drops-proto": {"D075"},
    "cut-hands": {"D076"},
    "few-players": {"D077"},
    "hands-in-order": {"D078"},
    "cards-in-order": {"D078"},
    "turn-not-checked": {"D080"},
    "refusal-changes-view": {"D081"},
    "refusal-changes-later": {"D082"},
    "error-for-unknown-card": {"D083"},
    "no-reasons": {"D084"},
    "own-reason": {"D085"},
    "lists-twice": {"D086"},
    "lists-too-much": {"D087"},
    "listing-plays": {"D088"},
    "swaps": {"D089"},
    "no-bye": {"D090"},
    "status-3": {"D092"},
    "says-more": {"D093"},
    "slow": {"D095"},
}
"""What each lie must be found under, and nothing besides."""

SLOW_LIES = {
    "python-notation": {"D031"},
    "drops-the-rest": {"D089"},
    "deaf": {"D003"},
    "no-flush": {"D010"},
    "reads-all": {"D011"},
    "hangs-on-act": {"D013"},
    "no-line-end": {"D035"},
    "never-ends-after-bye": {"D091"},
    "never-ends-with-input": {"D094"},
    "never-ends": {"D091", "D094"},
}
"""Those that must be waited for; the limits are short for them."""


def codes(examined: object) -> set[str]:
    return {finding.code for each in examined for finding in each.findings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("lie", ["", "crlf"])
def test_a_sound_adapter_has_no_finding(examined: Examine, lie: str) -> None:
    results = examined(liar(lie))
    left_out = {each.check: each.because for each in results if each.result != "ok"}
    assert left_out == dict.fromkeys(["connection", "sessions"], "server-only")


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_under_its_code_alone(examined: Examine, lie: str) -> None:
    assert codes(examined(liar(lie))) == LIES[lie]


@pytest.mark.parametrize("lie", SLOW_LIES)
def test_what_never_comes_is_found_under_its_code_alone(examined: Examine, lie: str) -> None:
    assert codes(examined(liar(lie), 1.0, 1.5)) == SLOW_LIES[lie]


def test_what_is_slow_to_start_is_found(examined: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "SLOW_START", 0.2)
    assert codes(examined(liar("slow-start"))) == {"D096"}


def test_a_command_that_is_not_there_is_found(examined: Examine) -> None:
    assert codes(examined(["/nowhere/adapter"])) == {"D001"}


def test_every_code_has_a_lie() -> None:
    provoked = set().union(
        *LIES.values(), *SLOW_LIES.values(), {"D001", "D096"}, {"D015", "D071", "D072", "D073"}
    )  # the last ones: see test_ways
    assert provoked == set(DOCTOR_CODES)
