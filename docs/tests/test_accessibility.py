"""Every kind of page in both schemes: WCAG 2.2 AA by axe-core, keys alone, no sideways scrolling, no other host."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lxml.html
import pytest

from mocsar_docs.arrange import KINDS, pages_of
from mocsar_docs.links import address as address_of
from mocsar_docs.read import LANGUAGES, Material

from .in_browser import Watched, axe_violations, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(chromium() is None, reason="there is no Chromium")
SHOTS = os.environ.get("MOCSAR_SHOTS", "")
"""A folder: what these tests see is kept there as pictures, to be looked at."""
ALIKE = {"rules/": ("rules/kollar", "rules/jekely-farago"), "cases/": ("cases/following",)}
"""Of these kinds there are many pages; the index and these stand for all."""
WIDTHS = {"wide": (1280, 900), "phone": (320, 640)}
LOOKS: dict[str, tuple[Any, str, str, tuple[str, ...]]] = {
    "light": ("light", "", "wide", ()),
    "dark": (
        "dark",
        "hu/",
        "phone",
        ("color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "html-has-lang"),
    ),
}
"""Scheme, language, width, and which of axe's rules: all, or those that colours, widths and languages bear on."""
SHORTER = """([most, sections]) => {
  const article = document.querySelector("article .ms-page") ?? document.querySelector("article");
  for (const [level, upTo] of [["h2", 2], ["h3", 3]]) {
    const headings = [...article.querySelectorAll(level)];
    for (const heading of headings.slice(level === "h3" || headings.length > sections ? most : sections)) {
      const below = () => heading.nextElementSibling;
      while (below() && !(/^H[1-3]$/.test(below().tagName) && below().tagName[1] <= upTo)) below().remove();
      heading.remove();
    }
  }
  const many = "tbody, table:not(:has(tbody)), ul, ol, pre code, fieldset, form";
  const lists = [...article.querySelectorAll(many), ...document.querySelectorAll(".md-nav__list")];
  for (const each of lists) [...each.children].slice(most).forEach((child) => child.remove());
}"""
"""Of hundreds of like sections, rows, entries and words of code, the first are examined: axe-core takes a millisecond
for the contrast of each word. Pages of few sections, such as those that somebody wrote, keep them all.
"""
MOST = 8
SECTIONS = 12
WIDER = """(width) => [...document.querySelectorAll("body *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && box.right > width + 1 && getComputedStyle(each).visibility !== "hidden";
}).slice(0, 5).map((each) => each.outerHTML.slice(0, 100))"""


def addresses(kind: str, material: Material) -> list[str]:
    """Return the addresses of the pages of a kind; where many are alike, of some."""
    found = []
    for page in pages_of(kind, material):
        folder = page.id.partition("/")[0] + "/"
        if folder in ALIKE and page.id not in (*ALIKE[folder], f"{folder}index"):
            continue
        found.append(address_of(page.path))
    return found


def keep(page: Page, path: str, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{path.strip('/').replace('/', '-') or 'start'}-{name}.png")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("look", LOOKS)
def test_no_kind_of_page_violates_wcag(
    browser: Browser, address: str, material: Material, kind: str, look: str
) -> None:
    """Each scheme in a language and a width of its own; the second is asked what may differ from the first."""
    scheme, root, size, only = LOOKS[look]
    width, height = WIDTHS[size]
    watched = Watched(
        browser, axe=True, color_scheme=scheme, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page, violations = watched.page, {}
    paths = addresses(kind, material)
    assert paths
    for path in paths:
        page.goto(f"{address}{root}{path}")
        keep(page, path, look)
        wide = page.evaluate("document.documentElement.scrollWidth")
        sideways = page.evaluate(WIDER, width) if wide > width else []
        page.evaluate(SHORTER, [MOST, SECTIONS])
        found = [*axe_violations(page, only=only), *(f"wider than the screen: {each}" for each in sideways)]
        if found:
            violations[path] = found[:5]
    assert violations == {}
    assert watched.wrong == []
    assert all(asked.startswith((address, "data:")) for asked in watched.asked)
    watched.close()


@pytest.mark.parametrize("look", LOOKS)
def test_what_violates_wcag_would_be_noticed(browser: Browser, address: str, look: str) -> None:
    scheme, root, _, only = LOOKS[look]
    watched = Watched(browser, axe=True, color_scheme=scheme)
    watched.page.goto(f"{address}{root}titles/")
    watched.page.evaluate("document.querySelector('article h1').style.color = 'rgb(127 127 127 / 40%)'")
    assert [each.partition(":")[0] for each in axe_violations(watched.page, only=only)] == ["color-contrast"]
    watched.close()


def test_every_picture_has_words(built: Path) -> None:
    seen = dict.fromkeys(LANGUAGES, 0)
    for file in built.rglob("index.html"):
        page = lxml.html.parse(str(file)).getroot()
        lang = page.get("lang")
        for each in page.iterfind(".//article//img"):
            assert each.get("alt") is not None, file
            seen[lang] += 1
        for each in page.iterfind(".//article//svg"):
            told = each.get("aria-label") or each.get("aria-labelledby") or each.findtext(".//title")
            assert told or each.get("aria-hidden") == "true" or each.getparent().get("aria-hidden") == "true", file
            seen[lang] += bool(told)
    assert all(seen.values()), seen


FOCUSED = """() => {
  const each = document.activeElement;
  const shown = each.matches(".md-option") ? each.nextElementSibling : each; // the switch of schemes is a hidden box
  const box = shown.getBoundingClientRect();
  const style = getComputedStyle(shown);
  const header = document.querySelector(".md-header").getBoundingClientRect().bottom;
  return {
    what: each.outerHTML.slice(0, 90),
    in_article: Boolean(each.closest("article")),
    last: each.closest(".md-footer") !== null,
    body: each === document.body,
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0
      && box.top < innerHeight && box.left < innerWidth,
    uncovered: Boolean(each.closest(".md-header, .md-skip, [data-md-component=skip]")) || box.bottom > header,
    outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  };
}"""


@pytest.mark.parametrize("path", ("", "hu/reasons/"))
@pytest.mark.parametrize("size", WIDTHS)
def test_tab_walks_through_the_page_and_out_of_it(browser: Browser, address: str, path: str, size: str) -> None:
    width, height = WIDTHS[size]
    watched = Watched(browser, viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = watched.page
    page.goto(f"{address}{path}")
    article = page.eval_on_selector_all("article a[href], article summary", "all => all.length")
    walked = []
    for _ in range(article + 80):
        page.keyboard.press("Tab")
        walked.append(page.evaluate(FOCUSED))
        if walked[-1]["last"] or walked[-1]["body"]:
            break
    assert walked[-1]["last"], walked[-1]
    assert [each["what"] for each in walked if not (each["seen"] and each["outline"] and each["uncovered"])] == []
    hidden = "all => all.filter((each) => !each.checkVisibility()).length"  # in what is folded
    folded = page.eval_on_selector_all("article a[href], article summary", hidden)
    assert sum(each["in_article"] for each in walked) == article - folded
    watched.close()


def test_the_first_key_leads_past_the_navigation(browser: Browser, address: str) -> None:
    watched = Watched(browser)
    page = watched.page
    page.goto(f"{address}rules/kollar/")
    page.keyboard.press("Tab")
    assert "md-skip" in page.evaluate("document.activeElement.className")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")
    watched.close()


def test_what_is_folded_opens_with_a_key_and_by_a_link_into_it(browser: Browser, address: str) -> None:
    watched = Watched(browser)
    page = watched.page
    page.goto(f"{address}rules/kollar/")
    page.focus("article details > summary")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.parentElement.open")
    page.keyboard.press("Enter")
    assert not page.evaluate("document.activeElement.parentElement.open")
    page.evaluate("document.querySelector('article details > :not(summary)').id = 'inside'")
    page.evaluate("location.hash = 'inside'")
    page.wait_for_selector("#inside", state="visible")
    watched.close()


def test_the_menu_of_a_phone_opens_and_closes_with_keys(browser: Browser, address: str) -> None:
    watched = Watched(browser, viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    page = watched.page
    page.goto(f"{address}hu/toggles/")
    menu = page.get_by_role("button", name="Menü")
    assert menu.get_attribute("aria-expanded") == "false"
    menu.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.md-sidebar--primary') !== null")
    assert menu.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert menu.get_attribute("aria-expanded") == "false"
    assert menu.evaluate("each => each === document.activeElement")
    page.keyboard.press("Space")
    page.wait_for_function("document.activeElement.closest('.md-sidebar--primary') !== null")
    page.evaluate("document.querySelector('article a').focus()")
    assert menu.get_attribute("aria-expanded") == "false"
    watched.close()
