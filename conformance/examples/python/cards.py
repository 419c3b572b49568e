"""Cards, packs and sets. A card is the name of its rank: suits do not matter."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from variants import Rules


def packs_for(players: int, rules: Rules) -> int:
    """How many packs are shuffled together."""
    if rules["pack.number"] == "fixed":
        return int(rules["pack.packs"])
    one = len(pack(1, rules))
    return next(n for n in range(1, 13) if n * one >= players * rules["pack.least_hand"])


def pack(packs: int, rules: Rules) -> list[str]:
    """All the cards of the game, in order."""
    return [
        rank for rank in rules["ranks.order"] for _ in range(packs * (rules["pack.jokers"] if rank == "joker" else 4))
    ]


def without(hand: list[str], cards: Iterable[str]) -> list[str] | None:
    """The hand without these cards; None if it does not hold them all."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return rest


def set_rank(cards: list[str], rules: Rules) -> str | None:
    """The rank that these cards have when played together; None if they are no set."""
    ordinary = set(cards) - set(rules["ranks.wild"])
    if not cards or len(ordinary) > 1:
        return None
    return ordinary.pop() if ordinary else min(cards, key=rules["ranks.order"].index)


def choices(cards: Iterable[str], number: int) -> list[list[str]]:
    """Every different choice of so many of these cards."""
    return [list(choice) for choice in sorted(set(combinations(sorted(cards), number)))]


def sets(hand: list[str], size: int, rules: Rules) -> Iterator[list[str]]:
    """Every different set of this size that the hand can make."""
    wild = [card for card in hand if card in rules["ranks.wild"]]
    for rank in sorted(set(hand) - set(wild)):
        for own in range(1, min(size, hand.count(rank)) + 1):
            for helpers in choices(wild, size - own):
                yield [rank] * own + helpers
    yield from choices(wild, size)
