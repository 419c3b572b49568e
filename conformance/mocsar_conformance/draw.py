"""Draws a position as a person would: the players in seat order with their cards, the table, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from mocsar_conformance.labels import label
from mocsar_reference import Action, split_card


class InLanguages(Protocol):
    """A rank: what a reader of each language sees of it."""

    @property
    def symbol(self) -> Mapping[str, str]: ...


class Drawn(Protocol):
    """A suit: what every reader sees of it."""

    @property
    def symbol(self) -> str: ...


class Words(Protocol):
    """What a reader sees of a position, by id; a rulebook's `Contents` has it, and so has a stream of results."""

    @property
    def ranks(self) -> Mapping[str, InLanguages]: ...

    @property
    def suits(self) -> Mapping[str, Drawn]: ...

    @property
    def titles(self) -> Mapping[str, Mapping[str, str]]: ...

    @property
    def pictures(self) -> Mapping[str, str]:
        """What is drawn on the cards of a rank instead of its symbol, by rank."""

    @property
    def phases(self) -> Mapping[str, Mapping[str, str]]:
        """What phases are called."""

    @property
    def beside(self) -> Mapping[str, Mapping[str, str]]:
        """What stands beside a player whom an entry of the view concerns, `{value}` to be filled in, by entry."""


def situation(view: Mapping[str, Any], words: Words, lang: str) -> Iterator[str]:
    """Yield the lines of a drawing. `view` is what one player sees, or everything; hidden hands are counted."""
    hands: Mapping[str, Sequence[str]] = view.get("hands") or {}
    sizes: Mapping[str, int] = view.get("sizes") or {}
    seats = view.get("seating") or list(sizes or hands)
    width = max((len(name) for name in seats), default=0)
    for name in seats:
        cards = cards_text(hands.get(name, ()), words, lang)
        if name not in hands and sizes.get(name):
            cards = label("draw-cards", lang, number=sizes[name])
        notes = list(_notes(name, view, words, lang))
        if not cards and name not in (view.get("out") or ()):
            notes.append(label("draw-no-cards", lang))
        mark = "→" if view.get("turn") == name else " "
        yield f"{mark} {name:{width}}  {cards}{'  ' if cards and notes else ''}{', '.join(notes)}".rstrip()
    table = view.get("table")
    if table:
        rank = cards_text([table["rank"]], words, lang)
        yield f"  {label('draw-table', lang, size=table['size'], rank=rank, owner=table['owner'])}"
    elif view.get("turn"):
        yield f"  {label('draw-empty', lang)}"
    elif "phase" in view:
        phase = str(view["phase"])
        yield f"  {label('draw-phase', lang, phase=words.phases.get(phase, {}).get(lang, phase))}"
    if view.get("reversed"):
        yield f"  {label('draw-reversed', lang)}"


def cards_text(ranks: Iterable[str], words: Words, lang: str) -> str:
    """Return cards (or ranks) by id as a reader of a language sees them on the table; an unknown one as it is."""
    return " ".join(_card(each, words, lang) for each in ranks)


def action_words(action: Action, words: Words, lang: str) -> str:
    """Return an action as a scenario writes it, with the cards as a reader of a language sees them."""
    cards = cards_text((*action.cards, *filter(None, [action.rank])), words, lang)
    meant = " ".join(filter(None, [action.as_form, cards_text(filter(None, [action.as_rank]), words, lang)]))
    return " ".join(filter(None, [action.do, cards, f"as {meant}" if meant else ""]))


def _card(card: str, words: Words, lang: str) -> str:
    rank, suit = split_card(card, words.ranks, words.suits)
    if rank not in words.ranks:
        return card
    return words.ranks[rank].symbol[lang] + (words.suits[suit].symbol if suit else "")


def _notes(name: str, view: Mapping[str, Any], words: Words, lang: str) -> Iterator[str]:
    """Yield what there is to say of a player beside the cards."""
    out: Sequence[str] = view.get("out") or ()
    if name in out:
        yield label("draw-out", lang, place=out.index(name) + 1)
    for entry, said in words.beside.items():
        values = view.get(entry)
        if isinstance(values, Mapping) and values.get(name):
            yield said.get(lang, entry).replace("{value}", value_text(values[name], words, lang))


def value_text(value: Any, words: Words, lang: str) -> str:
    """Return a value of a view as a reader sees it: a title, a rank, cards, a number."""
    if isinstance(value, list | tuple):
        return ", ".join(value_text(each, words, lang) for each in value)
    if not isinstance(value, str):
        return str(value)
    title = words.titles.get(value)
    return title.get(lang, value) if title is not None else cards_text([value], words, lang)
