"""Tells cases that an audit found as scenarios: what was done, and what the rulebook says of it.

Players get names of ours, by their seats, so that nothing that a log calls them is written to a file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.audit.tally import Finding, Tally
from mocsar_conformance.audit.words import say
from mocsar_conformance.compare import action_text
from mocsar_conformance.fuzz.plan import Act, Dealing, Plan
from mocsar_conformance.fuzz.referee import Impossible
from mocsar_conformance.fuzz.retell import Told
from mocsar_conformance.labels import LANGUAGES
from mocsar_conformance.match.match import NAMES, Listed
from mocsar_conformance.match.scenario import About, applies_somewhere, rules_toggles, write_scenario
from mocsar_conformance.scenario.load import read_scenario
from mocsar_reference import Action, MocsarError, Rulebook
from mocsar_reference.load import read_yaml

MOST = 3
"""Scenarios of each kind and rule."""
FOLDER = "audit"
"""The folder of the scenarios, and the first part of their ids."""
_NOT_IN_IDS = re.compile(r"[^a-z0-9.]+")
_TITLES = {
    **dict.fromkeys(("A001", "A002", "A004", "A005"), "refused"),
    **dict.fromkeys(("A011", "A012", "A013"), "end"),
    "A003": "A003",
    "A010": "goes-on",
}
_ENDS = ("phase", "out", "titles")
"""The entries of the view that say how a deal ended."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A scenario: its id, and its file's text."""

    name: str
    text: str


def told(tally: Tally, book: Rulebook) -> Iterator[Sample | None]:
    """Yield the cases that have a game as scenarios; None for one that cannot be told so."""
    for key in sorted(tally.samples):
        for case in [each for each in tally.samples[key] if each.game is not None][:MOST]:
            try:
                yield tell(case, book)
            except (Impossible, MocsarError, KeyError, TypeError, ValueError):
                yield None


def tell(case: Finding, book: Rulebook) -> Sample:
    """Return a case as a scenario. Raises Impossible or MocsarError where its deal cannot begin by itself."""
    assert case.game is not None
    plan = plan_of(case.game)
    game = book.game(plan.setting)
    match = Told(plan, game)
    rules = _clauses(case.rules, book)
    digest = hashlib.sha256(json.dumps(case.game, sort_keys=True).encode()).hexdigest()[:6]
    what = rules[0] if rules else case.key or case.code
    name = f"{FOLDER}/{case.code.lower()}-{_NOT_IN_IDS.sub('-', what.lower()).strip('-.')}-{digest}"
    asked = case.game.get("asked")
    if asked is not None:
        player = plan.players[case.game["players"].index(asked)]
        match.log.append(Listed(player, exact=tuple(game.legal(match.state, player))))
    about = About(
        title={lang: _title(case, plan, lang) for lang in LANGUAGES},
        rules=rules,
        comment=[
            "Found by `mocsar audit` in a recorded game, which has it otherwise. All that is expected here is what the",
            "reference answers; before it is kept, see by the rules' own words that it is right, and give it a title.",
        ],
        standing=plan.standing,
        when=rules_toggles(rules, book.contents),
        entries=frozenset(_ENDS if case.code in ("A010", "A012", "A013") else ()),
    )
    text = write_scenario(match, book, name, about)
    if not applies_somewhere(text, book):
        text = text.replace("given:\n", f"settings: ['{plan.setting}']\ngiven:\n", 1)
    read_scenario(read_yaml(text, f"{name}.yaml"), book)
    return Sample(name, text)


def _title(case: Finding, plan: Plan, lang: str) -> str:
    assert case.game is not None
    last = plan.steps[-1] if plan.steps else None
    done = f"{last.player}: {action_text(last.action.to_json())}" if isinstance(last, Act) else ""
    asked = case.game.get("asked")
    if asked is not None:
        return say("sample-A031", lang, done=plan.players[case.game["players"].index(asked)])
    if not done:
        return say("sample-begun", lang)
    return say(f"sample-{_TITLES.get(case.code, 'seen')}", lang, done=done)


def plan_of(game: Mapping[str, Any]) -> Plan:
    """Return a deal that was recorded as a plan, its players called by names of ours."""
    ours = {name: NAMES[at] if at < len(NAMES) else f"P{at + 1}" for at, name in enumerate(game["players"])}
    deal = game["deal"]
    hands = deal.get("hands")
    dealing = Dealing(
        None if hands is None else {ours[name]: tuple(cards) for name, cards in hands.items()},
        tuple(deal["pack"]) if hands is None else None,
        {name: ours[player] for name, player in deal.get("chance", {}).items()},
    )
    steps = tuple(Act(ours[each["p"]], Action.from_json(each)) for each in game["done"])
    return Plan(game["setting"], tuple(ours.values()), tuple(ours[each] for each in game["standing"]), dealing, steps)


def _clauses(rules: Sequence[str], book: Rulebook) -> list[str]:
    known = [each for each in rules if each in book.contents.rules]
    return list(dict.fromkeys(book.contents.rules[each].clause or each for each in known))
