"""The stored numbers are those of the reference, of games written by hand, and of the example in JavaScript."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.counting.counts import Counts, stored_counts, write_counts
from mocsar_conformance.counting.presets import Preset
from mocsar_reference import Rulebook
from mocsar_reference.explore import Exploration
from mocsar_reference.paths import spec_dir

from ..conftest import EXAMPLE, Mocsar
from .by_hand import GAMES, begin, count
from .conftest import Explore

FILES = sorted((spec_dir() / "presets").glob("*.yaml"))


def stored(preset: Preset) -> Counts:
    return stored_counts(spec_dir() / "counts" / f"{preset.variant}.yaml")[preset.name]


def test_every_variant_has_a_preset_and_three_more(book: Rulebook, presets: dict[str, Preset]) -> None:
    numbers = {name: sum(each.variant == name for each in presets.values()) for name in book.playable}
    assert min(numbers.values()) >= 4, numbers
    assert {path.stem for path in FILES} == set(book.playable)


def test_nothing_is_stored_of_presets_that_are_not_there(presets: dict[str, Preset]) -> None:
    for path in FILES:
        names = [each.name for each in presets.values() if each.variant == path.stem]
        assert list(stored_counts(spec_dir() / "counts" / path.name)) == names


@pytest.mark.parametrize("variant", [path.stem for path in FILES])
def test_the_reference_counts_what_is_stored(variant: str, presets: dict[str, Preset], explored: Explore) -> None:
    for preset in presets.values():
        if preset.variant == variant:
            assert list(Counts.of(explored(preset.id)).differences(stored(preset))) == []


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_written_by_hand_counts_what_is_stored(variant: str, presets: dict[str, Preset]) -> None:
    for preset in presets.values():
        if preset.variant != variant:
            continue
        given = preset.scenario.given
        assert given.hands is not None
        table = begin(GAMES[variant], given.hands, given.leader, given.standing)
        for step in preset.steps:
            named = (step.action.rank,) if step.action.rank else tuple(sorted(step.action.cards))
            act = (step.player, step.action.do, named)
            assert act in table.legal()
            table = table.after(act)
        lengths, places = count(table, {})
        numbers = stored(preset)
        assert tuple(lengths[at] for at in sorted(lengths)) == numbers.sequences, preset.id
        assert dict(places) == numbers.places, preset.id
        assert sum(places.values()) == numbers.finished, preset.id


def test_the_example_in_javascript_lists_the_same(mocsar: Mocsar, node: str) -> None:
    result = mocsar("count", "--depth", "5", "--", node, str(EXAMPLE / "adapter.js"))
    assert result.returncode == 0, result.stdout + result.stderr
    assert "8 presets, 0 findings" in result.stdout


def counts(*sequences: int, finished: int = 1, places: dict[str, int] | None = None) -> Counts:
    return Counts(sequences, finished, places or {})


def test_every_number_that_differs_is_told() -> None:
    here, there = counts(3, 5, finished=2, places={"A, B": 2}), counts(3, 4, 1, places={"B, A": 1})
    assert list(here.differences(there)) == [
        ("2", 5, 4),
        ("3", 0, 1),
        ("finished", 2, 1),
        ("A, B", 2, 0),
        ("B, A", 0, 1),
    ]


def test_with_a_limit_only_short_sequences_are_compared() -> None:
    assert list(counts(3, 5).differences(counts(3, 4, 1, finished=7), depth=1)) == []
    assert list(counts(3, 5).differences(counts(3, 4, 1, finished=7), depth=2)) == [("2", 5, 4)]


def test_what_is_written_is_read_again(tmp_path: Path, explored: Explore) -> None:
    found: Exploration = explored("elnok-forradalom/two-revolutions")
    path = tmp_path / "counts" / "x.yaml"
    write_counts(path, "elnok-forradalom", {"a": Counts.of(found), "b": counts(1)})
    assert stored_counts(path) == {"a": Counts.of(found), "b": counts(1)}
