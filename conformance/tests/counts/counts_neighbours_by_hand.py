"""The neighbouring games written by hand from their prose, on top of the plain tables of `by_hand`.

Nothing here comes from the reference, either. A play of Daifugō says at the end of its cards what they are meant as,
since the same cards may be a set and a run, or several runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from .by_hand import KOLLAR_ORDER, Act, Rules, Table, every_choice

SUITS = ("c", "d", "h", "s")
"""The last goes into the tax first."""
PLAIN = KOLLAR_ORDER[:-1]
PRESIDENT = Rules(PLAIN, (), (2, 1), equal_beats=True, closing=("2",))
DAIFUGO = Rules(KOLLAR_ORDER, ("joker",), (2, 1), seats_by_place=False, closing=("8",), four_turns=True)
DALMUTI = Rules(("jester", *(str(13 - number) for number in range(1, 13))), ("jester",), (2, 1))


@dataclass
class Neighbour(Table):
    """A game whose taxes are paid when `pay` is called. `standing` are the places of the deal before."""

    standing: list[str] = field(default_factory=list)

    def opened(self) -> None:
        """The cards have just been dealt."""
        self.pay()

    def pay(self) -> None:
        for place, number in enumerate(self.rules.tax):
            if place >= len(self.standing) // 2:
                break
            high, low = self.standing[place], self.standing[-1 - place]
            best = sorted(self.hands[low], key=self.worth)[-number:]
            self.carry(low, high, tuple(best))
            self.payer[high], self.owes[high] = low, len(best)

    def worth(self, card: str) -> tuple[int, int]:
        return self.rules.order.index(card), 0


@dataclass
class Skipping(Neighbour):
    """President in which equal cards skip. `skipped` is empty but in the middle of a play."""

    skipped: str = ""

    def do_play(self, player: str, cards: tuple[str, ...]) -> None:
        equal = bool(self.lying) and self.rank(tuple(self.lying)) == self.rank(cards)
        self.skipped = self.next_in(player) if equal else ""
        super().do_play(player, cards)
        self.skipped = ""

    def go_on(self, player: str, closed: bool) -> None:
        if self.skipped:
            self.passed = sorted({*self.passed, self.skipped})
        super().go_on(self.skipped or player, closed)


@dataclass
class Dalmuti(Neighbour):
    """`asked` have still to say whether they declare a revolution."""

    asked: list[str] = field(default_factory=list)

    def opened(self) -> None:
        self.asked = list(self.standing)

    def legal(self) -> list[Act]:
        if not self.asked:
            return super().legal()
        acts: list[Act] = [(player, "abide", ()) for player in self.asked]
        return acts + [(player, "declare", ()) for player in self.asked if self.hands[player].count("jester") == 2]

    def do_abide(self, player: str, cards: tuple[str, ...]) -> None:
        self.asked.remove(player)
        if not self.asked:
            self.pay()

    def do_declare(self, player: str, cards: tuple[str, ...]) -> None:
        self.asked = []
        if player == self.standing[-1]:
            self.standing = self.standing[::-1]
            self.seats = list(self.standing)
            self.turn = player


@dataclass
class Daifugo(Neighbour):
    """`meant` is what the cards on the table are: the form and the rank."""

    meant: str = ""

    def legal(self) -> list[Act]:
        if self.over or any(self.owes.values()):
            return super().legal()
        acts: list[Act] = []
        for cards in every_choice(self.hands[self.turn]):
            acts += [(self.turn, "play", (*cards, meant)) for meant in readings(cards) if self.may_lie(cards, meant)]
        return [*acts, (self.turn, "pass", ())] if self.lying else acts

    def may_lie(self, cards: tuple[str, ...], meant: str) -> bool:
        if not self.lying:
            return True
        form, rank = meant.split()
        form_there, rank_there = self.meant.split()
        if form != form_there or len(cards) != len(self.lying):
            return False
        return self.strength(rank) > self.strength(rank_there)

    def do_play(self, player: str, cards: tuple[str, ...]) -> None:
        *played, meant = cards
        self.leave(player, tuple(played))
        self.lying, self.owner, self.meant = played, player, meant
        if meant.startswith("set") and len(played) == 4:
            self.turned = not self.turned
        if not self.over:
            self.go_on(player, meant == "set 8")

    def go_on(self, player: str, closed: bool) -> None:
        waiting = [other for other in self.seats if self.hands[other] and other not in (*self.passed, self.owner)]
        if closed or not waiting:
            self.passed = []
            self.turn = self.owner if self.hands[self.owner] else self.next_in(self.owner)
            self.lying, self.owner, self.meant = [], "", ""
        else:
            self.turn = self.next_in(player)

    def next_in(self, player: str) -> str:
        """Whoever has passed stays out of the trick."""
        at = self.seats.index(player)
        round_table = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(other for other in round_table if self.hands[other] and other not in self.passed)

    def worth(self, card: str) -> tuple[int, int]:
        if card == "joker":
            return len(PLAIN), 0
        return PLAIN.index(card[:-1]), SUITS.index(card[-1])


def readings(cards: tuple[str, ...]) -> list[str]:
    """Return all that these cards can be: "set 5", "run 5"."""
    ordinary = [card for card in cards if card != "joker"]
    ranks = {card[:-1] for card in ordinary}
    found = [f"set {rank}" for rank in ranks or {"joker"}] if len(ranks) <= 1 else []
    for at, suit in product(range(len(PLAIN) - len(cards) + 1), SUITS):
        places = [rank + suit for rank in PLAIN[at : at + len(cards)]]
        if len(cards) >= 3 and ordinary and len(set(ordinary)) == len(ordinary) and set(ordinary) <= set(places):
            found.append(f"run {PLAIN[at]}")
    return found


GAMES: Mapping[str, tuple[type[Neighbour], Rules]] = {
    "president": (Neighbour, PRESIDENT),
    "president-skip": (Skipping, PRESIDENT),
    "daifugo": (Daifugo, DAIFUGO),
    "dalmuti": (Dalmuti, DALMUTI),
}
"""By variant."""


def begin(variant: str, hands: Mapping[str, Sequence[str]], leader: str | None, standing: Sequence[str]) -> Neighbour:
    """Return a deal as it begins. In a later deal the first placed leads."""
    game, rules = GAMES[variant]
    seats = list(standing) if standing and rules.seats_by_place else list(hands)
    first = standing[0] if standing else leader
    assert first is not None
    held = {name: sorted(cards) for name, cards in hands.items()}
    table = game(rules, seats, held, first, standing=list(standing))
    table.opened()
    return table


def step(table: Table, player: str, what: str, cards: Sequence[str]) -> Table:
    """Return the table after what somebody does; what the cards are meant as must be clear."""
    acts = [act for act in table.legal() if act[:2] == (player, what)]
    (act,) = [act for act in acts if sorted(each for each in act[2] if " " not in each) == sorted(cards)]
    return table.after(act)
