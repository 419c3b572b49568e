"""What the doctor's tests share: the rulebook, and an examination of an adapter."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from py_compile import compile

import pytest

from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.examine import examine
from mocsar_conformance.doctor.model import Examined
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook, load_rulebook

Examine = Callable[..., list[Examined]]
LIAR = Path(__file__).with_name("liar.py")
COMPILED = str(compile(str(LIAR), doraise=True))  # a script would be compiled at each of its thousand starts


def liar(lie: str = "") -> tuple[str, ...]:
    """Return the command of an adapter that is wrong in one way; without a lie, of a sound one."""
    return (sys.executable, "-I", "-S", COMPILED, lie)


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="session")
def examined(book: Rulebook) -> Examine:
    """Return what examines a command."""

    def run(command: Sequence[str], time_limit: float = 5.0, hello_limit: float = 20.0) -> list[Examined]:
        target = Target(words=tuple(command), time_limit=time_limit, hello_limit=hello_limit)
        return list(examine(Bench(target, book, "en")))

    return run
