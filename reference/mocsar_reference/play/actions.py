"""What players do, and what the rulebook says to it: values that the public API takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does: `do` is the action's name.

    `cards` are rank ids, in any order, one for each card (`("5", "5", "joker")`). `as_form` and `as_rank` say what the
    cards are meant as, where they can be taken for more than one thing. `rank` is the rank that is named, for actions
    that name one.
    """

    do: str
    cards: tuple[str, ...] = ()
    as_form: str | None = None
    as_rank: str | None = None
    rank: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the action as the protocol writes it."""
        result: dict[str, Any] = {"do": self.do}
        if self.cards:
            result["cards"] = list(self.cards)
        meant = {"form": self.as_form, "rank": self.as_rank}
        if any(meant.values()):
            result["as"] = {name: value for name, value in meant.items() if value}
        if self.rank is not None:
            result["rank"] = self.rank
        return result

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Action:
        """Return the action that the protocol's object means. Raises KeyError without `do`."""
        meant = data.get("as") or {}
        return cls(data["do"], tuple(data.get("cards", ())), meant.get("form"), meant.get("rank"), data.get("rank"))

    def __str__(self) -> str:
        meant = f" as {' '.join(filter(None, (self.as_form, self.as_rank)))}" if self.as_form or self.as_rank else ""
        return " ".join((self.do, *self.cards, *((self.rank,) if self.rank else ()))) + meant


@dataclass(frozen=True, slots=True)
class Failure:
    """A requirement that an action did not meet. `rule` is None where the engine itself refuses (wrong phase)."""

    rule: str | None
    requirement: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an action is accepted, and every requirement it fails, in the rulebook's order."""

    failed: tuple[Failure, ...] = ()

    @property
    def accepted(self) -> bool:
        return not self.failed

    @property
    def reason(self) -> str | None:
        """The first reason for a refusal, or None."""
        return self.failed[0].reason if self.failed else None


class IllegalAction(Exception):  # noqa: N818 (what it is, not that it is an error)
    """The action was refused; the state is as it was. `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(", ".join(each.reason for each in verdict.failed))
        self.verdict = verdict
