"""The written tree: complete, the same in both languages, and the same every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from mocsar_conformance.prose import fill, present_clauses
from mocsar_docs import build
from mocsar_docs.errors import Faults
from mocsar_docs.read import LANGUAGES, Material

from .conftest import ROOT, Composed

AGAIN = """
import json, pathlib, sys
from mocsar_docs.errors import Faults
from mocsar_docs.read import read_material
from mocsar_docs.write import compose
site = compose(read_material(pathlib.Path("docs/pages"), coverage=json.load(sys.stdin)), Faults())
json.dump({**site.texts, "files": site.files}, sys.stdout)
"""


def clause_headings(text: str) -> Counter[str]:
    return Counter(re.findall(r"^### .*\{#(\S+) \.ms-clause\}$", text, re.MULTILINE))


def test_nothing_is_wrong_with_the_projects_own_site(composed: Composed) -> None:
    assert composed.faults == ()


@pytest.mark.parametrize("config", list(build.CONFIGS.values()))
def test_the_navigation_has_every_page(composed: Composed, config: str) -> None:
    faults = Faults()
    build.check_navigation(config, (ROOT / config).read_text(encoding="utf-8"), composed.site.pages, faults)
    assert faults.found == ()


def test_every_clause_of_a_variant_is_once_on_its_page(composed: Composed, material: Material) -> None:
    for name in material.rulebook.playable:
        wanted = [each.id for each in present_clauses(material.contents, material.rulebook.setting(name))]
        for lang in LANGUAGES:
            headings = clause_headings(composed.site.texts[lang][f"rules/{name}.md"])
            assert list(headings) == wanted, name
            assert set(headings.values()) == {1}, name


def test_every_clause_is_once_at_home(composed: Composed, material: Material) -> None:
    for lang in LANGUAGES:
        headings = clause_headings(composed.site.texts[lang]["rules/index.md"])
        assert headings == Counter(dict.fromkeys(material.contents.clauses, 1))


def test_the_prose_of_a_page_is_the_variants_own(composed: Composed, material: Material) -> None:
    """What a reader sees is what `mocsar rules` prints: gaps filled, whatever the marks around them."""
    for name in ("kollar", "elnok-nyugati"):
        setting = material.rulebook.setting(name)
        for lang in LANGUAGES:
            page = plain(composed.site.texts[lang][f"rules/{name}.md"])
            for clause in present_clauses(material.contents, setting):
                assert plain(fill(clause.text[lang], setting, material.contents, lang)) in page, clause.id


def plain(text: str) -> str:
    """Return Markdown without links and escapes."""
    text = re.sub(r"\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)(?:\{[^{}]*\})?", r"\1", text)
    return text.replace("\\", "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def test_both_languages_have_the_same_paths(composed: Composed) -> None:
    first, *others = (list(composed.site.texts[lang]) for lang in LANGUAGES)
    assert all(each == first for each in others)


def test_both_languages_have_the_same_anchors(composed: Composed) -> None:
    """A permanent address works in either language. Hand-written pages say so where something leads into them."""
    generated = [page.path for page in composed.site.pages if page.section != "handwritten"]
    for path in generated:
        first, *others = (re.findall(r"\{#(\S+?)[ }]", composed.site.texts[lang][path]) for lang in LANGUAGES)
        assert all(sorted(each) == sorted(first) for each in others), path


def test_the_same_input_gives_the_same_bytes(composed: Composed, material: Material) -> None:
    """In another process, which goes through sets in another order."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    again = subprocess.run(
        [sys.executable, "-c", AGAIN],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        input=json.dumps(material.coverage),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(again.stdout)
    first = {**composed.site.texts, "files": composed.site.files}
    assert found.keys() == first.keys()
    assert [(part, path) for part in first for path, text in first[part].items() if found[part].get(path) != text] == []
