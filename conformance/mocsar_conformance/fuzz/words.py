"""The words of `mocsar fuzz` on the terminal and in the scenarios that it writes, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "comment": (
        "Found by `mocsar fuzz`: {subject} did otherwise. All that is expected here is what the reference answers;",
        "A `mocsar fuzz` találta: {subject} másképp tett. Amit ez a példa elvár, azt a referencia válaszolta;",
    ),
    "comment-more": (
        "before it is committed, see by the rules' own words that it is right, and give it a title that says why.",
        "mielőtt a többi közé kerül, a szabályok szövegéből kell belátni, hogy helyes, és kapjon beszédes címet.",
    ),
    "found-before": (
        "It was found before, and is still there.",
        "Már korábban is előkerült, és még mindig megvan.",
    ),
    "reasons": (
        "refused for another reason than the rulebook's (which is no difference): {number} times, most often {most}",
        "a szabálykönyvétől eltérő indokkal utasította el (ez nem eltérés): {number} alkalommal, leggyakrabban {most}",
    ),
    "reason-other": ("{got} for {wanted}", "{got} e helyett: {wanted}"),
    "reason-none": ("none for {wanted}", "semmi e helyett: {wanted}"),
    "readings": (
        "{number} games of {variant} went as another reading would have it: {values}. State it in hello "
        "(plays[].toggles), then they are played on from there.",
        "{variant}: {number} játszma úgy ment, mint egy másik olvasat szerint: {values}. Ha a hello kimondja "
        "(plays[].toggles), onnan is tovább lehet játszani.",
    ),
    "unsupported": (
        "{number} games of {variant} ended where the subject says that it cannot do something: {what}",
        "{variant}: {number} játszma véget ért ott, ahol a vizsgált program szerint valamit nem tud: {what}",
    ),
    "nothing-played": (
        "U041 no game got beyond its start",
        "U041 egyetlen játszma sem jutott túl a kezdeten",
    ),
    "progress": (
        "{games:,} games, {moves:,} moves, {refusals:,} refusals tried",
        "{games} játszma, {moves} lépés, {refusals} próbált elutasítás",
    ),
    "saved": ("saved: {path}", "elmentve: {path}"),
    "scenario": ("as a scenario", "példaként"),
    "self-dealt": (
        "The subject deals for itself: this game cannot be played on it again, and is the shortest that was met.",
        "A vizsgált program maga oszt: ezt a játszmát nem lehet vele újrajátszani; ez volt a legrövidebb.",
    ),
    "summary": (
        "{games:,} games, {moves:,} moves, {refusals:,} refusals tried, {variants}: {found} "
        "(seed {seed}, {seconds:.1f} s)",
        "{games} játszma, {moves} lépés, {refusals} próbált elutasítás, {variants}: {found} "
        "(kezdőszám: {seed}, {seconds:.1f} s)",
    ),
    "no-difference": ("no difference", "nincs eltérés"),
    "one-difference": ("1 difference", "1 eltérés"),
    "interrupted": ("interrupted", "megszakítva"),
    "title-accepted": ("Allowed: {done}", "Szabad: {done}"),
    "title-deal": ("a deal begins", "leosztás kezdődik"),
    "title-legal": ("What {player} may do here", "Mit tehet itt {player}?"),
    "title-refused": ("Not allowed: {done}", "Nem szabad: {done}"),
    "title-view": ("What is to be seen after this: {done} ({entries})", "Ami ezután látszik: {done} ({entries})"),
    "unwritten": (
        "It cannot be written as a scenario: {why}",
        "Nem írható le példaként: {why}",
    ),
}


def say(key: str, lang: str, /, **values: object) -> str:
    """Return a sentence, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
