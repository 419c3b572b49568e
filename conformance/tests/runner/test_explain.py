"""What is said of an id."""

from __future__ import annotations

import json

import pytest

from mocsar_conformance.explain import Explainer, lines
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import Rulebook


@pytest.fixture(scope="module")
def explainer(book: Rulebook) -> Explainer:
    return Explainer(book, load_scenarios(None, book), "en")


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_everything_can_be_explained(book: Rulebook, lang: str) -> None:
    explainer = Explainer(book, load_scenarios(None, book), lang)
    for name in explainer.known():
        found = explainer.facts(name)
        assert found, name
        for facts in found:
            assert json.dumps(facts)
            assert lines(facts, lang)


def test_a_clause_has_all_its_parts(explainer: Explainer) -> None:
    [facts] = explainer.facts("follow.beats.higher")
    assert facts["variant"] == "kollar"
    assert {"source": "kollar", "cited": "Zsolt Kollár", **_title(explainer), "place": "¶3"} in facts["sources"]
    assert "require  higher: strength(action.rank) > strength(rank), else not-higher" in facts["rules"][0]["lines"]
    assert [each["id"] for each in facts["toggles"]] == ["play.beats"]
    assert "following/equal-is-refused" in [each["id"] for each in facts["scenarios"]]


def test_a_clause_that_the_first_variant_lacks_is_shown_for_one_that_has_it(explainer: Explainer) -> None:
    [facts] = explainer.facts("trick.ends.one-lap")
    assert (facts["variant"], facts["present"]) == ("kollar-one-lap", True)


def test_a_clause_that_a_setting_lacks_says_so(book: Rulebook, explainer: Explainer) -> None:
    [facts] = explainer.facts("trick.ends.one-lap", book.setting("kollar"))
    assert not facts["present"]
    assert "  (not part of kollar)" in lines(facts, "en")


def test_a_toggle_has_its_values_and_what_each_variant_takes(explainer: Explainer) -> None:
    facts = explainer.toggle(explainer.contents.toggles["trick.ends"])
    assert [each["value"] for each in facts["values"]] == ["pass-goes-round", "one-lap"]
    taken = {each["variant"]: (each["value"], each["status"]) for each in facts["variants"]}
    assert taken["kollar"] == ("pass-goes-round", "reading")
    assert taken["kollar-one-lap"] == ("one-lap", "stated")


def test_nothing_is_said_of_what_is_not_there(explainer: Explainer) -> None:
    assert explainer.facts("nothing-of-the-kind") == []


def _title(explainer: Explainer) -> dict[str, str]:
    return {"title": explainer.contents.sources["kollar"].title}
