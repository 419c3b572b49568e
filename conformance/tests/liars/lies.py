"""Implementations that are the reference but for one lie each, and what the kit must make of each of them.

A `Lie` changes what reaches the reference (`ask`) or what it says (`tell`); what it remembers, it remembers itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mocsar_conformance.messages import MessageError, validate_answer
from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    Plays,
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
)
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Rulebook

Ask = Callable[[dict[str, Any], "Liar"], dict[str, Any] | None]
Tell = Callable[[Mapping[str, Any], Answer, "Liar"], Answer | None]


@dataclass(frozen=True)
class Lie:
    """`standing` is what the kit must say of it at the end, `verdicts` what it must say of some scenario.

    `never` are verdicts that no scenario may get. `states` are toggle values in `hello`; `without` are capabilities
    that it does not state.
    """

    what: str
    standing: str
    verdicts: frozenset[str]
    ask: Ask = lambda request, _: request
    tell: Tell = lambda _, answer, __: answer
    states: Mapping[str, Any] | None = None
    without: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()


class Liar(ReferenceSubject):
    """The reference with a lie. Its answers are held to their schemas, as those that come through a pipe are.

    `told` is the last view that it showed, `memory` whatever a lie wants to remember.
    """

    def __init__(self, rulebook: Rulebook, lie: Lie) -> None:
        super().__init__(rulebook)
        self.lie = lie
        self.told: dict[str, Any] = {}
        self.memory: dict[Any, Any] = {}
        known = super().hello()
        self.introduction = replace(
            known, plays=(Plays("kollar", lie.states),), capabilities=known.capabilities - lie.without
        )

    def hello(self) -> Hello:
        return self.introduction

    def truth(self, message: Message) -> Answer:
        """Return what the reference says."""
        return super().request(message)

    def request(self, message: Message) -> Answer:
        asked = self.lie.ask(copied(message), self)
        answer = None if asked is None else copied(self.truth(asked))
        told = None if answer is None else self.lie.tell(message, answer, self)
        if told is None:
            self.restart()
            raise SubjectCrashed(Diagnosis("P010", "it ended"), message)
        try:
            validate_answer(message, told)
        except MessageError as error:
            self.restart()
            raise SubjectBroke(Diagnosis(error.code, error.message), message) from None
        self.told = told.get("view", self.told)
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


def copied(message: Message) -> dict[str, Any]:
    """Return a message as it comes through a pipe: all its own."""
    found: dict[str, Any] = json.loads(json.dumps(message))
    return found


# ---- ways to lie


def plays(**toggles: Any) -> Ask:
    """Play with other values of toggles than those asked for; a dot is written as two underscores."""
    others = {name.replace("__", "."): value for name, value in toggles.items()}

    def ask(request: dict[str, Any], _: Liar) -> dict[str, Any]:
        if request["request"] == "start":
            request["toggles"] |= others
        return request

    return ask


def of(kind: str, change: Callable[[dict[str, Any], Liar], dict[str, Any] | None]) -> Ask:
    """Change requests of a kind before they reach the reference; None crashes."""
    return lambda request, liar: change(request, liar) if request["request"] == kind else request


def act(change: Callable[[dict[str, Any], Liar], None]) -> Ask:
    """Change what is done."""

    def ask(request: dict[str, Any], liar: Liar) -> dict[str, Any]:
        if request["request"] == "act":
            change(request["action"], liar)
        return request

    return ask


def shows(change: Callable[[dict[str, Any], Liar], None]) -> Tell:
    """Change every view that is shown."""

    def tell(_: Mapping[str, Any], answer: Answer, liar: Liar) -> Answer:
        if "view" in answer:
            change(answer["view"], liar)
        return answer

    return tell


def refuses(change: Callable[[Mapping[str, Any], Answer, Liar], Answer]) -> Tell:
    """Change every refusal."""
    return lambda request, answer, liar: change(request, answer, liar) if answer["answer"] == "refused" else answer


def lists(change: Callable[[list[Any], Mapping[str, Any]], list[Any]]) -> Tell:
    """Change every list of legal actions."""

    def tell(request: Mapping[str, Any], answer: Answer, _: Liar) -> Answer:
        if "actions" in answer:
            answer["actions"] = change(answer["actions"], request)
        return answer

    return tell


def put(entry: str, value: Any) -> Tell:
    """Show an entry of the view wrongly wherever it shows something."""

    def change(view: dict[str, Any], _: Liar) -> None:
        if view.get(entry) not in (None, [], {}):
            view[entry] = value(view[entry]) if callable(value) else value

    return shows(change)


def without(*entries: str) -> Tell:
    def change(view: dict[str, Any], _: Liar) -> None:
        for entry in entries:
            view.pop(entry, None)

    return shows(change)


def turned(names: list[str]) -> list[str]:
    return names[::-1]


def swapped(mapping: dict[str, Any]) -> dict[str, Any]:
    """Give each player what another has."""
    values = list(mapping.values())
    return dict(zip(mapping, values[1:] + values[:1], strict=True))


# ---- lies that remember


def moves_on_after_a_refusal(request: Mapping[str, Any], answer: Answer, liar: Liar) -> Answer:
    """The refusal is right, but counts as a pass all the same; the view is the one of before."""
    liar.truth({"request": "act", "player": request["player"], "action": {"do": "pass"}})
    return answer


def accepts_at_the_second_try(request: Mapping[str, Any], answer: Answer, liar: Liar) -> Answer:
    tried = (request["player"], str(request["action"]))
    if liar.memory.get("tried") == tried:
        return {**answer, "answer": "accepted"}
    liar.memory["tried"] = tried
    return answer


def forgets_the_last_refusal(request: dict[str, Any], liar: Liar) -> dict[str, Any]:
    liar.memory.pop("tried", None)
    return request


def remembers_who_was_out(view: dict[str, Any], liar: Liar) -> None:
    """Whoever was out at the end of a match still is at the start of the next."""
    if view["phase"] == "over":
        liar.memory["out"] = view["out"][:1]
    elif not view["out"]:
        view["out"] = [name for name in liar.memory.get("out", []) if name in view["sizes"]]


def answers_from_the_match_before(request: Mapping[str, Any], answer: Answer, liar: Liar) -> Answer:
    if request["request"] == "start" and "view" in answer:
        before = liar.memory.get("start", answer)
        liar.memory["start"] = copied(answer)
        return {**before, "id": answer["id"]}
    return answer


def shows_the_view_before(request: Mapping[str, Any], answer: Answer, liar: Liar) -> Answer:
    """After an accepted action the view is still the one from before it."""
    if answer["answer"] == "accepted":
        answer["view"] = liar.told or answer["view"]
    return answer


def plays_on_when_looked_at(request: dict[str, Any], liar: Liar) -> dict[str, Any]:
    """Whoever is to act passes when somebody asks for the view."""
    player = liar.told.get("turn")
    if player:
        liar.truth({"request": "act", "player": player, "action": {"do": "pass"}})
    return request


def crashes_at_every_third_start(request: dict[str, Any], liar: Liar) -> dict[str, Any] | None:
    liar.memory["starts"] = liar.memory.get("starts", 0) + 1
    return None if liar.memory["starts"] % 3 == 0 else request


def never_ends(view: dict[str, Any], _: Liar) -> None:
    if view["phase"] == "over":
        view |= {"phase": "playing", "titles": None, "out": view["out"][:-1]}


def ranks_by_the_first_card(action: dict[str, Any], _: Liar) -> None:
    """Takes the first card for the rank, so that wild cards count only where they come last."""
    cards = action.get("cards", [])
    if action["do"] == "play" and cards and cards[0] in ("2", "joker"):
        action["cards"] = cards[:1] * len(cards)


def sees_only_the_first_card(action: dict[str, Any], _: Liar) -> None:
    if action["do"] == "play" and action.get("cards"):
        action["cards"] = action["cards"][:1]


def deals_its_own_hands(request: dict[str, Any], _: Liar) -> dict[str, Any]:
    if "hands" in request:
        request["hands"] = {name: hand[1:] + hand[:1] and hand[:1] for name, hand in request["hands"].items()}
    return request


def gives_hands_to_the_next(request: dict[str, Any], _: Liar) -> dict[str, Any]:
    if "hands" in request:
        request["hands"] = swapped(request["hands"])
    return request


def turns_the_pack(request: dict[str, Any], _: Liar) -> dict[str, Any]:
    if "pack" in request:
        request["pack"].reverse()
    return request


def forgets_the_standing(request: dict[str, Any], _: Liar) -> dict[str, Any]:
    request.pop("standing", None)
    return request


def always_the_first_to_lead(request: dict[str, Any], _: Liar) -> dict[str, Any]:
    request.pop("chance", None)
    return request


def begins_again_instead(request: dict[str, Any], liar: Liar) -> dict[str, Any]:
    """The next deal is the first of a new match."""
    return {**liar.memory.get("start", {}), **request, "request": "start"} if request["request"] == "deal" else request


def noting_the_start(request: dict[str, Any], liar: Liar) -> dict[str, Any]:
    if request["request"] == "start":
        liar.memory["start"] = {name: value for name, value in request.items() if name not in ("hands", "pack")}
    return begins_again_instead(request, liar)


def is_lost_with_four(view: dict[str, Any], _: Liar) -> None:
    """With more than three players the turn goes to the wrong one."""
    if view.get("turn") and len(view["sizes"]) > 3:
        names = list(view["sizes"])
        view["turn"] = names[names.index(view["turn"]) - 1]


def is_unsupported(request: Mapping[str, Any], answer: Answer, _: Liar) -> Answer:
    return {"answer": "unsupported", "what": "this", "id": answer["id"]}


def only_three_play(request: Mapping[str, Any], answer: Answer, _: Liar) -> Answer:
    if request["request"] == "start":
        _.memory["off"] = len(request["players"]) > 3
    return is_unsupported(request, answer, _) if _.memory.get("off") else answer


def only(kind: str, tell: Tell) -> Tell:
    return lambda request, answer, liar: tell(request, answer, liar) if request["request"] == kind else answer


def says(**entries: Any) -> Callable[[Mapping[str, Any], Answer, Liar], Answer]:
    return lambda _, answer, __: {**answer, **entries}


def lie(what: str, standing: str, *verdicts: str, **options: Any) -> Lie:
    for name in ("without", "never"):
        if name in options:
            options[name] = frozenset(options[name])
    return Lie(what, standing, frozenset(verdicts), **options)


FAILS = ("not-conformant", "fail")
STATED = {"trick.ends": "pass-goes-round", "passing.after": "may-play-again"}

LIES: tuple[Lie, ...] = (
    # another game than the one asked for
    lie("one lap, where it states that the pass goes round", *FAILS, ask=plays(trick__ends="one-lap"), states=STATED),
    lie(
        "one lap, where it states nothing",
        "conformant-except-readings",
        "reading-differs",
        ask=plays(trick__ends="one-lap"),
        never={"fail"},
    ),
    lie("an equal card beats", *FAILS, ask=plays(play__beats="equal-or-higher")),
    lie("nothing is wild", *FAILS, ask=plays(ranks__wild=[])),
    lie("only the joker is wild", *FAILS, ask=plays(ranks__wild=["joker"])),
    lie("the joker lies below the two", *FAILS, ask=plays(ranks__order=[*"3456789", "10", *"JQKA", "joker", "2"])),
    lie("a two closes the trick", *FAILS, ask=plays(trick__closing=["2"])),
    lie("runs are played", *FAILS, ask=plays(runs__allowed="any-suit")),
    lie("four of a kind turn the order", *FAILS, ask=plays(revolution__by_set=4)),
    lie("the tax is one card less", *FAILS, ask=plays(exchange__sizes=[2, 1])),
    lie("nothing comes back for the tax", *FAILS, ask=plays(exchange__returns="nothing", exchange__pays="on-request")),
    lie("whoever passed is out of the trick", *FAILS, ask=plays(passing__after="out-of-trick"), states=STATED),
    lie("the seats stay as they were", *FAILS, ask=plays(seating__later="unchanged")),
    lie(
        "the cards go to the right, where it states that they go to the left",
        *FAILS,
        ask=plays(dealing__first="to-the-right"),
        states={"dealing.first": "to-the-left"},
    ),
    lie(
        "the same, from packs alone",
        *FAILS,
        ask=plays(dealing__first="to-the-right"),
        states={"dealing.first": "to-the-left"},
        without={"hands"},
    ),
    lie(
        "the dealer's neighbour deals next, where it states that the last placed does",
        *FAILS,
        ask=plays(dealing__dealer="next-to-the-left"),
        states={"dealing.dealer": "last-placed"},
    ),
    # what is dealt
    lie("it deals hands of its own", *FAILS, ask=deals_its_own_hands),
    lie("it gives each hand to the next player", *FAILS, ask=gives_hands_to_the_next),
    lie("it deals the pack from the bottom", *FAILS, ask=turns_the_pack),
    lie("it forgets the places of the deal before", *FAILS, ask=of("start", forgets_the_standing)),
    lie("the first player always leads", *FAILS, ask=of("start", always_the_first_to_lead)),
    lie("the next deal is a new match", *FAILS, ask=noting_the_start),
    # refusals
    lie("a refusal costs the turn in secret", *FAILS, tell=refuses(moves_on_after_a_refusal)),
    lie(
        "a refusal shows another turn",
        *FAILS,
        tell=refuses(lambda _, answer, __: {**answer, "view": {**answer["view"], "turn": None}}),
    ),
    lie("nothing is refused", *FAILS, tell=refuses(says(answer="accepted"))),
    lie(
        "what was refused is accepted at the second try",
        *FAILS,
        ask=of("start", forgets_the_last_refusal),
        tell=refuses(accepts_at_the_second_try),
    ),
    lie(
        "the same, and it cannot list what is legal",
        *FAILS,
        ask=of("start", forgets_the_last_refusal),
        tell=refuses(accepts_at_the_second_try),
        without={"legal"},
    ),
    lie("every reason is the same", "conformant", "reason-differs", tell=refuses(says(reason="not-now"))),
    lie("a reason that nobody knows", "conformant", "reason-differs", tell=refuses(says(reason="because"))),
    lie("it promises reasons and gives none", "conformant", "reason-differs", tell=refuses(says(reason=None))),
    # cards
    lie("only the first card counts", *FAILS, ask=act(sees_only_the_first_card)),
    lie("the rank is that of the card named first", *FAILS, ask=act(ranks_by_the_first_card)),
    # what is legal
    lie("one legal action is left out", *FAILS, tell=lists(lambda actions, _: actions[:-1])),
    lie(
        "nothing but passing is listed",
        *FAILS,
        tell=lists(lambda actions, _: [a for a in actions if a["do"] == "pass"]),
    ),
    lie(
        "a card is listed that nobody holds", *FAILS, tell=lists(lambda a, _: [*a, {"do": "play", "cards": ["A"] * 8}])
    ),
    lie("everything is listed twice", *FAILS, tell=lists(lambda actions, _: actions * 2)),
    lie(
        "it promises to list and does not",
        "partial",
        "unsupported",
        tell=only("legal", is_unsupported),
        never={"fail", "error"},
    ),
    lie(
        "it cannot list, and accepts what it should not",
        *FAILS,
        tell=refuses(says(answer="accepted")),
        without={"legal"},
    ),
    # what is to be seen
    lie("everybody holds one card more", *FAILS, tell=put("sizes", lambda of: {name: n + 1 for name, n in of.items()})),
    lie("the cards on the table are the next player's", *FAILS, tell=put("table", lambda t: {**t, "owner": "Zita"})),
    lie("the table has one card more", *FAILS, tell=put("table", lambda table: {**table, "size": table["size"] + 1})),
    lie("every card on the table is a three", *FAILS, tell=put("table", lambda table: {**table, "rank": "3"})),
    lie("the last out is the first", *FAILS, tell=put("out", turned)),
    lie("each has the title of the next", *FAILS, tell=put("titles", swapped)),
    lie("a deal never ends", *FAILS, tell=shows(never_ends)),
    lie("nobody is ever to act", *FAILS, tell=put("turn", None)),
    lie("the exchange looks like play", *FAILS, tell=put("phase", lambda of: "playing" if of == "exchanging" else of)),
    lie("nobody owes anything", *FAILS, tell=put("owed", {})),
    lie("it shows the hands of others", *FAILS, tell=put("hands", swapped)),
    lie("the view lags one action behind", *FAILS, tell=shows_the_view_before),
    lie("it does not tell the titles", "partial", "unsupported", tell=without("titles"), never={"fail"}),
    lie("it does not tell who is out", "partial", "unsupported", tell=without("out"), never={"fail"}),
    lie("it promises cards and shows none", "partial", "unsupported", tell=without("hands"), never={"fail"}),
    lie(
        "it tells nothing but the phase",
        "partial",
        "unsupported",
        tell=without("turn", "table", "sizes", "out", "titles"),
    ),
    # what it remembers
    lie("who was out stays so in the next match", *FAILS, tell=shows(remembers_who_was_out)),
    lie("a match begins with the view of the one before", *FAILS, tell=answers_from_the_match_before),
    lie("to look is to pass", *FAILS, ask=of("view", plays_on_when_looked_at)),
    lie("it is lost with four players", *FAILS, tell=shows(is_lost_with_four)),
    # what it says it can do
    lie("it plays nothing of what it claims", "partial", "unsupported", tell=only("start", is_unsupported)),
    lie("it seats only three", "partial", "unsupported", tell=only_three_play, never={"fail"}),
    lie("it knows no next deal", "partial", "unsupported", tell=only("deal", is_unsupported), never={"fail"}),
    lie("it deals only from a pack", "partial", "unsupported", without={"hands"}, never={"fail"}),
    lie("it cannot begin with a standing", "partial", "unsupported", without={"standing"}, never={"fail"}),
    # against the protocol
    lie("it crashes at every third start", "not-conformant", "crash", ask=of("start", crashes_at_every_third_start)),
    lie("an act is answered with a view", "not-conformant", "error", tell=only("act", says(answer="view"))),
    lie("sizes are words", "not-conformant", "error", tell=put("sizes", lambda of: dict.fromkeys(of, "many"))),
    lie("cards are numbers", "not-conformant", "error", tell=put("hands", lambda of: {name: [5] for name in of})),
    lie(
        "an error instead of a refusal",
        "not-conformant",
        "error",
        tell=refuses(lambda _, a, __: {"id": a["id"], "answer": "error"}),
    ),
)
