"""What holds of every game, whatever its rules: played at random, looked at after every step.

`Invariants` looks at one position and knows nothing of how it came about, so it can be used wherever games are played;
`play_match` plays a match of random deals under its eyes.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from mocsar_conformance.match.match import NAMES, Match
from mocsar_reference import Action, Game, State

EVERY = 8
"""How many positions there are for one in which the costly invariants are looked at."""
TRIES = 6
"""Actions tried for one position, to see whether any is accepted that is not listed."""
DEALS_OF_A_MATCH = 5
"""Enough for what one deal hands on to the next to be seen several times."""

Legal = dict[str, list[Action]]
"""Every legal action of every player, by name."""

INVARIANTS = {
    "cards": "all zones together hold the pack, no card more or less",
    "go-on": "somebody can act, or the deal is over and nobody can",
    "listed": "every action that is listed is accepted, and none is listed twice",
    "unlisted": "an action that is not listed is refused, and changes nothing (one position in eight, at random)",
    "saved": "a position written as JSON and read back is the same (one position in eight)",
    "hidden": "cards that a player does not see change neither the view nor the legal actions (one position in eight)",
    "ends": "a deal ends within a bound",
    "answers": "the reference answers without an error of its own",
}
"""By id, in words."""


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold, by its id, and what there is instead."""

    invariant: str
    message: str


class Invariants:
    """Looks at positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._model = game.contents.model
        self._packs: dict[int, list[str]] = {}

    def legal(self, state: State) -> Legal:
        """Return the legal actions of every player."""
        return {name: self.game.legal(state, name) for name in state.names}

    def violations(
        self, state: State, rnd: random.Random, thorough: bool = True, legal: Legal | None = None
    ) -> Iterator[Violation]:
        """Go through what does not hold in a position; all invariants but `ends` are looked at, some if `thorough`.

        `legal` is what `legal` returned for this position, where it has been asked already.
        """
        try:
            legal = self.legal(state) if legal is None else legal
            yield from self.cards(state)
            yield from self.goes_on(state, legal)
            yield from self.listed(state, legal)
            if thorough:
                yield from self.unlisted(state, legal, rnd)
                yield from self.saved(state)
                yield from self.hidden(state, legal, rnd)
        except Exception as error:
            yield Violation("answers", f"{type(error).__name__}: {error}")

    def bound(self, players: int) -> int:
        """Return how many steps a deal may have: each player may answer to each card several times over."""
        return 4 * (players + 1) * (len(self.game.pack(players)) + players)

    def cards(self, state: State) -> Iterator[Violation]:
        """Look for cards that were lost or invented."""
        players = len(state.names)
        if players not in self._packs:
            self._packs[players] = sorted(self.game.pack(players))
        there = sorted(self._lying(state))
        if there != self._packs[players]:
            had, has = Counter(self._packs[players]), Counter(there)
            lost, new = (" ".join((a - b).elements()) for a, b in ((had, has), (has, had)))
            yield Violation("cards", "; ".join(filter(None, [lost and f"lost: {lost}", new and f"invented: {new}"])))

    def goes_on(self, state: State, legal: Legal) -> Iterator[Violation]:
        """Look for a position in which nobody can act, or somebody though the deal is over."""
        over = self._model.phases[state.phase].next is not None
        able = [name for name, actions in legal.items() if actions]
        if not able and not over:
            yield Violation("go-on", f"nobody can act, and the phase is {state.phase}")
        if able and over:
            yield Violation("go-on", f"the deal is over, and {', '.join(able)} can act")

    def listed(self, state: State, legal: Legal) -> Iterator[Violation]:
        """Look for listed actions that are refused, and for any that is listed twice."""
        for name, actions in legal.items():
            if len(set(actions)) != len(actions):
                twice = next(action for action, number in Counter(actions).items() if number > 1)
                yield Violation("listed", f"{name}: {twice} is listed twice")
            for action in actions:
                verdict = self.game.judge(state, name, action)
                if not verdict.accepted:
                    yield Violation("listed", f"{name}: {action} is listed, and refused: {verdict.reason}")

    def unlisted(self, state: State, legal: Legal, rnd: random.Random) -> Iterator[Violation]:
        """Look for accepted actions that are not listed, among some that are made up."""
        before = state.copy()
        for _ in range(TRIES):
            name = rnd.choice(state.names)
            action = self._made_up(state, name, legal, rnd)
            if self.game.judge(state, name, action).accepted and action not in legal[name]:
                yield Violation("unlisted", f"{name}: {action} is not listed, and accepted")
        if state != before:
            yield Violation("unlisted", "judging an action changed the position")

    def saved(self, state: State) -> Iterator[Violation]:
        """Look for what is lost when a position is written down."""
        again = self.game.restore(json.loads(json.dumps(self.game.dump(state))))
        if again != state or hash(again) != hash(state):
            lost = [key for key, value in self.game.dump(state).items() if self.game.dump(again)[key] != value]
            yield Violation("saved", f"read back, it is another position{f': {lost}' if lost else ''}")

    def hidden(self, state: State, legal: Legal, rnd: random.Random) -> Iterator[Violation]:
        """Look for what a player sees, or may do, that depends on cards that he does not see."""
        name = rnd.choice(state.names)
        other = self._swapped(state, state.names.index(name), rnd)
        seen, shown = self.game.view(state, name), self.game.view(other, name)
        if seen != shown:
            differing = [key for key, value in seen.items() if shown.get(key) != value]
            yield Violation("hidden", f"{name}'s view shows hidden cards: {', '.join(differing)}")
        if self.game.legal(other, name) != legal[name]:
            yield Violation("hidden", f"what {name} may do depends on hidden cards")

    def _lying(self, state: State) -> list[str]:
        """Return all cards, wherever they lie."""
        cards: list[str] = []
        for name, held in self.game.dump(state)["zones"].items():
            for each in held if self._model.zones[name].per_player else [held]:
                cards += each
        return cards

    def _made_up(self, state: State, name: str, legal: Legal, rnd: random.Random) -> Action:
        """Return an action that may be wrong in some way: what another may do, or cards of the hand, or any cards."""
        others = [action for actions in legal.values() for action in actions]
        if others and rnd.random() < 0.3:
            return rnd.choice(others)
        kind = rnd.choice(list(self._model.actions.values()))
        pack = self.game.pack(len(state.names))
        held = [card for cards in (self.game.view(state, name).get("hands") or {}).values() for card in cards]
        pool = held if held and rnd.random() < 0.8 else list(pack)
        cards: list[str] = []
        if kind.cards:
            cards = rnd.sample(pool, min(len(pool), rnd.choice((0, 1, 1, 2, 2, 3, 4))))
            if cards and rnd.random() < 0.5:  # so many of one rank, as far as there are any
                cards = [card for card in pool if card == cards[0]][: rnd.randint(1, 4)]
        rank = rnd.choice(self.game.plan.ranks[: self.game.plan.in_pack]) if kind.rank else None
        return Action(kind.id, tuple(sorted(cards, key=pack.index)), rank=rank)

    def _swapped(self, state: State, seat: int, rnd: random.Random) -> State:
        """Return a position in which the cards that a player does not see lie otherwise, as many in each place."""
        data = self.game.dump(state)
        hidden: list[list[str]] = []
        for zone in self._model.zones.values():
            held = data["zones"][zone.id]
            if zone.per_player and zone.visible != "all":
                hidden += [cards for other, cards in enumerate(held) if zone.visible == "none" or other != seat]
            elif zone.visible == "none":
                hidden.append(held)
        unseen = [card for cards in hidden for card in cards]
        rnd.shuffle(unseen)
        for cards in hidden:
            cards[:] = unseen[: len(cards)]
            del unseen[: len(cards)]
        return self.game.restore(data)


@dataclass(slots=True)
class Played:
    """What `play_match` did. `match` is where it stopped; `violations` are those of its last position."""

    match: Match
    deals: int = 0
    moves: int = 0
    positions: int = 0
    """How many were looked at."""
    tried: Counter[str] = field(default_factory=Counter)
    """How often each action was done."""
    violations: tuple[Violation, ...] = ()


def play_match(game: Game, players: int, seed: int | str, deals: int = DEALS_OF_A_MATCH) -> Played:
    """Play a match of at most so many deals at random, and stop where an invariant does not hold.

    The same arguments give the same match.
    """
    match = Match(game, [NAMES[each] if each < len(NAMES) else f"P{each + 1}" for each in range(players)], seed)
    rnd = random.Random(f"{seed}/players")
    played = Played(match)
    invariants = Invariants(game)
    try:
        _play(played, invariants, rnd, deals)
    except Exception as error:
        played.violations = (Violation("answers", f"{type(error).__name__}: {error}"),)
    return played


def _play(played: Played, invariants: Invariants, rnd: random.Random, deals: int) -> None:
    match = played.match
    bound = invariants.bound(len(match.players))
    while played.deals < deals and not match.is_over:
        match.deal()
        steps = 0
        while True:
            played.positions += 1
            thorough = played.positions % EVERY == 1
            legal = invariants.legal(match.state)
            played.violations = tuple(invariants.violations(match.state, rnd, thorough, legal))
            if steps > bound:
                played.violations += (Violation("ends", f"the deal has gone on for more than {bound} steps"),)
            if played.violations:
                return
            if match.deal_is_over:
                break
            player = rnd.choice([name for name, actions in legal.items() if actions])
            action = rnd.choice(legal[player])
            match.act(player, action)
            played.tried[action.do] += 1
            played.moves += 1
            steps += 1
        played.deals += 1
