"""`mocsar mutate` as it is used: what is chosen, what is printed, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mocsar_conformance.cli import cli
from mocsar_conformance.cli.mutate import sampled

from .conftest import mutants


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    yield


def mutate(*words: str) -> Result:
    return CliRunner().invoke(cli, ["mutate", "--jobs", "1", *words])


def test_a_rule_that_is_well_tested_gives_exit_code_zero_and_one_line() -> None:
    result = mutate("--rule", "lead.no-pass", "--variant", "kollar")
    assert result.exit_code == 0, result.output
    (line,) = result.output.splitlines()
    numbers = sum(each.unit == ("rule", "lead.no-pass") for each in mutants().values())
    assert line.startswith(f"{numbers} mutants: ")
    assert "0 killed by others" in line
    assert "0 survivors" in line


def test_a_clause_means_its_rules() -> None:
    by_clause = json.loads(mutate("--rule", "passing.free", "--variant", "kollar", "--format", "json").output)
    assert {each["of"]["id"] for each in by_clause["mutants"]} == {"passing.counts"}


def test_the_json_has_every_mutant_with_its_place_and_outcome() -> None:
    found = json.loads(mutate("--rule", "lead.no-pass", "--variant", "kollar", "--format", "json").output)
    dropped = next(each for each in found["mutants"] if each["operator"] == "dropped")
    assert dropped["outcome"] == "named"
    assert dropped["settings"]["kollar"]["scenario"]
    assert (dropped["file"].rpartition("/")[2], dropped["before"]) == ("40-leading.yaml", "size > 0")
    assert sum(
        found["summary"][each] for each in ("named", "others", "equivalent", "explained", "alive", "stillborn")
    ) == len(found["mutants"])


def test_a_sample_is_the_same_each_time_and_another_with_another_seed() -> None:
    every = list(mutants().values())
    one, other = (tuple(each.id for each in sampled(every, 50, seed)) for seed in (1, 2))
    assert len(one) == 50
    assert one == tuple(each.id for each in sampled(every, 50, 1))
    assert one != other


def test_a_rule_that_there_is_not_is_wrong_usage() -> None:
    result = mutate("--rule", "lead.no-pas")
    assert result.exit_code == 2
    assert "did you mean 'lead.no-pass'?" in result.output


HOUSE = {
    "spec/toggles/house.yaml": """\
group: house
title: {en: House, hu: Ház}
toggles:
- id: house.short
  title: {en: Short leads, hu: Rövid hívás}
  values:
    never: {en: Any lead., hu: Bármilyen hívás.}
    always: {en: Leads of six cards at most., hu: Legfeljebb hatlapos hívás.}
  default: never
""",
    "spec/reasons.yaml": "reasons:\n- {id: too-long, text: {en: The lead is too long., hu: Túl hosszú a hívás.}}\n",
    "spec/rules/house.yaml": """\
chapter: leading
clauses:
- id: house.short
  title: {en: Short leads, hu: Rövid hívás}
  text: {en: A lead is of six cards at most., hu: A hívás legfeljebb hatlapos.}
  rules:
  - id: house.short
    when: toggle.house.short == 'always'
    event: play
    applies: size == 0
    require: [{id: short, expr: size(action.cards) < 7, reason: too-long}]
""",
    "spec/variants/house.yaml": """\
id: house
extends: kollar
title: {en: House, hu: Ház}
set:
  house.short: {value: always, status: house}
""",
    "scenarios/house/one.yaml": """\
id: house/one
title: {en: One is not too many, hu: Egy nem sok}
rules: [house.short]
when: toggle.house.short == 'always'
given:
  hands: {Anna: 3 3 4, Bea: 5, Csaba: 6}
  leader: Anna
steps:
- {Anna: play 4}
""",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house variant with a rule that its only scenario does not quite test: nobody leads seven cards in it."""
    for name, text in HOUSE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def listed(house: Path, pattern: str) -> None:
    entry = f'mutants:\n- {{id: "{pattern}", reason: {{en: Because., hu: Mert.}}}}\n'
    (house / "spec" / "equivalent-mutants.yaml").write_text(entry, "utf-8")


def test_of_an_overlay_only_what_it_brings_is_changed_and_a_survivor_is_printed_as_a_scenario(house: Path) -> None:
    words = ("--rulebook", str(house), "--variant", "house", "--only", "*require.short:dropped:*")
    result = mutate(*words, "--write", str(house))
    assert result.exit_code == 1
    assert result.output.startswith("SURVIVES  house.short:require.short:dropped:")
    assert "spec/rules/house.yaml:11:" in result.output
    (written,) = (house / "scenarios" / "found").glob("*.yaml")
    assert "refused: too-long" in written.read_text("utf-8")
    again = mutate(*words)
    assert again.exit_code == 0, again.output
    assert "1 killed by naming" in again.output


def test_what_is_listed_with_a_reason_is_no_finding(house: Path) -> None:
    listed(house, "house.short:require.*")
    result = mutate("--rulebook", str(house), "--variant", "house", "--only", "house.short:require.short:dropped:*")
    assert result.exit_code == 0, result.output
    assert "1 explained" in result.output


def test_what_is_listed_and_noticed_after_all_is_an_error(house: Path) -> None:
    listed(house, "house.short:require.short:negate:*")
    result = mutate("--rulebook", str(house), "--variant", "house", "--only", "house.short:require.short:negate:*")
    assert result.exit_code == 1
    assert "equivalent-mutants.yaml:2:8: C062 'house.short:require.short:negate:" in result.output
    assert "is noticed after all, in house by house/one" in result.output


def test_what_is_listed_and_is_no_mutant_is_an_error(house: Path) -> None:
    listed(house, "house.long:*")
    result = mutate("--rulebook", str(house), "--only", "house.short:require.short:dropped:*")
    assert result.exit_code == 1
    assert "C063 there is no mutant 'house.long:*'" in result.output
