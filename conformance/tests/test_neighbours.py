"""Games outside the sources, each an overlay of YAML alone: they check clean, hold their scenarios, and play.

That the engine has no word of them is shown beside the engine, in test_line.py.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import ActStep
from mocsar_reference import Game, Rulebook, State, load_rulebook

NEIGHBOURS = Path(__file__).parents[2] / "spec" / "variants" / "neighbours"
VARIANTS = {"president": ("president", "president-skip"), "daifugo": ("daifugo",), "dalmuti": ("dalmuti",)}
"""The variants that each overlay brings, by its folder."""
PLAYED = [(overlay, variant) for overlay, variants in VARIANTS.items() for variant in variants]
DEALS = 50
MOST_MOVES = 2_000
"""No deal of these takes half as many."""
NAMES = ["Anna", "Bea", "Csaba", "Dani", "Edit", "Feri", "Gabi", "Hugó"]


@cache
def rulebook(overlay: str) -> Rulebook:
    return load_rulebook(overlays=[NEIGHBOURS / overlay])


def test_every_folder_is_looked_at() -> None:
    assert {each.name for each in NEIGHBOURS.iterdir() if each.is_dir()} == set(VARIANTS)


@pytest.mark.parametrize("overlay", VARIANTS)
def test_an_overlay_brings_its_variants_and_leaves_the_others_as_they_are(overlay: str) -> None:
    alone = load_rulebook()
    assert set(rulebook(overlay).playable) == {*alone.playable, *VARIANTS[overlay]}
    for variant in alone.playable:
        assert rulebook(overlay).game(variant).pack(4) == alone.game(variant).pack(4)


@pytest.mark.parametrize("overlay", VARIANTS)
def test_an_overlay_checks_clean(overlay: str) -> None:
    """The check holds the packaged scenarios against the packaged variants with the overlay laid over, too."""
    result = CliRunner().invoke(cli, ["check", str(NEIGHBOURS / overlay)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_the_reference_conforms(overlay: str, variant: str) -> None:
    arguments = ["validate", "--rulebook", str(NEIGHBOURS / overlay), "--variant", variant, "--lang", "en"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert f"conformant to {variant}" in result.output


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_every_rule_of_its_own_has_a_scenario(overlay: str, variant: str) -> None:
    book = rulebook(overlay)
    own = {
        name for name in book.game(variant).plan.rules if NEIGHBOURS / overlay in Path(rule_file(book, name)).parents
    }
    scenarios = load_scenarios(NEIGHBOURS / overlay, book)
    applying = [each for each in scenarios if applicability(each, book, book.setting(variant)) is None]
    assert len(applying) >= 8
    assert own <= set(chain.from_iterable(each.rules for each in applying))


@pytest.mark.parametrize("overlay", VARIANTS)
def test_every_reason_of_its_own_is_given_in_a_scenario(overlay: str) -> None:
    own = set(rulebook(overlay).contents.reasons) - set(load_rulebook().contents.reasons)
    scenarios = load_scenarios(NEIGHBOURS / overlay, rulebook(overlay))
    assert own <= {step.refused for each in scenarios for step in each.steps if isinstance(step, ActStep)}


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_random_deals_keep_all_cards_and_end(overlay: str, variant: str) -> None:
    game = rulebook(overlay).game(variant)
    chosen = random.Random(variant)
    fewest, most, _ = game.setting.variant.players
    for players in range(fewest, most + 1):
        pack = list(game.pack(players))
        state: State | None = None
        for _ in range(DEALS // (most - fewest + 1) + 1):
            chosen.shuffle(pack)
            names = NAMES[:players]
            state = game.start(names, pack=pack) if state is None else game.next_deal(state, pack=pack)
            state = played_out(game, state, Counter(pack), chosen)


def played_out(game: Game, state: State, pack: Counter[str], chosen: random.Random) -> State:
    for _ in range(MOST_MOVES):
        assert cards_there_are(game, state) == pack
        moves = [(seat, move) for seat in range(len(state.names)) for move in game.moves(state, seat)]
        if game.contents.model.phases[state.phase].next is not None:
            assert not moves
            return state
        assert moves, f"nobody can act in {game.dump(state)}"
        state, _ = game.advance(state, *chosen.choice(moves))
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def cards_there_are(game: Game, state: State) -> Counter[str]:
    zones = game.dump(state)["zones"].values()
    return Counter(chain.from_iterable(chain(*zone) if zone and isinstance(zone[0], list) else zone for zone in zones))


def rule_file(book: Rulebook, rule: str) -> str:
    return str(Path(book.contents.rules[rule].place.file).absolute())
