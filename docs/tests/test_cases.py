"""The case book: every scenario once, drawn from its own cards, with its rulings; and what a reader sees of a page."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import ActStep
from mocsar_docs.arrange import arrange
from mocsar_docs.casebook.drawn import case_html
from mocsar_docs.casebook.played import case_of
from mocsar_docs.casebook.when import condition
from mocsar_docs.errors import Faults
from mocsar_docs.links import Links, fragment
from mocsar_docs.page import Page, Writing
from mocsar_docs.pages.cases import MOST_VARIANTS
from mocsar_docs.read import LANGUAGES, Material, read_material
from mocsar_docs.write import ASSETS, compose
from mocsar_reference import load_rulebook
from mocsar_reference.paths import spec_dir

from .conftest import Composed
from .in_browser import Watched, axe_violations, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

needs_browser = pytest.mark.skipif(chromium() is None, reason="there is no Chromium")
MOST_BYTES = 1_500_000
HOUSE = Path(__file__).parents[2] / "conformance" / "tests" / "check" / "good" / "an-action-and-a-phase"
"""An overlay whose actions have no words beside their notes."""
ANCHOR = re.compile(r"^## .*\{#(\S+)", re.MULTILINE)
CARD = re.compile(r'<span class="ms-card(?: ms-card--\w+)+" data-index="([^"]+)">')


def chapters(composed: Composed, lang: str) -> dict[str, str]:
    """Return the Markdown of the chapters' pages by path."""
    return {
        path: text
        for path, text in composed.site.texts[lang].items()
        if path.startswith("cases/") and path != "cases/index.md"
    }


def entries(composed: Composed, lang: str) -> dict[str, str]:
    """Return each scenario's part of its page, by anchor."""
    parts = [part for text in chapters(composed, lang).values() for part in re.split(r"(?m)^(?=## )", text)[1:]]
    return {anchor[1]: part for part in parts for anchor in [ANCHOR.search(part)] if anchor}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scenario_is_there_once_under_its_permanent_anchor(
    composed: Composed, material: Material, lang: str
) -> None:
    there = Counter(each for text in chapters(composed, lang).values() for each in ANCHOR.findall(text))
    assert there == Counter(fragment(each) for each in material.scenarios)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chapter_is_no_heavy_page(composed: Composed, lang: str) -> None:
    assert {path for path, text in chapters(composed, lang).items() if len(text.encode()) > MOST_BYTES} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_drawn_card_is_one_that_the_scenario_deals(composed: Composed, material: Material, lang: str) -> None:
    drawn = {rank.id: rank.picture or rank.symbol[lang] for rank in material.contents.ranks.values()}
    for anchor, part in entries(composed, lang).items():
        scenario = next(each for name, each in material.scenarios.items() if fragment(name) == anchor)
        known = {material.contents.split_card(card)[0] for card in scenario.dealt}
        shown = {unescape(each) for each in CARD.findall(part)}
        assert shown <= {drawn[each] for each in known}, anchor
        assert len(shown) > 1 or len(scenario.dealt) < 2, anchor


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_step_gives_the_sentence_of_its_reason(composed: Composed, material: Material, lang: str) -> None:
    shown = entries(composed, lang)
    for name, scenario in material.scenarios.items():
        part = shown[fragment(name)]
        refused = [each.refused for each in scenario.steps if isinstance(each, ActStep) and each.refused]
        assert part.count('class="ms-step ms-step--refused"') == len(refused), name
        for reason in refused:
            assert f"#{reason}" in part, name
            assert material.contents.reasons[reason][lang] in unescape(part), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_why_stands_with_the_case(composed: Composed, material: Material, lang: str) -> None:
    shown = entries(composed, lang)
    for name, scenario in material.scenarios.items():
        if scenario.because:
            words = scenario.because[lang].replace("`", "").split()
            assert " ".join(words) in unescape(re.sub(r"</?code>", "", shown[fragment(name)])), name


def test_a_case_is_drawn_in_the_first_variant_it_holds_in(material: Material) -> None:
    for scenario in material.scenarios.values():
        case = case_of(scenario, material)
        if case.variants:
            assert case.setting is material.settings[case.variants[0]]
        else:
            assert case.setting is scenario.settings[0]


def test_the_positions_are_those_the_scenario_states(material: Material) -> None:
    case = case_of(material.scenarios["following/equal-is-refused"], material)
    assert case.begun.view["hands"] == {"Anna": ["5", "9", "K"], "Bea": ["5", "7", "A"], "Csaba": ["4", "4", "Q"]}
    assert (case.end["turn"], case.end["table"]["owner"], case.end["sizes"]["Bea"]) == ("Csaba", "Bea", 2)


def test_the_very_cards_that_were_played_lie_on_the_table(material: Material) -> None:
    """A two and a joker on two aces count as twos, and are a two and a joker to look at."""
    case = case_of(material.scenarios["cards/two-and-joker-beat-two-aces"], material)
    assert sorted(case.end["table"]["cards"]) == ["2", "joker"]


def test_nobody_is_shown_as_dealer_where_it_does_not_matter_who_dealt(material: Material) -> None:
    silent = case_of(material.scenarios["following/equal-is-refused"], material)
    said = case_of(material.scenarios["dealing/first-from-the-dealer-then-by-place"], material)
    assert "dealer" not in silent.begun.view
    assert said.begun.view["dealer"] == "Bea"


def test_every_condition_is_said_in_words(material: Material) -> None:
    unsaid = []

    def body(w: Writing) -> str:
        for name, scenario in material.scenarios.items():
            if scenario.when and any(each.startswith("<code>") for each in condition(w, scenario.when)):
                unsaid.append(name)
        return ""

    compose(material, Faults(), [Page("x.md", {"en": "x", "hu": "x"}, body, "cases")])
    assert unsaid == []


def test_the_styles_can_tell_all_variants_apart(material: Material) -> None:
    styles = (ASSETS / "cases.css").read_text(encoding="utf-8")
    told = {int(each) for each in re.findall(r"#ms-only-(\d+):checked\) \.ms-case:not\(\.ms-in-\1,", styles)}
    assert told == set(range(MOST_VARIANTS))
    assert len(material.settings) <= MOST_VARIANTS


# ---- words of the rulebook -------------------------------------------------------------------------------------------


def told_of(folder: Path, name: str, lang: str) -> str:
    """Return what the case book says of one scenario of an overlay, without its markup."""
    book = load_rulebook(None, [folder])
    scenarios = load_scenarios(folder / "scenarios", book)
    material = read_material(Path(), book, scenarios)
    said = []

    def body(w: Writing) -> str:
        said.append(case_html(w, case_of(material.scenarios[name], material)))
        return ""

    page = Page("x.md", {"en": "x", "hu": "x"}, body, "cases")
    faults = Faults()
    body(Writing(material, Links(arrange(material), faults), faults, lang, page))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?b>", "", said[0]))).split())


def test_an_action_of_an_overlay_is_told_in_the_overlays_words() -> None:
    neighbour = spec_dir() / "variants" / "neighbours" / "dalmuti"
    told = told_of(neighbour, "dalmuti/one-answer-each", "en")
    assert "declares no revolution." in told
    assert "forradalmat hirdet" in told_of(neighbour, "dalmuti/greater-revolution", "hu")


def test_a_phase_without_words_is_called_by_its_id_and_cards_that_change_hands_are_told() -> None:
    told = told_of(HOUSE.with_name("a-phase-within-a-trick"), "house/a-card-is-handed-on", "en")
    assert "phase: handing-on" in told
    assert "Anna hands on 3 . Bea gets 3 ." in told


def test_suits_that_are_told_apart_count_as_nothing_else() -> None:
    told = told_of(spec_dir() / "variants" / "neighbours" / "daifugo", "daifugo/any-suits-in-a-set", "en")
    assert "on the table: 6♣ 6♥ , played by Bea" in told


def test_an_action_without_words_is_told_by_its_note() -> None:
    english, hungarian = (told_of(HOUSE, "house/banned-in-the-first-trick", lang) for lang in LANGUAGES)
    assert "Anna: name a rank that nobody may lead first: 9 ." in english
    assert "Anna: megnevezni egy értéket, amellyel senki sem hívhat elsőként: 9 ." in hungarian


# ---- in a browser ----------------------------------------------------------------------------------------------------


@needs_browser
@pytest.mark.parametrize(("scheme", "page"), [("light", "cases/ending/"), ("dark", "hu/cases/ending/")])
def test_a_case_is_accessible_and_fits_a_narrow_screen(browser: Browser, address: str, scheme: str, page: str) -> None:
    """The cases show a refusal, a list of what is legal, a next deal, and the choice of a variant."""
    seen = Watched(browser, viewport={"width": 320, "height": 800}, color_scheme=scheme)
    seen.page.goto(address + page)
    there = [seen.page.locator(each).first for each in (".ms-step--refused", ".ms-step--seen", ".ms-table")]
    assert all(each.count() for each in there)
    for part in (".ms-only", "h2.ms-case:nth-of-type(1) + div", "h2.ms-case:nth-of-type(2) + div"):
        assert axe_violations(seen.page, part) == [], part
    for other in ("", "exchange/", "titles/"):
        seen.page.goto(address + page.replace("ending/", other))
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 320, other
    assert seen.wrong == []
    seen.close()


@needs_browser
def test_without_scripts_the_cases_of_one_variant_can_be_shown_alone(
    browser: Browser, address: str, material: Material
) -> None:
    number = list(material.settings).index("kollar")
    there = [name for name, at in material.chapter_of.items() if at == "following"]
    own = [name for name in there if name in material.applying["kollar"]]
    seen = Watched(browser, java_script_enabled=False)
    seen.page.goto(address + "cases/following/")
    seen.page.locator(f"#ms-only-{number}").check()
    assert seen.page.locator("h2.ms-case:visible").count() == len(own) < len(there)
    seen.page.locator("#ms-only-all").check()
    assert seen.page.locator("h2.ms-case:visible").count() == len(there)
    seen.close()


@needs_browser
def test_a_case_that_was_linked_to_is_shown_whatever_is_chosen(
    browser: Browser, address: str, material: Material
) -> None:
    number = list(material.settings).index("kollar")
    other = next(
        name
        for name, at in material.chapter_of.items()
        if at == "following" and name not in material.applying["kollar"]
    )
    seen = Watched(browser, java_script_enabled=False)
    seen.page.goto(f"{address}cases/following/#{fragment(other)}")
    seen.page.locator(f"#ms-only-{number}").check()
    assert seen.page.locator(f"[id='{fragment(other)}'] + div").is_visible()
    seen.close()


@needs_browser
def test_a_reader_finds_the_players_in_seat_order_with_their_cards(browser: Browser, address: str) -> None:
    seen = Watched(browser, java_script_enabled=False)
    seen.page.goto(address + "hu/cases/following/")
    table = seen.page.locator("[id='following.equal-is-refused'] + div .ms-table").first
    assert table.get_by_role("listitem").locator(".ms-name").all_inner_texts() == ["Anna", "Bea", "Csaba"]
    assert table.get_by_role("img", name="5, 9, K").count() == 1
    seen.close()
