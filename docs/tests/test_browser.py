"""The pages in a browser: the switches of language and scheme, narrowing a comparison, and the printed rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import pytest
from pypdf import PdfReader

from mocsar_docs import build
from mocsar_docs.links import address as address_of
from mocsar_docs.read import LANGUAGES, Material

from .conftest import Composed
from .in_browser import Watched, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(chromium() is None, reason="there is no Chromium")
ROOTS = {"en": "", "hu": "hu/"}


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Return a page; afterwards nothing may have gone wrong, nor been asked of another host."""
    watched = Watched(browser, viewport={"width": 1280, "height": 900})
    yield watched.page
    assert watched.wrong == []
    assert all(asked.startswith((address, "data:", "blob:")) for asked in watched.asked)
    watched.close()


def test_every_page_leads_to_itself_in_the_other_language(page: Page, address: str, composed: Composed) -> None:
    """Looked up without following: that each of them exists is another test's."""
    page.goto(address)
    paths = [address_of(each.path) for each in composed.site.pages]
    ask = """async ([root, paths]) => {
      const found = {};
      for (const path of paths) {
        const whole = new DOMParser().parseFromString(await (await fetch(root + path)).text(), "text/html");
        const link = whole.querySelector("a.ms-language");
        found[path] = [new URL(link.getAttribute("href"), root + path).href, link.lang];
      }
      return found;
    }"""
    for lang, other in (LANGUAGES, LANGUAGES[::-1]):
        found = page.evaluate(ask, [f"{address}{ROOTS[lang]}", paths])
        assert found == {path: [f"{address}{ROOTS[other]}{path}", other] for path in paths}


@pytest.mark.parametrize(
    "path", ("", "rules/#follow.beats.higher", "rules/jekely/#lead.no-pass", "toggles/#play.beats", "glossary/#pass")
)
def test_the_switch_of_languages_keeps_the_place(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}{path}")
    page.click("a.ms-language")
    page.wait_for_url(f"{address}hu/{path}")
    assert page.evaluate("document.documentElement.lang") == "hu"
    fragment = path.partition("#")[2]
    if fragment:
        place = f"document.getElementById({fragment!r}).getBoundingClientRect().top"
        page.wait_for_function(f"{place} < innerHeight")
        header = "document.querySelector('.md-header').getBoundingClientRect().bottom"
        assert page.evaluate(f"{place} >= {header} - 1")
    page.click("a.ms-language")
    page.wait_for_url(f"{address}{path}")


def test_a_place_gone_to_on_the_page_is_kept_too(page: Page, address: str) -> None:
    page.goto(f"{address}reasons/")
    page.evaluate("location.hash = 'must-lead'")
    page.click("a.ms-language")
    page.wait_for_url(f"{address}hu/reasons/#must-lead")


def test_the_page_of_an_unknown_address_leads_back(page: Page, address: str) -> None:
    page.goto(f"{address}404.html")
    assert set(hrefs(page, "a.ms-language")) == {f"{address}hu/"}
    for lang, root in (("en", address), ("hu", f"{address}hu/")):
        assert f"{root}editions/" in hrefs(page, f".ms-lost {':lang(hu)' if lang == 'hu' else 'p'} a")


def hrefs(page: Page, selector: str) -> list[str]:
    return page.eval_on_selector_all(selector, "all => all.map((each) => each.href)")  # type: ignore[no-any-return]


SCHEME = "document.body.dataset.mdColorScheme"


@pytest.mark.parametrize(
    ("own", "schemes"), (("dark", ["slate", "default", "slate"]), ("light", ["default", "default", "slate"]))
)
def test_the_look_is_the_readers_own_until_it_is_switched_and_then_kept(
    browser: Browser, address: str, own: Any, schemes: list[str]
) -> None:
    watched = Watched(browser, color_scheme=own)
    page = watched.page
    page.goto(address)
    ground = []
    for at, scheme in enumerate(schemes):
        page.wait_for_function(f"{SCHEME} === '{scheme}'")
        ground.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        if at < len(schemes) - 1:
            page.click("[data-md-component=palette] label:not([hidden])")
    assert len(set(ground)) == 2
    page.goto(f"{address}hu/toggles/")
    assert page.evaluate(SCHEME) == schemes[-1]
    watched.close()


def test_a_comparison_narrows_to_two_variants_and_to_what_differs(page: Page, address: str, material: Material) -> None:
    page.goto(f"{address}compare/")
    names = "all => [...new Set(all.filter((each) => each.checkVisibility()).map((each) => each.dataset.variant))]"
    assert page.eval_on_selector_all("[data-variant]", names) == list(material.settings)
    page.select_option("select[name=a]", "kollar")
    page.select_option("select[name=b]", "jekely")
    assert page.eval_on_selector_all("[data-variant]", names) == ["kollar", "jekely"]
    rows = "all => all.filter((each) => each.checkVisibility()).map((each) => each.querySelector('a').hash.slice(1))"
    every = page.eval_on_selector_all("tbody tr:not(.ms-group)", rows)
    page.check("input[name=differences]")
    differing = set(page.eval_on_selector_all("tbody tr:not(.ms-group)", rows))
    a, b = material.settings["kollar"], material.settings["jekely"]
    toggles = material.contents.toggles
    both = material.matters["kollar"], material.matters["jekely"]
    wanted = {
        each
        for each in toggles
        if (each in both[0]) != (each in both[1]) or (each in both[0] and a.values[each] != b.values[each])
    }
    clauses = [{each.id for each in material.present[name]} for name in ("kollar", "jekely")]
    assert differing == wanted | (clauses[0] ^ clauses[1])
    assert len(differing) < len(every)
    page.reload()
    assert page.eval_on_selector_all("[data-variant]", names) == ["kollar", "jekely"]
    assert page.is_checked("input[name=differences]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_page_is_the_text_alone(page: Page, address: str, lang: str) -> None:
    page.goto(f"{address}{ROOTS[lang]}print/")
    page.emulate_media(media="print")
    for each in (".md-header", ".md-sidebar", ".md-footer", ".ms-find", ".headerlink"):
        assert not page.is_visible(each), each
    assert page.evaluate("getComputedStyle(document.querySelector('article h1')).color") == "rgb(0, 0, 0)"


@pytest.mark.parametrize(("lang", "said"), (("en", "The leader must play"), ("hu", "A hívó nem passzolhat")))
def test_the_pdf_has_pages_with_the_rules_in_the_language(
    built: Path, material: Material, lang: str, said: str
) -> None:
    file = build.print_rulebook(build.places(built), lang)
    assert file == built / ROOTS[lang] / "print" / "mocsar.pdf"
    assert [each.name for each in file.parent.iterdir() if each.suffix == ".html"] == ["index.html"]
    printed = PdfReader(file)
    led = [each.get_object() for page in printed.pages for each in page.get("/Annots", ())]
    assert not [each["/A"] for each in led if "/URI" in each.get("/A", {})], "a link to a file of this machine"
    pages = [each.extract_text() for each in printed.pages]
    assert len(pages) >= 10
    assert all(each.strip() for each in pages)
    told = re.sub(r"\s", "", normalize("NFKC", "".join(pages)))  # without ligatures
    assert re.sub(r"\s", "", said) in told
    titles = [
        re.sub(r"\s", "", each.title[lang]) for each in material.contents.clauses.values() if material.having[each.id]
    ]
    assert [each for each in titles if each not in told] == []
