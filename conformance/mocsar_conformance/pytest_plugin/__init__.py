"""Scenarios as tests of pytest: `pytest --mocsar-subject "node adapter.js" --mocsar-variant kollar`.

pytest imports this module wherever the kit is installed, so it imports nothing of it: what costs time is in `hooks`,
which is imported once a subject is named.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

TARGETS = ("--mocsar-subject", "--mocsar-url", "--mocsar-python")
"""The options that name what is tested; without one of them the plugin does nothing."""
OTHERS = ("--mocsar-variant", "--mocsar-rulebook", "--mocsar-expect", "--mocsar-unsupported", "--mocsar-lang")
LIMITS = ("--mocsar-time-limit", "--mocsar-hello-limit")
NAME = "mocsar"
"""The first word of every test's id, as a file would be that of others."""


class MocsarWarning(pytest.PytestWarning):
    """What should be otherwise, though it breaks no rule."""


class ReasonDiffers(MocsarWarning):
    """Refused rightly, but for another reason than the rulebook's."""


class ReadingDiffers(MocsarWarning):
    """Right if the sources were read otherwise where they are unclear, and the subject states no reading."""


class Disputed(MocsarWarning):
    """Wrong by a scenario that is disputed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options. Their values are looked at in `asked`, so that complaints have a code and a hint."""
    group = parser.getgroup(NAME, "Mocsár: scenarios of the rulebook as tests")
    command, url, python = TARGETS
    variant, rulebook, expect, unsupported, lang = OTHERS
    limit, hello = LIMITS
    group.addoption(command, metavar="CMD", help="Test the implementation that this command line starts.")
    group.addoption(url, metavar="URL", help="Test what answers at this address, by HTTP POST.")
    group.addoption(python, metavar="MODULE:FACTORY", help="Test the Python object that FACTORY() returns.")
    group.addoption(
        variant,
        action="append",
        metavar="V",
        help="Test only this variant; may be given again. Without it: all that the implementation says it plays.",
    )
    group.addoption(
        rulebook, action="append", metavar="DIR", help="Lay a rulebook of your own over the project's; may be repeated."
    )
    group.addoption(expect, metavar="FILE", help="What is known to fail, with reasons: see `mocsar validate --help`.")
    group.addoption(
        unsupported,
        metavar="fail|skip",
        help="What becomes of a scenario that needs what the implementation cannot do; fail, unless you say skip.",
    )
    group.addoption(lang, metavar="en|hu", help="Language of the rulebook's texts; by the locale, else en.")
    group.addoption(limit, metavar="S", help="Seconds for one answer; 5, unless you say otherwise.")
    group.addoption(hello, metavar="S", help="Seconds for the first answer, to hello; 20, unless you say otherwise.")


def pytest_load_initial_conftests(args: Sequence[str]) -> None:
    """Say what an option might have been that there is not. Raises UsageError U070."""
    known = (*TARGETS, *OTHERS, *LIMITS)
    for each in args:
        name = each.partition("=")[0]
        if name.startswith("--mocsar") and name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise pytest.UsageError(f"U070 there is no option '{name}'\n  hint: {hint}")


def pytest_configure(config: pytest.Config) -> None:
    """Bring in what makes tests of scenarios, where a subject is named. Raises UsageError U071."""
    if any(config.getoption(_dest(each)) for each in TARGETS):
        from mocsar_conformance.pytest_plugin.hooks import Hooks

        config.pluginmanager.register(Hooks(config), "mocsar-scenarios")
        return
    lonely = [each for each in (*OTHERS, *LIMITS) if config.getoption(_dest(each))]
    lonely += [each for each in config.args if each.startswith(f"{NAME}::")]
    if lonely:
        hint = f"add one of {', '.join(TARGETS)}"
        raise pytest.UsageError(f"U071 '{lonely[0]}' is given, and nothing that is to be tested\n  hint: {hint}")


def _dest(option: str) -> str:
    return option.lstrip("-").replace("-", "_")
