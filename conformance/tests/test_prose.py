"""The rules of each variant as a reader gets them, in both languages: whole, filled in, each clause once and somewhere.

The texts are printed, and so are shown with a test that fails; `pytest -rP` shows them all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mocsar_conformance.prose import fill, present_clauses, toggles_of
from mocsar_reference import Rulebook, Setting, load_rulebook
from mocsar_reference.resolve.book import Clause
from mocsar_reference.resolve.repair import domain, repair

LANGUAGES = ("en", "hu")


@cache
def book() -> Rulebook:
    return load_rulebook()


@cache
def rules(variant: str, lang: str) -> tuple[tuple[Clause, str, str], ...]:
    """Return the clauses of a variant with title and text as a reader gets them."""
    setting, contents = book().setting(variant), book().contents
    return tuple(
        (clause, fill(clause.title[lang], setting, contents, lang), fill(clause.text[lang], setting, contents, lang))
        for clause in present_clauses(contents, setting)
    )


def plain(variant: str, lang: str) -> Iterator[str]:
    """Yield the lines of a variant's rules as plain text."""
    contents = book().contents
    yield contents.variants[variant].title[lang]
    chapter = ""
    for clause, title, text in rules(variant, lang):
        if clause.chapter != chapter:
            chapter = clause.chapter
            yield from ("", next(each.title[lang].upper() for each in contents.chapters if each.id == chapter))
        yield f"{title} [{clause.id}]. {text}"


every_variant = pytest.mark.parametrize("variant", book().playable)
both_languages = pytest.mark.parametrize("lang", LANGUAGES)


def test_the_languages_are_these() -> None:
    assert book().contents.languages == LANGUAGES


@every_variant
@both_languages
def test_every_gap_is_filled_and_every_text_is_there(variant: str, lang: str) -> None:
    print(*plain(variant, lang), sep="\n")
    for clause, title, text in rules(variant, lang):
        assert title.strip() and text.strip(), clause.id
        assert not re.search(r"[{}]|\bTODO\b|\?\?", title + text), clause.id
        assert re.search(r"[.!?:)”\"]$", text.strip()), f"{clause.id} does not end as a sentence: {text}"
        assert "  " not in text, f"{clause.id} has two spaces together"


@every_variant
def test_no_text_of_one_language_stands_in_for_the_other(variant: str) -> None:
    for (clause, _, english), (_, _, hungarian) in zip(rules(variant, "en"), rules(variant, "hu"), strict=True):
        assert english != hungarian, clause.id


@every_variant
@both_languages
def test_no_clause_appears_twice(variant: str, lang: str) -> None:
    titles = Counter((clause.chapter, title) for clause, title, _ in rules(variant, lang))
    texts = Counter(text for _, _, text in rules(variant, lang))
    assert [each for each, times in titles.items() if times > 1] == [], "clauses of one title"
    assert [each for each, times in texts.items() if times > 1] == [], "clauses of one text"


def near(setting: Setting, clause: Clause) -> Iterator[Setting]:
    """Yield the settings that are one toggle away, with what the constraints make change along with it.

    Only toggles count that the clause's presence depends on.
    """
    contents = book().contents
    for name in toggles_of(clause.when, *(contents.rules[each].when for each in clause.rules)):
        for value in domain(contents, contents.toggles[name]):
            values = {**setting.values, name: value}
            along = repair(contents, values, setting.values, kept={name})
            if along is not None:
                yield book().changed(setting, {name: value, **along})


def test_a_clause_that_replaces_another_stands_in_its_place(tmp_path: Path) -> None:
    """With its `when` it hides the other and stands where that stood; without, the other is there as ever."""
    folder = tmp_path / "rules"
    folder.mkdir()
    text = """
chapter: passing
clauses:
- id: house.passing
  title: {en: Our passing, hu: Ahogy mi passzolunk}
  when: toggle.play.beats == 'higher'
  replaces: [CLAUSE]
  text: {en: Say it aloud., hu: Hangosan kell mondani.}
  status: house
"""
    book = load_rulebook()
    chapter = book.contents.clauses["passing.free"].chapter
    text = text.replace("CLAUSE", "passing.free").replace("chapter: passing", f"chapter: {chapter}")
    (folder / "house.yaml").write_text(text, encoding="utf-8")
    changed = load_rulebook(None, [tmp_path])
    before = [each.id for each in present_clauses(book.contents, book.setting("kollar"))]
    after = [each.id for each in present_clauses(changed.contents, changed.setting("kollar"))]
    assert after == ["house.passing" if each == "passing.free" else each for each in before]
    otherwise = "kollar(play.beats=equal-or-higher)"
    shown = [each.id for each in present_clauses(changed.contents, changed.setting(otherwise))]
    assert "passing.free" in shown
    assert "house.passing" not in shown


def test_every_clause_is_in_a_variant_or_one_toggle_away() -> None:
    contents = book().contents
    variants = [book().setting(each) for each in book().playable]
    there = {each.id for setting in variants for each in present_clauses(contents, setting)}
    never = [
        clause.id
        for clause in contents.clauses.values()
        if clause.id not in there
        and not any(clause in present_clauses(contents, near_by) for each in variants for near_by in near(each, clause))
    ]
    assert never == []


def test_every_chapter_has_a_clause() -> None:
    used = {clause.chapter for clause in book().contents.clauses.values()}
    assert [each.id for each in book().contents.chapters if each.id not in used] == []
