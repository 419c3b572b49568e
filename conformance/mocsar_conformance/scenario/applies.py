"""Which settings a scenario can be held to."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from mocsar_conformance.scenario.cards import TextReader
from mocsar_conformance.scenario.kinds import Kinds
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.suits import fitted
from mocsar_conformance.scenario.why import Why, not_spoken_of
from mocsar_reference import Game, MocsarError, Rulebook, Setting


def applicability(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> Why | None:
    """Return why a scenario says nothing about a setting, or None where it does.

    It does not where `when` is false, where the variant does not seat so many players, or where the pack cannot hold
    the cards dealt or has no card of a rank named.
    """
    if scenario.when and not is_spoken_of(scenario, rulebook, setting):
        return not_spoken_of(scenario.when, rulebook, setting, len(scenario.given.players))
    return misfit(scenario, rulebook, setting)


def applies(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> bool:
    """Tell whether a scenario says something about a setting, where nobody asks why not."""
    return is_spoken_of(scenario, rulebook, setting) and misfit(scenario, rulebook, setting) is None


def is_spoken_of(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> bool:
    """Tell whether `when` holds in a setting."""
    players = len(scenario.given.players)
    return scenario.when is None or rulebook.holds(scenario.when, setting, {"players": players})


def misfit(scenario: Scenario, rulebook: Rulebook, setting: Setting) -> Why | None:
    """Return why a scenario cannot be played in a setting, whatever `when` says, or None where it can."""
    players = len(scenario.given.players)
    fewest, most, _ = setting.variant.players
    if not fewest <= players <= most:
        en = f"it has {players} players, not {fewest} to {most}"
        return Why(en, f"{players} játékosa van; itt legalább {fewest}, legföljebb {most} játszhat")
    return lacking(scenario, rulebook.game(setting))


def lacking(scenario: Scenario, game: Game) -> Why | None:
    """Return what the pack of a game lacks of the cards that a scenario deals and names; None where it has all."""
    try:
        pack = _pack(game, len(scenario.given.players))
    except MocsarError as error:
        return Why(error.diagnostics[0].message, error.diagnostics[0].message)
    scenario = fitted(scenario, game)
    kinds = Kinds(game)
    for card, number in scenario.dealt.items():
        if number > pack[card]:
            shown = TextReader(game.contents).write([card])
            there = sum(pack[each] for each in kinds.of.get(card, (card,)))
            dealt = number + there if card in kinds.of else number  # what is left without a suit is what is too many
            en = f"it deals {dealt} × {shown}, and the pack has {there}"
            return Why(en, f"{dealt} × {shown} lapot oszt ki, és a pakliban {there} van")
    unknown = (scenario.named - set(game.plan.kinds) - kinds.of.keys()) | (
        scenario.meant - set(game.plan.ranks[: game.plan.in_pack])
    )
    if unknown:
        shown = TextReader(game.contents).write([min(unknown)])
        return Why(
            f"it names the card {shown}, and the pack has none such",
            f"a(z) {shown} lapot nevezi meg, és a pakliban nincs ilyen",
        )
    return None


@lru_cache(maxsize=512)
def _pack(game: Game, players: int) -> Counter[str]:
    """Return how many cards of each kind the pack has. Raises MocsarError R906."""
    return Counter(game.pack(players))
