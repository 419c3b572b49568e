"""What happens in a case, in words: actions, what becomes of them, what is open to somebody, what is to be seen.

The words are the rulebook's (spec/model.yaml); where it has none, what it says anyhow of the thing stands in for them.
Everything here returns HTML of one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mocsar_conformance.scenario.model import Claim, Expectation
from mocsar_docs.casebook.played import Acted, View
from mocsar_docs.casebook.spoken import (
    ANY,
    asked_for,
    entry_of,
    filled,
    in_position,
    is_nothing,
    placed,
    shown,
    type_of,
    words_for,
)
from mocsar_docs.markup import attribute
from mocsar_docs.page import Writing
from mocsar_reference import Action
from mocsar_reference.resolve.book import ViewEntry, Words

PHASE, TURN, TABLE, SIZES, OUT, HANDS = "phase", "turn", "table", "sizes", "out", "hands"
"""Entries of the view that the protocol gives a meaning of its own."""


def action(w: Writing, acted: Acted) -> str:
    """Return what somebody does, or would do."""
    kind = w.material.contents.model.actions[acted.action.do]
    wanted = ("tried", "done") if acted.reason else ("done",) if acted.before.get(TABLE) else ("leading", "done")
    words = next((kind.said[part] for part in wanted if part in kind.said), None)
    who, named = strong(acted.player), _named(w, acted.action, acted.span)
    if words is None:
        return w.word("do-other", who=who, what=_note(w, acted.action.do, named))
    return filled(w, words, {"who": who, "cards": named})


# ---- what becomes of it ----------------------------------------------------------------------------------------------


def changes(w: Writing, acted: Acted) -> tuple[list[str], bool]:
    """Return what becomes of an action that is accepted, and whether that says who is to act."""
    found: list[str] = []
    turn_said = False
    for words, gaps in _changes(w, acted):
        if words is None:
            found.append(str(gaps["text"]))
        elif not any(is_nothing(acted.after.get(each)) for each in asked_for(w, words) if each in (TURN, OUT)):
            found.append(filled(w, words, gaps))
            turn_said |= TURN in asked_for(w, words)
    return found, turn_said


def now_turn(w: Writing, turn: str) -> str:
    """Return that somebody is to act."""
    entry = entry_of(w, TURN)
    words = words_for(entry.changed, turn) if entry else None
    return filled(w, words, {"value": attribute(turn)}) if words else ""


def _changes(w: Writing, acted: Acted) -> Iterator[tuple[Words | None, dict[str, Any]]]:
    """Yield the words of each change with what fills them; a text that is ready has no words."""
    before, after = acted.before, acted.after
    for each in _moved(w, acted):
        yield None, {"text": each}
    position = in_position(w, after, acted.player)
    for entry in w.material.contents.model.view:
        if entry.id not in (PHASE, TURN, TABLE):
            for told, gaps in _changed(w, entry, acted):
                yield told, {**position, **gaps}
    phases = w.material.contents.model.phases
    if before[PHASE] != after[PHASE]:
        for phase, part in ((before[PHASE], "ends"), (after[PHASE], "begins")):
            if part in phases[phase].said:
                yield phases[phase].said[part], dict(position)
    elif _cleared(w, acted) and (table := entry_of(w, TABLE)) and (words := words_for(table.changed, None)):
        yield words, dict(position)


def _changed(w: Writing, entry: ViewEntry, acted: Acted) -> Iterator[tuple[Words, dict[str, Any]]]:
    """Yield what an entry has become: for everybody, or, where each player has a value, for whoever acts."""
    if not entry.changed:
        return
    before: Any = acted.before.get(entry.id)
    after: Any = acted.after.get(entry.id)
    if entry.id == OUT:
        for name in after[len(before) :]:
            if not acted.after[SIZES].get(name) and acted.before[SIZES].get(name) and ANY in entry.changed:
                place = str(after.index(name) + 1)
                yield entry.changed[ANY], {"who": attribute(name), "place": place, "places": placed(after)}
        return
    if entry.each:
        before, after = ((each or {}).get(acted.player, entry.omit) for each in (before, after))
        kind = w.material.contents.model.actions[acted.action.do]
        if is_nothing(after) and not (kind.cards or kind.rank):  # the words of the action say that it ends this
            return
    words = words_for(entry.changed, after)
    if words is not None and (before or None) != (after or None):
        yield words, {"who": attribute(acted.player), "value": shown(w, type_of(entry), after)}


def _cleared(w: Writing, acted: Acted) -> bool:
    """Tell whether the table has been cleared: of what lay there, or of what was just laid there."""
    lays = "leading" in w.material.contents.model.actions[acted.action.do].said
    return not acted.after.get(TABLE) and bool(acted.before.get(TABLE) or (lays and acted.action.cards))


def paid(w: Writing, before: Mapping[str, Sequence[str]], after: View) -> list[str]:
    """Return what each player gives and gets between the cards dealt and a position."""
    return list(_exchanged(w, {name: Counter(each) for name, each in before.items()}, after))


def _moved(w: Writing, acted: Acted) -> Iterator[str]:
    """Yield what goes from hand to hand beside the cards that the action itself lays down or gives."""
    held = {name: Counter(cards) for name, cards in acted.before.get(HANDS, {}).items()}
    held[acted.player] -= Counter(acted.action.cards)
    hands = acted.after.get(HANDS, {})
    if any(Counter(hands.get(name, ())) - held[name] for name in held):  # else cards have only left the hands
        yield from _exchanged(w, held, acted.after)


def _exchanged(w: Writing, held: Mapping[str, Counter[str]], after: View) -> Iterator[str]:
    gone = {name: held[name] - Counter(after[HANDS].get(name, ())) for name in held}
    come = {name: Counter(after[HANDS].get(name, ())) - held[name] for name in held}
    for key, of in (("now-gives", gone), ("now-gets", come)):
        for name, cards in of.items():
            if cards:
                yield w.word(key, who=attribute(name), cards=w.cards(list(cards.elements())))


# ---- what is open to somebody ----------------------------------------------------------------------------------------


def claims(w: Writing, all_of: Iterable[Claim]) -> Iterator[str]:
    """Yield what players may do and may not; those who may do nothing together."""
    idle = []
    for claim in all_of:
        who = strong(claim.player)
        if claim.exact == ():
            idle.append(attribute(claim.player))
        elif claim.exact is not None:
            yield w.word("may-only", who=who, what=_open(w, "may", [each.action for each in claim.exact])) + "."
        if claim.count is not None:
            yield w.word("may-count", who=who, number=claim.count) + "."
        if claim.includes:
            yield w.word("may", who=who, what=_open(w, "may", [each.action for each in claim.includes])) + "."
        if claim.excludes:
            yield w.word("may-not", who=who, what=_open(w, "must_not", [each.action for each in claim.excludes])) + "."
    if idle:
        yield w.word("may-nothing", who=", ".join(idle)) + "."


def _open(w: Writing, part: str, actions: Sequence[Action]) -> str:
    kinds: dict[str, list[str]] = {}
    for each in actions:
        kinds.setdefault(each.do, []).append(_named(w, each, None))
    between = f" {w.word('list-or')} "
    told = []
    for do, named in kinds.items():
        cards = between.join(f'<span class="ms-choice">{each}</span>' for each in named if each)
        words = w.material.contents.model.actions[do].said.get(part)
        if words:
            told.append(filled(w, words, {"cards": cards, "who": ""}))
        else:
            told.append(w.word(f"{part.replace('_', '-')}-other", what=_note(w, do, cards)))
    return "; ".join(told)


def _named(w: Writing, action: Action, span: tuple[str, str] | None) -> str:
    """Return the cards or the rank that an action names, and what they are meant as."""
    book = w.material.contents
    kind = book.model.actions[action.do]
    cards = [*action.cards, *filter(None, [action.rank])]
    named = w.cards(cards) if cards else w.word("no-cards-named") if kind.cards else ""
    rows = [each for each in kind.forms if book.forms[each].consecutive is not None]
    form = action.as_form or (rows[0] if span and len(rows) == 1 else None)
    low = w.cards([action.as_rank]) if action.as_rank else ""
    if span and form is None:
        return f"{named} {w.word('meant-span', low=w.cards(span[:1]), high=w.cards(span[1:]))}"
    if form is None:
        return f"{named} {w.word('meant-as', low=low)}" if low else named
    called = _called(w, form)
    if span:
        named += " " + w.word("meant-run", low=w.cards(span[:1]), high=w.cards(span[1:]), **called)
    elif low:
        named += " " + w.word("meant-run-low" if form in rows else "meant-set", low=low, **called)
    else:
        named += " " + w.word("meant-form", **called)
    return named


def _called(w: Writing, form: str) -> dict[str, str]:
    """Return what a form is called, and its article in English."""
    title = w.say(w.material.contents.forms[form].title)
    return {"form": attribute(title), "a": "an" if title[:1].lower() in "aeiou" else "a"}


def _note(w: Writing, do: str, cards: str) -> str:
    """Return an action's note as a part of a sentence, with the cards or the rank that it names."""
    note = w.say(w.material.contents.model.actions[do].note, f"the note of '{do}'")
    return _inside(note) + (f": {cards}" if cards else "")


def _inside(sentence: str) -> str:
    """Return a sentence as a part of another."""
    part = sentence.strip().rstrip(".")
    return attribute(part[:1].lower() + part[1:])


# ---- what is to be seen ----------------------------------------------------------------------------------------------


def seen(w: Writing, expectations: Iterable[Expectation], view: View) -> list[str]:
    """Return what is stated of a position, a line for each entry."""
    return [_entry(w, each.entry, each.value, view) for each in expectations]


def _entry(w: Writing, name: str, value: Any, view: View) -> str:
    entry = entry_of(w, name)
    if name == PHASE:
        phase = w.material.contents.model.phases[value]
        now = phase.said.get("now")
        called = attribute(w.say(phase.name) if phase.name else value)
        return filled(w, now, {}) if now else w.word("see-phase", name=called)
    if entry is not None and entry.said:
        if entry.each and isinstance(value, Mapping) and "{who}" in w.say(next(iter(entry.said.values()))):
            return "; ".join(_of_player(w, entry, player, each) for player, each in value.items())
        words = words_for(entry.said, value)
        if words is not None:
            return filled(w, words, _gaps(w, entry, value, view))
    note = w.say(entry.note if entry is not None else None, f"the note of '{name}'")
    return w.word("see-other", what=_inside(note), value=f"<code>{attribute(str(value))}</code>")


def _of_player(w: Writing, entry: ViewEntry, player: str, value: Any) -> str:
    """Return what is stated of one player's value."""
    words = words_for(entry.said, value)
    return filled(w, words, {"who": attribute(player), "value": shown(w, type_of(entry), value)}) if words else ""


def _gaps(w: Writing, entry: ViewEntry, value: Any, view: View) -> dict[str, str]:
    """Return what fills the gaps of the words for a value."""
    if entry.id == TABLE:
        return {"value": _table(w, value, view) if value else ""}
    kind = type_of(entry)
    if isinstance(value, Mapping):
        return {"each": ", ".join(f"{attribute(name)} {shown(w, kind, each)}" for name, each in value.items())}
    told = {"value": shown(w, kind, value, attribute if isinstance(value, list | tuple) else strong)}
    return told | ({"places": placed(value)} if isinstance(value, list | tuple) else {})


def _table(w: Writing, table: Mapping[str, Any], view: View) -> str:
    """Return what is said of the cards on the table; not all of it need be."""
    lying = (view.get(TABLE) or {}).get("cards") or ()
    parts = []
    form, size, rank = (table.get(each) for each in ("form", "size", "rank"))
    row = form is not None and w.material.contents.forms[form].consecutive is not None
    if row:
        parts.append(w.word("see-form-run", low=w.cards([rank]) if rank else "", **_called(w, str(form))))
    elif rank and size and {w.material.contents.split_card(card)[0] for card in lying} - {rank}:
        parts += [w.cards(lying), w.word("see-counts-as", card=w.cards([rank]))]
    elif rank and size and lying:
        parts.append(w.cards(lying))
    elif rank:
        parts.append(w.cards([rank] * (size or 1)))
    if size and (row or not rank):
        parts.append(w.word("see-cards", number=size))
    if table.get("owner"):
        parts.append(w.word("see-owner", who=attribute(table["owner"])))
    return ", ".join(parts)


def holds(w: Writing, name: str, cards: Sequence[str]) -> str:
    """Return the cards that somebody holds."""
    entry = entry_of(w, HANDS)
    return _of_player(w, entry, name, list(cards)) if entry else ""


def strong(name: str) -> str:
    """Return a player's name as it stands out."""
    return f"<b>{attribute(name)}</b>"
