"""Running the command in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture(scope="session", autouse=True)
def english() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            patch.setenv(name, "C.UTF-8")
        patch.delenv("COLUMNS", raising=False)
        yield


@pytest.fixture(scope="session")
def mocsar() -> Command:
    """Return what runs the command in this process: `mocsar("compare", old, new)`."""

    def run(*words: object, stdin: str | None = None, color: bool = False) -> Ended:
        result = CliRunner().invoke(cli, [str(each) for each in words], input=stdin, color=color)
        error = result.exception
        if error is not None and not isinstance(error, SystemExit):
            raise error
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run
