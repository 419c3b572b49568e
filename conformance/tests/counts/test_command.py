"""`mocsar count` compares, stores, and finds the position where an implementation lists something else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_conformance.scenario.check import check_scenarios
from mocsar_conformance.scenario.load import read_scenario
from mocsar_reference import Rulebook, load_rulebook
from mocsar_reference.load import read_yaml
from mocsar_reference.paths import spec_dir

LIAR = """
import json, sys
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

subject, acts = ReferenceSubject(load_rulebook()), []
for line in sys.stdin:
    request = json.loads(line)
    kind = request["request"]
    if kind == "hello":
        answer = {"answer": "hello", "protocol": 1, "name": "liar", "plays": PLAYS, "capabilities": CAPABILITIES}
    else:
        answer = subject.request(request)
        acts = [] if kind == "start" else acts + [request["action"]] if kind == "act" else acts
        LIE
    answer["id"] = request["id"]
    print(json.dumps(answer), flush=True)
    if kind == "bye":
        break
"""
CAN = '["hands", "standing", "legal", "requests-ahead"]'
Liar = Callable[..., list[str]]
KOLLAR = '[{"variant": "kollar"}]'


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, book: Rulebook) -> None:
    """English, and the rulebook loaded once only."""
    here = "mocsar_conformance.cli.count.load_book"
    monkeypatch.setattr(here, lambda overlays: load_rulebook(None, overlays) if overlays else book)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["count", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def liar(tmp_path: Path) -> Liar:
    """Return a maker of adapters: the command of one that runs `lie` on each answer."""

    def make(lie: str = "pass", plays: str = KOLLAR, capabilities: str = CAN) -> list[str]:
        text = LIAR.replace("PLAYS", plays).replace("CAPABILITIES", capabilities).replace("LIE", lie)
        path = tmp_path / "adapter.py"
        path.write_text(text, encoding="utf-8")
        return [sys.executable, str(path)]

    return make


def scenario_in(output: str) -> str:
    """Return the scenario that is printed with a difference."""
    lines = output.split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("    id: "))
    beyond = next(at for at in range(first, len(lines)) if not lines[at])
    return "\n".join(line[4:] for line in lines[first:beyond]) + "\n"


def test_the_stored_numbers_are_confirmed() -> None:
    code, out, _ = run("--variant", "kollar")
    assert code == 0
    assert out.count("as stored") == 4


def test_the_numbers_are_shown_where_that_is_wanted() -> None:
    _, out, _ = run("--preset", "kollar/deal", "-v")
    assert "  5, 13, 20, 30, 53, 79," in out
    assert "Anna, Bea, Csaba: " in out


def overlay(folder: Path, counts: str) -> Path:
    for name in ("presets", "counts"):
        (folder / name).mkdir()
    text = (
        'setting: "kollar(pack.packs=1)"\npresets:\n- id: tiny\n  title: {en: A, hu: Á}\n'
        "  given: {hands: {Anna: 3, Bea: 4, Csaba: 5}, leader: Anna}\n"
    )
    (folder / "presets" / "kollar.yaml").write_text(text, encoding="utf-8")
    if counts:
        (folder / "counts" / "kollar.yaml").write_text(counts, encoding="utf-8")
    return folder


RIGHT = (
    'setting: "kollar(pack.packs=1)"\ncounts:\n- {preset: tiny, sequences: [1, 2, 3, 2], finished: 3, places: PLACES}\n'
)


def test_numbers_that_are_not_those_stored_are_findings(tmp_path: Path) -> None:
    folder = overlay(tmp_path, RIGHT.replace("PLACES", "{}"))
    code, out, _ = run("--rulebook", folder, "--preset", "tiny")
    assert code == 1
    assert "Anna, Bea, Csaba: " in out


def test_what_was_never_stored_is_stored_by_an_update(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "")
    assert run("--rulebook", folder, "--preset", "tiny")[0] == 1
    assert run("--rulebook", folder, "--preset", "tiny", "--update")[0] == 0
    assert run("--rulebook", folder, "--preset", "tiny")[0] == 0
    stored = yaml.safe_load((folder / "counts" / "kollar.yaml").read_text("utf-8"))
    assert [each["preset"] for each in stored["counts"]] == ["tiny"]
    assert "tiny" not in (spec_dir() / "counts" / "kollar.yaml").read_text("utf-8")


def test_an_honest_subject_is_confirmed(liar: Liar) -> None:
    code, out, err = run("--preset", "kollar/exchange", "--depth", "4", "--", *liar())
    assert (code, err) == (0, "")
    assert "1 presets, 0 findings" in out


def test_a_subject_that_drops_a_move_after_three_actions_is_found_there(liar: Liar, book: Rulebook) -> None:
    lie = """if kind == "legal" and [a["do"] for a in acts] == ["play", "play", "pass"]:
            answer["actions"] = [a for a in answer["actions"] if a["do"] != "pass"]"""
    code, out, _ = run("--preset", "kollar/deal", "--", *liar(lie))
    assert code == 1
    assert "sequences of 4 actions: 23, by the rulebook 30" in out
    assert "what was done: Anna: play 3; Bea: play 4; Csaba: pass" in out
    assert "not listed: pass" in out
    scenario = read_scenario(read_yaml(scenario_in(out), "found.yaml"), book)
    assert len(scenario.steps) == 4
    assert check_scenarios(book, [scenario]) == []


def test_a_subject_that_lists_too_much_is_told_the_rule(liar: Liar) -> None:
    lie = """if kind == "legal" and len(acts) == 1 and answer["actions"]:
            answer["actions"].append({"do": "play", "cards": ["A"]})"""
    code, out, _ = run("--preset", "kollar/deal", "--", *liar(lie))
    assert code == 1
    assert "listed though not legal, or twice: play A" in out
    assert "rules: [play.cards-held]" in out


def test_a_subject_that_refuses_what_it_lists_is_found(liar: Liar) -> None:
    lie = """if kind == "act" and len(acts) == 2 and answer["answer"] == "accepted":
            answer = {"answer": "refused", "view": answer["view"]}"""
    code, out, _ = run("--preset", "kollar/deal", "--", *liar(lie))
    assert code == 1
    assert "refused though it is legal: " in out


def test_a_subject_that_cannot_list_gets_a_clear_message(liar: Liar) -> None:
    code, _, err = run("--preset", "kollar/deal", "--", *liar(capabilities='["hands"]'))
    assert code == 3
    assert 'U022 the subject does not claim the capability "legal"' in err


def test_a_subject_that_plays_no_preset_gets_a_clear_message(liar: Liar) -> None:
    code, _, err = run("--preset", "kollar/deal", "--", *liar(plays='[{"variant": "elnok"}]'))
    assert code == 3
    assert "U012 the subject plays no setting of which there is a preset" in err


def test_an_unsupported_start_is_a_finding(liar: Liar) -> None:
    lie = """if kind == "start":
            answer = {"answer": "unsupported", "what": "so few cards"}"""
    code, out, _ = run("--preset", "kollar/deal", "--", *liar(lie))
    assert code == 1
    assert "unsupported: so few cards" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--preset", "kollar/dael"), "U021 there is no preset 'kollar/dael'\n  hint: did you mean 'kollar/deal'?"),
        (("--variant", "kolar"), "U021 there is no preset of 'kolar'\n  hint: did you mean 'kollar'?"),
        (("--update", "--depth", "3"), "--update stores whole numbers"),
    ],
)
def test_wrong_usage_is_told(words: tuple[str, ...], told: str) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert told in err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            ("hands: {Anna: 3, Bea: 4, Csaba: 5}", "hands: {Anna: 3, Bea: 4}"),
            "5:10: U020 it has 2 players, not 3 to 12",
        ),
        (("leader: Anna", "leader: Ana"), "there is no player 'Ana' in this scenario"),
        (("leader: Anna}", "leader: Anna}\n  steps: [{Anna: play 4}]"), "U020 'play 4' is refused: cards-not-held"),
        (("id: tiny", "id: Tiny"), "S0"),
        (("kollar(pack.packs=1)", "kolar"), "1:10: R030"),
    ],
)
def test_a_preset_that_is_not_right_is_told(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    path = overlay(tmp_path, "") / "presets" / "kollar.yaml"
    path.write_text(path.read_text("utf-8").replace(*change), encoding="utf-8")
    code, _, err = run("--rulebook", tmp_path, "--variant", "kollar(pack.packs=1)")
    assert code == 2
    assert told in err
