"""What the checks of one examination share: the conversation, what is known so far, and what has been found."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, action_text, compare
from mocsar_conformance.doctor.channel import Channel, Server, open_command
from mocsar_conformance.doctor.model import Broken, Finding, NotTried
from mocsar_conformance.doctor.situation import Message, Situation
from mocsar_conformance.doctor.talk import Answer, Limits, Talk
from mocsar_conformance.messages import hello_request
from mocsar_conformance.records import ABSENT
from mocsar_conformance.subjects.base import Hello
from mocsar_conformance.subjects.connection import Address
from mocsar_conformance.subjects.target import Target
from mocsar_conformance.text import neutralise, tame
from mocsar_reference import Rulebook

SLIPS_OF = {"lines": ("D030", "D031", "D032", "D033", "D034", "D035"), "ids": ("D040", "D041", "D042")}
"""Which check a forgiven fault is told under, where that check is still to come."""

PROVOKED = ("D002", "D012", "D013", "D014", "D015")
"""Ways of not answering that a request may provoke."""
MOST_DIFFERENCES = 4
"""Differences between two views that a finding names."""


class Bench:
    """One examination under way."""

    def __init__(self, target: Target, book: Rulebook, lang: str) -> None:
        self.target = target
        self.book = book
        self.shape = ViewShape.of(book.contents)
        self.hello: Hello | None = None
        self.claims: list[Claim] = []
        self.situation: Situation | None = None
        self.seconds = 0.0
        """How long it took to answer the first `hello`."""
        self.rate = 0.0
        """Requests a second, one after the other; 0 where that was not measured."""
        self.check = ""
        self.findings: list[Finding] = []
        """Those of the check under way."""
        self.note: tuple[str, Mapping[str, str]] = ("", {})
        self.blocked = False
        """Whether the check under way found that those that need it make no sense."""
        self._told: set[str] = set()
        """Codes of slips that have been told."""
        self._kept: dict[str, list[Broken]] = {}
        self._done: set[str] = set()
        greeting = hello_request(lang, book.contents.edition)
        limits = Limits(target.time_limit, target.hello_limit)
        self.talk = Talk(
            self._launcher(), greeting, limits, self._slipped, pipe=target.kind != "http", command=target.words
        )

    def _launcher(self) -> Callable[[], Channel]:
        if self.target.kind == "http":
            address = Address(self.target.url)
            return lambda: Server(address)
        return lambda: open_command(self.target.command)

    # ---- findings ----------------------------------------------------------------------------------------------------

    def begin(self, check: str) -> None:
        """Go on to the next check."""
        self.check = check
        self.findings = []
        self.note = ("", {})
        self.blocked = False

    def finish(self) -> None:
        """Add the forgiven faults that belong to the check under way."""
        self._done.add(self.check)
        for each in self._kept.pop(self.check, ()):
            self.add(each.finding(self.check))

    def add(self, finding: Finding) -> None:
        """Add a finding, unless the check has one of this code."""
        if all(each.code != finding.code for each in self.findings):
            self.findings.append(finding)

    def found(self, code: str, blocks: bool = False, note: str = "", **values: str) -> None:
        """Tell of a fault, shown by the last lines of the conversation. `blocks`: what needs this check cannot be."""
        self.add(self.talk.broken(code, note, **values).finding(self.check))
        self.blocked = self.blocked or blocks

    def broke(self, broken: Broken, code: str = "", **values: str) -> None:
        """Tell of an answer that could not be used; under another code where that is what was to be provoked.

        An answer that is no JSON, or is held back, is told as such, whatever it is seen at.
        """
        provoked = bool(code) and broken.code in PROVOKED
        detail = {"what": _summary(broken)} if provoked else {}
        self.add(broken.finding(self.check, code if provoked else "", **{**detail, **values}))

    def has_told(self, *codes: str) -> bool:
        """Tell whether one of some forgiven faults has been seen."""
        return not self._told.isdisjoint(codes)

    def _slipped(self, slip: Broken) -> None:
        if slip.code in self._told:
            return
        self._told.add(slip.code)
        owner = next((name for name, codes in SLIPS_OF.items() if slip.code in codes), self.check)
        if owner in self._done or self.target.kind != "command":
            owner = self.check
        self._kept.setdefault(owner, []).append(slip)

    # ---- what checks ask ---------------------------------------------------------------------------------------------

    @property
    def known(self) -> Hello:
        """The introduction; there is one where a check needs it."""
        assert self.hello is not None
        return self.hello

    def states(self, capability: str) -> bool:
        """Tell whether it states a capability."""
        return capability in self.known.capabilities

    def insist(self, capability: str) -> None:
        """Raise NotTried where a capability is not stated."""
        if not self.states(capability):
            raise NotTried("not-stated", what=capability)

    @property
    def table(self) -> Situation:
        """The setting that most is tried in."""
        assert self.situation is not None
        return self.situation

    def view(self, *requests: Message) -> Message:
        """Ask some requests and return the view in the last answer, empty where it has none. Raises Broken."""
        answer: Answer = {}
        for each in requests:
            answer = self.talk.ask(each)
        return dict(answer.get("view") or {})

    def asked(self, *requests: Message) -> Answer:
        """Ask some requests and return the last answer. Raises Broken."""
        answer: Answer = {}
        for each in requests:
            answer = self.talk.ask(each)
        return answer

    def differences(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        """Return in which entries two views differ, in words that are safe to show; empty where in none."""
        found = compare({"answer": "view", "view": before}, {"answer": "view", "view": after}, self.shape).must
        parts = [f"{each.path}: {_shown(each.expected)} → {_shown(each.got)}" for each in found]
        for entry in sorted(before.keys() ^ after.keys()):
            first, second = before.get(entry), after.get(entry)
            if first is not None or second is not None:
                parts.append(f"view.{entry}: {_shown(before.get(entry, ABSENT))} → {_shown(after.get(entry, ABSENT))}")
        return neutralise("; ".join(parts[:MOST_DIFFERENCES]), 600)


def stop(because: str, **values: str) -> NoReturn:
    """Leave a check untried."""
    raise NotTried(because, **values)


def words(action: Mapping[str, Any]) -> str:
    """Return an action in words that are safe to show."""
    return neutralise(action_text(action), 120)


def listed(names: Sequence[str]) -> str:
    """Return some texts as a list that is safe to show."""
    return ", ".join(neutralise(each, 80) for each in names)


def _summary(broken: Broken) -> str:
    details = " ".join(value for key, value in broken.values.items() if key in ("what", "status") and value)
    return f"{broken.code}{f' ({details})' if details else ''}"


def _shown(value: Any) -> str:
    return "–" if value is ABSENT else neutralise(json.dumps(tame(value), ensure_ascii=False), 100)
