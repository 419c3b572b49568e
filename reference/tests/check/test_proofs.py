"""What constraints between toggles leave possible: each finding with the toggles to change, and a witness."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import product

import pytest

from mocsar_reference import Diagnostic, Rulebook
from mocsar_reference.check import check_rulebook
from mocsar_reference.check.proofs import Prover
from mocsar_reference.resolve.repair import domain, repair
from mocsar_reference.resolve.setting import broken, variant_values

Overlaid = Callable[..., Rulebook]

TOGGLES = """
group: house
title: {en: House, hu: Ház}
toggles:
- id: house.noise
  title: {en: Noise, hu: Zaj}
  values: {low: {en: Low., hu: Halk.}, mid: {en: Mid., hu: Közepes.}, high: {en: High., hu: Hangos.}}
  default: low
- {id: house.number, title: {en: Number, hu: Szám}, type: int, min: 0, max: 6, default: 0, text: {en: "{value}", hu: "{value}"}}
- {id: house.list, title: {en: List, hu: Lista}, type: list(int), min: 1, max: 3, default: [], try: [[2, 1]], text: {en: "{value}", hu: "{value}"}}
"""  # noqa: E501

RULES = """
chapter: all
clauses:
- id: house
  title: {en: House, hu: Ház}
  text: {en: Ours., hu: Miénk.}
  rules:
  - id: house.a
    event: pass
    require:
    - {id: a, expr: "toggle.house.noise == 'low' || toggle.house.noise == 'mid' && size > 0", reason: must-lead}
  - id: house.b
    event: pass
    require: [{id: b, expr: "size < 50 + toggle.house.number + size(toggle.house.list)", reason: must-lead}]
"""


def constraints(*expressions: str) -> str:
    lines = ["constraints:"]
    for number, expr in enumerate(expressions, 1):
        lines.append(
            f'- {{id: c{number}, expr: "{expr}", message: {{en: "Message {number}.", hu: "{number}. üzenet."}}}}'
        )
    return "\n".join(lines) + "\n"


def found(book: Rulebook, *codes: str) -> list[Diagnostic]:
    return [each for each in check_rulebook(book) if each.code in codes]


def house(overlaid: Overlaid, *expressions: str, rules: str = RULES) -> Rulebook:
    return overlaid(toggles=TOGGLES, rules=rules, constraints=constraints(*expressions))


def test_without_constraints_nothing_is_found(overlaid: Overlaid) -> None:
    assert check_rulebook(overlaid(toggles=TOGGLES, rules=RULES)) == []


def test_constraints_that_contradict_each_other_are_told_once(overlaid: Overlaid) -> None:
    book = house(overlaid, "toggle.house.number > 3", "toggle.house.number < 3", "toggle.house.noise != 'mid'")
    [only] = check_rulebook(book)
    assert only.code == "R124"
    assert "'c1'" in only.message and "'c2'" in only.message and "'c3'" not in only.message
    assert "house.number" in only.hint


def test_a_named_value_that_only_two_constraints_together_forbid(overlaid: Overlaid) -> None:
    book = house(
        overlaid, "toggle.house.noise != 'high' || toggle.house.number > 4", "toggle.house.number <= 4 || 1 == 2"
    )
    messages = [each.message for each in found(book, "R123")]
    assert any("'house.noise' can never be 'high'" in each and "'c1'" in each and "'c2'" in each for each in messages)


def test_a_number_at_the_end_of_its_range_that_is_impossible(overlaid: Overlaid) -> None:
    [only] = found(house(overlaid, "toggle.house.number < 5"), "R123")
    assert "can never be '5' and '6'" in only.message
    assert "'min' or 'max'" in only.hint


def test_a_hole_in_a_range_is_left_out_on_purpose(overlaid: Overlaid) -> None:
    assert found(house(overlaid, "toggle.house.number == 0 || toggle.house.number > 2"), "R123", "R126") == []


def test_a_list_that_is_tried_and_impossible(overlaid: Overlaid) -> None:
    [only] = found(house(overlaid, "size(toggle.house.list) < 2"), "R123")
    assert "'house.list' can never be '[2, 1]'" in only.message


def test_a_value_that_needs_a_list_nobody_tried_is_possible(overlaid: Overlaid) -> None:
    book = house(overlaid, "toggle.house.noise != 'high' || size(toggle.house.list) == 1")
    assert found(book, "R123", "R126") == []


def test_a_toggle_with_one_legal_value(overlaid: Overlaid) -> None:
    [only] = found(house(overlaid, "toggle.house.noise == 'low'"), "R123", "R126")
    assert only.code == "R126"
    assert "'house.noise' is 'low' in every legal setting" in only.message
    assert "house.noise" in only.hint


@pytest.mark.parametrize(
    "expr", ["toggle.house.number < 7", "toggle.house.noise != 'low' || toggle.house.noise != 'mid'"]
)
def test_a_constraint_that_nothing_breaks(overlaid: Overlaid, expr: str) -> None:
    [only] = found(house(overlaid, expr), "R125")
    assert only.message == "no setting breaks the constraint 'c1'"


def test_a_constraint_that_others_imply(overlaid: Overlaid) -> None:
    book = house(overlaid, "toggle.house.noise != 'mid' || toggle.house.number > 1",
                 "toggle.house.noise != 'mid' || toggle.house.number > 2")  # fmt: skip
    [only] = found(book, "R125")
    assert only.message == "what the constraint 'c1' forbids, 'c2' forbid too"


def test_a_rule_that_constraints_rule_out(overlaid: Overlaid) -> None:
    rules = RULES.replace(
        "id: house.a\n", "id: house.a\n    when: toggle.house.noise == 'high' && toggle.house.number > 1\n"
    )
    [only] = found(house(overlaid, "toggle.house.noise != 'high' || toggle.house.number == 0", rules=rules), "R110")
    assert "'house.a' can never be present" in only.message
    assert "'c1'" in only.message


def test_two_clauses_of_one_title_that_can_meet_are_told_with_a_setting(overlaid: Overlaid) -> None:
    other = """
- id: house.other
  title: {en: House, hu: Ház}
  when: toggle.house.number == 2
  text: {en: Other., hu: Más.}
"""
    [only] = found(
        house(overlaid, "toggle.house.noise != 'high' || toggle.house.number > 1", rules=RULES + other), "R127"
    )
    assert only.message.endswith("can meet: in plain(house.number=2)")


def test_a_variant_that_breaks_a_constraint_is_told_its_values_and_a_remedy(overlaid: Overlaid) -> None:
    [only] = found(house(overlaid, "toggle.play.equal != 'refused' || toggle.house.number > 0"), "R122")
    assert "(house.number is 0, play.equal is refused)" in only.message
    assert only.hint in ("for example house.number: 1", "for example play.equal: accepted")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("toggle.house.number", "0", "only constraints and prose read the toggle 'house.number'"),
        (
            "50 + toggle.house.number",
            "(toggle.house.number > 0 ? 50 : 60)",
            "values '1', '2' … '6' of 'house.number' apart",
        ),
        (" && size > 0", "", "values 'low' and 'mid' of 'house.noise' apart"),
    ],
)
def test_values_that_decide_nothing(overlaid: Overlaid, old: str, new: str, told: str) -> None:
    book = house(overlaid, "toggle.house.number != 1", rules=RULES.replace(old, new))
    assert any(told in each.message for each in found(book, "R120", "R121"))


def test_every_value_that_a_rule_depends_on_is_told_apart(overlaid: Overlaid) -> None:
    assert found(house(overlaid, "toggle.house.number != 1"), "R120", "R121") == []


def test_without_the_extra_named_values_are_looked_for_near_the_variants(
    overlaid: Overlaid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    [only] = found(house(overlaid, "toggle.house.noise != 'high'"), "R123", "R124", "R125", "R126")
    assert only.code == "R123"
    assert "'house.noise' can never be 'high'" in only.message


def every_setting(book: Rulebook, names: tuple[str, ...]) -> list[Mapping[str, object]]:
    toggles = book.contents.toggles
    return [
        dict(zip(names, values, strict=True)) for values in product(*(domain(book.contents, toggles[n]) for n in names))
    ]


@pytest.mark.parametrize(
    "expressions",
    [
        ("toggle.house.noise == 'low' || toggle.house.number > 3",),
        ("(toggle.house.noise == 'low') == (toggle.house.number == 0)", "toggle.house.number != 5"),
        ("toggle.house.number > 1 ? toggle.house.noise == 'mid' : toggle.play.equal == 'refused'",),
        (
            "!(toggle.house.noise in ['low', 'mid']) || toggle.house.number * 2 > 5",
            "larger(0, toggle.house.number) % 2 == 0",
        ),
    ],
)
def test_the_prover_agrees_with_trying_out_every_setting(overlaid: Overlaid, expressions: tuple[str, ...]) -> None:
    book = house(overlaid, *expressions)
    prover, contents = Prover(book.contents), book.contents
    names = ("house.noise", "house.number", "play.equal")
    usual = variant_values(contents, contents.variants["plain"])
    for values in every_setting(book, names):
        legal = not broken(contents, {**usual, **values})  # type: ignore[arg-type]
        assert (prover.setting(having=values) is not None) == legal  # type: ignore[arg-type]


def test_a_setting_that_is_found_is_legal_and_near(overlaid: Overlaid) -> None:
    book = house(overlaid, "toggle.house.noise != 'high' || toggle.house.number > 4 && toggle.play.equal == 'accepted'")
    prover, contents = Prover(book.contents), book.contents
    usual = variant_values(contents, contents.variants["plain"])
    near = prover.near(usual, having={"house.noise": "high"})
    assert near is not None and broken(contents, near) == []
    assert {name for name in near if near[name] != usual[name]} == {"house.noise", "house.number", "play.equal"}


def test_a_repair_changes_as_little_as_it_can_and_keeps_what_was_asked_for(overlaid: Overlaid) -> None:
    book = house(overlaid, "toggle.house.noise != 'high' || toggle.house.number > 4")
    contents = book.contents
    usual = variant_values(contents, contents.variants["plain"])
    values = {**usual, "house.noise": "high"}
    assert repair(contents, values, usual, kept={"house.noise"}) == {"house.number": 5}
    assert repair(contents, values, usual) == {"house.noise": "low"}
    assert repair(contents, values, usual, kept={"house.noise", "house.number"}) is None
