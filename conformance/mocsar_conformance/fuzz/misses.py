"""Actions that are nearly legal: of another player, with a card too many, not held or not alike, in another phase.

Nothing here knows a rule; whether one of these is refused, and why, the reference says. Some turn out to be legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from mocsar_conformance.fuzz.plan import Act
from mocsar_reference import Action, Game

Legal = Mapping[str, Sequence[Action]]
"""Every legal action of those who have one, by name."""
Hands = Mapping[str, Sequence[str]]
MOST = 5
"""Cards that are taken at random at once."""
WAYS_AT_ONCE = 5
"""Kinds of near-misses among which one is chosen."""


class NearMisses:
    """Makes near-misses in the positions of one game."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        self._players = players
        self._kinds = game.contents.model.actions
        self._cards = list(dict.fromkeys(game.pack(len(players))))
        self._ranks = game.plan.ranks[: game.plan.in_pack]

    def some(self, hands: Hands, legal: Legal, last: Act | None, rnd: random.Random) -> Iterator[tuple[str, Act]]:
        """Yield near-misses of a few kinds, as far as a position has them. `last` is what was accepted last."""
        holders = [name for name in self._players if hands.get(name)]
        able = [name for name, actions in legal.items() if actions]
        context = _Context(hands, legal, last, rnd, holders, able)
        for name in rnd.sample(WAYS, WAYS_AT_ONCE):
            act = _WAYS[name](self, context)
            if act is not None:
                yield name, act

    # ---- one way to miss each ----------------------------------------------------------------------------------------

    def another_player(self, at: _Context) -> Act | None:
        """What one may do, done by another."""
        act = at.some_legal()
        others = [name for name in self._players if act is not None and name != act.player]
        return replace(act, player=at.rnd.choice(others)) if act is not None and others else None

    def not_held(self, at: _Context) -> Act | None:
        """A card that is not in the hand instead of one that is."""
        act = at.some_legal(with_cards=True)
        if act is None:
            return None
        cards = list(act.action.cards)
        foreign = [card for card in self._cards if card not in at.hands[act.player]]
        cards[at.rnd.randrange(len(cards))] = at.rnd.choice(foreign or self._cards)
        return _with(act, cards)

    def too_often(self, at: _Context) -> Act | None:
        """A card named once more than it is held."""
        act = at.some_legal(with_cards=True)
        if act is None:
            return None
        card = at.rnd.choice(act.action.cards)
        others = [each for each in act.action.cards if each != card] if at.rnd.random() < 0.5 else []
        return _with(act, [card] * (list(at.hands[act.player]).count(card) + 1) + others)

    def one_more(self, at: _Context) -> Act | None:
        """Another card of the hand besides."""
        act = at.some_legal(with_cards=True)
        rest = at.rest(act) if act is not None else []
        return _with(act, [*act.action.cards, at.rnd.choice(rest)]) if act is not None and rest else None

    def one_fewer(self, at: _Context) -> Act | None:
        """A card left out."""
        act = at.some_legal(with_cards=True)
        if act is None:
            return None
        cards = list(act.action.cards)
        del cards[at.rnd.randrange(len(cards))]
        return _with(act, cards)

    def not_alike(self, at: _Context) -> Act | None:
        """Another card of the hand instead of one."""
        act = at.some_legal(with_cards=True)
        rest = at.rest(act) if act is not None else []
        if act is None or not rest:
            return None
        cards = list(act.action.cards)
        cards[at.rnd.randrange(len(cards))] = at.rnd.choice(rest)
        return _with(act, cards)

    def equal_cards(self, at: _Context) -> Act | None:
        """So many equal cards of the hand, mostly as many as were played last."""
        if not at.holders:
            return None
        player = at.actor_or_holder()
        hand = list(at.hands[player])
        card = at.rnd.choice(hand)
        number = len(at.last.action.cards) if at.last and at.rnd.random() < 0.7 else at.rnd.randint(1, hand.count(card))
        cards = [card] * min(number, hand.count(card))
        others = [each for each in hand if each != card]
        cards += at.rnd.sample(others, min(number - len(cards), len(others)))
        return self._done_with(at, player, cards)

    def any_cards(self, at: _Context) -> Act | None:
        """Any cards of the hand."""
        if not at.holders:
            return None
        player = at.actor_or_holder()
        hand = list(at.hands[player])
        return self._done_with(at, player, at.rnd.sample(hand, min(len(hand), at.rnd.randint(1, MOST))))

    def cards_of_another(self, at: _Context) -> Act | None:
        """Cards that lie in another hand."""
        if not at.holders:
            return None
        owner = at.rnd.choice(at.holders)
        player = at.rnd.choice(self._players)
        card = at.rnd.choice(at.hands[owner])
        return self._done_with(at, player, [card] * at.rnd.randint(1, list(at.hands[owner]).count(card)))

    def any_action(self, at: _Context) -> Act | None:
        """Any action of any phase, with cards of the hand where it takes some."""
        player = at.actor_or_holder() if at.holders and at.rnd.random() < 0.8 else at.rnd.choice(self._players)
        kind = at.rnd.choice(list(self._kinds.values()))
        hand = list(at.hands.get(player, ()))
        number = len(at.last.action.cards) if at.last and at.rnd.random() < 0.5 else at.rnd.randint(0, MOST)
        cards = at.rnd.sample(hand, min(len(hand), number)) if kind.cards else []
        return Act(player, Action(kind.id, tuple(cards), rank=at.rnd.choice(self._ranks) if kind.rank else None))

    def without_cards(self, at: _Context) -> Act | None:
        """An action that takes cards, without any."""
        player = at.actor_or_holder() if at.holders else at.rnd.choice(self._players)
        return self._done_with(at, player, [])

    def again(self, at: _Context) -> Act | None:
        """The same once more."""
        return at.last

    def meant_otherwise(self, at: _Context) -> Act | None:
        """Cards said to be meant as a form or a rank, rightly or wrongly."""
        act = at.some_legal(with_cards=True)
        if act is None or not self._kinds[act.action.do].forms:
            return None
        near = [card for card in act.action.cards if card in self._ranks]
        rank = at.rnd.choice(near if near and at.rnd.random() < 0.5 else self._ranks)
        form = at.rnd.choice((None, *self._kinds[act.action.do].forms))
        return replace(act, action=replace(act.action, as_form=form, as_rank=rank if at.rnd.random() < 0.8 else None))

    def _done_with(self, at: _Context, player: str, cards: Sequence[str]) -> Act | None:
        """Return an action with cards, if possible one that the player may do with others."""
        own = [each.do for each in at.legal.get(player, ()) if self._kinds[each.do].cards]
        anybodys = [each.do for actions in at.legal.values() for each in actions if self._kinds[each.do].cards]
        all_of_them = [kind.id for kind in self._kinds.values() if kind.cards]
        names = own or anybodys or all_of_them
        return Act(player, Action(at.rnd.choice(names), tuple(cards))) if names else None


class _Context:
    """A position, and what is drawn in it."""

    def __init__(
        self,
        hands: Hands,
        legal: Legal,
        last: Act | None,
        rnd: random.Random,
        holders: Sequence[str],
        able: Sequence[str],
    ) -> None:
        self.hands = hands
        self.legal = legal
        self.last = last
        self.rnd = rnd
        self.holders = holders
        self.able = able

    def some_legal(self, with_cards: bool = False) -> Act | None:
        """Return a legal action, if there is one."""
        if not self.able:
            return None
        player = self.rnd.choice(self.able)
        actions = [each for each in self.legal[player] if each.cards or not with_cards]
        return Act(player, self.rnd.choice(actions)) if actions else None

    def actor_or_holder(self) -> str:
        """Return a player with cards, mostly one who can act."""
        able = [name for name in self.able if name in self.holders]
        return self.rnd.choice(able if able and self.rnd.random() < 0.75 else self.holders)

    def rest(self, act: Act) -> list[str]:
        """Return the cards of the hand that an action leaves."""
        rest = list(self.hands[act.player])
        for card in act.action.cards:
            if card in rest:
                rest.remove(card)
        return rest


def _with(act: Act, cards: Sequence[str]) -> Act:
    return Act(act.player, replace(act.action, cards=tuple(cards), as_form=None, as_rank=None))


_WAYS: Mapping[str, Callable[[NearMisses, _Context], Act | None]] = {
    "another-player": NearMisses.another_player,
    "equal-cards": NearMisses.equal_cards,
    "not-held": NearMisses.not_held,
    "too-often": NearMisses.too_often,
    "one-more": NearMisses.one_more,
    "one-fewer": NearMisses.one_fewer,
    "not-alike": NearMisses.not_alike,
    "any-cards": NearMisses.any_cards,
    "cards-of-another": NearMisses.cards_of_another,
    "any-action": NearMisses.any_action,
    "without-cards": NearMisses.without_cards,
    "again": NearMisses.again,
    "meant-otherwise": NearMisses.meant_otherwise,
}
WAYS = tuple(_WAYS)
"""The ways to miss, by name."""
