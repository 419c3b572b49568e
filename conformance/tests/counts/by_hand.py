"""The games written by hand from the rules' prose, plain and slow, to have the stored numbers from somewhere else.

Nothing here comes from the reference: positions are lists and dictionaries that are copied, every choice of cards is
tried, and lines are counted by going down each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

Act = tuple[str, str, tuple[str, ...]]
"""Who, what, and with which cards (or which rank is named)."""
KOLLAR_ORDER = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker")


@dataclass(frozen=True)
class Rules:
    """What the games do not have in common."""

    order: Sequence[str]
    wild: Sequence[str]
    tax: Sequence[int]
    asks_for_tax: bool = False
    seats_by_place: bool = True
    equal_beats: bool = False
    most_cards: int = 99
    closing: Sequence[str] = ()
    closing_turned: Sequence[str] = ()
    four_turns: bool = False
    put_out: int = 0
    """How many cards a set has that is put out; 0 where none may be."""
    one_lap: bool = False
    turns_later: bool = False
    """A revolution waits for the next trick."""
    four_singles_turn: bool = False
    turns_direction: bool = False


KOLLAR = Rules(KOLLAR_ORDER, ("2", "joker"), (3, 2, 1))
ELNOK = Rules(
    KOLLAR_ORDER,
    ("joker",),
    (2, 1),
    seats_by_place=False,
    equal_beats=True,
    closing=("2",),
    closing_turned=("3",),
)
JEKELY = Rules(("J", "Q", "K", "joker"), ("joker",), (3, 2, 1), asks_for_tax=True, most_cards=4)
"""With one pack, of four ranks."""
GAMES = {
    "kollar": KOLLAR,
    "kollar-one-lap": replace(KOLLAR, one_lap=True),
    "jekely": JEKELY,
    "jekely-farago": replace(JEKELY, put_out=4),
    "elnok": ELNOK,
    "elnok-forradalom": replace(ELNOK, four_turns=True),
    "elnok-dai-fugo": replace(ELNOK, four_turns=True, equal_beats=False, turns_later=True),
    "elnok-nyugati": replace(ELNOK, four_turns=True, four_singles_turn=True, turns_direction=True),
}
"""By variant, as the presets have it."""


@dataclass
class Table:
    """A game in progress."""

    rules: Rules
    seats: list[str]
    hands: dict[str, list[str]]
    turn: str
    payer: dict[str, str] = field(default_factory=dict)
    owes: dict[str, int] = field(default_factory=dict)
    may_ask: dict[str, int] = field(default_factory=dict)
    lacks: dict[str, list[str]] = field(default_factory=dict)
    turned: bool = False
    waiting: bool = False
    row: int = 0
    lying: list[str] = field(default_factory=list)
    owner: str = ""
    passed: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    over: bool = False

    def key(self) -> str:
        return repr([getattr(self, name) for name in vars(self) if name != "rules"])

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> list[Act]:
        if self.over:
            return []
        if any(self.owes.values()) or any(self.may_ask.values()):
            return self.exchanging()
        hand = self.hands[self.turn]
        acts: list[Act] = [(self.turn, "play", cards) for cards in every_choice(hand) if self.may_play(cards)]
        if self.lying:
            acts.append((self.turn, "pass", ()))
        elif self.rules.put_out:
            for player, held in self.hands.items():
                for cards in every_choice(held):
                    if len(cards) == self.rules.put_out and self.rank(cards):
                        acts.append((player, "revolt", cards))
        return acts

    def exchanging(self) -> list[Act]:
        acts: list[Act] = []
        for player, number in self.owes.items():
            if number:
                acts += [(player, "give", cards) for cards in every_choice(self.hands[player]) if len(cards) == number]
        for player, number in self.may_ask.items():
            if number:
                acts.append((player, "done", ()))
                acts += [(player, "request", (r,)) for r in self.rules.order if r not in self.lacks[player]]
        return acts

    def may_play(self, cards: tuple[str, ...]) -> bool:
        rank = self.rank(cards)
        if rank is None or len(cards) > self.rules.most_cards:
            return False
        if not self.lying:
            return True
        there = self.rank(tuple(self.lying))
        assert there is not None
        if len(cards) != len(self.lying):
            return False
        if self.strength(rank) == self.strength(there):
            return self.rules.equal_beats
        return self.strength(rank) > self.strength(there)

    def rank(self, cards: tuple[str, ...]) -> str | None:
        """The rank these cards have as a set, or None."""
        ordinary = {card for card in cards if card not in self.rules.wild}
        if len(ordinary) > 1 or not cards:
            return None
        return ordinary.pop() if ordinary else min(cards, key=self.rules.order.index)

    def strength(self, rank: str) -> int:
        place = self.rules.order.index(rank)
        return -place if self.turned and rank != "joker" else place

    # ---- what it does ------------------------------------------------------------------------------------------------

    def after(self, act: Act) -> Table:
        new = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(new, name, list(value))
            elif isinstance(value, dict):
                setattr(new, name, {key: list(of) if isinstance(of, list) else of for key, of in value.items()})
        player, what, cards = act
        getattr(new, f"do_{what}")(player, cards)
        return new

    def do_give(self, player: str, cards: tuple[str, ...]) -> None:
        self.carry(player, self.payer[player], cards)
        self.owes[player] = 0

    def do_request(self, player: str, cards: tuple[str, ...]) -> None:
        if cards[0] in self.hands[self.payer[player]]:
            self.carry(self.payer[player], player, cards)
            self.may_ask[player] -= 1
        else:
            self.lacks[player] = sorted([*self.lacks[player], cards[0]])

    def do_done(self, player: str, cards: tuple[str, ...]) -> None:
        self.may_ask[player] = 0

    def do_play(self, player: str, cards: tuple[str, ...]) -> None:
        rank = self.rank(cards)
        closes = rank in (self.rules.closing_turned if self.turned else self.rules.closing)
        same = len(self.lying) == 1 and self.rank(tuple(self.lying)) == rank
        self.leave(player, cards)
        self.lying, self.owner = list(cards), player
        if self.rules.one_lap:
            self.passed = sorted({*self.passed, player})  # here: everybody who has acted
        else:
            self.passed = []
        if self.rules.four_turns and len(cards) == 4:
            self.revolution()
        if self.rules.four_singles_turn:
            self.row = 0 if len(cards) > 1 else self.row + 1 if same else 1
            if self.row == 4:
                self.revolution()
                self.row = 0
        if not self.over:
            self.go_on(player, closes)

    def do_pass(self, player: str, cards: tuple[str, ...]) -> None:
        self.passed = sorted({*self.passed, player})
        self.go_on(player, False)

    def go_on(self, player: str, closed: bool) -> None:
        if closed or all(other in self.passed or other == self.owner for other in self.seats if self.hands[other]):
            self.turn = self.owner if self.hands[self.owner] else self.next_in(self.owner)
            self.lying, self.owner, self.passed, self.row = [], "", [], 0
            if self.waiting:
                self.turned, self.waiting = not self.turned, False
        else:
            self.turn = self.next_in(player)

    def revolution(self) -> None:
        if self.rules.turns_later:
            self.waiting = not self.waiting
        else:
            self.turned = not self.turned

    def do_revolt(self, player: str, cards: tuple[str, ...]) -> None:
        self.leave(player, cards)
        self.revolution()
        if not self.over and not self.hands[self.turn]:
            self.turn = self.next_in(self.turn)

    def leave(self, player: str, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hands[player].remove(card)
        if not self.hands[player]:
            self.out.append(player)
        still = [other for other in self.seats if self.hands[other]]
        if len(still) == 1:
            self.out += still
            self.over = True
            self.turn = ""

    def next_in(self, player: str) -> str:
        at = self.seats.index(player)
        round_table = self.seats[at + 1 :] + self.seats[:at]
        if self.turned and self.rules.turns_direction:
            round_table.reverse()
        return next(other for other in round_table if self.hands[other])

    def carry(self, giver: str, taker: str, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hands[giver].remove(card)
        self.hands[taker] = sorted([*self.hands[taker], *cards])


def every_choice(hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Every different choice of one or more cards."""
    ordered = sorted(hand)
    return sorted({cards for number in range(1, len(ordered) + 1) for cards in combinations(ordered, number)})


def begin(rules: Rules, hands: Mapping[str, Sequence[str]], leader: str | None, standing: Sequence[str]) -> Table:
    """Return a deal as it begins, the tax paid. In a later deal the first placed leads."""
    seats = list(standing) if standing and rules.seats_by_place else list(hands)
    first = standing[0] if standing else leader
    assert first is not None
    table = Table(rules, seats, {name: sorted(cards) for name, cards in hands.items()}, first)
    for place, number in enumerate(rules.tax):
        upper, lower = place, len(standing) - 1 - place
        if upper >= lower:
            break
        high, low = standing[upper], standing[lower]
        table.payer[high] = low
        if rules.asks_for_tax:
            table.may_ask[high], table.lacks[high] = number, []
        else:
            best = sorted(table.hands[low], key=rules.order.index)[-number:]
            table.carry(low, high, tuple(best))
            table.owes[high] = len(best)
    return table


def count(table: Table, seen: dict[str, Any]) -> tuple[Counter[int], Counter[str]]:
    """Return how many sequences of each length there are, and how many end the deal with each order of places."""
    key = table.key()
    if key not in seen:
        lengths: Counter[int] = Counter()
        places: Counter[str] = Counter()
        if table.over:
            places[", ".join(table.out)] = 1
        for act in table.legal():
            further, ends = count(table.after(act), seen)
            lengths[1] += 1
            for length, number in further.items():
                lengths[length + 1] += number
            places += ends
        seen[key] = lengths, places
    found: tuple[Counter[int], Counter[str]] = seen[key]
    return found
