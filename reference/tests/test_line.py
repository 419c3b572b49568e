"""The line between engine and rulebook: nothing of the game is written in Python, nor is it in the kit or the site.

What the kit and the site may say all the same is listed here with its reason.

That a new rule needs only YAML is shown in test_hard_rules.py; that every rule of the rulebook matters to some
scenario is shown beside the scenarios' own tests.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import mocsar_reference
from mocsar_reference import Rulebook

PACKAGE = Path(mocsar_reference.__file__).parent
WORDS_OF_THE_GAME = {
    *("tax", "exchange", "revolution", "counterrevolution", "revolt", "joker", "jolly", "trump", "wild"),
    *("jack", "queen", "king", "ace", "prince", "swamp", "peasant", "aristocrat", "throne"),
    *("president", "dalmuti", "daifugo"),
}
ALLOWED = {"mocsar"}  # the project itself: its packages, its cache
ROOT = PACKAGE.parents[1]
KIT, SITE = "conformance/mocsar_conformance", "docs/mocsar_docs"
OTHER_SENSES = {
    **dict.fromkeys(("phase", "turn", "table", "sizes", "out", "titles", "hands"), "the protocol's: every view has it"),
    **dict.fromkeys(("standing", "seating", "deal", "request"), "the protocol's: what a match or a deal begins with"),
    **dict.fromkeys(("dealer", "leader"), "the protocol's: what chance decides"),
    **dict.fromkeys(("deals", "over", "done", "finished"), "kinds and keys of records and counts"),
    **dict.fromkeys(("pass", "passed"), "a verdict, and what other formats call it"),
    "play": "a command of the kit, and a page of the site",
    "exchange": "messages going to and fro between the kit and a subject",
    "mocsár": "the project itself",
}
"""Names of the rulebook that the kit and the site use in a sense of their own, with that sense."""
STAYS = {
    (f"{KIT}/cli/new.py", "kollar"): "the variant of a new adapter that names none",
    (f"{KIT}/templates/", "kollar"): "the example that a new adapter begins with",
    (f"{KIT}/templates/", "play.beats"): "the example that a new adapter begins with",
    (f"{KIT}/templates/", "playing"): "the example that a new adapter begins with",
    (f"{KIT}/doctor/tables.py", "joker"): "a player's name that looks like a card",
    (f"{KIT}/messages.py", "joker"): "an example of an id in a hint",
    (f"{KIT}/draw.py", "reversed"): "the mark of a turned order on a drawn table",
    (f"{KIT}/table_html.py", "reversed"): "the mark of a turned order on a drawn table",
    (f"{KIT}/table_html.py", "direction"): "the mark of a turned direction on a drawn table",
    (f"{KIT}/table_html.py", "pile"): "how many cards lie under those on a drawn table",
    (f"{KIT}/fuzz/dealt.py", "owed"): "guesses from which hands a position came; the reference judges each guess",
    (f"{KIT}/reports/html_words.py", "lacks"): "what a subject does not do",
    (f"{SITE}/exports.py", "president"): "what the family of games is called elsewhere",
    (f"{SITE}/casebook/played.py", "pile"): "whether the cards on the table are still the same ones",
    (f"{SITE}/drawing/facts.py", "direction"): "which way the arrow of the seating points",
    (f"{SITE}/drawing/exchange.py", "tax"): "the words of a picture that this rulebook's clauses have",
}
"""What else stays in the kit and the site: by file or folder and name, with the reason."""


def code_words(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each name and each string that is not a docstring, comments left out."""
    fresh_statement = True
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT, tokenize.ENCODING):
            continue
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            fresh_statement = True
            continue
        string = token.type == tokenize.STRING and not fresh_statement
        if string or token.type in (tokenize.NAME, getattr(tokenize, "FSTRING_MIDDLE", -1)):
            yield token.start[0], token.string
        fresh_statement = False


def python_files(package: Path = PACKAGE) -> list[Path]:
    return sorted(package.rglob("*.py"))


def test_the_walk_sees_code_but_not_docstrings(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    code = '"""A king."""\n\n\ndef play(x):\n    """A joker."""\n    return x in (\n"tax",\n"trump",\n)\n'
    file.write_text(code, encoding="utf-8")
    found = " ".join(word for _, word in code_words(file))
    assert "tax" in found
    assert "trump" in found
    assert "king" not in found
    assert "joker" not in found


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_word_of_the_game_is_in_the_engine(path: Path, rulebook: Rulebook) -> None:
    contents = rulebook.contents
    titles = {word.lower() for words in contents.titles.values() for word in words.values()}
    single = {*WORDS_OF_THE_GAME, *contents.titles, *(word for word in titles if len(word) > 5)} - {"count"}
    ids = {*contents.toggles, *contents.variants, *contents.rules, *contents.clauses}
    ids |= {reason for reason in contents.reasons if reason not in contents.model.refusals}
    ids -= ALLOWED
    for line, text in code_words(path):
        words = set(re.findall(r"[a-záéíóöőúüű]+", text.lower())) - ALLOWED
        assert not words & single, f"{path.name}:{line}: {text}"
        assert text.strip("'\"") not in ids, f"{path.name}:{line}: {text}"


def test_no_state_of_the_rulebook_is_named_in_the_engine(rulebook: Rulebook) -> None:
    """Names of state are the rulebook's own; those that the engine has in a sense of its own are left out."""
    own = {"size", "rank", "form", "owner", "places"}
    names = set(rulebook.contents.model.variables) - own
    for path in python_files():
        for line, text in code_words(path):
            if text[-1] in "'\"":
                assert text.strip("'\"") not in names, f"{path.name}:{line}: {text}"


# ---- the kit and the site --------------------------------------------------------------------------------------------


def vocabulary(rulebook: Rulebook) -> tuple[set[str], set[str]]:
    """Return the words that no code may have, and the ids and names that no string may be."""
    contents, model = rulebook.contents, rulebook.contents.model
    named = {word.lower() for words in contents.titles.values() for word in words.values() if len(word) > 5}
    words = {*WORDS_OF_THE_GAME, *contents.titles, *named} - {"count"}
    ids = {*contents.toggles, *contents.variants, *contents.rules, *contents.clauses, *model.variables} - ALLOWED
    ids |= {reason for reason in contents.reasons if reason not in model.refusals}
    ids |= {*model.actions, *model.phases, *model.events, *(each.id for each in model.view)}
    own = {"size", "rank", "form", "owner", "places"}  # the protocol's fields of what lies on the table
    return words - OTHER_SENSES.keys(), ids - OTHER_SENSES.keys() - own


def names_in(path: Path, words: set[str], ids: set[str]) -> set[str]:
    """Return what of the game's vocabulary a file of Python has."""
    found = set()
    for _, text in code_words(path):
        found |= set(re.findall(r"[a-záéíóöőúüű]+", text.lower())) & words
        if text[-1] in "'\"" and text.strip("'\"") in ids:
            found.add(text.strip("'\""))
    return found


def reason_of(path: Path, name: str) -> tuple[str, str] | None:
    """Return the entry of `STAYS` that lets a file have a name."""
    where = path.relative_to(ROOT).as_posix()
    return next((entry for entry in STAYS if where.startswith(entry[0]) and entry[1] == name), None)


@pytest.mark.parametrize("package", [KIT, SITE])
def test_the_kit_and_the_site_take_the_vocabulary_of_the_game_from_the_rulebook(
    package: str, rulebook: Rulebook
) -> None:
    """A word that a rulebook should say belongs into spec/; if it must stay, `STAYS` says why."""
    words, ids = vocabulary(rulebook)
    found = [(path, name) for path in python_files(ROOT / package) for name in sorted(names_in(path, words, ids))]
    assert [f"{path.relative_to(ROOT)}: {name}" for path, name in found if reason_of(path, name) is None] == []
    needed = {reason_of(path, name) for path, name in found}
    assert {entry for entry in STAYS if entry[0].startswith(package)} - needed == set(), "no longer there"


def test_a_name_of_the_game_in_the_kit_would_be_found(tmp_path: Path, rulebook: Rulebook) -> None:
    file = tmp_path / "told.py"
    file.write_text('def told(do, view):\n    return do in ("revolt", "give") and view["asks"]\n', encoding="utf-8")
    assert names_in(file, *vocabulary(rulebook)) == {"revolt", "give", "asks"}
