"""What a clause's history says, over editions in which it had other ids."""

from __future__ import annotations

from dataclasses import replace

from mocsar_conformance.editions import Changes, Edition
from mocsar_docs.read import Material

CLAUSE = "passing.free"
WORDS, RULES = "0" * 10, "1" * 10


def earlier(material: Material, name: str, **digests: tuple[str, str]) -> Edition:
    """Return an edition like the present one, with these clauses instead of CLAUSE."""
    now = material.edition
    clauses = {each: both for each, both in now.clauses.items() if each != CLAUSE} | digests
    return replace(now, name=name, ids=now.ids | {"clause": frozenset(clauses)}, clauses=clauses)


def test_a_clause_renamed_twice_keeps_all_its_history(material: Material) -> None:
    words, rules = material.edition.clauses[CLAUSE]
    editions = (
        earlier(material, "1", a=(WORDS, rules)),
        earlier(material, "2", b=(words, rules)),
    )
    changes = Changes({("clause", "a"): "b", ("clause", "b"): CLAUSE})
    tried = replace(material, editions=editions, changes=changes)
    assert tried.history[CLAUSE] == (
        ("new", "1"),
        ("renamed", "2"),
        ("reworded", "2"),
        ("renamed", material.edition.name),
    )


def test_a_clause_that_came_later_is_new_then_whatever_it_was_called(material: Material) -> None:
    words, _ = material.edition.clauses[CLAUSE]
    editions = (earlier(material, "1"), earlier(material, "2", b=(words, RULES)))
    tried = replace(material, editions=editions, changes=Changes({("clause", "b"): CLAUSE}))
    now = material.edition.name
    assert tried.history[CLAUSE] == (("new", "2"), ("renamed", now), ("decided", now))


def test_every_clause_has_a_history_and_no_other_thing_has(material: Material) -> None:
    assert list(material.history) == list(material.contents.clauses)
    assert all(material.history.values())
