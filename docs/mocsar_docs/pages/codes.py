"""Every code that the tools complain with, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from mocsar_conformance.codes import all_codes
from mocsar_docs.errors import CODES
from mocsar_docs.links import Anchor
from mocsar_docs.markup import escape, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add

TITLE = {"en": "Codes", "hu": "Hibakódok"}
SERIES = "YSXRCEPUDAW"
"""In the order of CONTRIBUTING's list; what other series there are comes after them."""

add(
    codes_about=(
        "Every complaint of the tools has a code, a place, what is wrong and what would be right. `mocsar explain "
        "P031` prints one in the terminal.",
        "Az eszközök minden panaszának van kódja; megmondja, hol, mi a baj, és mi volna a helyes. Egyet-egyet a "
        "terminálban is kiír, például: `mocsar explain P031`. A kódok magyarázata, ahogyan a programok üzenetei is, "
        "angol.",
    ),
    series_Y=("Y: reading YAML", "Y: a YAML olvasása"),
    series_S=("S: the schemas of the files", "S: a fájlok sémái"),
    series_X=("X: expressions", "X: kifejezések"),
    series_R=("R: the rulebook", "R: a szabálykönyv"),
    series_C=("C: scenarios", "C: példák"),
    series_E=("E: editions", "E: kiadások"),
    series_P=("P: the protocol, and programs under test", "P: a protokoll és a vizsgált programok"),
    series_U=("U: how a command is used", "U: a parancsok használata"),
    series_D=("D: what `mocsar doctor` finds", "D: amit a `mocsar doctor` talál"),
    series_A=("A: what `mocsar audit` finds", "A: amit a `mocsar audit` talál"),
    series_W=("W: this site's generator", "W: ennek az oldalnak az előállítása"),
    series_other=("{letter}", "{letter}"),
)


@cache
def every_code() -> Mapping[str, str]:
    """Return the meaning of every code there is, by code."""
    return {**all_codes(), **CODES}


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("code", each, each) for each in every_code())
    yield Page("codes.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    codes = every_code()
    letters = sorted({each[0] for each in codes}, key=lambda each: (SERIES.find(each) % 99, each))
    parts = [w.word("codes-about")]
    for letter in letters:
        known = letter in SERIES
        parts.append(
            heading(2, w.word(f"series-{letter}" if known else "series-other", letter=letter), f"series.{letter}")
        )
        rows = [(each, text) for each, text in sorted(codes.items()) if each[0] == letter]
        parts.append("\n".join(f'- <span id="{each}">`{each}`</span> {_sentence(w, text)}' for each, text in rows))
    return join(*parts)


def _sentence(w: Writing, text: str) -> str:
    """Return a meaning as a sentence; marked as English where the page is not."""
    told = escape(text[:1].upper() + text[1:].removesuffix(".") + ".")
    return told if w.lang == "en" else f'<span lang="en">{told}</span>'
