"""A scenario as a value: what is given, the steps, and what each of them says should happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mocsar_reference import Action, Setting
from mocsar_reference.language.types import CARDS, Type
from mocsar_reference.load import Document, Path
from mocsar_reference.resolve.book import Expression, Words

Hands = Mapping[str, tuple[str, ...]]
"""The cards of each player by name, as ids in the order written: rank ids, with a suit's id where one is written."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one entry of the view should show. Mappings are partial: what they leave out is not looked at."""

    entry: str
    value: Any
    """As the view writes it: names, rank ids, numbers, lists; None where nothing is shown."""
    kinds: Type | Mapping[str, Type]
    """The type of the value; for an entry with named fields that of each."""
    omitted: int | str | bool | None
    """What a player has who is not in the view's mapping."""
    path: Path

    def kind(self, key: str | None) -> Type | None:
        """Return the type of what is expected of a player or a field, or of the whole."""
        return self.kinds if isinstance(self.kinds, Type) else self.kinds.get(key or "")

    def cards(self) -> Iterator[str]:
        """Go through the cards that should be shown."""
        values = self.value.items() if isinstance(self.value, Mapping) else [(None, self.value)]
        for key, value in values:
            if self.kind(key) == CARDS:
                yield from value or ()


@dataclass(frozen=True, slots=True)
class Written:
    """An action as a scenario writes it. `span` are the ends of `as 4-6`, as rank ids."""

    action: Action
    text: str
    path: Path
    span: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """How a deal begins: hands or a pack; who leads, where that is said; what chance decides, by name."""

    hands: Hands | None
    pack: tuple[str, ...] | None
    leader: str | None
    chance: Mapping[str, str]
    path: Path

    def cards(self) -> Iterator[str]:
        """Go through all cards that are dealt."""
        yield from self.pack or ()
        for hand in (self.hands or {}).values():
            yield from hand


@dataclass(frozen=True, slots=True)
class Given(Deal):
    """How the scenario begins: the first deal, the players in seat order, and the places of the deal before."""

    players: tuple[str, ...]
    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActStep:
    """A player does something; `refused` is the reason for which it is refused, None where it is accepted."""

    player: str
    written: Written
    refused: str | None
    path: Path

    @property
    def action(self) -> Action:
        return self.written.action

    @property
    def text(self) -> str:
        return self.written.text


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said about the legal actions of one player: all of them (`exact`), or some, some not, how many."""

    player: str
    exact: tuple[Written, ...] | None
    includes: tuple[Written, ...]
    excludes: tuple[Written, ...]
    count: int | None
    path: Path

    def actions(self) -> Iterator[Written]:
        yield from (*(self.exact or ()), *self.includes, *self.excludes)


@dataclass(frozen=True, slots=True)
class LegalStep:
    """What is legal, for each player named."""

    claims: tuple[Claim, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class ThenStep:
    """What the view shows now."""

    expectations: tuple[Expectation, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class DealStep:
    """The next deal of the match."""

    deal: Deal
    path: Path


Step = ActStep | LegalStep | ThenStep | DealStep


@dataclass(frozen=True)
class Scenario:
    """One scenario, its names checked against the rulebook.

    `when` says which settings it speaks of (all, where it is None), `about` are the toggles that it reads. `settings`
    are those that it is held to besides the variants; `ruled_out` is how many more it lists that what is laid over the
    rulebook does not allow. `rules` are ids of rules or clauses. `then` is what the view
    shows at the end. `status` is "disputed" or None.
    """

    id: str
    title: Words
    rules: tuple[str, ...]
    when: Expression | None
    about: frozenset[str]
    settings: tuple[Setting, ...]
    ruled_out: int
    because: Words | None
    status: str | None
    link: str | None
    given: Given
    steps: tuple[Step, ...]
    then: tuple[Expectation, ...]
    document: Document = field(compare=False, repr=False)

    @property
    def disputed(self) -> bool:
        return self.status == "disputed"

    @cached_property
    def dealt(self) -> Counter[str]:
        """How many cards of each kind a pack needs to hold for all the deals."""
        most: Counter[str] = Counter()
        for deal in self.deals:
            most |= Counter(deal.cards())
        return most

    @cached_property
    def named(self) -> frozenset[str]:
        """All cards that the deals and the actions name."""
        return frozenset({card for each in self.actions() for card in each.action.cards} | self.dealt.keys())

    @cached_property
    def cards(self) -> frozenset[str]:
        """All cards that it names: in deals and actions, and in what the view should show."""
        steps = [step for step in self.steps if isinstance(step, ThenStep)]
        expected = (*self.then, *(each for step in steps for each in step.expectations))
        return self.named.union(*(each.cards() for each in expected))

    @cached_property
    def meant(self) -> frozenset[str]:
        """All ranks that the actions name beside their cards."""
        actions = [each.action for each in self.actions()]
        return frozenset(rank for action in actions for rank in (action.as_rank, action.rank) if rank)

    @property
    def deals(self) -> tuple[Deal, ...]:
        return (self.given, *(step.deal for step in self.steps if isinstance(step, DealStep)))

    def actions(self) -> Iterator[Written]:
        """Go through every action that is written in it, done or only spoken of."""
        for step in self.steps:
            if isinstance(step, ActStep):
                yield step.written
            elif isinstance(step, LegalStep):
                for claim in step.claims:
                    yield from claim.actions()
