"""How an adapter is begun in each language that is tried, and the first rule that the documentation gives it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from mocsar_conformance.cli.new import LANGUAGES, TEMPLATES

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "pages" / "en" / "adapters.md").read_text("utf-8")
REFUSAL = re.compile(r"^[ \t]+(?:return )?[Ff]alse;?\n", re.MULTILINE)
"""The line of a template in whose place the first rule goes."""
GSON = Path("/usr/share/java/gson.jar")
CRATES = Path("/usr/share/cargo/registry")
QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""What makes Java start in two thirds of the time; what it runs is the same."""


def blocks(fence: str, page: str = PAGE) -> list[str]:
    """Return the code of one kind on a page."""
    return re.findall(rf"^```{fence}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def with_rule(template: str, rule: str) -> str:
    """Return the text of a template with a rule in place of its refusal."""
    assert len(REFUSAL.findall(template)) == 1
    return REFUSAL.sub(lambda refusal: rule, template)


def _nothing(folder: Path) -> None:
    """Nothing more is needed than the language."""


def _gson(folder: Path) -> None:
    if not GSON.exists():
        pytest.skip(f"Gson is not installed: there is no {GSON} (Debian: libgoogle-gson-java)")
    shutil.copy(GSON, folder / "gson.jar")


def _crates(folder: Path) -> None:
    if not list(CRATES.glob("serde_json-*")):
        pytest.skip(f"serde_json is not installed: it is not in {CRATES} (Debian: librust-serde-json-dev)")
    (offline,) = blocks("toml")
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(offline, "utf-8")


@dataclass(frozen=True)
class Tried:
    """`fence` marks its code on the page, `rules` is the file with the rules, `library` fetches what it needs."""

    fence: str
    rules: str
    program: str
    library: Callable[[Path], None] = _nothing
    environment: Mapping[str, str] = field(default_factory=dict)
    compiled: tuple[str, str] | None = None
    """What compiles it, and starts what comes of that, where the command that the page gives compiles at each start."""


TRIED = {
    "python": Tried("python", "adapter.py", "python"),
    "javascript": Tried("js", "adapter.js", "node"),
    "typescript": Tried("ts", "adapter.ts", "node"),
    "java": Tried(
        "java",
        "Adapter.java",
        "java",
        _gson,
        {"JDK_JAVA_OPTIONS": QUICK_START},
        ("javac -cp gson.jar Adapter.java", f"java -cp gson.jar{os.pathsep}. Adapter"),
    ),
    "rust": Tried("rust", "src/main.rs", "cargo", _crates),
    "go": Tried("go", "main.go", "go"),
}
NOT_TRIED = {"csharp": ("csharp", "Program.cs")}


@dataclass(frozen=True)
class Adapter:
    """An adapter ready to start: the words of its command, and the folder and environment to start it in."""

    words: tuple[str, ...]
    folder: Path
    environment: dict[str, str]


def make(language: str, folder: Path, programs: Path) -> Adapter:
    """Fetch what a written template needs and build it, as the command and the page say; skip where a tool is missing.

    `programs` is a folder that comes first on the path.
    """
    tried = TRIED[language]
    places = [str(programs), os.environ.get("PATH", ""), str(Path.home() / ".cargo" / "bin"), "/usr/local/go/bin"]
    environment = {**os.environ, "PATH": os.pathsep.join(places), "CARGO_NET_OFFLINE": "true", "GOPROXY": "off"}
    environment |= tried.environment
    if shutil.which(tried.program, path=environment["PATH"]) is None:
        pytest.skip(f"there is no {tried.program} on this machine")
    tried.library(folder)
    for line in LANGUAGES[language].prepare:
        _build(line, folder, environment)
    return Adapter(tuple(shlex.split(LANGUAGES[language].start)), folder, environment)


def for_many_starts(language: str, adapter: Adapter) -> Adapter:
    """Return an adapter that is the same program and starts as quickly as it can, for tests that start it often."""
    compiled = TRIED[language].compiled
    if compiled is None:
        return adapter
    _build(compiled[0], adapter.folder, adapter.environment)
    return replace(adapter, words=tuple(shlex.split(compiled[1])))


def _build(line: str, folder: Path, environment: Mapping[str, str]) -> None:
    built = subprocess.run(
        shlex.split(line), cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr


def rules_of(language: str) -> str:
    """Return the text of a template's file with the rules."""
    name = TRIED[language].rules if language in TRIED else NOT_TRIED[language][1]
    return (TEMPLATES / "adapter" / language / name).read_text("utf-8")
