"""`mocsar new scenario`: from nothing a beginning that holds, from a record the same match again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.independence import quick
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import ActStep, Scenario
from mocsar_reference import Rulebook, load_rulebook

from .conftest import Command

NEIGHBOURS = Path(__file__).parents[3] / "spec" / "variants" / "neighbours"
PLAYABLE = load_rulebook().playable
HANDS = {"Anna": ["5", "9"], "Bea": ["5", "7"], "Csaba": ["4", "Q"]}
HEAD: dict[str, Any] = {"record": "match", "setting": "kollar", "players": list(HANDS)}
DEAL: dict[str, Any] = {"deal": 1, "hands": HANDS, "chance": {"leader": "Anna", "dealer": "Anna"}}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


def play(player: str, *cards: str) -> dict[str, Any]:
    return {"p": player, "do": "play", "cards": list(cards)} if cards else {"p": player, "do": "pass"}


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines), "utf-8")
    return path


def the(folder: Path, book: Rulebook) -> Scenario:
    """Return the only scenario of a folder, which must hold and depend on nothing that it does not name."""
    [scenario] = load_scenarios(folder, book)
    assert check_scenarios(book, [scenario]) == []
    assert quick(book, [scenario]) == []
    return scenario


# ---- from nothing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", PLAYABLE)
def test_a_beginning_holds_in_its_variant(variant: str, mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    assert mocsar("new", "scenario", "games/first", "-V", variant, "--to", tmp_path).code == 0
    scenario = the(tmp_path, book)
    assert scenario.id == "games/first"
    assert scenario.when is not None and book.holds(scenario.when, book.setting(variant))
    assert any(isinstance(step, ActStep) for step in scenario.steps)


@pytest.mark.parametrize("neighbour", sorted(path.name for path in NEIGHBOURS.iterdir()))
def test_a_beginning_holds_in_games_with_other_packs(neighbour: str, mocsar: Command, tmp_path: Path) -> None:
    overlay = NEIGHBOURS / neighbour
    assert mocsar("new", "scenario", "first", "--rulebook", overlay, "--to", tmp_path).code == 0
    the(tmp_path, load_rulebook(overlays=[overlay]))


def test_it_is_about_the_overlay_and_lies_in_it(ours: Path, mocsar: Command) -> None:
    ended = mocsar("new", "scenario", "ours/second", "--rulebook", ours)
    path = ours / "scenarios" / "ours" / "second.yaml"
    assert f"written: {path}" in ended.out
    text = path.read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../schema/scenario.schema.json\n")
    assert "rules: [ours.last-card]\n" in text
    assert "toggle.ours.last_card == 'alone'" in text
    assert mocsar("check", ours).code == 0


def test_within_an_overlay_nothing_need_be_named(ours: Path, mocsar: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ours)
    assert mocsar("new", "scenario", "ours/second").code == 0
    assert "rules: [ours.last-card]\n" in Path("scenarios/ours/second.yaml").read_text("utf-8")


def test_without_a_schema_folder_the_installed_schema_is_named(mocsar: Command, tmp_path: Path) -> None:
    mocsar("new", "scenario", "first", "-V", "kollar", "--to", tmp_path)
    first = (tmp_path / "scenarios" / "first.yaml").read_text("utf-8").partition("\n")[0]
    address = first.removeprefix("# yaml-language-server: $schema=file://")
    assert Path(address).is_file()


def test_it_never_overwrites(ours: Path, mocsar: Command) -> None:
    before = (ours / "scenarios" / "ours" / "first.yaml").read_text("utf-8")
    ended = mocsar("new", "scenario", "ours/first", "--rulebook", ours)
    assert ended.code == 2
    assert ended.err.startswith("U030 ")
    assert (ours / "scenarios" / "ours" / "first.yaml").read_text("utf-8") == before


@pytest.mark.parametrize("name", ["Ours/first", "../first", "/first", "a b", "", "ours/", "ours/first.yaml/"])
def test_an_id_that_no_scenario_can_have_is_refused(name: str, mocsar: Command, tmp_path: Path) -> None:
    ended = mocsar("new", "scenario", name, "-V", "kollar", "--to", tmp_path / "x")
    assert ended.code == 2
    assert ended.err.startswith("U007 "), ended.err
    assert not (tmp_path / "x").exists()


# ---- from a record ---------------------------------------------------------------------------------------------------


def test_a_record_is_played_again(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", HEAD, DEAL, play("Anna", "5"), play("Bea", "7"), play("Csaba", "Q"))
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert ended.code == 0, ended.err
    assert "note: " not in ended.out
    scenario = the(tmp_path, book)
    assert [(each.player, each.text) for each in scenario.steps if isinstance(each, ActStep)] == [
        ("Anna", "play 5"),
        ("Bea", "play 7"),
        ("Csaba", "play Q"),
    ]
    assert {each.entry: each.value for each in scenario.then}["turn"] == "Anna"
    comment = (tmp_path / "scenarios" / "first.yaml").read_text("utf-8").splitlines()[1:3]
    assert comment[0] == "# Made from m.jsonl, steps 1 to 3."
    assert "what the reference does" in comment[1]


def test_where_the_record_and_the_rulebook_differ_it_is_said_and_the_rulebook_holds(
    mocsar: Command, book: Rulebook, tmp_path: Path
) -> None:
    record = written(tmp_path / "m.jsonl", HEAD, DEAL, play("Anna", "5"), play("Bea", "5"))
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert f"note: {record}:4: accepted there, and refused (not-higher) by the reference\n" in ended.out
    *_, last = the(tmp_path, book).steps
    assert isinstance(last, ActStep)
    assert last.refused == "not-higher"


def test_a_whole_match_as_play_prints_it_comes_out_the_same(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    lines = mocsar("play", "-V", "kollar", "--players", "3", "--auto", "--deals", "2", "--seed", "7").out.splitlines()
    record = written(tmp_path / "m.jsonl", *lines)
    assert mocsar("new", "scenario", "match", "--from", record, "--to", tmp_path).code == 0
    over = json.loads(lines[-1])
    end = {each.entry: each.value for each in the(tmp_path, book).then}
    assert end["out"] == over["over"]
    assert end["titles"] == over["titles"]


def test_the_last_steps_begin_with_the_deal_that_they_lie_in(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    lines = mocsar("play", "-V", "kollar", "--players", "3", "--auto", "--deals", "2", "--seed", "7").out.splitlines()
    record = written(tmp_path / "m.jsonl", *lines)
    assert mocsar("new", "scenario", "end", "--from", record, "--last", "3", "--to", tmp_path).code == 0
    scenario = the(tmp_path, book)
    first_deal_ended = next(json.loads(line) for line in lines if "over" in json.loads(line))
    assert scenario.given.standing == tuple(first_deal_ended["over"])
    assert len(scenario.deals) == 1


def test_only_some_steps(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", HEAD, DEAL, play("Anna", "5"), play("Bea", "7"), play("Csaba", "Q"))
    assert mocsar("new", "scenario", "first", "--from", record, "--steps", "2-2", "--to", tmp_path).code == 0
    assert len(the(tmp_path, book).steps) == 2


@pytest.mark.parametrize("steps", ["0-1", "2-1", "1-4", "x", "1-", "-1", "1-2-3", "٣"])
def test_steps_that_the_record_does_not_have(steps: str, mocsar: Command, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", HEAD, DEAL, play("Anna", "5"), play("Bea", "7"), play("Csaba", "Q"))
    ended = mocsar("new", "scenario", "first", "--from", record, f"--steps={steps}", "--to", tmp_path)
    assert (ended.code, ended.err.partition(" ")[0]) == (2, "U037")
    assert "from 1 to 3" in ended.err


@pytest.mark.parametrize("options", [["--steps", "1-2"], ["--last", "1"], ["--match", "1"]])
def test_choosing_steps_needs_a_record(options: list[str], mocsar: Command) -> None:
    assert mocsar("new", "scenario", "first", *options).code == 2


# ---- from a conversation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--answers"]])
def test_what_replay_prints_is_the_scenario_again(
    options: list[str], mocsar: Command, book: Rulebook, tmp_path: Path
) -> None:
    said = mocsar("replay", "following/equal-is-refused", "-V", "kollar", *options).out
    record = tmp_path / "said.log"
    record.write_text(said, "utf-8")
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert ended.code == 0, ended.err
    [original] = [each for each in load_scenarios(None, book) if each.id == "following/equal-is-refused"]

    def acts(scenario: Scenario) -> list[tuple[str, str, str | None]]:
        return [(each.player, each.text, each.refused) for each in scenario.steps if isinstance(each, ActStep)]

    assert acts(the(tmp_path, book)) == acts(original)


def test_what_was_refused_and_tried_again_is_one_step(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    wire = mocsar("validate", "--only", "following/equal-is-refused", "-V", "kollar", "--show-wire").err
    assert wire.count('"cards": ["5"]') == 3, "Anna's five, and Bea's, which the kit tries twice"
    record = tmp_path / "wire.log"
    record.write_text(f"some words of the command\n{wire}1 pass (0.1 s)\n", "utf-8")
    assert mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path).code == 0
    steps = [each.text for each in the(tmp_path, book).steps if isinstance(each, ActStep)]
    assert steps.count("play 5") == 2


def test_of_several_matches_one_is_chosen(mocsar: Command, book: Rulebook, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", HEAD, DEAL, play("Anna", "5"), HEAD, DEAL, play("Anna", "9"))
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert ended.code == 2
    assert ended.err.startswith(f"{record}:4:1: U036 there are 2 matches\n")
    assert "begin on the lines 1, 4" in ended.err
    assert mocsar("new", "scenario", "first", "--from", record, "--match", "2", "--to", tmp_path).code == 0
    [step] = the(tmp_path, book).steps
    assert isinstance(step, ActStep) and step.text == "play 9"


# ---- damaged, and foreign --------------------------------------------------------------------------------------------

START = {"request": "start", "variant": "kollar", "toggles": {}, "players": list(HANDS), "hands": HANDS}
WITHOUT = {key: value for key, value in START.items() if key != "hands"}

DAMAGED = {
    "nothing": ([], "U033", 1),
    "a broken line": ([HEAD, DEAL, '{"p":"Anna","do":'], "P030", 3),
    "a list": ([HEAD, DEAL, "[1]"], "P035", 3),
    "no number": ([HEAD, DEAL, '{"p":"Anna","do":NaN}'], "P034", 3),
    "another file": ([{"name": "left-pad", "version": "1.0.0"}], "U033", 1),
    "a line of something else": ([HEAD, DEAL, {"hello": 1}], "U033", 3),
    "cards that are no list": ([HEAD, DEAL, {"p": "Anna", "do": "play", "cards": "5"}], "U033", 3),
    "no beginning": ([DEAL, play("Anna", "5")], "U034", 1),
    "no deal": ([HEAD], "U034", 1),
    "an action before the deal": ([HEAD, play("Anna", "5"), DEAL], "U034", 2),
    "a deal within a deal": ([HEAD, DEAL, play("Anna", "5"), {**DEAL, "deal": 2}], "U034", 4),
    "an unknown variant": ([{**HEAD, "setting": "kolar"}, DEAL], "R030", 1),
    "an unknown player": ([HEAD, DEAL, play("Zoli", "5")], "U035", 3),
    "an unknown card": ([HEAD, DEAL, play("Anna", "5", "15")], "U035", 3),
    "an unknown action": ([HEAD, DEAL, {"p": "Anna", "do": "jump"}], "U035", 3),
    "a hand of an unknown player": ([HEAD, {**DEAL, "hands": {"Zoli": ["5"]}}], "U034", 2),
    "an unknown card in a hand": ([HEAD, {**DEAL, "hands": {**HANDS, "Anna": ["15"]}}], "U034", 2),
    "no match": ([{"request": "hello"}], "U036", 1),
    "an unknown request": ([START, {"request": "jump"}], "P050", 2),
    "a request that lacks something": ([START, {"request": "act", "player": "Anna"}], "P051", 2),
    "an unknown toggle": ([{**START, "toggles": {"house.sevens": "skip"}}], "U035", 1),
    "an unknown value": ([{**START, "toggles": {"play.beats": "never"}}], "R010", 1),
    "a value of no kind": ([{**START, "toggles": {"play.beats": {"a": None}}}], "P051", 1),
    "cards that nobody knows": ([WITHOUT], "U034", 1),
}


@pytest.mark.parametrize(("lines", "code", "line"), DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_record_is_refused_with_its_line(
    lines: list[object], code: str, line: int, mocsar: Command, tmp_path: Path
) -> None:
    record = written(tmp_path / "m.jsonl", *lines)
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path / "x")
    assert ended.code == 2
    assert ended.err.startswith(f"{record}:{line}:1: {code} "), ended.err
    assert "  hint: " in ended.err
    assert not (tmp_path / "x").exists()


def test_bytes_that_are_no_text(mocsar: Command, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    record.write_bytes(b'{"record":"match",\xff\x00}\n\x00\x01')
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path / "x")
    assert ended.err.startswith(f"{record}:1:1: P031 ")


def test_a_record_of_another_edition_is_retold_and_it_is_said(mocsar: Command, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", {**HEAD, "format": 1, "edition": "2025-01"}, DEAL, play("Anna", "5"))
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert ended.code == 0
    assert "played by edition 2025-01 of the rulebook" in ended.out


def test_a_record_of_a_newer_kit_is_told_as_that(mocsar: Command, tmp_path: Path) -> None:
    record = written(tmp_path / "m.jsonl", {**HEAD, "format": 2}, DEAL)
    ended = mocsar("new", "scenario", "first", "--from", record, "--to", tmp_path)
    assert ended.code == 2
    assert ended.err.startswith(f"{record}:1:1: A051 the record is written by a newer kit (format 2; this one reads 1)")
