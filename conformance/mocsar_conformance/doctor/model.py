"""What an examination consists of: checks, what became of each, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from mocsar_conformance.doctor.bench import Bench

Result = Literal["ok", "warn", "fail", "not-tried"]
EVERY_KIND: Final = frozenset({"command", "http", "python"})
SERVER: Final = frozenset({"http"})
LINES: Final = frozenset({"command"})
"""Ways in on which the implementation itself writes the lines."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `values` fill the places in its texts; every text in it is neutralised.

    `lines` are the last ones sent (">") and received ("<"); `note` is what the reader of lines says of them.
    """

    code: str
    check: str
    values: Mapping[str, str] = field(default_factory=dict)
    lines: Sequence[tuple[str, str]] = ()
    stderr: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to be tried. It is left out where one of those it `needs` came to nothing, and for other `kinds`."""

    id: str
    run: Callable[[Bench], None]
    needs: tuple[str, ...] = ()
    kinds: frozenset[str] = EVERY_KIND


@dataclass(frozen=True, slots=True)
class Examined:
    """What became of a check. `because` is the key, and `values` the places, of why it was not tried, or of a note."""

    check: str
    result: Result
    findings: Sequence[Finding] = ()
    because: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


class NotTried(Exception):  # noqa: N818 (what happened, not that it is an error)
    """A check cannot be made; `because` is the key of the reason's text."""

    def __init__(self, because: str, **values: str) -> None:
        super().__init__(because)
        self.because = because
        self.values = values


class Broken(Exception):  # noqa: N818 (what it is: an answer that cannot be used)
    """No answer came that could be used. `code` says why, the rest is as in a `Finding`."""

    def __init__(
        self,
        code: str,
        values: Mapping[str, str] | None = None,
        lines: Sequence[tuple[str, str]] = (),
        stderr: str = "",
        note: str = "",
    ) -> None:
        super().__init__(code)
        self.code = code
        self.values = dict(values or {})
        self.lines = tuple(lines)
        self.stderr = stderr
        self.note = note

    def finding(self, check: str, code: str = "", **values: str) -> Finding:
        """Return it as a finding, under another code where it is the answer to a provocation."""
        return Finding(code or self.code, check, {**self.values, **values}, self.lines, self.stderr, self.note)
