"""`mocsar validate`: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mocsar_reference import load_rulebook
from mocsar_reference.paths import spec_dir

Command = Callable[..., Any]

BEATS = "following/equal-is-refused"
ONE_LAP = 'request.get("toggles", {}).update({"trick.ends": "one-lap"})'
ACCEPTS = 'answer["answer"] = {"refused": "accepted"}.get(answer["answer"], answer["answer"])'


def test_the_reference_is_the_subject_where_none_is_named(mocsar: Command) -> None:
    ended = mocsar("validate", "--only", BEATS, "--variant", "kollar")
    assert ended.code == 0
    assert ended.out.startswith("1 pass")


def test_a_whole_run_ends_with_counts_and_a_line_for_each_variant(mocsar: Command) -> None:
    counts, *variants = mocsar("validate").out.splitlines()
    assert "pass" in counts
    assert variants == [f"conformant to {each}" for each in load_rulebook().playable]


def test_of_a_selection_no_conformance_is_claimed(mocsar: Command) -> None:
    assert "conformant" not in mocsar("validate", "--only", BEATS).out


def test_an_honest_adapter_passes(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "-k", "following/", "--", *adapter())
    assert (ended.code, ended.err) == (0, "")


def test_a_failure_shows_everything_in_order(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    command = adapter(ACCEPTS)
    ended = mocsar("validate", "--only", BEATS, "--", *command)
    assert ended.code == 1
    parts = [
        f"FAIL  {BEATS}  [kollar]",
        "An equal card does not beat the table",
        "step 2: Bea: play 5",
        "the situation:",
        "Anna   9 K",
        "→ Bea    5 7 A",
        "on the table: 1 × 5, played by Anna",
        "what was done: Bea: play 5",
        "what the rulebook says:",
        "Whoever follows must play cards of a higher rank",
        "mocsar explain follow.beats.higher",
        "what the subject said: accepted",
        'wanted "refused", got "accepted"',
        f"mocsar validate --only {BEATS} --variant kollar --show-wire -- {' '.join(command)}",
        "to feed by hand:",
        f"mocsar replay {BEATS} --variant kollar",
    ]
    places = [ended.out.find(each) for each in parts]
    assert -1 not in places
    assert places == sorted(places)


def test_a_failure_is_told_in_hungarian(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    out = mocsar("validate", "--only", BEATS, "--lang", "hu", "--", *adapter(ACCEPTS)).out
    for part in ("Azonos értékű lap nem üt", "a helyzet:", "Aki rárak", "D", "nem felel meg"):
        assert part in out


def answers_to(lines: str, command: list[str]) -> list[str]:
    """Return the kinds of answers that a command gives to lines."""
    said = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True).stdout
    return [json.loads(each)["answer"] for each in said.splitlines()]


def test_what_replay_prints_leads_to_the_failure(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    command = adapter(ACCEPTS)
    out = mocsar("validate", "--only", BEATS, "--", *command).out
    assert '{"id"' not in out  # a start has more characters than anybody reads
    (line,) = (line.strip() for line in out.splitlines() if line.strip().startswith("mocsar replay "))
    lines = mocsar(*shlex.split(line)[1:]).out
    assert answers_to(lines, command)[:4] == ["hello", "view", "accepted", "accepted"]


def test_the_lines_to_feed_by_hand_lead_to_the_failure(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    command = adapter(ACCEPTS)
    out = mocsar("validate", "-v", "--only", BEATS, "--", *command).out
    lines = "".join(f"{line.strip()}\n" for line in out.splitlines() if line.strip().startswith('{"id"'))
    assert answers_to(lines, command) == ["hello", "view", "accepted", "accepted"]


def test_where_nothing_works_the_adapter_is_named_once(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "-k", "titles/", "--", *adapter("raise SystemExit(3)"))
    assert ended.code == 1
    assert ended.out.count("mocsar doctor -- ") == 1
    assert ended.out.count("to feed by hand") == 3
    assert "not conformant" in ended.out


@pytest.mark.parametrize(
    ("command", "message"),
    [(["no-such-command-anywhere"], "P001"), ([sys.executable, "-c", "pass"], "P010")],
    ids=["not found", "ends at once"],
)
def test_a_subject_that_cannot_be_used_is_said(mocsar: Command, command: list[str], message: str) -> None:
    ended = mocsar("validate", "--", *command)
    assert ended.code == 3
    assert message in ended.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["adapter.py"], "There is no file adapter.py in {here}: give its path, or run this in the folder it lies in."),
        (["-u", "build/adapter.py"], "There is no file build/adapter.py in {here}"),
        (["/nowhere/adapter.py"], "There is no file /nowhere/adapter.py: give its path"),
        (["there.py", "later.py"], "There is no file later.py"),
        (["there.py"], "See what it wrote to standard error."),
        (["there.py", "--log=later.py", "http://later.py"], "See what it wrote to standard error."),
    ],
)
def test_a_script_that_is_not_there_is_named(
    mocsar: Command, words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.py").write_text("raise SystemExit('no')", encoding="ascii")
    ended = mocsar("validate", sys.executable, *words)
    assert ended.code == 3
    message, hint, *_ = ended.err.splitlines()
    assert message.startswith("P010 before it had answered 'hello'")
    assert told.format(here=tmp_path) in hint


def test_a_script_that_is_gone_later_is_no_matter(
    mocsar: Command, adapter: Callable[..., list[str]], tmp_path: Path
) -> None:
    """What ends in the middle of a game was started."""
    command = adapter("request['request'] == 'start' and (__import__('os').unlink(__file__), sys.exit(1))")
    out = mocsar("validate", "--only", BEATS, "--", *command).out
    assert "P010 before it had answered 'start'" in out
    assert "There is no file" not in out


def test_a_subject_that_claims_nothing_known_cannot_be_used(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--", *adapter(plays='[{"variant": "whist"}]'))
    assert ended.code == 3
    assert "the subject claims nothing that can be tested: whist" in ended.err
    assert "the rulebook has kollar" in ended.err


def test_a_variant_that_is_not_claimed_is_wrong_usage(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--variant", "kollar-one-lap", "--", *adapter())
    assert ended.code == 2
    assert "U011 the subject does not claim to play kollar-one-lap" in ended.err
    assert "it plays kollar" in ended.err


def test_what_is_left_out_of_the_view_makes_it_partial(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--", *adapter('"view" in answer and answer["view"].pop("titles")'))
    assert ended.code == 1
    assert re.search(
        r"^partial: kollar: \d+ scenarios need what it does not do or show: view.titles \(", ended.out, re.M
    )


def test_what_hello_does_not_state_is_counted_by_capability(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--", *adapter(capabilities='["hands"]'))
    assert ended.code == 1
    last = ended.out.splitlines()[-1]
    found = re.fullmatch(
        r"partial: kollar: (\d+) scenarios need what hello does not state: (\w+) \((\d+)\), \w+ \(\d+\)", last
    )
    assert found, last
    assert found[2] == "standing"
    listed = ended.out.count("unsupported   ") - ended.out.count("unsupported   …")
    more = sum(map(int, re.findall(r"^unsupported   … and (\d+) more \(`-v` lists all\): ", ended.out, re.M)))
    assert more > 0
    assert listed + more == int(found[1])


def test_what_a_subject_says_it_cannot_do_does_no_harm(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    lie = 'answer = {"answer": "unsupported", "what": chr(27) + "[2J"} if "view" in answer else answer'
    out = mocsar("validate", "-k", "following/", "--", *adapter(lie)).out
    assert "\\x1b[2J" in out
    assert "\x1b" not in out


def test_a_difference_on_a_reading_does_not_gate(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--only", "trick/goes-on-lap-after-lap", "--", *adapter(ask=ONE_LAP))
    assert ended.code == 0
    assert "READING-DIFFERS" in ended.out
    out = " ".join(ended.out.split())
    assert "The answers are right as if trick.ends = one-lap" in out
    assert "This rests on a reading: trick.ends = pass-goes-round" in out
    assert "state it in hello: plays[].toggles; then it counts." in out
    plays = '[{"variant": "kollar", "toggles": {"trick.ends": "pass-goes-round", "passing.after": "may-play-again"}}]'
    stated = adapter(plays=plays, ask=ONE_LAP)
    assert mocsar("validate", "--only", "trick/goes-on-lap-after-lap", "--", *stated).code == 1


def test_readings_that_differ_are_named_at_the_end(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--", *adapter(ask=ONE_LAP))
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == "conformant to kollar, except for readings: trick.ends"


def test_wild_cards_that_are_refused_are_no_reading(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    lie = (
        'cards = request.get("action", {}).get("cards", []); '
        'answer = {"answer": "refused", "view": before} if len(cards) > 1 and set(cards) <= {"2", "joker"} '
        'and before["table"] else answer; before = answer.get("view")'
    )
    ended = mocsar("validate", "--", *adapter(lie))
    assert ended.code == 1
    assert "FAIL  cards/two-jokers-beat-two-twos  [kollar]" in ended.out
    assert "READING-DIFFERS" not in ended.out


def test_the_reference_plays_scenarios_own_settings_too(mocsar: Command) -> None:
    out = mocsar("validate", "-v", "--only", "options/nothing-is-wild").out
    assert "pass          options/nothing-is-wild  [kollar(ranks.wild=[])]" in out
    assert "conformant" not in out


def test_the_subject_is_told_which_rulebook_it_is(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    told = 'print(request, file=sys.stderr) if request["request"] == "hello" else None'
    command = adapter(ask=f"{told}; raise SystemExit(3)")
    err = mocsar("validate", "--", *command).err
    assert "'edition': '" in err
    assert "'version': '" in err


def test_stopping_at_the_first_finding(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    out = mocsar("validate", "-x", "-k", "following/", "--", *adapter(ACCEPTS)).out
    assert out.count("FAIL  ") == 1
    assert "stopped at the first finding, after " in out
    assert "not conformant to kollar" in out


def test_a_variant_that_was_not_reached_is_said_to_be_so(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    plays = '[{"variant": "kollar"}, {"variant": "kollar-one-lap"}]'
    out = mocsar("validate", "-x", "--", *adapter(ACCEPTS, plays=plays)).out
    assert out.splitlines()[-1] == ("kollar-one-lap: stopped at the first finding; conformance takes all the scenarios")


def test_who_crashes_is_not_told_the_rules(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    out = mocsar("validate", "--only", BEATS, "--", *adapter("raise SystemExit(3)")).out
    assert "CRASH" in out
    assert "P010" in out
    assert "what the rulebook says" not in out


def test_hello_has_a_limit_of_its_own(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    ended = mocsar("validate", "--hello-limit", "0.1", "--", *adapter(ask="import time; time.sleep(9)"))
    assert ended.code == 3
    assert "P020 no answer to 'hello' within 0.1 s" in ended.err


@pytest.mark.skipif(not shutil.which("script"), reason="needs `script` for a terminal")
def test_the_progress_bar_is_gone_where_something_is_printed(adapter: Callable[..., list[str]], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mocsar_conformance", "validate", "-k", "following/", "--", *adapter(ACCEPTS)]
    words = ["script", "-qec", shlex.join(command), str(tmp_path / "typescript")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    out = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False, env=environment
    ).stdout
    found = [screen_line(each) for each in out.split("\n") if "FAIL  " in each]
    assert "━" in out
    assert found
    assert all(each.startswith("FAIL  ") for each in found)


def screen_line(text: str) -> str:
    """Return what is seen of a line that was written, erased, and written again."""
    shown = re.split(r"\x1b\[2K", text)[-1]
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).strip("\r")


def test_where_everything_is_skipped_nothing_was_tested(mocsar: Command) -> None:
    ended = mocsar("validate", "--only", "trick/one-lap-and-no-more", "--variant", "kollar")
    assert ended.code == 2
    assert "it speaks only of settings with toggle.trick.ends == 'one-lap'" in ended.err


def test_every_scenario_has_its_line_where_that_is_asked_for(mocsar: Command) -> None:
    out = mocsar("validate", "-v", "--only", BEATS, "--variant", "kollar").out
    assert out.startswith(f"pass          {BEATS}  [kollar]\n")


def test_the_wire_can_be_seen(mocsar: Command) -> None:
    err = mocsar("validate", "--show-wire", "--only", BEATS, "--variant", "kollar").err
    assert err.startswith('> {"request": "start"')
    assert '< {"answer": "refused", "reason": "not-higher"' in err


def test_the_wire_of_a_command_is_its_own_lines(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    lines = mocsar("validate", "--show-wire", "--only", BEATS, "--", *adapter()).err.splitlines()
    assert lines[0].startswith('> {"id":1,"request":"hello"')
    assert lines[1].startswith('< {"answer": "hello", "protocol": 1')
    assert lines[1].endswith('"id": 1}')
    assert '"request":"bye"' in lines[-2]
    assert [each[0] for each in lines] == [">", "<"] * (len(lines) // 2)


def test_the_wire_shows_what_is_no_answer(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    command = adapter('print("oops" + chr(27))')
    assert "< oops\\x1b" in mocsar("validate", "--show-wire", "--only", BEATS, "--", *command).err


def test_records_are_written_as_their_schema_says(
    mocsar: Command, adapter: Callable[..., list[str]], closed: Callable[[Path], Any], tmp_path: Path
) -> None:
    report = tmp_path / "results.jsonl"
    ended = mocsar("validate", "-k", "following/", "--report", f"jsonl={report}", "--", *adapter(ACCEPTS))
    assert ended.code == 1
    schema = closed(spec_dir() / "schema" / "record.schema.json")
    records = [json.loads(line) for line in report.read_text(encoding="ascii").splitlines()]
    for record in records:
        Draft202012Validator(schema).validate(record)
    assert [records[0]["record"], records[-1]["record"]] == ["run", "end"]
    assert records[0]["scenarios"] == len(records) - 2
    assert records[-1]["conformant"] == {"kollar": "not-conformant"}
    assert len(records[0]["digest"]) == 64


def test_the_stream_of_records_can_be_the_output(mocsar: Command) -> None:
    out = mocsar("validate", "--format", "json", "--only", BEATS).out
    first, *middle, last = [json.loads(line)["record"] for line in out.splitlines()]
    assert (first, set(middle), last) == ("run", {"scenario"}, "end")


def test_an_interrupted_run_says_so_and_ends_its_report(adapter: Callable[..., list[str]], tmp_path: Path) -> None:
    report = tmp_path / "results.jsonl"
    words = ["validate", "--report", f"jsonl={report}", "--", *adapter("import time; time.sleep(0.3)")]
    command = [sys.executable, "-m", "mocsar_conformance", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 30
    while time.monotonic() < until and not (report.exists() and report.read_text(encoding="ascii").count("\n") > 1):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "kollar: interrupted; conformance takes all the scenarios" in out
    assert "Traceback" not in err
    assert json.loads(report.read_text(encoding="ascii").splitlines()[-1])["interrupted"] is True


def test_the_projects_scenarios_do_not_bind_what_an_overlay_changes(mocsar: Command) -> None:
    folder = Path(__file__).parents[1] / "check" / "good" / "sevens-skip"
    ended = mocsar("validate", "--rulebook", folder)
    assert ended.code == 0, ended.out
    assert "conformant to sevens" in ended.out


def test_after_ten_findings_in_full_there_is_a_line_each(mocsar: Command, adapter: Callable[..., list[str]]) -> None:
    """A beginner's adapter is wrong a hundred times: the first ten teach, the others are a list."""
    lies = adapter("if answer['answer'] == 'refused': answer['answer'] = 'accepted'")
    ended = mocsar("validate", "--variant", "kollar", "-k", "following/", "--", *lies)
    assert ended.out.count("run just this again") == 10
    assert len([line for line in ended.out.splitlines() if line.startswith("FAIL")]) > 10
    assert "Only the first 10 findings are shown in full" in ended.out
