"""What becomes of each verdict, and what is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from mocsar_conformance.cli import options
from mocsar_conformance.pytest_plugin import suite
from mocsar_conformance.subjects.base import Answer, Plays
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook, load_rulebook

from .conftest import EQUAL, LOWER, Played, Project, accepts_equal

pytest_plugins = ["pytester"]

ID = f"mocsar::kollar::{EQUAL}"


def test_a_failure_shows_what_validate_shows_and_nothing_of_python(project: Project, subject: Played) -> None:
    subject.wrong = accepts_equal
    result = project.run(ID)
    result.assert_outcomes(failed=1)
    out = result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            f"*_ {EQUAL}  [[]kollar[]] _*",
            f"FAIL  {EQUAL}  [[]kollar[]]",
            "  An equal card does not beat the table",
            "  step 2: Bea: play 5",
            "      on the table: 1 × 5, played by Anna",
            "  what the rulebook says:",
            '    answer  wanted "refused", got "accepted"',
            f"    mocsar validate --only {EQUAL} --variant kollar --show-wire -- node adapter.js",
            f'FAILED {ID} - answer: wanted "refused", got "accepted"',
        ]
    )
    assert "Traceback" not in out
    assert ".py:" not in out


def test_a_line_for_each_failure_names_the_step_in_the_scenarios_file(project: Project, subject: Played) -> None:
    subject.wrong = accepts_equal
    result = project.run(ID, "--tb=line")
    (line,) = [
        each for each in result.outlines if each.endswith('wanted "refused", got "accepted"') and "yaml:" in each
    ]
    file, number, *_ = line.split(":")
    text = Path(file).read_text(encoding="utf-8")
    assert "Bea: play 5, refused: not-higher" in text.splitlines()[int(number) - 1]


def test_in_hungarian(project: Project, subject: Played) -> None:
    subject.wrong = accepts_equal
    assert "Azonos értékű lap nem üt" in project.run(ID, "--mocsar-lang", "hu").stdout.str()


def test_a_report_in_xml_has_the_lines_the_summary_and_the_verdict(project: Project, subject: Played) -> None:
    subject.wrong = accepts_equal
    project.run(ID, "mocsar::kollar::game", "--junitxml=results.xml")
    cases = list(ElementTree.parse(project.folder / "results.xml").getroot().iter("testcase"))
    (wrong,) = [each for each in cases if each.find("failure") is not None]
    failure = wrong.find("failure")
    assert (wrong.get("classname"), wrong.get("name")) == ("mocsar.kollar", EQUAL)
    assert failure is not None and failure.get("message") == 'answer: wanted "refused", got "accepted"'
    assert failure.text is not None and failure.text.startswith(f"FAIL  {EQUAL}  [kollar]\n")
    assert {each.get("value") for case in cases for each in case.iter("property")} == {"fail", "pass"}


def test_another_reason_passes_with_a_warning(project: Project, subject: Played) -> None:
    def other(answer: Answer) -> None:
        if answer.get("reason") == "not-higher":
            answer["reason"] = "not-your-turn"

    subject.wrong = other
    result = project.run(ID)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(
        ['*following/equal-is-refused.yaml:*ReasonDiffers: reason-differs: reason: wanted "not-higher", got *']
    )
    strict = project.run(ID, "-W", "error::mocsar_conformance.pytest_plugin.ReasonDiffers")
    strict.assert_outcomes(failed=1)
    assert "Traceback" not in strict.stdout.str()


def test_another_reading_passes_with_a_warning(
    project: Project, subject: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mocsar_conformance.subjects.reference import ReferenceSubject

    truly = ReferenceSubject.request

    def one_lap(self: ReferenceSubject, message: Any) -> Answer:
        if message["request"] == "start":
            message = {**message, "toggles": {**message["toggles"], "trick.ends": "one-lap"}}
        return truly(self, message)

    monkeypatch.setattr(Played, "request", lambda self, message: one_lap(self, message))
    result = project.run("mocsar::kollar::trick", "--mocsar-variant", "kollar")
    assert "ReadingDiffers: reading-differs: " in result.stdout.str()
    assert result.parseoutcomes().get("failed", 0) == 0


def test_what_the_subject_cannot_do_fails_unless_that_is_allowed(project: Project, subject: Played) -> None:
    subject.lacks = frozenset({"standing"})
    ids = ("mocsar::kollar::exchange/three-players-one-pair",)
    result = project.run(*ids)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["UNSUPPORTED  exchange/*", "  capability `standing`"])
    allowed = project.run(*ids, "--mocsar-unsupported", "skip", "-rs")
    allowed.assert_outcomes(skipped=1)
    allowed.stdout.fnmatch_lines(["SKIPPED*three-players-one-pair.yaml:*: unsupported: capability `standing`"])


def test_a_crash_is_a_failure_and_is_shown_in_full_three_times(project: Project, subject: Played) -> None:
    subject.crashes = True
    result = project.run("mocsar::kollar::following")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] > 4 and "passed" not in outcomes
    out = result.stdout.str()
    assert out.count("to feed by hand") == 3
    assert "It is the adapter: `mocsar doctor -- node adapter.js`" in out


def test_one_subject_serves_the_whole_session(project: Project, subject: Played) -> None:
    result = project.run(
        "test_own.py", "--mocsar-variant", "kollar", f"mocsar::kollar::{EQUAL}", "mocsar::kollar::game"
    )
    assert result.ret == 0
    assert subject.opened == subject.closed == 1


def test_nothing_is_started_where_no_scenario_is_chosen(project: Project, subject: Played) -> None:
    project.run("--mocsar-variant", "kollar", "-k", "test_mine").assert_outcomes(
        passed=1, deselected=len(project.ids("mocsar::kollar"))
    )
    assert subject.opened == 0


def test_stopping_at_the_first_failure(project: Project, subject: Played) -> None:
    subject.wrong = accepts_equal
    result = project.run("-x", "mocsar::kollar::following")
    assert result.parseoutcomes()["failed"] == 1
    assert subject.closed == 1


def test_a_subject_that_is_gone_for_good_fails_once(project: Project, subject: Played) -> None:
    subject.unusable_after = 3
    result = project.run("mocsar::kollar::following", "test_own.py", "-rs")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"]) == (1, 1), "the user's own test is undisturbed"
    result.stdout.fnmatch_lines(["P070 the server cannot be reached", "*cannot be used any more: P070 the server*"])


def test_a_claim_with_values_of_its_own_is_tested_as_such(project: Project, subject: Played) -> None:
    subject.plays = (Plays("kollar", {"play.beats": "equal-or-higher"}),)
    short = "kollar(play.beats=equal-or-higher)"
    found = project.ids()
    assert any(each.startswith(f"mocsar::{short}::") for each in found)
    refused = project.run("--mocsar-variant", "kollar")
    assert refused.ret == 4
    refused.stderr.fnmatch_lines(["ERROR: U011 the subject does not claim to play kollar just so", f"*{short}*"])
    one = next(each for each in found if each.startswith(f"mocsar::{short}::"))
    project.run(one).assert_outcomes(passed=1)


def test_what_is_claimed_and_cannot_be_tested_is_told(project: Project, subject: Played) -> None:
    subject.plays = (Plays("kollar"), Plays("kolar"))
    result = project.run("-k", LOWER)
    assert result.parseoutcomes()["passed"] == 1
    assert "U010 `hello` claims 'kolar'" in result.stdout.str()


def test_what_a_subject_says_does_no_harm_on_the_terminal(project: Project, subject: Played) -> None:
    hostile = "\x1b]0;owned\x07\x1b[2J\u202eevil\n::error::injected\nFAILED mocsar::"

    def says(answer: Answer) -> None:
        if answer.get("reason") == "not-higher":
            answer |= {"answer": "accepted", "reason": hostile}
            answer["view"] = {**answer["view"], "turn": hostile, hostile: hostile}

    subject.wrong = says
    result = project.run(ID, "--junitxml=results.xml")
    assert result.parseoutcomes()["failed"] == 1
    shown = result.stdout.str() + (project.folder / "results.xml").read_text(encoding="utf-8")
    assert not [each for each in shown if not each.isprintable() and each != "\n"]
    assert "owned" in shown, "it is shown, made harmless"
    assert not [line for line in result.outlines if line.startswith(("::error", "FAILED mocsar:: "))]


def test_scenarios_of_an_overlay_are_tests_too(
    project: Project, subject: Played, book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(__file__).parents[1] / "check" / "good" / "sevens-skip"
    laid = load_rulebook(None, [folder])
    monkeypatch.setattr(suite, "load_book", lambda overlays: laid if overlays == (folder,) else book)
    monkeypatch.setattr(suite, "load_all_scenarios", options.load_all_scenarios)
    other = Played(laid)
    other.plays = (Plays("sevens"),)
    monkeypatch.setattr(Target, "open", lambda *_, **__: other)
    own = [path.stem for path in (folder / "scenarios").rglob("*.yaml")]
    assert own
    result = project.run("-v", "--mocsar-rulebook", str(folder), "mocsar::sevens")
    assert result.ret == 0
    passed = [line for line in result.outlines if "PASSED" in line]
    assert all(any(f"/{name} PASSED" in line or f"::{name} PASSED" in line for line in passed) for name in own)


@pytest.mark.parametrize(
    ("kind", "wrong", "outcome", "shown"),
    [
        ("known", True, "xfailed", "*known: equal cards (https://example.org/1): answer: wanted*"),
        ("known", False, "failed", "UNEXPECTED PASS  following/equal-is-refused  [[]kollar[]]"),
        ("flaky", True, "xfailed", "*flaky: equal cards*"),
        ("flaky", False, "passed", "*PASSED*"),
        ("skip", True, "skipped", "SKIPPED*equal-is-refused.yaml:*: skip: equal cards (https://example.org/1)"),
    ],
)
def test_what_is_expected_to_fail(
    project: Project,
    subject: Played,
    kind: str,
    wrong: bool,
    outcome: str,
    shown: str,
) -> None:
    text = f"{kind}:\n- scenarios: {EQUAL}\n  reason: equal cards\n  link: https://example.org/1\n"
    (project.pytester.path / "known.yaml").write_text(text, encoding="utf-8")
    subject.wrong = accepts_equal if wrong else lambda _: None
    result = project.run(ID, "-rA", "-v", "--mocsar-expect", "known.yaml")
    assert result.parseoutcomes() == {outcome: 1}
    result.stdout.fnmatch_lines([shown])
    assert "Traceback" not in result.stdout.str()


def test_a_known_failure_of_another_kind_fails(project: Project, subject: Played) -> None:
    text = f"known:\n- {{scenarios: {EQUAL}, verdict: crash, reason: r, link: l}}\n"
    (project.pytester.path / "known.yaml").write_text(text, encoding="utf-8")
    subject.wrong = accepts_equal
    assert project.run(ID, "--mocsar-expect", "known.yaml").parseoutcomes() == {"failed": 1}
