"""A failed scenario as lines: situation, what was done, the rulebook's words, the subject's, the difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mocsar_conformance.compare import ViewShape, action_text, disagree
from mocsar_conformance.draw import situation
from mocsar_conformance.explain import paragraph
from mocsar_conformance.labels import label
from mocsar_conformance.messages import encode, hello_request
from mocsar_conformance.prose import fill
from mocsar_conformance.records import ABSENT, Difference, Failure, Outcome
from mocsar_conformance.runner import Case
from mocsar_conformance.scenario.script import Turn
from mocsar_conformance.subjects.target import Target, shown_line
from mocsar_conformance.text import neutralise, tame
from mocsar_reference.resolve.book import Contents
from mocsar_reference.resolve.setting import written


def failure_lines(
    case: Case,
    outcome: Outcome,
    failure: Failure,
    contents: Contents,
    lang: str,
    target: Target,
    overlays: Sequence[Path] = (),
) -> Iterator[str]:
    """Yield all that helps to see what is wrong, in order; `target` is what is tested, `overlays` what is laid over."""
    turn = _turn(case, failure)
    yield f"{outcome.verdict.upper()}  {outcome.id}  [{outcome.variant}]"
    yield f"  {case.scenario.title[lang]}"
    yield f"  {_place(case, failure, turn, lang)}"
    yield ""
    yield f"  {label('situation', lang)}:"
    yield from (f"    {line}" for line in situation(_before(case, turn), contents, lang))
    yield f"  {label('done', lang)}: {_done(failure, turn)}"
    yield ""
    if failure.diagnosis is None:  # whoever did not answer as the protocol says is not helped by the rules
        yield f"  {label('rulebook', lang)}:"
        yield from _rulebook(case, failure, contents, lang)
    yield f"  {label('said', lang)}: {_said(failure, lang)}"
    if failure.diagnosis is not None:
        yield from (f"    {line}" for line in str(failure.diagnosis).split("\n"))
    elif failure.differences:
        yield f"  {label('differs', lang)}:"
        yield from _differences(failure.differences, contents, lang)
        if disagree(turn.expected, turn.stated, ViewShape.of(contents)):
            yield from paragraph(label("suite-unsound", lang), "    ")
    if failure.as_if:
        ways = [", ".join(f"{name} = {written(value)}" for name, value in each.items()) for each in failure.as_if]
        yield from paragraph(label("as-if", lang, values=label("or", lang).join(ways)), "    ")
        here = case.claim.setting.values
        readings = dict.fromkeys(next(iter(each)) for each in failure.as_if)
        values = ", ".join(f"{name} = {written(here[name])}" for name in readings)
        yield from paragraph(label("reading-rests", lang, values=values), "    ")
    yield ""
    yield f"  {label('again', lang)}:"
    yield f"    {again(outcome, target, overlays)}"
    yield f"  {label('by-hand', lang)}:"
    yield from (f"    {line}" for line in by_hand(failure.requests, lang, contents.edition))


def again(outcome: Outcome, target: Target, overlays: Sequence[Path] = ()) -> str:
    """Return the command line that runs one scenario in one setting again."""
    laid = [word for folder in overlays for word in ("--rulebook", str(folder))]
    words = ["mocsar", "validate", *laid, "--only", outcome.id, "--variant", outcome.variant, "--show-wire"]
    return shown_line(target, words)


def by_hand(requests: Sequence[Mapping[str, Any]], lang: str, edition: str) -> Iterator[str]:
    """Yield the lines that bring a subject to the same request, `hello` first."""
    for number, message in enumerate([hello_request(lang, edition), *requests], 1):
        yield encode(message, number).decode().rstrip("\n")


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


def _place(case: Case, failure: Failure, turn: Turn, lang: str) -> str:
    if failure.where == "given":
        return label("given", lang)
    if failure.where == "then":
        return label("then", lang, text=turn.text)
    return label("step", lang, number=(failure.step or 0) + 1, text=turn.text)


def _done(failure: Failure, turn: Turn) -> str:
    if failure.sent is turn.request or failure.sent is None or "action" not in failure.sent:
        return turn.text
    return f"{failure.sent['player']}: {action_text(failure.sent['action'])}"


def _rulebook(case: Case, failure: Failure, contents: Contents, lang: str) -> Iterator[str]:
    setting = case.claim.setting
    shown: dict[str, None] = {}
    for rule in failure.rules:
        clause = rule if rule in contents.clauses else contents.rules[rule].clause
        if clause is None or clause in shown or clause not in contents.clauses:
            continue
        shown[clause] = None
        text = fill(contents.clauses[clause].text[lang], setting, contents, lang)
        yield from paragraph(f"{contents.clauses[clause].title[lang]}: {text}", "    ")
        yield f"      {label('explain', lang, id=clause)}"
    if case.scenario.because is not None:
        yield from paragraph(case.scenario.because[lang], "    ")


def _said(failure: Failure, lang: str) -> str:
    if failure.got is None:
        return label("wrong-kind", lang)
    reason = failure.got.get("reason")
    return f"{failure.got['answer']}{f' ({neutralise(str(reason), 80)})' if reason else ''}"


def _differences(differences: Sequence[Difference], contents: Contents, lang: str) -> Iterator[str]:
    width = max(len(each.path) for each in differences)
    for each in differences:
        wanted, got = (_value(value, lang) for value in (each.expected, each.got))
        path = neutralise(each.path, 120)
        yield f"    {path:{width}}  {label('expected', lang)} {wanted}, {label('got', lang)} {got}"
        reason = contents.reasons.get(each.expected) if each.path == "reason" else None
        if reason is not None:
            yield f"    {'':{width}}  {each.expected}: {reason[lang]}"


def _value(value: Any, lang: str) -> str:
    return label("nothing", lang) if value is ABSENT else json.dumps(tame(value), ensure_ascii=False)
