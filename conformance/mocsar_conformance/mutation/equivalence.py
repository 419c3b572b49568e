"""Tells whether anybody could notice a mutant: from its module, else by holding it against a corpus of positions.

A mutant that does in every position of a corpus what the rulebook does (what is listed, accepted and refused, what is
seen, what each move leads to) is the same as far as the corpus goes. Where a move leads to another state, play goes on
from both states side by side until something is seen, or nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from mocsar_conformance.compare import ViewShape, compare
from mocsar_conformance.mutation.corpus import Corpus, Position, Start
from mocsar_conformance.mutation.modules import Module, changed, live_in, read_module, with_live
from mocsar_reference import Action, Game, MocsarError, State

BREAKS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a mutant may raise that the rulebook never does."""
PAIRS = 300
"""Pairs of positions that are looked into from where two states differ."""
STATES = 12
"""Differing states that are followed before they are taken for no difference."""

Step = Start | tuple[str, Action]


@dataclass(frozen=True, slots=True)
class Witness:
    """A game that tells a mutant from the rulebook: after `way`, its last step or what is then seen or legal differs.

    `what` says how, for people.
    """

    way: tuple[Step, ...]
    what: str

    @property
    def length(self) -> tuple[int, int]:
        cards = sum(len(hand) for each in self.way if isinstance(each, Start) for hand in (each.hands or {}).values())
        packs = sum(len(each.pack or ()) for each in self.way if isinstance(each, Start))
        return len(self.way), cards + packs


class Original:
    """A game of the rulebook as it is, made ready for many comparisons."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.game = corpus.game
        self.shape = ViewShape.of(self.game.contents)
        self.module: Module = with_live(read_module(self.game.plan))
        self.key: Callable[[Any], Any] = attrgetter("phase", "names", *sorted(self.module.live - {"phase", "names"}))

    def compare(self, mutant: Game) -> Witness | str:
        """Return what tells a mutant from the rulebook, or in a word why nothing does."""
        if not self.is_alike(mutant):
            return _Replay(self, mutant).witness() or "explored"
        module = read_module(mutant.plan)
        found = changed(self.module, module)
        if not found and has_same_data(self.game, mutant):
            return "dead stores"
        if not live_in(module, found) <= self.module.live:  # it remembers what no position of the corpus has
            witness = _Replay(self, mutant).witness()
            if witness is not None:
                return witness
        return _Comparison(self, mutant, found).witness() or "explored"

    def is_alike(self, mutant: Game) -> bool:
        """Tell whether positions of one mean the same in the other."""
        mine, theirs = self.game.plan, mutant.plan
        return (mine.ranks, mine.in_pack, mine.kinds, mine.suits) == (
            theirs.ranks,
            theirs.in_pack,
            theirs.kinds,
            theirs.suits,
        )


class _Comparison:
    """One mutant, with positions that mean the same, held against the corpus."""

    def __init__(self, original: Original, mutant: Game, functions: set[str]) -> None:
        self.original = original
        self.mutant = mutant
        self.game = original.game
        self.corpus = original.corpus
        actions = list(self.game.contents.model.actions)
        every = not has_same_data(self.game, mutant)
        self.judged = {each for each in actions if every or f"judge_{function_name(each)}" in functions}
        self.listed = {each for each in actions if every or f"legal_{function_name(each)}" in functions}
        self.applied = {each for each in actions if every or f"apply_{function_name(each)}" in functions}
        self.seen = "view" in functions
        self.begun = every or not functions.isdisjoint({"event_deal", "begin", "copies"})
        self.best: Witness | None = None
        self.pairs: set[Any] = set()
        self.followed = 0

    def witness(self) -> Witness | None:
        """Return the shortest difference found."""
        if self.begun:
            self.starts()
        for number in self.corpus.concerned(self.seen, self.judged, self.listed, self.applied):
            position = self.corpus.positions[number]
            if self.best is not None and position.depth + 1 >= self.best.length[0]:
                break
            self.position(number, position)
        return self.best

    def keep(self, way: Sequence[Step], what: str) -> None:
        found = Witness(tuple(way), what)
        if self.best is None or found.length < self.best.length:
            self.best = found

    def starts(self) -> None:
        for start, state in self.corpus.starts:
            before = None if start.before is None else self.corpus.positions[start.before]
            way = [*(self.corpus.way(start.before) if start.before is not None else ()), start]
            if self.best is not None and len(way) > self.best.length[0]:
                continue
            try:
                after = start.begin(self.mutant, before.state if before else None)
            except (MocsarError, *BREAKS) as error:
                self.keep(way, f"the deal cannot begin: {_short(error)}")
                continue
            self.states(way, state, after)

    def position(self, number: int, position: Position) -> None:
        state, mutant = position.state, self.mutant
        try:
            what = _seen(position.view, mutant.view(state), self.original.shape) if self.seen else ""
            if what:
                self.keep(self.corpus.way(number), what)
                return
            if self.listed.intersection(self.game.contents.model.phases[state.phase].actions):
                for seat, moves in enumerate(position.moves):
                    theirs = mutant.moves(state, seat)
                    if theirs != moves and set(theirs) != set(moves):
                        self.unlike(number, position, seat, theirs)
                        return
            for probe in position.probes:
                if probe.action.do in self.judged:
                    verdict = mutant.judge(state, probe.player, probe.action)
                    what = _judged(probe.reasons, verdict.reason)
                    if what:
                        self.keep([*self.corpus.way(number), (probe.player, probe.action)], what)
                        return
            for seat, move, after in position.edges:
                if move[0] in self.applied:
                    other, _ = mutant.advance(state, seat, move)
                    if self.original.key(other) != self.original.key(after) and self.is_new(after, other):
                        step = self.corpus.action(position, seat, move)
                        self.states([*self.corpus.way(number), step], after, other)
        except BREAKS as error:
            self.keep(self.corpus.way(number), f"the mutant breaks down: {_short(error)}")

    def unlike(self, number: int, position: Position, seat: int, theirs: list[Any]) -> None:
        """Keep a move that only one of the two lists."""
        name = position.state.names[seat]
        ours = position.moves[seat]
        only = next((move for move in ours if move not in theirs), None)
        if only is not None:
            step = self.corpus.action(position, seat, only)
            self.keep([*self.corpus.way(number), step], "it is refused")
            return
        surplus = next(move for move in theirs if move not in ours)
        action = self.mutant.legal(position.state, name)[theirs.index(surplus)]
        self.keep([*self.corpus.way(number), (name, action)], "it is accepted")

    def is_new(self, ours: State, theirs: State) -> bool:
        pair = (self.original.key(ours), self.original.key(theirs))
        if pair in self.pairs:
            return False
        self.pairs.add(pair)
        return True

    def states(self, way: Sequence[Step], ours: State, theirs: State) -> None:
        """Play on from two states of the same moment until something is seen."""
        key = self.original.key
        if key(ours) == key(theirs) or self.followed >= STATES:
            return
        game, mutant = self.game, self.mutant
        waiting: list[tuple[State, State, tuple[Step, ...]]] = [(ours, theirs, tuple(way))]
        known = {(key(ours), key(theirs))}
        for mine, other, steps in waiting:
            if self.best is not None and len(steps) >= self.best.length[0]:
                return
            try:
                what = _seen(game.view(mine), mutant.view(other), self.original.shape)
                if what:
                    self.keep(steps, what)
                    return
                for seat, name in enumerate(mine.names):
                    moves, others = game.moves(mine, seat), mutant.moves(other, seat)
                    if set(moves) != set(others):
                        only = next((each for each in moves if each not in others), None)
                        surplus = next((each for each in others if each not in moves), None)
                        action = (
                            game.legal(mine, name)[moves.index(only)]
                            if only
                            else mutant.legal(other, name)[others.index(surplus)]  # type: ignore[arg-type]
                        )
                        self.keep([*steps, (name, action)], "it is refused" if only else "it is accepted")
                        return
                    for index, move in enumerate(moves):
                        if len(waiting) >= PAIRS:
                            break
                        after, after_too = game.advance(mine, seat, move)[0], mutant.advance(other, seat, move)[0]
                        pair = (key(after), key(after_too))
                        if pair[0] != pair[1] and pair not in known:
                            known.add(pair)
                            action = game.legal(mine, name)[index]
                            waiting.append((after, after_too, (*steps, (name, action))))
            except BREAKS as error:
                self.keep(steps, f"the mutant breaks down: {_short(error)}")
                return
            if game.contents.model.phases[mine.phase].next == "deal" and len(waiting) < PAIRS:
                self.next_deal(mine, other, steps, waiting)
        self.followed += 1

    def next_deal(self, ours: State, theirs: State, steps: tuple[Step, ...], waiting: list[Any]) -> None:
        """Begin a next deal from both."""
        players = ours.names
        pack = self.game.pack(len(players))[: 2 * len(players)]
        hands = {name: tuple(pack[2 * seat : 2 * seat + 2]) for seat, name in enumerate(players)}
        start = Start(players, hands, None, dict.fromkeys(self.game.contents.model.chance, players[0]), (), -1)
        try:
            waiting.append((start.begin(self.game, ours), start.begin(self.mutant, theirs), (*steps, start)))
        except (MocsarError, *BREAKS) as error:
            self.keep([*steps, start], f"the deal cannot begin: {_short(error)}")


class _Replay:
    """One mutant whose positions mean something else: it plays all that leads to the positions itself."""

    def __init__(self, original: Original, mutant: Game) -> None:
        self.original = original
        self.mutant = mutant

    def witness(self) -> Witness | None:
        corpus, mutant = self.original.corpus, self.mutant
        states: dict[int, State] = {}
        for number in sorted(corpus.order, key=lambda each: (corpus.positions[each].depth, each)):
            position = corpus.positions[number]
            try:
                if position.before is None:
                    start, _ = corpus.starts[position.start]
                    if start.before is not None and start.before not in states:
                        continue
                    states[number] = start.begin(mutant, states[start.before] if start.before is not None else None)
                elif position.before in states:
                    assert position.step is not None
                    verdict = mutant.judge(states[position.before], *position.step)
                    if not verdict.accepted:
                        return Witness(tuple(corpus.way(number)), "it is refused")
                    states[number], _ = mutant.apply(states[position.before], *position.step)
                else:
                    continue
                state = states[number]
                what = _seen(position.view, mutant.view(state), self.original.shape)
                if what:
                    return Witness(tuple(corpus.way(number)), what)
                for probe in position.probes:
                    what = _judged(probe.reasons, mutant.judge(state, probe.player, probe.action).reason)
                    if what:
                        return Witness((*corpus.way(number), (probe.player, probe.action)), what)
            except (MocsarError, *BREAKS) as error:
                return Witness(tuple(corpus.way(number)), f"it cannot be played: {_short(error)}")
        return None


def _seen(ours: dict[str, Any], theirs: dict[str, Any], shape: ViewShape) -> str:
    """Return which entry of the view differs first; nothing where none does."""
    if ours == theirs:
        return ""
    found = compare({"answer": "view", "view": ours}, {"answer": "view", "view": theirs}, shape)
    first = next(iter(found.must), None)
    if first is None:
        return ""
    name = first.path.split(".")[1]
    return f"{name} is {ours[name]}, with the mutant {theirs.get(name)}"


def _judged(reasons: Sequence[str], reason: str | None) -> str:
    if reason is None:
        return "it is accepted" if reasons else ""
    if not reasons:
        return f"it is refused: {reason}"
    return "" if reason in reasons else f"it is refused as {reason}, not {reasons[0]}"


def _short(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def has_same_data(one: Game, other: Game) -> bool:
    """Tell whether what stands beside the modules of two games is the same, as far as it matters."""
    mine, theirs = one.contents.model, other.contents.model
    beside = (one.plan.forms, one.plan.kinds, mine.phases, mine.refusals, mine.actions)
    return beside == (other.plan.forms, other.plan.kinds, theirs.phases, theirs.refusals, theirs.actions)


def function_name(action: str) -> str:
    """Return how an action is called within the names of generated functions."""
    return action.replace("-", "_").replace(".", "__")
