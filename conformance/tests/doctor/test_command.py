"""The command `mocsar doctor`: what it prints, in both languages and as JSON, and its exit codes."""

from __future__ import annotations

import json
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mocsar_conformance.cli import cli
from mocsar_conformance.doctor.codes import DOCTOR_CODES
from mocsar_conformance.doctor.examine import CHECKS
from mocsar_conformance.doctor.texts import ADVICE, BECAUSE, TITLES, WARNINGS, WORDS

from .conftest import liar

EXAMPLE = Path(__file__).parents[2] / "examples" / "javascript" / "adapter.js"


def doctor(*words: str) -> Result:
    return CliRunner().invoke(cli, ["doctor", "--lang", "en", *words])


@pytest.fixture(scope="module")
def faulty() -> Result:
    return doctor("--", *liar("error-for-unknown-card"))


def test_the_javascript_example_is_sound(node: str) -> None:
    result = doctor("--", node, str(EXAMPLE))
    assert result.exit_code == 0, result.output
    assert "FAULT" not in result.output
    assert result.output.splitlines()[-1].startswith("sound: ")


def test_each_check_is_one_line_as_it_goes(faulty: Result) -> None:
    shown = faulty.output.splitlines()[: len(CHECKS)]
    assert [line[10:].split()[0] for line in shown] == [each.id for each in CHECKS]


def test_a_finding_says_what_is_wrong_why_and_what_to_do(faulty: Result) -> None:
    assert faulty.exit_code == 1
    for part in (
        "D083  what cannot be is not answered `refused`",
        "likely because: An action or card that it does not know makes it fail.",
        "what to do: Answer `refused` with the view",
        '    > {"id":',
        '"99x"',
        '    < {"id":',
        "no such card",
    ):
        assert part in faulty.output


def test_the_last_line_is_the_sum(faulty: Result) -> None:
    assert faulty.output.splitlines()[-1].startswith("not sound: D083; 1 of ")


def test_what_depends_on_a_failure_is_not_tried_and_says_so() -> None:
    output = doctor("--", *liar("refuses-all")).output
    lines = [line for line in output.splitlines() if "not tried" in line and " names " in line]
    assert lines and lines[0].endswith("it needs what failed: the plainest action is accepted")


def test_the_failure_at_the_root_is_named() -> None:
    output = doctor("--", "/nowhere/adapter").output
    [names] = [line for line in output.splitlines() if " names " in line]
    assert names.endswith("it needs what failed: it starts and answers `hello`")


def test_what_needs_an_unstated_capability_says_so() -> None:
    output = doctor("--", *liar("no-hands")).output
    [begin] = [line for line in output.splitlines() if " begin " in line]
    [names] = [line for line in output.splitlines() if " names " in line]
    assert begin.endswith("`hello` does not state `hands`")
    assert names.endswith("it needs what was not tried: the variants it claims can be started")


def test_a_held_back_output_is_proved_by_the_answer_that_came_late() -> None:
    output = doctor("--hello-limit", "1", "--time-limit", "1", "--", *liar("no-flush")).output
    assert '    < {"id": 1, "answer": "hello"' in output


def test_it_speaks_hungarian() -> None:
    result = CliRunner().invoke(cli, ["doctor", "--lang", "hu", "--", *liar("no-bye")])
    for part in ("rendben", "HIBA", "valószínű ok:", "mi a teendő:", "nincs rendben: D090"):
        assert part in result.output


def test_json_has_checks_and_findings() -> None:
    result = doctor("--format", "json", "--", *liar("no-bye"))
    report: dict[str, Any] = json.loads(result.output)
    [bye] = [each for each in report["checks"] if each["id"] == "bye"]
    assert [each["id"] for each in report["checks"]] == [each.id for each in CHECKS]
    assert bye["result"] == "fail"
    assert bye["findings"][0]["code"] == "D090"
    assert {"wrong", "cause", "hint", "lines"} <= bye["findings"][0].keys()
    assert not report["sound"]


def test_notes_alone_are_no_fault() -> None:
    result = doctor("--", *liar("own-reason"))
    assert result.exit_code == 0
    assert "did you mean 'not-higher'?" in result.output
    assert result.output.splitlines()[-1].startswith("sound, with notes (D085)")


@pytest.mark.parametrize("command", [["/nowhere/adapter"], list(liar("dies"))])
def test_what_cannot_be_started_is_exit_code_3(command: list[str]) -> None:
    assert doctor("--", *command).exit_code == 3


def test_without_an_implementation_it_is_wrong_usage() -> None:
    result = doctor()
    assert result.exit_code == 2
    assert "--python" in result.output


def test_what_an_adapter_writes_is_shown_harmless() -> None:
    bad = 'print("\\x1b[31mhello \\u202e there", flush=True); import time; time.sleep(9)'
    result = doctor("--hello-limit", "0.5", "--time-limit", "0.5", "--", sys.executable, "-c", bad)
    assert result.exit_code == 1
    assert "\x1b" not in result.output and "\u202e" not in result.output
    assert "\\x1b[31mhello" in result.output


def test_validate_names_the_doctor_where_no_scenario_gets_to_the_rules() -> None:
    words = ["validate", "--lang", "en", "--variant", "kollar", "-k", "following/*", "--", *liar("nan")]
    last = CliRunner().invoke(cli, words).output.splitlines()[-1]
    assert "It is the adapter: `mocsar doctor -- " in last
    assert last.count(" nan`") == 1


def test_validate_does_not_name_the_doctor_where_rules_are_wrong() -> None:
    words = ["validate", "--lang", "en", "--variant", "kollar", "-k", "following/*", "--", *liar("refuses-all")]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 1
    assert "mocsar doctor" not in result.output


@pytest.mark.parametrize("code", ["D010", "d042"])
def test_explain_tells_what_a_code_means(code: str) -> None:
    result = CliRunner().invoke(cli, ["explain", code])
    assert result.output == f"{code.upper()}: {DOCTOR_CODES[code.upper()]}\n"


def test_every_code_has_advice_and_every_check_a_title() -> None:
    assert ADVICE.keys() == DOCTOR_CODES.keys()
    assert TITLES.keys() == {each.id for each in CHECKS}
    assert set(DOCTOR_CODES) > WARNINGS


def test_both_languages_have_the_same_places() -> None:
    texts = [text for each in ADVICE.values() for text in (each.wrong, each.cause, each.hint)]
    for english, hungarian in (*texts, *TITLES.values(), *BECAUSE.values(), *WORDS.values()):
        assert places(english) == places(hungarian), english
        assert english and hungarian


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_nothing_is_left_running(tmp_path: Path) -> None:
    mark = f"doctor-test-{tmp_path.name}"
    doctor("--hello-limit", "0.5", "--time-limit", "0.5", "--", *liar("never-ends"), mark)
    shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert mark not in shown
