"""Covering arrays of settings, and the dependences that only two toggles together bring to light."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.cli.independence import Result, find, summary
from mocsar_conformance.scenario.covering import Row, Space
from mocsar_conformance.scenario.independence import quick
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.trials import trials
from mocsar_reference import Rulebook
from mocsar_reference.check.proofs import Prover
from mocsar_reference.load import read_yaml

HEAD = "id: house/example\ntitle: {en: A, hu: A}\n"
THREE = "given:\n  hands: {Anna: 3 5 6, Bea: 5 7, Csaba: 8 9}\n  leader: Anna\n"
HOUSE = Path(__file__).parents[1] / "coverage" / "house"


@pytest.fixture(scope="module")
def space(book: Rulebook) -> Space:
    return Space(book)


def scenario(book: Rulebook, steps: str, when: str = "", rule: str = "play.one-rank") -> Scenario:
    condition = f"when: {when}\n" if when else ""
    return read_scenario(read_yaml(f"{HEAD}rules: [{rule}]\n{condition}{THREE}steps:\n{steps}", "scenario"), book)


def tried(book: Rulebook, *scenarios: Scenario) -> Result:
    return find(book, scenarios, Layers(book))


def pairs(space: Space, rows: Iterator[Row] | list[Row]) -> int:
    found = 0
    for row in rows:
        found |= space.pairs.of(row)
    return found


TWO_RANKS = "- {Anna: play 5 6, refused: not-a-set}\n"
"""Runs of two cards would be one; runs of three are not, so neither toggle alone makes a difference."""
EQUAL = "- {Anna: play 5}\n- {Bea: play 5, refused: not-higher}\n"


# ---- covering arrays ------------------------------------------------------------------------------------------------


def test_no_row_breaks_a_constraint(space: Space) -> None:
    assert [row for row in space.array if space.constraints.broken(row)] == []


def test_the_array_has_every_pair_that_the_constraints_leave(book: Rulebook, space: Space) -> None:
    """What it has not, no setting can have: a solver that knows every value says so."""
    whole = space.pairs.among(space.pools)
    prover = Prover(book.contents)
    missing = [pair for _, pair in space.pairs.each(whole & ~pairs(space, space.array))]
    assert missing
    assert [pair for pair in missing if prover.setting(having=pair) is not None] == []


def test_a_row_is_mended_without_touching_what_is_kept(space: Space, book: Rulebook) -> None:
    usual = book.setting("kollar").values
    row = {**usual, "exchange.pays": "none"}
    assert space.constraints.broken(row)
    mended = space.constraints.mended(row, space.pools, {"exchange.pays"})
    assert mended is not None
    assert mended["exchange.pays"] == "none"
    assert space.constraints.broken(mended) == []


def test_what_cannot_be_mended_is_not(space: Space, book: Rulebook) -> None:
    usual = book.setting("kollar").values
    row = {**usual, "exchange.pays": "none"}
    assert space.constraints.mended(row, space.pools, set(usual)) is None


def test_the_settings_of_a_scenario_have_all_pairs_of_what_it_does_not_name(book: Rulebook, space: Space) -> None:
    when = "toggle.runs.allowed == 'never'"
    planned = trials(book, [scenario(book, TWO_RANKS, when)], Layers(book))
    rows = [task.values for task in planned.tasks]
    assert {row["runs.allowed"] for row in rows} == {"never"}
    assert [row for row in rows if space.constraints.broken(row)] == []
    free = {name: pool for name, pool in space.pools.items() if name != "runs.allowed"}
    missing = [pair for _, pair in space.pairs.each(space.pairs.among(free) & ~pairs(space, rows))]
    prover = Prover(book.contents)
    assert [pair for pair in missing if prover.setting(having={**pair, "runs.allowed": "never"}) is not None] == []


def test_scenarios_share_their_settings(book: Rulebook) -> None:
    one = trials(book, [scenario(book, TWO_RANKS)], Layers(book))
    both = trials(book, [scenario(book, TWO_RANKS), scenario(book, EQUAL)], Layers(book))
    assert len(both.tasks) == len(one.tasks)
    assert both.runs == 2 * one.runs


# ---- what scenarios depend on ---------------------------------------------------------------------------------------


def test_one_toggle_is_found(book: Rulebook) -> None:
    found = tried(book, scenario(book, EQUAL, rule="follow.beats.higher")).found
    assert [list(each.values) for each in found] == [["play.beats"]]


def test_two_toggles_that_only_together_make_a_difference_are_found(book: Rulebook) -> None:
    planted = scenario(book, TWO_RANKS)
    assert quick(book, [planted]) == []
    found = tried(book, planted).found
    assert [dict(each.values) for each in found] == [{"runs.allowed": "any-suit", "runs.least": 2}]
    assert found[0].diagnostic.code == "C040"
    assert found[0].diagnostic.hint.startswith("name toggle.runs.")


def test_two_dependences_of_one_scenario_are_both_found(book: Rulebook) -> None:
    found = tried(book, scenario(book, TWO_RANKS + EQUAL)).found
    assert {frozenset(each.values) for each in found} == {
        frozenset({"play.beats"}),
        frozenset({"runs.allowed", "runs.least"}),
    }


@pytest.mark.parametrize("when", ["toggle.runs.allowed == 'never'", "toggle.runs.least > 2"])
def test_a_scenario_that_names_one_of_the_two_depends_on_nothing_else(when: str, book: Rulebook) -> None:
    result = tried(book, scenario(book, TWO_RANKS, when))
    assert result.found == []
    assert summary(result).endswith("none depends on a toggle that it does not name")


def test_a_scenario_is_also_tried_with_what_another_was_found_to_depend_on(book: Rulebook) -> None:
    other = "- {Anna: play 3}\n- {Bea: pass}\n- {Csaba: pass}\n- {Anna: play 5 6, refused: not-a-set}\n"
    found = tried(book, scenario(book, TWO_RANKS), scenario(book, other)).found
    assert [frozenset(each.values) for each in found] == [frozenset({"runs.allowed", "runs.least"})] * 2


# ---- the command ----------------------------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["independence", "--rulebook", str(HOUSE), *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_an_overlay_without_a_dependence_is_fine() -> None:
    code, out = run("--jobs", "1", "house/last-*")
    assert code == 0
    assert out.startswith("1 scenario, ")
    assert "none depends on a toggle that it does not name" in out


def test_several_jobs_find_the_same_as_one(tmp_path: Path) -> None:
    (tmp_path / "scenarios" / "house").mkdir(parents=True)
    text = f"{HEAD}rules: [play.one-rank]\n{THREE}steps:\n{TWO_RANKS}"
    (tmp_path / "scenarios" / "house" / "example.yaml").write_text(text, "utf-8")
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "titles.yaml").write_text("titles:\n- {id: fool, name: {en: fool, hu: bolond}}\n", "utf-8")
    told = []
    for jobs in ("1", "2"):
        words = ["independence", "--rulebook", str(tmp_path), "--format", "json", "--jobs", jobs]
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 1
        told.append({**json.loads(result.output), "seconds": None})
    assert told[0] == told[1]
    assert [list(each["toggles"]) for each in told[0]["dependences"]] == [["runs.allowed", "runs.least"]]
    assert told[0]["dependences"][0]["scenario"] == "house/example"


def test_a_scenario_that_is_not_there_gets_its_nearest() -> None:
    code, out = run("house/last-is-the-fol")
    assert code == 2
    assert "U002 no scenario is called 'house/last-is-the-fol'" in out
    assert "did you mean 'house/last-is-the-fool'?" in out
