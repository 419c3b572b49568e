"""The words of `mocsar audit` on the terminal, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_KINDS: Final[dict[str, tuple[str, str]]] = {
    "A001": ("illegal action accepted", "szabálytalan lépés elfogadva"),
    "A002": ("out of turn", "soron kívüli lépés"),
    "A003": ("legal action refused", "szabályos lépés elutasítva"),
    "A004": ("action after the end of the deal", "lépés a leosztás vége után"),
    "A005": ("names what the game has not", "a játékban nem létezőt nevez meg"),
    "A010": ("a deal ended that is not over", "befejezett leosztás, amely még nem ért véget"),
    "A011": ("no end where the deal is over", "hiányzó befejezés a leosztás végén"),
    "A012": ("other places", "más helyezések"),
    "A013": ("other titles", "más rangok"),
    "A014": ("a deal begun where none can begin", "leosztás ott, ahol nem kezdődhet"),
    "A020": ("cards that the pack does not have", "nem a pakli lapjai"),
    "A021": ("a deal that does not say all it depends on", "hiányosan feljegyzett leosztás"),
    "A030": ("wrong view", "hibás nézet"),
    "A031": ("wrong list of legal actions", "hibás lista a szabályos lépésekről"),
    "A040": ("unreadable file", "olvashatatlan fájl"),
    "A041": ("nothing there", "nincs benne semmi"),
    "A042": ("broken compression", "sérült tömörítés"),
    "A043": ("no JSON, or cut off", "nem JSON, vagy csonka"),
    "A044": ("not UTF-8", "nem UTF-8"),
    "A045": ("line too long", "túl hosszú sor"),
    "A046": ("JSON that no log has", "naplóban elő nem forduló JSON"),
    "A047": ("no line of a log", "nem napló sora"),
    "A048": ("a match that cannot be judged", "megítélhetetlen játszma"),
    "A049": ("lines of no match", "játszmához nem tartozó sorok"),
    "A050": ("deals missing or in another order", "hiányzó vagy összecserélt leosztások"),
    "A051": ("written by a newer kit", "újabb készlet írta"),
}

_WHAT: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "A001": {
        "": (
            "It is recorded as accepted, and the rules refuse it.",
            "A napló szerint elfogadták; a szabályok nem engedik.",
        )
    },
    "A002": {
        "": (
            "It is recorded as accepted, and another player is to act.",
            "A napló szerint elfogadták; más játékos van soron.",
        )
    },
    "A003": {
        "": (
            "It is recorded as refused, and the rules accept it.",
            "A napló szerint elutasították; a szabályok engedik.",
        )
    },
    "A004": {
        "": (
            "The deal is over, and this is recorded as accepted.",
            "A leosztás véget ért; ezt a napló szerint mégis elfogadták.",
        ),
        "no-deal": ("No deal is under way.", "Nem folyik leosztás."),
    },
    "A005": {
        "": ("It is recorded as accepted: {what}.", "A napló szerint elfogadták: {what}."),
        "player": ("No such player is in the match.", "Ilyen játékos nincs a játszmában."),
    },
    "A010": {
        "": (
            "An end is recorded: {got}. By the rules the deal goes on.",
            "A napló itt befejezi: {got}. A szabályok szerint a leosztás folytatódik.",
        ),
        "no-deal": (
            "An end is recorded, and no deal is under way.",
            "A napló befejezést jegyez fel, de nem folyik leosztás.",
        ),
    },
    "A011": {
        "": (
            "By the rules the deal is over, and no end is recorded.",
            "A szabályok szerint a leosztás véget ért; a naplóban nincs befejezés.",
        )
    },
    "A012": {
        "": (
            "Recorded places: {got}. By the rules: {expected}.",
            "A napló helyezései: {got}. A szabályok szerint: {expected}.",
        )
    },
    "A013": {
        "": (
            "Recorded titles: {got}. By the rules: {expected}.",
            "A napló rangjai: {got}. A szabályok szerint: {expected}.",
        )
    },
    "A014": {
        "": ("The deal before it is not over.", "Az előző leosztás még nem ért véget."),
        "match": ("The match is over.", "A játszma véget ért."),
    },
    "A020": {
        "": ("{what}.", "{what}."),
        "not-whole": (
            "{got} cards are dealt; the pack has {expected}.",
            "{got} lapot osztanak ki; a pakli {expected} lapos.",
        ),
    },
    "A021": {
        "": ("{what}.", "{what}."),
        "chance": (
            "The deal depends on chance, and it is not said how '{key}' came out.",
            "A leosztás a véletlenen múlik, és nincs megmondva, mi lett ez: '{key}'.",
        ),
    },
    "A030": {
        "": (
            "{what}: recorded {got}; by the rules {expected}.",
            "{what}: a naplóban {got}; a szabályok szerint {expected}.",
        )
    },
    "A031": {
        "": (
            "{what}: legal and not listed {expected}; listed and not legal {got}.",
            "{what}: szabályos, de nincs a listán {expected}; a listán van, de szabálytalan {got}.",
        )
    },
    "A040": {"": ("{what}", "{what}")},
    "A041": {
        "file": ("The file is empty.", "A fájl üres."),
        "folder": (
            "Nothing below it is called *.jsonl or *.jsonl.zst.",
            "Nincs alatta *.jsonl vagy *.jsonl.zst nevű fájl.",
        ),
    },
    "A042": {
        "broken": ("From here on it cannot be decompressed.", "Innentől nem lehet kibontani."),
        "breaks-off": ("It breaks off: the end of the file is missing.", "Csonka: a fájl vége hiányzik."),
    },
    "A043": {"": ("{what}", "{what}")},
    "A044": {"": ("{what}", "{what}")},
    "A045": {"": ("It has more than a million characters.", "Több mint egymillió karakteres.")},
    "A046": {"": ("{what}", "{what}")},
    "A047": {"": ("{what}", "{what}")},
    "A048": {
        "": ("{what}", "{what}"),
        "no-setting": (
            "It does not say what is played: name it with --variant.",
            "Nem mondja meg, mit játszanak: a --variant adja meg.",
        ),
        "players": ("The game does not seat {got} players.", "A játékot nem lehet {got} játékossal játszani."),
    },
    "A049": {"": ("No match begins before them.", "Nem kezdődik előttük játszma.")},
    "A050": {
        "": (
            "The deal {got} is recorded where the deal {expected} is to come.",
            "Itt a(z) {expected}. leosztás következne, és a(z) {got}. van feljegyezve.",
        )
    },
    "A051": {
        "": (
            "It is written by a newer kit (format {what}; this one reads {expected}): upgrade.",
            "Újabb készlet írta (formátuma {what}; ez a készlet ezt olvassa: {expected}): frissíts.",
        )
    },
}

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "all": (
        "files: {files}, matches: {matches}, deals: {deals}, actions judged: {moves} "
        "({seconds:.1f} s, {rate} a second)",
        "{files} fájl, {matches} játszma, {deals} leosztás, {moves} megítélt lépés "
        "({seconds:.1f} s, másodpercenként {rate})",
    ),
    "broken-off": ("{number} matches end in the middle of a deal", "{number} játszma leosztás közben szakad meg"),
    "by-kind": ("by kind", "fajta szerint"),
    "by-rule": ("by rule", "szabály szerint"),
    "clean": ("nothing found", "nincs eltérés"),
    "found": ("{number} found", "{number} eltérés"),
    "interrupted": ("interrupted: {done} of {all} parts were judged", "megszakítva: {all} részből {done} készült el"),
    "more": ("… and {number} more", "… és még {number}"),
    "other-edition": (
        "{number} matches were recorded under another edition of the rulebook ({editions}); they are judged by the "
        "rules of {edition}, and a default may have changed in between",
        "{number} játszmát a szabálykönyv más kiadása ({editions}) szerint jegyeztek fel; itt a {edition} kiadás "
        "szabályai döntenek, és közben alapértékek is változhattak",
    ),
    "place": ("match {match}, deal {deal}, action {move}", "{match}. játszma, {deal}. leosztás, {move}. lépés"),
    "place-deal": ("match {match}, deal {deal}", "{match}. játszma, {deal}. leosztás"),
    "place-match": ("match {match}", "{match}. játszma"),
    "retold": ("{number} cases written as scenarios below {folder}", "{number} eset példaként leírva: {folder}"),
    "rule": ("rule", "szabály"),
    "sample-A003": ("Allowed: {done}", "Szabad: {done}"),
    "sample-A031": ("What {done} may do here", "Mit tehet itt {done}?"),
    "sample-begun": ("How a deal begins", "Hogyan kezdődik egy leosztás?"),
    "sample-end": ("How a deal ends: {done}", "Hogyan ér véget egy leosztás: {done}"),
    "sample-goes-on": ("The deal goes on after this: {done}", "Ezután folytatódik a leosztás: {done}"),
    "sample-refused": ("Not allowed: {done}", "Nem szabad: {done}"),
    "sample-seen": ("What is to be seen after this: {done}", "Ami ezután látszik: {done}"),
    "skipped": (
        "{number} lines skipped, since they belong to no match that can be judged",
        "{number} kihagyott sor, mert megítélhető játszmához nem tartozik",
    ),
    "twice": ("{path}: named more than once; it is judged once", "{path}: többször szerepel; egyszer számít"),
    "unanswered": (
        "{number} actions of which the log does not say what became of them",
        "{number} lépés, amelyről a napló nem mondja meg, mi lett vele",
    ),
    "unjudged": (
        "{number} actions not judged: after what is found above nobody knows how the deal went on; the next deal is "
        "judged again, from the recorded places",
        "{number} lépés megítéletlen: a fenti eltérések után nem tudni, hogyan folytatódott a leosztás; a következőt a "
        "feljegyzett helyezésekből indulva újra megítéljük",
    ),
    "untold": ("{number} cases cannot be told as scenarios", "{number} esetet nem lehet példaként leírni"),
}


def kind(code: str, lang: str) -> str:
    """Return what a kind of finding is called."""
    return _KINDS[code][LANGUAGES.index(lang)]


def what(code: str, about: str, lang: str, /, **values: object) -> str:
    """Return what is wrong in a case; `about` is its `what`: one of the words here, or a text of its own."""
    sentences = _WHAT[code]
    sentence = sentences.get(about) or sentences.get("") or next(iter(sentences.values()))
    return sentence[LANGUAGES.index(lang)].format(what=about.removesuffix("."), **values).strip()


def say(key: str, lang: str, /, **values: object) -> str:
    """Return a sentence, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
