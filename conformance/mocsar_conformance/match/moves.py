"""Legal actions as a person sees and writes them: numbered, grouped, and read back from what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mocsar_conformance.draw import action_words
from mocsar_conformance.explain import WIDTH
from mocsar_conformance.labels import label
from mocsar_conformance.match.players import order
from mocsar_conformance.scenario.cards import TextReader
from mocsar_reference import Action, Game, State
from mocsar_reference.resolve.book import Contents

SHOWN = 24
"""How many actions with so many cards are listed; more of them are better written than counted."""


def ordered(game: Game, state: State, player: str) -> list[Action]:
    """Return the legal actions of a player as they are numbered: by action, number of cards, and the pack's order."""
    kinds = list(game.contents.model.actions)
    place = order(game, len(state.names))

    def key(action: Action) -> tuple[int, int, list[int]]:
        cards = [place[each] for each in (*action.cards, *filter(None, [action.rank, action.as_rank]))]
        return kinds.index(action.do), len(action.cards), cards

    return sorted(game.legal(state, player), key=key)


def move_lines(actions: Sequence[Action], contents: Contents, lang: str) -> Iterator[str]:
    """Yield the actions, numbered from 1 in their order, as lines: a heading for each kind, a row for each size."""
    numbered = list(enumerate(actions, 1))
    for do, of_kind in groupby(numbered, key=lambda each: each[1].do):
        same = list(of_kind)
        note = contents.model.actions[do].note[lang]
        if len(same) == 1 and not same[0][1].cards:
            yield f"  [{same[0][0]}] {action_words(same[0][1], contents, lang)}   {note}"
            continue
        yield f"  {do}   {note}"
        for size, of_size in groupby(same, key=lambda each: len(each[1].cards)):
            row = list(of_size)
            head = label("play-size", lang, number=size) if size else ""
            items = [f"[{number}] {_without(action_words(action, contents, lang))}" for number, action in row[:SHOWN]]
            if len(row) > SHOWN:
                items.append(label("play-more", lang, number=len(row) - SHOWN, last=row[-1][0]))
            yield from _wrapped(f"    {head:5}", items)


class MoveReader:
    """Reads an action as a scenario writes it, small letters and the symbols of a language allowed for cards."""

    def __init__(self, contents: Contents, lang: str) -> None:
        self._texts = TextReader(contents)
        ranks = contents.ranks.values()
        own = {rank.card.casefold(): rank.card for rank in ranks}
        self._cards = {rank.symbol[lang].casefold(): rank.card for rank in ranks} | own

    def read(self, text: str) -> Action:
        """Return what a text says is done. Raises TextFault C010 to C013."""
        do, *rest = text.split() or [""]
        return self._texts.action(" ".join([do.lower(), *(self._cards.get(word.casefold(), word) for word in rest)]))[0]


def _without(words: str) -> str:
    """Return an action's words without the first."""
    return words.partition(" ")[2] or words


def _wrapped(head: str, items: Iterable[str]) -> Iterator[str]:
    line, width = head, len(head)
    for item in items:
        if len(line) > width and len(line) + len(item) > WIDTH:
            yield line.rstrip()
            line = " " * width
        line += f"{item}   "
    yield line.rstrip()
