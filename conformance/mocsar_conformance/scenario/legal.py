"""What a scenario says about legal actions, held against a game; and how to find it out where a subject cannot list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mocsar_conformance.scenario.model import Claim
from mocsar_reference import Action, Game, State
from mocsar_reference.load import Path

Probe = tuple[dict[str, Any], str]
"""A request `act`, and "accepted" or "refused"."""


def claim_faults(claim: Claim, game: Game, state: State, write: Any) -> Iterator[tuple[Path, str, str]]:
    """Go through what is otherwise than a claim says: the path of what is wrong, what is so, a hint.

    `write` turns an action into text.
    """
    player = claim.player
    for each in (*claim.includes, *(claim.exact or ())):
        verdict = game.judge(state, player, each.action)
        if not verdict.accepted:
            yield each.path, f"'{each.text}' is stated to be legal for {player}, and is refused: {verdict.reason}", ""
    for each in claim.excludes:
        if game.judge(state, player, each.action).accepted:
            yield each.path, f"'{each.text}' is stated not to be legal for {player}, and is", ""
    if claim.exact is None and claim.count is None:
        return
    legal = game.legal(state, player)
    if claim.exact is not None:
        unlisted = [each for each in legal if not any(_same(each, other.action) for other in claim.exact)]
        if unlisted:
            listed = ", ".join(write(each) for each in unlisted)
            hint = "list every legal action, or write 'includes:'"
            yield claim.path, f"legal for {player}, and not listed: {listed}", hint
    if claim.count is not None and claim.count != len(legal):
        listed = ", ".join(write(each) for each in legal[:12]) + (" …" if len(legal) > 12 else "")
        said = f"the number of legal actions of {player} is stated to be {claim.count}"
        yield (*claim.path, "count"), f"{said}, and is {len(legal)}{': ' if legal else ''}{listed}", ""


def claim_probes(claim: Claim, game: Game, state: State) -> tuple[Probe, ...]:
    """Return actions to try, each from the same position, that together show what a claim says.

    Where all legal actions or their number are stated, these are all of them, and beside them the plainest others: each
    action without cards, and every number of cards of each rank held.
    """
    actions = [each.action for each in claim.actions()]
    if claim.exact is not None or claim.count is not None:
        actions += game.legal(state, claim.player)
        actions += _plain(claim.player, game, state)
    probes: dict[tuple[Any, ...], Probe] = {}
    for action in actions:
        key = (action.do, tuple(sorted(action.cards)), action.as_form, action.as_rank, action.rank)
        if key not in probes:
            request = {"request": "act", "player": claim.player, "action": action.to_json()}
            accepted = game.judge(state, claim.player, action).accepted
            probes[key] = (request, "accepted" if accepted else "refused")
    return tuple(probes.values())


def _plain(player: str, game: Game, state: State) -> Iterator[Action]:
    hand = game.view(state).get("hands", {}).get(player, ())
    for kind in game.contents.model.actions.values():
        if kind.cards:
            for rank in dict.fromkeys(hand):
                for number in range(1, hand.count(rank) + 1):
                    yield Action(kind.id, (rank,) * number)
        elif not kind.rank:
            yield Action(kind.id)


def _same(legal: Action, stated: Action) -> bool:
    """Tell whether a listed action is the one stated; what is meant counts only where both say it."""
    if (legal.do, sorted(legal.cards), legal.rank) != (stated.do, sorted(stated.cards), stated.rank):
        return False
    return all(
        None in pair or pair[0] == pair[1]
        for pair in ((legal.as_form, stated.as_form), (legal.as_rank, stated.as_rank))
    )
