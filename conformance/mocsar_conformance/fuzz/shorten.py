"""Makes a game in which a subject differs as short as it can be, and still shows a difference of the same sort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from mocsar_conformance.fuzz.bench import Finding
from mocsar_conformance.fuzz.plan import Act, Ask, Dealing, Next, Plan, Step
from mocsar_conformance.fuzz.referee import Impossible, Referee
from mocsar_conformance.match.match import NAMES
from mocsar_reference import Action, Game

Test = Callable[[Plan], Finding | None]
"""Plays a plan, and returns where the subject differs, if it does."""

THOROUGH = 7
"""Up to so many steps, every choice of some of them is tried."""


class Shortener:
    """Shortens games of one setting for a subject with these capabilities."""

    def __init__(self, game: Game, capabilities: frozenset[str], test: Test) -> None:
        self._game = game
        self._capabilities = capabilities
        self._test = test
        self._tried: set[str] = set()
        self.tries = 0

    def shortened(self, found: Finding, enough: Callable[[int], bool]) -> Finding:
        """Return the shortest finding that simple cuts lead to; `enough` is told how many games were played so far."""
        best = self._better(found, self._renamed(found.plan)) or found
        again = True
        while again:
            again = False
            for candidate in self._candidates(best.plan):
                if enough(self.tries):
                    return best
                better = self._better(best, candidate)
                if better is not None:
                    best, again = better, True
                    break
        return best

    def _better(self, best: Finding, candidate: Plan) -> Finding | None:
        """Return what a game shows if it is the same sort of difference in a shorter game."""
        if self.size(candidate) >= self.size(best.plan) or candidate.key in self._tried:
            return None
        self._tried.add(candidate.key)
        self.tries += 1
        found = self._test(candidate)
        same = found is not None and found.kind == best.kind
        return found if same and found is not None and self.size(found.plan) < self.size(best.plan) else None

    # ---- how large a game is -----------------------------------------------------------------------------------------

    def size(self, plan: Plan) -> tuple[Any, ...]:
        """Return what makes a game large, the worst first."""
        place = {card: at for at, card in enumerate(self._game.plan.kinds)}
        cards = [card for dealing in plan.dealings for card in _dealt(dealing)]
        said = [step.action for step in plan.steps if isinstance(step, Act)]
        named = [card for action in said for card in action.cards]
        return (
            len(plan.steps),
            len(plan.dealings),
            len(plan.players),
            bool(plan.standing) + sum(dealing.pack is not None for dealing in plan.dealings),
            len(cards),
            len(named),
            sum(bool(action.as_form) + bool(action.as_rank) for action in said),
            sum(place.get(card, 0) for card in (*cards, *named)),
            sum(isinstance(step, Ask) for step in plan.steps),
            _disorder([action.cards for action in said], place),
            _disorder([hand for dealing in plan.dealings for hand in (dealing.hands or {}).values()], place),
            [plan.players.index(step.player) for step in plan.steps if not isinstance(step, Next)],
            sum(plan.players.index(each) for dealing in plan.dealings for each in dealing.chance.values()),
            [plan.players.index(each) for each in plan.standing],
            self._renamed(plan) != plan,
        )

    # ---- what might be left out --------------------------------------------------------------------------------------

    def _candidates(self, plan: Plan) -> Iterator[Plan]:
        yield from self._later_starts(plan)
        yield from self._middle_starts(plan)
        yield from self._fewer_steps(plan)
        yield from self._fewer_players(plan)
        yield from self._simpler_deals(plan)
        yield from self._fewer_cards(plan)
        yield from self._lower_ranks(plan)
        yield from self._tidied(plan)

    def _later_starts(self, plan: Plan) -> Iterator[Plan]:
        """Begin with a later deal, from the places of the one before it."""
        if "standing" not in self._capabilities:
            return
        referee = Referee(self._game)
        try:
            referee.start(plan)
            starts: list[Plan] = []
            for index, step in enumerate(plan.steps):
                if isinstance(step, Next):
                    places = tuple(referee.view.get("out") or ())
                    starts.append(replace(plan, standing=places, first=step.dealing, steps=plan.steps[index + 1 :]))
                referee.step(step)
        except Impossible:
            return
        yield from reversed(starts)

    def _middle_starts(self, plan: Plan) -> Iterator[Plan]:
        """Begin where nothing lies on the table, with the cards that are held there and whoever is to act first."""
        if "hands" not in self._capabilities:
            return
        fewest = self._game.setting.variant.players[0]
        referee = Referee(self._game)
        starts: list[Plan] = []
        try:
            referee.start(plan)
            for index, step in enumerate(plan.steps):
                view = referee.view
                hands = {name: tuple(hand) for name, hand in (view.get("hands") or {}).items() if hand}
                seats = tuple(name for name in view.get("seating") or plan.players if name in hands)
                done = plan.steps[index:]
                there = all(isinstance(each, Next) or each.player in seats for each in done)
                if view.get("turn") in seats and view.get("table") is None and there and len(seats) >= fewest:
                    chance = dict.fromkeys(self._game.contents.model.chance, str(view["turn"]))
                    first = Dealing({name: hands[name] for name in seats}, None, chance)
                    if not any(isinstance(each, Next) for each in done) or seats == plan.players:
                        names = dict(zip(seats, NAMES, strict=False))
                        starts.append(_called(Plan(plan.setting, seats, (), first, done), names))
                referee.step(step)
        except Impossible:
            return
        yield from reversed(starts)

    def _fewer_steps(self, plan: Plan) -> Iterator[Plan]:
        number = len(plan.steps)
        if number <= THOROUGH:
            for kept in range(number):
                for some in combinations(range(number), kept):
                    left_out = [index for index in range(number) if index not in some]
                    yield self._without(plan, left_out, with_cards=False)
                    yield self._without(plan, left_out, with_cards=True)
            return
        size = number // 2
        while size:
            for start in range(number - size, -1, -max(1, size // 2)):
                left_out = list(range(start, start + size))
                yield self._without(plan, left_out, with_cards=False)
                yield self._without(plan, left_out, with_cards=True)
            size //= 2
        for first, second in combinations(range(number - 1, -1, -1), 2):
            yield self._without(plan, [second, first], with_cards=True)

    def _without(self, plan: Plan, left_out: Sequence[int], with_cards: bool) -> Plan:
        """Leave out steps; with their cards, these are not dealt either."""
        dealings = list(plan.dealings)
        deal = 0
        steps: list[Step] = []
        gone = {0: Counter[tuple[str, str]]()}
        for index, step in enumerate(plan.steps):
            if isinstance(step, Next):
                deal += 1
                gone[deal] = Counter()
            if index not in left_out:
                steps.append(step)
            elif isinstance(step, Act):
                gone[deal].update((step.player, card) for card in step.action.cards)
            elif isinstance(step, Next):
                gone[deal] = Counter()
        if with_cards:
            dealings = [_less(dealing, gone[number]) for number, dealing in enumerate(dealings)]
        kept = [0] + [
            number
            for number, index in enumerate((i for i, step in enumerate(plan.steps) if isinstance(step, Next)), 1)
            if index not in left_out
        ]
        return _with_dealings(replace(plan, steps=tuple(steps)), [dealings[number] for number in kept])

    def _fewer_players(self, plan: Plan) -> Iterator[Plan]:
        fewest = self._game.setting.variant.players[0]
        if len(plan.players) <= fewest:
            return
        for gone in reversed(plan.players):
            left = tuple(name for name in plan.players if name != gone)
            steps = tuple(step for step in plan.steps if isinstance(step, Next) or step.player != gone)
            smaller = replace(
                plan, players=left, standing=tuple(name for name in plan.standing if name != gone), steps=steps
            )
            dealings = [
                replace(
                    dealing,
                    hands=None
                    if dealing.hands is None
                    else {name: cards for name, cards in dealing.hands.items() if name != gone},
                    pack=None if dealing.pack is None else self._game.pack(len(left)),
                    chance={name: left[0] if player == gone else player for name, player in dealing.chance.items()},
                )
                for dealing in plan.dealings
            ]
            yield self._renamed(_with_dealings(smaller, dealings))
            for player in left:  # somebody else does what the one who is gone did
                steps = tuple(
                    replace(step, player=player) if not isinstance(step, Next) and step.player == gone else step
                    for step in plan.steps
                )
                handed = [
                    replace(
                        dealing,
                        hands={**(dealing.hands or {}), player: (before.hands or {}).get(gone, ())},
                    )
                    if dealing.hands is not None
                    else dealing
                    for dealing, before in zip(dealings, plan.dealings, strict=True)
                ]
                yield self._renamed(_with_dealings(replace(smaller, steps=steps), handed))

    def _simpler_deals(self, plan: Plan) -> Iterator[Plan]:
        if plan.standing:
            yield replace(plan, standing=())
        if "hands" not in self._capabilities:
            return
        for number, dealing in enumerate(plan.dealings):
            if dealing.pack is None:
                continue
            players = plan.players
            for turn in range(len(players)):
                hands = {
                    name: tuple(dealing.pack[(seat + turn) % len(players) :: len(players)])
                    for seat, name in enumerate(players)
                }
                yield _with_dealing(plan, number, replace(dealing, hands=hands, pack=None))

    def _fewer_cards(self, plan: Plan) -> Iterator[Plan]:
        for number, dealing in enumerate(plan.dealings):
            hands = dealing.hands or {}
            for name, hand in hands.items():
                size = len(hand) // 2
                while size:
                    for start in range(0, len(hand) - size + 1, size):
                        less = hand[:start] + hand[start + size :]
                        if less:
                            yield _with_dealing(plan, number, replace(dealing, hands={**hands, name: less}))
                    size //= 2
            if len(hands) > 1:  # as many from each hand
                shorter = {name: hand[:-1] for name, hand in hands.items()}
                if all(shorter.values()):
                    yield _with_dealing(plan, number, replace(dealing, hands=shorter))
        for index, step in enumerate(plan.steps):
            if isinstance(step, Act):
                for at in range(len(step.action.cards)):
                    fewer = replace(step.action, cards=step.action.cards[:at] + step.action.cards[at + 1 :])
                    yield _with_step(plan, index, replace(step, action=fewer))
        largest = max((len(step.action.cards) for step in plan.steps if isinstance(step, Act)), default=0)
        for most in range(1, largest):  # fewer cards everywhere, in the hands too
            yield self._with_at_most(plan, most)

    def _with_at_most(self, plan: Plan, most: int) -> Plan:
        deal = 0
        gone: dict[int, Counter[tuple[str, str]]] = {0: Counter()}
        steps: list[Step] = []
        for step in plan.steps:
            if isinstance(step, Next):
                deal += 1
                gone[deal] = Counter()
            if isinstance(step, Act) and len(step.action.cards) > most:
                cards = step.action.cards
                gone[deal].update((step.player, card) for card in cards[most:])
                step = replace(step, action=replace(step.action, cards=cards[:most]))
            steps.append(step)
        dealings = [_less(dealing, gone[number]) for number, dealing in enumerate(plan.dealings)]
        return _with_dealings(replace(plan, steps=tuple(steps)), dealings)

    def _lower_ranks(self, plan: Plan) -> Iterator[Plan]:
        """Put lower cards in the place of others: everywhere, then one by one."""
        order = list(dict.fromkeys(self._game.pack(len(plan.players))))
        used = {card for dealing in plan.dealings for card in _dealt(dealing) if dealing.pack is None}
        used |= {card for step in plan.steps if isinstance(step, Act) for card in step.action.cards}
        there = [card for card in order if card in used]
        if any(dealing.pack is not None for dealing in plan.dealings):
            return
        for at, card in enumerate(order):
            if card in used:
                for lower in order[:at]:
                    yield _exchanged(plan, {card: lower})
        packed = dict(zip(there, order, strict=False))
        yield _exchanged(plan, packed)
        for number, dealing in enumerate(plan.dealings):
            hands = dealing.hands or {}
            for name, hand in hands.items():
                for place, card in enumerate(hand):
                    for lower in order[: order.index(card)] if card in order else ():
                        changed = {**hands, name: (*hand[:place], lower, *hand[place + 1 :])}
                        yield _with_dealing(plan, number, replace(dealing, hands=changed))

    def _tidied(self, plan: Plan) -> Iterator[Plan]:
        """Sort, leave out what is meant, let chance choose the first player, and let the first player begin."""
        place = {card: at for at, card in enumerate(self._game.plan.kinds)}

        def ordered(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(sorted(cards, key=lambda card: place.get(card, 0)))

        for index, step in enumerate(plan.steps):
            if isinstance(step, Act):
                action = step.action
                yield _with_step(plan, index, replace(step, action=replace(action, cards=ordered(action.cards))))
                if action.as_form or action.as_rank:
                    yield _with_step(plan, index, replace(step, action=replace(action, as_form=None, as_rank=None)))
                    yield _with_step(plan, index, replace(step, action=replace(action, as_form=None)))
        for number, dealing in enumerate(plan.dealings):
            for name, hand in (dealing.hands or {}).items():
                sorted_hands = {**(dealing.hands or {}), name: ordered(hand)}
                yield _with_dealing(plan, number, replace(dealing, hands=sorted_hands))
            for name in dealing.chance:
                yield _with_dealing(plan, number, replace(dealing, chance={**dealing.chance, name: plan.players[0]}))
        if plan.standing:
            yield replace(plan, standing=plan.players)
        for turn in range(1, len(plan.players)):
            seats = plan.players[turn:] + plan.players[:turn]
            yield _called(plan, dict(zip(seats, plan.players, strict=True)))

    def _renamed(self, plan: Plan) -> Plan:
        return _called(plan, dict(zip(plan.players, NAMES, strict=False)))


def _dealt(dealing: Dealing) -> Sequence[str]:
    if dealing.pack is not None:
        return dealing.pack
    return [card for hand in (dealing.hands or {}).values() for card in hand]


def _disorder(groups: Iterable[Sequence[str]], place: dict[str | None, int]) -> int:
    return sum(place.get(first, 0) > place.get(second, 0) for cards in groups for first, second in pairwise(cards))


def _less(dealing: Dealing, gone: Counter[tuple[str, str]]) -> Dealing:
    """Return a dealing without cards, as far as they are dealt; the last card of a hand stays."""
    if dealing.hands is None or not gone:
        return dealing
    hands: dict[str, tuple[str, ...]] = {}
    for name, hand in dealing.hands.items():
        left = list(hand)
        for card in hand:
            if gone[name, card] > 0 and len(left) > 1:
                gone[name, card] -= 1
                left.remove(card)
        hands[name] = tuple(left)
    return replace(dealing, hands=hands)


def _with_dealings(plan: Plan, dealings: Sequence[Dealing]) -> Plan:
    later = iter(dealings[1:])
    steps = tuple(Next(next(later)) if isinstance(step, Next) else step for step in plan.steps)
    return replace(plan, first=dealings[0], steps=steps)


def _with_dealing(plan: Plan, number: int, dealing: Dealing) -> Plan:
    dealings = list(plan.dealings)
    dealings[number] = dealing
    return _with_dealings(plan, dealings)


def _with_step(plan: Plan, index: int, step: Step) -> Plan:
    return replace(plan, steps=(*plan.steps[:index], step, *plan.steps[index + 1 :]))


def _exchanged(plan: Plan, others: dict[str, str]) -> Plan:
    """Return a game with other cards in the place of some, wherever they occur."""

    def cards(those: Sequence[str]) -> tuple[str, ...]:
        return tuple(others.get(card, card) for card in those)

    def action(old: Action) -> Action:
        return replace(
            old,
            cards=cards(old.cards),
            as_rank=others.get(old.as_rank, old.as_rank) if old.as_rank else None,
            rank=others.get(old.rank, old.rank) if old.rank else None,
        )

    steps = tuple(replace(each, action=action(each.action)) if isinstance(each, Act) else each for each in plan.steps)
    dealings = [
        replace(each, hands=None if each.hands is None else {name: cards(hand) for name, hand in each.hands.items()})
        for each in plan.dealings
    ]
    return _with_dealings(replace(plan, steps=steps), dealings)


def _called(plan: Plan, names: dict[str, str]) -> Plan:
    """Return the same game of players with other names, who sit in the order of NAMES."""
    players = tuple(sorted((names[each] for each in plan.players), key=NAMES.index))
    steps = tuple(each if isinstance(each, Next) else replace(each, player=names[each.player]) for each in plan.steps)
    dealings = [
        replace(
            each,
            hands=None
            if each.hands is None
            else {name: hand for name in players for old, hand in each.hands.items() if names[old] == name},
            chance={name: names[player] for name, player in each.chance.items()},
        )
        for each in plan.dealings
    ]
    whole = replace(plan, players=players, standing=tuple(names[each] for each in plan.standing), steps=steps)
    return _with_dealings(whole, dealings)
