"""Which settings a scenario can be held to."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from mocsar_conformance.scenario.cards import TextReader
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.suits import fitted
from mocsar_reference import Game, MocsarError, Rulebook, Setting


def applicability(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> str | None:
    """Return why a scenario says nothing about a setting, or None where it does.

    It does not where `when` is false, where the variant does not seat so many players, or where the pack cannot hold
    the cards dealt or has no card of a rank named.
    """
    players = len(scenario.given.players)
    if scenario.when and not rulebook.holds(scenario.when, setting, {"players": players}):
        return f"it speaks only of settings with {scenario.when.text}"
    return misfit(scenario, rulebook, setting)


def misfit(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> str | None:
    """Return why a scenario cannot be played in a setting, whatever `when` says, or None where it can."""
    players = len(scenario.given.players)
    fewest, most, _ = setting.variant.players
    if not fewest <= players <= most:
        return f"it has {players} players, not {fewest} to {most}"
    return _lacking(scenario, rulebook.game(setting), players)


def _lacking(scenario: Scenario, game: Game, players: int) -> str | None:
    try:
        pack = _pack(game, players)
    except MocsarError as error:
        return error.diagnostics[0].message
    scenario = fitted(scenario, game)
    texts = TextReader(game.contents)
    for card, number in scenario.dealt.items():
        if number > pack[card]:
            return f"it deals {number} × {texts.write([card])}, and the pack has {pack[card]}"
    unknown = (scenario.named - set(game.plan.kinds)) | (scenario.meant - set(game.plan.ranks[: game.plan.in_pack]))
    if unknown:
        return f"it names the card {texts.write([min(unknown)])}, and the pack has none such"
    return None


@lru_cache(maxsize=512)
def _pack(game: Game, players: int) -> Counter[str]:
    """Return how many cards of each kind the pack has. Raises MocsarError R906."""
    return Counter(game.pack(players))
