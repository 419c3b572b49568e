"""What is said of a scenario that did not pass: all that `mocsar validate` shows, and one line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from mocsar_conformance.failure_lines import failure_lines
from mocsar_conformance.failure_text import again_line, replay_line, summary
from mocsar_conformance.labels import label
from mocsar_conformance.pytest_plugin.asked import Asked
from mocsar_conformance.records import Outcome
from mocsar_conformance.text import neutralise
from mocsar_reference.resolve.book import Contents

FULL = 3
"""How often the same complaint about an adapter is shown in full; after that a line."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text of several lines, and the one line that a summary has room for."""

    text: str
    summary: str


class Teller:
    """Puts outcomes in words, and does not repeat itself."""

    def __init__(self, asked: Asked, contents: Contents) -> None:
        self._asked = asked
        self._contents = contents
        self._told: Counter[str] = Counter()

    def said(self, outcome: Outcome) -> Said:
        """Return what is said of an outcome."""
        lang = self._asked.lang
        head = f"{outcome.verdict.upper()}  {outcome.id}  [{outcome.variant}]"
        overlays = [str(each) for each in self._asked.overlays]
        again = again_line(outcome.id, outcome.variant, self._asked.target.shown, overlays)
        failure = outcome.failure
        if failure is None:
            what = neutralise(outcome.what or "")
            whole = [head, f"  {what}", "", f"  {label('again', lang)}:", f"    {again}"]
            return Said("\n".join(whole), what or outcome.verdict)
        record = outcome.to_json()
        short = summary(record["failure"], lang)
        if failure.diagnosis is not None:
            message = f"{failure.diagnosis.code} {failure.diagnosis.message}"
            self._told[message] += 1
            if self._told[message] > FULL:
                return Said(f"{head}  {label('repeated', lang, message=message)}\n    {again}", short)
        replay = replay_line(outcome.id, outcome.variant, overlays)
        lines = failure_lines(record, self._contents, lang, again, self._contents.edition, replay)
        return Said("\n".join(lines), short)
