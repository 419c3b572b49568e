"""Walks a subject through every position of an exploration, and finds the first where it lists other actions as legal.

Positions that nothing tells apart are one to the reference, so a subject is brought to each in every way that leads on
from the position before: about as many walks as there are moves, not as many as there are lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from mocsar_conformance.compare import compare_actions
from mocsar_conformance.counting.presets import Preset
from mocsar_conformance.records import ABSENT
from mocsar_conformance.subjects.base import Answer, Message, Subject
from mocsar_reference import State
from mocsar_reference.explore import Exploration, Step

Listed = list[dict[str, Any]]
"""Actions as the protocol writes them."""
Way = tuple[int, tuple[Step, ...]]
"""The number of a position, and what is done before it is reached."""
TOGETHER = 40
"""Ways that are asked for at once, so that neither side waits for the other."""


class Unsupported(Exception):  # noqa: N818 (what it is, not that it is an error)
    """The subject does not play this preset; `what` is what it says it cannot do."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which a subject's list is not the rulebook's, after `steps` from the preset.

    `ours` are the legal actions of `player`, `theirs` those that the subject lists; of these, `missing` are not listed
    and `surplus` are not legal, or listed twice. `refused` is a step that it does not accept though it had listed it:
    then there is no list of its.
    """

    state: State
    steps: tuple[Step, ...]
    player: str
    ours: Listed
    theirs: Listed
    missing: Listed
    surplus: Listed
    requests: tuple[Message, ...]
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk found: how many sequences the subject's lists make, as far as they could be followed; the first
    difference, or None; in how many ways positions were reached."""

    sequences: tuple[int, ...]
    difference: Difference | None
    ways: int


def walk(subject: Subject, preset: Preset, found: Exploration, tick: Callable[[], None] = lambda: None) -> Walked:
    """Go through an exploration with a subject, the nearest positions first, up to the first difference.

    `tick` is called for each way to a position. Raises Unsupported, and any SubjectFailure.
    """
    return _Walk(subject, preset, found, tick).walk()


class _Walk:
    def __init__(self, subject: Subject, preset: Preset, found: Exploration, tick: Callable[[], None]) -> None:
        self.subject = subject
        self.preset = preset
        self.found = found
        self.tick = tick
        self.names: Sequence[str] = found.states[0].names
        self.legal: dict[int, list[Step]] = {}  # the reference's, by position
        self.listed: dict[int, int] = {}  # how many actions the subject lists, by position
        self.ways = 0

    def walk(self) -> Walked:
        distances = [0]
        for way in self.found.ways[1:]:
            assert way is not None
            distances.append(distances[way[0]] + 1)
        difference = self.visit([(0, ())])
        distance = 0
        while difference is None and distance < distances[-1]:
            ways = self.onward(bisect_left(distances, distance), bisect_left(distances, distance + 1))
            while some := list(islice(ways, TOGETHER)):  # all are gone, for the numbers
                other = self.visit(some)
                difference = difference or other
            distance += 1
        return Walked(tuple(self.sequences(distance)), difference, self.ways)

    def onward(self, first: int, beyond: int) -> Iterator[Way]:
        """Go through the ways that lead on from positions of these numbers."""
        edges = self.found.edges
        for number in range(first, beyond):
            onward = edges[number]
            if not onward:
                continue
            steps = self.found.steps(number)
            for step, (_, _, goal) in zip(self.legal_in(number), onward, strict=True):
                if edges[goal] is not None:  # else it lies at the limit, and nothing is asked there
                    yield goal, (*steps, step)

    def sequences(self, furthest: int) -> Iterator[int]:
        """Go through how many sequences the lists make, up to one action after so many."""
        layer = {0: 1}
        for _ in range(furthest + 1):
            number = sum(lines * self.listed.get(at, 0) for at, lines in layer.items())
            if not number:
                return
            yield number
            after: dict[int, int] = {}
            for at, lines in layer.items():
                for _, _, goal in self.found.edges[at] or ():
                    after[goal] = after.get(goal, 0) + lines
            layer = after

    def legal_in(self, number: int) -> list[Step]:
        if number not in self.legal:
            game, state = self.found.game, self.found.states[number]
            self.legal[number] = [(name, action) for name in self.names for action in game.legal(state, name)]
        return self.legal[number]

    def visit(self, ways: Sequence[Way]) -> Difference | None:
        """Bring the subject to positions, and ask at each what everybody may do; return the first difference."""
        messages: list[list[Message]] = []
        for _, steps in ways:
            acts = [{"request": "act", "player": name, "action": action.to_json()} for name, action in steps]
            asked = [{"request": "legal", "player": name} for name in self.names]
            messages.append([*self.preset.requests, *acts, *asked])
        answers = iter(self.subject.exchange([message for each in messages for message in each]))
        difference: Difference | None = None
        for way, sent in zip(ways, messages, strict=True):
            self.ways += 1
            self.tick()
            other = self.judge(*way, sent, list(islice(answers, len(sent))))
            difference = difference or other
        return difference

    def judge(
        self, number: int, steps: tuple[Step, ...], sent: list[Message], answers: list[Answer]
    ) -> Difference | None:
        begun, asked = len(self.preset.requests), len(sent) - len(self.names)
        for answer in (*answers[:1], *answers[asked:]):
            if answer["answer"] == "unsupported":
                raise Unsupported(str(answer["what"]))
        for at, answer in enumerate(answers[1:asked], 1):
            if answer["answer"] != "accepted":
                if at < begun:
                    step = self.preset.steps[at - 1]
                    raise Unsupported(f"it refuses '{step.player}: {step.text}' on the way to the position")
                return self.refusal(sent[: at + 1], steps[: at - begun])
        lists = [answer["actions"] for answer in answers[asked:]]
        difference = self.compare(number, steps, lists, sent[:asked])
        if difference is not None or number not in self.listed:
            self.listed[number] = sum(map(len, lists))
        return difference

    def compare(
        self, number: int, steps: tuple[Step, ...], lists: Sequence[Listed], requests: Sequence[Message]
    ) -> Difference | None:
        for name, theirs in zip(self.names, lists, strict=True):
            ours = [action.to_json() for player, action in self.legal_in(number) if player == name]
            if ours == theirs:
                continue
            found = compare_actions(ours, theirs)
            if found:
                missing = [each.expected for each in found if each.got is ABSENT]
                surplus = [each.got for each in found if each.expected is ABSENT]
                sent = (*requests, {"request": "legal", "player": name})
                return Difference(self.found.states[number], steps, name, ours, theirs, missing, surplus, sent)
        return None

    def refusal(self, requests: Sequence[Message], steps: tuple[Step, ...]) -> Difference:
        """Return the difference where the last of these requests, an act, is not accepted."""
        act = requests[-1]
        game, state = self.found.game, self.preset.state
        for name, action in steps:
            state, _ = game.apply(state, name, action)
        ours = [action.to_json() for action in game.legal(state, act["player"])]
        return Difference(state, steps, act["player"], ours, [], [act["action"]], [], tuple(requests), refused=True)
