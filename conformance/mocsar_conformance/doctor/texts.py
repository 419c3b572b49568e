"""What is said of checks and findings, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mocsar_conformance.labels import LANGUAGES

Two = tuple[str, str]
"""A text in English and in Hungarian."""

WARNINGS: Final = frozenset({"D022", "D026", "D027", "D057", "D061", "D084", "D085", "D095", "D096"})
"""Findings that break no promise: they make the exit code no other."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is wrong, why that is likely so, and what to do. Places in braces are filled by a finding's values."""

    wrong: Two
    cause: Two
    hint: Two


TITLES: Final[dict[str, Two]] = {
    "start": ("it starts and answers `hello`", "elindul, és válaszol a `hello` kérésre"),
    "hello": ("what `hello` states exists", "létezik, amit a `hello` állít"),
    "again": ("`hello` is the same after a restart", "újraindítás után is ugyanaz a `hello`"),
    "lines": ("one answer a line, and nothing else", "soronként egy válasz, és semmi más"),
    "begin": ("the variants it claims can be started", "elindíthatók a változatok, amelyeket vállal"),
    "unknown": ("an unknown request is `unsupported`", "az ismeretlen kérésre `unsupported` a válasz"),
    "ids": ("ids are repeated, large ones too", "az azonosítókat megismétli, a nagyokat is"),
    "view": (
        "the view has its core, and as many cards as were dealt",
        "a nézet teljes, és annyi lapot mutat, amennyi jutott",
    ),
    "steady": ("looking changes nothing", "a nézéstől semmi sem változik"),
    "act": ("the plainest action is accepted", "a legegyszerűbb lépést elfogadja"),
    "fields": ("unknown fields are ignored", "az ismeretlen mezők nem zavarják"),
    "toggles": (
        "unknown toggles: ignored where not chosen, else `unsupported`",
        "ismeretlen választás: ha nincs a `chosen` listán, nem zavarja, ha ott van, `unsupported`",
    ),
    "anew": ("a new `start` forgets the match before", "az új `start` elfelejti az előző játszmát"),
    "unsupported": ("a game that does not exist is not started", "nem kezd olyan játékba, amilyen nincs"),
    "refuse": ("what cannot be is refused, without a trace", "ami nem lehet, azt nyom nélkül elutasítja"),
    "order": ("the order of cards makes no difference", "a lapok sorrendje mindegy"),
    "names": ("players may be called anything", "a játékosok neve bármi lehet"),
    "large": ("the largest hands", "a legnagyobb kezek"),
    "many": ("the most players", "a legtöbb játékos"),
    "deal": ("the next deal begins when one is over", "egy leosztás végén kezdődhet a következő"),
    "pack": ("it deals from a pack", "pakliból is oszt"),
    "standing": ("it begins with the places of a deal before", "az előző leosztás helyezéseivel is indul"),
    "legal": ("what `legal` lists is accepted", "amit a `legal` fölsorol, azt el is fogadja"),
    "ahead": ("requests sent ahead are all answered", "az előre küldött kérésekre mind válaszol"),
    "connection": ("a match outlives the connection", "a játszma túléli a kapcsolatot"),
    "sessions": ("sessions are kept apart", "a játszmákat külön tartja"),
    "bye": ("it answers `bye`, and a command then ends", "válaszol a `bye` kérésre, és a parancs utána véget ér"),
    "input": ("it ends when its input ends", "véget ér, ha a bemenete véget ér"),
    "speed": ("speed", "sebesség"),
}

BECAUSE: Final[dict[str, Two]] = {
    "needs": ("it needs what failed: {check}", "ehhez az kellene, ami nem sikerült: {check}"),
    "needs-untried": ("it needs what was not tried: {check}", "ehhez az kellene, ami kimaradt: {check}"),
    "not-stated": ("`hello` does not state `{what}`", "a `hello` nem állítja ezt: `{what}`"),
    "kind-http": (
        "not for a server: HTTP has no such lines",
        "kiszolgálónál nincs értelme: a HTTP-nek nincsenek ilyen sorai",
    ),
    "kind-python": (
        "not for a Python object: the kit writes its lines",
        "Python-objektumnál nincs értelme: a sorokat az ellenőrző írja",
    ),
    "server-only": ("for a server only", "csak kiszolgálónál van értelme"),
    "left-the-rules": (
        "it plays by other rules than the rulebook before the deal is over: `mocsar validate` says where",
        "még a leosztás vége előtt eltér a szabálykönyvtől: a `mocsar validate` megmondja, hol",
    ),
    "not-over": ("the deal did not come to its end", "a leosztás nem ért véget"),
    "plain-names": ("plain names are too much for it already", "már a szokásos nevekkel sem boldogul"),
    "speed": (
        "{rate} requests a second, one after the other; {seconds} s to start",
        "másodpercenként {rate} kérés, egyenként; az indulás {seconds} s",
    ),
}

WORDS: Final[dict[str, Two]] = {
    "ok": ("ok", "rendben"),
    "warn": ("note", "megjegyzés"),
    "fail": ("FAULT", "HIBA"),
    "not-tried": ("not tried", "kimaradt"),
    "cause": ("likely because", "valószínű ok"),
    "hint": ("what to do", "mi a teendő"),
    "note": ("more", "bővebben"),
    "lines": ("sent (>) and received (<)", "elküldve (>) és megkapva (<)"),
    "stderr": ("its standard error ends with", "a hibakimenet vége"),
    "explain": ("`mocsar explain {code}` has the meaning in one line", "egy sorban: `mocsar explain {code}`"),
    "sound": (
        "sound: {ok} checks passed, {left} not tried; now `{validate}` tries the rules",
        "rendben: {ok} vizsgálat sikerült, {left} kimaradt; a szabályokat a `{validate}` próbálja ki",
    ),
    "sound-notes": (
        "sound, with notes ({notes}): {ok} checks passed, {left} not tried; now `{validate}` tries the rules",
        "rendben, megjegyzésekkel ({notes}): {ok} vizsgálat sikerült, {left} kimaradt; a szabályokat "
        "a `{validate}` próbálja ki",
    ),
    "faulty": (
        "not sound: {codes}; {fail} of {all} checks failed, {left} not tried",
        "nincs rendben: {codes}; {all} vizsgálatból {fail} hibás, {left} kimaradt",
    ),
}

_RULES: Final = ("Its own rules or the adapter failed there.", "Maguk a szabályok vagy az illesztő hibázott ott.")
_STDERR: Final = ("See its standard error.", "A hibakimenete többet mond.")

ADVICE: Final[dict[str, Advice]] = {
    "D001": Advice(
        ("it cannot be started or reached: {what} ({why})", "nem indítható vagy nem érhető el: {what} ({why})"),
        (
            "The command or address is not right, or not there yet.",
            "A parancs vagy a cím hibás, vagy még nincs ott semmi.",
        ),
        (
            "Start it by hand with the very same words, from the same folder.",
            "Érdemes kézzel elindítani pontosan ugyanígy, ugyanabból a mappából.",
        ),
    ),
    "D002": Advice(
        (
            "it ended before it had answered `hello` (status {status})",
            "véget ért, mielőtt a `hello` kérésre válaszolt volna (kilépési állapot: {status})",
        ),
        (
            "It failed while starting, or ends after its start instead of reading requests.",
            "Induláskor hibázott, vagy indulás után véget ér ahelyett, hogy kéréseket olvasna.",
        ),
        (
            "See its standard error; read requests until `bye` or the end of the input.",
            "A hibakimenete többet mond; a `bye` kérésig vagy a bemenet végéig kell olvasnia.",
        ),
    ),
    "D003": Advice(
        (
            "no answer to `hello` within the time limit, not even when its input ended",
            "a `hello` kérésre nem jött válasz az időkorláton belül, a bemenete végén sem",
        ),
        (
            "It does not read its standard input, takes long to start, or waits for something else.",
            "Nem olvassa a szabványos bemenetét, lassan indul, vagy másra vár.",
        ),
        (
            "Feed it the line below by hand. `--hello-limit` gives it more time.",
            "Az alábbi sort kézzel is be lehet adni neki. A `--hello-limit` több időt ad.",
        ),
    ),
    "D010": Advice(
        (
            "answers stay in a buffer: none came until many requests had filled it",
            "a válaszok egy pufferben maradnak: addig nem jött semmi, amíg sok kérés meg nem töltötte",
        ),
        (
            "Most languages keep output back when it goes to a pipe.",
            "A legtöbb nyelv visszatartja a kimenetet, ha az csőbe megy.",
        ),
        (
            "Flush after each answer: print(…, flush=True), fflush(stdout), $|=1, out.flush() …",
            "Minden válasz után üríteni kell: print(…, flush=True), fflush(stdout), $|=1, out.flush() …",
        ),
    ),
    "D011": Advice(
        ("it answers only when its input ends", "csak akkor válaszol, amikor a bemenete véget ér"),
        (
            "It reads all of its input before it answers, or it does not flush its output.",
            "A teljes bemenetét beolvassa, mielőtt válaszolna, vagy nem üríti a kimenetét.",
        ),
        (
            "Read one line, answer it, flush, then read the next.",
            "Egy sort olvasson, válaszoljon rá, ürítse a kimenetet, és csak aztán olvassa a következőt.",
        ),
    ),
    "D012": Advice(
        (
            "it ended before it had answered `{request}` (status {status})",
            "véget ért, mielőtt válaszolt volna erre: `{request}` (kilépési állapot: {status})",
        ),
        _RULES,
        (
            "See its standard error. Catch what goes wrong and answer `error`, or fix what fails.",
            "A hibakimenete többet mond. Ami elromlik, arra `error` válasz járhat, de jobb kijavítani.",
        ),
    ),
    "D013": Advice(
        ("no answer to `{request}` within the time limit", "nem jött válasz az időkorláton belül erre: `{request}`"),
        (
            "It does not answer this kind of request, or does not come to an end.",
            "Erre a kérésre nem válaszol, vagy végtelenségig számol.",
        ),
        (
            "Every request gets exactly one answer. `--time-limit` gives it more time.",
            "Minden kérésre pontosan egy válasz jár. A `--time-limit` több időt ad.",
        ),
    ),
    "D014": Advice(
        (
            "it answered `{request}` with an error of its own: {what}",
            "saját hibával válaszolt erre: `{request}`: {what}",
        ),
        _RULES,
        ("Feed it the lines below by hand.", "Az alábbi sorokat kézzel is be lehet adni neki."),
    ),
    "D015": Advice(
        ("{what}", "{what}"),
        (
            "The server failed, or does not speak as HTTP subjects do.",
            "A kiszolgáló hibázott, vagy nem úgy válaszol, ahogy a HTTP-n vizsgált programoknak kell.",
        ),
        (
            "Every answer has status 200 and the answer as its body; see the server's log.",
            "Minden válasz állapota 200, a törzse maga a válasz; a kiszolgáló naplója többet mond.",
        ),
    ),
    "D020": Advice(
        ("the answer to `hello` cannot be used: {what}", "a `hello` kérésre adott válasz nem használható: {what}"),
        ("A field is missing or has another type.", "Hiányzik egy mező, vagy más a típusa."),
        (
            "`protocol`, `name` and `plays` are needed: the page on the protocol has an example.",
            "`protocol`, `name` és `plays` kell bele: a protokollról szóló oldalon van példa.",
        ),
    ),
    "D021": Advice(
        ("it speaks protocol {got}, the kit {range}", "a {got}. protokollt beszéli, az ellenőrző ezt: {range}"),
        ("It is older or newer than the kit.", "Régebbi vagy újabb az ellenőrzőnél."),
        (
            "Answer with a version in the range that `hello` carries.",
            "A `hello` kérésben megadott tartományból kell választania.",
        ),
    ),
    "D022": Advice(
        ("there is no capability `{what}`", "nincs ilyen képesség: `{what}`"),
        (
            "It is written otherwise, or belongs to another version of the protocol.",
            "Másképp kell írni, vagy a protokoll más változatába tartozik.",
        ),
        (
            "Take the names from the protocol's table of capabilities.",
            "A neveket a protokoll képességtáblázatából kell venni.",
        ),
    ),
    "D023": Advice(
        ("there is no variant `{what}` to play", "nincs ilyen játszható változat: `{what}`"),
        ("It is written otherwise, or lies in an overlay.", "Másképp kell írni, vagy ráfedő szabálykönyvben van."),
        (
            "`mocsar variants` lists them; `--rulebook DIR` adds an overlay.",
            "A `mocsar variants` fölsorolja őket; a `--rulebook DIR` ráfedőt ad hozzá.",
        ),
    ),
    "D024": Advice(
        ("the toggles stated in `plays` cannot be: {what}", "a `plays` választásai nem lehetségesek: {what}"),
        (
            "A toggle or value is written otherwise, or two of them contradict each other.",
            "Egy választást vagy értéket másképp kell írni, vagy kettő ellentmond egymásnak.",
        ),
        ("`mocsar explain TOGGLE` lists its values.", "A `mocsar explain VÁLASZTÁS` fölsorolja az értékeit."),
    ),
    "D025": Advice(
        ("after a restart `hello` is answered differently: {what}", "újraindítás után más a `hello` válasza: {what}"),
        (
            "The answer has a time, a process number or another thing that changes in it.",
            "Időpont, folyamatszám vagy más változó dolog van a válaszban.",
        ),
        ("Let the answer depend on nothing but the implementation.", "A válasz csak magától a programtól függjön."),
    ),
    "D026": Advice(
        (
            "`hello` does not state `hands`: nearly every scenario needs it",
            "a `hello` nem állítja a `hands` képességet: szinte minden példához kell",
        ),
        ("It is not written yet, or only not stated.", "Még nincs megírva, vagy csak nem állítja."),
        (
            'Take the hands that `start` names, and state "hands" in `capabilities`.',
            'A `start` kérésben megadott kezekkel kell osztani, és a "hands" szót a `capabilities` listába írni.',
        ),
    ),
    "D027": Advice(
        (
            "it implements edition {got} of the rulebook; it is measured by {want}",
            "a szabálykönyv {got} kiadása szerint készült; a mérce ez: {want}",
        ),
        ("The rulebook has changed since.", "A szabálykönyv azóta változott."),
        ("See what changed between the editions.", "Érdemes megnézni, mi változott a kiadások között."),
    ),
    "D030": Advice(
        (
            "it writes to standard output before it has been asked anything",
            "már az első kérés előtt ír a szabványos kimenetre",
        ),
        (
            "A greeting, a log line, or a library that introduces itself.",
            "Üdvözlés, naplósor, vagy egy könyvtár mutatkozik be.",
        ),
        ("Write such lines to standard error.", "Az ilyen sorok a hibakimenetre valók."),
    ),
    "D031": Advice(
        (
            "it writes a line to standard output that is no answer",
            "olyan sort ír a szabványos kimenetre, amely nem válasz",
        ),
        (
            "A log line, an empty line, something printed while debugging, or JSON in another notation.",
            "Naplósor, üres sor, hibakeresésből maradt kiírás, vagy más jelölésű JSON.",
        ),
        (
            "Only answers belong on standard output, one JSON object a line; all else to standard error.",
            "A szabványos kimenetre csak válasz való, soronként egy JSON-objektum; minden más a hibakimenetre.",
        ),
    ),
    "D032": Advice(
        ("a request is answered twice", "egy kérésre kétszer válaszol"),
        (
            "An answer is written both by the function and by its caller, or after an error once more.",
            "A választ a függvény is, a hívója is kiírja, vagy hiba után még egyszer.",
        ),
        ("One request gets exactly one answer.", "Egy kérésre pontosan egy válasz jár."),
    ),
    "D033": Advice(
        ("its output has a byte order mark", "bájtsorrendjel (BOM) van a kimenetében"),
        (
            "The encoding is one that writes a mark first, as `Encoding.UTF8` does in .NET.",
            "Olyan kódolás van beállítva, amely jelet ír az elejére, mint .NET-ben az `Encoding.UTF8`.",
        ),
        (
            "Write UTF-8 without it: `new UTF8Encoding(false)`, `utf-8` rather than `utf-8-sig`.",
            "Jel nélküli UTF-8 kell: `new UTF8Encoding(false)`, `utf-8-sig` helyett `utf-8`.",
        ),
    ),
    "D034": Advice(
        ("an answer goes over several lines", "egy válasz több sorból áll"),
        ("The JSON is written prettily, with indents.", "A JSON szépen tördelve, behúzásokkal íródik ki."),
        ("Write it without line breaks: no indent.", "Sortörés és behúzás nélkül kell kiírni."),
    ),
    "D035": Advice(
        ("the answer to `{request}` does not end with a line end", "nincs sorvége a válasznak erre: `{request}`"),
        ("It is written without a line end after it.", "A kiírás nem tesz utána sorvégét."),
        (r"Write `\n` after each answer, then flush.", r"Minden válasz után `\n` kell, aztán ürítés."),
    ),
    "D036": Advice(
        ("the answer to `{request}` is not UTF-8: {what}", "nem UTF-8 a válasz erre: `{request}`: {what}"),
        ("The output has the encoding of the system.", "A kimenet a rendszer kódolását használja."),
        (
            r"Set the output to UTF-8, or escape all other than ASCII (`\u00e1`).",
            r"A kimenetet UTF-8-ra kell állítani, vagy minden nem ASCII jelet így írni: `\u00e1`.",
        ),
    ),
    "D037": Advice(
        (
            "the answer to `{request}` has a value that is not JSON: {what}",
            "nem JSON-érték van a válaszban erre: `{request}`: {what}",
        ),
        (
            "NaN or Infinity out of a division, or a structure that holds itself.",
            "Osztásból maradt NaN vagy végtelen, vagy önmagát tartalmazó szerkezet.",
        ),
        ("Leave out what has no value, or write null.", "Aminek nincs értéke, azt ki kell hagyni, vagy null-t írni."),
    ),
    "D038": Advice(
        ("the answer to `{request}` is no object: {what}", "nem objektum a válasz erre: `{request}`: {what}"),
        (
            "The answer is wrapped in a list, or is only the value asked for.",
            "A válasz listába van csomagolva, vagy csak maga a kért érték.",
        ),
        ('Write {{"id": …, "answer": …}}.', 'Így kell írni: {{"id": …, "answer": …}}.'),
    ),
    "D039": Advice(
        ("the answer to `{request}` is longer than 1 MiB", "1 MiB-nál hosszabb a válasz erre: `{request}`"),
        (
            "Line ends are missing, or the whole history is in the view.",
            "Hiányoznak a sorvégek, vagy a teljes előzmény a nézetbe kerül.",
        ),
        (
            "End each answer with a line end; show only what there is to see.",
            "Minden választ sorvége zárjon, és csak az legyen benne, ami látható.",
        ),
    ),
    "D040": Advice(
        (
            "the answer has no `id`; it repeats the request's: {id}",
            "a válaszban nincs `id`; a kérését kell megismételnie: {id}",
        ),
        ("It was not copied from the request.", "Nem került át a kérésből."),
        ("Copy `id` from the request into its answer.", "Az `id` mezőt át kell másolni a kérésből a válaszba."),
    ),
    "D041": Advice(
        ("the `id` of the answer is {got}, not the number {id}", "a válasz `id` mezője {got}, nem pedig a {id} szám"),
        ("It was turned into text, or read as another type.", "Szöveggé alakult, vagy más típusként olvasta be."),
        ("Repeat it as it came: a whole number.", "Úgy kell megismételni, ahogy jött: egész számként."),
    ),
    "D042": Advice(
        ("the `id` of the answer is {got}; the request's is {id}", "a válasz `id` mezője {got}; a kérésé {id}"),
        (
            "Answers are counted instead of repeating the id, or large numbers are cut to 32 bits.",
            "Az azonosító megismétlése helyett számolja a válaszokat, vagy 32 bitre vágja a nagy számokat.",
        ),
        (
            "Repeat it as it came: any whole number up to 2^53 - 1.",
            "Úgy kell megismételni, ahogy jött: bármely egész szám lehet 2^53 − 1-ig.",
        ),
    ),
    "D045": Advice(
        ("`{request}` got an answer of another kind: {what}", "más fajta választ adott erre: `{request}`: {what}"),
        ("Answers of two requests are mixed up.", "Két kérés válasza összecserélődött."),
        ("See the protocol's list of requests.", "A protokoll kérései közt van, melyikre mi a válasz."),
    ),
    "D046": Advice(
        (
            "an answer to `{request}` does not have the right form: {what}",
            "nem a megfelelő alakú a válasz erre: `{request}`: {what}",
        ),
        ("A field is missing or has another type.", "Hiányzik egy mező, vagy más a típusa."),
        (
            "The schemas are in spec/schema/protocol; entries you cannot tell may be left out.",
            "A sémák a spec/schema/protocol mappában vannak; amit a program nem tud, az kimaradhat.",
        ),
    ),
    "D050": Advice(
        (
            "a request that it does not know is not answered `unsupported`: {what}",
            "az ismeretlen kérésre nem `unsupported` a válasz: {what}",
        ),
        ("There is no branch for other requests.", "Nincs ág a többi kérésre."),
        (
            'Answer {{"answer": "unsupported", "what": …}} to whatever else comes: later versions add requests.',
            'Minden másra {{"answer": "unsupported", "what": …}} a válasz: későbbi változatok új kéréseket hoznak.',
        ),
    ),
    "D051": Advice(
        (
            "fields that it does not know, or fields in another order, disturb it: {what}",
            "megzavarják az ismeretlen vagy más sorrendű mezők: {what}",
        ),
        (
            "Requests are read into a strict type, or compared as text.",
            "A kéréseket szigorú típusba olvassa, vagy szövegként hasonlítja.",
        ),
        (
            "Ignore unknown fields: later versions add some.",
            "Az ismeretlen mezőket figyelmen kívül kell hagyni: későbbi változatok újakat hoznak.",
        ),
    ),
    "D053": Advice(
        (
            "it does not answer `unsupported` to toggle values that no game has ({what})",
            "nem `unsupported` a válasza olyan választásokra, amilyenek egy játékban sincsenek ({what})",
        ),
        ("`toggles` are not looked at.", "Nem nézi meg a `toggles` mezőt."),
        (
            "Compare `toggles` with what your rules do, rather than play a game that was not asked for.",
            "A `toggles` értékeit össze kell vetni azzal, amit a program tud, különben más játékot "
            "játszik, mint amit kértek.",
        ),
    ),
    "D054": Advice(
        (
            "after an unsupported `start` it goes on: `{request}` is answered {what}",
            "az `unsupported` válaszú `start` után is folytatja: `{request}` válasza {what}",
        ),
        ("The match before is still there.", "Megmaradt az előző játszma."),
        (
            "Forget the match first; without one, everything up to the next `start` is `unsupported`.",
            "Előbb az előző játszmát kell elfelejteni; játszma nélkül a következő `start` kérésig minden "
            "`unsupported`.",
        ),
    ),
    "D055": Advice(
        (
            "after an unsupported `start` a good one fails: {what}",
            "az `unsupported` válaszú `start` után a jó sem sikerül: {what}",
        ),
        ("What could not be started was left half done.", "Félbemaradt, amit nem tudott elindítani."),
        ("Begin every `start` from nothing.", "Minden `start` kérést a semmiből kell kezdeni."),
    ),
    "D056": Advice(
        (
            "a toggle that it does not know, and that is not in `chosen`, keeps it from playing: {what}",
            "nem játszik, ha a `toggles` között ismeretlen választás van, pedig az nincs a `chosen` listán: {what}",
        ),
        (
            "It takes every toggle that it does not know for one that matters.",
            "Minden ismeretlen választást számítónak vesz.",
        ),
        (
            "Ignore toggles that you do not know unless `chosen` has them: later editions add some, and are as if they "
            "were not there.",
            "Az ismeretlen választásokat figyelmen kívül kell hagyni, ha a `chosen` nem sorolja fel őket: későbbi "
            "kiadások újakat hoznak, és az alapértékük olyan, mintha nem is volnának.",
        ),
    ),
    "D057": Advice(
        (
            "it starts a game with a toggle that it cannot know, though `chosen` has it ({what})",
            "játékba kezd egy választással, amelyet nem ismerhet, pedig a `chosen` fölsorolja ({what})",
        ),
        ("`chosen` is not looked at.", "Nem nézi meg a `chosen` mezőt."),
        (
            "Answer `unsupported` where `chosen` has an id that your rules do not know; else a later edition's or a "
            "house rulebook's game is judged as if you had meant to play it.",
            "Ha a `chosen` olyan azonosítót sorol fel, amelyet a szabályaid nem ismernek, `unsupported` legyen a "
            "válasz; különben egy későbbi kiadás vagy egy házi szabálykönyv játékát úgy ítéljük meg, mintha vállaltad "
            "volna.",
        ),
    ),
    "D060": Advice(
        ("it claims {variant}, but does not start it: {what}", "vállalja ezt: {variant}, de nem indítja el: {what}"),
        (
            "It compares a toggle with another value than the rulebook has for the variant, or claims too much.",
            "Egy választást más értékkel vet össze, mint amit a szabálykönyv ad, vagy túl sokat vállal.",
        ),
        (
            "`mocsar variants --format json` has every value; state in `hello` what differs.",
            "A `mocsar variants --format json` minden értéket kiír; az eltérést a `hello` mondja ki.",
        ),
    ),
    "D061": Advice(
        (
            "the view lacks {what}: it will be partial at best",
            "a nézetből hiányzik: {what}; így legföljebb részleges lehet",
        ),
        ("It is not written yet.", "Még nincs megírva."),
        (
            "The first seven entries in the protocol's table of the view are the core.",
            "A nézet táblázatának első hét sora a mag.",
        ),
    ),
    "D062": Advice(
        ("`sizes` is {got}; as dealt it is {want}", "a `sizes` értéke {got}; az osztás szerint {want}"),
        (
            "Players or cards are lost, or the hands are dealt otherwise than `start` says.",
            "Elveszett egy játékos vagy lap, vagy nem úgy oszt, ahogy a `start` mondja.",
        ),
        (
            "Deal just the hands that `start` names; list every player, 0 for who has none.",
            "Pontosan a `start` szerinti kezeket kell osztani; minden játékos legyen benne, 0-val is.",
        ),
    ),
    "D063": Advice(
        ("`hands` is {got}; as dealt it is {want}", "a `hands` értéke {got}; az osztás szerint {want}"),
        (
            "Cards are called otherwise, or dealt otherwise than `start` says.",
            "Másképp nevezi a lapokat, vagy nem úgy oszt, ahogy a `start` mondja.",
        ),
        (
            "Show the cards by the ids of their ranks, as they were dealt.",
            "A lapokat az értékük azonosítójával, az osztás szerint kell mutatni.",
        ),
    ),
    "D064": Advice(
        ("there is no phase `{got}`", "nincs ilyen szakasz: `{got}`"),
        ("It uses a word of its own.", "Saját szót használ."),
        ('`phase` is "exchanging", "playing" or "over".', 'A `phase` értéke "exchanging", "playing" vagy "over".'),
    ),
    "D065": Advice(
        ("asked twice, `view` shows different things: {what}", "kétszer kérve mást mutat a `view`: {what}"),
        (
            "The view is drawn at random, or making it changes something.",
            "A nézetben véletlen van, vagy az elkészítése változtat valamit.",
        ),
        (
            "Copy what the view shows; change nothing on the way.",
            "A nézetbe másolat kerüljön; közben semmi se változzék.",
        ),
    ),
    "D066": Advice(
        (
            "after a match before it, the same `start` shows something else: {what}",
            "egy előző játszma után ugyanaz a `start` mást mutat: {what}",
        ),
        ("Some state outlives the `start`.", "Valamilyen állapot túléli a `start` kérést."),
        ("Make everything anew for each `start`.", "Minden `start` kérésre mindent újból kell létrehozni."),
    ),
    "D067": Advice(
        (
            "it refuses the plainest action there is: {what} ({said})",
            "a legegyszerűbb lépést is elutasítja: {what} ({said})",
        ),
        (
            "Names, cards or the action are read otherwise than meant; or somebody else is thought to lead.",
            "Másképp olvassa a neveket, a lapokat vagy a lépést; vagy mást gondol hívónak.",
        ),
        (
            "Compare the action below with what your rules are given.",
            "Az alábbi lépést össze kell vetni azzal, amit a szabályok kapnak.",
        ),
    ),
    "D068": Advice(
        (
            "the view in `accepted` is not what `view` shows right after: {what}",
            "az `accepted` nézete más, mint amit utána a `view` mutat: {what}",
        ),
        (
            "The view is made before the action is carried out, or something happens only at the next request.",
            "A nézet a lépés előtt készül, vagy valami csak a következő kérésnél történik meg.",
        ),
        (
            "Do all the rules do by themselves, then make the view, then answer.",
            "Előbb történjék meg minden, ami magától megtörténik, aztán készüljön a nézet, végül a válasz.",
        ),
    ),
    "D069": Advice(
        (
            "`hello` states `{what}`, but it cannot do that: {why}",
            "a `hello` állítja ezt: `{what}`, mégsem tudja: {why}",
        ),
        (
            "The capability is stated, and not written or not for this variant.",
            "Állítja a képességet, de nincs megírva, vagy ebben a változatban nincs.",
        ),
        (
            "Take it out of `capabilities`, or make it work.",
            "Ki kell venni a `capabilities` listából, vagy meg kell írni.",
        ),
    ),
    "D070": Advice(
        (
            "the deal is over, and the next cannot begin: {what}",
            "a leosztásnak vége, de a következő nem kezdődhet el: {what}",
        ),
        ("`deal` is not written.", "A `deal` nincs megírva."),
        (
            "Scenarios with several deals need it: `deal` goes on with the places of the deal before.",
            "A több leosztásos példákhoz kell: a `deal` az előző leosztás helyezéseivel folytatja.",
        ),
    ),
    "D071": Advice(
        (
            "when another connection carries the next request, the match is gone: {what}",
            "ha másik kapcsolaton jön a következő kérés, nincs meg a játszma: {what}",
        ),
        ("The match is kept with the connection.", "A játszma a kapcsolathoz kötődik."),
        ("Keep it in the server, or by session.", "A kiszolgálóban vagy a `session` szerint kell tárolni."),
    ),
    "D072": Advice(
        (
            "what happens in one session changes another: {what}",
            "az egyik `session` lépései a másikat is megváltoztatják: {what}",
        ),
        ("There is one match for all.", "Egyetlen játszma van mindenkinek."),
        (
            "Keep a match for each `session`; or do not state `sessions`.",
            "Minden `session` saját játszmát kapjon; vagy a `sessions` ne szerepeljen.",
        ),
    ),
    "D073": Advice(
        (
            "after `bye` the server does not answer `hello` any more",
            "a `bye` után a kiszolgáló már nem válaszol a `hello` kérésre",
        ),
        ("It ends as a command would.", "Véget ér, ahogy egy parancs tenné."),
        (
            "Answer `bye`, forget the match, and stay.",
            "Válaszoljon a `bye` kérésre, felejtse el a játszmát, és maradjon.",
        ),
    ),
    "D075": Advice(
        ("names trip it up ({names}): {what}", "nevek akasztják meg ({names}): {what}"),
        (
            "Names are cut, changed, joined into text, or used as keys of an object that has keys of its own.",
            "A neveket levágja, átalakítja, szöveggé fűzi, vagy olyan objektum kulcsaként használja, "
            "amelynek saját kulcsai is vannak.",
        ),
        (
            "Take a name as it is, any 1 to 64 characters; in JavaScript use Map or Object.create(null).",
            "A nevet úgy kell venni, ahogy van, bármilyen 1–64 karakter lehet; JavaScriptben Map vagy "
            "Object.create(null) való hozzá.",
        ),
    ),
    "D076": Advice(
        ("hands of {cards} cards are too much for it: {what}", "a {cards} lapos kezekkel nem boldogul: {what}"),
        (
            "Hands or lines are cut at a fixed length, or all combinations are listed.",
            "Rögzített hosszon levágja a kezeket vagy a sorokat, vagy minden lehetőséget fölsorol.",
        ),
        (
            "A hand may hold as much of the pack as there is; do not list what nobody asks for.",
            "Egy kézben akármennyi lap lehet a pakliból; ne sorolja föl, amit senki sem kérdez.",
        ),
    ),
    "D077": Advice(
        ("{players} players are too much for it: {what}", "{players} játékossal nem boldogul: {what}"),
        ("It seats fewer than the variant does.", "Kevesebb játékost ültet le, mint a változat."),
        (
            "Seat as many as the variant allows, or expect those scenarios to count as unsupported.",
            "Annyi játékos férjen el, amennyit a változat megenged, különben azok a példák nem számítanak.",
        ),
    ),
    "D078": Advice(
        (
            "in another order the same cards make a difference: {what}",
            "más sorrendben ugyanazok a lapok mást jelentenek: {what}",
        ),
        (
            "The first card is taken for the rank, or lists are compared as they stand.",
            "Az első lapot veszi értéknek, vagy úgy hasonlítja a listákat, ahogy jönnek.",
        ),
        ("Sort the cards first, or count them.", "Előbb rendezni vagy megszámolni kell a lapokat."),
    ),
    "D080": Advice(
        ("it accepts what cannot be: {act}", "elfogadja, ami nem lehet: {act}"),
        ("Turn, hand or action are not checked.", "Nem ellenőrzi a sort, a kezet vagy a lépést."),
        (
            "Refuse all that is not allowed: out of turn, cards not held, none at all, unknown actions.",
            "Vissza kell utasítani, ami nem szabad: soron kívül, nem kézben lévő lappal, lap nélkül, "
            "ismeretlen lépéssel.",
        ),
    ),
    "D081": Advice(
        (
            "the view in `refused` is not the view before it ({act}): {what}",
            "a `refused` nézete más, mint az előtte lévő ({act}): {what}",
        ),
        (
            "Something was changed before the action was found illegal.",
            "Valami megváltozott, mielőtt kiderült, hogy a lépés szabálytalan.",
        ),
        ("Check everything first, then change.", "Előbb mindent ellenőrizni kell, csak aztán változtatni."),
    ),
    "D082": Advice(
        (
            "after a refusal, `view` shows something else ({act}): {what}",
            "elutasítás után mást mutat a `view` ({act}): {what}",
        ),
        (
            "The refusal shows the view before, but something was changed.",
            "Az elutasítás a korábbi nézetet mutatja, de valami mégis megváltozott.",
        ),
        ("Check everything first, then change.", "Előbb mindent ellenőrizni kell, csak aztán változtatni."),
    ),
    "D083": Advice(
        (
            "what cannot be is not answered `refused` ({act}): {what}",
            "ami nem lehet, arra nem `refused` a válasz ({act}): {what}",
        ),
        ("An action or card that it does not know makes it fail.", "Ismeretlen lépéstől vagy laptól elakad."),
        (
            "Answer `refused` with the view, whatever is wrong with the action.",
            "Bármi baj van a lépéssel, `refused` a válasz, a nézettel együtt.",
        ),
    ),
    "D084": Advice(
        (
            "`hello` states `reasons`, but a refusal gives none ({act})",
            "a `hello` állítja a `reasons` képességet, de az elutasításnak nincs indoka ({act})",
        ),
        ("Not every refusal has its reason yet.", "Még nincs minden elutasításnak indoka."),
        (
            "Give `reason` with each refusal, or do not state `reasons`.",
            "Minden elutasításhoz járjon `reason`, különben a `reasons` ne szerepeljen.",
        ),
    ),
    "D085": Advice(
        ("the rulebook has no reason `{got}`", "a szabálykönyvben nincs ilyen indok: `{got}`"),
        ("It is a word of its own.", "Saját szó."),
        (
            "Take reasons from the rulebook's list (spec/reasons.yaml), or leave them out.",
            "Az indokokat a szabálykönyv listájából (spec/reasons.yaml) kell venni, vagy kihagyni.",
        ),
    ),
    "D086": Advice(
        ("`legal` lists an action twice: {act}", "a `legal` kétszer sorol föl egy lépést: {act}"),
        ("Equal cards are taken for different ones.", "Az egyforma lapokat különbözőnek veszi."),
        (
            "Two plays are the same if they have the same cards and the same meaning.",
            "Két kijátszás ugyanaz, ha ugyanazok a lapok, ugyanabban a jelentésben.",
        ),
    ),
    "D087": Advice(
        ("`legal` lists what is then refused: {act}", "a `legal` olyat is fölsorol, amit aztán elutasít: {act}"),
        (
            "Listing and judging are written twice, and differ.",
            "A fölsorolás és az elbírálás kétszer van megírva, és eltér.",
        ),
        ("Let `legal` ask the same function that judges.", "A `legal` is azt a függvényt kérdezze, amelyik elbírál."),
    ),
    "D088": Advice(
        ("asking `legal` changes something: {what}", "a `legal` kérdésétől megváltozik valami: {what}"),
        ("Actions are tried on the match itself.", "Magán a játszmán próbálja ki a lépéseket."),
        ("Try them on a copy.", "Másolaton kell kipróbálni őket."),
    ),
    "D089": Advice(
        (
            "of {all} requests sent at once only {what} are answered in order",
            "{all} egyszerre elküldött kérésből csak {what} válasza jött rendben",
        ),
        (
            "What lies behind the first line is thrown away, or answers are made at the same time.",
            "Az első sor mögötti részt eldobja, vagy egyszerre több választ készít.",
        ),
        (
            "Read line by line from one buffered reader; or do not state `requests-ahead`.",
            "Egyetlen pufferelt olvasóból, soronként kell olvasni; vagy a `requests-ahead` ne szerepeljen.",
        ),
    ),
    "D090": Advice(
        ("`bye` is not answered: {what}", "nem válaszol a `bye` kérésre: {what}"),
        ("It ends at once, or has no branch for `bye`.", "Rögtön véget ér, vagy nincs ága a `bye` kérésnek."),
        ('Answer {{"answer": "bye"}}, flush, then end.', 'Előbb {{"answer": "bye"}}, ürítés, aztán vége.'),
    ),
    "D091": Advice(
        ("it does not end after `bye`", "nem ér véget a `bye` után"),
        (
            "The loop goes on, or a thread or timer keeps it alive.",
            "A ciklus folytatódik, vagy egy szál vagy időzítő életben tartja.",
        ),
        ("End the process after the answer.", "A válasz után véget kell érnie a folyamatnak."),
    ),
    "D092": Advice(
        ("after `bye` it ends with status {status}", "a `bye` után {status} állapottal ér véget"),
        ("It fails at its end, or gives a status of its own.", "A végén hibázik, vagy saját állapotot ad."),
        ("End with status 0.", "A kilépési állapot 0 legyen."),
    ),
    "D093": Advice(
        ("it writes after its answer to `bye`", "a `bye` válasza után is ír"),
        ("A farewell or a summary goes to standard output.", "Búcsú vagy összegzés megy a szabványos kimenetre."),
        ("Write such lines to standard error.", "Az ilyen sorok a hibakimenetre valók."),
    ),
    "D094": Advice(
        ("it does not end when its input ends", "nem ér véget, amikor a bemenete véget ér"),
        (
            "The end of the input is taken for an empty line, or a thread keeps it alive.",
            "A bemenet végét üres sornak veszi, vagy egy szál életben tartja.",
        ),
        ("When no more can be read, end.", "Ha nincs több olvasnivaló, véget kell érnie."),
    ),
    "D095": Advice(
        ("{rate} requests a second, one after the other", "másodpercenként {rate} kérés, egyenként"),
        (
            "Each answer waits for something: a pause, a timer, or an output that is written late.",
            "Minden válasz vár valamire: szünetre, időzítőre, vagy későn kiírt kimenetre.",
        ),
        (
            "From {least} on a whole run takes seconds. Flush at once; load and compile only once.",
            "{least} fölött egy teljes futás másodpercek kérdése. Rögtön ürítsen; betölteni, fordítani elég egyszer.",
        ),
    ),
    "D096": Advice(
        ("it takes {seconds} s to start", "az indulás {seconds} s"),
        ("It is compiled, or loads much, at each start.", "Minden indulásnál fordít, vagy sokat tölt be."),
        (
            "Compile it beforehand: the kit starts it afresh after each failure.",
            "Előre le kell fordítani: az ellenőrző minden hiba után újraindítja.",
        ),
    ),
}


class _Places(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "–"


def filled(text: Two, lang: str, values: Mapping[str, str] | None = None) -> str:
    """Return a text with its places filled; what is not known is a dash."""
    return text[LANGUAGES.index(lang)].format_map(_Places(values or {}))
