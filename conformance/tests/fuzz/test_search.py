"""A difference is found, made short, and told apart from what is none; failures of the subject are found likewise."""

from __future__ import annotations

import random
from math import inf
from pathlib import Path
from typing import Any

import pytest
import yaml

from mocsar_conformance.claims import claims_of
from mocsar_conformance.fuzz.bench import Bench, Finding
from mocsar_conformance.fuzz.dealt import Unseen
from mocsar_conformance.fuzz.plan import Act, Plan
from mocsar_conformance.fuzz.search import Budget, Search
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Message,
    Plays,
    SubjectCrashed,
    SubjectTimeout,
    SubjectUnusable,
)
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_reference import Rulebook

from ..test_javascript import MISTAKES, mistaken
from .conftest import ALL, Liar, claim

SHORTEST = {
    each["mistake"]: each["shortest"]
    for each in yaml.safe_load((Path(__file__).parent / "shortest.yaml").read_text(encoding="utf-8"))
}
TRIED = [MISTAKES[3], MISTAKES[6], MISTAKES[11]]
"""Few, since time is dear; `shortest.yaml` has them all."""


def searched(book: Rulebook, subject: Liar, games: int = 200, seed: str = "1") -> tuple[Finding | None, Bench]:
    """Play so many games of few players, fewer where a difference is found."""
    claims, _ = claims_of(subject.hello(), book)
    bench = Bench(subject, book)
    return Search(bench, claims, seed, (3, 4)).run(Budget(inf, games=games)), bench


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hypothesis not try long to make things simpler."""
    monkeypatch.setattr("mocsar_conformance.fuzz.search.SIMPLER", 20)


def test_of_every_mistake_it_is_known_how_short_it_can_be() -> None:
    assert SHORTEST.keys() == {each["mistake"] for each in MISTAKES}


@pytest.mark.parametrize("mistake", TRIED, ids=lambda mistake: mistake["mistake"].replace(" ", "-"))
def test_a_mistake_is_found_and_shown_in_few_steps(
    mistake: dict[str, Any], book: Rulebook, node: str, tmp_path: Path
) -> None:
    with CommandSubject([node, str(mistaken(mistake, tmp_path))]) as subject:
        claims, _ = claims_of(subject.hello(), book)
        found = Search(Bench(subject, book), claims, "1").run(Budget(inf, games=400))
    assert found is not None
    assert found.plan.moves <= SHORTEST[mistake["mistake"]] + 3


def test_nothing_is_found_in_who_answers_as_the_reference(book: Rulebook) -> None:
    found, bench = searched(book, Liar(book), games=30)
    assert found is None
    assert bench.tally.games > 0
    assert bench.tally.moves > 0
    assert bench.tally.refusals > 0


def accepts_passes_on_the_lead(request: Message, answer: Answer) -> Answer:
    if request["request"] == "act" and answer.get("reason") == "must-lead":
        return {"answer": "accepted", "view": answer["view"]}
    return answer


def test_the_shortest_game_has_one_step_three_players_and_low_cards(book: Rulebook) -> None:
    found, _ = searched(book, Liar(book, accepts_passes_on_the_lead))
    assert found is not None
    assert found.kind == ("answer", "refused", "accepted")
    assert [step.action.do for step in found.plan.steps if isinstance(step, Act)] == ["pass"]
    assert found.plan.players == ("Anna", "Bea", "Csaba")
    assert found.plan.first.hands == {"Anna": ("3",), "Bea": ("3",), "Csaba": ("3",)}


def changes_something_on_a_refusal(request: Message, answer: Answer) -> Answer:
    if answer["answer"] == "refused" and answer.get("reason") == "not-higher":
        view = {**answer["view"], "turn": None}
        return {**answer, "view": view}
    return answer


def test_a_refusal_that_changes_something_is_found(book: Rulebook) -> None:
    found, _ = searched(book, Liar(book, changes_something_on_a_refusal))
    assert found is not None
    assert found.kind == ("view",)
    assert found.plan.moves == 2  # a lead, and what is not higher


def test_the_same_seed_gives_the_same_run(book: Rulebook) -> None:
    runs = [searched(book, Liar(book, accepts_passes_on_the_lead), seed="5") for _ in range(2)]
    plans = [found.plan for found, _ in runs if found is not None]
    assert len(plans) == 2
    assert plans[0] == plans[1]
    assert runs[0][1].tally == runs[1][1].tally


def test_without_standing_a_game_is_not_begun_after_a_deal(book: Rulebook) -> None:
    def forgets(request: Message, answer: Answer) -> Answer:
        if request["request"] == "deal":
            return {**answer, "view": {**answer["view"], "seating": ["Nobody"]}}
        return answer

    found, _ = searched(book, Liar(book, forgets, ALL - {"standing"}))
    assert found is not None
    assert found.plan.standing == ()
    assert found.plan.moves == 3  # two of three play their only card, then the next deal


# ---- failures of the subject


def crashes_at_the_second_pass() -> Any:
    passes = [0]

    def change(request: Message, answer: Answer) -> Answer:
        if request["request"] == "start":
            passes[0] = 0
        if request["request"] == "act" and request["action"]["do"] == "pass":
            passes[0] += 1
            if passes[0] == 2:
                raise SubjectCrashed(Diagnosis("P010", "it ended"), request)
        return answer

    return change


def test_a_crash_is_found_and_shortened(book: Rulebook) -> None:
    found, _ = searched(book, Liar(book, crashes_at_the_second_pass()))
    assert found is not None
    assert found.verdict == "crash"
    assert found.kind == ("broke", "P010")
    assert found.plan.moves == 2
    assert found.got is None


def test_a_timeout_is_shortened_with_few_games(book: Rulebook) -> None:
    hung = [0]

    def hangs(request: Message, answer: Answer) -> Answer:
        if request["request"] == "act" and request["action"]["do"] == "pass":
            hung[0] += 1
            raise SubjectTimeout(Diagnosis("P020", "no answer"), request)
        return answer

    found, _ = searched(book, Liar(book, hangs))
    assert found is not None
    assert found.verdict == "timeout"
    assert hung[0] <= 10


def test_one_that_cannot_be_used_any_more_ends_the_search_at_once(book: Rulebook) -> None:
    asked = [0]

    def gone(request: Message, answer: Answer) -> Answer:
        asked[0] += 1
        if asked[0] > 50:
            raise SubjectUnusable(Diagnosis("P010", "it ended"), request)
        return answer

    with pytest.raises(SubjectUnusable):
        searched(book, Liar(book, gone))
    assert asked[0] == 51


# ---- what is no difference


def test_another_reason_is_counted_and_is_no_difference(book: Rulebook) -> None:
    def other(request: Message, answer: Answer) -> Answer:
        return {**answer, "reason": "because"} if answer.get("reason") == "must-lead" else answer

    found, bench = searched(book, Liar(book, other), games=30)
    assert found is None
    assert bench.tally.reasons["must-lead", "because"] > 0


class OneLap(Liar):
    """Plays the variant that reads otherwise when a trick ends, whatever it is asked."""

    def before(self, message: Message) -> Message:
        if message["request"] != "start":
            return message
        return {**message, "toggles": {**message["toggles"], "trick.ends": "one-lap"}}


def test_another_reading_is_told_apart_unless_the_subject_states_a_value(book: Rulebook) -> None:
    found, bench = searched(book, OneLap(book), games=15)
    assert found is None
    assert any("trick.ends = one-lap" in values for _, values in bench.tally.readings)
    stated = Plays("kollar", {"trick.ends": "pass-goes-round"})
    found, _ = searched(book, OneLap(book, plays=[stated]))
    assert found is not None


def test_what_is_unsupported_ends_a_game_and_is_counted(book: Rulebook) -> None:
    def refuses(request: Message, answer: Answer) -> Answer:
        return {"answer": "unsupported", "what": "deal"} if request["request"] == "deal" else answer

    found, bench = searched(book, Liar(book, refuses), games=30)
    assert found is None
    assert bench.tally.unsupported["kollar", "deal"] > 0


# ---- a subject that deals for itself


class Dealer(Liar):
    """Deals for itself, and leaves nothing to those who ask."""

    random = random.Random(4)

    def before(self, message: Message) -> Message:
        if message["request"] not in ("start", "deal"):
            return message
        assert "hands" not in message
        assert "pack" not in message
        if message["request"] == "start":
            self.players = list(message["players"])
            self.pack = list(self.reference._rulebook.game("kollar").pack(len(self.players)))
        self.random.shuffle(self.pack)
        chance = {"dealer": self.random.choice(self.players), "leader": self.random.choice(self.players)}
        return {**message, "pack": list(self.pack), "chance": chance}


SELF = frozenset({"cards", "reasons"})


def test_a_subject_that_deals_for_itself_is_followed(book: Rulebook) -> None:
    found, bench = searched(book, Dealer(book, capabilities=SELF), games=30)
    assert found is None
    assert bench.tally.moves > 0
    assert bench.tally.deals > 0


def test_a_difference_in_what_it_deals_itself_is_found_with_the_cards(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mocsar_conformance.fuzz.search.AMONG_OTHERS", 0.5)
    found, _ = searched(book, Dealer(book, accepts_passes_on_the_lead, SELF))
    assert found is not None
    assert found.plan.first.hands is not None
    assert found.kind == ("answer", "refused", "accepted")


def test_one_that_hides_what_it_deals_cannot_be_tested(book: Rulebook) -> None:
    def hides(request: Message, answer: Answer) -> Answer:
        if "view" not in answer:
            return answer
        return {**answer, "view": {name: value for name, value in answer["view"].items() if name != "hands"}}

    with pytest.raises(Unseen, match="does not show the cards"):
        searched(book, Dealer(book, hides, frozenset()))


def test_the_next_deal_of_one_that_deals_for_itself_is_worked_out_from_after_the_exchange(book: Rulebook) -> None:
    from mocsar_conformance.fuzz.dealt import _Talk
    from mocsar_conformance.fuzz.generate import Generator, Limits
    from mocsar_conformance.fuzz.plan import Dealing
    from mocsar_conformance.fuzz.rarity import Rarity

    game = book.game("kollar")
    names = ("Anna", "Bea", "Csaba")
    chance = dict.fromkeys(game.contents.model.chance, "Anna")
    making = Generator(game, SELF, Limits((3, 3)), Rarity()).making(b"")
    making.begin((), Dealing({"Anna": ("3",), "Bea": ("4",), "Csaba": ("5",)}, None, chance))
    for player, card in (("Anna", "3"), ("Bea", "4")):
        making.do(Act(player, _play(card)), [])
    hands = {"Anna": ("3", "3", "4"), "Bea": ("5", "6", "7"), "Csaba": ("8", "9", "A", "joker")}
    after = game.next_deal(making.referee.state, hands=hands, chance=chance)
    view = game.view(after)
    assert view["owed"] == {"Anna": 3}
    talk = _Talk(Bench(Liar(book), book), making, claim(book))
    shown = {name: tuple(view["hands"][name]) for name in names}
    dealing = talk.same_deal(view, shown, first=False)
    assert dealing is not None
    assert dealing.hands is not None
    assert {name: sorted(cards) for name, cards in dealing.hands.items()} == {
        name: sorted(cards) for name, cards in hands.items()
    }


def _play(card: str) -> Any:
    from mocsar_reference import Action

    return Action("play", (card,))


def test_a_game_found_before_is_tried_again_first(book: Rulebook) -> None:
    found, _ = searched(book, Liar(book, accepts_passes_on_the_lead))
    assert found is not None
    subject = Liar(book, accepts_passes_on_the_lead)
    claims, _ = claims_of(subject.hello(), book)
    bench = Bench(subject, book)
    again = Search(bench, claims, "2").again([found.plan], Budget(inf))
    assert again is not None
    assert again.plan == found.plan
    assert bench.tally.games == 1
    healed = Bench(Liar(book), book)
    assert Search(healed, claims, "2").again([found.plan], Budget(inf)) is None


def test_a_game_of_a_setting_that_is_not_played_is_passed_over(book: Rulebook) -> None:
    subject = Liar(book)
    claims, _ = claims_of(subject.hello(), book)
    plan = Plan.from_json(
        {
            "setting": "jekely",
            "players": ["Anna", "Bea", "Csaba"],
            "standing": [],
            "first": {"hands": {"Anna": ["3"], "Bea": ["3"], "Csaba": ["3"]}, "pack": None, "chance": {}},
            "steps": [],
        }
    )
    assert Search(Bench(subject, book), claims, "1").again([plan], Budget(inf)) is None
