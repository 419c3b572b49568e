"""Expectations in a run: a known failure does not fail it, one that passes does; and the list that a command keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Command = Callable[..., Any]
EQUAL = "following/equal-is-refused"
LOWER = "following/lower-is-refused"
CMD = ("--", "adapter")


@pytest.fixture
def known(tmp_path: Path) -> Callable[..., Path]:
    """Return what writes a list of one entry, with more lines in it."""

    def write(scenarios: str, more: str = "", kind: str = "known") -> Path:
        path = tmp_path / "known.yaml"
        path.write_text(f"{kind}:\n- scenarios: {scenarios}\n  reason: old engine\n  link: '#12'\n{more}", "utf-8")
        return path

    return write


def test_a_known_failure_does_not_fail_the_run_and_makes_nothing_conformant(
    mocsar: Command, lie: object, known: Command, tmp_path: Path
) -> None:
    results = tmp_path / "r.jsonl"
    ended = mocsar("validate", "--only", EQUAL, "--expect", known(EQUAL), "--report", f"jsonl={results}", *CMD)
    assert ended.code == 0
    assert "As expected: 1 known failure." in ended.out
    assert "not conformant to kollar: 1 fail" in ended.out
    assert EQUAL not in ended.out
    _, record, end = map(json.loads, results.read_text().splitlines())
    assert record["verdict"] == "fail"
    assert record["expectation"] == {"kind": "known", "reason": "old engine", "link": "#12", "met": True}
    assert end["conformant"] == {"kollar": "not-conformant"}


def test_a_known_failure_is_one_line_where_every_scenario_has_one(mocsar: Command, lie: object, known: Command) -> None:
    ended = mocsar("validate", "--only", EQUAL, "-v", "--expect", known(EQUAL), *CMD)
    assert f"fail          {EQUAL}  [kollar]: a known failure: old engine (#12)" in ended.out


def test_a_known_failure_that_passes_fails_the_run(mocsar: Command, lie: Any, known: Command, tmp_path: Path) -> None:
    lie.wrong = ""
    ended = mocsar("validate", "--only", EQUAL, "--expect", known(EQUAL), *CMD)
    assert ended.code == 1
    assert f"UNEXPECTED  {EQUAL}  [kollar]  passes, though it is a known failure: old engine (#12)" in ended.out
    assert f"To bring the list up to date: mocsar expect {tmp_path / 'known.yaml'} --update -- adapter" in ended.out
    assert "Not as expected: 1 known failure passes." in ended.out


def test_a_known_failure_of_another_kind_is_a_finding(mocsar: Command, lie: object, known: Command) -> None:
    path = known(EQUAL, "  verdict: [timeout, crash]\n")
    ended = mocsar("validate", "--only", EQUAL, "--expect", path, *CMD)
    assert ended.code == 1
    assert "Expected was timeout, crash, as a known failure: old engine (#12)" in ended.out
    assert "Not as expected: 1 known failure fails in another way." in ended.out


def test_a_scenario_that_no_entry_speaks_of_is_a_finding_as_ever(mocsar: Command, lie: object, known: Command) -> None:
    ended = mocsar("validate", "--only", EQUAL, "--only", LOWER, "--expect", known(LOWER), *CMD)
    assert ended.code == 1
    assert f"FAIL  {EQUAL}" in ended.out
    assert f"FAIL  {LOWER}" not in ended.out


@pytest.mark.parametrize("wrong", ["not-higher", ""])
def test_what_comes_and_goes_fails_nothing_either_way(mocsar: Command, lie: Any, known: Command, wrong: str) -> None:
    lie.wrong = wrong
    ended = mocsar("validate", "--only", EQUAL, "--expect", known(EQUAL, kind="flaky"), *CMD)
    assert (ended.code, "As expected: 1 flaky." in ended.out) == (0, True)


def test_what_is_left_out_is_not_run_and_leaves_the_variant_partial(mocsar: Command, lie: Any, known: Command) -> None:
    lie.wrong = ""
    path = known("'*'", kind="skip")
    ended = mocsar("validate", "-v", "--expect", path, *CMD)
    assert (ended.code, lie.starts) == (0, [])
    assert f"skipped       {EQUAL}  [kollar]: left out: old engine (#12)" in ended.out
    assert re.search(
        r"^As expected: (\d+) left out.\npartial: kollar: \1 left out, as expected$", ended.out, re.MULTILINE
    )


def test_in_hungarian_too(mocsar: Command, lie: object, known: Command) -> None:
    ended = mocsar("validate", "--lang", "hu", "-v", "--only", EQUAL, "--expect", known(EQUAL), *CMD)
    assert "ismert hiba: old engine (#12)" in ended.out
    assert "A várakozás szerint: 1 ismert hiba." in ended.out


def test_the_reason_cannot_reach_the_terminal_as_anything_but_text(
    mocsar: Command, lie: object, known: Command
) -> None:
    path = known(EQUAL)
    path.write_text(path.read_text().replace("old engine", '"\\e[31m\\u202eold"'))
    ended = mocsar("validate", "-v", "--only", EQUAL, "--expect", path, *CMD)
    assert "\\x1b[31m\\u202eold" in ended.out
    assert "\x1b" not in ended.out


@pytest.mark.parametrize("chosen", [("--only", EQUAL), ("-k", "equal-is-refused"), ("--variant", "kollar")])
def test_a_pattern_is_held_against_the_whole_suite_and_not_against_what_was_chosen(
    mocsar: Command, lie: Any, known: Command, chosen: tuple[str, str]
) -> None:
    lie.wrong, lie.plays = "", ("kollar", "jekely")
    path = known("titles/*", "  variants: jekely\n", kind="flaky")
    ended = mocsar("validate", *chosen, "--only", EQUAL, "--expect", path, *CMD)
    assert (ended.code, ended.err) == (0, "")


def test_a_pattern_that_matches_nothing_stops_the_run_before_it_begins(
    mocsar: Command, lie: Any, known: Command
) -> None:
    path = known("titels/*")
    ended = mocsar("validate", "--only", EQUAL, "--expect", path, *CMD)
    assert (ended.code, lie.starts) == (2, [])
    assert f"{path}:2:14: U055 no scenario matches 'titels/*'\n  hint: did you mean 'titles/*'?" in ended.err


def test_an_entry_of_which_nothing_is_run_is_told(mocsar: Command, lie: object, known: Command) -> None:
    path = known(EQUAL, "  variants: jekely\n")
    ended = mocsar("validate", "--only", EQUAL, "--expect", path, *CMD)
    assert f"{path}:2:14: U060 nothing that '{EQUAL}' matches is run here: the subject plays kollar" in ended.err
    assert f"FAIL  {EQUAL}" in ended.out


def test_an_entry_for_another_version_says_so_where_every_scenario_has_a_line(
    mocsar: Command, lie: object, known: Command
) -> None:
    path = known(EQUAL, "  versions: '<1.4'\n")
    ended = mocsar("validate", "-v", "--only", EQUAL, "--expect", path, *CMD)
    assert ended.code == 1
    assert f"does not hold for version 1.4.0, but for <1.4: {path}:2:3" in ended.err


def test_a_run_stops_at_what_was_not_expected_only(mocsar: Command, lie: object, known: Command) -> None:
    words = ("validate", "--only", EQUAL, "--only", LOWER, "-x", "--expect")
    assert mocsar(*words, known(f"[{EQUAL}, {LOWER}]"), *CMD).code == 0
    first = known(EQUAL)
    ended = mocsar(*words, first, *CMD)
    assert ended.code == 1
    assert f"FAIL  {LOWER}" in ended.out


def test_an_interrupted_run_tells_what_came_as_expected_so_far(mocsar: Command, lie: Any, known: Command) -> None:
    lie.ends, lie.interrupts = 2, True
    ended = mocsar("validate", "--only", EQUAL, "--only", LOWER, "--expect", known(f"[{EQUAL}, {LOWER}]"), *CMD)
    assert ended.code == 130
    assert "As expected: 1 known failure." in ended.out


def test_side_by_side_the_same_is_expected(mocsar: Command, lie: object, known: Command) -> None:
    path = known(f"[{EQUAL}, {LOWER}]")
    ended = mocsar("validate", "--jobs", "2", "--only", EQUAL, "--only", LOWER, "--expect", path, *CMD)
    assert (ended.code, "As expected: 2 known failures." in ended.out) == (0, True)


# ---- mocsar expect -------------------------------------------------------------------------------------------------


def test_the_list_is_begun_held_and_brought_up_to_date(mocsar: Command, lie: Any, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    begun = mocsar("expect", path, "--update", *CMD)
    assert begun.code == 0
    listed = [name for entry in yaml.safe_load(path.read_text())["known"] for name in entry["scenarios"]]
    assert EQUAL in listed
    assert mocsar("validate", "-x", "--expect", path, *CMD).code == 0
    lie.wrong = ""
    before = path.read_text()
    held = mocsar("expect", path, *CMD)
    assert (held.code, path.read_text()) == (1, before)
    assert held.out.startswith("`--update` would change this:\nremoved: known:")
    assert mocsar("expect", path, "--update", *CMD).code == 0
    assert yaml.safe_load(path.read_text()) == {"known": [], "flaky": [], "skip": []}
    assert mocsar("expect", path, *CMD).out == "Nothing to change.\n"


def test_results_of_a_part_change_nothing_but_that_part(
    mocsar: Command, lie: Any, known: Command, tmp_path: Path
) -> None:
    path, results = known(f"[{EQUAL}, {LOWER}]", "# end\n"), tmp_path / "r.jsonl"
    lie.wrong = ""
    mocsar("validate", "--only", EQUAL, "--report", results, *CMD)
    before = path.read_text()
    ended = mocsar("expect", path, "--update", "--from", results)
    assert (ended.code, path.read_text()) == (0, before.replace(f"[{EQUAL}, {LOWER}]", LOWER))


def test_what_is_not_to_be_run_is_not_run_for_the_list_either(mocsar: Command, lie: Any, known: Command) -> None:
    ended = mocsar("expect", known("'*'", kind="skip"), *CMD)
    assert (ended.code, ended.out, lie.starts) == (0, "Nothing to change.\n", [])


def test_results_that_were_broken_off_bring_nothing_up_to_date(mocsar: Command, lie: object, tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    mocsar("validate", "--only", EQUAL, "--report", results, *CMD)
    results.write_text("".join(results.read_text().splitlines(keepends=True)[:-1]))
    ended = mocsar("expect", tmp_path / "k.yaml", "--update", "--from", results)
    assert (ended.code, "U059" in ended.err) == (2, True)
    assert not (tmp_path / "k.yaml").exists()


def test_an_interrupted_run_brings_nothing_up_to_date(mocsar: Command, lie: Any, known: Command) -> None:
    lie.ends, lie.interrupts = 2, True
    path = known(EQUAL)
    before = path.read_text()
    assert (mocsar("expect", path, "--update", *CMD).code, path.read_text()) == (130, before)


def test_a_list_is_begun_without_any_results(mocsar: Command, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    assert mocsar("expect", path).code == 0
    first, *_ = path.read_text().splitlines()
    assert first.startswith("# yaml-language-server: $schema=")
    assert first.endswith("/expectations.schema.json")
    assert yaml.safe_load(path.read_text()) == {"known": [], "flaky": [], "skip": []}
    again = mocsar("expect", path)
    assert (again.code, "U059" in again.err) == (2, True)


def test_a_list_that_contradicts_itself_is_not_brought_up_to_date(mocsar: Command, lie: object, known: Command) -> None:
    path = known(EQUAL, f"flaky: [{{scenarios: '{EQUAL}', reason: r, link: l}}]\n")
    ended = mocsar("expect", path, "--update", *CMD)
    assert (ended.code, "U057" in ended.err) == (2, True)


def test_a_link_to_the_list_goes_on_leading_there(mocsar: Command, lie: Any, known: Command, tmp_path: Path) -> None:
    path, link, results = known(EQUAL), tmp_path / "link.yaml", tmp_path / "r.jsonl"
    path.chmod(0o640)
    link.symlink_to(path)
    lie.wrong = ""
    mocsar("validate", "--only", EQUAL, "--report", results, *CMD)
    assert mocsar("expect", link, "--update", "--from", results).code == 0
    assert link.is_symlink()
    assert path.read_text() == "known: []\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert not list(tmp_path.glob(".*"))


def test_a_list_in_a_folder_that_is_not_there_is_told(mocsar: Command, tmp_path: Path) -> None:
    ended = mocsar("expect", tmp_path / "none" / "ours.yaml")
    assert (ended.code, "U004" in ended.err) == (2, True)
