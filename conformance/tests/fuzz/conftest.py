"""What the tests of fuzz share: the rulebook, and subjects in this process that lie in one way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from mocsar_conformance.claims import Claim
from mocsar_conformance.subjects.base import Answer, Hello, Message, Plays, SubjectFailure
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook, load_rulebook

ALL = frozenset({"hands", "pack", "standing", "legal", "reasons", "cards", "requests-ahead"})

Change = Callable[[Message, Answer], Answer]
"""Makes another answer of the reference's. May raise a SubjectFailure instead."""


class Liar:
    """The reference as a subject, but for a change. `sent` are the requests of the game under way."""

    def __init__(
        self,
        book: Rulebook,
        change: Change = lambda request, answer: answer,
        capabilities: frozenset[str] = ALL,
        plays: Sequence[Plays] = (Plays("kollar"),),
    ) -> None:
        self.reference = ReferenceSubject(book)
        self.change = change
        self.introduction = Hello(1, "liar", tuple(plays), capabilities=capabilities)
        self.asked = 0

    def hello(self) -> Hello:
        return self.introduction

    def request(self, message: Message) -> Answer:
        self.asked += 1
        return self.change(message, self.reference.request(self.before(message)))

    def before(self, message: Message) -> Message:
        """Return what the reference is asked in truth."""
        return message

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        answers: list[Answer] = []
        for message in messages:
            try:
                answers.append(self.request(message))
            except SubjectFailure as failure:
                failure.answered = answers
                raise
        return answers

    def restart(self) -> None:
        self.reference.restart()

    def close(self) -> None:
        self.reference.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@pytest.fixture(scope="session")
def book() -> Rulebook:
    """The project's rulebook."""
    return load_rulebook()


@pytest.fixture
def no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder that is used in this test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("MOCSAR_CACHE", str(folder))
    return folder


def claim(book: Rulebook, setting: str = "kollar", stated: Mapping[str, Any] | None = None) -> Claim:
    """Return the claim to play a setting; without `stated`, every value is stated."""
    chosen = book.setting(setting)
    return Claim(chosen, frozenset(chosen.values if stated is None else stated))
