"""The page "choose" in a browser: answers, contradictions, links, the sheet; and without a script, the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lxml.html
import pytest

from mocsar_conformance.prose import present_clauses, value_sentence
from mocsar_docs.read import LANGUAGES, Material
from mocsar_reference.resolve.repair import domain

from .conftest import Composed
from .in_browser import Watched, axe_violations, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

needs_browser = pytest.mark.skipif(chromium() is None, reason="there is no Chromium")
AT = {"en": "choose/", "hu": "hu/choose/"}
MM = 96 / 25.4


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Any]:
    """Return a function that opens the page; afterwards nothing may have gone wrong, nor been asked of another host."""
    watched: list[Watched] = []

    def open_page(fragment: str = "", lang: str = "en", **options: Any) -> Page:
        each = Watched(browser, **options)
        watched.append(each)
        each.page.goto(f"{address}{AT[lang]}{fragment}")
        if options.get("java_script_enabled", True):
            each.page.wait_for_selector(".ms-bar")
        return each.page

    yield open_page
    for each in watched:
        assert each.wrong == []
        assert all(asked.startswith((address, "data:", "blob:")) for asked in each.asked), each.asked
        each.close()


def clauses(page: Page) -> list[str]:
    return page.eval_on_selector_all("[data-clause]", "all => all.map((each) => each.dataset.clause)")  # type: ignore[no-any-return]


def marked(page: Page) -> dict[str, list[str]]:
    """Return the clauses that are new and those that changed."""
    return {
        state: page.eval_on_selector_all(f".ms-rule--{state}", "all => all.map((each) => each.dataset.clause)")
        for state in ("new", "changed")
    }


def short(page: Page) -> str:
    return page.locator("[data-choose=result] .ms-copy-text").first.inner_text()


def status(page: Page) -> str:
    return page.locator(".ms-bar-status").inner_text()


def question(page: Page, toggle: str) -> Any:
    return page.locator(f'[data-toggle="{toggle}"]')


def answer(page: Page, toggle: str, value: str) -> None:
    question(page, toggle).locator(f'input[value="{value}"]').check()


def wanted(material: Material, setting: str) -> list[str]:
    return [each.id for each in present_clauses(material.contents, material.rulebook.setting(setting))]


# ---- answers ---------------------------------------------------------------------------------------------------------


@needs_browser
def test_an_answer_changes_the_rules_that_are_shown(visit: Any, material: Material) -> None:
    page = visit()
    assert clauses(page) == wanted(material, "kollar")
    assert marked(page) == {"new": [], "changed": []}
    answer(page, "play.beats", "equal-or-higher")
    assert clauses(page) == wanted(material, "kollar(play.beats=equal-or-higher)")
    assert marked(page)["new"] == ["follow.beats.equal-or-higher"]
    assert short(page) == "kollar(play.beats=equal-or-higher)"
    gone = page.locator(".ms-gone li").all_text_contents()
    assert gone == [material.contents.clauses["follow.beats.higher"].title["en"]]


@needs_browser
def test_a_number_fills_the_gaps_of_the_clauses_that_have_it(visit: Any) -> None:
    page = visit()
    packs = question(page, "pack.packs").locator("input")
    packs.fill("3")
    packs.blur()
    changed = marked(page)["changed"]
    assert changed
    filled = page.locator(f'[data-clause="{changed[0]}"] a.ms-filled[href="#q.pack.packs"]')
    assert filled.first.inner_text() == "3"
    assert question(page, "pack.packs").locator(".ms-number span").first.inner_text() == "Packs of 52 cards: 3."


@needs_browser
def test_a_number_out_of_range_is_said_and_not_taken(visit: Any) -> None:
    page = visit()
    packs = question(page, "pack.packs").locator("input")
    packs.fill("9")
    packs.blur()
    assert question(page, "pack.packs").locator("[role=alert]").inner_text() == "9 is not from 1 to 4."
    assert packs.get_attribute("aria-invalid") == "true"
    assert short(page) == "kollar"
    packs.fill("4")
    packs.blur()
    assert packs.get_attribute("aria-invalid") is None
    assert short(page) == "kollar(pack.packs=4)"


@needs_browser
def test_ranks_are_ticked_and_a_list_can_be_written_as_its_language_has_it(visit: Any) -> None:
    page = visit(lang="hu")
    question(page, "ranks.wild").get_by_label("kettes").uncheck()
    assert short(page) == "kollar(ranks.wild=[joker])"
    question(page, "ranks.wild").get_by_label("kettes").check()
    assert short(page) == "kollar"
    written = question(page, "ranks.order").locator("input[type=text]")
    written.fill("7, 8, 9, 10, B, D, K, Á, 2, joker")
    written.blur()
    assert short(page) == "kollar(ranks.order=[7, 8, 9, 10, J, Q, K, A, 2, joker])"
    written.fill("7, 8, 9, X")
    written.blur()
    assert "X" in question(page, "ranks.order").locator("[role=alert]").inner_text()
    assert short(page) == "kollar(ranks.order=[7, 8, 9, 10, J, Q, K, A, 2, joker])"


@needs_browser
def test_a_variant_to_start_from_answers_everything_anew(visit: Any, material: Material) -> None:
    page = visit("#v=kollar&pack.packs=3")
    page.get_by_label("Variant", exact=True).select_option("jekely")
    assert short(page) == "jekely"
    assert clauses(page) == wanted(material, "jekely")
    answer(page, "play.beats", "equal-or-higher")
    page.get_by_role("button", name="Answer everything as").click()
    assert short(page) == "jekely"


@needs_browser
def test_the_nearest_variant_and_what_differs(visit: Any) -> None:
    page = visit()
    assert status(page) == "These are the rules of Mocsár with the tax (Kollár)."
    answer(page, "trick.ends", "one-lap")
    assert status(page) == "These are the rules of Mocsár with the tax, one lap a trick."
    answer(page, "play.beats", "equal-or-higher")
    assert status(page) == "Nearest to Mocsár with the tax, one lap a trick; 1 answer differs."
    rows = page.locator(".ms-differs tbody tr")
    assert [each.strip() for each in rows.locator("th, td").all_text_contents()] == [
        "What beats the cards on the table",
        "Only a higher rank.",
        "An equal or a higher rank.",
    ]


@needs_browser
def test_what_has_no_say_is_marked_with_the_reason(visit: Any, material: Material) -> None:
    page = visit()
    idle = page.eval_on_selector_all(".ms-question--idle", "all => all.map((each) => each.dataset.toggle)")
    assert set(idle) <= set(material.contents.toggles) - material.matters["kollar"]
    assert {"runs.least", "revolution.lasts"} <= set(idle)
    assert "revolution.by_set" not in idle, "another answer to it would start revolutions"
    reason = question(page, "runs.least").locator(".ms-idle")
    assert reason.inner_text() == (
        "Has no say at present, by this answer: Whether runs may be played: There are no runs."
    )
    answer(page, "runs.allowed", "any-suit")
    assert question(page, "runs.least").locator(".ms-idle").count() == 0


@needs_browser
def test_a_short_form_can_be_read_in(visit: Any) -> None:
    page = visit()
    field, read = page.get_by_label("Or from a short form"), page.get_by_role("button", name="Read it")
    field.fill("jekely(trick.ends=one-lap, ranks.wild=[])")
    read.click()
    assert short(page) == "jekely(ranks.wild=[], trick.ends=one-lap)"
    for wrong, what in {
        "whist": "“whist” is no variant with changes.",
        "kollar(trick.end=one-lap)": "There is no question “trick.end”.",
        "kollar(trick.ends=soon)": "“trick.ends=soon” is no possible answer.",
    }.items():
        field.fill(wrong)
        read.click()
        assert page.locator(".ms-notice").inner_text() == what
    assert short(page) == "jekely(ranks.wild=[], trick.ends=one-lap)"


@needs_browser
def test_everything_can_be_done_with_the_keyboard(visit: Any) -> None:
    page = visit()
    question(page, "trick.ends").locator("input:checked").focus()
    page.keyboard.press("ArrowDown")
    assert short(page) == "kollar(trick.ends=one-lap)"
    assert page.evaluate("document.activeElement.value") == "one-lap"
    page.keyboard.press("Tab")
    for _ in range(3):
        if page.evaluate("document.activeElement.textContent") == "answer as kollar does":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert short(page) == "kollar"


# ---- contradictions --------------------------------------------------------------------------------------------------


@needs_browser
def test_a_contradiction_is_said_with_a_repair_that_mends_it(visit: Any, material: Material) -> None:
    messages = {each.id: each.message["en"] for each in material.contents.constraints}
    page = visit()
    answer(page, "exchange.pays", "none")
    said = page.locator(".ms-bar [role=alert]").inner_text()
    assert messages["exchange-has-sizes"] in said
    assert messages["exchange-returns"] in said
    for toggle in ("exchange.pays", "exchange.sizes", "exchange.returns"):
        assert question(page, toggle).locator(".ms-note .ms-against").first.is_visible(), toggle
    assert page.locator("[data-choose=result]").get_by_text("mocsar rules").is_hidden()
    page.get_by_role("button", name="Mend it").click()
    assert short(page) == "kollar(exchange.pays=none, exchange.returns=nothing, exchange.sizes=[])"
    assert page.locator(".ms-question--broken").count() == 0
    assert page.locator("[data-choose=result]").get_by_text("mocsar rules").is_visible()


@needs_browser
def test_what_was_answered_last_is_kept_by_the_repair(visit: Any) -> None:
    """With the sizes chosen before, a repair that kept all that was chosen would find nothing."""
    page = visit("#v=kollar&exchange.sizes=2,1")
    answer(page, "exchange.pays", "none")
    page.get_by_role("button", name="Mend it").click()
    assert "exchange.pays=none" in short(page)
    assert "exchange.sizes=[]" in short(page)


@needs_browser
def test_the_last_answer_can_be_taken_back(visit: Any) -> None:
    page = visit()
    answer(page, "exchange.pays", "none")
    page.get_by_role("button", name="Take back the last answer").click()
    page.wait_for_function("() => !document.querySelector('.ms-question--broken')")
    assert short(page) == "kollar"


# ---- links -----------------------------------------------------------------------------------------------------------


@needs_browser
def test_the_link_restores_it_in_a_new_page_and_in_the_other_language(visit: Any, material: Material) -> None:
    page = visit()
    answer(page, "trick.ends", "one-lap")
    question(page, "ranks.wild").get_by_label("two").uncheck()
    link = page.locator("[data-choose=result] .ms-copy-text").last.inner_text()
    assert link == page.url
    assert link.endswith("choose/#v=kollar&ranks.wild=joker&trick.ends=one-lap")
    again = visit(link[link.index("#") :])
    assert short(again) == "kollar(ranks.wild=[joker], trick.ends=one-lap)"
    again.get_by_role("link", name="Magyar").first.click()
    again.wait_for_url("**/hu/choose/#*")
    again.wait_for_selector(".ms-bar")
    assert short(again) == "kollar(ranks.wild=[joker], trick.ends=one-lap)"
    assert clauses(again) == wanted(material, "kollar(ranks.wild=[joker], trick.ends=one-lap)")
    title = material.contents.clauses["game.aim"].title["hu"]
    assert again.locator('[data-clause="game.aim"] h4').inner_text() == title


@needs_browser
def test_a_link_of_another_edition_is_taken_as_far_as_it_goes(visit: Any) -> None:
    page = visit("#v=kollar&trick.ends=one-lap&play.colour=red&pack.packs=99")
    assert short(page) == "kollar(trick.ends=one-lap)"
    notice = page.locator(".ms-notice").inner_text()
    assert "play.colour=red, pack.packs=99" in notice


@needs_browser
def test_back_and_forward_go_through_the_answers(visit: Any) -> None:
    page = visit()
    answer(page, "trick.ends", "one-lap")
    answer(page, "play.beats", "equal-or-higher")
    page.go_back()
    assert short(page) == "kollar(trick.ends=one-lap)"
    assert question(page, "play.beats").locator("input:checked").get_attribute("value") == "higher"
    page.go_back()
    assert short(page) == "kollar"
    page.go_forward()
    assert short(page) == "kollar(trick.ends=one-lap)"


@needs_browser
def test_a_link_within_the_page_does_not_lose_the_answers(visit: Any) -> None:
    page = visit()
    answer(page, "trick.ends", "one-lap")
    page.locator(".ms-bar").get_by_role("link", name="The rules").click()
    page.wait_for_function("() => location.hash === '#v=kollar&trick.ends=one-lap'")
    assert page.evaluate("document.getElementById('rules').getBoundingClientRect().top") < 200
    page.reload()
    page.wait_for_selector(".ms-bar")
    assert short(page) == "kollar(trick.ends=one-lap)"


# ---- the sheet -------------------------------------------------------------------------------------------------------


def longest(material: Material, lang: str) -> str:
    """Return the link of a setting that answers everything otherwise than its variant, in the longest words."""
    contents = material.contents
    setting = max(material.settings.values(), key=lambda each: len(material.matters[each.variant.id]))
    told = []
    for toggle in contents.toggles.values():
        others = [each for each in domain(contents, toggle) if each != setting.values[toggle.id]]
        value = max(others, key=lambda each: len(value_sentence(contents, toggle, each, lang)))
        told.append(f"{toggle.id}={','.join(map(str, value)) if isinstance(value, tuple) else value}")
    return f"#v={setting.variant.id}&{'&'.join(sorted(told))}"


@needs_browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_is_one_page_of_a4_whatever_was_chosen(visit: Any, material: Material, lang: str) -> None:
    for fragment in ("", "#v=elnok-nyugati&trick.ends=one-lap", longest(material, lang)):
        page = visit(fragment, lang)
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, fragment
        page.emulate_media(media="print")
        sheet = page.locator(".ms-sheet")
        box = sheet.bounding_box()
        assert box is not None
        assert box["height"] < (297 - 2 * 12) * MM
        assert sheet.evaluate("each => each.scrollHeight <= each.clientHeight"), "something is cut off"
        told = sheet.inner_text()
        assert page.url in told.replace("\n", "")
        values = page.evaluate("() => document.querySelectorAll('.ms-sheet li.ms-own').length")
        assert values == fragment.count("&")


@needs_browser
def test_the_sheet_has_what_matters_and_what_was_changed(visit: Any, material: Material) -> None:
    page = visit("#v=kollar&match.deals=5")
    page.emulate_media(media="print")
    assert page.locator(".ms-sheet li").count() == len(material.matters["kollar"] | {"match.deals"})
    own = page.locator(".ms-sheet li.ms-own")
    assert own.all_inner_texts() == ["How many deals a match has: 5."]
    assert page.locator("h1:visible").all_inner_texts() == ["Mocsár: house rules"]


# ---- everybody -------------------------------------------------------------------------------------------------------


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(visit: Any, scheme: str) -> None:
    lang = "en" if scheme == "light" else "hu"
    page = visit("#v=kollar&exchange.pays=none&trick.ends=one-lap&pack.packs=3", lang, color_scheme=scheme)
    assert axe_violations(page, "article") == []


@needs_browser
def test_every_group_of_controls_has_its_question(visit: Any, material: Material) -> None:
    page = visit(lang="hu")
    legends = page.locator(".ms-question legend")
    told = [each.partition(" módosítva")[0] for each in legends.all_text_contents()]
    assert told == [toggle.title["hu"] for toggle in material.contents.toggles.values()]
    assert page.locator(".ms-bar-status[role=status]").count() == 1


@needs_browser
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("script", [True, False])
def test_nothing_scrolls_sideways_on_a_small_phone(visit: Any, lang: str, script: bool) -> None:
    small = {"width": 320, "height": 640}
    fragment = "#v=kollar&exchange.pays=none&runs.allowed=any-suit&revolution.put_out=on-empty-table"
    page = visit(fragment, lang, viewport=small, java_script_enabled=script)
    width = page.locator("html").evaluate("each => each.scrollWidth")
    assert width <= small["width"]


# ---- without a script ------------------------------------------------------------------------------------------------


@needs_browser
def test_without_a_script_the_tables_stand(visit: Any, material: Material) -> None:
    page = visit(lang="hu", java_script_enabled=False)
    tables = page.locator("[data-toggle] table:visible")
    assert tables.count() == len(material.contents.toggles)
    assert page.locator("input:visible:not(.md-toggle)").count() == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_have_every_answer_and_who_gives_it(composed: Composed, material: Material, lang: str) -> None:
    tree = lxml.html.fromstring(composed.site.texts[lang]["choose.md"])
    for toggle in material.contents.toggles.values():
        (table,) = tree.xpath(f'//div[@data-toggle="{toggle.id}"]/table')
        rows = [[cell.text_content() for cell in row] for row in table.xpath("tbody/tr") if len(row) == 3]
        takers = {sentence: names.split() for sentence, _, names in rows}
        for text in toggle.values.values():
            assert text[lang] in takers, toggle.id
        for name, setting in material.settings.items():
            sentence = value_sentence(material.contents, toggle, setting.values[toggle.id], lang)
            assert [taken for taken, names in takers.items() if name in names] == [sentence], toggle.id


def test_no_script_is_written_into_the_page(composed: Composed) -> None:
    """A strict Content-Security-Policy lets only files run."""
    for lang in LANGUAGES:
        tree = lxml.html.fromstring(composed.site.texts[lang]["choose.md"])
        for script in tree.iter("script"):
            assert script.get("src") or script.get("type") == "application/json"
        assert not tree.xpath("//@*[starts-with(name(), 'on')]")
        assert not tree.xpath("//@style")
    assert "eval(" not in "".join(each.read_text(encoding="utf-8") for each in scripts())


def scripts() -> list[Path]:
    from mocsar_docs.write import ASSETS

    return sorted(ASSETS.glob("choose*.js"))
