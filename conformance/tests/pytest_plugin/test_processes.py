"""The plugin in processes of its own: unused it costs nothing, and with xdist each process has its own subject."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import EQUAL, Project

pytest_plugins = ["pytester"]

LIGHT = """
import json, sys, pytest
code = pytest.main(["-q", "-p", "no:hypothesispytest", *sys.argv[1:]])
print("MODULES", json.dumps([int(code), sorted(sys.modules)]))
"""

ADAPTER = """
import json, os, sys
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

open(f"started-{os.getpid()}", "w").close()
subject = ReferenceSubject(load_rulebook())
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] == "hello":
        plays, can = [{"variant": "kollar"}], ["hands", "standing"]
        answer = {"answer": "hello", "protocol": 1, "name": "test", "plays": plays, "capabilities": can}
    else:
        answer = subject.request(request)
        if answer.get("reason") == "not-higher":
            del answer["reason"]
            answer["answer"] = "accepted"
    print(json.dumps(answer | {"id": request["id"]}), flush=True)
    if request["request"] == "bye":
        open(f"ended-{os.getpid()}", "w").close()
        break
"""

MINE = """
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

def make():
    subject = ReferenceSubject(load_rulebook())
    hello = {"answer": "hello", "protocol": 1, "name": "mine", "plays": [{"variant": "kollar"}]}
    hello["capabilities"] = ["hands"]
    return lambda request: hello if request["request"] == "hello" else subject.request(request)
"""


def modules(folder: Path, *words: str) -> set[str]:
    """Return what a fresh interpreter has imported once pytest is through there."""
    command = [sys.executable, "-c", LIGHT, *words]
    out = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=120).stdout
    code, names = json.loads(out.split("MODULES ", 1)[1])
    assert code == 0, out
    return set(names)


def test_unused_it_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_mine(): pass\n", encoding="utf-8")
    found = modules(tmp_path)
    assert {each for each in found if each.startswith(("mocsar_", "mocsar."))} == {
        "mocsar_conformance",
        "mocsar_conformance.pytest_plugin",
    }
    more = found - modules(tmp_path, "-p", "no:mocsar")
    assert more == {"mocsar_conformance", "mocsar_conformance.pytest_plugin"}
    heavy = {"lark", "rich", "jsonschema", "fastjsonschema", "yaml", "click", "hypothesis", "mocsar_reference"}
    assert not heavy & found


@pytest.fixture
def adapter(project: Project) -> str:
    (project.folder / "adapter.py").write_text(ADAPTER, encoding="utf-8")
    return f"{sys.executable} adapter.py"


def test_side_by_side_each_process_has_its_own_subject(
    project: Project, adapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ["mocsar::kollar::following", "mocsar::kollar::cards"]
    alone = project.run(*ids, subject=adapter).parseoutcomes()
    for each in project.folder.glob("*ed-*"):
        each.unlink()
    result = project.run("-n", "2", *ids, subject=adapter)
    outcomes = result.parseoutcomes()
    assert {name: outcomes[name] for name in ("passed", "failed")} == {
        name: alone[name] for name in ("passed", "failed")
    }
    assert len(list(project.folder.glob("started-*"))) == 3, "one looks whether it can be used, two play"
    assert len(list(project.folder.glob("ended-*"))) == 3
    result.stdout.fnmatch_lines(
        [
            f"FAIL  {EQUAL}  [[]kollar[]]",
            f'FAILED mocsar::kollar::{EQUAL} - answer: wanted "refused", got "accepted"',
        ]
    )


def test_side_by_side_an_unusable_subject_is_one_error(project: Project) -> None:
    result = project.run("-n", "2", "--mocsar-variant", "kollar", subject="there-is-no-such-program")
    assert result.ret == 4
    assert result.stderr.str().count("P001 the command was not found: there-is-no-such-program") == 1
    assert "FAILED" not in result.stdout.str()


def test_a_python_object_is_tested_by_its_name(project: Project) -> None:
    (project.folder / "mine.py").write_text(MINE, encoding="utf-8")
    result = project.run("--mocsar-python", "mine:make", f"mocsar::kollar::{EQUAL}", subject=None)
    result.assert_outcomes(passed=1)
