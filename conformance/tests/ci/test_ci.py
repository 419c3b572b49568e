"""What users copy into their CI: held against the public schemas, and its steps run as a runner would run them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from ..conftest import EXAMPLE, ROOT

CI = ROOT / "conformance" / "ci"
ACTION = CI / "github" / "action.yml"
WORKFLOW = CI / "github" / "workflow.yml"
GITLAB = CI / "gitlab" / "mocsar.gitlab-ci.yml"
REPORTS = {"results.jsonl", "junit.xml", "index.html", "badge.svg"}


def load(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("schema", "file"), [("github-actions", ACTION), ("github-workflows", WORKFLOW), ("gitlab-ci", GITLAB)]
)
def test_it_is_as_the_public_schema_says(schema: str, file: Path) -> None:
    result = CliRunner().invoke(check_jsonschema, ["--builtin-schema", f"vendor.{schema}", str(file)])
    assert result.exit_code == 0, result.output


def test_nothing_given_from_outside_is_written_into_a_program() -> None:
    steps = load(ACTION)["runs"]["steps"]
    programs = [each["run"] for each in steps if "run" in each]
    assert len(programs) == 2
    for text in programs:
        assert "${{" not in text
        assert "eval" not in text
    for step in steps:
        if "uses" in step:
            owner, _, version = step["uses"].partition("@")
            assert owner.startswith("actions/") and version[1:].isdigit(), step["uses"]


def test_the_workflow_gives_the_action_what_it_takes() -> None:
    (step,) = [each for each in load(WORKFLOW)["jobs"]["conformance"]["steps"] if "mocsar" in each["uses"]]
    assert step["uses"] == "./.github/actions/mocsar"
    assert set(step["with"]) <= set(load(ACTION)["inputs"])


@dataclass
class Ended:
    code: int
    out: str
    summary: str


class Runner:
    """A folder in which steps run as on GitHub: bash with its options, values in the environment, files for answers."""

    def __init__(self, folder: Path, node: str) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.temp = folder / "temp"
        bin_ = self.temp / "mocsar" / "bin"
        bin_.mkdir(parents=True)
        program(bin_ / "python", f'exec "{sys.executable}" "$@"')
        program(bin_ / "mocsar", f'exec "{sys.executable}" -m mocsar_conformance "$@"')
        self.path = f"{bin_}{os.pathsep}{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
        for each in EXAMPLE.iterdir():
            if each.suffix in (".js", ".json"):
                shutil.copy(each, self.folder)

    def bash(self, script: str, **values: str) -> Ended:
        summary = self.temp / "summary"
        summary.write_text("before\n", encoding="utf-8")
        given = {"PATH": self.path, "RUNNER_TEMP": str(self.temp), "GITHUB_STEP_SUMMARY": str(summary)}
        home = {name: os.environ[name] for name in ("HOME", "MOCSAR_CACHE") if name in os.environ}
        result = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self.folder,
            env={"LC_ALL": "C.UTF-8", **home, **given, **values},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Ended(result.returncode, result.stdout + result.stderr, summary.read_text(encoding="utf-8"))

    def step(self, name: str, **inputs: str) -> Ended:
        """Run a step of the action; what it takes from inputs is given, the rest has its default."""
        action = load(ACTION)
        (step,) = [each for each in action["runs"]["steps"] if each.get("name") == name]
        values = {}
        for variable, text in step["env"].items():
            taken = text.removeprefix("${{ ").removesuffix(" }}").partition(".")
            known = action["inputs"] if taken[0] == "inputs" else {}
            values[variable] = inputs.get(taken[2], known.get(taken[2], {}).get("default", ""))
        return self.bash(step["run"], **values)


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def runner(tmp_path: Path, node: str) -> Runner:
    return Runner(tmp_path, node)


def test_the_action_writes_reports_and_a_summary(runner: Runner) -> None:
    ended = runner.step("Run the scenarios", subject="node 'adapter.js'", variants="kollar\n\n  kollar-one-lap\n")
    assert ended.code == 0, ended.out
    assert "conformant to kollar\n" in ended.out
    assert "conformant to kollar-one-lap\n" in ended.out
    found = {each.name for each in (runner.folder / "mocsar-reports").iterdir()}
    assert found == REPORTS | {"summary.md"}
    before, head, *_ = ended.summary.split("\n")
    assert (before, head[:3]) == ("before", "## ")


def test_the_action_fails_where_the_kit_does_and_still_has_its_reports(runner: Runner) -> None:
    adapter = runner.folder / "my adapter.js"
    lie = "console.log = (text) => process.stdout.write(text.replace('refused', 'accepted') + '\\n');\n"
    (runner.folder / "adapter.js").rename(adapter)
    text = adapter.read_text(encoding="utf-8")
    adapter.write_text(f"{lie}{text.replace('process.stdout.write(', 'console.log(')}", encoding="utf-8")
    ended = runner.step("Run the scenarios", subject='node "my adapter.js"', variants="kollar")
    assert ended.code == 1, ended.out
    assert "::error " in ended.out
    assert "not conformant to kollar" in ended.out
    assert len(ended.summary) > 1000
    assert {each.name for each in (runner.folder / "mocsar-reports").iterdir()} >= REPORTS


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"subject": "node 'adapter.js"},
        {"subject": "  "},
        {"subject": "node adapter.js", "url": "http://127.0.0.1:9/"},
    ],
)
def test_without_one_subject_the_action_fails(runner: Runner, inputs: dict[str, str]) -> None:
    """Above all it must not test the reference, which is what the kit does without a subject, and always passes."""
    ended = runner.step("Run the scenarios", **inputs)
    assert ended.code == 2
    assert "::error::Give the action either a subject" in ended.out


def test_what_is_given_to_the_action_is_never_run(runner: Runner) -> None:
    hostile = '$(touch ran) `touch ran` ; touch ran "'
    for name in ("variants", "expect", "reports"):
        runner.step("Run the scenarios", **{"subject": "node adapter.js", name: hostile})
    runner.step("Run the scenarios", url=hostile)
    runner.step("Run the scenarios", subject="node adapter.js $(touch ran) ; touch ran", variants="kollar")
    assert not list(runner.folder.rglob("ran"))


def test_the_kit_is_installed_into_a_place_of_its_own(runner: Runner) -> None:
    python = runner.temp / "python"
    program(python, 'printf "%s|" "$@" >> "$RUNNER_TEMP/asked"')
    program(runner.temp / "mocsar" / "bin" / "python", 'printf "%s|" "$@" >> "$RUNNER_TEMP/asked"')
    action = load(ACTION)
    (step,) = [each for each in action["runs"]["steps"] if each.get("name") == "Install the kit"]
    assert set(step["env"]) == {"PYTHON", "KIT"}
    ended = runner.bash(step["run"], PYTHON=str(python), KIT="mocsar==1; touch ran")
    assert ended.code == 0, ended.out
    asked = (runner.temp / "asked").read_text(encoding="utf-8").split("|")
    assert asked[:3] == ["-m", "venv", str(runner.temp / "mocsar")]
    assert asked[3:6] == ["-m", "pip", "install"]
    assert asked[-3:] == ["--", "mocsar==1; touch ran", ""]
    assert not list(runner.folder.rglob("ran"))


def test_the_script_for_gitlab_leaves_what_it_says_it_keeps(runner: Runner) -> None:
    job = load(GITLAB)["mocsar"]
    ended = runner.bash("\n".join(job["script"]))
    assert ended.code == 0, ended.out
    assert "conformant to kollar\n" in ended.out
    (folder,) = job["artifacts"]["paths"]
    assert {each.name for each in (runner.folder / folder).iterdir()} == REPORTS
    assert (runner.folder / job["artifacts"]["reports"]["junit"]).is_file()
    assert job["artifacts"]["when"] == "always"
