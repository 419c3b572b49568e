"""Positions to try things in: small deals of one setting, made without knowing its rules, and the reference's answers.

The reference is asked only what is legal or refused there, so that what an implementation does can be compared with
what it did itself under other names, in another order, or after another game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mocsar_conformance.starting import start_of
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Game, MocsarError, Rulebook, Setting

Message = dict[str, Any]

NAMES: Final = ("Anna", "Bea", "Csaba", "Dani", "Emma", "Feri", "Gabi", "Hugo", "Ida", "Jani", "Kata", "Laci")
SMALL: Final = 3
"""Cards in each hand of a small deal."""
TRIES: Final = 60
"""Random deals looked through for one with what is wanted."""
LONGEST: Final = 200
"""Steps after which a deal is left unfinished."""
VARIETY: Final = 6
"""Cards in each hand where an action with different cards is looked for."""


@dataclass(frozen=True, slots=True)
class Step:
    """A request, and the reference's answer to it."""

    request: Message
    answer: Message


class Situation:
    """One setting, and deals in it. `players` is how many are at the table in small deals."""

    def __init__(self, book: Rulebook, setting: Setting) -> None:
        self.setting = setting
        self.game: Game = book.game(setting)
        self.contents = book.contents
        self.fewest, self.most, _ = setting.variant.players
        self.players = NAMES[: self.fewest]
        self.reference = ReferenceSubject(book)

    def start(self, players: Sequence[str], hands: Mapping[str, Sequence[str]] | None = None, **more: Any) -> Message:
        """Return a request `start`; the first player leads and deals, so far as chance decides that."""
        message: Message = start_of(self.setting, self.contents)
        message["players"] = list(players)
        if hands is not None:
            message["hands"] = {name: list(cards) for name, cards in hands.items()}
        chance = dict.fromkeys(self.contents.model.chance, players[0])
        return {**message, "chance": chance, **more}

    def dealt(self, players: Sequence[str], size: int, seed: int = 0) -> dict[str, list[str]]:
        """Return hands of at most `size` cards each, at random; the same for the same seed."""
        pack = list(self.game.pack(len(players)))
        random.Random(seed).shuffle(pack)
        size = min(size, len(pack) // len(players))
        return {name: pack[at * size : (at + 1) * size] for at, name in enumerate(players)}

    def whole(self, players: Sequence[str]) -> dict[str, list[str]]:
        """Return hands that the whole pack is dealt out to."""
        pack = list(self.game.pack(len(players)))
        random.Random(0).shuffle(pack)
        return {name: pack[at :: len(players)] for at, name in enumerate(players)}

    def small(self, players: Sequence[str] = (), seed: int = 0, size: int = SMALL) -> Message:
        """Return a `start` of a small deal."""
        players = players or self.players
        return self.start(players, self.dealt(players, size, seed))

    def asked(self, *requests: Message) -> Message:
        """Return the reference's answer to the last of some requests."""
        return self.reference.exchange(requests)[-1]

    def played(self, start: Message) -> Iterator[Step]:
        """Yield a whole deal as the reference plays it: its start, then for each step the first action with cards."""
        yield Step(start, self.reference.request(start))
        players = start["players"]
        for _ in range(LONGEST):
            for player in players:
                actions = self.legal(player)
                if actions:
                    break
            else:
                return
            request: Message = {"request": "act", "player": player, "action": self.chosen(actions)}
            yield Step(request, self.reference.request(request))

    def legal(self, player: str) -> list[Message]:
        """Return what a player may do where the reference stands."""
        found = self.reference.request({"request": "legal", "player": player})
        return list(found.get("actions", ()))

    def chosen(self, actions: Sequence[Message]) -> Message:
        """Return the plainest of some legal actions: with cards where there are such, and with few of them."""
        return min(actions, key=lambda each: (not each.get("cards"), "as" in each, len(each.get("cards", ()))))

    def of_different_cards(self) -> tuple[Message, str, Message] | None:
        """Return a start, a player and a legal action with different cards, if one can be found."""
        for seed in range(TRIES):
            start = self.small(seed=seed, size=VARIETY)
            try:
                self.reference.request(start)
            except MocsarError:
                continue
            for player in self.players:
                for action in self.legal(player):
                    if len(set(action.get("cards", ()))) > 1:
                        return start, player, action
        return None


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a JSON value with players called otherwise, wherever their names stand."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): renamed(of, names) for key, of in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return value
