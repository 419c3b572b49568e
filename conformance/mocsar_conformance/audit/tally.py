"""Sums what is found: how often, by kind and rule, and the first cases of each in full. Sums add up in any split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mocsar_conformance.text import neutralise

MOST_EDITIONS = 3
"""How many other editions are named."""
Key = tuple[str, str]
"""A code, and the id of the rule (or the reason, the entry of the view) that it is counted under; "" for none."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One case. Every text in it is harmless. `line` and `match` count from 1 in the file, `deal` in the match,
    `move` in the deal (of an action: which one it is; else how many there were); 0 where there is none."""

    code: str
    key: str
    file: str
    line: int
    match: int = 0
    deal: int = 0
    move: int = 0
    conversation: str = ""
    setting: str = ""
    player: str = ""
    action: Mapping[str, Any] | None = None
    rules: tuple[str, ...] = ()
    """Ids of the rules that refuse it, those that decide first."""
    reason: str = ""
    situation: Mapping[str, Any] | None = None
    """The view just before, everything."""
    expected: Any = None
    got: Any = None
    what: str = ""
    """More about it: a key of the words, or plain text."""
    game: Mapping[str, Any] | None = field(default=None, compare=False)
    """What it takes to play the deal again up to here (`fuzz.plan.Plan` as JSON)."""


@dataclass(slots=True)
class Tally:
    """What was judged, and what was found. `most` cases of each kind and rule are kept in full."""

    most: int
    counts: Counter[Key] = field(default_factory=Counter)
    samples: dict[Key, list[Finding]] = field(default_factory=dict)
    lines: int = 0
    matches: int = 0
    deals: int = 0
    moves: int = 0
    unjudged: int = 0
    """Actions that could not be judged."""
    skipped: int = 0
    """Lines that belong to no match that can be judged."""
    broken_off: int = 0
    """Matches whose record ends in the middle of a deal, which is no fault."""
    other_edition: int = 0
    """Matches that were judged, and say that they were played by another edition of the rulebook."""
    editions: tuple[str, ...] = ()
    """These editions, in the order of the matches, no more than one more than are named; harmless."""
    unanswered: int = 0
    """Actions of which the log does not say what became."""

    def note(self, code: str, key: str, case: Callable[[], Finding]) -> None:
        """Count a case; `case` is asked for it only while it is wanted in full."""
        self.counts[code, key] += 1
        kept = self.samples.setdefault((code, key), [])
        if len(kept) < self.most:
            kept.append(case())

    def otherwise(self, edition: str) -> None:
        """Count a match that was played by another edition."""
        self.other_edition += 1
        self._name((neutralise(edition, 40),))

    def _name(self, editions: tuple[str, ...]) -> None:
        self.editions = tuple(dict.fromkeys(self.editions + editions))[: MOST_EDITIONS + 1]

    def add(self, later: Tally, lines: int = 0, matches: int = 0) -> None:
        """Add what came of a later part; `lines` and `matches` of the same file came before it."""
        self.counts.update(later.counts)
        for key, cases in later.samples.items():
            kept = self.samples.setdefault(key, [])
            kept += [
                replace(each, line=each.line + lines, match=each.match + matches if each.match else 0)
                for each in cases[: max(0, self.most - len(kept))]
            ]
        self.lines += later.lines
        self.matches += later.matches
        self.deals += later.deals
        self.moves += later.moves
        self.unjudged += later.unjudged
        self.skipped += later.skipped
        self.broken_off += later.broken_off
        self.unanswered += later.unanswered
        self.other_edition += later.other_edition
        self._name(later.editions)

    def trim(self, most: int) -> None:
        """Keep no more than so many cases of each kind and rule in full."""
        self.samples = {key: cases[:most] for key, cases in self.samples.items()}

    @property
    def found(self) -> int:
        """How much was found."""
        return self.counts.total()
