"""What can go wrong, as diagnostics: a code, a place, what is wrong, and what would be right.

Which step raises which: `load` raises Y (YAML) and S (schema) codes, `language` X through `ExpressionError`, which
`resolve` turns into diagnostics with a place; `resolve` and `check` give R (rulebook), `play` raises R9.
The kit adds C (scenarios), P (protocol and subjects) and U (usage).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands in a file. Line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint. `hint` says what would be right; it is empty where `message` already does."""

    code: str
    place: Place | None
    message: str
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        hint = f"\n  hint: {_visible(self.hint)}" if self.hint else ""
        return f"{where}{self.code} {_visible(self.message)}{hint}"


def _visible(text: str) -> str:
    """Return a text with what does not print, such as a line end out of somebody's file, as escapes."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class MocsarError(Exception):
    """One or more diagnostics; nothing was changed."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(each) for each in self.diagnostics))


class ExpressionError(Exception):
    """A fault in one expression. `offset` counts characters from 0 in the expression's text."""

    def __init__(self, code: str, offset: int, message: str, hint: str = "") -> None:
        super().__init__(f"{code} at {offset}: {message}")
        self.code = code
        self.offset = offset
        self.message = message
        self.hint = hint


def fail(code: str, place: Place | None, message: str, hint: str = "") -> MocsarError:
    """Return (for the caller to raise) an error of a single diagnostic."""
    return MocsarError([Diagnostic(code, place, message, hint)])


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "did you mean 'x'?" for the nearest known word, else the list of known words, else ""."""
    words = sorted(set(known))
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"known here: {', '.join(words[:20])}{' …' if len(words) > 20 else ''}" if words else ""
