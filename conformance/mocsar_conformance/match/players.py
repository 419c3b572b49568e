"""Players that choose without a person. They know the actions, the cards and their order, and no rule of the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from mocsar_reference import Action, Game, State

Choose = Callable[[State, str], Action]
"""Chooses one of the legal actions of a player in a position; there must be one."""


def order(game: Game, players: int) -> Mapping[str, int]:
    """Return the places of cards and ranks in the pack's order, low to high."""
    return {each: place for place, each in enumerate(dict.fromkeys((*game.pack(players), *game.plan.ranks)))}


def at_random(game: Game, rnd: random.Random) -> Choose:
    """Return a player to whom every legal action is as good."""
    return lambda state, player: rnd.choice(game.legal(state, player))


def simply(game: Game, rnd: random.Random) -> Choose:
    """Return a player who plays low cards first, many of them at once, and keeps the high ones.

    Of the actions with cards it takes one whose highest card is lowest in the pack's order, and of these one with most
    cards; without such, one that names a rank, the highest; else one of the others.
    """

    def choose(state: State, player: str) -> Action:
        place = order(game, len(state.names))
        legal = game.legal(state, player)
        best = min(_merit(each, place) for each in legal)
        return rnd.choice([each for each in legal if _merit(each, place) == best])

    return choose


def _merit(action: Action, place: Mapping[str, int]) -> tuple[int, ...]:
    """Return what the simple player prefers, the least first."""
    if action.cards:
        cards = sorted((place[each] for each in action.cards), reverse=True)
        return (0, cards[0], -len(cards), *cards)
    return (1, -place.get(action.rank, 0)) if action.rank else (2,)


PLAYERS: Mapping[str, Callable[[Game, random.Random], Choose]] = {"random": at_random, "simple": simply}
"""By the name that the command gives them."""


def who_acts(game: Game, state: State, rnd: random.Random, first: Sequence[str] = ()) -> str | None:
    """Return a player who can act, if possible one of `first`; None where nobody can."""
    able = game.to_act(state)
    preferred = [name for name in able if name in first]
    return rnd.choice(preferred or able) if able else None
