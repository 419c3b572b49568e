"""What happens in a case, in words: actions, what becomes of them, what is open to somebody, what is to be seen.

Everything here returns HTML of one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mocsar_conformance.scenario.model import Claim, Expectation
from mocsar_docs.casebook.played import Acted, View
from mocsar_docs.markup import attribute
from mocsar_docs.page import Writing
from mocsar_docs.words import WORDS
from mocsar_reference import Action

OVER = {"over": "now-over", "finished": "now-finished"}


def action(w: Writing, acted: Acted) -> str:
    """Return what somebody does, or would do."""
    do = acted.action.do
    key = f"{'try' if acted.reason else 'do'}-{do}"
    if do == "play" and not acted.reason and not acted.before.get("table"):
        key = "do-lead"
    named = _named(w, acted.action, acted.span)
    if key not in WORDS:
        return w.word("do-other", who=strong(acted.player), what=_note(w, do), cards=named)
    return w.word(key, who=strong(acted.player), cards=named)


def changes(w: Writing, acted: Acted) -> Iterator[str]:
    """Yield what becomes of an action that is accepted."""
    before, after = acted.before, acted.after
    yield from _moved(w, acted)
    for name in after["out"][len(before["out"]) :]:
        if not after["sizes"].get(name) and before["sizes"].get(name):
            yield w.word("now-out", who=attribute(name), place=after["out"].index(name) + 1)
    if after.get("revolutions", 0) != before.get("revolutions", 0):
        yield w.word("now-revolution", number=after["revolutions"])
    if after.get("reversed") != before.get("reversed"):
        yield w.word("now-turned" if after.get("reversed") else "now-usual")
    if after.get("direction") != before.get("direction"):
        yield w.word("now-to-left" if after["direction"] > 0 else "now-to-right")
    if after["phase"] in OVER and before["phase"] not in OVER:
        yield w.word(OVER[after["phase"]], names=places(after["out"]))
    elif after["phase"] == "playing" and before["phase"] != "playing":
        yield w.word("now-exchanged", who=attribute(str(after["turn"])))
    elif acted.action.do in ("play", "pass") and after["phase"] == "playing" and not after.get("table"):
        yield w.word("now-trick-over", who=attribute(str(after["turn"])))


def paid(w: Writing, before: Mapping[str, Sequence[str]], after: View) -> list[str]:
    """Return what each player gives and gets between the cards dealt and a position."""
    return list(_exchanged(w, {name: Counter(each) for name, each in before.items()}, after))


def _moved(w: Writing, acted: Acted) -> Iterator[str]:
    """Yield what changes hands beside the cards that the action itself lays down or gives."""
    held = {name: Counter(cards) for name, cards in acted.before.get("hands", {}).items()}
    held[acted.player] -= Counter(acted.action.cards)
    told = list(_exchanged(w, held, acted.after)) if acted.action.do in ("give", "request") else []
    yield from told
    if acted.action.rank:
        if not told:
            yield w.word("now-in-vain")
        left = acted.after.get("asks", {}).get(acted.player, 0)
        key = "now-asks" if left else "now-asks-none"
        yield w.word(key, who=attribute(acted.player), number=left)


def _exchanged(w: Writing, held: Mapping[str, Counter[str]], after: View) -> Iterator[str]:
    gone = {name: held[name] - Counter(after["hands"].get(name, ())) for name in held}
    come = {name: Counter(after["hands"].get(name, ())) - held[name] for name in held}
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
            yield w.word("may-not", who=who, what=_open(w, "must-not", [each.action for each in claim.excludes])) + "."
    if idle:
        yield w.word("may-nothing", who=", ".join(idle)) + "."


def _open(w: Writing, key: str, actions: Sequence[Action]) -> str:
    kinds: dict[str, list[str]] = {}
    for each in actions:
        kinds.setdefault(each.do, []).append(_named(w, each, None))
    between = f" {w.word('list-or')} "
    told = []
    for do, named in kinds.items():
        cards = between.join(f'<span class="ms-choice">{each}</span>' for each in named)
        known = f"{key}-{do}"
        told.append(w.word(known, cards=cards) if known in WORDS else f"{_note(w, do)} {cards}")
    return "; ".join(told)


def _named(w: Writing, action: Action, span: tuple[str, str] | None) -> str:
    """Return the cards or the rank that an action names, and what they are meant as."""
    kind = w.material.contents.model.actions[action.do]
    cards = [*action.cards, *filter(None, [action.rank])]
    named = w.cards(cards) if cards else w.word("no-cards-named") if kind.cards else ""
    if span:
        named += " " + w.word("meant-run", low=w.cards(span[:1]), high=w.cards(span[1:]))
    elif action.as_form or action.as_rank:
        low = w.cards([action.as_rank]) if action.as_rank else ""
        form = action.as_form or "other"
        key = {"run": "meant-run-low", "set": "meant-set"}.get(form, "meant-other")
        named += " " + w.word(key, low=low, form=attribute(form))
    return named


def _note(w: Writing, do: str) -> str:
    return attribute(w.say(w.material.contents.model.actions[do].note, f"the note of '{do}'"))


# ---- what is to be seen ----------------------------------------------------------------------------------------------


def seen(w: Writing, expectations: Iterable[Expectation], view: View) -> list[str]:
    """Return what is stated of a position, a line for each entry."""
    return [_entry(w, each.entry, each.value, view) for each in expectations]


def _entry(w: Writing, entry: str, value: Any, view: View) -> str:
    match entry:
        case "turn" | "leader" | "dealer":
            return w.word(f"see-{entry}", who=strong(value)) if value else w.word(f"see-no-{entry}")
        case "table":
            return w.word("see-table", what=_table(w, value, view)) if value else w.word("see-table-empty")
        case "phase" if f"see-phase-{value}" in WORDS:
            return w.word(f"see-phase-{value}")
        case "reversed":
            return w.word("see-turned" if value else "see-usual")
        case "direction":
            return w.word("see-to-left" if value > 0 else "see-to-right")
        case "hands":
            return "; ".join(holds(w, name, cards) for name, cards in value.items())
        case "sizes":
            return w.word("see-sizes", names=_each(value))
        case "owed" | "asks":
            some = any(value.values()) if value else False
            nobody = "see-nobody-owes" if entry == "owed" else "see-nobody-asks"
            return w.word(f"see-{entry}", names=_each(value)) if some else w.word(nobody)
        case "out":
            return w.word("see-places", names=places(value)) if value else w.word("see-nobody-out")
        case "titles":
            if not value:
                return w.word("see-no-titles")
            return w.word("see-titles", names=_each({name: _title(w, each) for name, each in value.items()}))
        case "seating":
            return w.word("see-seating", names=", ".join(map(attribute, value)))
        case "pile" | "revolutions":
            return w.word(f"see-{entry}", number=value)
    notes = {each.id: each.note for each in w.material.contents.model.view}
    return w.word("see-other", what=attribute(w.say(notes.get(entry))), value=f"<code>{attribute(str(value))}</code>")


def _table(w: Writing, table: Mapping[str, Any], view: View) -> str:
    """Return what is said of the cards on the table; not all of it need be."""
    lying = (view.get("table") or {}).get("cards") or ()
    parts = []
    form, size, rank = (table.get(each) for each in ("form", "size", "rank"))
    if form == "run":
        parts.append(w.word("see-form-run", low=w.cards([rank]) if rank else ""))
    elif rank and size and any(card != rank for card in lying):
        parts += [w.cards(lying), w.word("see-counts-as", card=w.cards([rank]))]
    elif rank:
        parts.append(w.cards([rank] * (size or 1)))
    if size and (form == "run" or not rank):
        parts.append(w.word("see-cards", number=size))
    if table.get("owner"):
        parts.append(w.word("see-owner", who=attribute(table["owner"])))
    return ", ".join(parts)


def holds(w: Writing, name: str, cards: Sequence[str]) -> str:
    """Return the cards that somebody holds."""
    if not cards:
        return w.word("holds-none", who=attribute(name))
    return w.word("holds", who=attribute(name), cards=w.cards(cards))


def places(names: Sequence[str]) -> str:
    """Return players with their places, best first."""
    return ", ".join(f"{number}. {attribute(name)}" for number, name in enumerate(names, 1))


def strong(name: str) -> str:
    """Return a player's name as it stands out."""
    return f"<b>{attribute(name)}</b>"


def _each(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{attribute(name)} {value}" for name, value in values.items())


def _title(w: Writing, title: str | None) -> str:
    return attribute(w.say(w.material.contents.titles[title])) if title else "–"
