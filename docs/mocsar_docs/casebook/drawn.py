"""A case as HTML: the situation drawn as a table, then step by step what is done, the ruling, and what comes of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from mocsar_conformance.table_html import table_html
from mocsar_docs.casebook import told, words
from mocsar_docs.casebook.played import Acted, Asked, Case, Dealt, Happening, Seen, View
from mocsar_docs.casebook.spoken import filled, placed
from mocsar_docs.casebook.when import choice, condition
from mocsar_docs.markup import attribute
from mocsar_docs.page import Writing

assert words.__doc__  # registers the words

_CODE = re.compile(r"`([^`]+)`")


def case_html(w: Writing, case: Case) -> str:
    """Return all of a case below its heading, as HTML of one line."""
    scenario = case.scenario
    parts = [f'<p class="ms-marks"><code class="ms-id">{attribute(scenario.id)}</code>{_disputed(w, case)}</p>']
    if scenario.because:
        parts.append(f'<p class="ms-because">{text(w.say(scenario.because))}</p>')
    parts += _beginning(w, case.begun)
    steps = list(_steps(w, case))
    if steps:
        parts.append(f'<ol class="ms-steps" role="list" aria-label="{w.word("case-steps")}">{"".join(steps)}</ol>')
        if case.end != case.last_deal.view:
            parts.append(f'<div class="ms-position">{_table(w, case.end)}</div>')
    parts.append(_about(w, case))
    return "".join(parts)


def text(said: str) -> str:
    """Return a text of a scenario as HTML; what stands between backticks is code."""
    return _CODE.sub(r"<code>\1</code>", escape(said.strip(), quote=False).replace("\n", " "))


# ---- the situation ---------------------------------------------------------------------------------------------------


def _beginning(w: Writing, begun: Dealt) -> Iterator[str]:
    """Yield the position that a case begins with: the cards dealt, before any of them changes hands."""
    lines = list(_given(w, begun))
    if _changed_hands(w, begun):
        lines = [f"<b>{w.word('case-dealt')}.</b>", *lines]
    if lines:
        yield f'<p class="ms-given">{" ".join(lines)}</p>'
    yield _table(w, _as_dealt(begun) if _changed_hands(w, begun) else _with_suits(begun))


def _given(w: Writing, begun: Dealt) -> Iterator[str]:
    standing = getattr(begun.deal, "standing", ())
    if standing:
        yield w.word("case-standing", names=placed(standing))
    if begun.deal.pack is not None:
        yield w.word("case-pack", cards=w.cards(begun.deal.pack)) + "."


def _changed_hands(w: Writing, begun: Dealt) -> bool:
    """Tell whether cards have gone from hand to hand since they were dealt, whatever suits are not told apart."""
    dealt = begun.deal.hands
    hands = begun.view.get("hands", {})
    if dealt is None:
        return False
    suits = any(w.material.contents.split_card(card)[1] for cards in hands.values() for card in cards)

    def counted(cards: Iterable[str]) -> Counter[str]:
        return Counter(card if suits else w.material.contents.split_card(card)[0] for card in cards)

    return any(counted(cards) != counted(hands.get(name, ())) for name, cards in dealt.items())


def _with_suits(begun: Dealt) -> View:
    """Return the position with the cards as they are written, where the game does not tell their suits apart."""
    hands, dealt = begun.view.get("hands", {}), begun.deal.hands or {}
    return {
        **begun.view,
        "hands": {
            name: cards if _same(cards, dealt.get(name, cards)) else dealt[name] for name, cards in hands.items()
        },
    }


def _same(cards: Iterable[str], others: Iterable[str]) -> bool:
    return Counter(cards) == Counter(others)


def _as_dealt(begun: Dealt) -> View:
    dealt = begun.deal.hands or {}
    kept = {name: value for name, value in begun.view.items() if name in ("seating", "dealer")}
    return {**kept, "hands": dealt, "sizes": {name: len(cards) for name, cards in dealt.items()}}


def _table(w: Writing, view: View) -> str:
    contents = w.material.contents
    return table_html(view, contents, w.lang, {name: form.title for name, form in contents.forms.items()})


# ---- step by step ----------------------------------------------------------------------------------------------------


def _steps(w: Writing, case: Case) -> Iterator[str]:
    if _changed_hands(w, case.begun):
        yield _taken(w, case.begun)
    for number, happening in enumerate(case.happenings):
        following = case.happenings[number + 1] if number + 1 < len(case.happenings) else None
        last = following is None and bool(case.scenario.then)
        match happening:
            case Acted():
                yield _acted(w, happening, following)
            case Asked(claims, view):
                lines = list(told.claims(w, claims))
                moved = view != case.begun.view
                own = dict.fromkeys(each.player for each in claims if each.exact != () and moved)
                lines += [_small(told.holds(w, name, view["hands"].get(name, ()))) for name in own]
                yield _item("asked", "".join(f"<div>{each}</div>" for each in lines))
            case Seen(expectations, view):
                listed = "".join(f"<li>{each}</li>" for each in told.seen(w, expectations, view))
                head = w.word("case-end" if last else "case-then")
                yield _item("seen", f"<b>{head}:</b> <ul>{listed}</ul>")
            case Dealt():
                yield _dealt(w, happening)


def _acted(w: Writing, acted: Acted, following: Happening | None) -> str:
    done = told.action(w, acted)
    if acted.reason:
        sentence = text(w.say(w.material.contents.reasons.get(acted.reason), f"the reason '{acted.reason}'"))
        link = f'<a href="{w.href("reason", acted.reason)}">{sentence}</a>'
        ruling = f'<div class="ms-ruling"><b>{w.word("ruling-no")}</b> {link}</div>'
        return _item("refused", f"<div>{done}.</div>{ruling}{_around(w, acted)}")
    lines, turn_said = told.changes(w, acted)
    turn = acted.after.get("turn")
    if turn and not turn_said and not (isinstance(following, Acted) and following.player == turn):
        lines.append(told.now_turn(w, turn))
    return _item("done", f"<div>{done}.</div>{_small(' '.join(lines)) if lines else ''}")


def _around(w: Writing, acted: Acted) -> str:
    """Return the position that an action is refused in, as far as it matters: the table, and the hand."""
    table, lines = acted.before.get("table"), []
    if table:
        lines.append(w.word("on-table", cards=w.cards(table["cards"])) + ".")
    if acted.action.cards:
        lines.append(told.holds(w, acted.player, acted.before["hands"].get(acted.player, ())) + ".")
    return _small(" ".join(lines)) if lines else ""


def _dealt(w: Writing, dealt: Dealt) -> str:
    head = f"<div><b>{w.word('case-next-deal')}.</b> {' '.join(_given(w, dealt))}</div>"
    if _changed_hands(w, dealt):
        paid = f"<div>{_moved(w)} {_paid(w, dealt)}</div>"
        return _item("dealt", head + _position(w, _as_dealt(dealt)) + paid + _position(w, dealt.view))
    return _item("dealt", head + _position(w, dealt.view))


def _taken(w: Writing, begun: Dealt) -> str:
    head = f"<b>{_moved(w)}</b> {_paid(w, begun)}"
    return _item("dealt", f"<div>{head}</div>{_position(w, begun.view)}")


def _moved(w: Writing) -> str:
    """Return what is said where cards change hands of themselves, as they may in the phase that a deal begins with."""
    opening = next(iter(w.material.contents.model.phases.values()))
    return filled(w, opening.said["moved"], {}) if "moved" in opening.said else w.word("case-moved")


def _paid(w: Writing, dealt: Dealt) -> str:
    return " ".join(told.paid(w, dealt.deal.hands or {}, dealt.view))


def _position(w: Writing, view: View) -> str:
    return f'<div class="ms-position">{_table(w, view)}</div>'


def _item(kind: str, body: str) -> str:
    return f'<li class="ms-step ms-step--{kind}">{body}</li>'


def _small(line: str) -> str:
    return f'<div class="ms-after">{line}</div>'


# ---- where it holds --------------------------------------------------------------------------------------------------


def _about(w: Writing, case: Case) -> str:
    scenario, material = case.scenario, w.material
    clauses = dict.fromkeys(each for each in map(material.clause_of.get, scenario.rules) if each)
    lines = []
    if clauses:
        lines.append((w.word("case-about"), ", ".join(_link(w, "clause", each) for each in clauses)))
    lines.append((w.word("case-holds"), _variants(w, case)))
    if len(case.variants) > 1:
        lines.append(("", w.word("case-drawn", setting=attribute(w.say(case.setting.variant.title))) + "."))
    elif not case.variants:
        lines.append(("", w.word("case-drawn", setting=_setting(w, case))))
    shown = "".join(f"<p>{f'<b>{head}:</b> ' if head else ''}{body}</p>" for head, body in lines)
    return f'<div class="ms-case-about">{shown}{_depends(w, case)}</div>'


def _variants(w: Writing, case: Case) -> str:
    if not case.variants:
        return w.word("case-nowhere")
    if len(case.variants) == len(w.material.settings):
        return w.word("in-all")
    return ", ".join(_link(w, "variant", each) for each in case.variants)


def _setting(w: Writing, case: Case) -> str:
    toggles = w.material.contents.toggles
    changed = " ".join(choice(w, toggles[name], value) for name, value in case.setting.changes.items())
    variant = attribute(w.say(case.setting.variant.title))
    return f"{w.word('case-with', variant=variant)}: {changed}" if changed else f"{variant}."


def _depends(w: Writing, case: Case) -> str:
    when = case.scenario.when
    if when is None:
        return ""
    listed = _list(condition(w, when))
    formal = f"<p>{w.word('case-formally')}: <code>{attribute(when.text)}</code></p>"
    settings = _list(f"<code>{attribute(each.short)}</code>" for each in case.scenario.settings)
    return (
        f'<details class="ms-more"><summary>{w.word("case-depends")}</summary>'
        f"{listed}{formal}{settings if case.scenario.settings else ''}</details>"
    )


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{each}</li>' for each in lines)}</ul>"


def _link(w: Writing, kind: str, name: str) -> str:
    book = w.material.contents
    words = book.clauses[name].title if kind == "clause" else book.variants[name].title
    return f'<a href="{w.href(kind, name)}">{attribute(w.say(words))}</a>'


def _disputed(w: Writing, case: Case) -> str:
    if not case.scenario.disputed:
        return ""
    link, kind = attribute(case.scenario.link or ""), "ms-status ms-status--reading"
    return f' <a class="{kind}" href="{link}">{w.word("case-disputed")}</a>'
