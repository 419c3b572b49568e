"""Cases as scenarios, and names and cards that are meant to do harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_reference import Rulebook

from .conftest import SHORT, Audit, Write, recorded

LINES = SHORT.splitlines()
ILLEGAL = [*LINES[:3], '{"p":"Bea","do":"play","cards":["5"]}', *LINES[4:]]
HOSTILE = ["=cmd|' /C calc'!A0", "\x1b]0;owned\x07\x1b[2J", "<script>alert(1)</script>", "\u202eanna", "A" * 5000]


def faulty(rulebook: Rulebook) -> list[str]:
    """Return matches with an illegal play, one out of turn, an end too early, other places and other titles."""
    places = {"over": ["Csaba", "Anna", "Bea"], "titles": {"Csaba": "king", "Anna": "citizen", "Bea": "swamp"}}
    return [
        *ILLEGAL,
        *[*LINES[:3], *LINES[4:]],
        *[*LINES[:7], *LINES[8:]],
        *[*LINES[:8], json.dumps(places)],
        *[line.replace("swamp", "serf") for line in LINES],
    ]


def test_cases_are_written_as_scenarios_that_check_accepts(
    audit: Audit, write: Write, rulebook: Rulebook, tmp_path: Path
) -> None:
    lines = faulty(rulebook)
    exchange = recorded("kollar", 4, 2, 9)
    at = next(index for index, line in enumerate(exchange) if '"give"' in line)
    given = json.loads(exchange[at])
    given["cards"] = given["cards"][:-1]  # a card too few, in a deal that does not begin the match
    lines += [*exchange[:at], json.dumps(given), *exchange[at + 1 :]]
    folder = tmp_path / "mine"
    out = audit(write(lines * 5), "--samples", folder, form="text").out
    assert "written as scenarios below" in out
    written = load_scenarios(folder / "scenarios", rulebook)
    codes = [each.id.split("/")[1][:4] for each in written]
    assert {code: codes.count(code) for code in set(codes)} == {
        "a001": 2,  # equal cases are one file
        "a002": 1,
        "a010": 1,
        "a012": 1,
        "a013": 1,
    }
    checked = CliRunner().invoke(cli, ["check", str(folder)])
    assert checked.exit_code == 0, checked.output


def test_a_scenario_says_what_the_rulebook_says(audit: Audit, write: Write, rulebook: Rulebook, tmp_path: Path) -> None:
    audit(write(ILLEGAL), "--samples", tmp_path)
    (path,) = tmp_path.glob("scenarios/audit/*.yaml")
    text = path.read_text("utf-8")
    assert "rules: [follow.beats.higher]" in text
    assert "- {Bea: play 5, refused: not-higher}" in text
    assert 'en: "Not allowed: Bea: play 5"' in text
    assert 'hu: "Nem szabad: Bea: play 5"' in text


def test_no_more_than_three_of_a_kind_and_rule(audit: Audit, write: Write, tmp_path: Path) -> None:
    lines: list[str] = []
    for card in ("J", "Q", "A", "2", "joker"):  # each a case of its own: Bea holds none of them
        lines += [*LINES[:3], json.dumps({"p": "Bea", "do": "play", "cards": [card]})]
    ended = audit(write(lines), "--samples", tmp_path, "--show", 1)
    assert len(list(tmp_path.glob("scenarios/audit/*.yaml"))) == 3
    assert len(ended.report["findings"]) == 1


def test_a_folder_that_cannot_be_written(audit: Audit, write: Write) -> None:
    in_the_way = write("a file", "in-the-way")
    ended = audit(write(ILLEGAL), "--samples", in_the_way / "below")
    assert (ended.code, "U004" in ended.err) == (2, True)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless_everywhere(
    audit: Audit, write: Write, tmp_path: Path, name: str, form: str
) -> None:
    lines = [
        json.dumps(json.loads(line.replace("Bea", "@@"))).replace("@@", json.dumps(name)[1:-1]) for line in ILLEGAL
    ]
    log = write(lines)
    ended = audit(log, "--samples", tmp_path / "out", form=form)
    assert ended.code == 1
    written = "".join(path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.yaml"))
    assert "- {Bea: play 5, refused: not-higher}" in written
    for text in (ended.out, ended.err, written):
        assert not {"\x1b", "\x07", "\u202e"} & set(text)
        assert "A" * 1000 not in text
    assert name not in written


def test_hostile_cards_actions_and_settings_are_harmless(audit: Audit, write: Write) -> None:
    evil = "\x1b[31m<b>=1+1"
    for text in (
        json.dumps({"p": "Bea", "do": evil}),
        json.dumps({"p": "Bea", "do": "play", "cards": [evil]}),
        json.dumps({"p": "Bea", "do": "play", "cards": ["5"], "as": {"form": evil}}),
        json.dumps({"over": [evil], "titles": {evil: evil}}),
        json.dumps({"record": "match", "setting": f"kollar({evil}", "players": ["Anna", "Bea", evil]}),
        json.dumps({evil: evil}),
    ):
        log = write([*LINES[:3], text])
        for form in ("text", "json"):
            ended = audit(log, form=form)
            assert ended.code == 1
            assert "\x1b" not in ended.out + ended.err
    odd = write(ILLEGAL, "a\x1b[31m.jsonl")
    assert "\x1b" not in audit(odd, form="text").out
    assert "\x1b" not in audit(odd, odd).out


def test_findings_are_as_their_schema_says(audit: Audit, write: Write, rulebook: Rulebook) -> None:
    from jsonschema import Draft202012Validator

    from mocsar_reference.paths import spec_dir

    schema = json.loads((spec_dir() / "schema" / "audit-finding.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    findings = audit(write([*faulty(rulebook), "{", "[1]", '{"deal":1,"hands":{}}'])).report["findings"]
    assert len(findings) >= 7
    for each in findings:
        Draft202012Validator(schema).validate(each)
