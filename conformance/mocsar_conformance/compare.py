"""Compares an answer of a subject with the answer that the rulebook gives: every difference, not only the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.records import ABSENT, Difference
from mocsar_reference.language.types import CARDS, Set
from mocsar_reference.resolve.book import Contents


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where an answer differs. `must` is wrong; `should` is a reason given wrongly; `missing` are entries of the core
    view that the subject does not show though there is something to show."""

    must: tuple[Difference, ...] = ()
    should: tuple[Difference, ...] = ()
    missing: tuple[str, ...] = ()


SAME = Comparison()


@dataclass(frozen=True, slots=True)
class ViewShape:
    """What must be known of a view's entries to compare them, by entry id."""

    core: frozenset[str]
    records: frozenset[str]
    """Entries with named fields, of which a subject may show some."""
    unordered: frozenset[str]
    """Entries whose lists have no order: cards and sets."""
    omitted: Mapping[str, Any]
    """The value that an entry by player leaves out."""

    @classmethod
    def of(cls, contents: Contents) -> ViewShape:
        """Return the shape that a rulebook's model declares."""
        entries = contents.model.view
        kinds = {entry.id: entry.expr.node.type for entry in entries if entry.expr is not None}
        return cls(
            core=frozenset(entry.id for entry in entries if entry.core),
            records=frozenset(entry.id for entry in entries if entry.fields),
            unordered=frozenset(name for name, kind in kinds.items() if kind == CARDS or isinstance(kind, Set)),
            omitted={entry.id: entry.omit for entry in entries if entry.each and entry.omit is not None},
        )


def compare(
    expected: Mapping[str, Any],
    got: Mapping[str, Any],
    shape: ViewShape,
    *,
    reasons: Sequence[str] = (),
    claims_reasons: bool = False,
) -> Comparison:
    """Return how the answer `got` differs from the `expected` one (neither looked at for its `id`).

    Of the view, all that `got` shows is compared. An entry that it leaves out is taken for null; where it is not null
    and belongs to the core, it is missing. `reasons` are further reasons that are as good as the expected one. A reason
    that is not given counts only if the subject claims to give reasons.
    """
    alike = got["answer"] == expected["answer"] and got.get("view") == expected.get("view")
    if alike and "actions" not in expected and ("reason" not in expected or got.get("reason") == expected["reason"]):
        return SAME
    must: list[Difference] = []
    should: list[Difference] = []
    missing: list[str] = []
    if got["answer"] != expected["answer"]:
        must.append(Difference("answer", expected["answer"], got["answer"]))
    elif "reason" in expected:
        reason = got.get("reason")  # null says no more than leaving it out
        if reason not in (expected["reason"], *reasons) and (reason is not None or claims_reasons):
            should.append(Difference("reason", expected["reason"], ABSENT if reason is None else reason))
    if "actions" in expected and "actions" in got:
        must += compare_actions(expected["actions"], got["actions"])
        count = expected.get("count", len(got["actions"]))
        if count != len(got["actions"]) and not must:
            must.append(Difference("count", count, len(got["actions"])))
    if "view" in expected and "view" in got:
        _compare_view(expected["view"], got["view"], shape, must, missing)
    return Comparison(tuple(must), tuple(should), tuple(missing))


def overlay(expected: Mapping[str, Any], stated: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer that is wanted: the reference's, and over it what the scenario itself states.

    The two agree in a suite that `mocsar check` finds sound; where they do not, the scenario is believed.
    """
    if stated.get("answer", expected["answer"]) != expected["answer"]:
        return {name: value for name, value in stated.items() if name in ("answer", "reason")}
    if stated.keys() <= {"answer"}:
        return expected
    wanted = dict(expected)
    if "reason" in stated:
        wanted["reason"] = stated["reason"]
    if "view" in stated:
        shown = dict(expected["view"])
        for entry, value in stated["view"].items():
            there = shown.get(entry)
            shown[entry] = {**there, **value} if isinstance(value, dict) and isinstance(there, dict) else value
        wanted["view"] = shown
    if "actions" in expected:
        actions = list(stated.get("actions", expected["actions"]))
        excluded = [_key(each) for each in stated.get("excludes", ())]
        actions = [each for each in actions if _key(each) not in excluded]
        known = {_key(each) for each in actions}
        wanted["actions"] = actions + [each for each in stated.get("includes", ()) if _key(each) not in known]
        if "count" in stated:
            wanted["count"] = stated["count"]
    return wanted


def disagree(expected: Mapping[str, Any], stated: Mapping[str, Any], shape: ViewShape) -> bool:
    """Tell whether a scenario states something else than the reference's answer."""
    wanted = overlay(expected, stated)
    return wanted is not expected and bool(compare(wanted, expected, shape).must)


def compare_actions(expected: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> list[Difference]:
    """Return the legal actions that one list has and the other has not, and those that `got` has twice.

    Cards have no order. What cards are meant as may be said or left out where there is nothing to choose.
    """
    theirs: dict[_ActionKey, list[_Meaning]] = {}
    for action in got:
        theirs.setdefault(_key(action), []).append(_meaning(action))
    differences: list[Difference] = []
    for action in expected:
        meanings = theirs.get(_key(action), [])
        ours = _meaning(action)
        match = next((each for each in meanings if each == ours), None)
        if match is None:
            match = next((each for each in meanings if ours == _UNSAID or each == _UNSAID), None)
        if match is None:
            differences.append(Difference(f"actions[{action_text(action)}]", action, ABSENT))
        else:
            meanings.remove(match)
    seen: Counter[tuple[_ActionKey, _Meaning]] = Counter()
    left = {(key, meaning) for key, meanings in theirs.items() for meaning in meanings}
    for action in got:
        known = (_key(action), _meaning(action))
        if known in left and not seen[known]:
            differences.append(Difference(f"actions[{action_text(action)}]", ABSENT, action))
        seen[known] += 1
    return differences


def action_text(action: Mapping[str, Any]) -> str:
    """Return an action as a scenario would write it, with rank ids: `play 5 5 joker as run 5`."""
    meant = [str(value) for value in (action.get("as") or {}).values()]
    words = [action.get("do", ""), *action.get("cards", ()), *([action["rank"]] if action.get("rank") else ())]
    return " ".join(map(str, [*words, *(["as", *meant] if meant else ())]))


_ActionKey = tuple[str, tuple[str, ...], str | None]
_Meaning = tuple[str | None, str | None]
_UNSAID: _Meaning = (None, None)


def _key(action: Mapping[str, Any]) -> _ActionKey:
    return action["do"], tuple(sorted(action.get("cards", ()))), action.get("rank")


def _meaning(action: Mapping[str, Any]) -> _Meaning:
    meant = action.get("as") or {}
    return meant.get("form"), meant.get("rank")


def _compare_view(
    expected: Mapping[str, Any],
    got: Mapping[str, Any],
    shape: ViewShape,
    must: list[Difference],
    missing: list[str],
) -> None:
    for entry, value in expected.items():
        shown = got.get(entry)
        if value == shown:
            continue
        path = f"view.{entry}"
        if entry not in got:
            if entry in shape.core:
                missing.append(path)
        elif not isinstance(value, dict) or not isinstance(shown, dict):
            if not _same(value, shown, entry in shape.unordered):
                must.append(Difference(path, value, shown))
        elif entry in shape.records:
            for name, of in value.items():
                if name not in shown:
                    if entry in shape.core:
                        missing.append(f"{path}.{name}")
                elif not _same(of, shown[name], unordered=False):
                    must.append(Difference(f"{path}.{name}", of, shown[name]))
        else:
            must += _by_player(path, value, shown, entry in shape.unordered, shape.omitted.get(entry, ABSENT))


def _by_player(
    path: str, expected: Mapping[str, Any], got: Mapping[str, Any], unordered: bool, omitted: Any
) -> Iterator[Difference]:
    for name in dict.fromkeys((*expected, *got)):
        ours, theirs = expected.get(name, omitted), got.get(name, omitted)
        if not _same(ours, theirs, unordered):
            yield Difference(f"{path}.{name}", expected.get(name, ABSENT), got.get(name, ABSENT))


def _same(expected: Any, got: Any, unordered: bool) -> bool:
    if unordered and isinstance(expected, list) and isinstance(got, list):
        return sorted(map(str, expected)) == sorted(map(str, got))
    return bool(expected == got)
