"""Stacks a pack so that dealing it gives the hands that are wanted, for subjects that deal only from a pack.

Who is dealt which card is found by letting the reference deal: what stands in the rulebook on dealing is not known
here. A stacked pack holds the cards of the hands and no others; the rest of the cards are out of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice, product
from typing import Any

from mocsar_conformance.compare import ViewShape, disagree
from mocsar_conformance.scenario.script import Message, Script, Turn
from mocsar_conformance.scenario.why import Why
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Action, Game, Rulebook, State

Hands = Mapping[str, Sequence[str]]
MOST_ORDERS = 64
"""Orders of dealing that are looked into at once: several give the same where cards change hands after the dealing."""


OTHER_SIZES = Why(
    "dealing a pack does not give hands of these sizes", "pakliból osztva nem ekkorák lesznek a kezekben lévő lapok"
)


class NoPack(Exception):  # noqa: N818 (what it is, not that it is an error)
    """No pack gives these hands; the text says why."""


def pack_for(
    game: Game,
    players: Sequence[str],
    hands: Hands,
    chance: Mapping[str, str] | None = None,
    *,
    standing: Sequence[str] = (),
    after: State | None = None,
) -> list[str] | None:
    """Return the pack that is dealt out as these hands, first card first; None where none is.

    `players` are in seat order; `chance` is what chance decides, `standing` the places of a deal before. `after` is the
    finished deal that this one follows; without it a match begins. The reference comes to the same state from the pack
    as from the hands. Raises MocsarError where the deal cannot begin from the hands.
    """
    deal = _Deal(game, players, chance or {}, standing, after)
    wanted = deal.begin(hands=hands)
    sizes = Counter({name: len(hand) for name, hand in hands.items() if hand})
    for order in deal.orders([card for hand in hands.values() for card in hand]):
        if Counter(order) == sizes:
            left = {name: iter(hand) for name, hand in hands.items()}
            pack = [next(left[name]) for name in order]
            if deal.begin(pack=pack) == wanted:
                return pack
    return None


def by_pack(script: Script, rulebook: Rulebook) -> Script:
    """Return a script that deals the same hands by way of packs. Raises NoPack where one of its deals cannot be so.

    Where that helps, what the scenario leaves to chance in its first deal, such as who deals, falls out otherwise, as
    long as all that the scenario states and every answer but the views stay the same.
    """
    game = rulebook.game(script.setting)
    try:
        return _packed(script, game)
    except NoPack:
        for other in _with_other_chance(script, rulebook, game):
            with suppress(NoPack):
                return _packed(other, game)
        raise


def _packed(script: Script, game: Game) -> Script:
    turns: list[Turn] = []
    players: Sequence[str] = ()
    state: State | None = None
    for turn in script.turns:
        request = turn.request
        match request["request"]:
            case "start":
                players = request["players"]
                turn, state = _dealt(turn, game, players, None)
            case "deal":
                turn, state = _dealt(turn, game, players, state)
            case "act" if turn.expected["answer"] == "accepted" and state is not None:
                state, _ = game.apply(state, request["player"], Action.from_json(request["action"]))
        turns.append(turn)
    return replace(script, turns=tuple(turns), needs=(script.needs - {"hands"}) | {"pack"})


def _dealt(turn: Turn, game: Game, players: Sequence[str], after: State | None) -> tuple[Turn, State]:
    """Return a turn that begins a deal, with a pack for its hands, and the state it begins in."""
    request = turn.request
    chance, standing = request.get("chance") or {}, request.get("standing") or ()
    deal = _Deal(game, players, chance, standing, after)
    if request.get("hands") is None:
        return turn, deal.begin(pack=request["pack"])
    hands = request["hands"]
    pack = pack_for(game, players, hands, chance, standing=standing, after=after)
    if pack is None:
        raise NoPack(OTHER_SIZES)
    rest = {name: value for name, value in request.items() if name != "hands"}
    return replace(turn, request={**rest, "pack": pack}), deal.begin(hands=hands)


def _with_other_chance(script: Script, rulebook: Rulebook, game: Game) -> Iterator[Script]:
    """Go through the same script with one thing otherwise that chance decides and the scenario does not state.

    Those are left out in which a pack for the first deal is not to be had either.
    """
    first, *others = script.turns
    chance: Mapping[str, str] = first.request.get("chance") or {}
    free = [name for name in chance if name not in script.scenario.given.chance]
    shape, reference = ViewShape.of(rulebook.contents), ReferenceSubject(rulebook)
    for name, player in product(free, first.request["players"]):
        request = {**first.request, "chance": {**chance, name: player}}
        if player == chance[name] or not _is_dealt(request, game):
            continue
        begun = replace(first, request=request)
        turns = [replace(turn, expected=_without_id(reference.request(turn.request))) for turn in (begun, *others)]
        if all(_means_the_same(old, new, shape) for old, new in zip(script.turns, turns, strict=True)):
            yield replace(script, turns=tuple(turns))


def _is_dealt(start: Message, game: Game) -> bool:
    """Tell whether there is a pack for the hands of a request `start`."""
    players, hands, standing = start["players"], start.get("hands"), start.get("standing") or ()
    return hands is None or pack_for(game, players, hands, start["chance"], standing=standing) is not None


def _means_the_same(old: Turn, new: Turn, shape: ViewShape) -> bool:
    """Tell whether two turns have the same answer but for what the scenario says nothing of in its view."""
    names = (old.expected.keys() | new.expected.keys()) - {"view"}
    same = all(old.expected.get(name) == new.expected.get(name) for name in names)
    return same and not disagree(new.expected, new.stated, shape)


def _without_id(answer: Message) -> Message:
    return {name: value for name, value in answer.items() if name != "id"}


class _Deal:
    """A deal that can begin from hands or from a pack."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        chance: Mapping[str, str],
        standing: Sequence[str],
        after: State | None,
    ) -> None:
        self.game = game
        self.players = tuple(players)
        self.chance = chance
        self.given = {"standing": list(standing)} if standing else None
        self.after = after

    def begin(self, **cards: Any) -> State:
        """Return the state that it begins in, with `hands` or `pack`."""
        if self.after is not None:
            return self.game.next_deal(self.after, chance=self.chance, **cards)
        return self.game.start(self.players, chance=self.chance, given=self.given, **cards)

    def orders(self, cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Go through the orders in which as many cards may be dealt, by player; mostly there is one.

        A card goes to whom the reference, given these cards as hands, comes to the same state as from the pack. Where
        dealing on in rounds like the first passes that test, the other cards are not looked at one by one.
        """
        found: list[tuple[str, ...]] = [()]
        for number in range(1, len(cards) + 1):
            longer = ((*order, name) for order in found for name in self.players)
            found = list(islice((each for each in longer if self._gives(each, cards)), MOST_ORDERS))
            if number == len(self.players):
                whole = [tuple(islice(cycle(order), len(cards))) for order in found]
                rounds = [each for each in whole if self._gives(each, cards)]
                if rounds:
                    yield from rounds
                    return
        yield from found

    def _gives(self, order: Sequence[str], cards: Sequence[str]) -> bool:
        """Tell whether the first cards of these, as a pack, are dealt in an order."""
        hands: dict[str, list[str]] = {name: [] for name in self.players}
        for name, card in zip(order, cards, strict=False):
            hands[name].append(card)
        return self.begin(hands=hands) == self.begin(pack=cards[: len(order)])
