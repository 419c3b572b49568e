"""A real run of the reference, against the same in which something was changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def real(mocsar: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "reference.jsonl"
    assert mocsar("validate", "-V", "kollar", "-k", "following/", "--report", f"jsonl={path}").code == 0
    return path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def test_a_run_compared_with_itself(mocsar: Any, real: Path) -> None:
    ended = mocsar("compare", real, real)
    passed = sum(each.get("verdict") == "pass" for each in records(real))
    assert (ended.code, ended.err) == (0, "")
    assert passed
    assert f"Nothing has changed: {passed} as before." in ended.out


def test_a_run_compared_with_one_that_lost_a_scenario_and_failed_another(mocsar: Any, real: Path) -> None:
    run, *outcomes, end = records(real)
    passed = [each for each in outcomes if each["verdict"] == "pass"]
    lost, failed = passed[0], passed[1]
    failed["verdict"] = "fail"
    kept = [each for each in outcomes if each is not lost]
    changed = real.with_name("changed.jsonl")
    changed.write_text("".join(json.dumps(each) + "\n" for each in [run, *kept, end]), encoding="ascii")
    ended = mocsar("compare", real, changed, "--format", "json")
    found = json.loads(ended.out)
    assert ended.code == 1
    assert [(each["kind"], each["id"]) for each in found["changes"]] == [
        ("broken", failed["id"]),
        ("vanished", lost["id"]),
    ]
    assert found["same"] == len(passed) - 2
    assert [each["code"] for each in found["warnings"]] == ["U067"]  # as one that ran a part of the scenarios


def test_a_run_in_the_matrix(mocsar: Any, real: Path) -> None:
    found = json.loads(mocsar("matrix", real, "--format", "json").out)
    [column] = found["columns"]
    passed = sum(each.get("verdict") == "pass" for each in records(real))
    assert (column["all"]["passed"], column["all"]["applicable"]) == (passed, passed)
    assert column["all"]["sign"] == "right"
    assert column["conformance"] == "partial"  # a selection is never more


def test_the_editions_say_what_a_scenario_is_called_now(
    mocsar: Any, real: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the file that is kept with the rulebook, as an overlay brings one."""
    editions = tmp_path / "spec" / "editions"
    editions.mkdir(parents=True)
    _, *outcomes, _ = records(real)
    now = next(each["id"] for each in outcomes if each["verdict"] == "pass")
    (editions / "changes.yaml").write_text(
        f'renamed:\n- {{kind: scenario, id: {now}, renamed_from: following/once, edition: "2026-12"}}\n',
        encoding="utf-8",
    )
    old = real.with_name("old.jsonl")
    old.write_text(real.read_text(encoding="ascii").replace(f'"{now}"', '"following/once"'), encoding="ascii")
    apart = json.loads(mocsar("compare", old, real, "--format", "json").out)
    together = json.loads(mocsar("compare", old, real, "--format", "json", "--rulebook", tmp_path).out)
    assert apart["counts"] == {"new": 1, "vanished": 1}
    assert together["counts"] == {"renamed": 1}
    assert together["changes"][0]["was"]["id"] == "following/once"
