"""The words of comparisons, in both languages."""

from __future__ import annotations

from typing import Final

from mocsar_conformance.labels import LANGUAGES

_WORDS: Final[dict[str, tuple[str, str]]] = {
    # kinds of changes
    "broken": ("broken", "elromlott"),
    "unsupported": ("no longer supported", "már nem támogatott"),
    "fixed": ("fixed", "megjavult"),
    "supported": ("supported now", "már támogatott"),
    "new": ("new", "új"),
    "vanished": ("vanished", "eltűnt"),
    "failure": ("wrong in another way", "másképp hibás"),
    "reason": ("another reason", "más indok"),
    "other": ("another verdict", "más eredmény"),
    "expectation": ("expected otherwise", "más volt a várakozás"),
    "renamed": ("renamed", "átnevezett"),
    # of runs
    "run-subject": ("implementation", "vizsgált program"),
    "run-version": ("version", "verzió"),
    "run-language": ("language", "nyelv"),
    "run-implements": ("edition it implements", "melyik kiadást követi"),
    "run-protocol": ("protocol", "protokoll"),
    "run-plays": ("plays", "mit játszik"),
    "run-capabilities": ("capabilities", "képességek"),
    "run-edition": ("edition", "kiadás"),
    "run-rulebook": ("rulebook's digest", "a szabálykönyv lenyomata"),
    "run-overlays": ("overlays", "ráfektetett szabálykönyvek"),
    "run-kit": ("kit", "készlet"),
    "run-variants": ("variants", "változatok"),
    "run-broken-off": ("broken off", "félbeszakadt"),
    "run-conformance": ("conformance to {variant}", "megfelelés: {variant}"),
    # what they amount to
    "conformant": ("conformant", "megfelel"),
    "conformant-except-readings": ("conformant except for readings", "olvasatok kivételével megfelel"),
    "partial": ("partial", "részleges"),
    "not-conformant": ("not conformant", "nem felel meg"),
    "yes": ("yes", "igen"),
    "no": ("no", "nem"),
    "none": ("none", "nincs"),
    "untested": ("not tested", "nem futott"),
    "only-here": ("only here: {what}", "csak itt: {what}"),
    # sentences
    "title": ("Comparison", "Összehasonlítás"),
    "old": ("OLD", "RÉGI"),
    "new-run": ("NEW", "ÚJ"),
    "what": ("what", "mi"),
    "head": (
        "{subject}, edition {edition}, {number} scenarios, {name}",
        "{subject}, {edition} kiadás, {number} példa, {name}",
    ),
    "runs-differ": ("the runs differ", "a futások eltérnek"),
    "scenario": ("scenario", "példa"),
    "variant": ("variant", "változat"),
    "verdict": ("verdict", "eredmény"),
    "details": ("details", "részletek"),
    "was": ("called {id} [{variant}] in OLD", "a RÉGI-ben: {id} [{variant}]"),
    "gone": ("removed from the suite: {why}", "kikerült a példák közül: {why}"),
    "foreseen": ("a known failure, no finding", "ismert hiba, nem számít eltérésnek"),
    "expected-old": ("expected before: {what}", "várakozás korábban: {what}"),
    "expected-new": ("expected now: {what}", "várakozás most: {what}"),
    "before": ("before: {what}", "korábban: {what}"),
    "grouped": ("{number} in {variant}: {chapters}", "{number}, {variant}: {chapters}"),
    "more": ("`-v` lists them one by one", "a `-v` egyenként fölsorolja"),
    "more-rows": ("… and {number} more; `-v` lists all", "… és még {number}; a `-v` mindet fölsorolja"),
    "nothing": ("Nothing has changed: {same} as before.", "Semmi sem változott: {same} olyan, mint volt."),
    "same": ("{number} as before", "{number} olyan, mint volt"),
    "breaks": ("{number} that were no findings are now", "{number} most eltérés, pedig nem volt az"),
    "breaks-not": ("Nothing broke.", "Semmi sem romlott el."),
    "unknown": (
        "NEW was broken off: whether anything broke in the rest is not known.",
        "Az ÚJ félbeszakadt: hogy a hátralévő részben elromlott-e valami, nem tudni.",
    ),
    "new-findings": (
        "{number} new scenarios are findings (allowed)",
        "{number} új példa eltérés (megengedve)",
    ),
    "warn-subject": (
        "these are results of two implementations, '{old}' and '{new}': what is called broken or fixed only differs; "
        "`mocsar matrix` lays several side by side",
        "ez két különböző program eredménye ('{old}' és '{new}'): ami itt elromlott vagy megjavult, az csak más; "
        "többet a `mocsar matrix` állít egymás mellé",
    ),
    "warn-swapped": (
        "OLD is of {old}, NEW of {new}: they may be the wrong way round",
        "a RÉGI kelte {old}, az ÚJ kelte {new}: lehet, hogy föl vannak cserélve",
    ),
    "warn-nothing-common": (
        "no scenario is in both, in the same variant: were they run with the same --variant?",
        "nincs olyan példa, amely mindkettőben megvan ugyanabban a változatban: ugyanaz volt a --variant?",
    ),
    "warn-broken-off": (
        "{which} was broken off after {done} scenarios: what the rest would be is not known",
        "{which}: a futás {done} példa után félbeszakadt; hogy a többi mi lett volna, nem tudni",
    ),
    "warn-selection": (
        "{number} scenarios of OLD are missing in NEW, though rulebook and variants are the same: "
        "was only a part of them run?",
        "a RÉGI {number} példája hiányzik az ÚJ-ból, pedig a szabálykönyv és a változatok ugyanazok: "
        "csak egy része futott?",
    ),
}


def word(key: str, lang: str, /, **values: object) -> str:
    """Return one of the comparison's own words or sentences, its `{placeholders}` filled."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)
