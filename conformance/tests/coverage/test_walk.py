"""What one scenario exercises, seen on a traced game; and that tracing leaves other games alone."""

from __future__ import annotations

import pytest

from mocsar_conformance.coverage.points import Point, points_in
from mocsar_conformance.coverage.walk import Walker
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Action, Rulebook, load_rulebook
from mocsar_reference.load import read_yaml

HEAD = "id: house/example\ntitle: {en: A, hu: A}\nrules: [play.one-rank]\n"
THREE = "given:\n  hands: {Anna: 4 6, Bea: 5 7, Csaba: 8 9}\n  leader: Anna\n"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


def scenario(book: Rulebook, steps: str, rest: str = "") -> Scenario:
    return read_scenario(read_yaml(f"{HEAD}{THREE}steps:\n{steps}{rest}", "scenario"), book)


def exercised(book: Rulebook, steps: str, rest: str = "") -> set[str]:
    return Walker(book, book.setting("kollar")).exercised(scenario(book, steps, rest))


def test_a_deal_that_begins_is_an_event_and_what_it_does_are_effects(book: Rulebook) -> None:
    found = exercised(book, "- {Anna: play 4}\n")
    assert "event:deal" in found
    assert "effect:lead.first.by-lot/1" in found


def test_an_accepted_action_meets_the_requirements_that_speak_of_it(book: Rulebook) -> None:
    assert "allows:play.one-rank/set" in exercised(book, "- {Anna: play 4}\n")


def test_a_requirement_that_does_not_apply_is_not_met(book: Rulebook) -> None:
    """On the lead there is nothing on the table to beat; on the second card there is."""
    lead, follow = exercised(book, "- {Anna: play 4}\n"), exercised(book, "- {Anna: play 4}\n- {Bea: play 5}\n")
    met = {each for each in follow - lead if each.startswith("allows:follow.")}
    assert met
    assert not any(each.startswith("allows:follow.") for each in lead)


def test_a_refusal_exercises_its_reason_and_the_one_requirement_that_failed(book: Rulebook) -> None:
    found = exercised(book, "- {Anna: play 4 6, refused: not-a-set}\n")
    assert {"reason:not-a-set", "refuses:play.one-rank/set"} <= found


def test_a_refusal_for_another_reason_than_stated_exercises_nothing(book: Rulebook) -> None:
    found = exercised(book, "- {Anna: play 4 6, refused: not-higher}\n")
    assert not any(each.startswith(("reason:", "refuses:")) for each in found)


def test_what_follows_a_step_that_goes_otherwise_does_not_count(book: Rulebook) -> None:
    found = exercised(book, "- {Anna: play 4, refused: not-higher}\n- {Anna: play 4 6, refused: not-a-set}\n")
    assert "reason:not-a-set" not in found


def test_a_title_counts_where_it_is_stated_and_right(book: Rulebook) -> None:
    titles = book.setting("kollar").values["titles.top"]
    assert isinstance(titles, tuple)
    best, second = titles[:2]
    acts = ["Anna: play 4", "Bea: play 5", "Csaba: play 8", "Anna: pass", "Bea: pass", "Csaba: play 9"]
    acts += ["Anna: pass", "Bea: pass", "Anna: play 6"]
    steps = "".join(f"- {{{each}}}\n" for each in acts)
    for stated, counts in ((best, True), (second, False)):
        assert (f"title:{stated}" in exercised(book, steps, f"then: {{titles: {{Csaba: {stated}}}}}\n")) is counts


def test_only_a_traced_game_has_anything_of_it(book: Rulebook) -> None:
    setting = book.setting("kollar")
    assert "trace(" not in book.game(setting).source
    assert "trace(" in book.traced(setting, lambda rule, part: None).source


def test_a_traced_game_plays_the_same(book: Rulebook) -> None:
    setting = book.setting("jekely-farago")
    hands = {"Anna": ["4", "4", "4", "4"], "Bea": ["5", "6"], "Csaba": ["7", "8"]}
    games = book.game(setting), book.traced(setting, lambda rule, part: None)
    views = []
    for game in games:
        state = game.start(list(hands), hands=hands, chance={})
        player = game.to_act(state)[0]
        action = game.legal(state, player)[0]
        assert isinstance(action, Action)
        views.append(game.view(game.apply(state, player, action)[0]))
    assert views[0] == views[1]


def test_a_value_is_there_in_the_variants_that_have_it(book: Rulebook) -> None:
    points = [Point("value", f"play.beats={each}", "toggles", (), None, "play.beats", each) for each in ("higher", "x")]
    assert points_in(points, book, book.setting("kollar")) == points[:1]
