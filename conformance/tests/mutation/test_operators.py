"""Which changes are made of an expression, and that a changed tree is written so that it reads back the same."""

from __future__ import annotations

import pytest

from mocsar_conformance.mutation.operators import changes, list_changes
from mocsar_conformance.mutation.written import write
from mocsar_reference import Rulebook
from mocsar_reference.language import Env, Node, check, parse
from mocsar_reference.language.types import BOOL, INT, PLAYER, List

NAMES = {"size": INT, "closed": BOOL, "turning": BOOL, "seating": List(PLAYER), "owner": PLAYER}


def changed(text: str) -> set[str]:
    node: Node = check(parse(text), Env(NAMES), None)
    return {write(each.node) for each in changes(node)}


def test_a_comparison_of_numbers_is_turned_and_moved_in_every_way() -> None:
    others = {f"size {each} 0" for each in (">=", "==", "<", "<=", "!=")}
    assert others <= changed("size > 0")


def test_a_constant_is_moved_by_one_both_ways() -> None:
    assert {"size > 2", "size > 0"} <= changed("size > 1")
    assert "size > -1" in changed("size > 0")


def test_each_side_of_and_is_dropped_negated_and_joined_by_or() -> None:
    assert {"closed", "turning", "!closed && turning", "closed && !turning", "closed || turning"} <= changed(
        "closed && turning"
    )


def test_the_whole_of_a_condition_is_negated() -> None:
    assert "!(closed && turning)" in changed("closed && turning")
    assert "!!closed" not in changed("!closed")


def test_what_holds_of_all_comes_to_hold_of_some() -> None:
    text = "seating.all(p, p == owner)"
    assert {"seating.exists(p, p == owner)", "seating.all(p, p != owner)"} <= changed(text)


def test_a_call_is_left_out_where_its_argument_could_stand() -> None:
    assert "seating" in changed("reverse(seating)")


def test_the_branches_of_a_choice_are_exchanged_and_taken_alone() -> None:
    assert {"closed ? 2 : 1", "1", "2"} <= changed("closed ? 1 : 2")


def test_a_list_loses_each_element_and_has_neighbours_exchanged() -> None:
    assert set(list_changes((1, 2, 3))) == {
        ("element-dropped", (2, 3)),
        ("element-dropped", (1, 3)),
        ("element-dropped", (1, 2)),
        ("neighbours", (2, 1, 3)),
        ("neighbours", (1, 3, 2)),
    }


@pytest.mark.parametrize(
    "text",
    [
        "(closed || turning) && closed",
        "closed || turning && closed",
        "!(closed && turning)",
        "!!closed",
        "-(size + 1) * 2",
        "size - (size - 1)",
        "(size - size) - 1",
        "(closed ? size : 1) + 2",
        "closed ? size : turning ? 1 : 2",
        "(size > 1) == closed",
        "(seating + seating).filter(p, p != owner)",
        "-1 > size",
    ],
)
def test_what_is_written_reads_back_as_the_same_tree(text: str) -> None:
    tree = parse(text)
    assert parse(write(tree)) == tree


def test_every_changed_expression_of_the_rulebook_reads_back_as_the_same_tree(rulebook: Rulebook) -> None:
    nodes = [each.expr.node for each in rulebook.contents.functions.values()]
    nodes += [each.applies.node for each in rulebook.contents.rules.values() if each.applies]
    for node in nodes:
        for change in changes(node):
            assert parse(write(change.node)) == change.node
