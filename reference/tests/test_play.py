"""Properties every game has, whatever its rules: played at random, on the project's variants and the small ones."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable

import pytest

from mocsar_reference import Action, Game, IllegalAction, MocsarError, Rulebook, State
from mocsar_reference.play.game import parts_of

from .test_hard_rules import OVERLAYS

DEALS = 6
Small = Callable[..., Game]


def shuffled(game: Game, players: int, rnd: random.Random) -> list[str]:
    pack = list(game.pack(players))
    rnd.shuffle(pack)
    return pack


def cards_of(game: Game, state: State) -> list[str]:
    """Return every card of a state, wherever it lies."""
    zones = game.dump(state)["zones"].values()
    flat = [card for zone in zones for each in zone for card in ([each] if isinstance(each, str) else each)]
    return sorted(flat)


def random_states(game: Game, players: int, seed: int) -> list[State]:
    """Return every state of some deals of one match played at random."""
    rnd = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    states: list[State] = []
    state: State | None = None
    for _ in range(DEALS):
        pack = shuffled(game, players, rnd)
        chance = {name: rnd.choice(names) for name in game.contents.model.chance}
        if state is None:
            state = game.start(names, pack=pack, chance=chance)
        else:
            state = game.next_deal(state, pack=pack, chance=chance)
        states.append(state)
        while game.contents.model.phases[state.phase].next is None:
            acting = [(seat, move) for seat in range(players) for move in game.moves(state, seat)]
            assert acting, f"nobody can act: {game.view(state)}"
            seat, move = rnd.choice(acting)
            state, _ = game.advance(state, seat, move)
            states.append(state)
    return states


def games(rulebook: Rulebook, small: Small) -> list[Game]:
    return [*(rulebook.game(name) for name in rulebook.playable), *(small(overlay) for overlay in OVERLAYS)]


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_and_a_deal_ends(rulebook: Rulebook, small: Small, seed: int) -> None:
    for game in games(rulebook, small):
        players = 3 + seed
        whole = sorted(game.pack(players))
        for state in random_states(game, players, seed):
            assert cards_of(game, state) == whole


def test_a_state_serialises_and_comes_back_equal(rulebook: Rulebook, small: Small) -> None:
    for game in games(rulebook, small):
        for state in random_states(game, 4, 7):
            again = game.restore(json.loads(json.dumps(game.dump(state))))
            assert again == state
            assert hash(again) == hash(state)


def test_one_entry_is_shown_as_the_view_of_all_has_it(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    for state in random_states(game, 4, 7):
        assert {name: game.shown(state, name) for name in game.view(state)} == game.view(state)
        assert game.shown(state, "nothing") is None


def test_a_module_is_the_sum_of_the_parts_that_are_compiled(rulebook: Rulebook, small: Small) -> None:
    for game in games(rulebook, small):
        pieces = [node for part in parts_of(game.source) for node in ast.parse(part).body]
        assert list(map(ast.dump, pieces)) == list(map(ast.dump, ast.parse(game.source).body))


def test_every_legal_action_is_accepted_and_each_is_listed_once(rulebook: Rulebook, small: Small) -> None:
    for game in games(rulebook, small):
        for state in random_states(game, 3, 11)[::7]:
            for player in state.names:
                legal = game.legal(state, player)
                assert len(set(legal)) == len(legal)
                for action in legal:
                    assert game.judge(state, player, action).accepted, (action, game.view(state))


def test_a_prepared_action_goes_as_the_action_does(rulebook: Rulebook, small: Small) -> None:
    """Every action of a match, legal or not, tried by every player in positions of its own and other phases."""
    rnd = random.Random(2)
    for game in games(rulebook, small):
        states = random_states(game, 3, 17)
        actions = {action for state in states[::9] for name in state.names for action in game.legal(state, name)}
        prepared = {action: game.prepare(action) for action in actions}
        for state in states[::23]:
            for action in rnd.sample(sorted(actions, key=str), min(25, len(actions))):
                for seat, name in enumerate(state.names):
                    after = game.attempt(state, seat, prepared[action])
                    if game.judge(state, name, action).accepted:
                        assert after == game.apply(state, name, action)[0]
                    else:
                        assert after is None


def test_what_the_game_has_not_cannot_be_prepared(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    for action in (Action("fly"), Action("play", ("11",)), Action("request")):
        with pytest.raises(MocsarError, match="R907"):
            game.prepare(action)


def test_an_ambiguous_action_is_refused_when_prepared(rulebook: Rulebook) -> None:
    """Five, six and a joker are a run from four or from five: it must be said which."""
    game = rulebook.game("kollar(runs.allowed=any-suit)")
    hands = {"Anna": ["5", "6", "joker"], "Bea": ["7"], "Csaba": ["8"]}
    state = game.start(list(hands), hands=hands, chance={"leader": "Anna"})
    cards = ("5", "6", "joker")
    assert game.attempt(state, 0, game.prepare(Action("play", cards))) is None
    assert game.attempt(state, 0, game.prepare(Action("play", cards, "run", "4"))) is not None


def test_what_is_not_listed_is_refused(rulebook: Rulebook) -> None:
    """All multisets of up to two cards of a small hand are tried: those not listed must be refused."""
    game = rulebook.game("kollar")
    rnd = random.Random(3)
    kinds = ["3", "4", "5", "2", "joker"]
    for _ in range(40):
        hands = {name: [rnd.choice(kinds) for _ in range(4)] for name in ("Anna", "Bea", "Csaba")}
        state = game.start(list(hands), hands=hands, chance={"leader": "Anna"})
        for _ in range(4):
            for player in state.names:
                legal = set(game.legal(state, player))
                for one in kinds:
                    for cards in [(one,), *((one, other) for other in kinds)]:
                        ordered = tuple(sorted(cards, key=kinds.index))
                        accepted = game.judge(state, player, Action("play", cards)).accepted
                        assert accepted == (Action("play", ordered) in legal)
            acting = game.to_act(state)
            if not acting:
                break
            state, _ = game.apply(state, acting[0], rnd.choice(game.legal(state, acting[0])))


def test_legal_depends_only_on_what_the_actor_can_see(rulebook: Rulebook, small: Small) -> None:
    """Unseen cards are swapped among the places where they lie: the actor's view and legal actions stay the same."""
    rnd = random.Random(5)
    for game in games(rulebook, small):
        zones = game.contents.model.zones
        swapped = 0
        for state in random_states(game, 4, 13)[::5]:
            for seat, player in enumerate(state.names):
                data = game.dump(state)
                hidden: list[list[str]] = []
                for zone in zones.values():
                    held = data["zones"][zone.id]
                    if zone.per_player:
                        hidden += [cards for other, cards in enumerate(held) if zone.visible == "none" or other != seat]
                    elif zone.visible == "none":
                        hidden.append(held)
                unseen = [card for cards in hidden for card in cards]
                rnd.shuffle(unseen)
                for cards in hidden:
                    cards[:] = sorted(unseen[: len(cards)], key=game.plan.ranks.index)
                    del unseen[: len(cards)]
                other = game.restore(data)
                swapped += other != state
                assert game.view(other, player) == game.view(state, player)
                assert game.legal(other, player) == game.legal(state, player)
        assert swapped > 20


def test_a_view_of_one_player_hides_the_others_hands(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    state = game.start(["Anna", "Bea", "Csaba"], hands={"Anna": ["5"], "Bea": ["7"], "Csaba": ["8", "9"]})
    assert game.view(state, "Bea")["hands"] == {"Bea": ["7"]}
    assert game.view(state, "Bea")["sizes"] == {"Anna": 1, "Bea": 1, "Csaba": 2}


def test_a_refusal_reports_every_requirement_that_failed_and_changes_nothing(rulebook: Rulebook) -> None:
    game = rulebook.game("kollar")
    hands = {"Anna": ["9", "9"], "Bea": ["5", "7"], "Csaba": ["8"]}
    state = game.start(list(hands), hands=hands, chance={"leader": "Anna"})
    state, _ = game.apply(state, "Anna", Action("play", ("9",)))
    before = game.dump(state)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, "Csaba", Action("play", ("5", "5")))
    reasons = {failure.reason for failure in refusal.value.verdict.failed}
    assert reasons == {"not-your-turn", "cards-not-held", "other-number", "not-higher"}
    assert game.dump(state) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda game: game.start(["Anna"], hands={"Anna": ["5"]}), "R901"),
        (lambda game: game.start(["Anna", "Anna"], hands={"Anna": ["5"]}), "R901"),
        (lambda game: game.start(["Anna", "Bea"], hands={"Dani": ["5"]}), "R901"),
        (lambda game: game.start(["Anna", "Bea"], hands={"Anna": ["5"] * 9, "Bea": ["5"]}), "R902"),
        (lambda game: game.start(["Anna", "Bea"], hands={"Anna": ["1"], "Bea": ["5"]}), "R907"),
        (lambda game: game.start(["Anna", "Bea"]), "R903"),
        (lambda game: game.start(["Anna", "Bea"], hands={"Anna": ["5"]}, chance={"lott": "Anna"}), "R904"),
        (lambda game: game.start(["Anna", "Bea"], hands={"Anna": ["5"]}, given={"turn": "Anna"}), "R904"),
        (lambda game: game.next_deal(game.start(["A", "B"], hands={"A": ["5"], "B": ["6"]}), hands={}), "R905"),
        (lambda game: game.judge(game.start(["A", "B"], hands={"A": ["5"], "B": ["6"]}), "A", Action("fly")), "R907"),
        (lambda game: game.judge(game.start(["A", "B"], hands={"A": ["5"], "B": ["6"]}), "C", Action("pass")), "R901"),
        (lambda game: game.restore({"setting": "kollar", "players": 3}), "R908"),
        (lambda game: game.restore({"setting": "chess"}), "R908"),
    ],
)
def test_wrong_use_is_answered_with_a_code(rulebook: Rulebook, wrong: Callable[[Game], object], code: str) -> None:
    with pytest.raises(MocsarError) as error:
        wrong(rulebook.game("kollar"))
    assert [each.code for each in error.value.diagnostics] == [code]
