"""The shortest game that tells a mutant from the rulebook, and the scenario that it makes, ready to be committed."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from mocsar_conformance.compare import ViewShape, compare
from mocsar_conformance.fuzz.bench import Finding
from mocsar_conformance.fuzz.plan import Act, Dealing, Next, Plan, Step
from mocsar_conformance.fuzz.referee import Impossible, turns
from mocsar_conformance.fuzz.retell import Told
from mocsar_conformance.fuzz.shorten import Shortener
from mocsar_conformance.match.scenario import About, write_scenario
from mocsar_conformance.mutation.corpus import Start
from mocsar_conformance.mutation.equivalence import BREAKS, Witness
from mocsar_conformance.mutation.fixed import FixedRulebook
from mocsar_conformance.mutation.mutants import Mutant
from mocsar_conformance.subjects.reference import CAPABILITIES, ReferenceSubject
from mocsar_reference import Game, Rulebook, Setting

FOLDER = "found"
"""The folder of the scenarios, and the first part of their ids."""
TRIES = 600
"""Games that are tried to make one shorter."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that kills a mutant: its id, its text, and what differs at its end in words."""

    name: str
    text: str
    what: str


def plan_of(witness: Witness, setting: Setting) -> Plan:
    """Return the game of a witness as a plan."""
    first, *rest = witness.way
    assert isinstance(first, Start)
    steps: list[Step] = [Next(_dealing(each)) if isinstance(each, Start) else Act(*each) for each in rest]
    return Plan(setting.short, first.players, first.standing, _dealing(first), tuple(steps))


class Tester:
    """Plays plans on the rulebook and on one mutant, and finds where the two first differ."""

    def __init__(self, book: Rulebook, game: Game, mutant: Game) -> None:
        self.game = game
        self.mutant = mutant
        self.book = book
        self.shape = ViewShape.of(book.contents)

    def test(self, plan: Plan) -> Finding | None:
        """Return the first difference in a game; None where there is none, or where it cannot be played."""
        subject = ReferenceSubject(FixedRulebook(self.mutant, self.book))
        try:
            for number, turn in enumerate(turns(plan, self.game)):
                try:
                    got: Any = subject.request(turn.request)
                except BREAKS as error:
                    return Finding(plan.cut(number), None, ("breaks down", type(error).__name__))
                reasons = [each.reason for each in turn.failed]
                found = compare(turn.expected, got, self.shape, reasons=reasons, claims_reasons=True)
                if got["answer"] != turn.expected["answer"]:
                    return Finding(plan.cut(number), got, ("answer", turn.expected["answer"], str(got["answer"])))
                if found.must or found.should:
                    entry = (found.must or found.should)[0].path.split(".")
                    return Finding(plan.cut(number), got, tuple(entry[:2]))
        except Impossible:
            return None
        return None


def shortest(witness: Witness, book: Rulebook, setting: Setting, mutant: Game) -> Finding | None:
    """Return the game of a witness made as short as simple cuts can; None where it does not show it any more."""
    game = book.game(setting)
    tester = Tester(book, game, mutant)
    found = tester.test(plan_of(witness, setting))
    if found is None:
        return None
    return Shortener(game, CAPABILITIES, tester.test).shortened(found, lambda tries: tries >= TRIES)


def scenario_of(finding: Finding, mutant: Mutant, book: Rulebook, setting: Setting) -> Scenario:
    """Return the scenario of a finding, about what the mutant changes. Raises MocsarError."""
    game = book.game(setting)
    digest = sha256(finding.plan.key.encode()).hexdigest()[:6]
    about = rules_of(mutant, game)
    name = f"{FOLDER}/{'-'.join(filter(None, (about[0].replace('_', '-'), digest)))}"
    plan = finding.plan
    match = Told(plan, game)
    shown = finding.kind[1] if finding.kind[0] == "view" else None
    text = write_scenario(
        match,
        book,
        name,
        About(
            title={
                "en": f"Tells {about[0]} from the mutant {mutant.id}",
                "hu": f"Elárulja a mutánst ({about[0]}): {mutant.id}",
            },
            rules=about,
            comment=[
                f"Found by `mocsar mutate`: {mutant.diff}",
                "Give it a title and, where it teaches something, a because.",
            ],
            standing=plan.standing,
            when=mutant.toggles,
            entries=frozenset([shown] if shown else []),
        ),
    )
    if setting.changes:  # no variant plays so
        text = text.replace("\ngiven:\n", f'\nsettings: ["{setting.short}"]\ngiven:\n', 1)
    return Scenario(name, text, " ".join(finding.kind))


def rules_of(mutant: Mutant, game: Game) -> list[str]:
    """Return by which ids a scenario of a game is about what a mutant changes: clauses before rules, one at least."""
    contents = game.contents
    there = set(game.plan.rules)
    clauses = {contents.rules[name].clause for name in there}
    own = [mutant.unit[1]] if mutant.unit[0] == "rule" and mutant.unit[1] in there else []
    named = [name for name in sorted(mutant.names or ()) if name in clauses or name in there]
    first = [contents.rules[name].clause or name for name in (*own, *(each for each in named if each in there))]
    whole = [name for name in named if name in contents.clauses]
    found = list(dict.fromkeys([*first, *whole]))
    return found[:1] or [next(iter(game.plan.rules))]


def _dealing(start: Start) -> Dealing:
    return Dealing(start.hands, start.pack, start.chance)
