"""The subject of one process of pytest: started when it is first needed, asked who it is, and closed at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from mocsar_conformance.claims import Claim, chosen_claims, claims_of
from mocsar_conformance.pytest_plugin.asked import Asked
from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import Bench, Case, Shared, play
from mocsar_conformance.subjects.base import Diagnosis, Subject, SubjectUnusable
from mocsar_reference import Diagnostic, MocsarError, Rulebook, Setting


class Tester:
    """Plays cases with the subject that is asked for."""

    def __init__(self, asked: Asked, book: Rulebook) -> None:
        self.asked = asked
        self.book = book
        self.faults: Sequence[Diagnostic] = ()
        """What the subject claims and cannot be tested (U010)."""
        self._subject: Subject | None = None

    @property
    def subject(self) -> Subject:
        """The subject; opened at the first use. Raises MocsarError U013 for an address that is none."""
        if self._subject is None:
            self._subject = self.asked.target.open(self.book, self.asked.lang)
        return self._subject

    @cached_property
    def claims(self) -> Sequence[Claim]:
        """What the subject says it plays. Raises SubjectFailure; SubjectUnusable U012 where nothing can be tested."""
        hello = self.subject.hello()
        claims, self.faults = claims_of(hello, self.book)
        if not claims:
            names = ", ".join(each.variant for each in hello.plays)
            hint = f"the rulebook has {', '.join(self.book.playable)}; see `mocsar variants`"
            raise SubjectUnusable(Diagnosis("U012", f"the subject claims nothing that can be tested: {names}", hint))
        return claims

    def claimed(self, settings: Sequence[Setting]) -> Mapping[str, Claim]:
        """Return what the subject says of settings, by their short forms.

        Raises MocsarError U011 where it does not play one, or only with other values; else as `claims` does.
        """
        chosen = chosen_claims(self.claims, [each.short for each in settings], self.book)
        found = {each.short: each for each in chosen}
        for setting in settings:
            if setting.short not in found:
                plays = ", ".join(each.short for each in self.claims)
                message = f"the subject does not claim to play {setting.short} just so"
                hint = f"name one of {plays}; or no variant, and all of them are tested"
                raise MocsarError([Diagnostic("U011", None, message, hint)])
        return found

    def play(self, case: Case) -> Outcome:
        """Return what becomes of a case. Raises SubjectUnusable where there is nothing to test any more."""
        return play(case, self._bench)

    @cached_property
    def _bench(self) -> Bench:
        return Bench(self.subject, Shared(self.book))

    def close(self) -> None:
        """End the subject, if it was started."""
        if self._subject is not None:
            self._subject.close()
