"""Records of other kits and editions: what is added is ignored, what a newer kit writes and other editions are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mocsar_reference import Rulebook

from .conftest import SHORT, Audit, Write

LINES = SHORT.splitlines()


def headed(**more: Any) -> list[str]:
    """Return the short match, with more in its first line."""
    return [json.dumps({**json.loads(LINES[0]), **more}), *LINES[1:]]


def test_keys_that_a_later_kit_may_add_change_nothing(audit: Audit, write: Write) -> None:
    added = [json.dumps({**json.loads(line), "at": "2026-12-24T18:00:00Z", "more": {"x": [1]}}) for line in LINES]
    ended = audit(write(added))
    assert (ended.code, ended.report["found"], ended.report["moves"]) == (0, 0, 6)


def test_a_record_of_a_newer_format_is_told_and_costs_its_match_only(audit: Audit, write: Write) -> None:
    newer = headed(format=2, players={"Anna": 1})  # nothing else in it is looked at
    ended = audit(write([*newer, *LINES]))
    assert ended.found == [("A051", 1)]
    assert (ended.report["matches"], ended.report["moves"], ended.report["unjudged"]) == (2, 6, 6)
    (found,) = ended.report["findings"]
    assert found["what"] == "It is written by a newer kit (format 2; this one reads 1): upgrade."
    assert "(formátuma 2; ez a készlet ezt olvassa: 1)" in audit(write(newer), "--lang", "hu", form="text").out


@pytest.mark.parametrize("form", ["one", 0, -1, None, 1.5, [1]])
def test_what_is_no_version_at_all_is_damage(audit: Audit, write: Write, form: object) -> None:
    assert audit(write(headed(format=form))).found == [("A047", 1)]


def test_records_that_say_neither_are_of_the_first_format_and_of_no_edition(audit: Audit, write: Write) -> None:
    ended = audit(write(LINES))
    assert (ended.code, ended.report["other_editions"]) == (0, {"matches": 0, "editions": []})


def test_the_own_edition_is_no_matter(audit: Audit, write: Write, rulebook: Rulebook) -> None:
    path = write(headed(format=1, edition=rulebook.contents.edition))
    assert audit(path).report["other_editions"] == {"matches": 0, "editions": []}
    assert "edition" not in audit(path, form="text").out


def test_another_edition_is_told_before_all_else_and_is_no_finding(
    audit: Audit, write: Write, rulebook: Rulebook
) -> None:
    path = write([*headed(edition="2025-01"), *LINES, *headed(edition="2025-01"), *headed(edition="2024-01")])
    ended = audit(path)
    assert (ended.code, ended.report["found"]) == (0, 0)
    assert ended.report["edition"] == rulebook.contents.edition
    assert ended.report["other_editions"] == {"matches": 3, "editions": ["2025-01", "2024-01"]}
    first = audit(path, form="text").out.splitlines()[0]
    assert first.startswith(
        "3 matches were recorded under another edition of the rulebook (2025-01, 2024-01); they are"
    )
    assert f"the rules of {rulebook.contents.edition}" in first
    hungarian = audit(path, "--lang", "hu", form="text").out.splitlines()[0]
    assert hungarian.startswith("3 játszmát a szabálykönyv más kiadása (2025-01, 2024-01) szerint")


def test_hostile_editions_are_few_and_harmless(audit: Audit, write: Write) -> None:
    lines = [line for number in range(9) for line in headed(edition=f"\x1b[31m{number}" + "9" * 900)]
    ended = audit(write(lines))
    told = ended.report["other_editions"]
    assert (told["matches"], len(told["editions"])) == (9, 3)
    out = audit(write(lines), form="text").out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) < 500
    assert ", …)" in out.splitlines()[0]


def test_how_the_work_is_shared_out_changes_nothing(audit: Audit, write: Write) -> None:
    one = [line for number in (1, 2, 3) for line in headed(edition=f"2001-0{number}")]
    other = [line for number in (2, 4, 5) for line in headed(edition=f"2001-0{number}")]
    write(one, "logs/a.jsonl")
    path = write(other, "logs/b.jsonl").parent
    together = audit(write([*one, *other], "c.jsonl")).report["other_editions"]
    assert (
        audit(path).report["other_editions"]
        == together
        == {"matches": 6, "editions": ["2001-01", "2001-02", "2001-03"]}
    )


def test_a_conversation_that_was_measured_by_another_edition(audit: Audit, write: Write) -> None:
    toggles = {"play.beats": "higher"}
    hands = {"Anna": ["5"], "Bea": ["7"], "Csaba": ["8"]}
    start = {"request": "start", "variant": "kollar", "toggles": toggles, "players": list(hands), "hands": hands}
    hello = {"request": "hello", "kit": "mocsar", "protocol": {"min": 1, "max": 1}, "edition": "2025-01"}
    lines = [
        json.dumps({"id": number, **each})
        for number, each in enumerate([hello, {**start, "chance": {"leader": "Anna"}}])
    ]
    ended = audit(write(lines))
    assert ended.report["other_editions"] == {"matches": 1, "editions": ["2025-01"]}
