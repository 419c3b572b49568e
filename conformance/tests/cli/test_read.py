"""The commands that read the rulebook: explain, rules, variants, compile."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.codes import all_codes
from mocsar_reference import load_rulebook

Command = Callable[..., Any]


def test_explain_shows_text_formal_rule_and_scenarios(mocsar: Command) -> None:
    out = mocsar("explain", "follow.beats.higher").out
    for part in (
        "Only a higher rank beats",
        "(variant: kollar)",
        "stated by the source",
        "¶3",
        "toggle.play.beats == 'higher'",
        "following/equal-is-refused",
    ):
        assert part in out


def test_explain_speaks_hungarian(mocsar: Command) -> None:
    assert "Csak nagyobb érték üt" in mocsar("explain", "follow.beats.higher", "--lang", "hu").out


def test_explain_fills_the_text_for_the_variant_asked_for(mocsar: Command) -> None:
    out = mocsar("explain", "cards.pack", "--variant", "kollar(pack.packs=1)").out
    assert "Packs shuffled together: 1." in out


def test_explain_finds_the_clause_of_a_rule(mocsar: Command) -> None:
    assert "[clause passing.free]" in mocsar("explain", "passing.counts").out


def test_explain_shows_a_scenario_as_written(mocsar: Command) -> None:
    assert "id: following/equal-is-refused" in mocsar("explain", "following/equal-is-refused").out


@pytest.mark.parametrize("code", ["P020", "U001", "R101", "C030", "X001", "Y013", "p020"])
def test_explain_tells_what_a_code_means(mocsar: Command, code: str) -> None:
    out = mocsar("explain", code).out
    assert out == f"{code.upper()}: {all_codes()[code.upper()]}\n"


def test_explain_lists_the_rules_and_scenarios_of_a_reason(mocsar: Command) -> None:
    out = mocsar("explain", "not-higher").out
    assert "formally:" in out
    assert "  follow.beats.higher" in out
    assert "  following/equal-is-refused" in out


def test_explain_shows_the_names_of_a_title(mocsar: Command) -> None:
    title, names = next(iter(load_rulebook().contents.titles.items()))
    assert mocsar("explain", title).out.startswith(f"{names['en']}   [title {title}]   (hu: {names['hu']})")


def test_explain_gives_json(mocsar: Command) -> None:
    [facts] = json.loads(mocsar("explain", "not-higher", "--format", "json").out)
    assert facts["kind"] == "reason"


def test_explain_finds_terms_ranks_and_chapters(mocsar: Command) -> None:
    kinds = {
        name: [each["kind"] for each in json.loads(mocsar("explain", name, "--format", "json").out)]
        for name in ("joker", "trick", "pile")
    }
    assert kinds == {"joker": ["term", "rank"], "trick": ["term", "chapter"], "pile": ["term"]}
    assert "drawn: ★" in mocsar("explain", "joker").out
    assert "trick.ends.one-lap" in mocsar("explain", "trick").out


def test_explain_lists_what_has_the_words_in_its_title(mocsar: Command) -> None:
    out = mocsar("explain", "going", "out").out
    assert "  going-out " in out
    assert "[clause]" in out
    found = json.loads(mocsar("explain", "rárak", "--format", "json").out)
    assert {"kind": "chapter", "id": "following", "title": "Following and passing"} in found


def test_explain_says_so_where_nothing_has_an_id_or_such_a_title(mocsar: Command) -> None:
    said = mocsar("explain", "bridge")
    assert said.code == 2
    assert said.err.startswith("U001 there is nothing called 'bridge'")


def test_rules_without_a_variant_list_the_variants(mocsar: Command) -> None:
    said = mocsar("rules")
    assert said.code == 2
    listed = [line.split()[0] for line in said.err.partition("The variants are:\n")[2].splitlines()]
    assert tuple(listed) == load_rulebook().playable


def test_rules_have_every_chapter_in_order(mocsar: Command) -> None:
    out = mocsar("rules", "--variant", "kollar").out
    chapters = [line for line in out.splitlines() if line[:1].isdigit()]
    assert chapters[0] == "1. The game"
    numbers = [int(each.split(".")[0]) for each in chapters]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 5
    assert "{" not in out


def test_chapters_are_numbered_without_a_gap(mocsar: Command) -> None:
    """Kollár's game has no chapter on revolution."""
    for variant in ("kollar", "elnok-forradalom"):
        out = mocsar("rules", "--variant", variant).out
        numbers = [int(line.split(".")[0]) for line in out.splitlines() if line[:1].isdigit()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) > 8


def test_rules_are_those_of_the_setting(mocsar: Command) -> None:
    assert "[trick.ends.one-lap]" in mocsar("rules", "--variant", "kollar(trick.ends=one-lap)").out
    assert "[trick.ends.one-lap]" not in mocsar("rules", "--variant", "kollar").out


def test_reasons_and_titles_can_be_listed(mocsar: Command) -> None:
    contents = load_rulebook().contents
    lines = mocsar("explain", "reasons").out.splitlines()
    assert [line.split()[0] for line in lines] == list(contents.reasons)
    titles = json.loads(mocsar("explain", "titles", "--lang", "hu", "--format", "json").out)
    assert {each["id"]: each["text"] for each in titles} == {name: each["hu"] for name, each in contents.titles.items()}


def test_variants_are_a_table(mocsar: Command) -> None:
    lines = mocsar("variants").out.splitlines()
    assert lines[0].split() == ["id", "players", "extends", "title"]
    assert lines[1].startswith("kollar ")


def test_variants_come_as_json(mocsar: Command) -> None:
    rows = {each["id"]: each for each in json.loads(mocsar("variants", "--format", "json").out)}
    assert rows["kollar-one-lap"]["extends"] == "kollar"


def test_compile_prints_a_module(mocsar: Command) -> None:
    source = mocsar("compile", "--variant", "kollar").out
    compile(source, "kollar", "exec")
    assert "def judge_play(" in source


def test_an_overlay_adds_a_variant(mocsar: Command, tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "house.yaml").write_text(
        "id: house\nextends: kollar\ntitle: {en: Ours, hu: Miénk}\n"
        "set: {pack.packs: {value: 1, status: reading, why: {en: One pack is all we have., hu: Csak egy van.}}}\n",
        encoding="utf-8",
    )
    assert "Ours" in mocsar("variants", "--rulebook", tmp_path).out
    assert "Packs shuffled together: 1." in mocsar("rules", "--variant", "house", "--rulebook", tmp_path).out
