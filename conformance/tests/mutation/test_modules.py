"""What counts as the same program: comments, dead stores and the record of events are left out."""

from __future__ import annotations

from dataclasses import replace

from mocsar_conformance.mutation.modules import changed, read_module, with_live
from mocsar_reference import Rulebook

from .conftest import mutant


def functions(rulebook: Rulebook, unit: str, part: str, after: str, setting: str = "kollar") -> set[str]:
    """Return the functions in which a mutant differs."""
    plan = rulebook.altered(mutant(unit, part, after).contents()).game(setting).plan
    return changed(with_live(read_module(rulebook.game(setting).plan)), read_module(plan))


def test_a_rulebook_does_not_differ_from_itself(rulebook: Rulebook) -> None:
    plan = rulebook.game("kollar").plan
    assert changed(with_live(read_module(plan)), read_module(replace(plan))) == set()


def test_state_that_nothing_reads_is_no_difference(rulebook: Rulebook) -> None:
    assert functions(rulebook, "trick.acted", "effect.0", "") == set()  # who has acted matters under one lap only


def test_the_same_state_is_one_where_it_is_read(rulebook: Rulebook) -> None:
    assert functions(rulebook, "trick.acted", "effect.0", "", "kollar-one-lap") == {"apply_play", "apply_pass"}


def test_an_event_that_only_happens_is_no_difference(rulebook: Rulebook) -> None:
    assert functions(rulebook, "request.lacks", "effect.1", "", "jekely") == set()


def test_a_requirement_is_in_what_judges_and_in_what_lists(rulebook: Rulebook) -> None:
    higher = "strength(action.rank) >= strength(rank)"
    assert functions(rulebook, "follow.beats.higher", "require.higher", higher) == {"judge_play", "legal_play"}
