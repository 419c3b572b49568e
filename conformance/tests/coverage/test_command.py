"""`mocsar coverage`: what it finds uncovered, what may stay so, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
REFUSAL = {
    "clause:house.most-plays",
    "refuses:house.most-plays/not-too-often",
    "value:house.most_plays=2",
    "reason:too-many-plays",
}


def exempt(house: Path, *ids: str) -> None:
    reason = "{en: Nobody can see it., hu: Senki sem látja.}"
    entries = "".join(f"- {{id: '{each}', reason: {reason}}}\n" for each in ids)
    (house / "spec" / "untestable.yaml").write_text(f"untestable:\n{entries}", "utf-8")


def drop(house: Path, scenario: str) -> None:
    (house / "scenarios" / "house" / f"{scenario}.yaml").unlink()


def test_a_rulebook_with_all_exercised_ends_with_one_line_and_no_fault(house: Path, coverage: Command) -> None:
    ended = coverage(house)
    assert ended.code == 0
    assert ended.uncovered == set()
    assert ended.last == "8 points: 8 exercised, 0 untestable, 0 uncovered (scenarios: 3)"


@pytest.mark.parametrize(
    ("scenario", "missing"),
    [
        ("not-a-third-time", REFUSAL),
        ("as-often-as-they-like", {"value:house.most_plays=0"}),
        ("last-is-the-fool", {"title:fool"}),
    ],
)
def test_what_only_a_dropped_scenario_exercised_is_named(
    scenario: str, missing: set[str], house: Path, coverage: Command
) -> None:
    drop(house, scenario)
    ended = coverage(house)
    assert ended.code == 1
    assert ended.uncovered == missing
    assert ended.last.endswith(f"{len(missing)} uncovered (scenarios: 2)")


def test_accepted_and_refused_are_told_apart(house: Path, coverage: Command) -> None:
    """Without the refused step the requirement is still met by those who may play."""
    path = house / "scenarios" / "house" / "not-a-third-time.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("- {Anna: play 10, refused: too-many-plays}\n", ""), "utf-8")
    assert coverage(house).uncovered == REFUSAL - {"clause:house.most-plays"}


def test_a_requirement_that_does_not_refuse_alone_is_not_exercised(house: Path, coverage: Command) -> None:
    """A king is not in Anna's hand, so another requirement refuses it too."""
    path = house / "scenarios" / "house" / "not-a-third-time.yaml"
    path.write_text(path.read_text("utf-8").replace("Anna: play 10,", "Anna: play K,"), "utf-8")
    assert "refuses:house.most-plays/not-too-often" in coverage(house).uncovered


def test_a_scenario_that_names_a_toggle_for_nothing_does_not_exercise_its_value(house: Path, coverage: Command) -> None:
    path = house / "scenarios" / "house" / "as-often-as-they-like.yaml"
    path.write_text(path.read_text("utf-8").replace("- {Anna: play 10}\nthen: {turn: Bea}\n", ""), "utf-8")
    assert coverage(house).uncovered == {"value:house.most_plays=0"}


def test_what_is_listed_with_a_reason_need_not_be_exercised(house: Path, coverage: Command) -> None:
    drop(house, "last-is-the-fool")
    exempt(house, "title:fool")
    ended = coverage(house, "-v")
    assert ended.code == 0
    assert "title:fool: cannot be tested: Nobody can see it." in ended.out
    assert ended.last == "8 points: 7 exercised, 1 untestable, 0 uncovered (scenarios: 2)"


@pytest.mark.parametrize(
    ("ids", "complaint"),
    [
        (
            ("title:fol",),
            "C060 there is nothing to exercise that is called 'title:fol'\n  hint: did you mean 'title:fool'",
        ),
        (("title:fool",), "C061 'title:fool' is exercised after all, by house/last-is-the-fool"),
        (("title:fool", "title:fool"), "C018 'title:fool' is listed twice"),
    ],
)
def test_a_wrong_exception_is_a_fault_with_its_place(
    ids: tuple[str, ...], complaint: str, house: Path, coverage: Command
) -> None:
    exempt(house, *ids)
    ended = coverage(house)
    assert ended.code == 1
    assert f"{house}/spec/untestable.yaml:{len(ids) + 1}:8: {complaint}" in ended.out
    assert f"faults in the list of exceptions: {len(ids)}" in ended.last


def test_an_exception_without_a_reason_is_refused_by_the_schema(house: Path, coverage: Command) -> None:
    (house / "spec" / "untestable.yaml").write_text("untestable:\n- {id: 'title:fool'}\n", "utf-8")
    ended = coverage(house)
    assert ended.code == 2
    assert "S002" in ended.out


def test_json_has_every_point_with_the_scenarios_that_exercise_it(house: Path, coverage: Command) -> None:
    told = json.loads(coverage(house, "--format", "json").out)
    points = {each["id"]: each for each in told["points"]}
    refusal = points["refuses:house.most-plays/not-too-often"]
    assert [(each["id"], each["about"]) for each in refusal["scenarios"]] == [("house/not-a-third-time", True)]
    assert refusal["variants"] == {"few-plays": ["house/not-a-third-time"]}
    assert (refusal["section"], refusal["belongs"][0]) == ("following", "house.most-plays")
    assert told["uncovered"] == []


def test_with_a_variant_only_what_it_has_and_what_happens_in_it_counts(house: Path, coverage: Command) -> None:
    ended = coverage(house, "--variant", "few-plays")
    assert ended.code == 0
    assert ended.last == "in few-plays: 7 points: 7 exercised, 0 untestable, 0 uncovered (scenarios: 3)"


def test_an_unknown_variant_gets_its_nearest(house: Path, coverage: Command) -> None:
    ended = coverage(house, "--variant", "few-play")
    assert ended.code == 2
    assert "did you mean 'few-plays'?" in ended.out


def test_it_speaks_hungarian(house: Path, coverage: Command) -> None:
    drop(house, "last-is-the-fool")
    out = coverage(house, "--lang", "hu").out
    assert "nincs példa, amely szerint valaki megkapja" in out
    assert out.rstrip().endswith("kimaradt 1 (példák: 2)")
