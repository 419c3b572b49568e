"""Mocsár, and its neighbour Elnök: one match, deal after deal, by the rules of any of the variants in variants.py."""

from random import Random
from typing import Any

from cards import choices, pack, packs_for, set_rank, sets, without
from variants import Rules

Action = dict[str, Any]


class Illegal(Exception):  # noqa: N818 - a refusal is no error of the program
    """What the rules do not allow; nothing has changed. The reason has the rulebook's name for it, if it has one."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason)
        self.reason = reason


def insist(condition: object, reason: str | None) -> None:
    if not condition:
        raise Illegal(reason)


def titles_for(placed: list[str], rules: Rules) -> dict[str, str]:
    """The title of each player, given the players from the first place to the last."""
    half = len(placed) // 2  # whoever is exactly in the middle is in neither
    titles = dict.fromkeys(placed, rules["titles.middle"])
    titles |= zip(placed[:half], rules["titles.top"], strict=False)
    titles |= zip(placed[::-1][:half], rules["titles.bottom"], strict=False)
    return titles


class Match:
    """Players in the order of their seats, to the left; `standing`, the places of a deal played before, best first."""

    def __init__(
        self, players: list[str], rules: Rules, standing: list[str] | None = None, random: Random | None = None
    ) -> None:
        self.rules = rules
        self.random = random or Random()
        self.packs = packs_for(len(players), rules)
        self.seating = list(players)
        self.standing = standing  # None in the first deal
        self.phase: str | None = None  # "exchanging", "playing", "over"

    # -- dealing

    def deal(
        self,
        hands: dict[str, list[str]] | None = None,
        cards: list[str] | None = None,
        dealer: str | None = None,
        leader: str | None = None,
    ) -> None:
        """Begin a deal: with these hands or from this pack. What is not given, and not ruled, is left to chance."""
        if self.phase == "over":
            self.standing = list(self.out)
        if self.standing:
            dealer = self.standing[-1]
            if self.rules["seating.later"] == "by-place":
                self.seating = list(self.standing)
        self.dealer = dealer or self.random.choice(self.seating)
        if hands is None:
            full = pack(self.packs, self.rules)
            hands = self._dealt(cards if cards is not None else self.random.sample(full, len(full)))
        self.hands = {player: list(hands.get(player, [])) for player in self.seating}
        self.leader = self._first_leader(leader)

        self.out: list[str] = []
        self.revolutions = 0
        self.reversed = self._to_reverse = False
        self.payer: dict[str, str] = {}  # of each player who receives tax
        self.owed: dict[str, int] = {}  # cards still to be given back
        self.asks: dict[str, int] = {}  # cards that may still be asked for
        self.lacking: dict[str, list[str]] = {player: [] for player in self.seating}  # ranks asked for in vain
        self._clear_table()
        if self.standing:
            self._tax()
        self._play_if_exchanged()

    def _dealt(self, cards: list[str]) -> dict[str, list[str]]:
        if self.standing and self.rules["dealing.later"] == "best-placed-first":
            order = self.standing
        else:
            order = self.seating if self.rules["dealing.first"] == "to-the-left" else self.seating[::-1]
            after_dealer = order.index(self.dealer) + 1
            order = order[after_dealer:] + order[:after_dealer]
        return {player: cards[i :: len(order)] for i, player in enumerate(order)}

    def _first_leader(self, by_lot: str | None) -> str:
        match self.rules["lead.later" if self.standing else "lead.first"]:
            case "best-placed":
                assert self.standing
                return self.standing[0]
            case "left-of-dealer":
                return self.seating[(self.seating.index(self.dealer) + 1) % len(self.seating)]
        return by_lot or self.random.choice(self.seating)

    # -- the exchange

    def _tax(self) -> None:
        """Pay all taxes, or note who may ask for how many cards."""
        assert self.standing
        pairs = zip(self.standing[: len(self.standing) // 2], self.standing[::-1], strict=False)
        for (receiver, payer), tax in zip(pairs, self.rules["exchange.sizes"], strict=False):
            self.payer[receiver] = payer
            if self.rules["exchange.pays"] == "on-request":
                self.asks[receiver] = tax
                continue
            best = sorted(self.hands[payer], key=self.rules["ranks.order"].index)[-tax:]
            self._hand_over(payer, receiver, best)
            if best:
                self.owed[receiver] = len(best)

    def _hand_over(self, giver: str, receiver: str, cards: list[str]) -> None:
        self.hands[giver] = without(self.hands[giver], cards) or []
        self.hands[receiver] = self.hands[receiver] + cards

    def give(self, player: str, cards: list[str]) -> None:
        """Give cards back for the tax."""
        insist(self.phase == "exchanging", "not-now")
        insist(player in self.owed, "nothing-owed")
        self._rest(player, cards)
        insist(len(cards) == self.owed[player], "wrong-number")
        self._hand_over(player, self.payer[player], cards)
        del self.owed[player]
        self._play_if_exchanged()

    def request(self, player: str, rank: str | None) -> None:
        """Ask the payer for a card of this rank."""
        insist(self.phase == "exchanging", "not-now")
        insist(player in self.asks, "nothing-to-ask")
        insist(rank in pack(self.packs, self.rules), None)
        insist(rank not in self.lacking[player], "already-lacking")
        assert rank is not None
        if rank in self.hands[self.payer[player]]:
            self._hand_over(self.payer[player], player, [rank])
            self.asks[player] -= 1
        else:
            self.lacking[player].append(rank)
        if self.asks[player] == 0:
            del self.asks[player]
        self._play_if_exchanged()

    def done(self, player: str) -> None:
        """Ask for no more cards."""
        insist(self.phase == "exchanging", "not-now")
        insist(player in self.asks, "nothing-to-ask")
        del self.asks[player]
        self._play_if_exchanged()

    def _play_if_exchanged(self) -> None:
        self.phase = "exchanging" if self.owed or self.asks else "playing"
        if self.phase == "exchanging":
            return
        if not self._over():
            self._begin_trick(self.leader)

    # -- playing

    def play(self, player: str, cards: list[str], meant: str | None = None) -> None:
        """Lead or follow; `meant` is the rank that the cards were announced as, if they were."""
        self._insist_on_turn(player)
        rest = self._rest(player, cards)
        rank = self._rank(cards, meant)
        insist(len(cards) <= self.largest, "too-many-cards")
        if self.table:
            insist(len(cards) == self.table["size"], "other-number")
            insist(self._beats(rank), "not-higher" if self.rules["play.beats"] == "higher" else "lower-rank")

        self._lay_down(player, rest)
        self.table = {"form": "set", "size": len(cards), "rank": rank, "owner": player}
        self.pile += len(cards)
        self.passed.clear()
        self.acted.add(player)
        closing = self.rules["trick.closing_reversed" if self.reversed else "trick.closing"]
        self._count_row(rank, len(cards))
        if len(cards) == self.rules["revolution.by_set"] or self.row == self.rules["revolution.by_singles"] > 0:
            self.row = 0
            self._revolution()
        self._go_on(player, closed=rank in closing)

    def pass_(self, player: str) -> None:
        self._insist_on_turn(player)
        insist(self.table, "must-lead")
        self.passed.add(player)
        self.acted.add(player)
        self._go_on(player)

    def put_out(self, player: str, cards: list[str], meant: str | None = None) -> None:
        """Put a set out of the game, which starts a revolution; `meant` as in `play`."""
        insist(self.phase == "playing", "not-now")
        insist(self.rules["revolution.put_out"] != "never", "not-in-this-game")
        insist(not self.table, "table-not-empty")
        rest = self._rest(player, cards)
        self._rank(cards, meant)
        insist(len(cards) == self.put_out_size, "wrong-number")
        self._lay_down(player, rest)
        self._revolution()
        if not self._over():
            assert self.turn
            self._begin_trick(self.turn)

    @property
    def largest(self) -> int:
        """The largest number of cards that may be played at once."""
        return 4 * self.packs if self.rules["play.largest_set"] == "four-a-pack" else 10**6

    @property
    def put_out_size(self) -> int:
        return 2 * self.packs + 2

    def _insist_on_turn(self, player: str) -> None:
        insist(self.phase == "playing", "not-now")
        insist(player == self.turn, "not-your-turn")

    def _rest(self, player: str, cards: list[str]) -> list[str]:
        """What the player holds without these cards."""
        rest = without(self.hands[player], cards)
        insist(rest is not None, "cards-not-held")
        return rest or []

    def _rank(self, cards: list[str], meant: str | None) -> str:
        rank = set_rank(cards, self.rules)
        insist(rank and meant in (None, rank), "not-a-set")
        return rank or ""

    def _strength(self, rank: str) -> int:
        usual = int(self.rules["ranks.order"].index(rank))
        return -usual if self.reversed and rank not in self.rules["revolution.unmoved"] else usual

    def _beats(self, rank: str) -> bool:
        assert self.table
        own, other = self._strength(rank), self._strength(self.table["rank"])
        return own > other or (own == other and self.rules["play.beats"] == "equal-or-higher")

    def _count_row(self, rank: str, size: int) -> None:
        """Count the single cards of one rank that lie one right after another."""
        self.row = self.row + 1 if rank == self.row_rank else 1
        self.row_rank = rank
        if size > 1:
            self.row = 0

    def _revolution(self) -> None:
        self.revolutions += 1
        if self.rules["revolution.takes_effect"] == "at-once":
            self.reversed = not self.reversed
        else:
            self._to_reverse = not self._to_reverse

    # -- going on after an action

    def _lay_down(self, player: str, rest: list[str]) -> None:
        """Leave the player these cards; whoever has none left takes the best free place."""
        self.hands[player] = rest
        if not rest:
            self.out.append(player)

    def _go_on(self, player: str, closed: bool = False) -> None:
        if self._over():
            return
        assert self.table
        if closed or self._trick_over():
            if self._to_reverse:
                self.reversed, self._to_reverse = not self.reversed, False
            winner = self.table["owner"]
            self._clear_table()
            self._begin_trick(winner)
        else:
            self.turn = self._next_in(player)

    def _trick_over(self) -> bool:
        if self.rules["trick.ends"] == "one-lap":
            return self.acted.issuperset(self._still_in())
        assert self.table
        return self.passed.issuperset(set(self._still_in()) - {self.table["owner"]})

    def _over(self) -> bool:
        """End the deal if only one player is still in."""
        still_in = self._still_in()
        if len(still_in) > 1:
            return False
        # Who had no card to begin with has no place yet. No pack does that, only hands set by others or requests.
        without = [player for player in self.standing or self.seating if player not in self.out + still_in]
        self.out += without + still_in
        self.phase, self.table, self.turn = "over", None, None
        return True

    def _clear_table(self) -> None:
        self.table: dict[str, Any] | None = None
        self.turn: str | None = None
        self.pile = 0
        self.passed: set[str] = set()  # whose pass stands
        self.acted: set[str] = set()  # who has played or passed in this trick
        self.row, self.row_rank = 0, ""

    def _begin_trick(self, leader: str) -> None:
        self.turn = leader if self.hands[leader] else self._next_in(leader)

    def _still_in(self) -> list[str]:
        return [player for player in self.seating if self.hands[player]]

    @property
    def direction(self) -> int:
        """1 while play goes to the left, -1 while it goes to the right."""
        turns = self.rules.get("revolution.turns_direction") == "with-the-order"
        return -1 if self.reversed and turns else 1

    def _next_in(self, player: str) -> str:
        ring = self.seating[:: self.direction]
        after = ring.index(player) + 1
        return next(other for other in ring[after:] + ring[:after] if self.hands[other])

    # -- what can be seen and done

    def view(self) -> dict[str, Any]:
        """What anybody could see, and the hands."""
        revolts = self.rules["revolution.by_set"] or self.rules["revolution.put_out"] != "never"
        return {
            "phase": self.phase,
            "turn": self.turn,
            "table": self.table,
            "sizes": {player: len(hand) for player, hand in self.hands.items()},
            "out": self.out,
            "titles": titles_for(self.out, self.rules) if self.phase == "over" else None,
            "reversed": self.reversed if revolts else None,
            "hands": self.hands,
            "seating": self.seating,
            "leader": self.leader,
            "owed": self.owed,
            "dealer": self.dealer,
            "pile": self.pile,
            "direction": self.direction,
            "revolutions": self.revolutions,
            "asks": self.asks,
            "lacking": self.lacking,
        }

    def legal(self, player: str) -> list[Action]:
        """Everything that the player may do now."""
        hand = self.hands[player]
        if self.phase == "exchanging":
            if player in self.owed:
                return [{"do": "give", "cards": cards} for cards in choices(hand, self.owed[player])]
            if player in self.asks:
                ranks = dict.fromkeys(pack(self.packs, self.rules))
                fresh = [rank for rank in ranks if rank not in self.lacking[player]]
                return [{"do": "done"}] + [{"do": "request", "rank": rank} for rank in fresh]
            return []
        actions: list[Action] = []
        if self.phase == "playing" and player == self.turn:
            if self.table:
                follow = sets(hand, self.table["size"], self.rules)
                actions = [{"do": "play", "cards": cards} for cards in follow if self._beats_with(cards)]
                actions.append({"do": "pass"})
            else:
                sizes = range(1, min(len(hand), self.largest) + 1)
                actions = [{"do": "play", "cards": cards} for size in sizes for cards in sets(hand, size, self.rules)]
        if self.phase == "playing" and not self.table and self.rules["revolution.put_out"] != "never":
            size = self.put_out_size
            actions += [{"do": "revolt", "cards": cards} for cards in sets(hand, size, self.rules)]
        return actions

    def _beats_with(self, cards: list[str]) -> bool:
        rank = set_rank(cards, self.rules)
        return rank is not None and self._beats(rank)
