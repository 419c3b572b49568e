"""What stops the site from being built: the codes W, and a list in which every fault is collected.

Nothing is raised while pages are written, so that one build tells of every fault at once: `Faults.check` raises them.
"""

from __future__ import annotations

from mocsar_reference import Diagnostic, MocsarError

CODES: dict[str, str] = {
    "W001": "a reference that leads to nothing",
    "W002": "a text that is missing in one of the languages",
    "W003": "something that is shown twice where it should be once",
    "W004": "something of the rulebook that no page shows",
    "W005": "a hand-written page without its other language",
    "W006": "two pages of one path",
    "W007": "an anchor that a page promises and does not have",
    "W008": "a page that the navigation should have and does not, or the other way round",
    "W009": "the navigation names a page that there is not",
    "W010": "a gap in a hand-written page that nothing fills",
    "W011": "a link in the built site that leads nowhere, or off the site without saying so",
    "W012": "MkDocs complains",
    "W013": "what the site is built from, or with, is not there",
    "W014": "the search index could not be made",
    "W015": "the printed rulebook could not be made",
    "W016": "the site would be written over something else than a site",
}
"""Every code of the site's generator, with its one-line meaning."""


class Faults:
    """The faults of one build, each once."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, code: str, where: str, message: str, hint: str = "") -> None:
        """Note a fault; `where` names the page it was found in, or is empty."""
        assert code in CODES
        self._found[Diagnostic(code, None, f"{where}: {message}" if where else message, hint)] = None

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """The faults so far, by code, then in the order in which they were found."""
        return tuple(sorted(self._found, key=lambda each: each.code))

    def check(self) -> None:
        """Raise MocsarError with all faults, if there are any."""
        if self._found:
            raise MocsarError(self.found)
