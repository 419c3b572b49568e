"""The guide for authors, walked as it is written: its own files and commands in order, and what it says they print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "pages" / "en" / "authors.md").read_text("utf-8")
WAY, COOKBOOK = PAGE.split("\n## Cookbook\n")


@dataclass(frozen=True)
class Block:
    """A block of the page: what is written beside its first fence, and its lines."""

    kind: str
    text: str


def blocks(text: str) -> list[Block]:
    return [Block(*each) for each in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def recipes() -> list[tuple[str, str]]:
    """Return the pieces of the cookbook: the file that each is cut from, and its text."""
    parts = [block.text.partition("\n") for block in blocks(COOKBOOK)]
    return [(head.removeprefix("# "), text) for head, _, text in parts]


class Reader:
    """Somebody who does what the page says, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed = ""
        self.code = 0

    def follow(self, block: Block) -> None:
        match block.kind:
            case "sh":
                for line in block.text.splitlines():
                    assert self.code == 0, f"before '{line}':\n{self.printed}"
                    self.run(line)
            case "yaml":
                self.write(block.text)
            case "diff":
                self.change(block.text)
            case "text":
                self.compare(block.text)
            case other:
                raise AssertionError(f"the page has a block of an unknown kind: {other}")

    def run(self, line: str) -> None:
        programs = Path(sys.executable).parent
        env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
        }
        ended = subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=env, capture_output=True, text=True, timeout=300, check=False
        )
        self.code, self.printed = ended.returncode, ended.stdout + ended.stderr

    def write(self, text: str) -> None:
        """Put a file in place; the first line of one that is there, which names its schema, is kept."""
        head, _, rest = text.partition("\n")
        path = self.folder / head.removeprefix("# ")
        first = path.read_text("utf-8").partition("\n")[0] if path.exists() else ""
        assert path.parent.is_dir(), f"{path} would be in a folder that is not there"
        assert not first or first.startswith("# yaml-language-server: $schema=")
        path.write_text(f"{first}\n{rest}" if first else rest, "utf-8")

    def change(self, text: str) -> None:
        head, *lines = text.splitlines()
        path = self.folder / head.removeprefix("--- ")
        old = "\n".join(line[1:] for line in lines if line[0] != "+")
        new = "\n".join(line[1:] for line in lines if line[0] != "-")
        whole = path.read_text("utf-8")
        assert whole.count(old) == 1
        path.write_text(whole.replace(old, new), "utf-8")

    def compare(self, text: str) -> None:
        """Hold what was printed against the page, where … stands for anything; then a complaint is done with."""
        for line in text.splitlines():
            assert re.search(".*".join(map(re.escape, line.split("…"))), self.printed), f"not printed: {line}"
        complains = bool(re.search(r"\b[A-Z]\d{3} |^! ", text, re.MULTILINE))
        assert self.code == int(complains), self.printed
        self.code = 0


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder after the whole way, with every command and every file of it."""
    reader = Reader(tmp_path_factory.mktemp("guide"))
    for block in blocks(WAY):
        reader.follow(block)
    assert reader.code == 0, reader.printed
    return reader.folder


def test_the_way_ends_with_an_overlay_that_checks_clean(walked: Path) -> None:
    reader = Reader(walked)
    reader.run("mocsar check ours")
    assert reader.code == 0, reader.printed
    assert ": nothing wrong" in reader.printed


def test_every_file_named_in_the_table_was_there(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.run("mocsar new variant ours")
    for name in re.findall(r"^\| `((?:spec|scenarios|schema)/[^`]*)` \|", WAY, re.MULTILINE):
        assert (tmp_path / "ours" / name).exists(), name


def test_a_scenario_is_about_a_rule_that_decides_it(walked: Path, tmp_path: Path) -> None:
    """Without the rule, the two scenarios of the pair part: one does not hold any more, the other does."""
    shutil.copytree(walked / "ours", tmp_path / "ours")
    rules = tmp_path / "ours" / "spec" / "rules" / "ours.yaml"
    rules.write_text(rules.read_text("utf-8").replace("size(action.cards) == 2", "size(action.cards) == 1"), "utf-8")
    reader = Reader(tmp_path)
    reader.run("mocsar check ours")
    assert "scenarios/ours/two-sevens.yaml" in reader.printed
    assert "scenarios/ours/three-sevens.yaml" not in reader.printed


@pytest.mark.parametrize("option", sorted(set(re.findall(r"`(--[a-z-]+)", PAGE))))
def test_the_options_that_it_names_are_there(option: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    helps = []
    for command in ("check", "new scenario", "new variant", "validate"):
        reader.run(f"mocsar {command} --help")
        helps.append(reader.printed)
    assert any(option in each for each in helps)


@pytest.mark.parametrize(("name", "text"), recipes(), ids=lambda each: each.splitlines()[0][:60])
def test_a_piece_of_the_cookbook_is_cut_from_an_overlay_that_is_tested(name: str, text: str) -> None:
    assert name.startswith("conformance/tests/check/good/")
    whole = (ROOT / name).read_text("utf-8")
    for piece in text.split("…\n"):
        assert piece in whole or indent(piece, "  ") in whole
