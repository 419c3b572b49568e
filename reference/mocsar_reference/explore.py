"""Explores a game from a position to its every end: what must hold everywhere is checked, and the lines are counted.

Positions that nothing tells apart are looked into once, however many lines lead to them. What is counted are lines, not
positions: how many sequences of so many actions there are, and how many of them end the deal.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

from .compile.cards import Move
from .compile.relevance import relevant
from .play.actions import Action
from .play.game import Game, State

MOST = 2_000_000
"""Positions, after which an exploration gives up."""

LONG = 250
"""Actions, after which it is worth looking whether a line goes on for ever."""

Edge = tuple[int, Move, int]
"""Seat, move, and the number of the position that it leads to."""
Way = tuple[int, int, Move]
"""The number of a position, and the seat and the move that lead on from it."""
Step = tuple[str, Action]
"""Who acts, and how."""


class Unsound(Exception):  # noqa: N818 (what the game is, not that it is an error)
    """Something is wrong with the game: cards are not kept, nobody can act, a line has no end.

    `state` is the position where it shows, and `steps` lead to it from where the exploration began.
    """

    def __init__(self, fault: str, state: State, steps: Sequence[Step]) -> None:
        walked = "; ".join(f"{name}: {action}" for name, action in steps)
        super().__init__(f"{fault}, after {walked or 'no action'}")
        self.fault = fault
        self.state = state
        self.steps = tuple(steps)


class ComesBack(Exception):  # noqa: N818 (what a line does)
    """A line can come back to the position of this `number`, so it need not end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, eq=False)
class Exploration:
    """What was found. Positions are numbered as they were found, the nearest first; 0 is where it began.

    `sequences[d - 1]` is how many different sequences of `d` actions there are, and `finished[d - 1]` how many of these
    end the deal; `ends` is how many end it in each position in which it is over. `edges` are the legal moves in each
    position, none where the deal is over, and None where the limit on depth kept it from being looked into.
    """

    game: Game
    states: Sequence[State]
    edges: Sequence[Sequence[Edge] | None]
    ways: Sequence[Way | None]
    """How each position was reached first."""
    sequences: tuple[int, ...]
    finished: tuple[int, ...]
    ends: Counter[int]

    def steps(self, number: int) -> tuple[Step, ...]:
        """Return a line to a position; none is shorter."""
        return _steps(self.game, self.states, self.ways, number)

    @property
    def moves(self) -> int:
        """How many moves were made, each once from each position."""
        return sum(len(each) for each in self.edges if each)


def explore(game: Game, state: State, depth: int | None = None) -> Exploration:
    """Go through every line from a position, or through its first `depth` actions.

    Raises Unsound where a card is lost or won, where nobody can act though the deal is not over, where somebody can
    though it is, and where a line comes back to a position it has passed.
    """
    states: list[State] = [state]
    ways: list[Way | None] = [None]
    edges: list[Sequence[Edge] | None] = []
    collecting = gc.isenabled()
    gc.disable()  # nothing below is ever thrown away, so there is nothing to look for
    try:
        _look_into(game, states, ways, edges, depth)
    finally:
        if collecting:
            gc.enable()
    try:
        counts = count(edges, depth)
    except ComesBack as fault:
        steps = _steps(game, states, ways, fault.number)
        raise Unsound("a line can come back to this position", states[fault.number], steps) from None
    return Exploration(game, states, edges, ways, *counts)


def _look_into(
    game: Game,
    states: list[State],
    ways: list[Way | None],
    edges: list[Sequence[Edge] | None],
    depth: int | None,
) -> None:
    """Fill the lists with all that can be reached, breadth first."""
    moves, advance = game.moves, game.advance
    is_over = {phase.id: phase.next is not None for phase in game.contents.model.phases.values()}
    seats = range(len(states[0].names))
    cards = _counter(game)
    whole = cards(states[0])
    key_of = _key(game)
    known = {key_of(states[0]): 0}
    level, boundary = 0, 1  # positions below the boundary are as far as `level` actions

    def unsound(fault: str) -> Unsound:
        return Unsound(fault, state, _steps(game, states, ways, number))

    for number, state in enumerate(states):  # the list grows meanwhile
        if number == boundary:
            level, boundary = level + 1, len(states)
        over = is_over[state.phase]
        if level == depth and not over:
            edges.append(None)
            continue
        there: list[Edge] = []
        for seat in seats:
            for move in moves(state, seat):
                after = advance(state, seat, move)[0]
                if cards(after) != whole:
                    raise unsound(f"a card is lost or won by {_action(game, state, seat, move)} of {state.names[seat]}")
                goal = known.setdefault(key_of(after), len(states))
                if goal == len(states):
                    states.append(after)
                    ways.append((number, seat, move))
                there.append((seat, move, goal))
        if over == bool(there):
            raise unsound("somebody can act though the deal is over" if over else "nobody can act")
        if len(states) > MOST:
            raise unsound(f"there are more than {MOST:,} positions")
        edges.append(there)


def count(
    edges: Sequence[Sequence[Edge] | None], depth: int | None = None
) -> tuple[tuple[int, ...], tuple[int, ...], Counter[int]]:
    """Return how many sequences of 1, 2, 3 … actions there are, how many of these end the deal, and where they do.

    `edges` are as in `Exploration`. Raises ComesBack where a line can come back to a position.
    """
    sequences: list[int] = []
    finished: list[int] = []
    ends: Counter[int] = Counter()
    layer = {0: 1}  # how many sequences of the length at hand lead to each position
    while len(sequences) != depth:
        after: dict[int, int] = {}
        so_far = after.get
        for number, lines in layer.items():
            for _, _, goal in edges[number] or ():
                after[goal] = so_far(goal, 0) + lines
        if not after:
            break
        if len(sequences) == LONG:
            _find_way_back(edges)
        over = {number: lines for number, lines in after.items() if edges[number] is not None and not edges[number]}
        sequences.append(sum(after.values()))
        finished.append(sum(over.values()))
        ends.update(over)
        layer = after
    return tuple(sequences), tuple(finished), ends


def _find_way_back(edges: Sequence[Sequence[Edge] | None]) -> None:
    """Raise ComesBack where a line leads from a position back to it."""
    coming = Counter(goal for there in edges for _, _, goal in there or ())
    free = [number for number in range(len(edges)) if not coming[number]]
    while free:  # take away what nothing leads to, again and again
        for _, _, goal in edges[free.pop()] or ():
            coming[goal] -= 1
            if not coming[goal]:
                free.append(goal)
    left = [number for number in coming if coming[number]]
    from_where = {goal: number for number in left for _, _, goal in edges[number] or ()}
    passed: set[int] = set()
    for number in left[:1]:
        while number not in passed:
            passed.add(number)
            number = from_where[number]
        raise ComesBack(number)


def _counter(game: Game) -> Callable[[Any], int]:
    """Return a function that gives all the cards of a position as one number."""
    zones = game.contents.model.zones.values()
    each = [f"sum(s.z_{zone.id})" if zone.per_player else f"s.z_{zone.id}" for zone in zones]
    function: Callable[[State], int] = eval(f"lambda s: {' + '.join(each)}")
    return function


@lru_cache(maxsize=32)
def _key(game: Game) -> Callable[[State], Any]:
    """Return a function of a position that gives what tells it apart."""
    names = relevant(game.contents, game.setting, game.plan.rules)
    model = game.contents.model
    fields = [f"v_{name}" for name in model.variables if name in names]
    return attrgetter("phase", *fields, *(f"z_{name}" for name in model.zones if name in names))


def _steps(game: Game, states: Sequence[State], ways: Sequence[Way | None], number: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    way = ways[number]
    while way is not None:
        number, seat, move = way
        steps.append((states[number].names[seat], _action(game, states[number], seat, move)))
        way = ways[number]
    return tuple(reversed(steps))


def _action(game: Game, state: State, seat: int, move: Move) -> Action:
    return game.legal(state, state.names[seat])[game.moves(state, seat).index(move)]
