"""Draws a position as a table in HTML: the players around it in seat order, hands as cards, the trick in the middle.

It is a list in seat order, which a screen reader reads as it is; where there is room, styles alone put the players
around a table, each to the left of the one before. No script, no picture, nothing from elsewhere. Put `CSS` once into
a page. Whatever a view says is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from mocsar_conformance.draw import Words
from mocsar_conformance.labels import LANGUAGES, label
from mocsar_conformance.text import neutralise
from mocsar_reference import split_card

AROUND: Final[Mapping[int, tuple[int, int, int]]] = {
    2: (1, 0, 1),
    3: (1, 0, 2),
    4: (1, 1, 1),
    5: (1, 1, 2),
    6: (2, 1, 2),
    7: (2, 1, 3),
    8: (3, 1, 3),
    9: (2, 2, 3),
    10: (3, 2, 3),
    11: (3, 2, 4),
    12: (4, 2, 4),
}
"""By the number of players: how many sit at the near side, each end and the far side. Others stand in columns."""
LONGEST: Final = 60
"""Characters of a name; and cards of a hand, for a hand that somebody made up may be of any length."""
_BACKS: Final = 5
"""Backs of cards that stand for a hand that cannot be seen; how many there are is written beside them."""
_LEADS: Final = "leader"
"""The entry of the view whose player is marked only until somebody is to act; then the turn says more."""
_COLUMNS: Final = 12
"""Columns of the grid: one, two, three or four seats of a side share them evenly."""

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "table": ("The players in the order of their seats, to the left", "A játékosok ülésrendben, balra haladva"),
    "turn": ("to act", "soron van"),
    "hand": ("hand", "keze"),
    "one-card": ("1 card", "1 lap"),
    "cards": ("{number} cards", "{number} lap"),
    "more": ("and {number} more", "és még {number}"),
    "form": (
        "on the table: {form} of {size}, rank {rank}, played by {owner}",
        "az asztalon: {form}, {size} lap, értéke {rank}, kijátszotta: {owner}",
    ),
    "pile": ("{number} cards in this trick", "{number} lap ebben az ütésben"),
    "right": ("play goes to the right", "a játék jobbra halad"),
}


def card_html(card: str, words: Words, lang: str) -> str:
    """Return a card, or a rank, by id as a card to look at; an unknown one as the text that it is."""
    rank, suit = split_card(card, words.ranks, words.suits)
    known = words.ranks.get(rank)
    if known is None:
        return f'<span class="ms-card ms-card--unknown">{_text(card, 12)}</span>'
    picture = words.pictures.get(rank)
    symbol = picture or str(known.symbol.get(lang, rank))
    kind = suit or ("picture" if picture else "plain")
    pip = f'<span class="ms-pip">{_text(words.suits[suit].symbol)}</span>' if suit else ""
    long = "" if picture or len(symbol) == 1 else " ms-card--two" if len(symbol) == 2 else " ms-card--long"
    looks = f"ms-card--{_text(kind)}{long}"
    return f'<span class="ms-card {looks}" data-index="{_text(symbol)}">{_text(symbol)}{pip}</span>'


def cards_html(cards: Iterable[Any], words: Words, lang: str) -> str:
    """Return cards side by side, read aloud as one; of very many only the first."""
    listed = [str(each) for each in cards]
    more = f" {_word('more', lang, number=len(listed) - LONGEST)}" if len(listed) > LONGEST else ""
    read = ", ".join(_name(each, words, lang) for each in listed[:LONGEST]) + more
    drawn = " ".join(card_html(each, words, lang) for each in listed[:LONGEST])
    return f'<span class="ms-cards" role="img" aria-label="{escape(read, quote=True)}">{drawn}{more}</span>'


def table_html(
    view: Mapping[str, Any], words: Words, lang: str, forms: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """Return a position as HTML. `view` is what one player sees, or everything; hidden hands are counted.

    Where `table` has `cards` beside what a view shows of it, these are drawn, else its rank once for each card.
    `forms` has the names of forms by id and language; without it they are called by their ids.
    """
    hands, sizes = _mapping(view.get("hands")), _mapping(view.get("sizes"))
    seats = [str(each) for each in _listed(view.get("seating")) or list(sizes or hands)]
    places = list(_places(len(seats)))
    kind = f'ms-table--around" style="--ms-rows:{_rows(len(seats))}' if places else "ms-table--columns"
    parts = [f'<div class="ms-table {kind}"><div class="ms-felt">']
    parts.append(f'<ol class="ms-seats" role="list" aria-label="{_word("table", lang)}">')
    for number, name in enumerate(seats):
        place = f' style="{places[number]}"' if places else ""
        out = " ms-seat--out" if name in _listed(view.get("out")) else ""
        turn = " ms-seat--turn" if view.get("turn") == name else ""
        parts.append(f'<li class="ms-seat{turn}{out}"{place}>')
        parts.append(f'<span class="ms-name">{_text(name)}</span>')
        if turn:
            parts.append(f' <span class="ms-turn">{_word("turn", lang)}</span>')
        notes = [_text(each, 120) for each in _notes(name, view, words, lang)]
        if notes:
            parts.append(f' <span class="ms-notes">{", ".join(notes)}</span>')
        parts.append(_hand(name, hands, sizes, view, words, lang))
        parts.append("</li>")
    parts.append("</ol>")
    parts.append(f'<div class="ms-middle">{_middle(view, words, lang, forms or {})}</div></div></div>')
    return "".join(parts)


def _rows(seats: int) -> int:
    """Return the rows of the grid: the far side, those between, in which the table's middle is, and the near side."""
    return 2 + max(1, AROUND[seats][1])


def _places(seats: int) -> Iterator[str]:
    """Yield the styles that put each seat on the grid: from the near side up the left, and round as the clock goes."""
    if seats not in AROUND:
        return
    near, end, far = AROUND[seats]
    last = _rows(seats)
    third = _COLUMNS // 3

    def row(count: int, number: int) -> str:
        wide = _COLUMNS // count
        return f"{1 + number * wide}/span 1/span {wide}"

    for number in reversed(range(near)):
        yield f"--ms-at:{last}/{row(near, number)}"
    for number in reversed(range(end)):
        yield f"--ms-at:{2 + number}/1/span 1/span {third}"
    for number in range(far):
        yield f"--ms-at:1/{row(far, number)}"
    for number in range(end):
        yield f"--ms-at:{2 + number}/{1 + 2 * third}/span 1/span {third}"


def _hand(
    name: str, hands: Mapping[str, Any], sizes: Mapping[str, Any], view: Mapping[str, Any], words: Words, lang: str
) -> str:
    cards = _listed(hands.get(name))
    if cards:
        said = f'<span class="ms-said">{_word("hand", lang)}: </span>'
        return f'<span class="ms-hand">{said}{cards_html(cards, words, lang)}</span>'
    if name not in hands and sizes.get(name):
        size = sizes[name]
        told = _word("one-card", lang) if size == 1 else _text(_word("cards", lang, number=size))
        backs = '<span class="ms-card ms-card--back"></span>' * (min(size, _BACKS) if isinstance(size, int) else 1)
        fan = f'<span class="ms-cards" aria-hidden="true">{backs}</span>'
        return f'<span class="ms-hand ms-hand--hidden">{fan} {told}</span>'
    if name in _listed(view.get("out")):
        return ""
    return f'<span class="ms-hand ms-hand--none">{label("draw-no-cards", lang)}</span>'


def _middle(view: Mapping[str, Any], words: Words, lang: str, forms: Mapping[str, Mapping[str, str]]) -> str:
    table = _mapping(view.get("table"))
    lines: list[str] = []
    pile, direction = view.get("pile"), view.get("direction")
    if table:
        form, size, rank = str(table.get("form", "set")), table.get("size"), str(table.get("rank"))
        number = size if form == "set" and isinstance(size, int) and 0 < size <= LONGEST else 1
        cards = [str(each) for each in _listed(table.get("cards"))[:LONGEST]] or [rank] * number
        drawn = " ".join(card_html(each, words, lang) for each in cards)
        lines.append(f'<span class="ms-trick" aria-hidden="true"><span class="ms-cards">{drawn}</span></span>')
        shown = {"size": size, "rank": _name(rank, words, lang), "owner": table.get("owner")}
        known = forms.get(form, {}).get(lang, form)
        told = label("draw-table", lang, **shown) if form == "set" else _word("form", lang, form=known, **shown)
        lines.append(f'<span class="ms-told">{_text(told, 200)}</span>')
        if isinstance(pile, int) and isinstance(size, int) and pile > size:
            lines.append(f'<span class="ms-told">{_word("pile", lang, number=pile)}</span>')
    elif view.get("turn"):
        lines.append(f'<span class="ms-told">{label("draw-empty", lang)}</span>')
    elif "phase" in view:
        phase = str(view["phase"])
        told = label("draw-phase", lang, phase=words.phases.get(phase, {}).get(lang, phase))
        lines.append(f'<span class="ms-told">{_text(told, 120)}</span>')
    if view.get("reversed"):
        lines.append(f'<strong class="ms-told">⇅ {label("draw-reversed", lang)}</strong>')
    if isinstance(direction, int) and direction < 0:
        lines.append(f'<strong class="ms-told">↺ {_word("right", lang)}</strong>')
    return "".join(lines)


def _notes(name: str, view: Mapping[str, Any], words: Words, lang: str) -> Iterator[str]:
    """Yield what there is to say of a player beside the cards."""
    out = _listed(view.get("out"))
    if name in out:
        yield label("draw-out", lang, place=out.index(name) + 1)
    for entry, said in words.beside.items():
        of = view.get(entry)
        value = of.get(name) if isinstance(of, Mapping) else None
        if value:
            listed = value if isinstance(value, list | tuple) else [value]
            told = ", ".join(_value(each, words, lang) for each in listed)
            yield str(said.get(lang, entry)).replace("{value}", told)
        elif of == name and (entry != _LEADS or not (out or view.get("turn"))):
            yield str(said.get(lang, entry))


def _value(value: Any, words: Words, lang: str) -> str:
    """Return a value as a reader sees it, harmless but not escaped: a title, a rank, a number."""
    title = words.titles.get(value) if isinstance(value, str) else None
    return _name(str(value), words, lang) if title is None else neutralise(str(title.get(lang, value)), LONGEST)


def _name(card: str, words: Words, lang: str) -> str:
    """Return what one says of a card, or a rank; it is harmless but not escaped."""
    rank, suit = split_card(card, words.ranks, words.suits)
    known = words.ranks.get(rank)
    if known is None:
        return neutralise(card, 12)
    return neutralise(f"{known.symbol.get(lang, rank)}{words.suits[suit].symbol if suit else ''}", LONGEST)


def _text(text: Any, limit: int = LONGEST) -> str:
    return escape(neutralise(str(text), limit), quote=True)


def _word(key: str, lang: str, /, **values: object) -> str:
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else []


CSS: Final = """\
.ms-cards{display:inline-flex;flex-wrap:wrap;row-gap:.2em;padding-left:.58em;vertical-align:middle;font-size:1.02rem;
line-height:1}
.ms-cards .ms-card{position:relative;display:inline-flex;flex-direction:column;align-items:flex-start;
justify-content:flex-start;box-sizing:border-box;min-width:0;width:1.98em;height:2.6em;margin:0 0 0 -.58em;
padding:.16em .2em;border:1px solid var(--ms-card-edge,#8d8672);border-radius:.3em;background:var(--ms-card,#fffefa);
color:var(--ms-black,#1c211b);box-shadow:-1px 1px 2px #0003;font:700 1em/1 var(--ms-serif,Georgia,serif);
font-variant-numeric:lining-nums;letter-spacing:-.03em;white-space:nowrap;print-color-adjust:exact}
.ms-cards .ms-card--two{letter-spacing:-.12em}
.ms-cards .ms-card--long{width:auto;letter-spacing:-.05em;font-size:.8em;height:3.25em}
.ms-cards .ms-card--long.ms-card[data-index]:last-child::after{content:none}
.ms-cards .ms-card[data-index]:last-child::after{content:attr(data-index);content:attr(data-index)/"";position:absolute;
right:.22em;bottom:.2em;font-size:.72em;rotate:180deg}
.ms-pip{font-size:.86em;line-height:.9;letter-spacing:0}
.ms-cards .ms-card--h,.ms-cards .ms-card--d{color:var(--ms-red,#a3231d)}
.ms-cards .ms-card--picture{color:#6b2f86}
.ms-cards .ms-card--unknown{width:auto;font:400 .8em/1.3 var(--ms-mono,monospace);margin-left:.1em}
.ms-cards .ms-card--back{background:repeating-linear-gradient(45deg,#3f7358 0 3px,#2c5b44 3px 6px);
outline:2px solid var(--ms-card,#fffefa);outline-offset:-4px}
.ms-table{container-type:inline-size;margin:.8rem 0;color:var(--ms-ink,#22281f);line-height:1.4;break-inside:avoid}
.ms-felt{position:relative}
.ms-table ol.ms-seats{display:grid;gap:.4rem;margin:0;padding:0;list-style:none;
grid-template-columns:repeat(auto-fill,minmax(min(12.5rem,100%),1fr))}
.ms-table ol.ms-seats li.ms-seat{display:block;margin:0;padding:.35rem .6rem .5rem;box-sizing:border-box;
border:1px solid var(--ms-line,#d9d2bf);border-radius:.5rem;background:var(--ms-panel,#f3efe3);overflow-wrap:anywhere}
.ms-table ol.ms-seats li.ms-seat--turn{border:2px solid var(--ms-gold,#b98618);
padding:calc(.35rem - 1px) calc(.6rem - 1px) calc(.5rem - 1px)}
.ms-table ol.ms-seats li.ms-seat--out{border-style:dashed}
.ms-name{font-family:var(--ms-serif,Georgia,serif);font-weight:700;font-size:1.05em}
.ms-turn{display:inline-block;padding:0 .5em;border-radius:1em;background:var(--ms-green,#24583f);
color:var(--ms-paper,#fcfaf4);font-size:.78em;font-weight:700;white-space:nowrap;print-color-adjust:exact}
.ms-turn::before{content:"\\2192\\a0"}
.ms-notes{font-size:.84em;color:var(--ms-faint,#5a6156)}
.ms-hand{display:block;margin-top:.3rem}
.ms-hand--hidden,.ms-hand--none{font-size:.88em;color:var(--ms-faint,#5a6156)}
.ms-said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.ms-middle{margin-top:.4rem;padding:.7rem .8rem;border-radius:.5rem;background:var(--ms-felt,#24583f);color:#f6f4ea;
text-align:center;print-color-adjust:exact}
.ms-trick{display:block;margin-bottom:.35rem}
.ms-trick .ms-cards{font-size:1.3rem;justify-content:center}
.ms-told{display:block;font-size:.88em}
@container (min-width:34rem){
.ms-table--around .ms-felt{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:.6rem .5rem;padding:.3rem;
grid-template-rows:auto repeat(calc(var(--ms-rows) - 2),minmax(7.5rem,auto)) auto}
.ms-table--around .ms-felt::before{content:"";position:absolute;inset:1.7rem 7%;border-radius:8rem;
background:var(--ms-felt,#24583f);box-shadow:inset 0 0 0 .35rem #0002,inset 0 0 3rem #0003;print-color-adjust:exact}
.ms-table--around ol.ms-seats{display:contents}
.ms-table--around ol.ms-seats li.ms-seat{position:relative;grid-area:var(--ms-at);place-self:center;min-width:5.5rem;
max-width:100%;box-shadow:0 1px 4px #0004}
.ms-table--around .ms-middle{position:relative;grid-row:2/-2;grid-column:5/9;place-self:center;margin:0;padding:0;
background:none}
}
"""
"""The styles of a table and its cards. Colours come from the page's variables, with the light ones as a fallback."""
