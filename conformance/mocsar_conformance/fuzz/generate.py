"""Makes a random game out of bytes, on the reference alone: small hands of few ranks, rare moves, near-misses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mocsar_conformance.fuzz.choices import Choices
from mocsar_conformance.fuzz.misses import NearMisses
from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan, Step
from mocsar_conformance.fuzz.rarity import Rarity
from mocsar_conformance.fuzz.referee import Impossible, Referee, Turn
from mocsar_conformance.match.match import NAMES
from mocsar_reference import Action, Game, MocsarError, State

LOOKED_AT = 4
"""Legal moves of which the effects are compared, to choose a rare one."""
ILLEGAL = (20, 5, 45)
"""How many of a hundred steps are near-misses; one of these for a whole game."""
LISTED = 10
"""How many of a hundred steps ask for the legal moves."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a game may be. `players` are the fewest and the most."""

    players: tuple[int, int]
    steps: int = 60
    deals: int = 3
    cards: int = 12
    whole_packs: bool = True


@dataclass(slots=True)
class Generated:
    """A game, what is asked in it and what should be answered, and the features that it shows."""

    plan: Plan
    turns: list[Turn]
    features: list[Hashable] = field(default_factory=list)


def special_cards(game: Game, players: int) -> list[str]:
    """Return the cards that the setting names for something, and the ends of the pack's order."""
    cards = list(dict.fromkeys(game.pack(players)))
    ranks = set(game.plan.ranks)
    named: list[str] = []
    for value in game.setting.values.values():
        values = value if isinstance(value, tuple) else (value,)
        if len(values) < len(ranks) - 2:  # all of them are the order of the pack
            named += [str(each) for each in values if each in ranks]
    return [card for card in cards if card in named or card in (cards[0], cards[-1])]


class Generator:
    """Makes games of one setting for a subject with these capabilities."""

    def __init__(self, game: Game, capabilities: frozenset[str], limits: Limits, rarity: Rarity) -> None:
        self._game = game
        self._capabilities = capabilities
        self._limits = limits
        self._rarity = rarity
        self._packs: dict[int, tuple[str, ...]] = {}
        self._special: dict[int, list[str]] = {}

    def game(self, data: bytes) -> Generated | None:
        """Return the game that bytes mean; None where they mean none that can be played."""
        try:
            return self.making(data).made()
        except Impossible:
            return None

    def making(self, data: bytes) -> Making:
        """Return a game that is yet to be made, out of bytes."""
        choices = Choices(data)
        fewest, most = self._limits.players
        number = fewest + choices.weighted([1.0 / (1 + each) ** 1.3 for each in range(most - fewest + 1)])
        if number not in self._packs:
            self._packs[number] = self._game.pack(number)
            self._special[number] = special_cards(self._game, number)
        return Making(self, choices, number)

    @property
    def of(self) -> tuple[Game, frozenset[str], Limits, Rarity]:
        """What it makes games of."""
        return self._game, self._capabilities, self._limits, self._rarity

    def pack(self, players: int) -> tuple[str, ...]:
        """Return all cards, low to high."""
        return self._packs[players]

    def special(self, players: int) -> list[str]:
        """Return the cards that something hangs on."""
        return self._special[players]


class Making:
    """One game in the making."""

    plan: Plan

    def __init__(self, generator: Generator, choices: Choices, players: int) -> None:
        self.game, self.capabilities, self.limits, self.rarity = generator.of
        self.choices = choices
        self.players = NAMES[:players]
        self.pack = generator.pack(players)
        self.special = generator.special(players)
        self.referee = Referee(self.game)
        self.misses = NearMisses(self.game, self.players)
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self.features: list[Hashable] = []
        self.last: Act | None = None
        self.illegal = ILLEGAL[choices.below(len(ILLEGAL))]
        self.listed: tuple[State, dict[str, list[Action]]] | None = None

    def made(self) -> Generated:
        """Make a whole game. Raises Impossible."""
        self.begin(self.standing(), self.dealing())
        while True:
            self.play_deal()
            if not self.wants_another():
                return self.generated()
            self.deal(self.dealing())

    def begin(self, standing: tuple[str, ...], first: Dealing) -> None:
        """Begin the first deal. Raises Impossible."""
        self.plan = replace(self.opening(first), standing=standing)
        self.turns.append(self.referee.start(self.plan))

    def opening(self, first: Dealing) -> Plan:
        """Return a game that has only just begun, in a first deal."""
        return Plan(self.game.setting.short, self.players, (), first, ())

    def deal(self, dealing: Dealing) -> None:
        """Begin the next deal. Raises Impossible."""
        self.turns.append(self.referee.next(dealing))
        self.steps.append(Next(dealing))
        self.last = None

    def play_deal(self) -> None:
        """Play until the deal is over, or no more is to be played."""
        while self.goes_on and not self.referee.deal_is_over:
            self.go_on()
        if self.goes_on and self.choices.happens(25):
            self.miss({})

    def wants_another(self) -> bool:
        """Tell whether another deal is to be played."""
        deals = 1 + sum(isinstance(step, Next) for step in self.steps)
        return self.goes_on and self.referee.deal_is_over and deals < self.limits.deals and self.choices.happens(70)

    @property
    def goes_on(self) -> bool:
        """Whether there is room for more steps."""
        room = len(self.steps) < self.limits.steps and not self.choices.exhausted
        return room and not self.referee.match_is_over

    def generated(self) -> Generated:
        """Return what has been made so far."""
        return Generated(replace(self.plan, steps=tuple(self.steps)), self.turns, self.features)

    # ---- what is dealt -----------------------------------------------------------------------------------------------

    def standing(self) -> tuple[str, ...]:
        """Return the places of a deal before, none where this is the first."""
        there = "standing" in self.capabilities and self.choices.happens(35)
        return tuple(self.mixed(self.players)) if there else ()

    def dealing(self) -> Dealing:
        choices = self.choices
        chance = {name: choices.one_of(self.players) for name in self.game.contents.model.chance}
        whole = self.limits.whole_packs and choices.happens(6)
        if "hands" not in self.capabilities or (whole and "pack" in self.capabilities):
            pack = list(self.pack)
            random.Random(choices.below(1 << 16)).shuffle(pack)
            return Dealing(None, tuple(pack), chance)
        return Dealing(self.whole_hands() if whole else self.small_hands(), None, chance)

    def whole_hands(self) -> dict[str, tuple[str, ...]]:
        pack = list(self.pack)
        random.Random(self.choices.below(1 << 16)).shuffle(pack)
        return {name: tuple(pack[seat :: len(self.players)]) for seat, name in enumerate(self.players)}

    def small_hands(self) -> dict[str, tuple[str, ...]]:
        """Deal few cards of few ranks, so that equal and special ones meet."""
        choices = self.choices
        palette = self.palette()
        left = Counter(self.pack)
        most = min(self.limits.cards, len(self.pack) // len(self.players))  # nobody may be left without a card
        size = 1 + choices.weighted([1.0 / (1 + each) ** 0.5 for each in range(most)])
        hands: dict[str, tuple[str, ...]] = {}
        for name in self.players:
            number = max(1, min(most, size + (0, 0, -1, 1, 2)[choices.below(5)]))
            hand: list[str] = []
            for _ in range(number):
                there = [card for card in palette if left[card]] or [card for card in left if left[card]]
                if not there:
                    break
                card = choices.one_of(there)
                left[card] -= 1
                hand.append(card)
            hands[name] = tuple(hand)
        return hands

    def palette(self) -> list[str]:
        """Return a few cards, special ones and neighbours preferred."""
        choices = self.choices
        cards = list(dict.fromkeys(self.pack))
        place = choices.below(len(cards))
        palette = [cards[place]]
        for _ in range(1 + choices.below(5)):
            if choices.happens(35):
                card = choices.one_of(self.special)
            elif choices.happens(30):
                card = choices.one_of(cards)
            else:
                place = (place + 1) % len(cards)
                card = cards[place]
            if card not in palette:
                palette.append(card)
        return palette

    def mixed(self, names: Sequence[str]) -> Iterator[str]:
        left = list(names)
        while left:
            yield left.pop(self.choices.below(len(left)))

    # ---- what is done ------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        legal = self.legal()
        kind = self.choices.weighted([100 - self.illegal - LISTED, self.illegal, LISTED])
        if kind == 2 and "legal" in self.capabilities:
            able = list(legal)
            names = able if able and not self.choices.happens(20) else self.players
            player = self.choices.one_of(names)
            self.turns.append(self.referee.ask(player))
            self.steps.append(Ask(player))
        elif kind == 1 or not legal:
            self.miss(legal)
        else:
            self.do(*self.move(legal))

    def legal(self) -> dict[str, list[Action]]:
        """Return every legal action of those who have one."""
        state = self.referee.state
        if self.listed is None or self.listed[0] is not state:
            found = {name: self.game.legal(state, name) for name in self.players}
            self.listed = state, {name: actions for name, actions in found.items() if actions}
        return self.listed[1]

    def move(self, legal: Mapping[str, Sequence[Action]]) -> tuple[Act, list[Hashable]]:
        """Choose a legal move, a rare one if there is any, and the order in which its cards are named."""
        choices = self.choices
        player = choices.one_of(list(legal))
        kinds = list(dict.fromkeys(each.do for each in legal[player]))
        do = kinds[choices.weighted([self.rarity.weight([("do", each)]) + 0.2 for each in kinds])]
        actions = [each for each in legal[player] if each.do == do]
        if len(actions) > LOOKED_AT:
            start, stride = choices.below(len(actions)), 1 + choices.below(len(actions))
            actions = [actions[(start + number * stride) % len(actions)] for number in range(LOOKED_AT)]
        acts = [Act(player, each) for each in actions]
        seen = [self.effects(each) for each in acts]
        index = choices.weighted([self.rarity.weight(each) for each in seen])
        return self.turned(acts[index]), seen[index]

    def effects(self, act: Act) -> list[Hashable]:
        """Return the features of a legal move: its kind and size, whether its cards differ, what follows of it."""
        state, events = self.game.apply(self.referee.state, act.player, act.action)
        action = act.action
        held = len((self.referee.view.get("hands") or {}).get(act.player, ()))
        shape = (action.do, min(len(action.cards), 8), len(set(action.cards)), action.as_form)
        ends = (action.do, held == len(action.cards), self.referee.state.phase, state.phase)
        special = tuple(sorted({card for card in action.cards if card in self.special}))
        return [
            ("do", action.do),
            ("shape", shape),
            ("ends", ends),
            ("events", action.do, events),
            ("special", special),
        ]

    def turned(self, act: Act) -> Act:
        """Name the cards in another order now and then: it means nothing."""
        cards = act.action.cards
        if len(set(cards)) < 2 or not self.choices.happens(40):
            return act
        by = 1 + self.choices.below(len(cards) - 1)
        action = act.action
        return Act(
            act.player, Action(action.do, cards[-by:] + cards[:-by], action.as_form, action.as_rank, action.rank)
        )

    def miss(self, legal: Mapping[str, Sequence[Action]]) -> None:
        """Try what is nearly legal, a rare kind of refusal if there is any."""
        rnd = random.Random(self.choices.below(1 << 16))
        found: list[Act] = []
        features: list[list[Hashable]] = []
        state = self.referee.state
        for way, act in self.misses.some(self.referee.view.get("hands") or {}, legal, self.last, rnd):
            try:
                verdict = self.game.judge(state, act.player, act.action)
            except MocsarError:
                continue
            first = verdict.failed[0] if verdict.failed else None
            rule = (first.rule, first.reason) if first else None
            found.append(act)
            features.append([("way", way), ("refused", act.action.do, rule), ("only", len(verdict.failed) == 1, rule)])
        if found:
            index = self.choices.weighted([self.rarity.weight(each) for each in features])
            self.do(found[index], features[index])

    def do(self, act: Act, features: list[Hashable]) -> None:
        turn = self.referee.act(act.player, act.action)
        self.turns.append(turn)
        self.steps.append(act)
        self.features += features
        if turn.expected["answer"] == "accepted":
            self.last = act
