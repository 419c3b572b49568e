"""The line between engine and rulebook: nothing of the game is written in Python.

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


def code_words(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each name and each string that is not a docstring, comments left out."""
    fresh_statement = True
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT):
            fresh_statement = True
            continue
        string = token.type == tokenize.STRING and not fresh_statement
        if string or token.type in (tokenize.NAME, getattr(tokenize, "FSTRING_MIDDLE", -1)):
            yield token.start[0], token.string
        fresh_statement = False


def python_files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_the_walk_sees_code_but_not_docstrings(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text('"""A king."""\n\n\ndef play(x):\n    """A joker."""\n    return x == "tax"\n', encoding="utf-8")
    found = " ".join(word for _, word in code_words(file))
    assert "tax" in found
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
    own = {"size", "rank", "form", "owner"}
    names = set(rulebook.contents.model.variables) - own
    for path in python_files():
        for line, text in code_words(path):
            if text[-1] in "'\"":
                assert text.strip("'\"") not in names, f"{path.name}:{line}: {text}"
