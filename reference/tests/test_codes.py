"""Every code that the reference raises is explained, and every explanation is of a code that it raises."""

from __future__ import annotations

import re
from pathlib import Path

import mocsar_reference
from mocsar_reference.codes import codes

PACKAGE = Path(mocsar_reference.__file__).parent


def test_codes_raised_and_codes_explained_are_the_same() -> None:
    raised: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name != "codes.py":
            raised.update(re.findall(r"\"([RXYS]\d{3})\"", path.read_text(encoding="utf-8")))
    assert raised == set(codes())
