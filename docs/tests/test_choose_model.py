"""What the page "choose" works out is what the reference does: in every variant, and in hundreds of other settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from mocsar_conformance.prose import fill, present_clauses, value_answer, value_sentence
from mocsar_docs import build
from mocsar_docs.choosing import script
from mocsar_docs.read import LANGUAGES, Material, read_material
from mocsar_reference import MocsarError, Setting, load_rulebook
from mocsar_reference.language.types import INT, Enum, List, Type
from mocsar_reference.paths import spec_dir
from mocsar_reference.resolve.book import Contents, Toggle, Value
from mocsar_reference.resolve.repair import bounds, domain, repair
from mocsar_reference.resolve.setting import broken, short_form, variant_values
from mocsar_reference.resolve.short import parse_setting

from .conftest import ROOT
from .in_node import run_module

SETTINGS = {"": 240, "daifugo": 80}
"""How many, of the rulebook itself, and of it with the neighbour that has clauses in the place of others."""
SEED = 20

PROGRAM = """
import { readFileSync } from "node:fs";
import { modelOf } from "./choose-model.js";
import { book } from "./choose-rulebook.js";

const model = modelOf(book);
const { settings, texts, fragments } = JSON.parse(readFileSync(0, "utf8"));

const told = (setting) => {
  const values = model.valuesOf(setting);
  const usual = model.usual(setting.variant);
  const { players } = model.variants.get(setting.variant);
  const clauses = model.present(values);
  const told = (lang) => clauses.map((clause) => model.textOf(clause, values, players, lang));
  const answers = (lang) => book.toggles.map((toggle) => model.answer(toggle, values[toggle.id], lang));
  const sentences = (lang) => book.toggles.map((toggle) => model.sentence(toggle, values[toggle.id], lang));
  return {
    values,
    clauses: clauses.map((clause) => clause.id),
    texts: { en: told("en"), hu: told("hu") },
    answers: { en: answers("en"), hu: answers("hu") },
    sentences: { en: sentences("en"), hu: sentences("hu") },
    broken: model.broken(values).map((constraint) => constraint.id),
    repair: model.repair(values, usual),
    repairKept: model.repair(values, usual, Object.keys(setting.changes)),
    short: model.short(setting),
    again: model.parse(model.short(setting)),
    link: model.toFragment(setting),
    restored: model.fromFragment(model.toFragment(setting)),
    matters: [...model.matters(values)].sort(),
    silenced: [...model.silencedBy(values)].map(([name]) => name).sort(),
    nearest: model.nearest(values, setting.variant),
  };
};

const changed = ({ variant, changes }) => model.settingOf(variant, { ...model.usual(variant), ...changes });

console.log(JSON.stringify({
  settings: settings.map((each) => told(changed(each))),
  texts: texts.map((text) => model.parse(text)),
  fragments: fragments.map((fragment) => model.fromFragment(fragment)),
}));
"""

TEXTS = [
    "kollar",
    "  kollar ( trick.ends = one-lap , play.beats=equal-or-higher )  ",
    "kollar(trick.ends=pass-goes-round)",
    "kollar(ranks.wild=[])",
    "kollar(ranks.wild=[ 2 ,joker, ])",
    "kollar(exchange.sizes=[2,1], pack.packs=003)",
    "kollar(pack.packs=1,)",
    "kollar()",
    "kollár",
    "mocsar",
    "nothing",
    "kollar(",
    "kollar(trick.ends)",
    "kollar(trick.ends=one-lap, trick.ends=one-lap)",
    "kollar(trick.end=one-lap)",
    "kollar(trick.ends=two-laps)",
    "kollar(pack.packs=9)",
    "kollar(pack.packs=two)",
    "kollar(pack.packs=-1)",
    "kollar(pack.packs=[1])",
    "kollar(ranks.wild=joker)",
    "kollar(ranks.wild=[jack])",
    "kollar(exchange.sizes=[0])",
    "kollar(titles.middle=king)",
    "kollar(titles.middle=)",
    "",
]


@dataclass(frozen=True)
class Told:
    """The same settings, as the reference and as JavaScript have them."""

    material: Material
    settings: list[Setting]
    in_js: list[dict[str, Any]]
    texts: list[dict[str, Any]]
    fragments: dict[str, Any]

    def pairs(self) -> list[tuple[Setting, dict[str, Any]]]:
        return list(zip(self.settings, self.in_js, strict=True))


FRAGMENTS = [
    "#v=kollar&trick.ends=one-lap",
    "#v=kollar&ranks.wild=2,joker&ranks.order=",
    "#v=kollar&trick.ends=two-laps&play.colour=red&pack.packs=1&exchange.sizes=2,x",
    "#v=whist&trick.ends=one-lap",
    "#v=kollar&__proto__=1&constructor=2&v=jekely",
    "#v=%E0%A4%A&pack.packs=2",
    "#group.cards",
    "",
]


def some_value(rng: Random, contents: Contents, toggle: Toggle) -> Value:
    """Return a value that a toggle can have: often one that is known, else any."""
    if rng.random() < 0.5:
        return rng.choice(domain(contents, toggle))

    def one(kind: Type) -> Any:
        return (
            rng.randint(*bounds(toggle)) if kind == INT else rng.choice(kind.values if isinstance(kind, Enum) else ())
        )

    if isinstance(toggle.type, List):
        return tuple(one(toggle.type.of) for _ in range(rng.randint(0, 4)))
    return one(toggle.type)  # type: ignore[no-any-return]


def some_settings(material: Material, number: int) -> list[Setting]:
    """Return every variant, each toggle of the first one changed by itself, and variants with several changed."""
    rng, contents = Random(SEED), material.contents
    toggles = list(contents.toggles.values())
    found = list(material.settings.values())
    first = found[0].variant
    found += [as_setting(contents, first.id, {each.id: some_value(rng, contents, each)}) for each in toggles]
    while len(found) < number:
        changed = rng.sample(toggles, rng.randint(1, 8))
        variant = rng.choice(material.rulebook.playable)
        found.append(as_setting(contents, variant, {each.id: some_value(rng, contents, each) for each in changed}))
    return found


def as_setting(contents: Contents, name: str, changes: Mapping[str, Value]) -> Setting:
    """Return a setting whether it contradicts itself or not."""
    variant = contents.variants[name]
    usual = variant_values(contents, variant)
    changes = {each: value for each, value in changes.items() if usual[each] != value}
    return Setting(variant, {**usual, **changes}, changes, short_form(variant, changes))


@pytest.fixture(scope="module", params=SETTINGS)
def told(request: pytest.FixtureRequest, material: Material, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Ask JavaScript about everything at once."""
    if request.param:
        book = load_rulebook(overlays=[spec_dir() / "variants" / "neighbours" / request.param])
        material = read_material(ROOT / build.PAGES, book, [])
    settings = some_settings(material, SETTINGS[request.param])
    given = {
        "settings": [{"variant": each.variant.id, "changes": each.changes} for each in settings],
        "texts": TEXTS,
        "fragments": FRAGMENTS,
    }
    modules = {"choose-rulebook.js": script(material)}
    got = run_module(tmp_path_factory.mktemp("choose"), PROGRAM, given, modules)
    fragments = dict(zip(FRAGMENTS, got["fragments"], strict=True))
    return Told(material, settings, got["settings"], got["texts"], fragments)


def test_the_settings_tried_are_of_both_kinds(told: Told) -> None:
    contradictory = [each for each in told.settings if broken(told.material.contents, each.values)]
    assert len(contradictory) > len(told.settings) / 8
    assert len(told.settings) - len(contradictory) > len(told.settings) / 8


def test_every_toggle_has_the_same_value(told: Told) -> None:
    for setting, js in told.pairs():
        assert {name: as_value(value) for name, value in js["values"].items()} == dict(setting.values), setting.short


def test_the_same_clauses_are_present_with_the_same_texts(told: Told) -> None:
    contents = told.material.contents
    for setting, js in told.pairs():
        clauses = present_clauses(contents, setting)
        assert js["clauses"] == [each.id for each in clauses], setting.short
        for lang in LANGUAGES:
            assert js["texts"][lang] == [fill(each.text[lang], setting, contents, lang) for each in clauses]


def test_every_value_has_the_same_sentence(told: Told) -> None:
    contents = told.material.contents
    for setting, js in told.pairs():
        for lang in LANGUAGES:
            assert js["sentences"][lang] == [
                value_sentence(contents, each, setting.values[each.id], lang) for each in contents.toggles.values()
            ]
            assert js["answers"][lang] == [
                value_answer(contents, each, setting.values[each.id], lang) for each in contents.toggles.values()
            ]


def test_the_same_constraints_are_broken(told: Told) -> None:
    for setting, js in told.pairs():
        assert js["broken"] == [each.id for each in broken(told.material.contents, setting.values)], setting.short


def test_the_same_repair_is_offered(told: Told) -> None:
    contents = told.material.contents
    for setting, js in told.pairs():
        usual = variant_values(contents, setting.variant)
        assert as_changes(js["repair"]) == repair(contents, setting.values, usual), setting.short
        assert as_changes(js["repairKept"]) == repair(contents, setting.values, usual, setting.changes), setting.short


def test_the_short_form_is_the_same_and_is_read_back(told: Told) -> None:
    for setting, js in told.pairs():
        assert js["short"] == setting.short
        assert as_changes(js["again"]["changes"]) == setting.changes
        assert js["again"]["variant"] == setting.variant.id


def test_a_short_form_is_read_or_refused_as_the_reference_does(told: Told) -> None:
    contents = told.material.contents
    for text, js in zip(TEXTS, told.texts, strict=True):
        try:
            setting = parse_setting(contents, text)
        except MocsarError as error:
            if (code := error.diagnostics[0].code) != "R031":
                assert js.get("code") == code, text
                continue
            setting = as_setting(contents, js["variant"], as_changes(js["changes"]) or {})
            assert broken(contents, setting.values), text
        assert (js.get("variant"), as_changes(js.get("changes"))) == (setting.variant.id, setting.changes), text


def test_the_same_toggles_matter(told: Told) -> None:
    """Compared by giving `Material` the settings in place of the variants."""
    settings = {each.short: each for each in told.settings}
    material = replace(told.material)
    vars(material)["settings"] = settings
    for setting, js in told.pairs():
        assert js["matters"] == sorted(material.matters[setting.short]), setting.short


def test_what_is_called_silent_has_nothing_to_say_whatever_it_is(told: Told) -> None:
    """And every other toggle that says nothing would, if it were answered otherwise."""
    contents = told.material.contents
    for name, js in list(zip(told.material.settings, told.in_js, strict=False))[::2]:
        quiet = [each for each in contents.toggles.values() if each.id not in js["matters"]]
        values = told.material.settings[name].values
        others = {
            toggle.id: [
                as_setting(contents, name, {toggle.id: other}) for other in toggle.alternatives(values[toggle.id])
            ]
            for toggle in quiet
        }
        material = replace(told.material)
        vars(material)["settings"] = {each.short: each for settings in others.values() for each in settings}
        would = {each for each, settings in others.items() if any(each in material.matters[s.short] for s in settings)}
        assert js["silenced"] == sorted({each.id for each in quiet} - would), name


def test_a_link_restores_the_setting(told: Told) -> None:
    for setting, js in told.pairs():
        assert js["restored"]["unknown"] == []
        assert js["restored"]["setting"]["variant"] == setting.variant.id
        assert as_changes(js["restored"]["setting"]["changes"]) == setting.changes, js["link"]


def test_a_link_has_only_what_differs(told: Told) -> None:
    links = {setting.short: js["link"] for setting, js in told.pairs()}
    assert links["kollar"] == "#v=kollar"
    one = next(setting for setting in told.settings if len(setting.changes) == 1)
    ((name, value),) = one.changes.items()
    shown = ",".join(map(str, value)) if isinstance(value, tuple) else value
    assert links[one.short] == f"#v={one.variant.id}&{name}={shown}"


def test_a_link_of_another_edition_says_what_is_not_here(told: Told) -> None:
    told_of = {
        fragment: (each["setting"]["variant"], each["setting"]["changes"], each["unknown"]) if each else None
        for fragment, each in told.fragments.items()
    }
    assert told_of == {
        "#v=kollar&trick.ends=one-lap": ("kollar", {"trick.ends": "one-lap"}, []),
        "#v=kollar&ranks.wild=2,joker&ranks.order=": ("kollar", {"ranks.order": []}, []),
        "#v=kollar&trick.ends=two-laps&play.colour=red&pack.packs=1&exchange.sizes=2,x": (
            "kollar",
            {"pack.packs": 1},
            ["trick.ends=two-laps", "play.colour=red", "exchange.sizes=2,x"],
        ),
        "#v=whist&trick.ends=one-lap": ("kollar", {"trick.ends": "one-lap"}, ["v=whist"]),
        "#v=kollar&__proto__=1&constructor=2&v=jekely": ("kollar", {}, ["__proto__=1", "constructor=2"]),
        "#v=%E0%A4%A&pack.packs=2": ("kollar", {}, ["v=\ufffd%A"]),
        "#group.cards": None,
        "": None,
    }


def test_a_variant_is_nearest_to_itself(told: Told) -> None:
    for name, js in zip(told.material.settings, told.in_js, strict=False):
        assert js["nearest"] == {"variant": name, "differs": []}


def test_no_variant_is_nearer_than_the_nearest(told: Told) -> None:
    """How far: the toggles that differ and say something in one of the two."""
    material = replace(told.material)
    vars(material)["settings"] = {each.short: each for each in told.settings}
    for setting, js in told.pairs():
        far = {}
        for name, variant in told.material.settings.items():
            say = material.matters[setting.short] | told.material.matters[name]
            far[name] = [each for each in material.contents.toggles if each in say and differ(setting, variant, each)]
        least = min(map(len, far.values()))
        near = [name for name, differs in far.items() if len(differs) == least]
        wanted = setting.variant.id if setting.variant.id in near else near[0]
        assert js["nearest"] == {"variant": wanted, "differs": far[wanted]}, setting.short


def differ(one: Setting, other: Setting, toggle: str) -> bool:
    return one.values[toggle] != other.values[toggle]


def as_value(value: Any) -> Value:
    return tuple(value) if isinstance(value, list) else value  # type: ignore[no-any-return]


def as_changes(changes: Mapping[str, Any] | None) -> dict[str, Value] | None:
    return None if changes is None else {name: as_value(value) for name, value in changes.items()}
