"""Running the command in this process, and one browser for all pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli

from ..browser import chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
        yield


@pytest.fixture(scope="session")
def mocsar() -> Command:
    """Return what runs the command in this process: `mocsar("report", file)`."""

    def run(*words: object, stdin: str | None = None) -> Ended:
        result = CliRunner().invoke(cli, [str(each) for each in words], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("there is no Chromium")
    with opened() as started:
        yield started
