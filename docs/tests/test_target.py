"""Where a site is written: never over anything but a site, and whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mocsar_conformance.cli import cli
from mocsar_docs import build
from mocsar_docs.target import MARK, beside, check_target
from mocsar_reference import MocsarError

from .conftest import ROOT


def there(folder: Path) -> list[str]:
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))


def site(folder: Path, text: str = "old") -> Path:
    folder.mkdir(parents=True)
    (folder / MARK).touch()
    (folder / "index.html").write_text(text, encoding="utf-8")
    return folder


def make(folder: Path) -> None:
    site(folder, "new")


@pytest.mark.parametrize(
    "out", ["docs", "docs/new", ".", "..", "spec/schema", "build/site-src", "build/site-src/en", "build"]
)
def test_what_a_site_is_made_of_is_never_replaced(out: str) -> None:
    where = build.places((ROOT / out).resolve())
    with pytest.raises(MocsarError, match=r"W016 .* which the site is made of"):
        build.check_target_of(where)


@pytest.mark.parametrize("out", ["site", "public", "build/other", "build/serve/site"])
def test_a_folder_of_its_own_in_the_project_is_fine(out: str, tmp_path: Path) -> None:
    check_target(tmp_path / out, [tmp_path / "docs", tmp_path / "build" / "site-src"])


def test_a_way_round_through_a_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "docs")
    with pytest.raises(MocsarError, match="W016"):
        check_target(tmp_path / "link" / "site", [tmp_path / "docs"])


def test_a_folder_with_something_else_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-anna.txt").write_text("Dear Anna", encoding="utf-8")
    result = CliRunner().invoke(cli, ["docs", "build", "--no-pdf", "--out", str(tmp_path / "letters")])
    assert result.exit_code == 2
    assert f"W016 {tmp_path}/letters is neither empty nor a site of ours" in result.output
    assert "delete it yourself" in result.output
    assert there(tmp_path) == ["letters", "letters/to-anna.txt"]


def test_an_empty_folder_a_new_one_and_a_site_of_ours_are_taken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "a" / "new", site(tmp_path / "old")):
        check_target(folder, [])
        with beside(folder) as new:
            make(new)
        assert (folder / "index.html").read_text(encoding="utf-8") == "new"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "empty", "old"]


@pytest.mark.parametrize("stopped", [MocsarError([]), KeyboardInterrupt()])
def test_what_stops_a_build_leaves_the_old_site_and_nothing_else(tmp_path: Path, stopped: BaseException) -> None:
    old = site(tmp_path / "site")
    for folder in (old, tmp_path / "a" / "new"):
        with pytest.raises(type(stopped)), beside(folder) as new:
            make(new)
            raise stopped
    assert there(tmp_path) == ["site", f"site/{MARK}", "site/index.html"]
    assert (old / "index.html").read_text(encoding="utf-8") == "old"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MocsarError, match=r"U004 .* cannot be written"), beside(tmp_path / "file" / "site"):
        raise AssertionError("there is no place for it")


def test_the_built_site_can_be_told(built: Path) -> None:
    """Also where MkDocs was run by hand, and in one language only once."""
    assert [each.relative_to(built).as_posix() for each in built.rglob(MARK)] == [MARK]


def test_a_draft_is_not_written_where_a_site_is() -> None:
    draft, whole = build.draft_places(), build.places()
    assert not {draft.site, draft.sources} & {whole.site, whole.sources}
    assert whole.site not in draft.site.parents and whole.sources not in draft.sources.parents
