"""Every mistake gets the complaint it should, at the place where it was made."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mocsar_reference.errors import Diagnostic, MocsarError
from mocsar_reference.load import CODES, load_document, load_tree
from mocsar_reference.load.reader import DEEPEST, LONGEST

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))
BYTES = {
    "Y001-not-utf-8": (b"reasons:\n- id: a\xff\n", "2:8", "byte 0xff is not UTF-8"),
    "Y001-latin-2": ("reasons: ő\n".encode("iso-8859-2"), "1:10", "byte 0xf5 is not UTF-8"),
    "Y002-nul": (b"reasons:\n- id: a\x00b\n", "2:8", "character U+0000 does not belong in a text file"),
    "Y002-escape": (b"reasons: \x1b[31m\n", "1:10", "character U+001B does not belong in a text file"),
    "Y002-turned-direction": ("id: a\u202eb\n".encode(), "1:6", "character U+202E does not belong in a text file"),
    "Y002-second-byte-order-mark": ("a: \ufeffb\n".encode(), "1:4", "character U+FEFF does not belong in a text file"),
    "Y003-tab-in-a-line": (b"a:\tb\n", "1:3", "there is a tab here"),
    "Y004-empty": (b"", "1:1", "the file holds nothing"),
    "Y004-byte-order-mark-only": (b"\xef\xbb\xbf", "1:1", "the file holds nothing"),
    "Y012-huge": (b"a: " + b"x" * LONGEST, "1:1", "the file has more than 1,048,576 characters"),
    "Y013-deep": (b"a: " + b"[" * 200, "1:43", "lists and mappings are nested more than 40 deep"),
    "Y013-deep-beyond-measure": (b"a: " + b"[" * 200_000, "1:1003", "lists and mappings are nested far too deep"),
    "Y013-deep-block": (b"- " * 200 + b"a\n", "1:81", "lists and mappings are nested more than 40 deep"),
}


def complaints(load: Callable[[], object]) -> tuple[Diagnostic, ...]:
    with pytest.raises(MocsarError) as caught:
        load()
    return caught.value.diagnostics


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_gets_one_complaint_that_says_what_and_where(path: Path) -> None:
    kind, *expected = [line[2:] for line in path.read_text("utf-8").splitlines() if line.startswith("# ")]
    (complaint,) = complaints(lambda: load_document(path, kind.removeprefix("kind: "), "F"))
    assert str(complaint).removeprefix("F:").replace("\n  hint", "\nhint").split("\n") == expected[:2]
    assert complaint.code == path.stem[:4]


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_no_text_for_us_are_refused(tmp_path: Path, name: str) -> None:
    content, place, message = BYTES[name]
    path = tmp_path / "reasons.yaml"
    path.write_bytes(content)
    began = time.perf_counter()
    (complaint,) = complaints(lambda: load_document(path, "reasons", "F"))
    assert (complaint.code, str(complaint.place), complaint.message) == (name[:4], f"F:{place}", message)
    assert time.perf_counter() - began < 1, "a hostile file must be refused at once"


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    (complaint,) = complaints(lambda: load_document(tmp_path / "a.yaml", "reasons", "F"))
    assert str(complaint) == "F:1:1: Y018 the file cannot be read: No such file or directory"


def test_several_mistakes_in_one_file_are_all_told_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "reasons.yaml"
    path.write_text("reasons:\n- {id: A, text: {en: x}}\n- {id: b, txt: {en: x, hu: y}}\n")
    found = complaints(lambda: load_document(path, "reasons", "F"))
    assert [(each.code, each.place and each.place.line) for each in found] == [("S005", 2), ("S002", 2), ("S001", 3)]


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("tittles.yaml", "the file 'tittles.yaml' has no place in a rulebook", "did you mean 'titles.yaml'?"),
        ("variant/a.yaml", "the folder 'variant' has no place in a rulebook", "did you mean 'variants'?"),
        ("rules/10-play.yml", "files of a rulebook end in '.yaml'", "rename it to '10-play.yaml'"),
        ("model.yml", "files of a rulebook end in '.yaml'", "rename it to 'model.yaml'"),
    ],
)
def test_a_stray_file_is_told_where_it_may_belong(tmp_path: Path, name: str, message: str, hint: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("a: b\n")
    (complaint,) = complaints(lambda: load_tree(tmp_path))
    assert (complaint.code, complaint.message, complaint.hint) == ("S010", message, hint)


def test_a_folder_without_a_rulebook_is_refused(tmp_path: Path) -> None:
    (empty,) = complaints(lambda: load_tree(tmp_path))
    (missing,) = complaints(lambda: load_tree(tmp_path / "none"))
    assert (empty.code, missing.code) == ("S011", "S011")
    assert "holds no part of a rulebook" in empty.message
    assert "there is no folder" in missing.message


def test_a_folder_of_something_else_is_told_once_whatever_is_in_it(tmp_path: Path) -> None:
    for name in ("tests", "notes", "president"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.yaml").write_text("a: b\n")
    (tmp_path / "mkdocs.yml").write_text("a: b\n")
    (complaint,) = complaints(lambda: load_tree(tmp_path))
    assert complaint.code == "S011"
    assert "in its folder spec/" in complaint.hint


def test_a_folder_above_a_rulebook_is_told_which_is_meant(tmp_path: Path) -> None:
    (tmp_path / "house" / "spec" / "variants").mkdir(parents=True)
    (complaint,) = complaints(lambda: load_tree(tmp_path))
    assert complaint.hint == f"did you mean '{tmp_path / 'house'}', which has a folder spec/?"


def test_every_code_has_a_file_that_provokes_it() -> None:
    provoked = {path.stem[:4] for path in BROKEN} | {name[:4] for name in BYTES} | {"Y018", "S010", "S011"}
    assert provoked == set(CODES)


def test_the_depth_limit_leaves_room_for_every_real_file() -> None:
    assert DEEPEST >= 4 * 10
