"""Gives a suit to each card that a scenario deals by rank alone, for games that tell suits apart.

Where nothing is in the way, each player has a suit of his own: the first player the first suit, and so on. So a run
from one hand is of one suit. In the way are cards written with suits, and packs that have no more of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from mocsar_conformance.scenario.kinds import Kinds
from mocsar_conformance.scenario.model import Claim, Deal, DealStep, LegalStep, Scenario, Step
from mocsar_reference import Game

AnyDeal = TypeVar("AnyDeal", bound=Deal)


def suited(scenario: Scenario, game: Game) -> Scenario:
    """Return a scenario whose deals have suits, as a game has that tells them apart; suits that are written stay.

    Where a deal has more cards of a rank than the pack, those beyond are left without a suit. Actions and expectations
    stay as they are written (see `named`), but for the `count` of legal actions: where cards are dealt by rank alone,
    it counts by rank, and it is left out.
    """
    kinds = Kinds(game)
    if not any(kinds.bare(deal.cards()) for deal in scenario.deals):
        return scenario
    dealer = _Suits(kinds, Counter(game.pack(len(scenario.given.players))), scenario.given.players)
    steps = tuple(dealer.step(step) for step in scenario.steps)
    return replace(scenario, given=dealer.deal(scenario.given), steps=steps)


class _Suits:
    """Deals the cards of a pack."""

    def __init__(self, kinds: Kinds, pack: Mapping[str, int], players: Sequence[str]) -> None:
        self.kinds = kinds
        self.pack = pack
        self.players = players

    def step(self, step: Step) -> Step:
        match step:
            case DealStep(deal):
                return replace(step, deal=self.deal(deal))
            case LegalStep(claims):
                return replace(step, claims=tuple(map(_uncounted, claims)))
        return step

    def deal(self, deal: AnyDeal) -> AnyDeal:
        if deal.hands is not None:
            cards = self.hands([deal.hands.get(name, ()) for name in self.players])
            return replace(deal, hands=dict(zip(self.players, map(tuple, cards), strict=True)))
        number, pack = len(self.players), list(deal.pack or ())
        for seat, hand in enumerate(self.hands([pack[seat::number] for seat in range(number)])):
            pack[seat::number] = hand  # who is dealt which share, the rules say
        return replace(deal, pack=tuple(pack))

    def hands(self, hands: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return hands with a suit for each card: the first of each rank in each hand before further ones."""
        left = Counter(self.pack)
        left.subtract(card for hand in hands for card in hand if not self.kinds.bare([card]))
        dealt = [list(hand) for hand in hands]
        own: list[int] = []
        for seat, hand in enumerate(dealt):
            first = {card: place for place, card in reversed(list(enumerate(hand))) if card in self.kinds.of}
            own.append(self.own_suit(seat, first, left))
            for card, place in first.items():
                self.give(hand, place, card, own[seat], left)
        for seat, hand in enumerate(dealt):
            for place, card in enumerate(hand):
                if card in self.kinds.of:
                    self.give(hand, place, card, own[seat], left)
        return dealt

    def own_suit(self, seat: int, ranks: Mapping[str, int], left: Mapping[str, int]) -> int:
        """Return the number of the suit that the pack still has of all these ranks, if there is one."""
        number = max((len(self.kinds.of[rank]) for rank in ranks), default=1)
        suits = range(seat, seat + number)
        whole = (each for each in suits if all(left[self.kinds.turned(rank, each)[0]] > 0 for rank in ranks))
        return next(whole, seat)

    def give(self, hand: list[str], place: int, rank: str, suit: int, left: Counter[str]) -> None:
        card = next((each for each in self.kinds.turned(rank, suit) if left[each] > 0), None)
        if card is not None:
            hand[place] = card
            left[card] -= 1


def _uncounted(claim: Claim) -> Claim:
    return replace(claim, count=None)
