"""The games that logs are of, and what can be said of them once for all their matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from mocsar_conformance.claims import setting_of
from mocsar_reference import Action, Game, MocsarError, Prepared, Rulebook, State, Verdict
from mocsar_reference.language.ast import Node
from mocsar_reference.language.walk import Path, calls, free
from mocsar_reference.resolve.book import Contents, Effect, Expression

Known = dict[bytes | None, tuple[int, Prepared]]
"""What lines of a log mean in a match: the seat of who acts, and the action."""
MOST_LINES = 1 << 13
MOST_MATCHES = 32
MOST_ACTIONS = 1 << 15
MOST_REFUSED = 1 << 10
TURN = "turn"
"""The entry of the view that says who is to act."""
STANDING = "standing"
"""The state that has the places of the deal before, as `start` of the protocol calls it."""


class GameOfLogs:
    """One game that logs are of. What has been read of its lines is kept, since most lines occur again and again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.over = frozenset(phase.id for phase in game.contents.model.phases.values() if phase.next is not None)
        """The phases in which no deal is under way."""
        self.further = frozenset(phase.id for phase in game.contents.model.phases.values() if phase.next == "deal")
        """Those of them in which the next one may begin."""
        self._lines: dict[tuple[str, ...], Known] = {}
        self._prepared: dict[tuple[Any, ...], Prepared] = {}
        self._cards: dict[int, int] = {}

    def known(self, names: tuple[str, ...]) -> Known:
        """Return what is known of the lines of matches of these players, to be added to."""
        found = self._lines.get(names)
        if found is None:
            if len(self._lines) >= MOST_MATCHES:
                self._lines.clear()
            found = self._lines[names] = {}
        return found

    def prepared(self, action: Action) -> Prepared:
        """Return an action read for this game. Raises MocsarError R907 where it has no such action or card."""
        key = (action.do, action.cards, action.as_form, action.as_rank, action.rank)
        found = self._prepared.get(key)
        if found is None:
            if len(self._prepared) >= MOST_ACTIONS:
                self._prepared.clear()
            found = self._prepared[key] = self.game.prepare(action)
        return found

    def cards(self, players: int) -> int:
        """Return how many cards the pack has with so many players."""
        if players not in self._cards:
            self._cards[players] = len(self.game.pack(players))
        return self._cards[players]

    # ---- what went wrong ---------------------------------------------------------------------------------------------

    def kind(self, state: State, verdict: Verdict) -> tuple[str, str, tuple[str, ...]]:
        """Return what a refusal is: its code, what it is counted under, and the rules, those that decide first."""
        rules = [each.rule for each in verdict.failed if each.rule]
        if state.phase in self.over:
            return "A004", str(verdict.reason), tuple(rules)
        turn = [each.rule for each in verdict.failed if (each.rule, each.requirement) in self.of_turn]
        named = tuple(dict.fromkeys(name for name in (*turn, *rules) if name))
        return "A002" if turn else "A001", named[0] if named else str(verdict.reason), named

    @cached_property
    def of_turn(self) -> frozenset[tuple[str | None, str | None]]:
        """The requirements that ask whether the actor is who is to act: they read the actor and what the view shows."""
        model, rules = self.game.contents.model, self.game.contents.rules
        shown = {path for entry in model.view if entry.id == TURN and entry.expr for path in free(entry.expr.node)}
        return frozenset(
            (rule.id, each.id)
            for rule in map(rules.__getitem__, self.game.plan.rules)
            for each in rule.require
            if ("actor",) in (read := _read(each.expr.node, self.game.contents)) and shown & read
        )

    # ---- going on after what could not be judged ---------------------------------------------------------------------

    def carried_over(self, state: State, places: Sequence[str]) -> Mapping[str, Any] | None:
        """Return what a match has after a deal that could not be judged, but for its recorded places; None if unknown.

        `state` is how that deal began. It is unknown where more passes on to the next deal than a match's own state.
        """
        if self._passes_on or STANDING not in self.game.contents.model.variables:
            return None
        if sorted(places) != sorted(state.names):
            return None
        model = self.game.contents.model
        held = self.game.dump(state)["state"]
        own = [each.id for each in model.variables.values() if each.scope == model.scopes[0] and not each.per_player]
        return {**{name: held[name] for name in own}, STANDING: list(places)}

    @cached_property
    def _passes_on(self) -> bool:
        """Whether the rules of a deal's beginning look back at more of the deal before than what a match keeps."""
        model, rules = self.game.contents.model, self.game.contents.rules
        beginning = {event.id for event in model.events.values() if not event.actor}
        kept = {each.id for each in model.variables.values() if each.scope == model.scopes[0]}
        for rule in map(rules.__getitem__, self.game.plan.rules):
            if beginning.intersection(rule.events):
                for each in (rule.applies, *_expressions(rule.effects)):
                    read = _read(each.node, self.game.contents) if each is not None else ()
                    if any(path[0] == "before" and path[1] not in kept for path in read):
                        return True
        return False

    # ---- chance ------------------------------------------------------------------------------------------------------

    def unsaid(self, names: Sequence[str], chance: Mapping[str, str], begin: Any) -> str | None:
        """Return what a deal depends on and its log leaves to chance; None where it says all. `begin` begins it."""
        for name in self.game.contents.model.chance:
            if name not in chance and len({begin({**chance, name: player}) for player in names}) > 1:
                return str(name)
        return None


def _read(node: Node, contents: Contents) -> set[Path]:
    """Return what an expression reads, by way of functions too."""
    found, seen, waiting = set[Path](), set[str](), [node]
    while waiting:
        each = waiting.pop()
        found |= free(each)
        called = (calls(each) & contents.functions.keys()) - seen
        seen |= called
        waiting += [contents.functions[name].expr.node for name in called]
    return found


def _expressions(effects: Sequence[Effect]) -> Iterator[Expression | None]:
    for effect in effects:
        yield effect.of
        yield effect.cards
        for target, value in effect.writes:
            yield target.key
            yield value
        yield from _expressions(effect.do)


class Games:
    """The games of a rulebook by what logs call them."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._found: dict[str, GameOfLogs] = {}
        self._named: dict[str, GameOfLogs | MocsarError] = {}

    def named(self, setting: str, toggles: Mapping[str, Any] | None = None) -> GameOfLogs:
        """Return the game of a setting, or of a variant with toggles. Raises MocsarError as `Rulebook.setting` does."""
        key = setting if toggles is None else repr((setting, sorted(toggles.items(), key=lambda each: each[0])))
        found = self._named.get(key)
        if found is None:
            if len(self._named) >= MOST_REFUSED:
                self._named.clear()
            try:
                found = self._game(setting, toggles)
            except MocsarError as error:
                found = error
            self._named[key] = found
        if isinstance(found, MocsarError):
            raise found
        return found

    def _game(self, setting: str, toggles: Mapping[str, Any] | None) -> GameOfLogs:
        chosen = self.book.setting(setting) if toggles is None else setting_of(self.book, setting, toggles)
        if chosen.short not in self._found:
            self._found[chosen.short] = GameOfLogs(self.book.game(chosen))
        return self._found[chosen.short]
