"""The lock: what changes a digest and what does not, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mocsar_reference import Diagnostic, MocsarError, Rulebook
from mocsar_reference.check.lock import current, differences, lock_faults, lock_path, lock_text, read_lock, stale

Overlaid = Callable[..., Rulebook]

RULES = """
chapter: all
clauses:
- id: house
  title: {en: House, hu: Ház}
  text: {en: "Nobody passes on a single card.", hu: "Egy lapra senki sem passzol."}
  when: toggle.play.equal == 'refused'
  owns: [model.zones, form.set]
  rules:
  - id: house.a
    event: [pass, play]
    state: {knocks: {scope: deal, type: int, initial: 0}}
    require: [{id: a, expr: size > 1 || lucky(actor), reason: must-lead}]
  - id: house.b
    event: pass
    stage: act
    applies: knocks < 3
    effect: [{set: {knocks: knocks + 1, size: "1"}}]
- id: other
  title: {en: Other, hu: Más}
  text: {en: Nothing., hu: Semmi.}
"""
FUNCTIONS = """
functions:
- {id: lucky, params: {p: player}, type: bool, expr: "size(hand[p]) == 7", note: as they say}
"""


def locked(overlaid: Overlaid, folder: Path) -> Rulebook:
    """Return the book with RULES, and leave a lock of it."""
    book = overlaid(rules=RULES, functions=FUNCTIONS)
    lock_path(folder).write_text(lock_text(current(book.contents, folder)), encoding="utf-8")
    return book


def faults(book: Rulebook, folder: Path) -> list[Diagnostic]:
    return lock_faults(book.contents, folder, own=True)


def test_without_a_lock_nothing_is_told(overlaid: Overlaid, tmp_path: Path) -> None:
    book = overlaid(rules=RULES, functions=FUNCTIONS)
    assert faults(book, tmp_path) == []
    assert read_lock(tmp_path) is None


def test_an_overlays_lock_holds_the_overlays_clauses_one_a_line_by_id(overlaid: Overlaid, tmp_path: Path) -> None:
    book = locked(overlaid, tmp_path)
    lines = lock_path(tmp_path).read_text("utf-8").splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("  ")] == ["  house", "  other"]
    assert faults(book, tmp_path) == []


def test_a_whole_rulebooks_lock_holds_every_clause(overlaid: Overlaid) -> None:
    book = overlaid(rules=RULES, functions=FUNCTIONS)
    assert set(current(book.contents)) == {"everything", "house", "other"}


NOTHING_CHANGES = {
    "spaces in an expression": ("knocks < 3", '"  knocks  <  3"'),
    "brackets without meaning": ("knocks < 3", "(knocks) < (3)"),
    "a comment": ("  - id: house.b", "  # a comment\n  - id: house.b"),
    "the order of events": ("event: [pass, play]", "event: [play, pass]"),
    "the order of values written together": ('{knocks: knocks + 1, size: "1"}', '{size: "1", knocks: knocks + 1}'),
    "the order of what is owned": ("[model.zones, form.set]", "[form.set, model.zones]"),
    "lines of prose": ('"Nobody passes on a single card."', '"Nobody passes\n    on a single card."'),
    "a status": ("  when: toggle", "  status: house\n  when: toggle"),
    "a note": ("    stage: act", "    note: because\n    stage: act"),
    "the order of keys": ("  - id: house.b\n    event: pass\n", "  - event: pass\n    id: house.b\n"),
}


@pytest.mark.parametrize("what", NOTHING_CHANGES)
def test_what_decides_nothing_changes_no_digest(overlaid: Overlaid, tmp_path: Path, what: str) -> None:
    locked(overlaid, tmp_path)
    old, new = NOTHING_CHANGES[what]
    assert old in RULES
    book = overlaid(rules=RULES.replace(old, new), functions=FUNCTIONS)
    lock = read_lock(tmp_path)
    assert lock is not None
    assert differences(lock.entries, current(book.contents, tmp_path)) == []


def test_the_order_of_rules_changes_no_digest(overlaid: Overlaid, tmp_path: Path) -> None:
    locked(overlaid, tmp_path)
    head, a, b, tail = RULES[: RULES.index("  - id: house.a")], "  - id: house.a", "  - id: house.b", "- id: other"
    first, second = RULES[RULES.index(a) : RULES.index(b)], RULES[RULES.index(b) : RULES.index(tail)]
    book = overlaid(rules=head + second + first + RULES[RULES.index(tail) :], functions=FUNCTIONS)
    assert faults(book, tmp_path) == []


CHANGES = {
    "a number": ("knocks < 3", "knocks < 4", "'house.b'", 18),
    "an operator": ("size > 1", "size >= 1", "'house.a'", 10),
    "a reason": ("reason: must-lead", "reason: too-low", "'house.a'", 10),
    "a stage": ("stage: act", "stage: turn", "'house.b'", 18),
    "what a rule counts": ("scope: deal, type: int", "scope: trick, type: int", "'house.a'", 10),
    "when a clause is present": ("play.equal == 'refused'", "play.equal != 'accepted'", "'when'", 7),
    "a rule's id": ("id: house.b", "id: house.c", "'house.b' (gone), 'house.c' (new)", 4),
    "what is owned": ("[model.zones, form.set]", "[form.set]", "'model.zones' (gone)", 4),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_what_a_clause_owns_is_told_with_both_ids(overlaid: Overlaid, tmp_path: Path, what: str) -> None:
    locked(overlaid, tmp_path)
    old, new, told, _ = CHANGES[what]
    assert old in RULES
    [only] = faults(overlaid(rules=RULES.replace(old, new), functions=FUNCTIONS), tmp_path)
    assert only.code == "R140"
    assert only.message == f"what the clause 'house' owns has changed, but its words have not: {told}"
    assert only.hint == "read the clause again; if it still says what the rules do: mocsar lock"
    assert only.place is not None and only.place.file.endswith("rules.yaml")


def test_a_function_that_no_clause_owns_belongs_to_those_that_use_it(overlaid: Overlaid, tmp_path: Path) -> None:
    locked(overlaid, tmp_path)
    [only] = faults(overlaid(rules=RULES, functions=FUNCTIONS.replace("7", "8")), tmp_path)
    assert (only.code, only.message.rpartition(": ")[2]) == ("R140", "'function.lucky'")
    assert faults(overlaid(rules=RULES, functions=FUNCTIONS.replace("as they say", "no more")), tmp_path) == []


def test_words_that_change_are_no_fault_but_are_to_be_locked(overlaid: Overlaid, tmp_path: Path) -> None:
    locked(overlaid, tmp_path)
    for old, new in (("senki sem", "senki se"), ("en: House", "en: Our house")):
        book = overlaid(rules=RULES.replace(old, new), functions=FUNCTIONS)
        assert faults(book, tmp_path) == []
        assert stale(book.contents, tmp_path, own=True) == ["house"]


def test_words_and_rules_that_change_together_are_no_fault(overlaid: Overlaid, tmp_path: Path) -> None:
    locked(overlaid, tmp_path)
    both = RULES.replace("a single card", "one or two cards").replace("size > 1", "size > 2")
    assert faults(overlaid(rules=both, functions=FUNCTIONS), tmp_path) == []


def test_missing_and_superfluous_entries_are_told(overlaid: Overlaid, tmp_path: Path) -> None:
    locked(overlaid, tmp_path)
    new, gone = faults(overlaid(rules=RULES.replace("id: other", "id: another"), functions=FUNCTIONS), tmp_path)
    assert (new.code, new.message) == ("R141", "the clause 'another' is not in the lock")
    assert (gone.code, gone.message) == ("R142", "the lock has 'other', which is no clause here")
    assert gone.place is not None and (gone.place.line, gone.place.column) == (5, 3)


@pytest.mark.parametrize("text", ["<<<<<<< ours\n", "clauses: {a: {words: x, formal: {}}}\n", "clauses:\n- a\n"])
def test_a_lock_that_cannot_be_read_is_told_as_any_file(overlaid: Overlaid, tmp_path: Path, text: str) -> None:
    book = locked(overlaid, tmp_path)
    lock_path(tmp_path).write_text(text, encoding="utf-8")
    with pytest.raises(MocsarError):
        read_lock(tmp_path)
    found = faults(book, tmp_path)
    assert found and all(each.code[0] in "YS" and each.place for each in found)
    assert stale(book.contents, tmp_path) == []
