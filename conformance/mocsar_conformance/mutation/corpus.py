"""Positions of one setting, nearest first, with all that is seen and can be done there: what a mutant is held against.

They come from the rulebook's presets and from small deals, all explored breadth first, and from random play with all
numbers of players, over several deals. Everything is fixed by the setting, so that each run looks at the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mocsar_conformance.counting.presets import Preset
from mocsar_conformance.match.match import NAMES
from mocsar_conformance.scenario.applies import misfit
from mocsar_conformance.scenario.deals import CannotDeal, begin
from mocsar_reference import Action, Game, IllegalAction, MocsarError, Rulebook, State
from mocsar_reference.compile.cards import Move

OF_PRESET, OF_DEAL = 500, 40
"""Positions of a preset of the setting, and of any other small deal, after which no more are looked into."""
SMALL_DEALS, PLAYOUTS, LONGEST = 14, 3, 40
"""Small deals that are explored; matches played for each number of players; actions of a deal in them."""


SINGLES, DEALS = 8, 7
"""Deals in which the smallest is played; deals of the longest match."""
NEXT, OF_NEXT = 4, 12
"""Finished deals of an exploration that are followed by another, and its positions that are looked into."""
MOST_HELD = 16
"""Cards in a hand at most."""
OF_CHANGED = 3
"""Numbers of players, besides the most, that are tried in settings that are no variant."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a deal begins: a match, or after a finished deal the next of it, `before` being that position's number."""

    players: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]] | None
    pack: tuple[str, ...] | None
    chance: Mapping[str, str]
    standing: tuple[str, ...] = ()
    before: int | None = None

    def begin(self, game: Game, after: State | None = None) -> State:
        """Begin the deal; raises MocsarError where the game cannot."""
        if after is not None:
            return game.next_deal(after, hands=self.hands, pack=self.pack, chance=self.chance)
        given = {"standing": list(self.standing)} if self.standing else None
        return game.start(self.players, hands=self.hands, pack=self.pack, chance=self.chance, given=given)


@dataclass(frozen=True, slots=True)
class Probe:
    """An action tried in a position, and every reason against it; none where it is accepted."""

    player: str
    action: Action
    reasons: tuple[str, ...]


@dataclass(slots=True)
class Position:
    """A position, and how it was reached: from the start of this number, or by an action from the position before.

    `edges` are moves with the positions after them, `moves` all legal moves by seat; `tried` are actions that may be
    illegal, and `probes` the same with what comes of them.
    """

    game: Game
    state: State
    depth: int
    start: int
    before: int | None
    step: tuple[str, Action] | None
    moves: list[list[Move]]
    edges: list[tuple[int, Move, State]] = field(default_factory=list)
    tried: list[tuple[str, Action]] = field(default_factory=list)
    _view: dict[str, Any] | None = None
    _probes: list[Probe] | None = None

    @property
    def view(self) -> dict[str, Any]:
        """What is seen; it is looked at when it is first asked for, and most is never."""
        if self._view is None:
            self._view = self.game.view(self.state)
        return self._view

    @property
    def probes(self) -> list[Probe]:
        """The actions tried, judged when they are first asked for."""
        if self._probes is None:
            self._probes = list(self._judged())
        return self._probes

    def _judged(self) -> Iterator[Probe]:
        for player, action in self.tried:
            try:
                verdict = self.game.judge(self.state, player, action)
            except MocsarError:
                continue
            yield Probe(player, action, tuple(dict.fromkeys(each.reason for each in verdict.failed)))


class Corpus:
    """The positions of a game, and the deals that lead to them."""

    def __init__(self, book: Rulebook, game: Game, presets: Sequence[Preset]) -> None:
        self.game = game
        self.chances = tuple(game.contents.model.chance)
        self.rnd = random.Random(f"corpus/{game.setting.short}")
        self.starts: list[tuple[Start, State]] = []
        self.positions: list[Position] = []
        fewest, most, _ = game.setting.variant.players
        self.numbers = [number for number in range(fewest, most + 1) if self.can_deal(number)]
        if (
            game.setting.changes
        ):  # there are many such settings, and a few numbers tell enough of what is special to one
            self.numbers = [*self.numbers[:OF_CHANGED], *self.numbers[OF_CHANGED:][-1:]]
        self.fewest, self.most = self.numbers[0], self.numbers[-1]
        for preset in presets:
            self.preset(book, preset)
        for number in range(SMALL_DEALS):
            self.small(number)
        for number in range(PLAYOUTS):
            for players in self.numbers:
                self.play_out(players, number)
        for players in self.numbers:
            self.whole(players)
            self.rich(players)
        for number in range(SINGLES):
            self.singles(number)
        self.long_match()
        self.order = sorted(range(len(self.positions)), key=lambda each: self.positions[each].depth)
        self._with: dict[tuple[str, str], set[int]] = {}
        for number, position in enumerate(self.positions):
            for _, action in position.tried:
                self._with.setdefault(("judge", action.do), set()).add(number)
            for _, move, _ in position.edges:
                self._with.setdefault(("apply", move[0]), set()).add(number)
            for name in game.contents.model.phases[position.state.phase].actions:
                self._with.setdefault(("legal", name), set()).add(number)

    def concerned(
        self, seen: bool, judged: Iterable[str], listed: Iterable[str], applied: Iterable[str]
    ) -> Sequence[int]:
        """Return the positions, nearest first, that have to do with actions being judged, listed or done."""
        if seen:
            return self.order
        wanted = {"judge": judged, "legal": listed, "apply": applied}
        keys = [(kind, action) for kind, actions in wanted.items() for action in actions]
        found = set().union(*(self._with.get(key, ()) for key in keys))
        return [number for number in self.order if number in found]

    def can_deal(self, players: int) -> bool:
        """Tell whether the engine can hold the pack with so many players."""
        try:
            return bool(self.game.pack(players))
        except MocsarError:
            return False

    # ---- where positions come from -----------------------------------------------------------------------------------

    def preset(self, book: Rulebook, preset: Preset) -> None:
        scenario = preset.scenario
        if misfit(scenario, book, self.game.setting):
            return
        try:
            begun = begin(scenario, self.game)
        except (CannotDeal, MocsarError):
            return
        given = scenario.given
        start = Start(given.players, given.hands, given.pack, begun.chance, given.standing)
        at: int | None = self.begin(start)
        for step in preset.steps:
            at = None if at is None else self.step(at, step.player, step.action)
        if at is not None:
            own = preset.setting.variant == self.game.setting.variant
            self.explore(at, OF_PRESET if own else OF_DEAL)

    def small(self, number: int) -> None:
        """Explore a deal of few cards, now and then a later one of a match."""
        players = NAMES[: min(self.most, max(self.fewest, 3 + number % 2))]
        palette = self.palette(2 + number % 3)
        largest = 2 + number % 3
        hands = self.hands(players, palette, largest)
        if hands:
            at = self.begin(Start(players, hands, None, self.chance(players), self.standing(players, number % 2)))
            if at is not None:
                self.explore(at, OF_DEAL)

    def play_out(self, number: int, seed: int) -> None:
        """Play a match of two deals at random."""
        players = NAMES[:number]
        large = seed == PLAYOUTS - 1
        before: int | None = None
        for deal in range(2):
            palette = self.palette(1 + self.rnd.randrange(2) if large else 2 + self.rnd.randrange(4))
            most = 9 if large else 1 + self.rnd.randrange(4)
            hands = self.hands(players, palette, most)
            if not hands:
                return
            pack = tuple(self.rnd.sample(self.game.pack(number), k=min(2 * number + 1, 16))) if seed == 1 else None
            standing = self.standing(players, seed == 0) if not deal else ()
            start = Start(players, None if pack else hands, pack, self.chance(players), standing, before)
            at = self.begin(start)
            for _ in range(LONGEST):
                if at is None:
                    return
                if self.game.contents.model.phases[self.positions[at].state.phase].next is not None:
                    break
                at = self.move_on(at)
            if at is None or self.game.contents.model.phases[self.positions[at].state.phase].next != "deal":
                return
            before = at

    def whole(self, number: int) -> None:
        """Deal the whole pack, first and after a deal."""
        players = NAMES[:number]
        for later in (False, True):
            pack = list(self.game.pack(number))
            self.rnd.shuffle(pack)
            self.begin(Start(players, None, tuple(pack), self.chance(players), self.standing(players, later)))

    def rich(self, number: int) -> None:
        """Give one player all the cards of a rank and all that the setting names for something."""
        players = NAMES[:number]
        pack = self.game.pack(number)
        rank = self.rnd.choice(pack)
        hands = {name: (self.rnd.choice([card for card in pack if card != rank]),) for name in players[1:]}
        taken = [card for hand in hands.values() for card in hand]
        left = list(pack)
        for card in taken:
            if card in left:
                left.remove(card)
        if all(pack.count(card) >= taken.count(card) for card in taken):
            mine = tuple(card for card in left if card == rank or card in self.special())[:MOST_HELD]
            for name in players:  # whoever it takes by chance for the rich to begin
                start = Start(players, {players[0]: mine, **hands}, None, dict.fromkeys(self.chances, name))
                if self.game.moves(start.begin(self.game), 0):
                    at = self.begin(start)
                    if at is not None:
                        self.move_on(at)
                    return

    def singles(self, number: int) -> None:
        """Play the smallest there is, again and again: all cards of a rank are dealt round, and higher ones to each."""
        players = NAMES[: self.fewest]
        cards = list(dict.fromkeys(self.game.pack(self.fewest)))
        pack = self.game.pack(self.fewest)
        rank = cards[number % max(1, len(cards) // 2)]
        higher = [card for card in pack if cards.index(card) > cards.index(rank)]
        more = self.rnd.sample(higher, k=min(2 * len(players), len(higher)))
        dealt: dict[str, list[str]] = {name: [] for name in players}
        for at, card in enumerate([*[rank] * pack.count(rank), *more]):
            dealt[players[at % len(players)]].append(card)
        hands = {name: tuple(hand) for name, hand in dealt.items()}
        reached = self.begin(Start(players, hands, None, dict.fromkeys(self.chances, players[0])))
        while reached is not None and self.following(reached) is None:
            reached = self.move_on(reached, smallest=True)

    def long_match(self) -> None:
        """Play many deals of a card or two for each player."""
        players = NAMES[: self.fewest]
        before: int | None = None
        for _ in range(DEALS):
            hands = self.hands(players, self.palette(4), 1)
            reached = self.begin(Start(players, hands, None, self.chance(players), (), before)) if hands else None
            while reached is not None and self.following(reached) is None:
                reached = self.move_on(reached)
            if reached is None or self.following(reached) != "deal":
                return
            before = reached

    def following(self, at: int) -> str | None:
        """Return what comes after a position in which the deal is over; None where it goes on."""
        return self.game.contents.model.phases[self.positions[at].state.phase].next

    def go_on(self, at: int) -> None:
        """Begin a next deal of few cards, and look a little into it."""
        players = self.positions[at].state.names
        hands = self.hands(players, self.palette(3), 2)
        following = self.begin(Start(players, hands, None, self.chance(players), (), at)) if hands else None
        if following is not None:
            self.explore(following, OF_NEXT, further=False)

    # ---- cards -------------------------------------------------------------------------------------------------------

    def palette(self, number: int) -> list[str]:
        """Return some cards of the pack: those that the setting names for something more likely."""
        cards = list(dict.fromkeys(self.game.pack(self.fewest)))
        special = [each for each in self.special() if each in cards]
        chosen = [self.rnd.choice(special)] if special and self.rnd.random() < 0.6 else []
        at = self.rnd.randrange(max(1, len(cards) - number))
        return [*chosen, *cards[at : at + number]]

    def special(self) -> list[str]:
        """Return the ranks that the setting names for something besides their order."""
        values = self.game.setting.values.values()
        named = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
        ranks = set(self.game.plan.ranks)
        return [each for each in dict.fromkeys(named) if each in ranks and named.count(each) > 1]

    def hands(self, players: Sequence[str], palette: Sequence[str], most: int) -> dict[str, tuple[str, ...]] | None:
        left = [card for card in self.game.pack(len(players)) if card in palette]
        self.rnd.shuffle(left)
        hands: dict[str, tuple[str, ...]] = {}
        for name in players:
            number = min(len(left), 1 + self.rnd.randrange(most))
            hands[name] = tuple(sorted(left[:number]))
            del left[:number]
        return hands if sum(map(bool, hands.values())) > 1 else None

    def chance(self, players: Sequence[str]) -> dict[str, str]:
        return {name: self.rnd.choice(players) for name in self.chances}

    def standing(self, players: Sequence[str], later: bool | int) -> tuple[str, ...]:
        places = list(players)
        self.rnd.shuffle(places)
        return tuple(places) if later else ()

    # ---- positions ---------------------------------------------------------------------------------------------------

    def begin(self, start: Start) -> int | None:
        before = None if start.before is None else self.positions[start.before]
        try:
            state = start.begin(self.game, before.state if before else None)
        except MocsarError:
            return None
        self.starts.append((start, state))
        return self.add(state, before.depth + 1 if before else 0, len(self.starts) - 1, None, None)

    def add(self, state: State, depth: int, start: int, before: int | None, step: tuple[str, Action] | None) -> int:
        game = self.game
        moves = [game.moves(state, seat) for seat in range(len(state.names))]
        position = Position(game, state, depth, start, before, step, moves)
        self.positions.append(position)
        if len(self.positions) % 3 == 0:
            position.tried = self.tries(position)
        return len(self.positions) - 1

    def step(self, at: int, player: str, action: Action) -> int | None:
        position = self.positions[at]
        try:
            state, _ = self.game.apply(position.state, player, action)
        except IllegalAction:
            return None
        return self.add(state, position.depth + 1, position.start, at, (player, action))

    def action(self, position: Position, seat: int, move: Move) -> tuple[str, Action]:
        name = position.state.names[seat]
        return name, self.game.legal(position.state, name)[position.moves[seat].index(move)]

    def move_on(self, at: int, smallest: bool = False) -> int | None:
        """Go on from a position at random; larger plays are more likely than their number. Or play the smallest."""
        position = self.positions[at]
        choices = [(seat, move) for seat, moves in enumerate(position.moves) for move in moves]
        if not choices:
            return None
        seat, move = max(self.rnd.sample(choices, k=min(2, len(choices))), key=lambda each: each[1][1] % 255)
        if smallest:
            seat, move = min(choices, key=lambda each: each[1][1] % 255 or MOST_HELD)
        elif self.rnd.random() < 0.3:
            seat, move = self.rnd.choice(choices)
        state, _ = self.game.advance(position.state, seat, move)
        position.edges.append((seat, move, state))
        for other in self.rnd.sample(choices, k=min(2, len(choices))):
            position.edges.append((*other, self.game.advance(position.state, *other)[0]))
        return self.add(state, position.depth + 1, position.start, at, self.action(position, seat, move))

    def explore(self, root: int, most: int, further: bool = True) -> None:
        """Look into all that can be reached from a position, the nearest first; and into some deals that follow."""
        known = {self.positions[root].state}
        waiting = [root]
        for at in waiting:
            position = self.positions[at]
            for seat, moves in enumerate(position.moves):
                for move in moves:
                    state, _ = self.game.advance(position.state, seat, move)
                    position.edges.append((seat, move, state))
                    if state not in known and len(known) < most:
                        known.add(state)
                        step = self.action(position, seat, move)
                        waiting.append(self.add(state, position.depth + 1, position.start, at, step))
        over = [at for at in waiting if self.following(at) == "deal"] if further else []
        for at in self.rnd.sample(over, k=min(NEXT, len(over))):
            self.go_on(at)

    def tries(self, position: Position) -> list[tuple[str, Action]]:
        """Return actions that may be illegal in all ways: out of turn, not held, too many, in the wrong phase."""
        state, rnd, game = position.state, self.rnd, self.game
        hands = position.view.get("hands") or {}
        held = [card for cards in hands.values() for card in cards]
        legal = [(seat, index) for seat, moves in enumerate(position.moves) for index in range(len(moves))]
        tried: list[tuple[str, Action]] = []
        for seat, index in rnd.sample(legal, k=min(2, len(legal))):
            tried.append((rnd.choice(state.names), game.legal(state, state.names[seat])[index]))
        for kind in game.contents.model.actions.values():
            player = self.likely(position) if rnd.random() < 0.7 else rnd.choice(state.names)
            if kind.cards:
                own = list(hands.get(player, ()))
                for pool in (own, held):
                    if pool:
                        first = rnd.choice(pool)
                        same = [card for card in pool if card == first]
                        cards = same[: 1 + rnd.randrange(len(same))]
                        if rnd.random() < 0.3:
                            cards = rnd.sample(pool, k=1 + rnd.randrange(min(4, len(pool))))
                        tried.append((player, Action(kind.id, tuple(cards))))
            elif kind.rank:
                tried.append((player, Action(kind.id, rank=rnd.choice(game.plan.ranks[: game.plan.in_pack]))))
            else:
                tried.append((player, Action(kind.id)))
        return tried

    def likely(self, position: Position) -> str:
        """Return somebody who may act, or anybody."""
        names = position.state.names
        able = [name for name, moves in zip(names, position.moves, strict=True) if moves]
        return self.rnd.choice(able or list(names))

    # ---- ways --------------------------------------------------------------------------------------------------------

    def way(self, at: int) -> list[Start | tuple[str, Action]]:
        """Return all that leads to a position: deals and actions, in order."""
        found: list[Start | tuple[str, Action]] = []
        position = self.positions[at]
        while position.before is not None:
            assert position.step is not None
            found.append(position.step)
            position = self.positions[position.before]
        start, _ = self.starts[position.start]
        before = self.way(start.before) if start.before is not None else []
        return [*before, start, *reversed(found)]
