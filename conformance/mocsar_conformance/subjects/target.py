"""Which implementation a command line names, and how to open it: a command, an address, a Python object, or none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mocsar_reference.errors import fail

if TYPE_CHECKING:
    from mocsar_conformance.subjects.base import Subject
    from mocsar_reference import Rulebook

Kind = Literal["command", "http", "python", "reference"]

TIME_LIMIT = 5.0
"""Seconds for one answer, unless a user says otherwise."""
HELLO_LIMIT = 20.0
"""Seconds for the first answer: starting may take longer."""


@dataclass(frozen=True, slots=True)
class Target:
    """The implementation that a user names; without any it is the reference.

    `words` are a command, `url` an address, `python` MODULE:FACTORY; at most one of them is there. The limits are
    seconds for one answer and for the first.
    """

    words: tuple[str, ...] = ()
    url: str = ""
    python: str = ""
    time_limit: float = TIME_LIMIT
    hello_limit: float = HELLO_LIMIT

    def __post_init__(self) -> None:
        """Raise MocsarError U013 where several are named, or one in a form that cannot be used."""
        if sum(map(bool, (self.words, self.url, self.python))) > 1:
            raise fail("U013", None, "several implementations are named", "name one: -- CMD, --url or --python")
        module, colon, factory = self.python.partition(":")
        if self.python and not (colon and _dotted(module) and _dotted(factory)):
            hint = "write MODULE:FACTORY, such as my_adapter:make"
            raise fail("U013", None, f"'{self.python}' names no Python object", hint)

    @property
    def given(self) -> bool:
        """Whether an implementation is named."""
        return self.kind != "reference"

    @property
    def kind(self) -> Kind:
        """How it is reached."""
        if self.words:
            return "command"
        return "http" if self.url else "python" if self.python else "reference"

    @property
    def shown(self) -> tuple[str, ...]:
        """The words that name it on a command line; none for the reference."""
        if self.words:
            return ("--", *self.words)
        return ("--url", self.url) if self.url else ("--python", self.python) if self.python else ()

    @property
    def command(self) -> tuple[str, ...]:
        """The command that is started; none for an address and for the reference."""
        if self.python:
            return (sys.executable, "-m", "mocsar_conformance.subjects.host", self.python)
        return self.words

    def open(self, book: Rulebook, lang: str = "en", wire: Callable[[str, bytes], None] | None = None) -> Subject:
        """Return the subject, not yet started; `wire` is told every line. Raises MocsarError U013 for a wrong address.

        The reference has no lines, so that `wire` is told nothing of it.
        """
        edition = book.contents.edition
        if self.kind == "reference":
            from mocsar_conformance.subjects.reference import ReferenceSubject

            return ReferenceSubject(book)
        limit, hello = self.time_limit, self.hello_limit
        if self.kind == "http":
            from mocsar_conformance.subjects.http import HttpSubject

            return HttpSubject(self.url, time_limit=limit, hello_limit=hello, language=lang, edition=edition, wire=wire)
        from mocsar_conformance.subjects.command import CommandSubject

        return CommandSubject(
            self.command, time_limit=limit, hello_limit=hello, language=lang, edition=edition, wire=wire
        )


def shown_line(target: Target, words: Sequence[str]) -> str:
    """Return a command line that starts with `words` and names the target."""
    import shlex

    return shlex.join([*words, *target.shown])


def _dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))
