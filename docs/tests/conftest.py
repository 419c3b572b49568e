"""What the site's tests share: the material, the composed pages, and the built site, each made once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mocsar_conformance.coverage.measure import measure
from mocsar_conformance.coverage.report import Report, data
from mocsar_conformance.coverage.untestable import read_untestable
from mocsar_docs import build
from mocsar_docs.errors import Faults
from mocsar_docs.page import Page
from mocsar_docs.read import Material, read_material
from mocsar_docs.write import Site, compose, write
from mocsar_reference import Diagnostic

from .in_browser import opened, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
FEW = 12
"""So many scenarios are measured for the page of coverage: enough for a page with every kind of cell."""


@dataclass(frozen=True)
class Composed:
    """The site's Markdown, and what was wrong with it."""

    site: Site
    faults: tuple[Diagnostic, ...]


def sample_coverage(material: Material) -> dict[str, Any]:
    """Return what `mocsar coverage --format json` would print if there were only a few scenarios."""
    few = list(material.scenarios.values())[:FEW]
    exempt = {each.id: each for each in read_untestable([material.rulebook.root])}
    found = measure(material.rulebook, few)
    return data(Report(found, material.contents, {each.id: each for each in few}, exempt, []))


@pytest.fixture(scope="session")
def material() -> Material:
    """Return all that the project's own site is made of, with figures of coverage."""
    bare = read_material(ROOT / build.PAGES)
    return read_material(
        ROOT / build.PAGES, bare.rulebook, list(bare.scenarios.values()), coverage=sample_coverage(bare)
    )


@pytest.fixture(scope="session")
def composed(material: Material) -> Composed:
    """Return the project's own pages."""
    faults = Faults()
    site = compose(material, faults)
    return Composed(site, faults.found)


@pytest.fixture(scope="session")
def built(composed: Composed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the whole built site, with search; made once, whatever the number of processes."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return _build(composed, tmp_path_factory.mktemp("built"))
    return shared(tmp_path_factory.getbasetemp().parent / "built", lambda folder: _build(composed, folder))


PATIENCE = 300
"""Seconds that a process waits for the site that another builds: a build takes some ten, and that one may be gone."""


def shared(folder: Path, make: Callable[[Path], Path], patience: float = PATIENCE) -> Path:
    """Return what `make(folder)` does, called in one of several processes only; the others wait for it.

    What that one says of how it went is there whole or not at all: the path it made, or what went wrong.
    """
    told = folder / "told.json"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + patience
        while not told.exists():
            assert time.monotonic() < until, f"nobody has built the site in {patience} seconds"
            time.sleep(0.05)
    else:
        try:
            _tell(told, {"made": str(make(folder))})
        except BaseException as error:
            _tell(told, {"wrong": repr(error)})
            raise
    said = json.loads(told.read_text(encoding="utf-8"))
    assert "wrong" not in said, f"the process that builds the site said {said['wrong']}"
    return Path(said["made"])


def _tell(file: Path, said: dict[str, str]) -> None:
    unready = file.with_suffix(".unready")
    unready.write_text(json.dumps(said), encoding="utf-8")
    unready.replace(file)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return the one browser of these tests; each opens contexts of its own in it."""
    with opened() as found:
        yield found


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    """Return where the built site is served."""
    with served(built) as found:
        yield found


def _build(composed: Composed, folder: Path) -> Path:
    where = build.places(folder / "site", folder / "src")
    write(composed.site, where.sources)
    build.build_site(where)
    build.index(where)
    return where.site


def found(material: Material, pages: Iterable[Page], code: str) -> list[str]:
    """Compose pages and return the messages and hints of one code that come of it."""
    faults = Faults()
    compose(material, faults, tuple(pages))
    return [f"{each.message}\n{each.hint}".strip() for each in faults.found if each.code == code]
