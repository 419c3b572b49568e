"""Adds to what went wrong all that a reader needs to see it, so that every report is made of the records alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mocsar_conformance.compare import ViewShape, action_text, disagree
from mocsar_conformance.prose import fill
from mocsar_conformance.records import Account, ClauseText, Failure, Outcome

if TYPE_CHECKING:
    from mocsar_conformance.runner import Case
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_conformance.scenario.script import Turn
    from mocsar_reference.resolve.book import Contents


def with_account(case: Case, outcome: Outcome, contents: Contents, shape: ViewShape) -> Outcome:
    """Return an outcome whose failure, if there is one, says what was done where, and what the rulebook has on it."""
    failure = outcome.failure
    if failure is None:
        return outcome
    turn = _turn(case, failure)
    reasons = {str(each.expected): contents.reasons.get(each.expected) for each in failure.differences if _reason(each)}
    account = Account(
        text=turn.text,
        done=_done(failure, turn),
        situation=_before(case, turn),
        clauses=_clauses(case, failure, contents),
        because=case.scenario.because,
        reasons={name: words for name, words in reasons.items() if words is not None},
        unsound=bool(failure.differences) and disagree(turn.expected, turn.stated, shape),
    )
    return replace(outcome, failure=replace(failure, account=account))


def chapter_of(scenario: Scenario, contents: Contents) -> str | None:
    """Return the chapter of the rulebook that a scenario belongs to: that of the first clause it is about."""
    clauses = (_clause_of(rule, contents) for rule in scenario.rules)
    return next((contents.clauses[each].chapter for each in clauses if each is not None), None)


def _reason(difference: Any) -> bool:
    return bool(difference.path == "reason" and isinstance(difference.expected, str))


def _turn(case: Case, failure: Failure) -> Turn:
    """Return the turn that failed: the one whose request was sent, else (a probe) the one at its step."""
    assert case.script is not None
    same = (turn for turn in case.script.turns if turn.request is failure.sent)
    step = {"given": -1, "then": len(case.scenario.steps)}.get(failure.where, failure.step)
    at_step = (turn for turn in case.script.turns if turn.step == step)
    return next(same, None) or next(at_step)


def _before(case: Case, turn: Turn) -> Mapping[str, Any]:
    """Return the reference's view just before a turn; before the first, the hands that are dealt."""
    assert case.script is not None
    view: Mapping[str, Any] = {}
    for each in case.script.turns:
        if each is turn:
            break
        view = each.expected.get("view", view)
    if view:
        return view
    return {"seating": list(case.scenario.given.players), "hands": turn.request.get("hands", {})}


def _done(failure: Failure, turn: Turn) -> str:
    if failure.sent is turn.request or failure.sent is None or "action" not in failure.sent:
        return turn.text
    return f"{failure.sent['player']}: {action_text(failure.sent['action'])}"


def _clauses(case: Case, failure: Failure, contents: Contents) -> tuple[ClauseText, ...]:
    setting = case.claim.setting
    found = dict.fromkeys(clause for rule in failure.rules if (clause := _clause_of(rule, contents)))
    clauses = (contents.clauses[each] for each in found)
    return tuple(
        ClauseText(
            each.id,
            dict(each.title),
            {lang: fill(each.text[lang], setting, contents, lang) for lang in contents.languages},
        )
        for each in clauses
    )


def _clause_of(rule: str, contents: Contents) -> str | None:
    """Return the clause that a rule belongs to, or that is named itself; None where there is none."""
    clause = rule if rule in contents.clauses else contents.rules[rule].clause
    return clause if clause in contents.clauses else None
