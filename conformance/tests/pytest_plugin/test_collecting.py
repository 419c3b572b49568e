"""Which scenarios become tests, under which ids, and what chooses among them."""

from __future__ import annotations

from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.base import Plays
from mocsar_reference import Rulebook

from .conftest import EQUAL, LOWER, Played, Project, accepts_equal

pytest_plugins = ["pytester"]

OWN = "test_own.py::test_mine"
KOLLAR = ("--mocsar-variant", "kollar")


def speaking(scenarios: list[Scenario], book: Rulebook, variant: str) -> list[str]:
    setting = book.setting(variant)
    return [f"mocsar::{variant}::{each.id}" for each in scenarios if applicability(each, book, setting) is None]


def test_every_scenario_that_speaks_of_the_variant_is_a_test_by_its_id(
    project: Project, subject: Played, scenarios: list[Scenario], book: Rulebook
) -> None:
    found = project.ids(*KOLLAR)
    assert found == [OWN, *speaking(scenarios, book, "kollar")]
    assert f"mocsar::kollar::{EQUAL}" in found
    assert "mocsar::kollar::trick/one-lap-and-no-more" not in found
    assert subject.opened == 0, "to collect takes no subject where the variant is named"


def test_without_a_variant_the_subject_is_asked_what_it_plays(
    project: Project, subject: Played, scenarios: list[Scenario], book: Rulebook
) -> None:
    subject.plays = (Plays("kollar-one-lap"), Plays("kollar"))
    one_lap, kollar = (speaking(scenarios, book, each) for each in ("kollar-one-lap", "kollar"))
    assert project.ids() == [OWN, *one_lap, *kollar]
    assert subject.opened == subject.closed == 1


def test_several_variants_come_in_the_order_named(project: Project, subject: Played) -> None:
    found = project.ids("--mocsar-variant", "kollar-one-lap", *KOLLAR, "-k", EQUAL)
    assert found == [f"mocsar::kollar-one-lap::{EQUAL}", f"mocsar::kollar::{EQUAL}"]


def test_an_id_can_be_given_back_to_run_just_that(project: Project, subject: Played) -> None:
    result = project.run(f"mocsar::kollar::{EQUAL}")
    result.assert_outcomes(passed=1)


def test_ids_and_files_can_be_named_together(project: Project, subject: Played) -> None:
    assert project.ids("test_own.py", f"mocsar::kollar::{EQUAL}") == [OWN, f"mocsar::kollar::{EQUAL}"]


def test_the_beginning_of_an_id_names_all_in_it(project: Project, subject: Played) -> None:
    everything = project.ids("mocsar::kollar")
    assert everything == project.ids(*KOLLAR, "mocsar::") == project.ids(*KOLLAR)[1:]
    folder = [each for each in everything if each.startswith("mocsar::kollar::following/")]
    assert project.ids("mocsar::kollar::following") == project.ids("mocsar::kollar::following/") == folder != []


def test_an_id_that_was_shown_in_a_folder_below_works_there(project: Project, subject: Played) -> None:
    below = project.pytester.mkdir("below")
    project.pytester.makeini("[pytest]")
    project.pytester._monkeypatch.chdir(below)
    shown = next(line for line in project.run("-v", *KOLLAR, "-k", EQUAL).outlines if "PASSED" in line).split()[0]
    assert shown == f"../mocsar::kollar::{EQUAL}"
    project.run(shown).assert_outcomes(passed=1)


def test_who_names_files_and_a_subject_gets_both(project: Project, subject: Played) -> None:
    found = project.ids(*KOLLAR, "test_own.py")
    assert found[0] == OWN
    assert f"mocsar::kollar::{EQUAL}" in found


def test_a_subject_in_the_settings_adds_nothing_where_files_are_named(project: Project, subject: Played) -> None:
    project.pytester.makeini('[pytest]\naddopts = --mocsar-subject "node adapter.js" --mocsar-variant kollar')
    assert project.ids("test_own.py", subject=None) == [OWN]
    assert "(not now: files are named)" in project.run("test_own.py", subject=None).stdout.str()
    assert f"mocsar::kollar::{EQUAL}" in project.ids(subject=None)
    assert project.ids(f"mocsar::kollar::{EQUAL}", subject=None) == [f"mocsar::kollar::{EQUAL}"]
    assert subject.opened == 0


def test_words_of_titles_and_rules_choose(project: Project, subject: Played) -> None:
    def chosen(pattern: str) -> list[str]:
        return [each.removeprefix("mocsar::kollar::") for each in project.ids(*KOLLAR, "-k", pattern)]

    assert chosen(EQUAL) == [EQUAL]
    assert EQUAL in chosen("azonos and lap") and LOWER not in chosen("azonos and lap")
    higher = chosen("follow.beats.higher")
    assert {EQUAL, LOWER} <= set(higher)
    assert chosen("follow.beats.higher and not equal-is-refused") == [each for each in higher if each != EQUAL]


def test_the_mark_chooses_scenarios_or_all_else(project: Project, subject: Played) -> None:
    assert project.ids(*KOLLAR, "-m", "not mocsar") == [OWN]
    assert OWN not in project.ids(*KOLLAR, "-m", "mocsar", "--strict-markers")


def test_deselected_ones_are_not_run(project: Project, subject: Played) -> None:
    two = (f"mocsar::kollar::{EQUAL}", f"mocsar::kollar::{LOWER}")
    assert project.ids(*two, "--deselect", two[0]) == [two[1]]
    assert project.ids(*KOLLAR, "--deselect", "mocsar::") == [OWN]


def test_the_last_failures_run_alone_or_first(project: Project, subject: Played) -> None:
    ids = (f"mocsar::kollar::{EQUAL}", "mocsar::kollar::game", "test_own.py")
    cached = ("-p", "cacheprovider")
    subject.wrong = accepts_equal
    first = project.run(*ids, *cached)
    assert first.parseoutcomes()["failed"] == 1
    subject.wrong = lambda _: None
    again = project.run("--ff", "-v", *ids, *cached)
    assert next(line for line in again.outlines if "PASSED" in line).startswith(f"mocsar::kollar::{EQUAL}")
    subject.wrong = accepts_equal
    project.run(*ids, *cached)
    alone = project.run("--lf", *ids, *cached)
    alone.assert_outcomes(failed=1, deselected=first.parseoutcomes()["passed"])


def test_a_folder_called_as_the_ids_begin_is_no_obstacle(project: Project, subject: Played) -> None:
    project.pytester.mkdir("mocsar").joinpath("test_other.py").write_text("def test_other(): pass")
    assert project.ids("mocsar", f"mocsar::kollar::{EQUAL}") == [
        "mocsar/test_other.py::test_other",
        f"mocsar::kollar::{EQUAL}",
    ]
