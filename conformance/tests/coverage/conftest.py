"""What the tests of coverage share: a house variant whose every part is exercised, and running the command."""

from __future__ import annotations

import shutil
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

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]

    @property
    def uncovered(self) -> set[str]:
        """The ids that are marked as uncovered."""
        lines = (line.strip() for line in self.out.splitlines())
        return {line.removeprefix("! ").partition(": ")[0] for line in lines if line.startswith("! ")}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    yield


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house variant: at most two plays a trick, and a title of its own."""
    return Path(shutil.copytree(Path(__file__).parent / "house", tmp_path / "house"))


@pytest.fixture
def coverage() -> Callable[..., Ended]:
    """Return what runs `mocsar coverage` on an overlay in this process."""

    def run(overlay: Path, *words: str) -> Ended:
        result = CliRunner().invoke(cli, ["coverage", "--rulebook", str(overlay), *words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.output)

    return run
