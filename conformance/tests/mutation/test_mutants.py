"""Which mutants there are, that each is one change, and what they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.mutation.mutants import Stillborn, all_mutants
from mocsar_reference import Rulebook

from .conftest import mutant, mutants


def test_the_same_rulebook_gives_the_same_ids(rulebook: Rulebook) -> None:
    assert [each.id for each in all_mutants(rulebook)] == list(mutants())


def test_an_id_depends_on_what_is_changed_and_not_on_other_rules(rulebook: Rulebook) -> None:
    contents = rulebook.contents
    fewer = {name: rule for name, rule in contents.rules.items() if name != "going-out"}
    from dataclasses import replace

    others = {each.id for each in all_mutants(rulebook.altered(replace(contents, rules=fewer)))}
    assert others == {name for name, each in mutants().items() if each.unit != ("rule", "going-out")}


def test_every_requirement_effect_and_condition_is_dropped(rulebook: Rulebook) -> None:
    dropped = {(each.unit[1], each.part) for each in mutants().values() if each.operator == "dropped"}
    for rule in rulebook.contents.rules.values():
        parts = {f"require.{each.id}" for each in rule.require} | {f"effect.{n}" for n in range(len(rule.effects))}
        parts |= {name for name in ("when", "applies") if getattr(rule, name)}
        assert {(rule.id, part) for part in parts} <= dropped


def test_every_toggle_of_every_variant_is_changed(rulebook: Rulebook) -> None:
    found = {each.unit[1] for each in mutants().values() if each.variant}
    for variant in rulebook.playable:
        for toggle, value in rulebook.setting(variant).values.items():
            if rulebook.contents.toggles[toggle].alternatives(value):
                assert f"{variant}/{toggle}" in found


def test_the_place_is_that_of_what_is_changed() -> None:
    found = mutant("follow.beats.higher", "require.higher", "strength(action.rank) >= strength(rank)")
    line = Path(found.place.file).read_text("utf-8").splitlines()[found.place.line - 1]
    assert line[found.place.column - 1 :].startswith("> strength(rank)")


def test_a_requirement_that_is_dropped_is_gone_and_nothing_else(rulebook: Rulebook) -> None:
    contents = mutant("give.returned", "require.held", "").contents()
    old, new = rulebook.contents.rules["give.returned"], contents.rules["give.returned"]
    assert [each.id for each in new.require] == [each.id for each in old.require if each.id != "held"]
    assert new.effects == old.effects
    assert {name: rule for name, rule in contents.rules.items() if name != "give.returned"} == {
        name: rule for name, rule in rulebook.contents.rules.items() if name != "give.returned"
    }


def test_an_effect_moves_to_the_stages_beside_its_own() -> None:
    moved = [each for each in mutants().values() if each.unit[1] == "trick.closing" and each.operator == "stage"]
    assert {each.contents().rules["trick.closing"].stage for each in moved} == {"account", "end-of-deal"}


def test_what_would_look_into_what_may_be_absent_is_stillborn() -> None:
    with pytest.raises(Stillborn, match="X0"):
        mutant("follow.beats.higher", "applies", "").contents()


def test_what_breaks_a_constraint_is_stillborn() -> None:
    with pytest.raises(Stillborn, match="exchange-has-sizes"):
        mutant("kollar/exchange.sizes", "", "exchange.sizes=[]").contents()
