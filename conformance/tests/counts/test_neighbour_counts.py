"""The numbers stored in the neighbouring games' overlays are those of the reference and of games written by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from mocsar_conformance.counting.counts import Counts, counts_path, stored_counts
from mocsar_conformance.counting.presets import Preset, load_presets
from mocsar_reference import load_rulebook
from mocsar_reference.explore import explore
from mocsar_reference.paths import spec_dir

from .by_hand import Table, count
from .counts_neighbours_by_hand import GAMES, begin, step

NEIGHBOURS = spec_dir() / "variants" / "neighbours"
OVERLAYS = {"president": ("president", "president-skip"), "daifugo": ("daifugo",), "dalmuti": ("dalmuti",)}
"""The variants that each overlay brings, by its folder."""
PLAYED = [(overlay, variant) for overlay, variants in OVERLAYS.items() for variant in variants]


@cache
def presets(overlay: str) -> list[Preset]:
    """Return the presets that an overlay brings."""
    folder = NEIGHBOURS / overlay
    every = load_presets(load_rulebook(overlays=[folder]), [folder])
    return [each for each in every if each.folder == folder / "spec"]


def of(overlay: str, variant: str) -> list[Preset]:
    return [each for each in presets(overlay) if each.variant == variant]


def test_every_folder_and_every_game_is_looked_at() -> None:
    assert {each.name for each in NEIGHBOURS.iterdir() if each.is_dir()} == set(OVERLAYS)
    assert {variant for _, variant in PLAYED} == set(GAMES)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_brings_presets_and_counts_of_its_own_variants(overlay: str) -> None:
    assert {each.variant for each in presets(overlay)} == set(OVERLAYS[overlay])
    for name in ("presets", "counts"):
        found: list[Path] = sorted((NEIGHBOURS / overlay / "spec" / name).iterdir())
        assert [path.name for path in found] == sorted(f"{variant}.yaml" for variant in OVERLAYS[overlay])


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_a_variant_has_a_deal_and_three_more_each_with_its_numbers(overlay: str, variant: str) -> None:
    names = [each.name for each in of(overlay, variant)]
    assert names[0] == "deal"
    assert len(names) >= 4
    assert list(stored_counts(counts_path(of(overlay, variant)[0]))) == names


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_the_reference_counts_what_is_stored(overlay: str, variant: str) -> None:
    for preset in of(overlay, variant):
        stored = stored_counts(counts_path(preset))[preset.name]
        assert list(Counts.of(explore(preset.game, preset.state)).differences(stored)) == [], preset.id


@pytest.mark.parametrize(("overlay", "variant"), PLAYED)
def test_a_game_written_by_hand_counts_what_is_stored(overlay: str, variant: str) -> None:
    for preset in of(overlay, variant):
        given = preset.scenario.given
        assert given.hands is not None
        table: Table = begin(variant, given.hands, given.leader, given.standing)
        for each in preset.steps:
            table = step(table, each.player, each.action.do, each.action.cards)
        lengths, places = count(table, {})
        stored = stored_counts(counts_path(preset))[preset.name]
        assert tuple(lengths[at] for at in sorted(lengths)) == stored.sequences, preset.id
        assert dict(places) == stored.places, preset.id
        assert sum(places.values()) == stored.finished, preset.id
