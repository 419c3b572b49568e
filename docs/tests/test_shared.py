"""The site is built once for all processes of the tests; what goes wrong there is told in each, and soon."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from .conftest import shared


def make(folder: Path) -> Path:
    (folder / "made").write_text("whole", encoding="utf-8")
    return folder / "made"


def never(folder: Path) -> Path:
    raise AssertionError("it is made already")


def broken(folder: Path) -> Path:
    raise KeyError  # says nothing by itself


def test_what_one_process_makes_the_others_have(tmp_path: Path) -> None:
    first = shared(tmp_path / "built", make)
    assert shared(tmp_path / "built", never) == first
    assert first.read_text(encoding="utf-8") == "whole"


def test_others_wait_until_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()  # as by another process that is at it
    found: list[Path] = []
    waiting = Thread(target=lambda: found.append(shared(tmp_path / "built", never)))
    waiting.start()
    shared_by = tmp_path / "built" / "told.json"
    shared_by.with_suffix(".new").write_text('{"made": "/there"}', encoding="utf-8")
    shared_by.with_suffix(".new").replace(shared_by)
    waiting.join(10)
    assert found == [Path("/there")]


def test_what_goes_wrong_in_one_is_told_in_all(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        shared(tmp_path / "built", broken)
    with pytest.raises(AssertionError, match=r"said KeyError\(\)"):
        shared(tmp_path / "built", never)


def test_a_process_that_is_gone_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    with pytest.raises(AssertionError, match="nobody has built the site"):
        shared(tmp_path / "built", never, patience=0)
