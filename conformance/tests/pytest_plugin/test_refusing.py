"""What is wrong with the options, the rulebook or the subject is one error, with a code and a hint."""

from __future__ import annotations

import pytest

from mocsar_conformance.codes import USAGE_CODES

from .conftest import EQUAL, Played, Project

pytest_plugins = ["pytester"]

X = ("--mocsar-subject", "x")


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--mocsar-subjet", "x"], "U070 there is no option '--mocsar-subjet'", "did you mean '--mocsar-subject'?"),
        (
            ["--mocsar-variant=kollar"],
            "U071 '--mocsar-variant' is given, and nothing *",
            "add one of --mocsar-subject*",
        ),
        ([f"mocsar::kollar::{EQUAL}"], f"U071 'mocsar::kollar::{EQUAL}' is given, and nothing *", "add one of *"),
        ([*X, "--mocsar-url", "http://y"], "U071 several implementations are named: *", "name one"),
        (["--mocsar-subject", "'x"], "U071 ''x' is no command line: no closing quotation", "quote it *"),
        (["--mocsar-subject", " "], "U071 ' ' is no command line", "name a program*"),
        ([*X, "mocsar::kollar::a::b"], "U072 'mocsar::kollar::a::b' is no test's id", "write mocsar::VARIANT::*"),
        (
            [*X, "mocsar::kollar::following/equal-is-refuse"],
            "U072 *: there is no scenario 'following/equal-is-refuse'",
            "did you mean 'following/equal-is-refused'?",
        ),
        (
            [*X, "--mocsar-variant", "kollar", f"mocsar::kollar-one-lap::{EQUAL}"],
            "U072 *: kollar-one-lap is not among what is tested",
            "that is kollar",
        ),
        (
            [*X, "mocsar::kollar::trick/one-lap-and-no-more"],
            "U073 *is no test: it speaks only of settings with toggle.trick.ends == 'one-lap'*",
            "name another variant, or another scenario",
        ),
        ([*X, "--mocsar-variant", "kolar"], "R030 there is no variant 'kolar' to play", "did you mean 'kollar'?"),
        ([*X, "mocsar::kolar"], "R030 there is no variant 'kolar' to play", "did you mean 'kollar'?"),
        ([*X, "--mocsar-time-limit", "0"], "U074 --mocsar-time-limit: '0' is no number of seconds", "give a number *"),
        ([*X, "--mocsar-hello-limit", "nan"], "U074 --mocsar-hello-limit: 'nan' is no *", "give a number *"),
        ([*X, "--mocsar-rulebook", "sevns"], "U074 *: there is no folder 'sevns'", "did you mean 'sevens'?"),
        (
            [*X, "--mocsar-unsupported", "skp"],
            "U074 --mocsar-unsupported: 'skp' is not possible",
            "did you mean 'skip'?",
        ),
        ([*X, "--mocsar-lang", "de"], "U074 --mocsar-lang: 'de' is not possible", "known here: en, hu"),
        (
            [*X, "--mocsar-variant", "kollar", "--mocsar-expect", "known.yaml"],
            "known.yaml:2:14: U055 no scenario matches 'x/*'",
            "take it out*",
        ),
        (["--mocsar-python", "x"], "U013 'x' names no Python object", "write MODULE:FACTORY*"),
    ],
)
def test_options_that_cannot_be_meant(
    project: Project, subject: Played, words: list[str], message: str, hint: str
) -> None:
    project.pytester.mkdir("sevens")
    expectations = "known:\n- scenarios: x/*\n  reason: r\n  link: l\n"
    (project.pytester.path / "known.yaml").write_text(expectations, encoding="utf-8")
    result = project.run(*words, subject=None)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: {message}", f"  hint: {hint}"], consecutive=True)
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    assert subject.opened == 0
    code = next(word for word in message.split() if word[1:].isdigit())
    assert code in USAGE_CODES or code == "R030"


@pytest.mark.parametrize("words", [[], ["--mocsar-variant", "kollar"], [f"mocsar::kollar::{EQUAL}"]])
def test_a_subject_that_cannot_be_used_is_one_error(project: Project, subject: Played, words: list[str]) -> None:
    subject.unusable_after = 0
    result = project.run(*words)
    assert result.ret == 4
    assert result.stderr.str().count("P001 the command was not found: nde") == 1
    assert "FAILED" not in result.stdout.str()


def test_a_variant_that_the_subject_does_not_play(project: Project, subject: Played) -> None:
    result = project.run("--mocsar-variant", "kollar-one-lap")
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        ["ERROR: U011 the subject does not claim to play kollar-one-lap", "  hint: it plays kollar"]
    )


def test_a_file_that_is_not_there_is_pytests_to_refuse(project: Project, subject: Played) -> None:
    result = project.run("--mocsar-variant", "kollar", "nothing.py::test")
    assert result.ret == 4
    assert "file or directory not found: nothing.py::test" in result.stderr.str()
