"""What the tests of beginning things share: the command in this process, and an overlay that it began."""

from __future__ import annotations

import shutil
from collections.abc import Callable
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


Command = Callable[..., Ended]


@pytest.fixture(scope="session")
def mocsar() -> Command:
    """Return what runs the command in this process: `mocsar("new", "variant", "ours")`."""

    def run(*words: object) -> Ended:
        result = CliRunner().invoke(cli, [str(each) for each in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(scope="session")
def begun(mocsar: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder `ours` as `mocsar new variant ours` writes it, not to be changed."""
    folder = tmp_path_factory.mktemp("begun") / "ours"
    ended = mocsar("new", "variant", "ours", "--to", folder)
    assert ended.code == 0, ended.err
    return folder


@pytest.fixture
def ours(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in the current one, by its short name."""
    shutil.copytree(begun, tmp_path / "ours")
    monkeypatch.chdir(tmp_path)
    return Path("ours")
