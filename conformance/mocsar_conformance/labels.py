"""The kit's own words on the terminal, in both languages. The rulebook's words come from the rulebook."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "hu")

_LABELS: Final[dict[str, tuple[str, str]]] = {
    "again": ("run just this again", "csak ez újra"),
    "by-hand": ("to feed by hand", "kézzel beadható sorok"),
    "capability": ("capability `{name}`", "`{name}` képesség"),
    "chapter": ("chapter", "fejezet"),
    "clause": ("clause", "szabálypont"),
    "conformant": ("conformant to {variant}", "megfelel: {variant}"),
    "conformant-except-readings": (
        "conformant to {variant}, except for readings: {why}",
        "megfelel: {variant}, olvasatok kivételével: {why}",
    ),
    "as-if": ("The answers are right as if {values}.", "A válaszok így volnának helyesek, mintha: {values}."),
    "as-scenario": (
        "as a scenario, to be put among one's own (name in 'when' only what it depends on)",
        "példaként, a sajátjaink közé (a 'when' csak azt nevezze meg, amitől függ)",
    ),
    "adapter": (
        "No scenario got as far as the rules: every one ended in an error, a crash or a time-out. "
        "It is the adapter: `{doctor}` tries what it must do and says what is wrong.",
        "Egyetlen példa sem jutott el a szabályokig: mind hibával, összeomlással vagy időtúllépéssel végződött. "
        "Az illesztővel van baj: a `{doctor}` kipróbálja, amit tudnia kell, és megmondja, mi a hiba.",
    ),
    "count-refused": ("refused though it is legal: {actions}", "elutasította, pedig szabályos: {actions}"),
    "count-as-stored": ("as stored", "egyezik a tárolttal"),
    "count-differs": ("{what}: {here:,}, stored {there:,}", "{what}: {here}, tárolva {there}"),
    "count-against": ("{what}: {here:,}, by the rulebook {there:,}", "{what}: {here}, a szabálykönyv szerint {there}"),
    "count-finished": ("finished deals", "befejezett leosztások"),
    "count-legal": ("legal for {player}: {actions}", "{player} számára szabályos: {actions}"),
    "count-listed": ("listed for {player}: {actions}", "{player} számára fölsorolta: {actions}"),
    "count-missing": ("not listed: {actions}", "kimaradt: {actions}"),
    "count-not-stored": ("not stored yet: mocsar count --update", "még nincs tárolva: mocsar count --update"),
    "count-sequences": ("sequences of {number} actions", "{number} cselekvésből álló sorozatok"),
    "count-surplus": ("listed though not legal, or twice: {actions}", "fölösleges vagy kétszeres: {actions}"),
    "default": ("default", "alapérték"),
    "differs": ("the difference", "az eltérés"),
    "done": ("what was done", "mi történt"),
    "draw-cards": ("({number} cards)", "({number} lap)"),
    "draw-empty": ("the table is empty", "az asztal üres"),
    "draw-no-cards": ("no cards", "nincs lapja"),
    "draw-out": ("out as number {place}", "kiment, {place}. helyezett"),
    "draw-phase": ("phase: {phase}", "szakasz: {phase}"),
    "draw-reversed": ("the order of the ranks is reversed", "az értékek sorrendje fordított"),
    "draw-table": (
        "on the table: {size} × {rank}, played by {owner}",
        "az asztalon: {size} × {rank}, kijátszotta: {owner}",
    ),
    "expected": ("wanted", "elvárt"),
    "explain": ("more: mocsar explain {id}", "bővebben: mocsar explain {id}"),
    "extends": ("extends", "alapja"),
    "formal": ("formally", "formálisan"),
    "given": ("at the start", "a kezdetnél"),
    "got": ("got", "kapott"),
    "interrupted": (
        "interrupted after {done} of {all}: what follows is incomplete",
        "megszakítva ({done} a {all} közül): az eredmény nem teljes",
    ),
    "interrupted-variant": (
        "{variant}: interrupted; conformance takes all the scenarios",
        "{variant}: megszakítva; a megfeleléshez minden példa kell",
    ),
    "jobs-reference": (
        "The reference runs in this process, one scenario after the other: `--jobs` changes nothing.",
        "A referencia ebben a folyamatban fut, egyik példa a másik után: a `--jobs` nem változtat semmin.",
    ),
    "jobs-server": (
        "The server does not state the capability `sessions`, so it cannot keep matches apart: "
        "the scenarios run one after the other.",
        "A kiszolgáló nem állítja a `sessions` képességet, így nem tud több játszmát külön tartani: "
        "a példák egymás után futnak.",
    ),
    "need-one-other": (
        "1 scenario needs what it does not do or show: {what}",
        "1 példa kíván olyat, amit nem tud vagy nem mutat: {what}",
    ),
    "need-one-stated": (
        "1 scenario needs what hello does not state: {what}",
        "1 példa kíván olyat, amit a hello nem állít: {what}",
    ),
    "need-other": (
        "{number} scenarios need what it does not do or show: {what}",
        "{number} példa kíván olyat, amit nem tud vagy nem mutat: {what}",
    ),
    "need-stated": (
        "{number} scenarios need what hello does not state: {what}",
        "{number} példa kíván olyat, amit a hello nem állít: {what}",
    ),
    "named-so": (
        "Nothing has the id '{name}'; these have it in their titles:",
        "Ilyen azonosítójú dolog nincs: '{name}'; ezeknek a nevében szerepel:",
    ),
    "nothing": ("nothing", "semmi"),
    "nowhere": ("in no variant that can be played", "egyetlen játszható változatban sincs benne"),
    "not-in": ("not part of {variant}", "ebben nincs benne: {variant}"),
    "not-conformant": ("not conformant to {variant}: {why}", "nem felel meg: {variant}: {why}"),
    "partial": ("partial: {variant}: {why}", "részleges: {variant}: {why}"),
    "play-again": ("Another deal? [Y/n] ", "Jöhet a következő leosztás? [I/n] "),
    "play-broken-off": ("broken off", "félbehagyva"),
    "play-deal": ("Deal {number}", "{number}. leosztás"),
    "play-finished": ("The match is over.", "A játszma véget ért."),
    "play-head": (
        "{title}, {players} players, seed {seed}. You are {you}; `?` helps, `q` ends the match.",
        "{title}, {players} játékos, kezdőszám: {seed}. A te neved {you}; `?`: segítség, `q`: vége.",
    ),
    "play-help": (
        "Write the number of a move, or a move such as `{example}`. `q` ends the match.",
        "Egy lépés számát vagy magát a lépést írd be, például: `{example}`. A `q` befejezi a játszmát.",
    ),
    "or": (", or as if ", ", vagy mintha: "),
    "play-more": ("… and {number} more, up to {last}", "… és még {number}, eddig: {last}"),
    "play-no-number": (
        "There is no move {number}; they go from 1 to {last}.",
        "Nincs {number}. lépés; 1-től {last}-ig vannak számozva.",
    ),
    "play-not-understood": ("'{text}' is not understood{why}", "Ezt nem értem: '{text}'{why}"),
    "play-nowhere": (
        "It holds only in {setting}, which is no variant: `mocsar check` wants a variant with these values.",
        "Csak ebben érvényes: {setting}. Ez nem változat; a `mocsar check` ilyen beállítású változatot kíván.",
    ),
    "play-recorded": ("recorded: {path}", "feljegyezve: {path}"),
    "play-refused": ("Not allowed: {reason}", "Nem szabad: {reason}"),
    "play-size": ("{number} ×", "{number} ×"),
    "players": ("players", "játékosok"),
    "rank": ("rank", "érték"),
    "rank-written": ("in scenarios: {card}, drawn: {symbol}", "a példákban: {card}, rajzolva: {symbol}"),
    "reading": ("a reading of the sources", "a források egy olvasata"),
    "reading-rests": (
        "This rests on a reading: {values}. If you mean to play so, state it in hello: plays[].toggles; "
        "then it counts.",
        "Ez egy olvasaton múlik: {values}. Ha így játszik a program, mondja ki a hello válaszban: plays[].toggles; "
        "onnantól számít.",
    ),
    "reason": ("reason", "indok"),
    "in-full": (
        "Only the first {number} findings are shown in full; `--only ID` shows another, `-v` all.",
        "Csak az első {number} eltérés látszik egészében; egy másikat az `--only ID`, mindet a `-v` mutat meg.",
    ),
    "repeated": ("the same as above: {message}", "ugyanaz, mint fent: {message}"),
    "rulebook": ("what the rulebook says", "mit mond a szabálykönyv"),
    "said": ("what the subject said", "mit mondott a vizsgált program"),
    "scenario": ("scenario", "példa"),
    "scenarios": ("scenarios", "példák"),
    "seconds": ("{seconds:.2f} s", "{seconds:.2f} s"),
    "skipped-records": (
        "'{name}': {number} records of kinds that this kit does not know are left out; a newer kit wrote them",
        "'{name}': {number} olyan fajta rekord kimaradt, amelyet ez a készlet nem ismer; újabb készlet írta",
    ),
    "selection": (
        "{variant}: a selection of the scenarios; conformance takes all of them",
        "{variant}: csak a példák egy része; a megfeleléshez mind kell",
    ),
    "settings": ("sets", "beállításai"),
    "situation": ("the situation", "a helyzet"),
    "sources": ("sources", "források"),
    "status": ("status", "mire támaszkodik"),
    "step": ("step {number}: {text}", "{number}. lépés: {text}"),
    "suite-unsound": (
        "Here the scenario states something else than the rulebook gives: `mocsar check` says more.",
        "Itt a példa mást állít, mint ami a szabálykönyvből következik: a `mocsar check` többet mond.",
    ),
    "stopped": (
        "stopped at the first finding, after {done} of {all}: what follows is incomplete",
        "az első hibánál megállt ({done} a {all} közül): az eredmény nem teljes",
    ),
    "stopped-variant": (
        "{variant}: stopped at the first finding; conformance takes all the scenarios",
        "{variant}: az első hibánál megállt; a megfeleléshez minden példa kell",
    ),
    "term": ("term", "szakszó"),
    "then": ("at the end: {text}", "a végén: {text}"),
    "title": ("title", "rang"),
    "toggle": ("toggle", "választás"),
    "toggles": ("depends on", "mitől függ"),
    "unlisted": (
        "{verdict:12}  … and {number} more (`-v` lists all): {what}",
        "{verdict:12}  … és még {number} (`-v`: mind): {what}",
    ),
    "untested": ("{variant}: no scenario applies to it", "{variant}: egyetlen példa sem vonatkozik rá"),
    "unusable": (
        "the subject could not be used any more after {done} of {all}: what follows is incomplete",
        "a vizsgált program nem használható tovább ({done} a {all} közül): az eredmény nem teljes",
    ),
    "unusable-variant": (
        "{variant}: the subject could not be used any more; conformance takes all the scenarios",
        "{variant}: a vizsgált program nem használható tovább; a megfeleléshez minden példa kell",
    ),
    "values": ("values", "értékek"),
    "variant": ("variant", "változat"),
    "variants": ("variants", "változatok"),
    "when": ("when", "mikor"),
    "why": ("why", "miért"),
    "wrong-kind": ("no answer to compare", "nincs összevethető válasz"),
}

_STATUS: Final[dict[str, tuple[str, str]]] = {
    "stated": ("stated by the source", "a forrás kimondja"),
    "derived": ("derived from what the source states", "a forrásból következik"),
    "reading": ("a reading: the source is unclear or silent", "olvasat: a forrás nem világos vagy hallgat"),
    "chosen": ("chosen", "választott"),
    "default": ("the default", "alapérték"),
}


def label(key: str, lang: str, /, **values: object) -> str:
    """Return one of the kit's own words or sentences, its `{placeholders}` filled."""
    return _LABELS[key][LANGUAGES.index(lang)].format(**values)


def status_text(status: str | None, lang: str) -> str:
    """Return what a status means; empty for none."""
    return _STATUS[status][LANGUAGES.index(lang)] if status in _STATUS else ""
