"""Reads cards and actions as scenarios write them: `5 9 Jk`, `play 5 6 Jk as 4-6`, `pass`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mocsar_reference import Action, split_card
from mocsar_reference.errors import did_you_mean
from mocsar_reference.resolve.book import Contents

OUTLINES = {"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠"}
"""Other signs for a suit, by the sign that the rulebook has."""

MOST_NAMED = 100
"""Cards that one action may name; the reference takes a few more."""

Word = tuple[str, int]
"""A word and where it begins, in characters from 0."""


class TextFault(Exception):  # noqa: N818 (what it is, not that it is an error)
    """A fault in a text; `offset` counts characters from 0."""

    def __init__(self, code: str, offset: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset
        self.message = message
        self.hint = hint


class TextReader:
    """Reads texts with the cards, actions and forms of one rulebook."""

    def __init__(self, contents: Contents) -> None:
        self._actions = contents.model.actions
        self._forms = contents.forms
        self._by_card = {rank.card: rank.id for rank in contents.ranks.values()}
        self._by_id = {rank.id: rank.card for rank in contents.ranks.values()}
        self._suit_ids = contents.suits.keys()
        self._suits = {sign: suit.id for suit in contents.suits.values() for sign in (suit.id, suit.symbol)}
        self._suits |= {sign: self._suits[plain] for sign, plain in OUTLINES.items() if plain in self._suits}

    def cards(self, text: str) -> tuple[str, ...]:
        """Return the ids of cards separated by spaces, with a suit's where one is written. Raises TextFault C010."""
        return tuple("".join(self._card(word)) for word in _words(text))

    def write(self, cards: Iterable[str]) -> str:
        """Return ids of cards or ranks as a scenario writes them."""
        split = (split_card(card, self._by_id, self._suit_ids) for card in cards)
        return " ".join(self._by_id[rank] + (suit or "") for rank, suit in split)

    def action(self, text: str) -> tuple[Action, tuple[str, str] | None]:
        """Return what a text says is done, and the ends of the range in `as 4-6`. Raises TextFault C010 to C013."""
        words = _words(text)
        if not words:
            raise TextFault("C011", 0, "no action is named", self._example())
        do, start = words[0]
        kind = self._actions.get(do)
        if kind is None:
            is_card = do in self._by_card
            hint = (
                f"say what is done with it, such as {self._example(text.strip())}"
                if is_card
                else did_you_mean(do, self._actions)
            )
            raise TextFault("C011", start, f"there is no action '{do}'", hint)
        at = next((i for i, (word, _) in enumerate(words) if word == "as"), len(words))
        named, meant = words[1:at], words[at + 1 :]
        rank: str | None = None
        if kind.rank:
            if not named:
                raise TextFault("C012", len(text.rstrip()), f"'{do}' names a rank", f"write '{do} K', for example")
            rank = self._card(named.pop())[0]
        if named and not kind.cards:
            hint = f"write '{do}' and one rank" if kind.rank else f"write '{do}' alone"
            raise TextFault("C012", named[0][1], f"'{do}' names no cards", hint)
        if len(named) > MOST_NAMED:
            raise TextFault("C012", named[MOST_NAMED][1], "more cards than a hand holds", "name fewer")
        cards = tuple("".join(self._card(word)) for word in named)
        if at == len(words):
            return Action(do, cards, rank=rank), None
        if not kind.forms:
            raise TextFault("C013", words[at][1], f"the cards of '{do}' are not meant as anything", "leave out 'as'")
        form, low, span = self._meaning(meant, kind.forms, words[at])
        return Action(do, cards, form, low, rank), span

    def _meaning(
        self, words: list[Word], forms: tuple[str, ...], after: Word
    ) -> tuple[str | None, str | None, tuple[str, str] | None]:
        """Return form, rank and range of what stands after `as`."""
        example = f"write 'as {forms[0]} 5', 'as 5' or 'as 4-6'"
        if not words:
            raise TextFault("C013", after[1] + len(after[0]), "nothing stands after 'as'", example)
        form: str | None = None
        if words[0][0] in self._forms:
            form, start = words.pop(0)
            if form not in forms:
                raise TextFault("C013", start, f"cards cannot be meant as '{form}' here", did_you_mean(form, forms))
        elif len(words) > 1:
            word, start = words[0]
            raise TextFault("C013", start, f"there is no form '{word}'", did_you_mean(word, forms))
        if len(words) > 1:
            raise TextFault("C013", words[1][1], f"'{words[1][0]}' is one word too many after 'as'", example)
        if not words:
            return form, None, None
        (word, start), span = words[0], None
        low, dash, high = word.partition("-")
        known = dict.fromkeys((*forms, *self._by_card))
        for card, offset in ((low, start), (high, start + len(low) + 1)) if dash else ((low, start),):
            if card not in self._by_card:
                what = f"'{card}' is no rank and no form" if card else "a rank is missing beside '-'"
                raise TextFault("C013", offset, what, did_you_mean(card, known) if card else example)
        if dash:
            span = (self._by_card[low], self._by_card[high])
        return form, self._by_card[low], span

    def _card(self, word: Word) -> tuple[str, str]:
        """Return the ids of a card's rank and suit; the suit's is empty where none is written."""
        text, start = word
        card, suit = split_card(text, self._by_card, self._suits)
        if card in self._by_card:
            return self._by_card[card], self._suits[suit] if suit else ""
        if text in self._by_id:
            hint = f"write '{self._by_id[text]}'"
        elif text.upper() in self._by_card:
            hint = f"did you mean '{text.upper()}'?"
        elif re.search(r"[,;]", text):
            hint = "separate cards by spaces only"
        else:
            hint = did_you_mean(text, self._by_card)
        raise TextFault("C010", start, f"there is no card '{text}'", hint)

    def _example(self, cards: str = "") -> str:
        kind = next((each for each in self._actions.values() if each.cards), None)
        return f"'{kind.id} {cards or next(iter(self._by_card))}'" if kind else "an action and its cards"


def _words(text: str) -> list[Word]:
    return [(match[0], match.start()) for match in re.finditer(r"\S+", text)]
