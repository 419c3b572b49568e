"""A whole game as a value: who plays, what is dealt, and all that is tried, legal or not. It can be cut and written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mocsar_reference import Action

Hands = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a deal begins: hands or a pack, neither where the subject deals for itself, and what chance decides."""

    hands: Hands | None
    pack: tuple[str, ...] | None
    chance: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """A player tries something."""

    player: str
    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """The subject is asked what a player may do."""

    player: str


@dataclass(frozen=True, slots=True)
class Next:
    """The next deal of the match begins."""

    dealing: Dealing


Step = Act | Ask | Next


@dataclass(frozen=True, slots=True)
class Plan:
    """A game of one setting. `standing` are the places of a deal before, best first; empty in a first deal."""

    setting: str
    players: tuple[str, ...]
    standing: tuple[str, ...]
    first: Dealing
    steps: tuple[Step, ...]

    @property
    def dealings(self) -> tuple[Dealing, ...]:
        """How its deals begin, in order."""
        return (self.first, *(step.dealing for step in self.steps if isinstance(step, Next)))

    @property
    def moves(self) -> int:
        """How many steps follow the start: what is tried or asked, and every further deal."""
        return len(self.steps)

    def cut(self, steps: int) -> Plan:
        """Return the game up to so many steps."""
        return replace(self, steps=self.steps[:steps])

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `from_json` gives an equal plan back."""
        return {
            "setting": self.setting,
            "players": list(self.players),
            "standing": list(self.standing),
            "first": _dealing_json(self.first),
            "steps": [_step_json(each) for each in self.steps],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """Return what `to_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            str(data["setting"]),
            _texts(data["players"]),
            _texts(data["standing"]),
            _dealing(data["first"]),
            tuple(_step(each) for each in data["steps"]),
        )

    @property
    def key(self) -> str:
        """A text that equal plans share."""
        return json.dumps(self.to_json(), sort_keys=True)


def _dealing_json(dealing: Dealing) -> dict[str, Any]:
    hands = None if dealing.hands is None else {name: list(cards) for name, cards in dealing.hands.items()}
    pack = None if dealing.pack is None else list(dealing.pack)
    return {"hands": hands, "pack": pack, "chance": dict(dealing.chance)}


def _dealing(data: Mapping[str, Any]) -> Dealing:
    hands = None if data["hands"] is None else {str(name): _texts(cards) for name, cards in data["hands"].items()}
    pack = None if data["pack"] is None else _texts(data["pack"])
    return Dealing(hands, pack, {str(name): str(player) for name, player in data["chance"].items()})


def _step_json(step: Step) -> dict[str, Any]:
    match step:
        case Act(player, action):
            return {"act": player, "action": action.to_json()}
        case Ask(player):
            return {"ask": player}
        case Next(dealing):
            return {"deal": _dealing_json(dealing)}


def _step(data: Mapping[str, Any]) -> Step:
    if "act" in data:
        return Act(str(data["act"]), Action.from_json(data["action"]))
    return Ask(str(data["ask"])) if "ask" in data else Next(_dealing(data["deal"]))


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError("a list is wanted")
    return tuple(map(str, values))
