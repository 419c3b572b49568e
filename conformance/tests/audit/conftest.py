"""What the tests of audit share: logs written by hand or by `mocsar play --auto`, and the command."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_reference import Rulebook, load_rulebook

SHORT = """\
{"record":"match","setting":"kollar","players":["Anna","Bea","Csaba"]}
{"deal":1,"hands":{"Anna":["5","9"],"Bea":["5","7"],"Csaba":["8","K"]},"chance":{"dealer":"Anna","leader":"Anna"}}
{"p":"Anna","do":"play","cards":["5"]}
{"p":"Bea","do":"play","cards":["7"]}
{"p":"Csaba","do":"play","cards":["8"]}
{"p":"Anna","do":"play","cards":["9"]}
{"p":"Bea","do":"pass"}
{"p":"Csaba","do":"play","cards":["K"]}
{"over":["Anna","Csaba","Bea"],"titles":{"Anna":"king","Csaba":"citizen","Bea":"swamp"}}
"""
"""A whole deal of Kollár's game, by hand: Anna goes out with the nine, Csaba with the king, Bea keeps a five."""


@dataclass(frozen=True)
class Ended:
    """How a run ended. `report` is the JSON that it printed."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        whole: dict[str, Any] = json.loads(self.out)
        return whole

    @property
    def found(self) -> list[tuple[str, int]]:
        """Code and line of every finding that is shown."""
        return sorted((each["code"], each.get("line", 0)) for each in self.report["findings"])

    @property
    def kinds(self) -> Counter[str]:
        """How often each code was found."""
        kinds: Counter[str] = Counter()
        for each in self.report["counts"]:
            kinds[each["code"]] += each["number"]
        return kinds


Audit = Callable[..., Ended]
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    yield


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """The project's own rulebook."""
    return load_rulebook()


@pytest.fixture
def audit(rulebook: Rulebook, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Return what runs `mocsar audit`; `form` is that of the report."""
    monkeypatch.setattr("mocsar_conformance.cli.audit.load_book", lambda overlays: rulebook)

    def run(*words: object, form: str = "json", typed: bytes | None = None) -> Ended:
        result = CliRunner().invoke(cli, ["audit", *map(str, words), "--format", form], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes lines, a text or bytes to a log of some name, and gives its path."""

    def written(content: str | bytes | Sequence[str], name: str = "log.jsonl") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list | tuple):
            content = "".join(f"{line}\n" for line in content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return path

    return written


def recorded(variant: str, players: int, deals: int, seed: int) -> list[str]:
    """Return the lines that `mocsar play --auto` prints."""
    words = ["play", "--auto", "-V", variant, "--players", players, "--deals", deals, "--seed", seed]
    result = CliRunner().invoke(cli, list(map(str, words)))
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


@pytest.fixture(scope="session")
def kollar() -> tuple[str, ...]:
    """A match of Kollár's game of four players and three deals, with exchanges."""
    return tuple(recorded("kollar", 4, 3, 5))


@pytest.fixture(scope="session")
def jekely() -> tuple[str, ...]:
    """A match of Jékely's game of four players and three deals, with requests."""
    return tuple(recorded("jekely", 4, 3, 8))
