"""What is left of a match: lines that can be judged again, and a scenario that holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mocsar_conformance.match.scenario import scenario_id
from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.independence import quick
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import Action, Rulebook, load_rulebook
from mocsar_reference.paths import spec_dir

Command = Callable[..., Any]
VARIANTS = load_rulebook().playable


def records(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_has_the_form_of_its_schema(play: Command, variant: str, closed: Callable[[Path], Any]) -> None:
    schema = closed(spec_dir() / "schema" / "game-record.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    ended = play("--variant", variant, "--auto", "--seed", "1", "--deals", "2", "--others", "random")
    found = records(ended.out)
    assert ended.code == 0
    assert [list(validator.iter_errors(each)) for each in found] == [[]] * len(found)
    assert not validator.is_valid({"p": "Anna", "do": "play", "card": ["5"]})
    assert not validator.is_valid({"deal": 1, "chance": {}})


def test_a_record_says_its_format_and_the_edition_that_is_played(play: Command, rulebook: Rulebook) -> None:
    head, *_ = records(play("--variant", "kollar", "--auto", "--seed", "1", "--deals", "1").out)
    assert (head["format"], head["edition"]) == (1, rulebook.contents.edition)


def test_readers_allow_keys_that_the_schema_does_not_name() -> None:
    schema = json.loads((spec_dir() / "schema" / "game-record.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    head = {"record": "match", "setting": "kollar", "players": ["Anna", "Bea", "Csaba"]}
    for line in (
        head,
        {**head, "format": 1, "edition": "2030-01", "place": "Szeged"},
        {"p": "Anna", "do": "pass", "at": 12.5},
        {"deal": 1, "hands": {"Anna": ["5"]}, "at": 1},
        {"over": ["Anna"], "titles": {}, "points": {"Anna": 3}},
    ):
        assert validator.is_valid(line), line
    for wrong in ({**head, "format": 2}, {**head, "edition": 2026}, {"p": "Anna", "do": "play", "cards": []}, {"x": 1}):
        assert not validator.is_valid(wrong), wrong


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_can_be_judged_again(play: Command, rulebook: Rulebook, variant: str) -> None:
    first, *rest = records(play("--variant", variant, "--auto", "--seed", "2", "--deals", "3").out)
    game = rulebook.game(first["setting"])
    state, ends = None, 0
    for each in rest:
        if "deal" in each:
            begun = {"pack": each["pack"], "chance": each["chance"]}
            state = game.next_deal(state, **begun) if state else game.start(first["players"], **begun)
            continue
        assert state is not None
        if "over" in each:
            view = game.view(state)
            assert (view["out"], view["titles"]) == (each["over"], each["titles"])
            ends += 1
        else:
            state, _ = game.apply(state, each["p"], Action.from_json(each))
    assert ends == 3


def test_the_same_seed_gives_the_same_record(play: Command) -> None:
    one, same, other = (play("--variant", "kollar", "--auto", "--deals", "1", "--seed", n).out for n in (5, 5, 6))
    assert one == same
    assert one != other


def test_a_match_alone_ends_where_its_setting_ends_it(play: Command) -> None:
    found = records(play("--variant", "elnok(match.deals=2)", "--auto", "--deals", "9", "--seed", "1").out)
    assert [each["deal"] for each in found if "deal" in each] == [1, 2]


@pytest.mark.parametrize(
    ("variant", "others"), [*((each, "simple") for each in VARIANTS), ("kollar", "random"), ("jekely-farago", "random")]
)
def test_a_recorded_scenario_holds_and_names_what_it_depends_on(
    play: Command, rulebook: Rulebook, variant: str, others: str, tmp_path: Path
) -> None:
    path = tmp_path / "scenarios" / "games" / "first.yaml"
    path.parent.mkdir(parents=True)
    options = ("--seed", "4", "--deals", "2", "--players", "4", "--others", others)
    play("--variant", variant, "--auto", "--record", path, *options)
    scenarios = load_scenarios(tmp_path, rulebook)
    assert [each.id for each in scenarios] == ["games/first"]
    assert check_scenarios(rulebook, scenarios) + quick(rulebook, scenarios) == []


def test_a_scenario_keeps_refusals_and_stops_where_the_person_did(
    play: Command, rulebook: Rulebook, tmp_path: Path
) -> None:
    path = tmp_path / "scenarios" / "broken-off.yaml"
    path.parent.mkdir()
    typed = "play 3 4\npass\ngive 5\n1\n1\nq\n"
    play("--variant", "kollar", "--players", "3", "--seed", "8", "--you", "No", "--record", path, typed=typed)
    text = path.read_text(encoding="utf-8")
    assert '- {"No": play 3 4, refused: ' in text
    scenarios = load_scenarios(tmp_path, rulebook)
    assert check_scenarios(rulebook, scenarios) + quick(rulebook, scenarios) == []
    assert scenarios[0].rules  # the clauses that refused something


def test_check_accepts_the_recorded_scenario_as_an_overlays(play: Command, mocsar: Command, tmp_path: Path) -> None:
    path = tmp_path / "scenarios" / "games" / "first.yaml"
    path.parent.mkdir(parents=True)
    play("--variant", "kollar", "--auto", "--seed", "1", "--deals", "2", "--record", path)
    found = json.loads(mocsar("check", str(tmp_path), "--format", "json").stdout)["diagnostics"]
    assert [each for each in found if str(tmp_path) in (each["file"] or "")] == []


def test_a_scenario_of_a_changed_setting_says_that_no_variant_has_it(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    play_it = ("--auto", "--seed", "1", "--deals", "1", "--record", path)
    ended = play("--variant", "kollar(ranks.wild=[joker])", *play_it)
    assert "which is no variant" in ended.err


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/ours/scenarios/games/first.yaml", "games/first"),
        ("/scenarios/ours/scenarios/first.yaml", "first"),
        ("/ours/first.game.yaml", "first.game"),
        ("/ours/scenarios/First.yaml", None),
        ("/ours/scenarios/first.yml", None),
        ("/ours/scenarios/two words.yaml", None),
    ],
)
def test_the_id_is_the_path_below_scenarios(path: str, name: str | None) -> None:
    assert scenario_id(Path(path)) == name
