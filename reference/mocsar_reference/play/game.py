"""A game that can be played: start, judge, apply, legal, view. States are values; nothing here knows any rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, Protocol, cast

from ..compile.cards import (
    LANE,
    MOST_CARDS,
    MOST_OF_A_KIND,
    Cards,
    CardTools,
    Move,
    choices,
    deal_round,
    remove_from,
)
from ..compile.forms import finder
from ..compile.module import Plan, finder_name, identifier
from ..errors import did_you_mean, fail
from ..language.types import CARDS, PLAYER, Enum, List, Maybe, Set, Type
from ..resolve.book import ActionKind, Contents, ViewEntry
from ..resolve.setting import Setting
from .actions import Action, Failure, IllegalAction, Verdict

Encoder = Callable[[Any, tuple[str, ...]], Any]
"""Makes a value of a state, and the players' names, what JSON can hold."""


def parts_of(source: str) -> Iterator[str]:
    """Go through the statements of a generated module that begin a line, each with what belongs to it."""
    part: list[str] = []
    for line in source.splitlines():
        if line[:1].strip() and part and not part[-1].startswith("@"):
            yield "\n".join(part)
            part = []
        if line:
            part.append(line)
    yield "\n".join(part)


@lru_cache(maxsize=4096)
def _code(part: str) -> CodeType:
    """Return a part of a generated module, compiled: most functions are the same in hundreds of settings."""
    return compile(part, "<game>", "exec")


class State(Protocol):
    """A position: a value that can be compared and hashed. Made by `start`; read it through `view` and `dump`."""

    names: tuple[str, ...]
    phase: str

    def copy(self) -> State: ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """An action read once for one game, to be tried in many positions: see `Game.prepare` and `Game.attempt`."""

    do: str
    phases: frozenset[str]
    """The phases in which there is such an action."""
    cards: Cards
    readings: tuple[tuple[str | None, int | None], ...]
    """What the cards can be meant as: form and rank."""
    judge: Callable[..., list[int]]
    apply: Callable[..., tuple[State, list[str]]]


class Game:
    """One setting of the rulebook, compiled.

    `source` is the text of the generated module. Players are called by the names given to `start`; seats are their
    places in that list, and the moves of `moves` and `advance` are the quick form of actions for programs that play
    millions of them.
    """

    def __init__(
        self,
        contents: Contents,
        setting: Setting,
        plan: Plan,
        trace: Callable[[str | None, str | int], None] | None = None,
    ) -> None:
        self.contents = contents
        self.setting = setting
        self.plan = plan
        self.source = plan.source
        self._trace = trace
        self._tools = CardTools(plan.in_pack, plan.suits)
        self._packs: dict[int, Cards] = {}
        self._number = {rank: index for index, rank in enumerate(plan.ranks[: plan.in_pack])}
        self._kind = {card: index for index, card in enumerate(plan.kinds) if card is not None}
        self._card_ids = tuple(map(str, plan.kinds))
        self._phases = contents.model.phases
        self._actions = contents.model.actions
        self._encoders: dict[Type | None, Encoder] = {}

    @cached_property
    def _functions(self) -> dict[str, Any]:
        """The names of the generated module, which is run when the first of them is needed."""
        names: dict[str, Any] = {"__name__": "mocsar_game"}
        names.update(self._tools.tools(), choices=choices, remove_from=remove_from)
        if self._trace:
            names["trace"] = self._trace
        for action, forms in self.plan.forms.items():
            for form in forms:
                names[finder_name(action, form.id)] = finder(action, form)
        for part in parts_of(self.source):
            exec(_code(part), names)
        return names

    @cached_property
    def _listers(self) -> dict[str, tuple[Callable[[State, int], list[Move]], ...]]:
        """What lists the moves in each phase."""
        return {
            phase.id: tuple(self._functions[f"legal_{identifier(action)}"] for action in phase.actions)
            for phase in self._phases.values()
        }

    @cached_property
    def _entries(self) -> dict[str, tuple[ViewEntry, Mapping[str, Encoder]]]:
        """The entries of the view, and what writes each of their fields, an entry without any under its own name."""
        return {
            entry.id: (
                entry,
                {
                    name: self._encoder(expr.node.type)
                    for name, expr in ({entry.id: entry.expr} if entry.expr else entry.fields).items()
                },
            )
            for entry in self.contents.model.view
        }

    @cached_property
    def _appliers(self) -> dict[str, Callable[..., tuple[State, list[str]]]]:
        """What applies each action."""
        return {name: self._functions[f"apply_{identifier(name)}"] for name in self._actions}

    # ---- starting ----------------------------------------------------------------------------------------------------

    def start(
        self,
        players: Sequence[str],
        *,
        hands: Mapping[str, Sequence[str]] | None = None,
        pack: Sequence[str] | None = None,
        chance: Mapping[str, str] | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> State:
        """Begin a match and its first deal.

        `players` are their names in seat order, to the left. Give either `hands` (rank ids of each player's cards, as
        they are dealt) or `pack` (all rank ids in the order in which they are dealt). `chance` says what chance decides
        (see `Rulebook.model.chance`), by player's name; what it leaves out falls on the first player. `given` sets
        state of the match as if deals had gone before, such as `{"standing": [names]}`.

        Raises MocsarError: R901 (players), R902 (cards that the pack does not hold), R903 (hands or pack missing),
        R904 (unknown chance or state).
        """
        names = tuple(players)
        if len(set(names)) != len(names) or len(names) < 2:
            raise fail(
                "R901",
                None,
                "the players must have at least two names, all different",
                "give each player a name of his own",
            )
        state: Any = object.__new__(self._functions["State"])
        state.names = names
        state.phase = ""
        for zone in self.contents.model.zones.values():
            setattr(state, f"z_{zone.id}", (0,) * len(names) if zone.per_player else 0)
        self._functions["begin"](state, 0)
        for name, value in (given or {}).items():
            variable = self.contents.model.variables.get(name)
            if variable is None or self.contents.model.scopes.index(variable.scope) > 0 or variable.per_player:
                known = [
                    v.id for v in self.contents.model.variables.values() if v.scope == self.contents.model.scopes[0]
                ]
                raise fail("R904", None, f"'{name}' is no state of a match", did_you_mean(name, known))
            setattr(state, f"v_{name}", self._decode(value, variable.type, names))
        return self._deal(cast(State, state), hands, pack, chance or {})

    def next_deal(
        self,
        state: State,
        *,
        hands: Mapping[str, Sequence[str]] | None = None,
        pack: Sequence[str] | None = None,
        chance: Mapping[str, str] | None = None,
    ) -> State:
        """Begin the next deal of a match whose deal is over; the arguments are those of `start`.

        Raises MocsarError R905 where no deal may begin now, and those of `start`.
        """
        if self._phases[state.phase].next != "deal":
            raise fail("R905", None, f"no deal can begin in the phase '{state.phase}'", "finish the deal first")
        return self._deal(state, hands, pack, chance or {})

    def _deal(self, old: State, hands: Any, pack: Any, chance: Mapping[str, str]) -> State:
        state: Any = old.copy()
        names = state.names
        inner = self.contents.model.scopes[1:]
        if inner:
            self._functions["begin"](state, 1)
        for zone in self.contents.model.zones.values():
            setattr(state, f"z_{zone.id}", (0,) * len(names) if zone.per_player else 0)
        state.phase = next(iter(self._phases))
        for name in chance:
            if name not in self.contents.model.chance:
                raise fail(
                    "R904", None, f"chance does not decide '{name}'", did_you_mean(name, self.contents.model.chance)
                )
        drawn = {name: self._seat(chance[name], names) if name in chance else 0 for name in self.contents.model.chance}
        dealt = self._dealer(names, hands, pack)
        self._functions["event_deal"](state, old, drawn, [], dealt)
        return cast(State, state)

    def _dealer(self, names: tuple[str, ...], hands: Any, pack: Any) -> Callable[[Sequence[int]], tuple[Cards, ...]]:
        """Return what deals: the given hands whatever the order, or the given pack round and round."""
        if (hands is None) == (pack is None):
            raise fail("R903", None, "a deal needs hands or a pack, one of the two", "give hands=… or pack=…")
        if hands is not None:
            for name in hands:
                self._seat(name, names)
            packed = tuple(self._pack(hands.get(name, ())) for name in names)
            self._refuse_surplus(sum(packed), names)
            return lambda order: packed
        kinds = [self._card(card) for card in pack]
        self._refuse_surplus(self._pack(pack), names)
        return lambda order: deal_round(kinds, order, len(names))

    def pack(self, players: int) -> tuple[str, ...]:
        """Return all the cards there are with so many players, low to high.

        Raises MocsarError R906 where they are more than the engine can hold.
        """
        return self._ids(self._whole(players))

    def _whole(self, players: int) -> Cards:
        if players not in self._packs:
            seats = tuple(range(players))
            counts = self._counts(seats)
            if sum(counts) > MOST_CARDS or max(counts, default=0) > MOST_OF_A_KIND:
                fault = f"the pack has {sum(counts)} cards; at most {MOST_CARDS} can be held"
                raise fail("R906", None, fault, "use fewer packs")
            self._packs[players] = self._tools.pack(counts)
        return self._packs[players]

    def _counts(self, seats: tuple[int, ...]) -> list[int]:
        """Return how many cards there are of each kind; the cards of a rank with suits are shared out evenly."""
        suits = self.plan.suits
        counts: list[int] = []
        for rank in range(self.plan.in_pack):
            number = max(0, self._functions["copies"](rank, seats))
            kinds = [kind for kind in self.plan.kinds[rank * suits : (rank + 1) * suits] if kind is not None]
            if number % len(kinds):
                fault = f"the pack has {number} cards of '{self.plan.ranks[rank]}', not the same number in each suit"
                raise fail("R906", None, fault, f"make it a multiple of {len(kinds)}")
            counts += [number // len(kinds)] * len(kinds) + [0] * (suits - len(kinds))
        return counts

    def _ids(self, cards: Cards) -> tuple[str, ...]:
        """Return the cards' ids, low to high."""
        return tuple([self._card_ids[kind] for kind in self._tools.spread(cards)])

    def _refuse_surplus(self, cards: Cards, names: tuple[str, ...]) -> None:
        whole = self._whole(len(names))
        if not self._functions["cards_hold"](whole, cards):
            surplus = next(i for i in range(self._tools.kinds) if (cards >> LANE * i & 255) > (whole >> LANE * i & 255))
            there = whole >> LANE * surplus & 255
            fault = f"the pack of {self.setting.short} holds only {there} of '{self.plan.kinds[surplus]}'"
            raise fail("R902", None, fault, "deal fewer of them")

    # ---- playing -----------------------------------------------------------------------------------------------------

    def judge(self, state: State, player: str, action: Action) -> Verdict:
        """Return whether the rules accept an action, and every requirement it fails. The state is not changed.

        Raises MocsarError R901 (no such player), R907 (no such action or card).
        """
        seat = self._seat(player, state.names)
        return self._judged(state, seat, action)[0]

    def apply(self, state: State, player: str, action: Action) -> tuple[State, tuple[str, ...]]:
        """Return the state after an action, and the events it made happen, by id.

        Raises IllegalAction where it is refused, MocsarError as `judge` does.
        """
        seat = self._seat(player, state.names)
        verdict, move = self._judged(state, seat, action)
        if move is None:
            raise IllegalAction(verdict)
        return self.advance(state, seat, move)

    def legal(self, state: State, player: str) -> list[Action]:
        """Return every legal action of a player, each once; what is meant is said only where it could be mistaken."""
        moves = self.moves(state, self._seat(player, state.names))
        meanings: dict[tuple[str, Cards], int] = {}
        for move in moves:
            meanings[move[:2]] = meanings.get(move[:2], 0) + 1
        return [self._action(move, meanings[move[:2]] > 1) for move in moves]

    def to_act(self, state: State) -> tuple[str, ...]:
        """Return the players who have a legal action, in order of the list given to `start`."""
        return tuple(name for seat, name in enumerate(state.names) if self.moves(state, seat))

    def moves(self, state: State, seat: int) -> list[Move]:
        """Return every legal move of the player at a place of the list given to `start`."""
        moves: list[Move] = []
        for lister in self._listers[state.phase]:
            moves += lister(state, seat)
        return moves

    def advance(self, state: State, seat: int, move: Move) -> tuple[State, tuple[str, ...]]:
        """Return the state after a move that `moves` gave for this very state and seat, and the events; unchecked."""
        after, happened = self._appliers[move[0]](state, seat, move[1], move[2], move[3])
        return after, tuple(happened)

    def prepare(self, action: Action) -> Prepared:
        """Return an action read once, for programs that judge millions of recorded moves with `attempt`.

        What it says depends on the game alone: not on a position, a player or a match. Raises MocsarError R907 (no such
        action or card).
        """
        kind = self._action_kind(action.do)
        cards = self._pack(action.cards) if kind.cards else 0
        rank = self._rank(action.rank or "") if kind.rank else None
        readings: list[tuple[str | None, int | None]] = [(None, rank)]
        if kind.forms:
            found = [each for form in self.plan.forms[action.do] for each in form.readings(cards)]
            meant = [each for each in found if self._meant(each, action)]
            readings = list(meant) or [(None, None)]
        return Prepared(
            action.do,
            frozenset(phase.id for phase in self._phases.values() if action.do in phase.actions),
            cards,
            tuple(readings),
            self._functions[f"judge_{identifier(action.do)}"],
            self._appliers[action.do],
        )

    def attempt(self, state: State, seat: int, prepared: Prepared) -> State | None:
        """Return the state after a prepared action of the player at a seat; None where the rules refuse it.

        It accepts just what `apply` accepts; `judge` says why something is refused.
        """
        if state.phase not in prepared.phases:
            return None
        cards, judge = prepared.cards, prepared.judge
        accepted = None
        for reading in prepared.readings:
            if not judge(state, seat, cards, *reading):
                if accepted is not None:
                    return None  # ambiguous
                accepted = reading
        return None if accepted is None else prepared.apply(state, seat, cards, *accepted)[0]

    def _action_kind(self, do: str) -> ActionKind:
        kind = self._actions.get(do)
        if kind is None:
            raise fail("R907", None, f"there is no action '{do}'", did_you_mean(do, self._actions))
        return kind

    def _judged(self, state: State, seat: int, action: Action) -> tuple[Verdict, Move | None]:
        self._action_kind(action.do)
        refusals = self.contents.model.refusals
        if action.do not in self._phases[state.phase].actions:
            return Verdict((Failure(None, None, refusals["not-in-phase"]),)), None
        prepared = self.prepare(action)
        cards, readings = prepared.cards, prepared.readings
        failures = [prepared.judge(state, seat, cards, *reading) for reading in readings]
        accepted = [reading for reading, failed in zip(readings, failures, strict=True) if not failed]
        if len(accepted) > 1:
            return Verdict((Failure(None, None, refusals["ambiguous"]),)), None
        if accepted:
            return Verdict(), (action.do, cards, *accepted[0])
        fewest = min(failures, key=len)
        checks = self.plan.checks
        return Verdict(tuple(Failure(checks[n].rule, checks[n].requirement, checks[n].reason) for n in fewest)), None

    def _meant(self, reading: tuple[str, int], action: Action) -> bool:
        form, rank = reading
        return action.as_form in (None, form) and action.as_rank in (None, self.plan.ranks[rank])

    def _action(self, move: Move, ambiguous: bool) -> Action:
        do, cards, form, rank = move
        ids = self._ids(cards)
        if form is None:
            return Action(do, ids, rank=None if rank is None else self.plan.ranks[rank])
        if ambiguous and rank is not None:
            return Action(do, ids, form, self.plan.ranks[rank])
        return Action(do, ids)

    # ---- seeing ------------------------------------------------------------------------------------------------------

    def view(self, state: State, player: str | None = None) -> dict[str, Any]:
        """Return what there is to see, ready for JSON: all of it, or what one player may see.

        Entries and their meaning are those of the rulebook's model. Players are names, cards lists of rank ids low to
        high, what is not there is None.
        """
        values = self._functions["view"](state)
        only = None if player is None else self._seat(player, state.names)
        return {name: self._shown(name, value, state.names, only) for name, value in values.items()}

    def shown(self, state: State, entry: str) -> Any:
        """Return one entry of the view of all; None where there is no such entry."""
        value = self._functions["view"](state).get(entry)
        return None if value is None else self._shown(entry, value, state.names, None)

    def _shown(self, name: str, value: Any, names: tuple[str, ...], only: int | None) -> Any:
        if value is None:
            return None
        entry, encoders = self._entries[name]
        if entry.expr is None:
            return {key: encoders[key](each, names) for key, each in value.items()}
        encode = encoders[name]
        if entry.each is None:
            return encode(value, names)
        return {
            names[seat]: encode(each, names)
            for seat, each in enumerate(value)
            if each != entry.omit or entry.omit is None
            if not entry.to_owner or only is None or only == seat
        }

    def dump(self, state: State) -> dict[str, Any]:
        """Return a state as JSON can hold it; `restore` gives an equal state back."""
        whole: Any = state
        variables = {}
        for variable in self.contents.model.variables.values():
            value = getattr(whole, f"v_{variable.id}")
            if variable.per_player:
                variables[variable.id] = [self._encode(each, variable.type, state.names) for each in value]
            else:
                variables[variable.id] = self._encode(value, variable.type, state.names)
        zones = {
            zone.id: [self._encode(each, CARDS, state.names) for each in getattr(whole, f"z_{zone.id}")]
            if zone.per_player
            else self._encode(getattr(whole, f"z_{zone.id}"), CARDS, state.names)
            for zone in self.contents.model.zones.values()
        }
        return {
            "setting": self.setting.short,
            "players": list(state.names),
            "phase": state.phase,
            "state": variables,
            "zones": zones,
        }

    def restore(self, data: Mapping[str, Any]) -> State:
        """Return the state that `dump` wrote. Raises MocsarError R908 where the data is not a state of this game."""
        if data.get("setting") != self.setting.short:
            raise fail("R908", None, f"this is a state of {data.get('setting')}, not of {self.setting.short}")
        state: Any = object.__new__(self._functions["State"])
        try:
            names = tuple(data["players"])
            state.names, state.phase = names, self._phases[data["phase"]].id
            for variable in self.contents.model.variables.values():
                value = data["state"][variable.id]
                decoded = (
                    tuple(self._decode(each, variable.type, names) for each in value)
                    if variable.per_player
                    else self._decode(value, variable.type, names)
                )
                setattr(state, f"v_{variable.id}", decoded)
            for zone in self.contents.model.zones.values():
                held = data["zones"][zone.id]
                setattr(state, f"z_{zone.id}", tuple(map(self._pack, held)) if zone.per_player else self._pack(held))
        except (KeyError, TypeError, ValueError) as error:
            raise fail("R908", None, f"this is not a state of {self.setting.short}: {error!r}") from None
        return cast(State, state)

    # ---- names and numbers -------------------------------------------------------------------------------------------

    def _seat(self, name: str, names: tuple[str, ...]) -> int:
        if name not in names:
            raise fail("R901", None, f"there is no player '{name}'", did_you_mean(name, names))
        return names.index(name)

    def _card(self, card: str) -> int:
        """Return the kind of a card's id."""
        kind = self._kind.get(card)
        if kind is None:
            hint = did_you_mean(card, self._kind)
            if card in self._number:
                hint = f"suits are told apart here: write {card} and a suit, {', '.join(self.contents.suits)}"
            raise fail("R907", None, f"the pack of {self.setting.short} has no card '{card}'", hint)
        return kind

    def _rank(self, rank: str) -> int:
        if rank not in self._number:
            raise fail(
                "R907", None, f"the pack of {self.setting.short} has no card '{rank}'", did_you_mean(rank, self._number)
            )
        return self._number[rank]

    def _pack(self, ranks: Iterable[str]) -> Cards:
        counts = [0] * self._tools.kinds
        for rank in ranks:
            counts[self._card(rank)] += 1
        if max(counts, default=0) > MOST_OF_A_KIND or sum(counts) > MOST_CARDS:
            raise fail(
                "R907",
                None,
                f"no player can name {sum(counts)} cards at once",
                f"name at most {MOST_OF_A_KIND} of a rank",
            )
        return self._tools.pack(counts)

    def _encode(self, value: Any, kind: Type | None, names: tuple[str, ...]) -> Any:
        return self._encoder(kind)(value, names)

    def _encoder(self, kind: Type | None) -> Encoder:
        """Return what writes values of a type, made once for each."""
        found = self._encoders.get(kind)
        if found is None:
            found = self._encoders[kind] = self._new_encoder(kind)
        return found

    def _new_encoder(self, kind: Type | None) -> Encoder:
        if isinstance(kind, Maybe):
            return self._encoder(kind.of)
        if kind == PLAYER:
            return lambda value, names: None if value is None else names[value]
        if kind == CARDS:
            return lambda value, names: None if value is None else list(self._ids(value))
        if isinstance(kind, Enum) and kind.name == "rank":
            ranks = self.plan.ranks
            return lambda value, names: None if value is None else ranks[value]
        if isinstance(kind, Set):
            member = self._encoder(kind.of)
            return lambda value, names: None if value is None else [member(each, names) for each in sorted(value)]
        if isinstance(kind, List):
            item = self._encoder(kind.of)
            return lambda value, names: None if value is None else [item(each, names) for each in value]
        return lambda value, names: value

    def _decode(self, value: Any, kind: Type, names: tuple[str, ...]) -> Any:
        if isinstance(kind, Maybe):
            return None if value is None else self._decode(value, kind.of, names)
        if kind == PLAYER:
            return self._seat(value, names)
        if kind == CARDS:
            return self._pack(value)
        if isinstance(kind, Enum) and kind.name == "rank":
            return self.plan.ranks.index(value)
        if isinstance(kind, Set):
            return frozenset(self._decode(each, kind.of, names) for each in value)
        if isinstance(kind, List):
            return tuple(self._decode(each, kind.of, names) for each in value)
        return value
