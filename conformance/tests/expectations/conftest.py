"""What these tests share: the command in this process, and a subject that is wrong in a known way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

import mocsar_reference
from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.subjects.base import Answer, Diagnosis, Hello, Message, Plays, SubjectCrashed
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@dataclass
class Lie:
    """What a subject does wrong: it accepts what is to be refused for the reason `wrong`, "" for none.

    It ends when it is asked for the `ends`-th start; that may be answered with Ctrl-C instead.
    """

    wrong: str = "not-higher"
    version: str = "1.4.0"
    plays: Sequence[str] = ("kollar",)
    ends: int = 0
    interrupts: bool = False
    starts: list[Message] = field(default_factory=list)


class Lying(ReferenceSubject):
    def __init__(self, book: Rulebook, lie: Lie) -> None:
        super().__init__(book)
        self.lie = lie

    def hello(self) -> Hello:
        plays = tuple(Plays(each) for each in self.lie.plays)
        capabilities = frozenset({"hands", "standing", "pack"})
        return replace(super().hello(), name="test", version=self.lie.version, plays=plays, capabilities=capabilities)

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        answers = []
        for message in messages:
            if message["request"] == "start":
                self.lie.starts.append(message)
                if len(self.lie.starts) == self.lie.ends:
                    if self.lie.interrupts:
                        raise KeyboardInterrupt
                    raise SubjectCrashed(Diagnosis("P010", "it is gone"), tuple(answers))
            answer = self.request(message)
            if self.lie.wrong and answer.get("reason") == self.lie.wrong:
                answer = {"id": answer["id"], "answer": "accepted", "view": answer["view"]}
            answers.append(answer)
        return answers


_book, _scenarios = cache(mocsar_reference.load_rulebook), cache(load_scenarios)


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the rulebook and the scenarios once for all these tests."""
    monkeypatch.setattr(mocsar_reference, "load_rulebook", lambda *_: _book())
    monkeypatch.setattr("mocsar_conformance.scenario.load.load_scenarios", lambda *_: list(_scenarios(None, _book())))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")


@pytest.fixture
def mocsar() -> Callable[..., Ended]:
    """Return what runs the command in this process."""

    def run(*words: object) -> Ended:
        result = CliRunner().invoke(cli, [str(each) for each in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def lie(monkeypatch: pytest.MonkeyPatch) -> Lie:
    """Return what the subject does wrong that every command line names, in this process; it may be changed."""
    told = Lie()

    def opened(target: Target, book: Rulebook, *_: Any) -> Lying:
        assert target.given
        return Lying(book, told)

    monkeypatch.setattr(Target, "open", opened)
    return told
