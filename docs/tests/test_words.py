"""The site's own words: every one is on some page, or it is said what would bring it there."""

from __future__ import annotations

from fnmatch import fnmatch

from mocsar_docs.pages.choose import SCRIPT
from mocsar_docs.read import LANGUAGES
from mocsar_docs.words import WORDS
from mocsar_docs.write import ASSETS

from .conftest import Composed

SELDOM = {
    "case-disputed": "a scenario whose outcome is disputed",
    "case-moved": "a phase that moves cards and has no words of its own",
    "changed-nothing": "an edition that is like the one before",
    "changed-removed": "an edition that lacks something of the one before",
    "coverage-missing": "what no scenario exercises",
    "direction-right": "a variant that is played to the right",
    "*-other": "what an overlay brings and has no words of its own",
    "history-*": "an edition in which a clause became another",
    "kind-*": "an edition with more of such things than the one before",
    "language-*": "a source in the language",
    "meant-*": "a scenario that says what cards are meant as",
    "mutation-*": "figures of the last run of `mocsar mutate`",
    "see-phase": "a phase that has no words of its own",
    "when-*": "a scenario's condition of the kind",
}
"""Words that need what the rulebook may not have at present, and what that is."""
FROM_THE_SCRIPT = "choose-js-"


def test_every_word_is_used(composed: Composed) -> None:
    words = {key for key in WORDS if not key.startswith(FROM_THE_SCRIPT)}
    unused = {key for key in words - composed.site.words if not any(fnmatch(key, each) for each in SELDOM)}
    assert unused == set()
    assert [each for each in SELDOM if not any(fnmatch(key, each) for key in words)] == []


def test_every_word_of_the_script_is_in_a_script() -> None:
    scripts = "".join(file.read_text(encoding="utf-8") for file in ASSETS.glob("choose*.js"))
    made = [each for each in ("load", "wrong", "state") if f"`{each}-${{" in scripts]
    said = [f'"{key}"' in scripts or f".{key}" in scripts or key.partition("-")[0] in made for key in SCRIPT]
    assert [key for key, there in zip(SCRIPT, said, strict=True) if not there] == []


def test_every_word_is_there_in_every_language() -> None:
    assert [key for key, words in WORDS.items() if not all(words.get(lang, "").strip() for lang in LANGUAGES)] == []
