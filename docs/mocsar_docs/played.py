"""What is found out by playing: who gets which title."""

from __future__ import annotations

from mocsar_reference import Rulebook, Setting


def titles_by_place(rulebook: Rulebook, setting: Setting) -> dict[int, tuple[str, ...]]:
    """Return the titles from the first place down, by number of players, as a played deal gives them out."""
    low, high, _ = setting.variant.players
    return {players: _titles(rulebook, setting, players) for players in range(low, high + 1)}


def _titles(rulebook: Rulebook, setting: Setting, players: int) -> tuple[str, ...]:
    """Play a deal in which each player holds one card, and return the titles from the first place down."""
    game = rulebook.game(setting)
    names = [f"P{number}" for number in range(players)]
    pack = game.pack(players)
    hands = {name: (pack[number],) for number, name in enumerate(names)}
    state = game.start(names, hands=hands)
    while acting := game.to_act(state):
        state, _ = game.apply(state, acting[0], game.legal(state, acting[0])[0])
    view = game.view(state)
    return tuple(view["titles"][name] for name in view["out"])
