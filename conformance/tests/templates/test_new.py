"""`mocsar new adapter`: it writes a template, never over a file that is there, and says what to run next."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mocsar_conformance.cli import cli
from mocsar_conformance.cli.new import LANGUAGES, TEMPLATES

from .languages import NOT_TRIED, PAGE, TRIED, blocks, rules_of, with_rule


def new(*words: str) -> Result:
    return CliRunner().invoke(cli, ["new", "adapter", *words])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_writes_the_template_into_a_folder_that_it_makes(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "a folder" / "within"
    result = new("--lang", language, "--to", str(folder))
    assert result.exit_code == 0, result.output
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == set(LANGUAGES[language].files)
    for name in written:
        assert (folder / name).read_bytes() == (TEMPLATES / "adapter" / language / name).read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_to_run_next(language: str, tmp_path: Path) -> None:
    said = new("--lang", language, "--to", str(tmp_path / "a folder")).output.splitlines()
    start = LANGUAGES[language].start
    shown = [line.strip() for line in said if line.startswith("  ")]
    assert shown == [
        f"cd '{tmp_path / 'a folder'}'",
        *LANGUAGES[language].prepare,
        f"mocsar doctor -- {start}",
        f"mocsar validate --variant kollar -- {start}",
    ]


def test_without_a_folder_it_writes_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = new("--lang", "python")
    assert result.exit_code == 0
    assert (tmp_path / "adapter.py").exists()
    assert "cd " not in result.output


@pytest.mark.parametrize("there", ["Cargo.toml", "src/main.rs"])
def test_it_never_overwrites(there: str, tmp_path: Path) -> None:
    old = tmp_path / there
    old.parent.mkdir(exist_ok=True)
    old.write_text("mine", "utf-8")
    result = new("--lang", "rust", "--to", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"U030 already there: {old}\n")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [old]
    assert old.read_text("utf-8") == "mine"


def test_a_link_that_leads_nowhere_is_there_too(tmp_path: Path) -> None:
    (tmp_path / "adapter.py").symlink_to(tmp_path / "nowhere")
    result = new("--lang", "python", "--to", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith("U030")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    result = new("--lang", "python", "--to", str(tmp_path / "file" / "within"))
    assert result.exit_code == 2
    assert result.stderr.startswith("U004")


def test_an_unknown_language_is_answered_with_the_known(tmp_path: Path) -> None:
    result = new("--lang", "cobol", "--to", str(tmp_path))
    assert result.exit_code == 2
    assert all(name in result.stderr for name in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_short_its_rules_aside(language: str) -> None:
    before, rules = rules_of(language).split("YOUR RULES GO HERE")
    protocol = before + rules.partition("The protocol. None of it needs to change")[2]
    code = [line for line in protocol.splitlines() if line.strip() and not line.lstrip().startswith(("//", "#", "/**"))]
    assert len(code) < 60


def test_the_page_has_a_section_a_language_with_how_to_start_it() -> None:
    assert set(LANGUAGES) == {*TRIED, *NOT_TRIED}
    lines = [line for text in blocks("sh") for line in text.splitlines()]
    for language in LANGUAGES.values():
        assert f"mocsar doctor -- {language.start}" in lines
        assert set(language.prepare) <= set(lines)


@pytest.mark.parametrize("language", NOT_TRIED)
def test_the_page_says_what_was_not_tried(language: str) -> None:
    fence, _ = NOT_TRIED[language]
    (rule,) = blocks(fence)
    with_rule(rules_of(language), rule)  # has its place all the same
    assert PAGE.count("not tried") == len(NOT_TRIED)
