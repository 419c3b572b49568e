"""What the options of the plugin ask for; every complaint is one error of pytest, with a code and a hint."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from mocsar_conformance.cli.options import language
from mocsar_conformance.labels import LANGUAGES
from mocsar_conformance.pytest_plugin import NAME, TARGETS
from mocsar_conformance.subjects.base import SubjectFailure
from mocsar_conformance.subjects.target import HELLO_LIMIT, TIME_LIMIT, Target
from mocsar_reference.errors import MocsarError, did_you_mean, fail


@dataclass(frozen=True, slots=True)
class TestId:
    """A test's id, or the beginning of one, as an argument of pytest: `mocsar::kollar::following/equal-is-refused`.

    Without a setting all of them are meant; without a scenario all of the setting; a folder means all in it.
    """

    __test__ = False

    text: str
    setting: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be tested. `collects` is whether scenarios become tests at all in this run of pytest."""

    target: Target
    variants: tuple[str, ...]
    overlays: tuple[Path, ...]
    expect: Path | None
    skips_unsupported: bool
    lang: str
    ids: tuple[TestId, ...]
    collects: bool

    @classmethod
    def of(cls, config: pytest.Config) -> Asked:
        """Return what a command line asks for. Raises MocsarError U071, U072 or U074."""
        ids = tuple(_test_id(each) for each in config.args if is_test_id(each, config))
        unsupported = _one_of("--mocsar-unsupported", config.getoption("mocsar_unsupported") or "fail", "fail", "skip")
        expect = config.getoption("mocsar_expect")
        return cls(
            _target(config),
            tuple(config.getoption("mocsar_variant") or ()),
            tuple(_folder(each) for each in config.getoption("mocsar_rulebook") or ()),
            Path(expect) if expect else None,
            unsupported == "skip",
            _one_of("--mocsar-lang", config.getoption("mocsar_lang") or language(), *LANGUAGES),
            ids,
            bool(ids) or _not_only_files(config),
        )


@contextmanager
def as_usage_error() -> Iterator[None]:
    """Turn what is wrong with the options, the rulebook or the subject into one error of pytest."""
    try:
        yield
    except MocsarError as error:
        raise pytest.UsageError("\n".join(str(each) for each in error.diagnostics)) from None
    except SubjectFailure as failure:
        raise pytest.UsageError(str(failure.diagnosis)) from None


def is_test_id(argument: str, config: pytest.Config) -> bool:
    """Tell whether an argument names scenarios; pytest shows ids from the folder that it was started in."""
    first, colons, _ = argument.partition("::")
    if not colons:
        return False
    return first == NAME or (config.invocation_params.dir / first).resolve() == config.rootpath.resolve() / NAME


def _test_id(argument: str) -> TestId:
    _, *parts = argument.split("::")
    if len(parts) > 2:
        hint = f"write {NAME}::VARIANT::SCENARIO, such as {NAME}::kollar::following/equal-is-refused"
        raise fail("U072", None, f"'{argument}' is no test's id", hint)
    setting, scenario = (*parts, "")[:2]
    return TestId(argument, setting, scenario.removesuffix("/"))


def _not_only_files(config: pytest.Config) -> bool:
    """Tell whether scenarios are meant where no argument names any.

    Somebody who names files wants these alone, unless a subject is named on the very same command line: in a file of
    settings it stands for every run.
    """
    here = {str(each).partition("=")[0] for each in config.invocation_params.args}
    return config.args_source is not pytest.Config.ArgsSource.ARGS or not here.isdisjoint(TARGETS)


def _target(config: pytest.Config) -> Target:
    values = {each: config.getoption(each.lstrip("-").replace("-", "_")) for each in TARGETS}
    given = [each for each, value in values.items() if value]
    if len(given) > 1:
        raise fail("U071", None, f"several implementations are named: {', '.join(given)}", "name one")
    command, url, python = (values[each] or "" for each in TARGETS)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        hint = "quote it as for a shell, the whole once more: --mocsar-subject 'node \"my adapter.js\"'"
        raise fail("U071", None, f"'{command}' is no command line: {str(error).lower()}", hint) from None
    if command and not words:
        raise fail(
            "U071", None, f"'{command}' is no command line", "name a program: --mocsar-subject 'node adapter.js'"
        )
    limits = (
        _seconds("--mocsar-time-limit", config.getoption("mocsar_time_limit"), TIME_LIMIT),
        _seconds("--mocsar-hello-limit", config.getoption("mocsar_hello_limit"), HELLO_LIMIT),
    )
    return Target(words, url, python, *limits)


def _seconds(option: str, text: str | None, otherwise: float) -> float:
    if text is None:
        return otherwise
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < float("inf"):
        raise fail("U074", None, f"{option}: '{text}' is no number of seconds", "give a number above 0, such as 2.5")
    return seconds


def _one_of(option: str, text: str, *known: str) -> str:
    if text not in known:
        raise fail("U074", None, f"{option}: '{text}' is not possible", did_you_mean(text, known))
    return text


def _folder(text: str) -> Path:
    folder = Path(text)
    if not folder.is_dir():
        beside = [each.name for each in folder.parent.iterdir() if each.is_dir()] if folder.parent.is_dir() else []
        near = did_you_mean(folder.name, beside)
        hint = near if near.startswith("did") else "name a folder that has the shape of spec/"
        raise fail("U074", None, f"--mocsar-rulebook: there is no folder '{text}'", hint)
    return folder
