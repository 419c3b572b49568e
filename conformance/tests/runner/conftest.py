"""What the runner's tests share: a few scenarios of their own, and subjects that lie in one way each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from mocsar_conformance.claims import claims_of
from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import cases, run
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    Plays,
    SubjectCrashed,
    SubjectFailure,
)
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook, load_rulebook

SCENARIOS = {
    "beats": """
id: beats
title: {en: Equal does not beat, hu: Azonos nem üt}
rules: [follow.beats.higher]
when: toggle.play.beats == 'higher'
given: {hands: {Anna: 5 9 K, Bea: 5 7 A, Csaba: 4 4 Q}, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 5, refused: not-higher}
- {Bea: play 7}
then: {turn: Csaba, table: {size: 1, rank: 7, owner: Bea}}
""",
    "whole-deal": """
id: whole-deal
title: {en: A deal is played to its end, hu: Egy leosztás a végéig tart}
rules: [titles.few-players]
given: {hands: {Anna: "5", Bea: "7", Csaba: 8 9}, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 7}
then: {phase: over, titles: {Anna: king, Bea: citizen, Csaba: swamp}}
""",
    "legal": """
id: legal
title: {en: On a seven, hu: Hetesre}
rules: [follow.beats.higher]
when: toggle.play.beats == 'higher'
given: {hands: {Anna: 7 9, Bea: 5 8 8, Csaba: 4}, leader: Anna}
steps:
- {Anna: play 7}
- {legal: {Bea: [play 8, pass]}}
""",
    "reading": """
id: reading
title: {en: The pass goes round, hu: Körbeér a passz}
rules: [trick.ends.pass-goes-round]
when: toggle.trick.ends == 'pass-goes-round'
given: {hands: {Anna: 5 9, Bea: 7 8, Csaba: 4 10}, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 7}
- {Csaba: pass}
- {Anna: play 9}
""",
    "wild-pair": """
id: wild-pair
title: {en: Two jokers beat two fives, hu: Két joker üt két ötöst}
rules: [cards.wild-alone.lowest]
when: toggle.ranks.wild_sets == 'lowest' && toggle.trick.ends == 'pass-goes-round'
given: {hands: {Anna: 5 5 9, Bea: Jk Jk 8, Csaba: 4 10}, leader: Anna}
steps:
- {Anna: play 5 5}
- {Bea: play Jk Jk}
""",
    "wrong-twice": """
id: wrong-twice
title: {en: Out of turn and without the card, hu: Soron kívül és lap nélkül}
rules: [play.cards-held]
given: {hands: {Anna: 5 9, Bea: 7 8, Csaba: 4 10}, leader: Anna}
steps:
- {Bea: play K, refused: not-your-turn}
""",
    "disputed": """
id: disputed
title: {en: Said otherwise, hu: Másképp mondva}
rules: [play.cards-held]
status: disputed
link: https://example.org/1
given: {hands: {Anna: 5 9, Bea: 7 8, Csaba: 4 10}, leader: Anna}
steps:
- {Anna: play 5, refused: not-your-turn}
""",
    "two-deals": """
id: two-deals
title: {en: A second deal, hu: Második leosztás}
rules: [deal.ends]
when: toggle.match.deals == 0
given: {hands: {Anna: "5", Bea: "7", Csaba: 8 9}, dealer: Anna, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 7}
- deal: {hands: {Anna: 3 4 5 6, Bea: 3 4 5 6, Csaba: 3 4 5 6}}
""",
    "own-setting": """
id: own-setting
title: {en: Equal beats, hu: Azonos üt}
rules: [follow.beats.equal-or-higher]
when: toggle.play.beats == 'equal-or-higher' && 'joker' in toggle.ranks.wild
settings: [kollar(play.beats=equal-or-higher)]
given: {hands: {Anna: 5 9, Bea: 5 7, Csaba: 4 4}, leader: Anna}
steps:
- {Anna: play 5}
- {Bea: play 5}
""",
    "one-lap": """
id: one-lap
title: {en: One lap, hu: Egy kör}
rules: [trick.ends.one-lap]
when: toggle.trick.ends == 'one-lap'
given: {hands: {Anna: 5 9, Bea: 7 8, Csaba: 4 10}, leader: Anna}
steps:
- {Anna: play 5}
""",
}

Lie = Callable[[Message, Answer], Answer | None]


class Liar(ReferenceSubject):
    """Answers as the reference does, but for a lie. A lie returns the answer, or None to crash.

    A lie's `reads`, if it has that, are toggles' values that hold instead of those asked for.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        lie: Lie = lambda _, answer: answer,
        without: Sequence[str] = (),
        toggles: Mapping[str, Any] | None = None,
        variant: str = "kollar",
    ) -> None:
        super().__init__(rulebook)
        self.lie = lie
        self.introduction = replace(
            super().hello(),
            plays=(Plays(variant, toggles),),
            capabilities=super().hello().capabilities - set(without),
        )
        self.asked: list[Message] = []

    def hello(self) -> Hello:
        return self.introduction

    def request(self, message: Message) -> Answer:
        self.asked.append(message)
        reads = getattr(self.lie, "reads", None)
        if reads and message["request"] == "start":
            message = {**message, "toggles": {**message["toggles"], **reads}}
        told = self.lie(message, super().request(message))
        if told is None:
            self.restart()
            raise SubjectCrashed(Diagnosis("P010", "it ended"), message)
        return told

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        answers: list[Answer] = []
        for message in messages:
            try:
                answers.append(self.request(message))
            except SubjectFailure as failure:
                failure.answered = answers
                raise
        return answers


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="session")
def suite(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Scenario]:
    folder = tmp_path_factory.mktemp("scenarios")
    for name, text in SCENARIOS.items():
        (folder / f"{name}.yaml").write_text(text.lstrip(), encoding="utf-8")
    return {each.id: each for each in load_scenarios(folder, book)}


@pytest.fixture
def liar(book: Rulebook) -> Callable[..., Liar]:
    """Return a maker of subjects that lie: `liar(lie, without=[capabilities], toggles={stated})`."""
    return lambda *args, **options: Liar(book, *args, **options)


@pytest.fixture
def outcomes(book: Rulebook, suite: dict[str, Scenario]) -> Callable[..., list[Outcome]]:
    """Return what runs scenarios, by id, against a subject."""

    def outcomes(subject: Liar, *names: str) -> list[Outcome]:
        claims, faults = claims_of(subject.hello(), book)
        assert not faults
        return list(run(cases(book, [suite[name] for name in names], claims), subject, book))

    return outcomes
