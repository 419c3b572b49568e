"""Prints how fast the reference explores Kollár's game beside an explorer of that game written by hand.

Run it from a checkout: `.venv/bin/python conformance/benchmarks/explorer.py`. Both look into each position once, count
the same sequences of actions, and must agree.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import cache
from time import process_time

from mocsar_reference import Game, load_rulebook
from mocsar_reference.explore import explore

HANDS = ("3 3 2 4 4", "4 4 joker 3 3", "3 5 5 2 2")
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker")
NAMES = ("Anna", "Bea", "Csaba")
FIRST_WILD = RANKS.index("2")
ROUNDS = 5

Hand = tuple[int, ...]  # ranks, low to high
Play = tuple[int, int, Hand]  # how many cards, their rank as a set, the hand that is left
Table = tuple[tuple[Hand, ...], int, int, int, int, int, tuple[int, ...]]
"""Hands, whose turn, how many cards lie, their rank, whose they are, who has passed since (bits), who is out."""


@cache
def plays(hand: Hand) -> tuple[Play, ...]:
    """Return every set in a hand."""
    found: dict[tuple[Hand, int], Play] = {}
    for chosen in choices(hand):
        ordinary = [rank for rank in chosen if rank < FIRST_WILD]
        if chosen and (not ordinary or ordinary[0] == ordinary[-1]):
            rest = list(hand)
            for rank in chosen:
                rest.remove(rank)
            found[chosen, 0] = (len(chosen), chosen[0], tuple(rest))
    return tuple(found.values())


def choices(hand: Hand) -> Iterator[Hand]:
    if not hand:
        yield ()
        return
    for rest in choices(hand[1:]):
        yield rest
        yield (hand[0], *rest)


@cache
def fitting(hand: Hand, size: int, rank: int) -> tuple[Play, ...]:
    """Return the sets that may follow."""
    return tuple(each for each in plays(hand) if each[0] == size and each[1] > rank)


def following(table: Table) -> list[Table]:
    """Return the tables after each legal action; none when the deal is over."""
    hands, turn, size, rank, owner, passed, out = table
    number = len(hands)
    if turn < 0:
        return []
    found: list[Table] = []
    for count, of, rest in fitting(hands[turn], size, rank) if size else plays(hands[turn]):
        left = (*hands[:turn], rest, *hands[turn + 1 :])
        gone = out if rest else (*out, turn)
        if number - len(gone) == 1:
            last = next(player for player in range(number) if left[player])
            found.append((left, -1, 0, 0, 0, 0, (*gone, last)))
            continue
        following_player = (turn + 1) % number
        while not left[following_player]:
            following_player = (following_player + 1) % number
        found.append((left, following_player, count, of, turn, 0, gone))
    if size:
        passed |= 1 << turn
        if all(player == owner or not hands[player] or passed >> player & 1 for player in range(number)):
            while not hands[owner]:
                owner = (owner + 1) % number
            found.append((hands, owner, 0, 0, 0, 0, out))
        else:
            turn = (turn + 1) % number
            while not hands[turn]:
                turn = (turn + 1) % number
            found.append((hands, turn, size, rank, owner, passed, out))
    return found


def by_hand() -> tuple[tuple[int, ...], int, int]:
    """Return the number of sequences by depth, of positions, and of moves made."""
    hands = tuple(tuple(sorted(map(RANKS.index, hand.split()))) for hand in HANDS)
    tables: list[Table] = [(hands, 0, 0, 0, 0, 0, ())]
    known = {tables[0]: 0}
    edges: list[list[int]] = []
    for table in tables:
        goals = []
        for after in following(table):
            goal = known.setdefault(after, len(tables))
            if goal == len(tables):
                tables.append(after)
            goals.append(goal)
        edges.append(goals)
    sequences = []
    layer = {0: 1}
    while layer:
        after_it: dict[int, int] = {}
        for table_number, lines in layer.items():
            for goal in edges[table_number]:
                after_it[goal] = after_it.get(goal, 0) + lines
        sequences.append(sum(after_it.values()))
        layer = after_it
    return tuple(sequences[:-1]), len(tables), sum(map(len, edges))


def by_reference(game: Game) -> tuple[tuple[int, ...], int, int]:
    """Return the same from the reference."""
    hands = {name: hand.split() for name, hand in zip(NAMES, HANDS, strict=True)}
    found = explore(game, game.start(NAMES, hands=hands, chance={"leader": NAMES[0]}))
    return found.sequences, len(found.states), found.moves


def main() -> None:
    game = load_rulebook().game("kollar")
    hand, reference = [], []
    for _ in range(ROUNDS):
        plays.cache_clear()
        fitting.cache_clear()
        started = process_time()
        ours = by_hand()
        hand.append(process_time() - started)
        started = process_time()
        theirs = by_reference(game)
        reference.append(process_time() - started)
        assert ours[0] == theirs[0], "they do not agree"
    ratio = statistics.median(one / other for one, other in zip(hand, reference, strict=True))
    for who, seconds, (_, positions, moves) in (("by hand", hand, ours), ("reference", reference, theirs)):
        time = statistics.median(seconds)
        print(
            f"exploring    {who}: {positions:,} positions, {moves:,} moves, {time:.3f} s, {moves / time:,.0f} a second"
        )
    print(
        f"exploring    the reference has {ratio:.2f} of the speed of the explorer written by hand (a quarter is wanted)"
    )


if __name__ == "__main__":
    main()
