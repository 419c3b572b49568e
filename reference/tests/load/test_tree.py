"""A folder is loaded by the places of its files, quickly the second time, and the cache never gets in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mocsar_reference.errors import MocsarError
from mocsar_reference.load import load_document, load_tree
from mocsar_reference.paths import spec_dir

REASONS = "reasons:\n- {id: a, text: {en: A, hu: Á}}\n"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache") / "of" / "mocsar"
    monkeypatch.setenv("MOCSAR_CACHE", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "reasons.yaml": REASONS,
        "titles/b.yaml": "titles: []\n",
        "titles/a.yaml": "titles: [{id: x, name: {en: X, hu: X}}]\n",
        "variants/mine/a.yaml": "id: a\nextends: b\ntitle: {en: A, hu: Á}\n",
        "language/notes.yaml": "anything: here\n",
        "README.md": "- not YAML",
        ".hidden.yaml": "{",
        "rules/.#10-play.yaml": "{",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_files_are_known_by_their_place(root: Path) -> None:
    tree = load_tree(root)
    assert {kind: len(each) for kind, each in tree.documents.items() if each} == {
        "reasons": 1,
        "titles": 2,
        "variant": 1,
    }
    assert [document.value["titles"] != [] for document in tree.of("titles")] == [True, False]
    assert tree.of("rules") == []


def test_an_overlay_may_keep_its_files_in_a_folder_spec(root: Path) -> None:
    (root / "overlay" / "spec").mkdir(parents=True)
    (root / "overlay" / "spec" / "reasons.yaml").write_text(REASONS)
    tree = load_tree(root / "overlay")
    assert tree.root == root / "overlay" / "spec"
    assert len(tree.of("reasons")) == 1


def test_what_is_wrong_in_several_files_is_told_at_once(root: Path) -> None:
    (root / "reasons.yaml").write_text("reasons: [\n")
    (root / "titles" / "a.yaml").write_text("titles: 5\n")
    with pytest.raises(MocsarError) as caught:
        load_tree(root)
    assert [each.code for each in caught.value.diagnostics] == ["Y017", "S003"]


def test_a_file_below_the_current_folder_is_shown_from_there(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert load_document(root / "reasons.yaml", "reasons").file == "reasons.yaml"
    monkeypatch.chdir(root / "titles")
    assert load_document(root / "reasons.yaml", "reasons").file == str(root / "reasons.yaml")
    assert load_document(root / "reasons.yaml", "reasons", "shown").file == "shown"


def test_from_the_cache_comes_the_same_with_the_same_places(root: Path, cache: Path) -> None:
    first = load_document(root / "reasons.yaml", "reasons")
    assert len(list(cache.glob("*.json"))) == 1
    second = load_document(root / "reasons.yaml", "reasons")
    assert (second.value, second.marks, second.text) == (first.value, first.marks, first.text)
    assert second.place(("reasons", 0, "text", "hu")) == first.place(("reasons", 0, "text", "hu"))


def test_what_comes_from_the_cache_needs_no_validator(root: Path) -> None:
    load_tree(root)
    code = (
        "import sys, pathlib; from mocsar_reference.load import load_tree; load_tree(pathlib.Path(sys.argv[1])); "
        "print([each for each in ('jsonschema', 'fastjsonschema') if each in sys.modules])"
    )
    path = os.pathsep.join(each for each in sys.path if each)
    command = [sys.executable, "-c", code, str(root)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_change_in_the_file_is_seen(root: Path) -> None:
    load_document(root / "reasons.yaml", "reasons")
    (root / "reasons.yaml").write_text("reasons: []\n")
    assert load_document(root / "reasons.yaml", "reasons").value == {"reasons": []}


def test_a_file_kept_as_one_kind_is_still_judged_as_another(root: Path) -> None:
    load_document(root / "reasons.yaml", "reasons")
    with pytest.raises(MocsarError):
        load_document(root / "reasons.yaml", "titles")


@pytest.mark.parametrize("entry", ["", "{", "[]", '{"value": 1}', '{"value": 1, "marks": 2}', "\x00", "5"])
def test_a_damaged_entry_is_read_anew(root: Path, cache: Path, entry: str) -> None:
    first = load_document(root / "reasons.yaml", "reasons").value
    (kept,) = cache.glob("*.json")
    kept.write_text(entry)
    assert load_document(root / "reasons.yaml", "reasons").value == first
    assert json.loads(kept.read_text("utf-8"))["value"] == first


def test_without_a_cache_all_is_read(root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCSAR_CACHE", "off")
    assert load_document(root / "reasons.yaml", "reasons").value
    assert not cache.exists()


def test_a_cache_folder_that_cannot_be_is_no_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCSAR_CACHE", str(root / "reasons.yaml" / "cache"))
    assert load_document(root / "reasons.yaml", "reasons").value


def test_the_cache_is_where_the_system_wants_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCSAR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / "xdg"))
    load_document(root / "reasons.yaml", "reasons")
    assert len(list((root / "xdg" / "mocsar").glob("*.json"))) == 1


def test_old_entries_go_when_there_are_too_many(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mocsar_reference.load import cache as kept

    monkeypatch.setattr(kept, "_MOST_ENTRIES", 4)
    for number in range(6):
        kept.put(f"{number}", number, [])
        os.utime(cache / f"{number}.json", (number, number))
    kept.trim()
    assert sorted(path.stem for path in cache.glob("*.json")) == ["3", "4", "5"]


def test_the_rulebook_itself_loads() -> None:
    tree = load_tree(spec_dir())
    assert len(tree.of("rulebook")) == 1
    assert len(tree.of("variant")) > 1
