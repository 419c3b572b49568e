"""One planted fault a test: each stops the build, with its code, and says what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from mocsar_docs import build
from mocsar_docs.arrange import arrange
from mocsar_docs.checks import check_site
from mocsar_docs.errors import CODES, Faults
from mocsar_docs.links import Anchor
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Handwritten, Material
from mocsar_reference import MocsarError

from .conftest import found

TITLE = {"en": "A page", "hu": "Egy oldal"}


def page(text: str = "", path: str = "a.md", anchors: Iterable[Anchor] = ()) -> Page:
    return Page(path, TITLE, lambda w: text, "test", tuple(anchors))


def written(material: Material, en: str | None, hu: str | None) -> Material:
    """Return material with one hand-written page, of these texts."""
    texts = {"en": en, "hu": hu}
    head = {"variant": "kollar"}
    pages = {lang: {"tried": Handwritten("tried", text, head)} for lang, text in texts.items() if text is not None}
    return replace(material, handwritten={lang: pages.get(lang, {}) for lang in texts})


def hollow(page: Page) -> Page:
    """Return a page with all its anchors and nothing else, which is written in no time."""
    fragments = dict.fromkeys(each.fragment for each in page.anchors if each.fragment)
    return replace(page, body=lambda w: "\n".join(f'<p id="{each}"></p>' for each in fragments))


def arranged(material: Material, *whole: str) -> list[Page]:
    """Return the project's pages, all hollow but those of these paths."""
    return [each if each.path in whole else hollow(each) for each in arrange(material)]


def test_every_code_has_its_meaning() -> None:
    assert all(code[0] == "W" and len(code) == 4 and text for code, text in CODES.items())


def test_a_reference_to_nothing_is_w001(material: Material) -> None:
    def body(w: Writing) -> str:
        return w.link("clause", "follow.beats.hihger")

    wrong = [*arranged(material), Page("a.md", TITLE, body, "test")]
    told = found(material, wrong, "W001")
    assert told == ["a.md: there is no clause 'follow.beats.hihger' to refer to\ndid you mean 'follow.beats.higher'?"]


def test_a_reference_to_nothing_in_a_handwritten_page_is_w001(material: Material) -> None:
    tried = written(material, "# T\n\n[x](toggle:play.baets)\n", "# T\n\n[x](protokoll.md)\n")
    told = "\n".join(found(tried, arranged(tried, "tried.md"), "W001"))
    assert "tried.md: there is no toggle 'play.baets'" in told
    assert "tried.md: there is no page 'protokoll'" in told


def test_a_missing_translation_is_w002(material: Material) -> None:
    contents = material.contents
    clause = contents.clauses["passing.free"]
    altered = replace(
        contents, clauses={**contents.clauses, clause.id: replace(clause, text={"en": clause.text["en"]})}
    )
    tried = replace(material, rulebook=material.rulebook.altered(altered))
    told = found(tried, arranged(tried, "rules/kollar.md"), "W002")
    assert told == ["rules/kollar.md: the text of 'passing.free' is missing in 'hu'"]


def test_a_clause_shown_twice_is_w003(material: Material) -> None:
    again = page("### Again {#passing.free}", "again.md", [Anchor("clause", "passing.free", "passing.free")])
    told = found(material, [*arranged(material), again], "W003")
    assert told == ["again.md: the clause 'passing.free' is at home at rules/index.md#passing.free already"]


def test_an_anchor_twice_on_a_page_is_w003(material: Material) -> None:
    told = found(material, [page('## One {#same}\n\n<p id="same"></p>')], "W003")
    assert told == ["a.md: the anchor 'same' is there 2 times"]


def test_a_clause_that_no_page_shows_is_w004(material: Material) -> None:
    told = found(material, [each for each in arranged(material) if each.path != "rules/index.md"], "W004")
    assert "no page is the home of the clause 'passing.free'" in told


def test_a_clause_left_out_of_its_variant_is_w004(material: Material) -> None:
    pages = [
        replace(each, anchors=tuple(a for a in each.anchors if a.id != "passing.free"))
        if each.path == "rules/kollar.md"
        else each
        for each in arranged(material)
    ]
    assert found(material, pages, "W004") == ["the rules of 'kollar' do not have the clause 'passing.free'"]


@pytest.mark.parametrize("kind", ["toggles.md", "reasons.md", "glossary.md", "titles.md", "sources.md"])
def test_whatever_of_the_rulebook_no_page_shows_is_w004(material: Material, kind: str) -> None:
    assert found(material, [each for each in arranged(material) if each.path != kind], "W004")


def test_a_handwritten_page_without_its_other_language_is_w005(material: Material) -> None:
    tried = written(material, "# Only here\n", None)
    told = found(tried, arranged(tried, "tried.md"), "W005")
    assert told == [
        "tried.md: there is docs/pages/en/tried.md, and no docs/pages/hu/tried.md\nwrite docs/pages/hu/tried.md"
    ]


def test_two_pages_of_one_path_are_w006(material: Material) -> None:
    assert found(material, [page("one"), page("two")], "W006") == ["a.md: two pages have this path"]


def test_an_anchor_promised_and_not_there_is_w007(material: Material) -> None:
    told = found(material, [page("## Other {#other}", anchors=[Anchor("term", "trick", "trick")])], "W007")
    assert told == ["a.md: there is no anchor 'trick', where the term is at home"]


def test_an_anchor_within_code_is_none(material: Material) -> None:
    promised = [Anchor("term", "trick", "trick")]
    assert found(material, [page('```html\n<p id="trick"></p>\n```', anchors=promised)], "W007")


def test_a_page_outside_the_navigation_is_w008() -> None:
    faults = Faults()
    inside, outside, hidden = page(path="in.md"), page(path="out.md"), replace(page(path="hidden.md"), in_nav=False)
    build.check_navigation("mkdocs.yml", "nav: [{A: in.md}, {B: [hidden.md]}]", [inside, outside, hidden], faults)
    assert [each.code for each in faults.found] == ["W008", "W008"]
    assert {each.message.split()[-1] for each in faults.found} == {"out.md", "not"}


def test_a_page_twice_in_the_navigation_is_w008() -> None:
    faults = Faults()
    build.check_navigation("mkdocs.yml", "nav: [{A: a.md}, {B: [a.md]}]", [page()], faults)
    assert [each.message for each in faults.found] == ["mkdocs.yml: a.md is in the navigation twice"]


def test_a_navigation_that_names_nothing_is_w009() -> None:
    faults = Faults()
    build.check_navigation("mkdocs.yml", "nav: [{A: [{B: rulse.md}]}]", [page(path="rules.md")], faults)
    assert [(each.code, each.hint) for each in faults.found][-1] == ("W009", "did you mean 'rules.md'?")


def test_a_gap_that_nothing_fills_is_w010(material: Material) -> None:
    tried = written(material, "# T\n\n{pack.pakcs} and {cards 5 Z}\n", "# T\n")
    told = "\n".join(found(tried, arranged(tried, "tried.md"), "W010"))
    assert "nothing fills the placeholder {pack.pakcs}" in told and "did you mean 'pack.packs'?" in told
    assert "there is no card 'Z'" in told


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ('<a href="../b/">x</a>', "../b/ leads to nothing"),
        ('<a href="#gone">x</a>', "#gone: the page has no such anchor"),
        ('<a href="../../../etc">x</a>', "../../../etc leads out of the site"),
        ('<script src="https://elsewhere.example/x.js"></script>', "<script> fetches https://elsewhere.example/x.js"),
        ('<img src="//elsewhere.example/x.png">', "<img> fetches //elsewhere.example/x.png from another host"),
    ],
)
def test_a_wrong_link_of_the_built_site_is_w011(tmp_path: Path, html: str, message: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text(f'<p id="here"><a href="#here">fine</a> {html}</p>', encoding="utf-8")
    faults = Faults()
    check_site(tmp_path, faults)
    assert [each.code for each in faults.found] == ["W011"]
    assert message in faults.found[0].message


def test_what_mkdocs_complains_of_is_w012(tmp_path: Path) -> None:
    where = build.places(tmp_path / "site", tmp_path / "src")
    (where.sources / "en").mkdir(parents=True)
    (where.sources / "en" / "play.md").write_text("# Play\n\n[nowhere](gone.md)\n", encoding="utf-8")
    complaints = build.mkdocs(where, "en", where.site)
    assert any("gone.md" in each for each in complaints)


def test_what_mkdocs_complains_of_apart_is_told_too(tmp_path: Path) -> None:
    where = build.places(tmp_path / "site", tmp_path / "src")
    for lang in build.CONFIGS:
        (where.sources / lang).mkdir(parents=True)
        (where.sources / lang / "play.md").write_text(f"# Play\n\n[nowhere](gone-{lang}.md)\n", encoding="utf-8")
    with pytest.raises(MocsarError) as told:
        build.build_site(where)
    complaints = [each.message for each in told.value.diagnostics]
    for lang, config in build.CONFIGS.items():
        assert any(each.startswith(config) and f"gone-{lang}.md" in each for each in complaints)
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_build_outside_a_checkout_is_w013(tmp_path: Path) -> None:
    with pytest.raises(MocsarError, match=r"W013 there is no mkdocs.yml in"):
        build.places(project=tmp_path)


def test_a_search_index_of_nothing_is_w014(tmp_path: Path) -> None:
    with pytest.raises(MocsarError, match="W014 Pagefind failed"):
        build.index(build.places(tmp_path / "gone"))


def test_printing_without_chromium_is_w015(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MocsarError, match="W015 there is none of chromium"):
        build.print_rulebook(build.places(tmp_path), "en")


def test_all_faults_are_told_and_not_only_the_first() -> None:
    faults = Faults()
    faults.add("W005", "a.md", "one")
    faults.add("W001", "b.md", "two")
    with pytest.raises(MocsarError) as told:
        faults.check()
    assert [each.code for each in told.value.diagnostics] == ["W001", "W005"]
