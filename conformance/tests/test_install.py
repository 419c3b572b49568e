"""The project as installed: the wheel carries its data, works from any folder, and an edit in a checkout shows."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .conftest import ROOT, Mocsar


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's packages, as an installer lays them out."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_ships_rulebook_schemas_grammar_and_scenarios(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("spec/rulebook.yaml", "spec/schema/rules.schema.json", "spec/language/grammar.lark"):
        assert f"mocsar_reference/{name}" in names
    assert "mocsar_conformance/scenarios/following/equal-is-refused.yaml" in names
    assert "mocsar_conformance/templates/adapter/rust/src/main.rs" in names
    assert not [name for name in names if "/tests/" in name]


def test_an_installed_wheel_works_from_any_folder(installed: Path, mocsar: Mocsar, tmp_path: Path) -> None:
    elsewhere = {"PYTHONPATH": str(installed), "MOCSAR_CACHE": str(tmp_path / "cache")}
    result = mocsar("validate", folder=tmp_path, environment=elsewhere)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "conformant to kollar\n" in result.stdout
    where = subprocess.run(
        [sys.executable, "-c", "import mocsar_reference.paths as p; print(p.spec_dir())"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.strip() == str(installed / "mocsar_reference" / "spec")


def test_an_edit_in_a_checkout_shows_at_once(mocsar: Mocsar, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for name in ("spec", "scenarios", "reference/mocsar_reference", "conformance/mocsar_conformance"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = f"{checkout / 'reference'}:{checkout / 'conformance'}"
    here = {"PYTHONPATH": path, "MOCSAR_CACHE": str(tmp_path / "cache")}
    arguments = ("explain", "follow.beats.higher", "--lang", "en")
    before = mocsar(*arguments, folder=tmp_path, environment=here)
    assert before.returncode == 0, before.stdout + before.stderr
    rules = checkout / "spec" / "rules" / "50-following.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("an equal rank is not enough", "an equal rank will not do"), encoding="utf-8")
    after = mocsar(*arguments, folder=tmp_path, environment=here)
    assert "an equal rank will not do" in " ".join(after.stdout.split())
    assert "an equal rank will not do" not in " ".join(before.stdout.split())
