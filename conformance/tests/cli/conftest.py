"""What the command's tests share: running it in this process, and adapters that lie."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    yield


@pytest.fixture
def mocsar() -> Callable[..., Ended]:
    """Return what runs the command in this process: `mocsar("check", folder)`."""

    def run(*words: object) -> Ended:
        result = CliRunner().invoke(cli, [str(each) for each in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


ADAPTER = """
import json, sys
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

subject = ReferenceSubject(load_rulebook())
for line in sys.stdin:
    request = json.loads(line)
    ASK
    if request["request"] == "hello":
        answer = {"answer": "hello", "protocol": 1, "name": "test", "plays": PLAYS, "capabilities": CAPABILITIES}
    else:
        answer = subject.request(request)
        LIE
    answer["id"] = request["id"]
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""


@pytest.fixture
def adapter(tmp_path: Path) -> Callable[..., list[str]]:
    """Return a maker of adapters: the command of one that runs `ask` on each request and `lie` on each answer."""

    def make(
        lie: str = "pass",
        plays: str = '[{"variant": "kollar"}]',
        capabilities: str = '["hands", "standing", "pack"]',
        ask: str = "pass",
    ) -> list[str]:
        text = (
            ADAPTER.replace("PLAYS", plays)
            .replace("CAPABILITIES", capabilities)
            .replace("LIE", lie)
            .replace("ASK", ask)
        )
        path = tmp_path / "adapter.py"
        path.write_text(text, encoding="utf-8")
        return [sys.executable, str(path)]

    return make
