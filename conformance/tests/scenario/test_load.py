"""Loading a folder of scenarios: which files are read, what they are called, and that all faults are told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.paths import scenarios_dir
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import ActStep, DealStep, LegalStep, Scenario, ThenStep
from mocsar_conformance.scenario.suits import fitted
from mocsar_reference import MocsarError, Rulebook

TEXT = """id: {id}
title: {{en: A title, hu: Egy cím}}
rules: [play.on-turn]
given: {{hands: {{Anna: 5 9, Bea: 7 8, Csaba: 4 4}}, leader: Anna}}
steps: [{{Anna: {step}}}]
"""


def write(folder: Path, name: str, id: str, step: str = "play 5") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT.format(id=id, step=step), "utf-8")
    return path


def complaints(folder: Path, book: Rulebook) -> list[str]:
    with pytest.raises(MocsarError) as caught:
        load_scenarios(folder, book)
    return [str(each) for each in caught.value.diagnostics]


def test_scenarios_come_in_the_order_of_their_ids(tmp_path: Path, book: Rulebook) -> None:
    for name in ("b/one", "a-b", "a/two", "a/one.more"):
        write(tmp_path, f"{name}.yaml", name)
    assert [each.id for each in load_scenarios(tmp_path, book)] == ["a-b", "a/one.more", "a/two", "b/one"]


def test_a_folder_with_a_folder_of_scenarios_is_meant_by_that(tmp_path: Path, book: Rulebook) -> None:
    write(tmp_path, "scenarios/a/one.yaml", "a/one")
    (tmp_path / "model.yaml").write_text("scopes: []\n", "utf-8")
    assert [each.id for each in load_scenarios(tmp_path, book)] == ["a/one"]


def test_hidden_and_other_files_are_left_alone(tmp_path: Path, book: Rulebook) -> None:
    write(tmp_path, ".draft/one.yaml", "wrong")
    write(tmp_path, ".one.yaml", "wrong")
    (tmp_path / "README.md").write_text("# Read me\n", "utf-8")
    assert load_scenarios(tmp_path, book) == []


def test_a_missing_folder_is_named(tmp_path: Path, book: Rulebook) -> None:
    folder = tmp_path / "nowhere"
    assert complaints(folder, book) == [
        f"C001 there is no folder '{folder}'\n  hint: name the folder that holds the scenarios"
    ]


def test_the_id_is_the_path_of_the_file(tmp_path: Path, book: Rulebook) -> None:
    path = write(tmp_path, "follow/one.yaml", "follow/two")
    assert complaints(tmp_path, book) == [
        f"{path}:1:5: C002 the id 'follow/two' is not the file's own path\n"
        "  hint: write 'id: follow/one', or move the file"
    ]


def test_files_end_in_yaml(tmp_path: Path, book: Rulebook) -> None:
    path = write(tmp_path, "one.yml", "one")
    assert complaints(tmp_path, book) == [
        f"{path}:1:1: C003 scenarios' files end in '.yaml'\n  hint: rename it to 'one.yaml'"
    ]


def test_the_faults_of_all_files_are_told_at_once(tmp_path: Path, book: Rulebook) -> None:
    write(tmp_path, "one.yaml", "one", "ply 5")
    write(tmp_path, "two.yaml", "two", "play 5 5 1")
    (tmp_path / "three.yaml").write_text("id: three\n", "utf-8")
    (tmp_path / "four.yaml").write_text("id: [\n", "utf-8")
    found = " ".join(complaints(tmp_path, book))
    assert all(name in found for name in ("one.yaml", "two.yaml", "three.yaml", "four.yaml"))


def test_the_steps_are_values(good: dict[str, Scenario]) -> None:
    kinds = [type(step) for step in good["deal/next-begins-anew"].steps]
    assert kinds == [*[ActStep] * 4, ThenStep, ActStep, DealStep, ActStep]
    legal = good["follow/equal-is-refused"].steps[3]
    assert isinstance(legal, LegalStep)
    assert [each.text for each in legal.claims[0].actions()] == ["play Q", "play 4", "play 4 4"]


def test_the_toggles_a_scenario_names_are_known(good: dict[str, Scenario]) -> None:
    assert good["follow/equal-is-refused"].about == {"play.beats"}
    assert good["lead/by-the-dealer"].about == frozenset()


def test_suits_are_dropped_where_no_rule_reads_them(good: dict[str, Scenario], book: Rulebook) -> None:
    hands = fitted(good["lead/by-the-dealer"], book.game("kollar")).given.hands
    assert hands == {"Csaba": ("4", "5"), "Anna": (), "Bea": ("6",)}


def test_the_scenarios_of_the_package_are_found_from_its_own_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert scenarios_dir().name == "scenarios"
