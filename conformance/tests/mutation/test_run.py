"""Who kills a mutant, what is found where nobody does, and the scenario that is made of it."""

from __future__ import annotations

import pytest

from mocsar_conformance.mutation.equivalence import Witness
from mocsar_conformance.mutation.jobs import Runner
from mocsar_conformance.mutation.mutants import Mutant
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook
from mocsar_reference.load import read_yaml

from .conftest import bench_of, mutant

HIGHER = "strength(action.rank) >= strength(rank)"


def fate(found: Mutant, variant: str, with_scenarios: bool = True) -> str:
    (one,) = bench_of(variant, with_scenarios).run(found).found
    return one.fate


def explored(found: Mutant, variant: str) -> Witness | None:
    bench = bench_of(variant, with_scenarios=False)
    return bench.explore(found, bench.book.setting(variant)).witness


def test_a_mutant_is_killed_by_a_scenario_that_names_its_rule() -> None:
    bench = bench_of("kollar", with_scenarios=True)
    found = mutant("follow.beats.higher", "require.higher", HIGHER)
    (one,) = bench.run(found).found
    assert one.fate == "named"
    assert one.kill is not None
    killer = next(each.scenario for each in bench.prepared["kollar"] if each.scenario.id == one.kill.scenario)
    assert "follow.beats.higher" in killer.rules


def test_without_scenarios_nothing_is_killed() -> None:
    assert fate(mutant("follow.beats.higher", "require.higher", HIGHER), "kollar", with_scenarios=False) == "open"


def test_a_mutant_of_a_rule_that_a_variant_does_not_have_is_the_same_there() -> None:
    assert fate(mutant("follow.beats.higher", "require.higher", HIGHER), "elnok") == "same"


def test_a_toggle_is_changed_in_its_own_variant_alone() -> None:
    found = mutant("kollar/play.beats", "", "play.beats=equal-or-higher")
    assert bench_of("elnok", with_scenarios=True).run(found).found == ()
    assert fate(found, "kollar") == "named"


@pytest.mark.parametrize(
    ("unit", "part", "after"),
    [
        ("lead.no-pass", "require.something-lies", "size != 0"),  # a size is never below zero
        ("follow.alike", "applies", "size != 0"),
    ],
)
def test_what_nobody_can_notice_is_found_to_be_so(unit: str, part: str, after: str) -> None:
    assert explored(mutant(unit, part, after), "kollar") is None


@pytest.mark.parametrize(
    ("unit", "part", "after", "steps"),
    [
        ("follow.beats.higher", "require.higher", HIGHER, 3),  # a deal, a lead, an equal card
        ("lead.no-pass", "require.something-lies", "", 2),  # a deal, a pass
        ("play.cards-held", "require.held", "", 2),
        ("exchange.best", "effect.0", "", 1),  # seen as soon as the deal has begun
    ],
)
def test_the_shortest_game_that_tells_a_mutant_is_found(unit: str, part: str, after: str, steps: int) -> None:
    found = explored(mutant(unit, part, after), "kollar")
    assert found is not None
    assert len(found.way) == steps


@pytest.mark.parametrize(
    ("variant", "toggle", "value"),
    [
        ("kollar", "match.deals", "5"),  # seen when the fifth deal has ended
        ("elnok-forradalom", "revolution.by_singles", "4"),  # a count that the variant does not keep
        ("elnok-dai-fugo", "revolution.lasts", "the-match"),  # seen in the next deal
        ("jekely", "pack.least_hand", "13"),  # a third pack for nine players, and so a larger set
    ],
)
def test_a_choice_that_shows_late_or_in_few_hands_is_found_too(variant: str, toggle: str, value: str) -> None:
    assert explored(mutant(f"{variant}/{toggle}", "", f"{toggle}={value}"), variant) is not None


def told(found: Mutant, variant: str) -> str:
    """Return the scenario that a run without any other makes for a mutant."""
    bench = bench_of(variant, with_scenarios=False)
    runner = Runner(bench, [found], lambda: bench, jobs=1)
    return runner.scenarios(runner.run([]))[found.id].text


def loaded(text: str, rulebook: Rulebook) -> Scenario:
    return read_scenario(read_yaml(text, "scenario"), rulebook)


def test_a_survivor_comes_with_a_scenario_that_kills_it_by_name(rulebook: Rulebook) -> None:
    from mocsar_conformance.mutation.run import Bench

    found = mutant("follow.beats.higher", "require.higher", HIGHER)
    scenario = loaded(told(found, "kollar"), rulebook)
    assert scenario.rules == ("follow.beats.higher",)
    (one,) = Bench(rulebook, [scenario], ["kollar"]).run(found).found
    assert one.fate == "named"


def test_the_scenario_says_what_is_accepted_and_refused_by_the_rulebook(rulebook: Rulebook) -> None:
    scenario = loaded(told(mutant("lead.no-pass", "require.something-lies", ""), "kollar"), rulebook)
    (step,) = scenario.steps
    assert getattr(step, "refused", None) == "must-lead"
