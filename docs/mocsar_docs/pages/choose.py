"""Choose your rules: every toggle as a question with its answers in a table, of which `choose.js` makes a form."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mocsar_conformance.prose import value_id
from mocsar_docs.markup import attribute, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import WORDS, add
from mocsar_reference.resolve.book import Toggle, Value

TITLE = {"en": "Choose your rules", "hu": "Állítsd össze a szabályaidat"}
ASSETS = "../assets"
"""From the page as it is built."""

add(
    choose_about=(
        "Every table plays it a little differently. Start from a variant, answer otherwise where your table does, and "
        "read the rules that come of it. Then take along a link, or a sheet for everyone to sign before the first "
        "deal.",
        "Minden asztalnál egy kicsit másképp játsszák. Indulj ki egy változatból, felelj másképp ott, ahol nálatok "
        "más a szokás, és olvasd el, milyen szabályok jönnek ki belőle. Aztán vidd magaddal hivatkozásként vagy "
        "lapra nyomtatva, amelyet az első leosztás előtt mindenki aláír.",
    ),
    choose_plain=(
        "Without JavaScript this page is a list: every question with its answers, and which variant gives which.",
        "JavaScript nélkül ez az oldal felsorolás: minden kérdés a válaszaival, és hogy melyik változat melyiket adja.",
    ),
    choose_start=("Where you start from", "Miből indulsz ki"),
    choose_result=("What you have chosen", "Amit választottál"),
    choose_result_plain=(
        "Write it down in short: a variant, and in brackets what is otherwise with you, as in "
        "`kollar(trick.ends=one-lap)`. `mocsar rules --variant 'kollar(trick.ends=one-lap)'` prints the rules of that.",
        "Röviden így írható le: egy változat, és zárójelben az, ami nálatok másképp van, például "
        "`kollar(trick.ends=one-lap)`. Ennek a szabályait a `mocsar rules --variant 'kollar(trick.ends=one-lap)'` "
        "parancs írja ki.",
    ),
    choose_rules=("The rules", "A szabályok"),
    choose_rules_plain=(
        "The rules of the variants as they are: {variants}.",
        "A változatok szabályai úgy, ahogy vannak: {variants}.",
    ),
    choose_answer=("answer", "válasz"),
    choose_written=("written", "így írjuk"),
    choose_takers=("variants", "változatok"),
)

SCRIPT: dict[str, tuple[str, str]] = {
    "variant": ("Variant", "Változat"),
    "players": ("{low} to {high} players, best with {usual}.", "{low}–{high} játékos, a legjobb {usual} fővel."),
    "reset": ("Answer everything as {variant} does", "Minden válasz legyen megint ez: {variant}"),
    "load-label": ("Or from a short form", "Vagy egy rövid alakból"),
    "load": ("Read it", "Beolvasás"),
    "load-R030": ("“{what}” is no variant with changes.", "„{what}”: ez nem egy változat a módosításaival."),
    "load-R002": ("There is no question “{what}”.", "Nincs ilyen kérdés: „{what}”."),
    "load-R010": ("“{what}” is no possible answer.", "„{what}”: ez nem lehet válasz."),
    "loaded": ("Read: {short}", "Beolvasva: {short}"),
    "changed": ("changed", "módosítva"),
    "back": ("answer as {variant} does", "legyen, mint itt: {variant}"),
    "back-label": ("{question}: answer as {variant} does", "{question}: legyen a válasz megint az, ami itt: {variant}"),
    "takers": ("{count} of {all} variants", "{all} változatból {count}"),
    "takers-all": ("every variant", "minden változat"),
    "another": ("another answer:", "más válasz:"),
    "another-rank": ("ranks with commas, from low to high", "értékek vesszővel, alulról fölfelé"),
    "another-title": ("titles with commas: {words}", "rangok vesszővel: {words}"),
    "another-int": (
        "whole numbers from {low} to {high}, with commas",
        "egész számok {low} és {high} között, vesszővel",
    ),
    "number": ("a whole number from {low} to {high}", "egész szám {low} és {high} között"),
    "wrong-unknown": ("“{word}” is not known here.", "„{word}”: ilyen nincs."),
    "wrong-no-number": ("“{word}” is no whole number.", "„{word}”: ez nem egész szám."),
    "wrong-out-of-range": (
        "{word} is not from {low} to {high}.",
        "{word}: ez nem {low} és {high} között van.",
    ),
    "idle": ("Has no say at present.", "Most nincs szerepe."),
    "idle-since": ("Has no say at present, by this answer:", "Most nincs szerepe, mert ez a válasz:"),
    "idle-since-all": (
        "Has no say at present. It would have one with another answer to any of these:",
        "Most nincs szerepe. Akkor volna, ha ezek bármelyikére más volna a válasz:",
    ),
    "contradiction": ("Contradiction:", "Ellentmondás:"),
    "contradictions": ("{count} contradictions:", "{count} ellentmondás:"),
    "mend": ("Mend it: {changes}", "Javítás: {changes}"),
    "undo": ("Take back the last answer", "Az utolsó válasz visszavonása"),
    "mended": ("Mended: {changes}.", "Javítva: {changes}."),
    "exactly": ("These are the rules of {variant}.", "Ezek a szabályok: {variant}."),
    "nearest-one": ("Nearest to {variant}; 1 answer differs.", "Ehhez áll legközelebb: {variant}; 1 válasz eltér."),
    "nearest": (
        "Nearest to {variant}; {count} answers differ.",
        "Ehhez áll legközelebb: {variant}; {count} válasz eltér.",
    ),
    "to-result": ("What you have chosen", "Amit választottál"),
    "to-rules": ("The rules", "A szabályok"),
    "to-print": ("Print the sheet", "Nyomtatás"),
    "differs-head": ("Where you differ from it", "Amiben eltérsz tőle"),
    "question": ("Question", "Kérdés"),
    "theirs": ("There", "Ott"),
    "yours": ("With you", "Nálatok"),
    "short": ("Short form", "Rövid alak"),
    "commands": ("On the command line", "Parancssorban"),
    "link": ("Link that brings this back", "Hivatkozás, amely visszahozza"),
    "copy": ("Copy", "Másolás"),
    "copy-label": ("Copy: {what}", "Másolás: {what}"),
    "copied": ("Copied.", "A vágólapra került."),
    "selected": ("Selected; copy it with the keyboard.", "Kijelölve; a billentyűzettel másolható."),
    "no-commands": (
        "Mend the contradiction first: nobody can play by these answers.",
        "Előbb javítsd ki az ellentmondást: ezek szerint a válaszok szerint nem lehet játszani.",
    ),
    "print": ("Print the sheet of house rules", "A házi szabályok lapjának nyomtatása"),
    "print-about": (
        "One page of A4: the choices, room for a name, a date and signatures, and the link.",
        "Egyetlen A4-es oldal: a választások, hely a névnek, a dátumnak és az aláírásoknak, és a hivatkozás.",
    ),
    "only-changed": (
        "only what is new or otherwise than in {variant}",
        "csak az, ami új vagy más, mint ebben: {variant}",
    ),
    "state-new": ("new", "új"),
    "state-changed": ("changed", "más"),
    "was": ("In {variant}", "Ebben: {variant}"),
    "gone": ("Left out, of the rules of {variant}", "Kimarad ennek a szabályaiból: {variant}"),
    "custom": ("custom, no law", "szokás, nem szabály"),
    "rules-count-one": (
        "{all} clauses; 1 of them is new or otherwise than in {variant}.",
        "{all} szabálypont, közülük 1 új vagy más, mint ebben: {variant}.",
    ),
    "rules-count": (
        "{all} clauses; {count} of them are new or otherwise than in {variant}.",
        "{all} szabálypont, közülük {count} új vagy más, mint ebben: {variant}.",
    ),
    "unknown": (
        "The link names what this edition ({edition}) does not have: {what}. All else was taken over.",
        "A hivatkozás olyat nevez meg, ami ebben a kiadásban ({edition}) nincs: {what}. Minden más megmaradt belőle.",
    ),
    "sheet-title": ("Mocsár: house rules", "Mocsár: házi szabályok"),
    "sheet-house": ("House", "Asztaltársaság"),
    "sheet-date": ("Date", "Dátum"),
    "sheet-signed": ("Signed", "Aláírások"),
    "sheet-changed-one": (
        "{variant} with 1 answer of our own, marked ◆",
        "{variant}, 1 saját válasszal (◆ jelöli)",
    ),
    "sheet-changed": (
        "{variant} with {count} answers of our own, marked ◆",
        "{variant}, {count} saját válasszal (◆ jelöli)",
    ),
    "sheet-link": ("In full, edition {edition}:", "Teljes szöveg, {edition} kiadás:"),
    "sheet-contradiction": (
        "These answers contradict each other; nobody can play by them.",
        "Ezek a válaszok ellentmondanak egymásnak, így nem lehet játszani.",
    ),
}
"""What the script says, by key; it fills the gaps."""

WORDS.update({f"choose-js-{key}": {"en": en, "hu": hu} for key, (en, hu) in SCRIPT.items()})


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    yield Page("choose.md", TITLE, _body, "choose")


def _body(w: Writing) -> str:
    book = w.material.contents
    parts = [
        f'<link rel="stylesheet" href="{ASSETS}/choose.css">',
        w.word("choose-about"),
        f"{w.word('choose-plain')}\n{{.ms-plain}}",
        heading(2, w.word("choose-start"), "start"),
        _place("start", _variants(w)),
    ]
    for group, names in w.material.groups.items():
        title = w.text(w.material.group_titles.get(group), f"the title of '{group}'")
        parts.append(heading(2, title, f"group.{group}"))
        parts += [_question(w, book.toggles[each]) for each in names]
    parts += [
        heading(2, w.word("choose-result"), "result"),
        f"{w.word('choose-result-plain')}\n{{.ms-plain}}",
        _place("result"),
        heading(2, w.word("choose-rules"), "rules"),
        w.word("choose-rules-plain", variants=w.links_to("variant", w.material.settings)) + "\n{.ms-plain}",
        _place("rules"),
        _place("bar"),
        f'<script type="application/json" id="ms-choose-words">{_data(w)}</script>',
        f'<script type="module" src="{ASSETS}/choose.js"></script>',
    ]
    return join(*parts)


def _place(name: str, content: str = "") -> str:
    """Return where the script puts a part of the page, with what stands there without it."""
    return f'<div data-choose="{name}">{content}</div>'


def _variants(w: Writing) -> str:
    """Return the variants as a list, each with what it is and how many play."""
    told = []
    for name, setting in w.material.settings.items():
        low, high, usual = setting.variant.players
        title = attribute(w.say(setting.variant.title, f"the title of '{name}'"))
        about = attribute(w.say(setting.variant.about, f"what '{name}' is")) if setting.variant.about else ""
        players = w.word("players", low=low, high=high, usual=usual)
        link = f'<a href="{w.href("variant", name)}">{title}</a>'
        told.append(f"<li>{link} <code>{attribute(name)}</code>: {about} {players}.</li>")
    return f'<ul class="ms-plain">{"".join(told)}</ul>'


def _question(w: Writing, toggle: Toggle) -> str:
    """Return a toggle as a table of its answers, each with the variants that give it."""
    title = attribute(w.say(toggle.title, f"the title of '{toggle.id}'"))
    link = f'<a href="{w.href("toggle", toggle.id)}"><code>{attribute(toggle.id)}</code></a>'
    head = "".join(f'<th scope="col">{w.word(f"choose-{each}")}</th>' for each in ("answer", "written", "takers"))
    rows = "".join(_row(w, toggle, value, takers) for value, takers in _answers(w, toggle).items())
    more = "" if toggle.values else f'<tr><td colspan="3">{w.kind_of(toggle)}</td></tr>'
    return (
        f'<div class="ms-question" id="q.{attribute(toggle.id)}" data-toggle="{attribute(toggle.id)}" '
        f'data-pagefind-ignore><table class="ms-answers"><caption>{title} {link}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}{more}</tbody></table></div>"
    )


def _row(w: Writing, toggle: Toggle, value: Value, takers: list[str]) -> str:
    links = " ".join(f'<a href="{w.href("variant", each)}"><code>{attribute(each)}</code></a>' for each in takers)
    told = attribute(w.sentence_text(toggle, value))
    return f"<tr><td>{told}</td><td><code>{attribute(value_id(value))}</code></td><td>{links or '–'}</td></tr>"


def _answers(w: Writing, toggle: Toggle) -> dict[Value, list[str]]:
    """Return the variants by the answer they give; named values all, others as far as a variant gives them."""
    found: dict[Value, list[str]] = {value: [] for value in toggle.values}
    for name, setting in w.material.settings.items():
        found.setdefault(setting.values[toggle.id], []).append(name)
    return found


def _data(w: Writing) -> str:
    """Return what the script needs of the page besides the rulebook: its words, and where things are."""
    data = {
        "lang": w.lang,
        "words": {key: w.say(WORDS[f"choose-js-{key}"], f"the script's word '{key}'") for key in SCRIPT},
        "clauses": w.href("page", "rules/index"),
        "toggles": w.href("page", "toggles"),
        "variants": {name: w.href("variant", name) for name in w.material.settings},
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
