"""The page of results: whole without a network and without a script, in both schemes, on a phone too."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lxml.html
import pytest

from mocsar_conformance.records import VERDICTS
from mocsar_conformance.reports import render
from mocsar_conformance.reports.html import OPENED
from mocsar_conformance.results import Results

from ..browser import Watched, axe_violations
from .samples import BAD, MADE, MEANINGS, poisoned, results

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RUN = "window.ran = true"
LIVE = [
    f'"><script>{RUN}</script>',
    f"</style></script></title><script>{RUN}</script>",
    f"<img src=x onerror='{RUN}'><svg onload='{RUN}'>",
    f"' onmouseover='{RUN}' autofocus onfocus='{RUN}",
    f"javascript:{RUN}",
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css><iframe src=http://127.0.0.1:9/>",
    "</dd></dl></details><base href=http://127.0.0.1:9/><meta http-equiv=refresh content=0;url=http://127.0.0.1:9/>",
]
"""Each would set a flag or ask for something, if it came to life."""


def parsed(found: Results, lang: str = "en") -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(render("html", found, lang))


@pytest.fixture(scope="module")
def english() -> lxml.html.HtmlElement:
    return parsed(results())


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("page") / "report.html"
    found.write_text(render("html", results(), "en"), encoding="utf-8")
    return found


def ids(*meanings: str) -> list[str]:
    return [outcome.id for outcome, _, meaning in MADE if meaning in meanings]


def under(section: str, whole: lxml.html.HtmlElement) -> list[str]:
    return [str(each) for each in whole.xpath(f'//section[@aria-labelledby="{section}"]//summary/code/text()')]


def account(name: str, whole: lxml.html.HtmlElement) -> dict[str, str]:
    """Return what is written of a finding, by the name of the row."""
    rows = whole.xpath(f'//article[.//summary/code="{name}"]//dl[@class="account"]/div')
    return {row.xpath("./dt")[0].text_content(): row.xpath("./dd")[0].text_content() for row in rows}


def differing(name: str, whole: lxml.html.HtmlElement) -> list[list[str]]:
    rows = whole.xpath(f'//article[.//summary/code="{name}"]//dd//tr')
    return [[cell.text_content() for cell in row.iterchildren()] for row in rows]


def many(failures: int, others: int) -> Results:
    """Return results of a size that a real run may have, with requests as long as a real one's."""
    toggles = {f"chapter.toggle-{number}": ["some", "value"] for number in range(25)}
    start = {"request": "start", "variant": "kollar", "toggles": toggles, "hands": {"Anna": ["3"] * 20}}
    failing, passing = (results().outcomes[MEANINGS.index(each)] for each in ("finding", "pass"))
    failure = {**failing["failure"], "requests": [start, *[failing["failure"]["sent"]] * 10]}
    outcomes = [{**failing, "id": f"trick/number-{each}", "failure": failure} for each in range(failures)]
    outcomes += [{**passing, "id": f"cards/number-{each}"} for each in range(others)]
    return Results(results().run, outcomes, results().end)


# ---- what is on it


def test_who_was_tested_against_what_and_how_it_stands(english: lxml.html.HtmlElement) -> None:
    head = english.xpath("//header")[0].text_content()
    for word in ("mine 2", "2026-12", "0.1.0", "js", "node a.js"):
        assert word in head
    standings = [each.text_content() for each in english.xpath('//ul[@class="standings"]/li')]
    assert len(standings) == 2
    assert "✗" in standings[0]
    assert "kollar: not conformant" in standings[0]
    assert "cannot do: capability `pack`" in standings[0]
    assert "✓" in standings[1]
    assert "jekely: conformant" in standings[1]


def test_chapters_by_variants_with_sign_and_number(english: lxml.html.HtmlElement) -> None:
    rows = english.xpath('//table[@class="matrix"]//tr')
    told = [[" ".join(cell.text_content().split()) for cell in row.iterchildren()] for row in rows]
    right = sum(each in ("pass", "noted") for each in MEANINGS) - 1  # one of them is of the other variant
    counted = right + sum(each in ("finding", "unexpected", "known") for each in MEANINGS)
    cells = [f"✗ {right}/{counted}, findings", "✓ 1/1, all right"]
    assert told == [["chapter", "kollar", "jekely"], ["The trick", *cells], ["all chapters", *cells]]


def test_a_cell_leads_to_what_is_wrong(english: lxml.html.HtmlElement) -> None:
    links = english.xpath('//table[@class="matrix"]//a/@href')
    assert links == ["#trick/fails--kollar"]


def test_a_finding_says_all_there_is_to_know(english: lxml.html.HtmlElement) -> None:
    told = account("trick/fails", english)
    assert list(told) == [
        "the situation",
        "what was done",
        "what the rulebook says",
        "in this scenario",
        "what the subject said",
        "the difference",
        "run just this again",
        "to feed by hand",
        "link to this",
    ]
    assert "step 2: Bea: play J" in told["what was done"]
    assert told["what the rulebook says"] == "End. It ends. trick.ends"
    assert told["in this scenario"] == "So it is."
    assert told["what the subject said"] == "accepted"
    assert differing("trick/fails", english) == [["place", "wanted", "got"], ["answer", '"refused"', '"accepted"']]
    assert told["run just this again"] == (
        "mocsar validate --only trick/fails --variant kollar --show-wire -- node a.js"
    )
    assert told["link to this"] == "#trick/fails--kollar"


def test_the_lines_to_feed_by_hand_begin_with_hello_and_are_folded(english: lxml.html.HtmlElement) -> None:
    feed = english.xpath('//article[.//summary/code="trick/fails"]//div[@class="feed"]//details')[0]
    assert feed.get("open") is None
    lines = feed.xpath("./pre")[0].text_content().splitlines()
    assert [re.findall(r'"request":"(\w+)"', each) for each in lines] == [["hello"], ["start"], ["act"]]


def test_a_crash_shows_what_the_subject_wrote(english: lxml.html.HtmlElement) -> None:
    told = account("trick/crashes", english)
    assert "what the rulebook says" not in told
    assert told["P010"].splitlines()[0] == "P010 it ended"
    assert "Traceback:\n      line 2" in told["P010"]


def test_the_table_is_drawn_in_the_order_of_the_seats(english: lxml.html.HtmlElement) -> None:
    seats = english.xpath('//article[.//summary/code="trick/fails"]//ol/li')
    assert [each.xpath('.//span[@class="ms-name"]')[0].text for each in seats] == ["Anna", "Bea"]
    assert "to act" in seats[1].text_content()
    assert [each.text for each in seats[1].xpath(".//*[@data-index]")] == ["J"]


def test_what_is_no_finding_stands_apart(english: lxml.html.HtmlElement) -> None:
    assert Counter(under("findings-of", english)) == Counter(ids("finding", "unexpected"))
    for section in ("known", "uncounted", "noted"):
        assert Counter(under(section, english)) == Counter(ids(section))


def test_why_scenarios_were_not_run_is_summed_up(english: lxml.html.HtmlElement) -> None:
    reasons = [each.text_content() for each in english.xpath('//section[@aria-labelledby="skipped"]//li')]
    assert sorted(reasons) == ["1 scenarios in kollar: left out: hangs", "1 scenarios in kollar: not in kollar"]


def test_each_clause_stands_once_with_the_failures_that_cite_it(english: lxml.html.HtmlElement) -> None:
    clauses = english.xpath('//section[@aria-labelledby="clauses"]/article')
    assert [each.get("id") for each in clauses] == ["clause-trick.ends"]
    assert "mocsar explain trick.ends" in clauses[0].text_content()
    citing = {"trick/noted", "trick/fails", "trick/known", "trick/read-otherwise", "trick/disputed"}
    assert set(clauses[0].xpath(".//li/a/@href")) == {f"#{each}--kollar" for each in citing}


def test_every_link_within_it_leads_somewhere(english: lxml.html.HtmlElement) -> None:
    targets = [str(each) for each in english.xpath("//@id")]
    assert len(targets) == len(set(targets))
    links = [str(each) for each in english.xpath("//a/@href")]
    assert links
    assert {each[:1] for each in links} == {"#"}
    assert {each[1:] for each in links} <= set(targets)


def test_all_of_it_is_in_the_readers_language() -> None:
    page = parsed(results(), "hu")
    assert page.get("lang") == "hu"
    assert "Egyenlő érték nem jó" in page.text_content()
    told = account("trick/fails", page)
    assert told["mit mond a szabálykönyv"] == "Vége. Véget ér. trick.ends"
    assert told["ebben a példában"] == "Így van."
    assert page.xpath('//article[.//summary/code="trick/fails"]//*[@data-index]/text()')[:2] == ["3", "B"]


def test_the_policy_allows_nothing_but_its_own_style_and_script(english: lxml.html.HtmlElement) -> None:
    policy = english.xpath('//meta[@http-equiv="Content-Security-Policy"]/@content')[0]
    said = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert said["default-src"] == "'none'"
    assert said["script-src"].startswith("'sha256-")
    assert not [each for each in english.iter() if each.get("src") or each.tag in ("link", "img", "iframe", "base")]


def test_a_run_that_was_broken_off_says_so() -> None:
    assert "broken off" in render("html", results(None), "en")


def test_a_run_without_findings_says_so() -> None:
    right = [each for each, means in zip(results().outcomes, MEANINGS, strict=True) if means == "pass"]
    found = Results(results().run, right, results().end)
    assert "Nothing is wrong." in render("html", found, "en")


def test_an_old_stream_without_accounts_is_shown_all_the_same() -> None:
    found = results()
    for each in found.outcomes:
        for key in ("situation", "clauses", "text", "done", "because", "reasons"):
            (each.get("failure") or {}).pop(key, None)  # type: ignore[attr-defined]
    listed = parsed(found, "hu").xpath('//article[contains(@class,"outcome")]')
    assert len(listed) == sum(each not in ("pass", "skipped") for each in MEANINGS)


def test_two_outcomes_of_one_name_have_two_anchors() -> None:
    found = results()
    twice = Results(found.run, [*found.outcomes, *found.outcomes], found.end)
    targets = parsed(twice).xpath("//@id")
    assert len(targets) == len(set(targets))


def test_a_run_with_hundreds_of_failures_stays_usable() -> None:
    text = render("html", many(300, 2700), "en")
    assert len(text) < 3_000_000
    page = lxml.html.document_fromstring(text)
    assert len(page.xpath('//article[contains(@class,"outcome")]')) == 300
    assert page.xpath('//article[contains(@class,"outcome")]/details[@open]') == []


def test_a_few_findings_are_shown_unfolded() -> None:
    assert len(parsed(many(OPENED, 0)).xpath('//article[contains(@class,"outcome")]/details[@open]')) == OPENED
    assert parsed(many(OPENED + 1, 0)).xpath('//article[contains(@class,"outcome")]/details[@open]') == []


# ---- what of a stream is never more than text


@pytest.mark.parametrize("bad", LIVE, ids=range(len(LIVE)))
def test_a_hostile_text_makes_no_element_attribute_or_address(bad: str, english: lxml.html.HtmlElement) -> None:
    def shape(page: lxml.html.HtmlElement) -> set[tuple[Any, ...]]:
        return {(each.tag, *sorted(each.attrib)) for each in page.iter()}

    page = parsed(poisoned(bad))
    assert shape(page) <= shape(english)
    assert {str(each)[:1] for each in page.xpath("//@href")} == {"#"}
    assert {str(each)[1:] for each in page.xpath("//@href")} <= set(page.xpath("//@id"))
    assert set(page.xpath("//@data-verdict")) <= set(VERDICTS)


def test_nothing_hostile_comes_to_life(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(render("html", results(), "en"), encoding="utf-8")
    watched = Watched(browser, path)
    for bad in [*LIVE, *BAD[4:8]]:
        path.write_text(render("html", poisoned(bad), "en"), encoding="utf-8")
        watched.page.goto(path.as_uri())
        assert watched.page.evaluate("window.ran") is None
    assert set(watched.asked) == {path.as_uri()}
    assert watched.said == []


# ---- in the browser


def shown(page: Page) -> list[str]:
    """Return the ids of the findings that can be seen."""
    findings = page.locator('[aria-labelledby="findings-of"] .outcome:visible summary > code')
    return [each.inner_text() for each in findings.all()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it_and_it_asks_for_nothing(browser: Browser, path: Path, scheme: str) -> None:
    watched = Watched(browser, path, color_scheme=scheme)
    assert axe_violations(watched.page) == []
    assert (watched.asked, watched.said) == ([path.as_uri()], [])


def test_the_schemes_differ(browser: Browser, path: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = (Watched(browser, path, color_scheme=each).page.evaluate(ground) for each in ("light", "dark"))
    assert light != dark


def test_every_failure_can_be_read_without_a_script(browser: Browser, path: Path) -> None:
    page = Watched(browser, path, java_script_enabled=False).page
    assert Counter(shown(page)) == Counter(ids("finding", "unexpected"))
    text = page.locator("body").inner_text()
    for word in ("It ends.", "Bea: play J", "wanted", "mocsar validate --only trick/fails --variant kollar", "P010"):
        assert word in text
    assert not page.locator("#search").is_visible()


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_it_fits_a_phone(browser: Browser, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "report.html"
    path.write_text(render("html", results(), lang), encoding="utf-8")
    page = Watched(browser, path, viewport={"width": 320, "height": 640}).page
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_filters_need_no_script(browser: Browser, path: Path) -> None:
    page = Watched(browser, path, java_script_enabled=False).page
    page.locator("label", has=page.locator("#filter-verdict-crash")).click()
    assert shown(page) == ["trick/crashes"]
    page.locator("label", has=page.locator('[name="verdict"][value=""]')).click()
    assert Counter(shown(page)) == Counter(ids("finding", "unexpected"))


def test_words_are_searched_whatever_their_case_and_accents(browser: Browser, path: Path) -> None:
    page = Watched(browser, path).page
    page.locator("#search").fill("capabílity PACK")
    assert shown(page) == ["trick/lacks"]
    assert page.locator("#shown").inner_text() == "1 shown"


def test_a_link_opens_what_it_leads_to_whatever_is_filtered(browser: Browser, path: Path) -> None:
    page = Watched(browser, path).page
    page.locator("#close-all").click()
    page.locator("#filter-verdict-crash").check()
    page.locator(".matrix a").first.click()
    finding = page.locator('[id="trick/fails--kollar"] .account')
    finding.wait_for(state="visible", timeout=2000)
    page.goto(f"{path.as_uri()}#trick/known--kollar")
    page.locator('[id="trick/known--kollar"] .account').wait_for(state="visible", timeout=2000)


def test_what_is_folded_is_printed(browser: Browser, path: Path) -> None:
    page = Watched(browser, path, java_script_enabled=False).page
    known = page.locator('[id="trick/known--kollar"] .account')
    assert not known.is_visible()
    page.emulate_media(media="print")
    assert known.is_visible()
