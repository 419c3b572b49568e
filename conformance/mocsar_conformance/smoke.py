"""A few random deals of each variant, for `mocsar check`: what no scenario looks at may still be a dead end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mocsar_conformance.battery import INVARIANTS, play_match
from mocsar_conformance.match.scenario import steps_text
from mocsar_reference import Diagnostic, Rulebook, Setting

DEALS = 3
SEED = "check"


def random_deals(rulebook: Rulebook, settings: Iterable[Setting], deals: int = DEALS) -> Iterator[Diagnostic]:
    """Play a match of random deals in each setting; yield C050, with the steps, where an invariant does not hold."""
    for setting in settings:
        players = setting.variant.players[2]
        played = play_match(rulebook.game(setting), players, SEED, deals)
        for each in played.violations[:1]:
            what = f"{setting.short}, {players} players, in deal {played.deals + 1} at random: {each.message}"
            steps = "\n    ".join(("these are the steps:", *steps_text(played.match))) if played.match.log else ""
            hint = f"wanted: {INVARIANTS[each.invariant]}{f'; {steps}' if steps else ''}"
            yield Diagnostic("C050", setting.variant.place, what, hint)
