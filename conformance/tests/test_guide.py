"""The worked example on the page for authors is a whole overlay: it checks clean, and the page's commands know it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import load_rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "pages" / "en" / "rule-language.md").read_text("utf-8")
EXAMPLE = dict(re.findall(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
"""The text of each file of the example, by its path."""


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    for name, text in EXAMPLE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_every_yaml_block_of_the_page_is_a_file_of_the_example() -> None:
    assert len(EXAMPLE) == PAGE.count("```yaml\n") == 5


def test_the_example_checks_clean(overlay: Path) -> None:
    result = CliRunner().invoke(cli, ["check", str(overlay)])
    assert result.exit_code == 0, result.output


def test_its_scenarios_speak_of_its_variant_alone(overlay: Path) -> None:
    book = load_rulebook(overlays=[overlay])
    for scenario in load_scenarios(overlay / "scenarios", book):
        assert scenario.when is not None
        assert [name for name in book.playable if book.holds(scenario.when, book.setting(name))] == ["house"]


def test_without_overrides_the_check_says_what_the_page_says(overlay: Path) -> None:
    rules = overlay / "spec" / "rules" / "house.yaml"
    rules.write_text(re.sub(r" *overrides: .*\n", "", rules.read_text("utf-8")), "utf-8")
    result = CliRunner().invoke(cli, ["check", str(overlay)])
    said = re.sub(r" \([^()]*\.yaml:\d+:\d+\)", "", result.output)
    (quoted,) = re.findall(r"^```text\n(R101 .*?)…\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert all(part in said for part in quoted)
    assert result.exit_code == 1


@pytest.mark.parametrize("command", [["rules"], ["battery", "--deals", "4", "--jobs", "1"], ["validate"]])
def test_the_commands_of_the_page_know_it(overlay: Path, command: list[str]) -> None:
    result = CliRunner().invoke(cli, [*command, "--rulebook", str(overlay), "--variant", "house"])
    assert result.exit_code == 0, result.output
