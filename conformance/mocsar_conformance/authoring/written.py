"""Turns a match that was read, or a few plays from nothing, into the text of a scenario."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mocsar_conformance.authoring.recorded import Recorded, cut
from mocsar_conformance.fuzz.plan import Act, Dealing, Next, Plan
from mocsar_conformance.fuzz.referee import Impossible, Referee, Turn
from mocsar_conformance.fuzz.retell import Told
from mocsar_conformance.match.match import NAMES
from mocsar_conformance.match.players import PLAYERS, who_acts
from mocsar_conformance.match.scenario import About, rules_toggles, write_scenario
from mocsar_conformance.scenario.deals import leader_of
from mocsar_conformance.text import neutralise
from mocsar_reference import Diagnostic, Game, MocsarError, Place, Rulebook, Setting

COMMENT = Path(__file__).resolve().parent.parent / "templates" / "scenario" / "comment.txt"
"""What a scenario from nothing says of itself, line by line."""

CARDS = 3
"""Cards that each player of a scenario from nothing holds."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a scenario, and what its author should know."""

    text: str
    notes: tuple[str, ...] = ()


def skeleton(name: str, setting: Setting, book: Rulebook, clauses: Sequence[str], schema: str) -> Draft:
    """Return a scenario to begin with: a few cards, one round as a simple player would play it, what is seen then.

    `clauses` are the clauses it is about. Raises MocsarError U034 where no deal can begin so.
    """
    game = book.game(setting)
    players = NAMES[: setting.variant.players[0]]
    kinds = [each for each in game.plan.kinds if each]
    hands = {each: tuple(kinds[seat :: len(players)][:CARDS]) for seat, each in enumerate(players)}
    chance = dict.fromkeys(book.contents.model.chance, players[0])
    plan = Plan(setting.short, players, (), Dealing(hands, None, chance), ())
    referee, rnd = Referee(game), random.Random(name)
    try:
        referee.start(plan)
        leader = leader_of(game, referee.state)
        choose = PLAYERS["simple"](game, rnd)
        before = referee.view
        for _ in players:
            player = who_acts(game, referee.state, rnd)
            if player is None:
                break
            before = referee.view
            action = choose(referee.state, player)
            referee.act(player, action)
            plan = replace(plan, steps=(*plan.steps, Act(player, action)))
    except (Impossible, IndexError) as error:
        raise MocsarError([Diagnostic("U034", None, f"no deal begins with a few cards in {setting.short}")]) from error
    core = {entry.id for entry in book.contents.model.view if entry.core}
    about = About(
        title={"en": f"Say in a sentence what {name} shows", "hu": f"Ide egy mondat kerül arról, mit mutat: {name}"},
        rules=clauses,
        comment=COMMENT.read_text("utf-8").splitlines(),
        when=rules_toggles(clauses, book.contents),
        entries=frozenset(name for name, value in referee.view.items() if before.get(name) != value and name in core),
        leader=leader,
    )
    return Draft(write_scenario(Told(plan, game), book, name, about, schema))


def retold(name: str, recorded: Recorded, span: tuple[int, int], book: Rulebook, schema: str, source: str) -> Draft:
    """Return the steps `span` of a match, from 1, as a scenario; it begins with the deal that they lie in.

    What is expected is what the reference does. `source` is what the match is called in the comment. Raises MocsarError
    U034 and U035 with the line of the record.
    """
    first, last = span
    recorded = cut(recorded, last)
    game = book.game(recorded.setting)
    turns = _played(recorded, game, source)
    plan, kept = _from_deal(recorded.plan, first, turns, game)
    match = Told(plan, game)
    comment = [
        f"Made from {Path(source).name}, steps {1 + len(recorded.plan.steps) - kept} to {last}.",
        "What is expected here is what the reference does; hold it against the rules before you keep it.",
    ]
    players, setting = len(plan.players), recorded.setting.short
    about = About(
        title={"en": f"{name}: {players} players, {setting}", "hu": f"{name}: {players} játékos, {setting}"},
        rules=(),
        standing=plan.standing,
    )
    text = write_scenario(match, book, name, about, schema, comment)
    notes = list(_otherwise(recorded, turns, source))
    edition, ours = recorded.edition, book.contents.edition
    if edition not in (None, ours):
        by = f"played by edition {neutralise(str(edition), 40)} of the rulebook, and retold by {ours}"
        notes.insert(0, f"{source}:{recorded.lines[0]}: {by}; a default may have changed in between")
    return Draft(text, tuple(notes))


def _played(recorded: Recorded, game: Game, source: str) -> list[Turn]:
    """Play a match on the reference, and return its turns, the start first."""
    referee = Referee(game)
    turns: list[Turn] = []
    for index, line in enumerate(recorded.lines):
        try:
            turns.append(referee.step(recorded.plan.steps[index - 1]) if index else referee.start(recorded.plan))
        except (Impossible, MocsarError) as error:
            begins = index == 0 or isinstance(recorded.plan.steps[index - 1], Next)
            code, message = ("U034", "this deal cannot begin") if begins else ("U035", "this cannot be tried")
            why = str(error).partition("\n")[0]
            hint = "is it a record of this game? --rulebook names what is laid over the rulebook"
            raise MocsarError([Diagnostic(code, Place(source, line, 1), f"{message}: {why}", hint)]) from None
    return turns


def _from_deal(plan: Plan, first: int, turns: Sequence[Turn], game: Game) -> tuple[Plan, int]:
    """Return a game that begins with the deal of a step, and how many of its steps are left.

    Where what follows would go another way so, because more than the places is kept from deal to deal, it begins with
    the deal before, and so on.
    """
    deals = [at for at, step in enumerate(plan.steps[:first]) if isinstance(step, Next)]
    for at in reversed(deals):
        step = plan.steps[at]
        assert isinstance(step, Next)
        standing = tuple(turns[at].expected.get("view", {}).get("out") or ())
        later = replace(plan, standing=standing, first=step.dealing, steps=plan.steps[at + 1 :])
        referee = Referee(game)
        try:
            again = [referee.start(later), *map(referee.step, later.steps)]
        except (Impossible, MocsarError):
            continue
        if [each.expected for each in again] == [each.expected for each in turns[at + 1 :]]:
            return later, len(later.steps)
    return plan, len(plan.steps)


def _otherwise(recorded: Recorded, turns: Sequence[Turn], source: str) -> list[str]:
    """Return what the record says otherwise than the reference, in words; only the first is told in full."""
    found = [
        (index, said, turns[index + 1].expected)
        for index, said in recorded.answers.items()
        if index + 1 < len(turns) and turns[index + 1].expected["answer"] != said
    ]
    if not found:
        return []
    index, said, expected = found[0]
    reason = f" ({expected['reason']})" if "reason" in expected else ""
    more = f"; {len(found) - 1} more differ" if len(found) > 1 else ""
    place = f"{source}:{recorded.lines[index + 1]}"
    return [f"{place}: {said} there, and {expected['answer']}{reason} by the reference{more}"]
