"""Which cards a scenario means that names them by rank alone, in a game that tells suits apart.

What is written with suits means itself. In a game that does not tell suits apart, everything does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from mocsar_conformance.scenario.kinds import Kinds
from mocsar_conformance.scenario.model import ActStep, Claim, Expectation, Written
from mocsar_reference import Action, Game, State
from mocsar_reference.language.types import CARDS, Maybe, Type

HANDS = "hands"
"""The entry of the view that shows the cards each player holds."""


class Namer:
    """Finds the cards that are meant, in positions of a game."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        self.game = game
        self.players = players
        self.kinds = Kinds(game)

    def step(self, step: ActStep, state: State) -> ActStep:
        """Return a step with the cards that its action names in a position; see `action`."""
        action = self.action(step.action, step.player, state)
        return step if action is step.action else replace(step, written=replace(step.written, action=action))

    def action(self, action: Action, player: str, state: State) -> Action:
        """Return an action with the cards that it names in a position.

        Of each rank these are the first that the player holds, all of one suit where he holds them so; and where he
        holds too few, others of the pack.
        """
        if not self.kinds.bare(action.cards):
            return action
        held = Counter(self.game.view(state).get(HANDS, {}).get(player, ()))
        return replace(action, cards=tuple(self._cards(action.cards, self.players.index(player), held)))

    def claim(self, claim: Claim, state: State) -> Claim:
        """Return what a claim means of actions with suits; as it is where it names no cards by rank alone.

        An action by rank is legal if one with such cards is; `exact` has all of these. One that is not legal stands
        there with the cards that `action` gives it.
        """
        if not any(self.kinds.bare(each.action.cards) for each in claim.actions()):
            return claim
        legal = self.game.legal(state, claim.player)

        def ways(written: Written) -> list[Written]:
            found = self._ways(written.action, claim.player, state, legal)
            return [replace(written, action=each) for each in found]

        exact = None
        if claim.exact is not None:
            listed = {each.action: each for written in claim.exact for each in ways(written)}
            exact = tuple(listed.values())
        includes, excludes = (tuple(ways(each)[0] for each in some) for some in (claim.includes, claim.excludes))
        return replace(claim, exact=exact, includes=includes, excludes=excludes)

    def expectation(self, expected: Expectation, view: Mapping[str, Any]) -> Expectation:
        """Return an expectation with the cards that a view shows, wherever it states their ranks."""
        if not self.kinds.of:
            return expected
        shown, value = view.get(expected.entry), expected.value
        if not isinstance(value, Mapping):
            whole = expected.kinds if isinstance(expected.kinds, Type) else None
            return replace(expected, value=self._value(whole, value, shown))
        shown = shown if isinstance(shown, Mapping) else {}
        stated = {
            key: self._value(expected.kinds if isinstance(expected.kinds, Type) else expected.kinds[key], each, there)
            for key, each in value.items()
            for there in [shown.get(key, expected.omitted)]
        }
        return replace(expected, value=stated)

    def _value(self, kind: Type | None, stated: Any, shown: Any) -> Any:
        if isinstance(kind, Maybe):
            kind = kind.of
        if kind != CARDS or not isinstance(stated, list) or not isinstance(shown, list):
            return stated
        return list(shown) if self._fit(stated, shown) else stated

    def _ways(self, action: Action, player: str, state: State, legal: Sequence[Action]) -> list[Action]:
        """Return the legal actions that an action means; where there are none, one that is not legal."""
        if not self.kinds.bare(action.cards):
            return [action]
        same = (each for each in legal if (each.do, each.rank) == (action.do, action.rank))
        found = dict.fromkeys(replace(action, cards=each.cards) for each in same if self._fit(action.cards, each.cards))
        accepted = [each for each in found if self.game.judge(state, player, each).accepted]
        return accepted or [self.action(action, player, state)]

    def _fit(self, stated: Sequence[str], cards: Sequence[str]) -> bool:
        """Tell whether cards are those stated: the same where suits are written, else of the same ranks."""
        bare, rest = Counter(self.kinds.bare(stated)), Counter(cards)
        written = Counter(stated) - bare
        if written - rest:
            return False
        return bare == Counter(self.kinds.rank(card) for card in (rest - written).elements())

    def _cards(self, cards: Sequence[str], suit: int, held: Counter[str]) -> Iterator[str]:
        """Go through cards, each named by rank alone with a suit; `suit` is the number of the first that is tried."""
        bare = self.kinds.bare(cards)
        written = Counter(cards) - Counter(bare)
        own, others = held - written, self._pack - written
        others -= own
        if len(set(bare)) == len(bare):
            number = len(self.kinds.of[bare[0]])
            suits = range(suit, suit + number)
            suit = next((each for each in suits if all(own[self.kinds.turned(rank, each)[0]] for rank in bare)), suit)
        for card in cards:
            if card in self.kinds.of:
                there = self.kinds.turned(card, suit)
                found = ((pool, each) for pool in (own, others) for each in there if pool[each] > 0)
                pool, card = next(found, (others, there[0]))
                pool[card] -= 1
            yield card

    @cached_property
    def _pack(self) -> Counter[str]:
        return Counter(self.game.pack(len(self.players)))
