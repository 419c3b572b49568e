"""Games with a subject that deals for itself: its cards are read from what it shows, and the reference gets the same.

Such a game cannot be played again, so it is not cut down; instead, other games are looked through for a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import Any

from mocsar_conformance.claims import Claim
from mocsar_conformance.fuzz.bench import Bench, Finding
from mocsar_conformance.fuzz.generate import Generator, Making
from mocsar_conformance.fuzz.plan import Dealing, Next
from mocsar_conformance.fuzz.referee import Impossible, Message, Referee, Turn
from mocsar_conformance.starting import start_of
from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable


class Unseen(SubjectUnusable):
    """The subject deals for itself and does not show the cards, so that nobody can tell whether it plays rightly."""

    def __init__(self) -> None:
        hint = (
            "State `hands` or `pack` in the capabilities of hello and deal what the request names; or show every "
            "player's cards in the view as `hands`, and state `cards`."
        )
        super().__init__(
            Diagnosis("U040", "the subject deals for itself and does not show the cards of every player", hint)
        )


def deals_for_itself(capabilities: frozenset[str]) -> bool:
    """Tell whether a subject cannot deal what it is given."""
    return not capabilities & {"hands", "pack"}


def play(bench: Bench, generator: Generator, claim: Claim, data: bytes) -> tuple[Finding | None, Making]:
    """Play a game and return the first difference, if there is one. Raises Unseen, SubjectUnusable."""
    making = generator.making(data)
    return _Talk(bench, making, claim).played(), making


class _Talk:
    """One game with the subject."""

    def __init__(self, bench: Bench, making: Making, claim: Claim) -> None:
        self.bench = bench
        self.making = making
        self.claim = claim
        self.compared = bench.comparing(claim)

    def played(self) -> Finding | None:
        making = self.making
        request: Message = start_of(making.game.setting, making.game.contents)
        request["players"] = list(making.players)
        first = True
        while True:
            if not self.deal(request, first):
                return self.compared.finding
            before = len(making.turns)
            making.play_deal()
            if not self.compared.exchange(making.generated().plan, making.turns[before:]):
                return self.compared.finding
            if not making.wants_another():
                return None
            request, first = {"request": "deal"}, False

    def deal(self, request: Message, first: bool) -> bool:
        """Let the subject deal, and the reference deal the same; tell whether the game can go on."""
        undealt = Dealing(None, None, {})
        so_far = self.making.opening(undealt) if first else self.making.generated().plan
        answer = self.compared.ask(request, so_far if first else replace(so_far, steps=(*so_far.steps, Next(undealt))))
        if answer is None:
            return False
        view = answer.get("view") or {}
        hands = view.get("hands")
        if not isinstance(hands, dict) or not all(hands.get(name) is not None for name in self.making.players):
            raise Unseen
        dealing = self.same_deal(view, {name: tuple(hands[name]) for name in self.making.players}, first)
        if dealing is None:
            return False
        if first:
            self.making.begin((), dealing)
        else:
            self.making.deal(dealing)
        return self.compared.judge(self.making.generated().plan, self.making.turns[-1], answer)

    def same_deal(self, view: Mapping[str, Any], hands: Mapping[str, tuple[str, ...]], first: bool) -> Dealing | None:
        """Return the deal that comes nearest to what a subject shows; None where the cards cannot be dealt."""
        best: tuple[int, Dealing] | None = None
        names = list(self.making.game.contents.model.chance)
        for dealt in [hands] if first else self.before_exchange(view, hands):
            for chosen in product(self.making.players, repeat=len(names)):
                dealing = Dealing(dealt, None, dict(zip(names, chosen, strict=True)))
                turn = self.tried(dealing, first)
                if turn is None:
                    continue
                wrong = len(self.bench.differences(turn, {"answer": "view", "view": view}))
                if best is None or wrong < best[0]:
                    best = wrong, dealing
                if not wrong:
                    return dealing
        return best[1] if best else None

    def tried(self, dealing: Dealing, first: bool) -> Turn | None:
        """Return what the reference makes of a deal, and forget it."""
        referee = Referee(self.making.game)
        try:
            if first:
                return referee.start(self.making.opening(dealing))
            referee.state, referee.view = self.making.referee.state, self.making.referee.view
            return referee.next(dealing)
        except Impossible:
            return None

    def before_exchange(
        self, view: Mapping[str, Any], hands: Mapping[str, tuple[str, ...]]
    ) -> Iterator[Mapping[str, tuple[str, ...]]]:
        """Go through hands that may have been dealt before cards changed hands: the highest of those who owe some.

        It is the reference that then tells whether they lead to what is seen.
        """
        yield hands
        owed = {name: number for name, number in (view.get("owed") or {}).items() if number and name in hands}
        others = [name for name in hands if name not in owed]
        place = {card: at for at, card in enumerate(self.making.game.plan.kinds)}
        for payers in permutations(others, len(owed)):
            dealt = dict(hands)
            for (receiver, number), payer in zip(owed.items(), payers, strict=True):
                held = sorted(dealt[receiver], key=lambda card: place.get(card, -1))
                dealt[receiver] = tuple(held[: len(held) - number])
                dealt[payer] = (*dealt[payer], *held[len(held) - number :])
            yield dealt


def shortest(findings: Sequence[Finding]) -> Finding:
    """Return the finding with the fewest steps, then the fewest cards."""

    def size(finding: Finding) -> tuple[int, int]:
        cards = sum(len(hand) for dealing in finding.plan.dealings for hand in (dealing.hands or {}).values())
        return finding.plan.moves, cards

    return min(findings, key=size)
