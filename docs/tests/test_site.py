"""The built site: both languages pass MkDocs' strict build, and every link and anchor of the result is there."""

from __future__ import annotations

import json
from pathlib import Path
from posixpath import normpath

import pytest

from mocsar_docs.checks import check_site, read
from mocsar_docs.errors import Faults
from mocsar_docs.links import address
from mocsar_docs.read import LANGUAGES

from .conftest import Composed


def test_every_page_is_built_in_both_languages(built: Path, composed: Composed) -> None:
    for page in composed.site.pages:
        for folder in (built, built / "hu"):
            assert (folder / address(page.path) / "index.html").is_file(), page.path


def test_every_link_leads_somewhere_and_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    faults = Faults()
    check_site(built, faults)
    assert faults.found == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_reached_from_the_start(built: Path, composed: Composed, lang: str) -> None:
    root = "" if lang == LANGUAGES[0] else f"{lang}/"
    start = f"{root}index.html"
    reached, waiting = {start}, [start]
    while waiting:
        name = waiting.pop()
        for tag, address_ in read(built / name).links:
            path = normpath(f"{name.rpartition('/')[0]}/{address_.partition('#')[0]}".lstrip("/"))
            target = path if path.endswith(".html") else normpath(f"{path}/index.html")
            if tag == "a" and target not in reached and (built / target).is_file():
                reached.add(target)
                waiting.append(target)
    pages = {normpath(f"{root}{address(page.path)}/index.html".lstrip("/")) for page in composed.site.pages}
    assert pages - reached == set()


def test_each_page_leads_to_itself_in_the_other_language(built: Path) -> None:
    here = (built / "rules" / "kollar" / "index.html").read_text(encoding="utf-8")
    there = (built / "hu" / "rules" / "kollar" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../hu/rules/kollar/"' in here
    assert 'href="../../../rules/kollar/"' in there


def test_each_language_has_a_search_index_of_its_own(built: Path) -> None:
    languages = json.loads((built / "pagefind" / "pagefind-entry.json").read_text(encoding="utf-8"))["languages"]
    assert set(languages) == {"en", "hu"}
    assert languages["en"]["page_count"] == languages["hu"]["page_count"]
