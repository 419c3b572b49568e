"""A match under way: its deals come from a seed, and all that happens is kept."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mocsar_reference import Action, Game, IllegalAction, State, Verdict

NAMES = ("Anna", "Bea", "Csaba", "Dani", "Emma", "Feri", "Gabi", "Hugó", "Ida", "Jani", "Kati", "Laci")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins: the pack in the order in which it is dealt, and what chance decides, by player's name."""

    number: int
    pack: tuple[str, ...]
    chance: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]] | None
    """The hands that are dealt so, where dealing them comes to the very same position; else None."""


@dataclass(frozen=True, slots=True)
class Done:
    """A player did something. `refused` is the reason for which it was refused, None where it was accepted."""

    player: str
    action: Action
    refused: str | None = None
    rules: tuple[str, ...] = ()
    """Ids of the rules that refused it."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal ended: the places, best first, and the titles, by name; none where the match ended with it."""

    places: tuple[str, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listed:
    """It was looked at what a player could do: some of it, and some of what he could not; all of it without either."""

    player: str
    includes: tuple[Action, ...] = ()
    excludes: tuple[Action, ...] = ()
    exact: tuple[Action, ...] | None = None


Entry = Dealt | Done | Ended | Listed


class Match:
    """A match of one game. The same seed, whole or text, gives the same deals, whatever the players do.

    `state` is the position, `log` all that happened. Make it, then call `deal`.
    """

    def __init__(self, game: Game, players: Sequence[str], seed: int | str) -> None:
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.log: list[Entry] = []
        self.deals = 0
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The position. Raises ValueError before the first deal."""
        if self._state is None:
            raise ValueError("no deal has begun")
        return self._state

    @property
    def deal_is_over(self) -> bool:
        """Whether no deal is under way."""
        return self._state is None or self.game.contents.model.phases[self._state.phase].next is not None

    @property
    def is_over(self) -> bool:
        """Whether no further deal can begin."""
        return self._state is not None and self.game.contents.model.phases[self._state.phase].next not in (None, "deal")

    def deal(self) -> Dealt:
        """Begin the next deal. Raises MocsarError R905 where none can begin."""
        rnd = random.Random(f"{self.seed}/{self.deals}")
        pack = list(self.game.pack(len(self.players)))
        rnd.shuffle(pack)
        chance = {name: rnd.choice(self.players) for name in self.game.contents.model.chance}
        before = self._state
        self._state = self._begun(before, chance, pack=pack)
        self.deals += 1
        dealt = Dealt(self.deals, tuple(pack), chance, self._hands(before, chance))
        self.log.append(dealt)
        return dealt

    def act(self, player: str, action: Action) -> Verdict:
        """Do something if the rules allow it, and return what they say.

        Raises MocsarError R901 or R907 where there is no such player, action or card; nothing is kept of that.
        """
        try:
            self._state, _ = self.game.apply(self.state, player, action)
            verdict = Verdict()
        except IllegalAction as refusal:
            verdict = refusal.verdict
        rules = tuple(dict.fromkeys(each.rule for each in verdict.failed if each.rule))
        self.log.append(Done(player, action, verdict.reason, rules))
        if self.deal_is_over:
            view = self.game.view(self.state)
            self.log.append(Ended(tuple(view.get("out") or ()), view.get("titles") or {}))
        return verdict

    def _begun(
        self,
        before: State | None,
        chance: Mapping[str, str],
        *,
        pack: Sequence[str] | None = None,
        hands: Mapping[str, Sequence[str]] | None = None,
    ) -> State:
        if before is None:
            return self.game.start(self.players, pack=pack, hands=hands, chance=chance)
        return self.game.next_deal(before, pack=pack, hands=hands, chance=chance)

    def _hands(self, before: State | None, chance: Mapping[str, str]) -> Mapping[str, tuple[str, ...]] | None:
        """Return the hands there are now if they are the hands as dealt: nothing has been moved yet."""
        hands = {name: tuple(cards) for name, cards in (self.game.view(self.state).get("hands") or {}).items()}
        same = sum(map(len, hands.values())) == len(self.game.pack(len(self.players)))
        return hands if same and self._begun(before, chance, hands=hands) == self.state else None
