"""What the plugin's tests share: a project of somebody's with a test of its own, and subjects in this very process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.pytest_plugin import suite
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    Plays,
    SubjectCrashed,
    SubjectFailure,
    SubjectUnusable,
)
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_conformance.subjects.target import Target
from mocsar_reference import Rulebook, load_rulebook

EQUAL = "following/equal-is-refused"
LOWER = "following/lower-is-refused"


class Played(ReferenceSubject):
    """The reference, but for what a test changes; it counts how often it was started and closed."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.wrong: Callable[[Answer], None] = lambda _: None
        self.plays: tuple[Plays, ...] = (Plays("kollar"),)
        self.lacks: frozenset[str] = frozenset()
        self.crashes = False
        self.unusable_after = -1
        self.opened = self.asked = self.closed = 0

    def hello(self) -> Hello:
        if self.unusable_after == 0:
            raise SubjectUnusable(Diagnosis("P001", "the command was not found: nde", "look at the path"))
        self.asked += 1
        known = super().hello()
        return replace(known, plays=self.plays, capabilities=known.capabilities - self.lacks)

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        answers: list[Answer] = []
        for message in messages:
            try:
                answers.append(self.request(message))
            except SubjectFailure as failure:
                failure.answered = answers
                raise
        return answers

    def request(self, message: Message) -> Answer:
        if self.unusable_after > 0:
            self.unusable_after -= 1
        elif self.unusable_after == 0:
            raise SubjectUnusable(Diagnosis("P070", "the server cannot be reached"), message)
        if self.crashes:
            self.restart()
            raise SubjectCrashed(Diagnosis("P010", "the subject ended before it had answered"), message)
        answer = super().request(message)
        self.wrong(answer)
        return answer

    def close(self) -> None:
        self.closed += 1
        super().close()


def accepts_equal(answer: Answer) -> None:
    """The mistake of the tests: what is refused because it is not higher is said to be accepted."""
    if answer.get("reason") == "not-higher":
        answer["answer"] = "accepted"
        del answer["reason"]


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="session")
def scenarios(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> list[Scenario]:
    with chdir(
        tmp_path_factory.mktemp("elsewhere")
    ):  # files are shown from the folder that one is in, and each test has its own
        return load_scenarios(None, book)


@pytest.fixture
def subject(book: Rulebook, scenarios: list[Scenario], monkeypatch: pytest.MonkeyPatch) -> Played:
    """The subject that any option leads to, with a rulebook that is loaded already."""
    played = Played(book)

    def opened(*_: Any, **__: Any) -> Played:
        played.opened += 1
        return played

    monkeypatch.setattr(Target, "open", opened)
    monkeypatch.setattr(suite, "load_book", lambda overlays: book)
    monkeypatch.setattr(suite, "load_all_scenarios", lambda book, overlays: scenarios)
    return played


class Project:
    """A folder with one test of somebody's own, in which pytest is run in this process."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        pytester.makepyfile(test_own="def test_mine(): pass")
        self.folder: Path = pytester.path

    def run(self, *words: str, subject: str | None = "node adapter.js") -> pytest.RunResult:
        """Run pytest with a subject, and without what other plugins may add."""
        named = ("--mocsar-subject", subject) if subject else ()
        plain = ("-p", "no:hypothesispytest", "-p", "no:randomly", "--color=no")
        return self.pytester.runpytest_inprocess(*plain, *named, *words)

    def ids(self, *words: str, subject: str | None = "node adapter.js") -> list[str]:
        """Return the ids of the tests that pytest would run."""
        result = self.run("--collect-only", "-q", *words, subject=subject)
        return [line for line in result.outlines if "::" in line]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    return Project(pytester)
