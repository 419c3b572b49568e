"""The rulebook as values: what the files say, with every expression parsed and typed, and every node's place kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..cards import split_card
from ..errors import Place
from ..language.ast import Node
from ..language.types import Signature, Type

Words: TypeAlias = Mapping[str, str]
"""A text in each language of the rulebook, by language code."""

Value: TypeAlias = int | str | tuple[Any, ...]
"""A toggle's value: a named value's id, a number, a rank, a title, or a tuple of these."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A typed expression, its text as written, and the place of that text."""

    text: str
    node: Node = field(compare=False, repr=False)
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """State: `scope` says when it goes back to `initial`; `per_player` whether each player has his own."""

    id: str
    scope: str
    type: Type
    per_player: bool
    initial: Expression | None
    note: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. `visible` is `owner`, `all` or `none`; how many cards a zone holds is open to all."""

    id: str
    per_player: bool
    visible: str
    note: str


@dataclass(frozen=True, slots=True)
class Phase:
    """`actions` are admitted in it; `next` is `deal` where the next deal may begin from it.

    `said` is what tells of it, by part: `name`, `course`, `now`, `moved`, `begins`, `ends`; a part may be missing.
    """

    id: str
    actions: tuple[str, ...]
    next: str | None
    place: Place = field(compare=False, repr=False)
    said: Mapping[str, Words] = field(default_factory=dict)

    @property
    def name(self) -> Words | None:
        """What it is called; None where nothing says so."""
        return self.said.get("name")


@dataclass(frozen=True, slots=True)
class ActionKind:
    """An action: does it name cards, which forms may they make, does it name a rank.

    `said` is what tells of it, by part: `done`, `leading`, `tried`, `may`, `must_not`; a part may be missing.
    """

    id: str
    cards: bool
    forms: tuple[str, ...]
    rank: bool
    note: Words
    place: Place = field(compare=False, repr=False)
    said: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventKind:
    id: str
    actor: bool
    note: Words


@dataclass(frozen=True, slots=True)
class ViewEntry:
    """One thing a view shows: an expression, or named fields; for each player where `each` names a variable."""

    id: str
    core: bool
    when: Expression | None
    each: str | None
    expr: Expression | None
    fields: Mapping[str, Expression]
    to_owner: bool
    omit: int | str | bool | None
    note: Words
    said: Mapping[str, Words] = field(default_factory=dict)
    """What is stated of a position, by value: `any`, `none`, or the value itself."""
    changed: Mapping[str, Words] = field(default_factory=dict)
    """What tells of a change, by the value that it has become."""
    beside: Words | None = None
    """What stands beside a player whom it concerns, where a position is drawn."""


@dataclass(frozen=True, slots=True)
class Form:
    """A way for cards to belong together: `same` rank, or `consecutive` ranks; fillers stand for what is missing."""

    id: str
    title: Words
    when: Expression | None
    same: bool
    consecutive: Expression | None
    minimum: Expression | None
    filler: Expression | None
    of_fillers: Expression | None
    one_suit: Expression | None
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    id: str
    signature: Signature
    expr: Expression
    note: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pack:
    """Which cards there are: the ranks from low to high, how many of each, and which come in suits told apart."""

    when: Expression | None
    order: Expression
    copies_of: str
    copies: Expression
    suited: Expression | None


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the rules speak of."""

    scopes: tuple[str, ...]
    variables: Mapping[str, Variable]
    zones: Mapping[str, Zone]
    phases: Mapping[str, Phase]
    stages: tuple[str, ...]
    packs: tuple[Pack, ...]
    """The first whose `when` holds is used; the last has none."""
    chance: Mapping[str, Words]
    actions: Mapping[str, ActionKind]
    events: Mapping[str, EventKind]
    effects: Mapping[str, Words]
    view: tuple[ViewEntry, ...]
    refusals: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Toggle:
    """A choice. `values` has a sentence for each named value.

    Where the values are not named, `sentence` has `{value}` in it, and `none` says it for 0 and the empty list.
    """

    id: str
    group: str
    title: Words
    type: Type
    default: Value
    values: Mapping[str, Words]
    sentence: Words | None
    none: Words | None
    minimum: int | None
    maximum: int | None
    others: tuple[Value, ...]
    """Values to try besides those a variant sets, where the type alone does not list them."""
    place: Place = field(compare=False, repr=False)
    estate: str | None = None
    """Of a toggle with titles: `upper`, `middle` or `lower`, by the end of the places that they are counted from."""

    def alternatives(self, value: Value) -> tuple[Value, ...]:
        """Return the other values worth trying when this toggle has `value`."""
        pool: tuple[Value, ...]
        if self.values:
            pool = tuple(self.values)
        elif isinstance(value, int) and not self.others:
            low, high = self.minimum or 0, self.maximum if self.maximum is not None else value + 1
            pool = tuple(n for n in (value - 1, value + 1) if low <= n <= high)
        else:
            pool = (*self.others, self.default)
        return tuple(dict.fromkeys(each for each in pool if each != value))


@dataclass(frozen=True, slots=True)
class Constraint:
    id: str
    expr: Expression
    message: Words
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Target:
    """What an effect writes: a variable or zone, for one player where `key` is given."""

    name: str
    key: Expression | None


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect. `kind` is one of set, add, remove, move, deal, emit, enter, begin, each; the rest as it needs."""

    kind: str
    place: Place = field(compare=False, repr=False)
    writes: tuple[tuple[Target, Expression], ...] = ()
    cards: Expression | None = None
    source: Target | None = None
    target: Target | None = None
    name: str = ""
    of: Expression | None = None
    do: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """A named condition of an action; `reason` is what its refusal is called."""

    id: str
    expr: Expression
    reason: str


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    clause: str | None
    when: Expression | None
    events: tuple[str, ...]
    stage: str | None
    applies: Expression | None
    overrides: tuple[str, ...]
    require: tuple[Requirement, ...]
    effects: tuple[Effect, ...]
    state: tuple[str, ...]
    """Names of the state that the rule brings along."""
    place: Place = field(compare=False, repr=False)
    override_places: Mapping[str, Place] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a source."""

    source: str
    at: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A gap in a clause's text, such as {pack.packs} or {titles.top[0]}; `index` is the part taken of a list."""

    language: str
    name: str
    index: str | None
    place: Place = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"{{{self.name}}}" if self.index is None else f"{{{self.name}[{self.index}]}}"


@dataclass(frozen=True, slots=True)
class Clause:
    """A passage of prose and the rules it owns. `status` is stated, derived, reading or None."""

    id: str
    chapter: str
    title: Words
    text: Words
    why: Words | None
    kind: str
    status: str | None
    status_in: Mapping[str, str]
    """By variant, where the status is another there and in those that extend it."""
    sources: tuple[Reference, ...]
    when: Expression | None
    since: str | None
    rules: tuple[str, ...]
    replaces: tuple[str, ...]
    """Clauses that are not shown where this one is."""
    owns: tuple[str, ...]
    placeholders: tuple[Placeholder, ...]
    place: Place = field(compare=False, repr=False)
    places: Mapping[tuple[str, str], Place] = field(compare=False, repr=False)
    """Where its texts stand, by part and language; what it owns and replaces, by "owns" or "replaces" and name."""


@dataclass(frozen=True, slots=True)
class Setter:
    """A toggle's value in a variant, with what it rests on."""

    value: Value
    status: str
    source: Reference | None
    why: Words | None
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variant:
    id: str
    title: Words
    extends: str | None
    abstract: bool
    about: Words | None
    players: tuple[int, int, int]
    """Fewest, most, usual."""
    own: Mapping[str, Setter]
    settings: Mapping[str, Setter]
    """Own and inherited."""
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rank:
    """`card` is how scenarios write it; `symbol` how a reader sees it, and `picture` where the card itself is drawn."""

    id: str
    card: str
    symbol: Words
    name: Words
    picture: str | None = None
    """One sign that is drawn instead of the symbol, in every language."""


@dataclass(frozen=True, slots=True)
class Suit:
    """`id` is what follows a rank in a card's id where suits are told apart."""

    id: str
    symbol: str
    name: Words


@dataclass(frozen=True, slots=True)
class Source:
    id: str
    title: str
    author: Words
    cited: Words
    language: str
    about: Words
    places: Mapping[str, Words]
    """Words that begin a place and are said otherwise in each language."""

    def place(self, at: str, lang: str) -> str:
        """Return a place in it, as it is said in a language: `addendum ¶2`, `kiegészítés ¶2`."""
        first, space, rest = at.partition(" ")
        return self.places[first][lang] + space + rest if first in self.places else at


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary, with each source's own word for it."""

    id: str
    words: Words
    note: Words | None
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: Words
    about: Words | None


@dataclass(frozen=True, slots=True)
class Contents:
    """All of a rulebook, checked."""

    edition: str
    title: Words
    languages: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    model: Model
    forms: Mapping[str, Form]
    functions: Mapping[str, Function]
    toggles: Mapping[str, Toggle]
    constraints: tuple[Constraint, ...]
    clauses: Mapping[str, Clause]
    """In reading order."""
    rules: Mapping[str, Rule]
    titles: Mapping[str, Words]
    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]
    reasons: Mapping[str, Words]
    variants: Mapping[str, Variant]
    sources: Mapping[str, Source]
    terms: Mapping[str, Term]
    places: Mapping[tuple[str, str], Place] = field(compare=False, repr=False)
    """Where each thing is declared, by what it is and its id: ("reason", "not-now")."""
    digest: str
    """Changes when any file of the rulebook does."""

    def split_card(self, card: str) -> tuple[str, str | None]:
        """Return rank and suit of a card by id, see `cards.split_card`."""
        return split_card(card, self.ranks, self.suits)

    @property
    def beside(self) -> dict[str, Words]:
        """What stands beside a player where a position is drawn, by entry of the view."""
        return {each.id: each.beside for each in self.model.view if each.beside is not None}

    @property
    def phases(self) -> dict[str, Words]:
        """What phases are called, those that have a name."""
        return {name: phase.name for name, phase in self.model.phases.items() if phase.name is not None}

    @property
    def pictures(self) -> dict[str, str]:
        """What is drawn on the cards of a rank instead of its symbol, by rank."""
        return {name: rank.picture for name, rank in self.ranks.items() if rank.picture is not None}
