"""The suite against the rulebook: every requirement, effect, event and title matters to some scenario.

A rulebook with one thing changed is built, and some scenario must notice. Nothing here knows what the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.cli.coverage import report
from mocsar_conformance.scenario.applies import applies
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.hold import disagreements
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Rulebook, load_rulebook
from mocsar_reference.check import check_rulebook
from mocsar_reference.language.ast import Literal
from mocsar_reference.language.types import BOOL
from mocsar_reference.resolve.book import Rule


@cache
def rulebook() -> Rulebook:
    return load_rulebook()


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(load_scenarios(None, rulebook()))


@cache
def present() -> dict[str, Rule]:
    """The rules that are present in some setting that a scenario is held to."""
    settings = {setting for _, setting in applying()}.union(rulebook().playable)
    names = {name for setting in settings for name in rulebook().game(setting).plan.rules}
    return {name: rule for name, rule in rulebook().contents.rules.items() if name in names}


@cache
def applying() -> tuple[tuple[Scenario, str], ...]:
    """Each scenario with each setting it is held to and applies to, in short form."""
    layers = Layers(rulebook())
    return tuple(
        (scenario, setting.short)
        for scenario in scenarios()
        for setting in layers.settings(scenario)
        if applies(scenario, rulebook(), setting)
    )


def with_rule(changed: Rule) -> Rulebook:
    contents = rulebook().contents
    return rulebook().altered(replace(contents, rules={**contents.rules, changed.id: changed}))


def without_rule(name: str) -> Rulebook:
    contents = rulebook().contents
    return rulebook().altered(replace(contents, rules={k: v for k, v in contents.rules.items() if k != name}))


def noticed(other: Rulebook, rule: str = "") -> bool:
    """Tell whether some scenario does not hold on another rulebook; those about the rule changed are tried first."""
    clause = present()[rule].clause if rule else None
    for scenario, setting in sorted(applying(), key=lambda each: {rule, clause}.isdisjoint(each[0].rules)):
        try:
            if next(disagreements(scenario, other.game(setting)), None) is not None:
                return True
        except CannotDeal:
            return True
    return False


def requirements() -> Iterator[tuple[str, str]]:
    """Go through the requirements of all rules that can be met: some never are, where a game has no such action."""
    for rule in present().values():
        for requirement in rule.require:
            if requirement.expr.text != "false":
                yield rule.id, requirement.id


def test_every_scenario_holds_on_the_rulebook_itself() -> None:
    assert not noticed(rulebook())


def test_everything_is_exercised_or_listed_with_the_reason_why_it_cannot_be() -> None:
    """What `mocsar coverage` asks for; each requirement alone refuses somewhere, each title is stated."""
    found = report(())
    assert [each.id for each in found.uncovered] == []
    assert [str(each) for each in found.faults] == []


def test_no_scenario_depends_on_a_toggle_that_it_does_not_name() -> None:
    """What `mocsar independence` asks for, in settings that have every two toggles' values together."""
    done = CliRunner().invoke(cli, ["independence", "--jobs", "1"])
    assert done.exit_code == 0, done.output


def test_every_small_change_of_some_rules_is_noticed_by_a_scenario_that_names_them() -> None:
    """What `mocsar mutate` asks for, of these rules; all of it takes minutes."""
    rules = ("trick.closing", "follow.beats.higher")
    done = CliRunner().invoke(cli, ["mutate", "--jobs", "1", *(word for rule in rules for word in ("--rule", rule))])
    assert done.exit_code == 0, done.output
    assert int(done.output.splitlines()[-1].split()[0]) > 50


@pytest.mark.parametrize(("rule", "requirement"), list(requirements()))
def test_each_requirement_holds_somewhere_though_it_might_not(rule: str, requirement: str) -> None:
    """If it never held, some action that scenarios accept would be refused."""
    old = present()[rule]
    never = Literal(False, type=BOOL)
    require = [replace(r, expr=replace(r.expr, node=never)) if r.id == requirement else r for r in old.require]
    assert noticed(with_rule(replace(old, require=tuple(require))), rule)


@pytest.mark.parametrize("rule", [name for name, rule in present().items() if rule.effects])
def test_each_effect_is_noticed_when_it_is_missing(rule: str) -> None:
    old = present()[rule]
    assert noticed(with_rule(replace(old, effects=())) if old.require else without_rule(rule), rule)


SHOWN_NOWHERE = {
    ("request.lacks", 1): "it only says that an event happened; what is lacking is in the view",
}
"""Parts of effects that no view shows, by rule and number, with the reason."""


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        (name, number)
        for name, rule in present().items()
        for number in range(len(rule.effects))
        if (name, number) not in SHOWN_NOWHERE
    ],
)
def test_each_part_of_an_effect_is_noticed_when_it_is_missing(rule: str, number: int) -> None:
    old = present()[rule]
    assert noticed(with_rule(replace(old, effects=old.effects[:number] + old.effects[number + 1 :])), rule)


WITHOUT_EFFECT = {
    "exchange.when": "in a first deal nobody has a place yet, so the exchange has no pairs",
}
"""Rules whose condition could be dropped and nothing would change, with the reason."""


def conditions() -> list[str]:
    """The rules with a condition, without those that only ask whether there is something to compare with."""
    return [name for name, rule in present().items() if rule.applies and " != none" not in rule.applies.text]


@pytest.mark.parametrize("rule", conditions())
def test_each_condition_is_noticed_when_it_is_missing(rule: str) -> None:
    """By a scenario, or because the rule then contradicts another and the rulebook is refused."""
    other = with_rule(replace(present()[rule], applies=None))
    contradicts = any(each.code == "R101" for each in check_rulebook(other))
    assert (contradicts or noticed(other, rule)) != (rule in WITHOUT_EFFECT)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 9, 12])
def test_titles_are_stated_for_so_many_players(players: int) -> None:
    assert any(
        expected.entry == "titles" and len(scenario.given.players) == players
        for scenario, _ in applying()
        for expectations in (scenario.then, *(getattr(step, "expectations", ()) for step in scenario.steps))
        for expected in expectations
    )
