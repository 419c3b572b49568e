"""Tells a finding: in the form of a failed scenario, as a record for programs, and as a scenario ready to commit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.account import with_account
from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, action_text, compare
from mocsar_conformance.fuzz.bench import Finding
from mocsar_conformance.fuzz.deciding import deciding
from mocsar_conformance.fuzz.plan import Act, Ask
from mocsar_conformance.fuzz.referee import Impossible, Referee, Turn
from mocsar_conformance.fuzz.retell import Told
from mocsar_conformance.fuzz.words import say
from mocsar_conformance.labels import LANGUAGES
from mocsar_conformance.match.match import Listed
from mocsar_conformance.match.scenario import About, applies_somewhere, rules_toggles, write_scenario
from mocsar_conformance.records import Difference, Failure, Outcome
from mocsar_conformance.runner import Case
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.script import build_script
from mocsar_conformance.text import neutralise
from mocsar_reference import Action, Game, MocsarError, Rulebook, State
from mocsar_reference.load import read_yaml

FOLDER = "found"
"""The folder of the scenarios, and the first part of their ids."""


@dataclass(frozen=True, slots=True)
class Report:
    """A finding in all its forms. `text` is the scenario's file; `case` and `outcome` are as a run would have them."""

    name: str
    text: str
    case: Case
    outcome: Outcome

    @property
    def failure(self) -> Failure:
        """What is wrong."""
        assert self.outcome.failure is not None
        return self.outcome.failure


@dataclass(frozen=True, slots=True)
class _Last:
    """The request at which a subject differs, and the positions around it."""

    turn: Turn
    before: State | None
    requests: tuple[Mapping[str, Any], ...]


def report(finding: Finding, claim: Claim, book: Rulebook, subject: str) -> Report:
    """Return the report of a finding; `subject` is what the subject calls itself.

    Raises Impossible or MocsarError where it cannot be told as a scenario.
    """
    game = book.game(claim.setting)
    last = _last(finding, game)
    differences = _differences(finding, last.turn, book)
    rules = deciding(last.turn, last.before, finding.got, differences, game)
    name = scenario_name(rules, finding)
    match = Told(finding.plan, game)
    if finding.plan.steps and isinstance(finding.plan.steps[-1], Ask):
        match.log[-1] = _listed(last, differences, game)
    about = About(
        title={lang: _title(finding, last.turn, differences, lang) for lang in LANGUAGES},
        rules=rules,
        comment=[
            say("comment", "en", subject=neutralise(subject, 60)),
            say("comment-more", "en"),
        ],
        standing=finding.plan.standing,
        when=rules_toggles(rules, book.contents),
        entries=frozenset(each.path.split(".")[1] for each in differences if each.path.startswith("view.")),
    )
    text = write_scenario(match, book, name, about)
    if not applies_somewhere(text, book):
        text = text.replace("given:\n", f"settings: ['{claim.setting.short}']\ngiven:\n", 1)
    scenario = read_scenario(read_yaml(text, f"{name}.yaml"), book)
    script = build_script(scenario, book, claim.setting)
    step = len(scenario.steps) - 1
    turn = next(each for each in script.turns if each.step == step)
    failure = Failure(
        where="given" if step < 0 else "steps",
        step=None if step < 0 else step,
        sent=turn.request,
        expected=last.turn.expected,
        got=finding.got,
        differences=differences,
        rules=tuple(rules),
        diagnosis=finding.diagnosis,
        requests=last.requests,
    )
    verdict: Any = finding.verdict
    outcome = Outcome(name, claim.short, verdict, scenario.rules, scenario.title, failure=failure)
    case = Case(scenario, claim, script)
    return Report(name, text, case, with_account(case, outcome, book.contents, ViewShape.of(book.contents)))


def scenario_name(rules: Sequence[str], finding: Finding) -> str:
    """Return the id of a scenario: the rule that decides, and some letters that tell one game from another."""
    rule = re.sub(r"[^a-z0-9.]+", "-", rules[0].lower()).strip("-.")
    digest = hashlib.sha256(finding.plan.key.encode()).hexdigest()[:6]
    return f"{FOLDER}/{rule}-{digest}"


def _last(finding: Finding, game: Game) -> _Last:
    referee = Referee(game)
    plan = finding.plan
    asked = [referee.start(plan)]
    before: State | None = None
    for step in plan.steps:
        before = referee.state
        asked.append(referee.step(step))
    return _Last(asked[-1], before, tuple(each.request for each in asked))


def _differences(finding: Finding, turn: Turn, book: Rulebook) -> tuple[Difference, ...]:
    if finding.got is None:
        return ()
    return compare(turn.expected, finding.got, ViewShape.of(book.contents)).must


def _listed(last: _Last, differences: Sequence[Difference], game: Game) -> Listed:
    """Return what is stated of legal actions: those that are missing and those that are too many, else all."""
    includes = [Action.from_json(each.expected) for each in differences if isinstance(each.expected, dict)]
    surplus = [each.got for each in differences if isinstance(each.got, dict)]
    excludes: list[Action] = []
    assert last.before is not None
    for each in surplus:
        try:
            action = Action.from_json(each)
            if not game.judge(last.before, last.turn.request["player"], action).accepted:
                excludes.append(action)
        except (MocsarError, KeyError, TypeError):
            continue
    player = last.turn.request["player"]
    if includes or excludes:
        return Listed(player, tuple(dict.fromkeys(includes)), tuple(dict.fromkeys(excludes)))
    return Listed(player, exact=tuple(map(Action.from_json, last.turn.expected["actions"])))


def _title(finding: Finding, turn: Turn, differences: Sequence[Difference], lang: str) -> str:
    """Return a title that says what is done and what it comes to, as far as that can be said without knowing why."""
    step = finding.plan.steps[-1] if finding.plan.steps else None
    answer = turn.expected["answer"]
    if isinstance(step, Ask):
        return say("title-legal", lang, player=step.player)
    done = say("title-deal", lang)
    if isinstance(step, Act):
        done = f"{step.player}: {action_text(step.action.to_json())}"
    if isinstance(step, Act) and (finding.got is None or finding.got["answer"] != answer):
        return say(f"title-{answer}", lang, done=done)
    entries = ", ".join(dict.fromkeys(each.path.split(".")[1] for each in differences if "." in each.path))
    return say("title-view", lang, done=done, entries=entries) if entries else done


__all__ = ["Impossible", "Report", "report", "scenario_name"]
