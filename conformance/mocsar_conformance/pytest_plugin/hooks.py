"""The part of the plugin that is there once a subject is named: what pytest calls, and when."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest

from mocsar_conformance.pytest_plugin import NAME
from mocsar_conformance.pytest_plugin.asked import is_test_id
from mocsar_conformance.pytest_plugin.nodes import VERDICT, ScenarioItem, SuiteNode
from mocsar_conformance.pytest_plugin.suite import Suite


class Hooks:
    """Has hooks only: pytest looks at every attribute of a plugin, and with that would start what is not needed."""

    def __init__(self, config: pytest.Config) -> None:
        """Raises UsageError for options that cannot be meant."""
        config.addinivalue_line("markers", f"{NAME}: a scenario of the rulebook of Mocsár.")
        self._config = config
        self._suite = Suite(config)

    def pytest_report_header(self) -> str:
        """Return the line that says what is tested."""
        asked = self._suite.asked
        shown = " ".join(asked.target.shown).removeprefix("-- ")
        return f"{NAME}: {shown}{'' if asked.collects else ' (not now: files are named)'}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Find out what is to be collected. Raises UsageError where that is not possible."""
        self._suite.begin()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell another process (xdist) what to collect."""
        node.workerinput[NAME] = self._suite.passed_on()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Keep pytest from looking for files that are called as our tests are."""
        before = self._config.args
        self._config.args = [each for each in before if not is_test_id(each, self._config)]
        try:
            return (yield)
        finally:
            self._config.args = before

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the suite after all that is found in files."""
        report = yield
        if isinstance(collector, pytest.Session) and self._suite.asked.collects:
            report.result.append(SuiteNode.from_parent(collector, name=NAME, nodeid=NAME, suite=self._suite))
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """See that the subject can be used, where any of our tests is to be run here. Raises UsageError."""
        if hasattr(self._config, "workerinput") or self._config.option.collectonly:
            return
        if any(isinstance(each, ScenarioItem) for each in session.items):
            self._suite.look()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """See the same, before the other processes begin. Raises UsageError."""
        if any(each.startswith(f"{NAME}::") for each in ids):
            self._suite.look()
            self._suite.close()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say whom to blame where no scenario got as far as the rules."""
        from mocsar_conformance.labels import label
        from mocsar_conformance.subjects.target import shown_line
        from mocsar_conformance.text import neutralise
        from mocsar_conformance.verdicts import ADAPTER

        reports = [each for kind in terminalreporter.stats.values() for each in kind]
        found = [value for each in reports for name, value in getattr(each, "user_properties", ()) if name == VERDICT]
        run = [each for each in found if each not in ("skipped", "unsupported")]
        if len(run) > 1 and all(each in ADAPTER for each in run):
            asked = self._suite.asked
            doctor = neutralise(shown_line(asked.target, ["mocsar", "doctor"]))
            terminalreporter.write_line(label("adapter", asked.lang, doctor=doctor), bold=True)

    def pytest_unconfigure(self) -> None:
        """Leave nothing running."""
        self._suite.close()
