"""Why a scenario is not run: the parts of its condition that are false, and the values that make them so."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.why import not_spoken_of
from mocsar_reference import Rulebook

TEXT = """
id: example
title: {{en: An example, hu: Egy példa}}
rules: [play.cards-held]
when: {when}
given: {{hands: {{Anna: 5 9, Bea: 7 8, Csaba: 4 10}}, leader: Anna}}
steps: [{{Anna: play 5}}]
"""


@pytest.mark.parametrize(
    ("when", "en", "hu"),
    [
        (
            "toggle.play.beats == 'higher' && toggle.trick.ends == 'one-lap'",
            "toggle.trick.ends == 'one-lap'; here trick.ends = pass-goes-round",
            "toggle.trick.ends == 'one-lap'; itt trick.ends = pass-goes-round",
        ),
        (
            "toggle.play.beats != 'higher' && toggle.pack.packs > 2",
            "toggle.play.beats != 'higher' && toggle.pack.packs > 2; here pack.packs = 2, play.beats = higher",
            "toggle.play.beats != 'higher' && toggle.pack.packs > 2; itt pack.packs = 2, play.beats = higher",
        ),
        (
            "(toggle.pack.packs == 2 && players > 3) && !('2' in toggle.ranks.wild)",
            "(toggle.pack.packs == 2 && players > 3) && !('2' in toggle.ranks.wild); "
            "here players = 3, pack.packs = 2, ranks.wild = [2, joker]",
            "(toggle.pack.packs == 2 && players > 3) && !('2' in toggle.ranks.wild); "
            "itt players = 3, pack.packs = 2, ranks.wild = [2, joker]",
        ),
        (
            "players > 3 || toggle.pack.packs == 1",
            "players > 3 || toggle.pack.packs == 1; here players = 3, pack.packs = 2",
            "players > 3 || toggle.pack.packs == 1; itt players = 3, pack.packs = 2",
        ),
    ],
)
def test_only_what_is_false_is_told(book: Rulebook, tmp_path: Path, when: str, en: str, hu: str) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(TEXT.format(when=f'"{when}"').lstrip(), encoding="utf-8")
    [scenario] = load_scenarios(tmp_path, book)
    assert scenario.when is not None
    why = not_spoken_of(scenario.when, book, book.setting("kollar"), 3)
    assert why.text("en") == f"it speaks only of settings with {en}"
    assert why.text("hu") == f"csak olyan beállításról szól, ahol {hu}"
    assert why == f"it speaks only of settings with {when}"
