"""The README's way for newcomers, walked as it is written: its own commands and its own code, in order."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .languages import PAGE, ROOT, blocks, with_rule

README = (ROOT / "README.md").read_text("utf-8")
SECTION = README.split("## Test your implementation\n")[1].split("\n## ")[0]
(RULE,) = blocks("python", SECTION)
BEGIN, TRY, ALL = blocks("sh", SECTION)
MISTAKE, RIGHT = re.findall(r"Write `(\S+)` for `(\S+)`", SECTION)[0][::-1]


@dataclass
class Shell:
    """A person's shell: each block of commands begins where the one before has left off, in `folder`."""

    folder: Path
    programs: Path

    def type(self, block: str) -> Iterator[tuple[int, str]]:
        """Run the lines of a block one by one; yield the exit code and the output of each."""
        for line in block.splitlines():
            where = self.folder.parent / "where"
            ended = subprocess.run(
                ["bash", "-c", f'{line}\ncode=$?\npwd > "{where}"\nexit $code'],
                cwd=self.folder,
                env={**os.environ, "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=300,
                check=False,
            )
            self.folder = Path(where.read_text("utf-8").strip())
            yield ended.returncode, ended.stdout


def test_the_way_leads_from_a_fresh_adapter_to_a_rule_that_passes(tmp_path: Path, programs: Path) -> None:
    (tmp_path / "mocsar").mkdir()
    shell = Shell(tmp_path / "mocsar", programs)
    (new, said), (doctor, found) = shell.type(BEGIN)
    assert new == 0, said
    assert doctor == 1, found
    assert found.count("FAULT") == 1, found
    assert "refuses the plainest action" in found

    adapter = shell.folder / "adapter.py"
    assert adapter.parent == tmp_path / "my-adapter"
    adapter.write_text(with_rule(adapter.read_text("utf-8"), RULE), "utf-8")
    (doctor, found), (validate, said) = shell.type(TRY)
    assert doctor == 0, found
    assert validate == 1, said
    assert "an equal rank is not enough" in " ".join(said.split())
    assert "what was done: Bea: play 5" in said

    text = adapter.read_text("utf-8")
    assert text.count(f"]) {MISTAKE} ranks") == 1
    adapter.write_text(text.replace(f"]) {MISTAKE} ranks", f"]) {RIGHT} ranks"), "utf-8")
    *_, (validate, said) = shell.type(TRY)
    assert validate == 0, said
    assert "1 pass" in said

    ((everything, said),) = shell.type(ALL)
    assert everything == 1, said
    assert said.count("FAIL  ") == 1


def test_the_rule_is_that_of_the_page_but_for_the_mistake() -> None:
    assert [RULE.replace(f" {MISTAKE} ", f" {RIGHT} ")] == blocks("python", PAGE)


@pytest.mark.parametrize("option", re.findall(r"`(-{1,2}[a-z-]+)", SECTION))
def test_the_options_that_it_names_are_there(option: str, programs: Path) -> None:
    """Of one of the commands that the section speaks of."""
    said = ""
    for command in ("validate", "fuzz", "doctor"):
        words = [programs / "mocsar", command, "--help"]
        said += subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert option in said
