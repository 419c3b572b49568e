"""What these tests share: rulebooks with a few files laid over the small one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mocsar_reference import Rulebook, load_rulebook

BASE = Path(__file__).parents[1] / "rulebooks" / "base"


@pytest.fixture
def overlaid(tmp_path: Path) -> Callable[..., Rulebook]:
    """Return a maker of rulebooks: `overlaid(constraints="…", toggles="…")` lays these files over the small one."""

    def make(**files: str) -> Rulebook:
        for kind, text in files.items():
            (tmp_path / f"{kind}.yaml").write_text(text, encoding="utf-8")
        return load_rulebook(BASE, [tmp_path] if files else [])

    return make
