"""Judges conversations by the protocol: requests and their answers, one or several in a file, side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mocsar_conformance.audit import shape
from mocsar_conformance.audit.games import STANDING, GameOfLogs, Games
from mocsar_conformance.audit.lines import Fault
from mocsar_conformance.audit.shape import Damaged
from mocsar_conformance.audit.tally import Finding, Tally
from mocsar_conformance.audit.units import MARKED, SHOWN
from mocsar_conformance.compare import ViewShape, action_text, compare
from mocsar_conformance.messages import MessageError, validate_answer, validate_request
from mocsar_conformance.records import ABSENT, Difference
from mocsar_conformance.starting import known_toggles
from mocsar_conformance.text import neutralise, tame
from mocsar_reference import Action, MocsarError, State

MOST_WAITING = 1 << 12
"""Requests of a conversation that may wait for their answers; the oldest is then taken for unanswered."""
MOST_CONVERSATIONS = 1 << 10
Message = Mapping[str, Any]
_REFUSED, _ACCEPTED = "refused", "accepted"
_ENTRIES = {"out": "A012", "titles": "A013"}
"""Entries of the view that say how a deal ended."""


@dataclass(slots=True)
class Conversation:
    """One conversation, and the match under way in it. `state` is None while it cannot be judged."""

    name: str
    waiting: deque[tuple[int, Message]] = field(default_factory=deque)
    number: int = 0
    """Which match of the file it is."""
    match: GameOfLogs | None = None
    names: tuple[str, ...] = ()
    edition: object = None
    """The edition that the kit measured by, where the log says it."""
    lost: bool = False
    """Whether it has been told that what is said belongs to no match."""
    deal: int = 0
    state: State | None = None
    last: State | None = None
    """How the last deal began whose beginning is known."""
    standing: Sequence[str] = ()
    dealt: Message = field(default_factory=dict)
    done: list[Message] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """What has been found wrong in the views of this deal, so that it is told once."""
    shown: Message = field(default_factory=dict)
    """The view that the log showed last."""


class Wire:
    """Judges the lines of one log, which come in by `take`. Call `finish` after the last."""

    def __init__(self, games: Games, tally: Tally, file: str, form: str) -> None:
        self.games = games
        self.tally = tally
        self.file = file
        self.marked = form == SHOWN
        self.view_shape = ViewShape.of(games.book.contents)
        self.line = 0
        self.conversations: dict[str, Conversation] = {}

    # ---- lines -------------------------------------------------------------------------------------------------------

    def take(self, lines: Sequence[bytes | None], own: bool = True) -> bool:
        """Judge lines; always all of them."""
        for line in lines:
            self.line += 1
            if line is None or line.strip():
                self.one(line)
        return True

    def one(self, line: bytes | None) -> None:
        marked = MARKED.match(line) if line is not None else None
        if self.marked and not marked:
            if line is None:
                self.damage(self.conversation(""), Damaged("A045", ""), self.line)
            return  # something that was said between
        whose = (marked["whose"] or b"").decode().strip("[]") if marked else ""
        conversation = self.conversation(whose)
        try:
            value = shape.read(marked["object"] if marked else line)
        except Damaged as damage:
            self.damage(conversation, damage, self.line)
            return
        if "answer" in value and "request" not in value:
            self.answered(conversation, value)
        elif isinstance(value.get("request"), str):
            conversation.waiting.append((self.line, value))
            if len(conversation.waiting) > MOST_WAITING:
                self.pair(conversation, *conversation.waiting.popleft(), None)
        else:
            self.damage(conversation, Damaged("A047", ""), self.line)

    def conversation(self, whose: str) -> Conversation:
        found = self.conversations.get(whose)
        if found is None:
            if len(self.conversations) >= MOST_CONVERSATIONS:
                self.close(self.conversations.pop(next(iter(self.conversations))))
            found = self.conversations[whose] = Conversation(whose)
        return found

    def answered(self, conversation: Conversation, answer: Message) -> None:
        """Find the request that an answer answers: the one with its id, else the oldest that waits."""
        waiting = conversation.waiting
        number = answer.get("id")
        if number is not None and any(request.get("id") == number for _, request in waiting):
            while waiting[0][1].get("id") != number:
                self.pair(conversation, *waiting.popleft(), None)
        if not waiting:
            self.damage(conversation, Damaged("A047", "an answer to no request"), self.line)
            return
        self.pair(conversation, *waiting.popleft(), answer)

    def finish(self) -> None:
        """Close all conversations."""
        for each in self.conversations.values():
            self.close(each)
        self.conversations.clear()

    def stop(self) -> None:
        """Nothing is left to count where the user breaks off."""

    def close(self, conversation: Conversation) -> None:
        while conversation.waiting:
            self.pair(conversation, *conversation.waiting.popleft(), None)
        self.end(conversation)

    def fault(self, fault: Fault) -> None:
        """Note that the file is broken here."""
        self.tally.note(fault.code, "", lambda: Finding(fault.code, "", self.file, self.line, what=fault.what))
        self.finish()

    def damage(self, conversation: Conversation, damage: Damaged, line: int) -> None:
        """Note a line that is no message; what it was is not known, so that nothing is judged up to the next deal."""
        self.note(conversation, damage.code, "", line, what=damage.what)
        conversation.state = None
        conversation.waiting.clear()

    # ---- requests and answers ----------------------------------------------------------------------------------------

    def pair(self, conversation: Conversation, line: int, request: Message, answer: Message | None) -> None:
        """Judge a request and its answer; None where there is none."""
        try:
            validate_request({"id": 1, **request})
        except MessageError as error:
            self.damage(conversation, Damaged("A047", error.message), line)
            return
        if answer is not None:
            try:
                validate_answer(request, {"id": 1, **answer})
            except MessageError as error:
                self.damage(conversation, Damaged("A047", error.message), self.line)
                return
        kind = request["request"]
        if kind == "hello":
            conversation.edition = request.get("edition")
        if kind in ("hello", "bye"):
            return
        if kind == "start":
            self.start(conversation, line, request, answer)
        elif conversation.match is None:
            if not conversation.lost:
                conversation.lost = True
                self.note(conversation, "A049", "", line)
            self.tally.skipped += 1
            self.tally.unjudged += kind == "act" and (answer or {}).get("answer") in (_ACCEPTED, _REFUSED)
        elif kind == "deal":
            self.next(conversation, line, request, answer)
        elif kind == "act":
            self.act(conversation, line, request, answer)
        elif conversation.state is not None and answer is not None:
            if kind == "legal" and answer["answer"] == "legal":
                self.listed(conversation, request, answer, conversation.state)
            self.seen(conversation, answer, conversation.state)
        if answer is not None and "view" in answer:
            conversation.shown = answer["view"]

    def start(self, conversation: Conversation, line: int, request: Message, answer: Message | None) -> None:
        self.end(conversation)
        conversation.match, conversation.state, conversation.last, conversation.deal = None, None, None, 0
        conversation.lost = True
        conversation.shown = {}
        if answer is not None and answer["answer"] != "view":
            return  # it does not play this
        self.tally.matches += 1
        conversation.number = self.tally.matches
        names = tuple(request["players"])
        try:
            match = self.games.named(request["variant"], known_toggles(request, self.games.book.contents))
            fewest, most, _ = match.game.setting.variant.players
            if not fewest <= len(names) <= most:
                raise Damaged("A048", "players")
        except (Damaged, MocsarError) as error:
            what = error.what if isinstance(error, Damaged) else neutralise(error.diagnostics[0].message, 200)
            self.note(conversation, "A048", neutralise(request["variant"], 80), line, what=what, got=len(names))
            return
        conversation.match, conversation.names = match, names
        if conversation.edition not in (None, match.game.contents.edition):
            self.tally.otherwise(str(conversation.edition))
        standing = request.get("standing")
        given = {STANDING: standing} if standing else None
        self.deal_out(conversation, line, request, answer, None, given)

    def next(self, conversation: Conversation, line: int, request: Message, answer: Message | None) -> None:
        """Begin the next deal, where the answer is that it has begun."""
        match, state, last = conversation.match, conversation.state, conversation.last
        assert match is not None
        if answer is not None and answer["answer"] != "view":
            return
        before, given = None, None
        if state is not None and state.phase in match.further:
            before = state
        else:
            if state is not None:
                key = "match" if state.phase in match.over else ""
                self.note(conversation, "A014", key, line, what=key, situation=self.view(conversation, state))
            places = conversation.shown.get("out") or ()
            given = match.carried_over(last, places) if last is not None else None
        self.end(conversation)
        if before is None and given is None:
            conversation.deal += 1
            self.tally.deals += 1
            return
        self.deal_out(conversation, line, request, answer, before, given)

    def deal_out(
        self,
        conversation: Conversation,
        line: int,
        request: Message,
        answer: Message | None,
        before: State | None,
        given: Mapping[str, Any] | None,
    ) -> None:
        """Let the rules begin a deal, and look at what is shown of it."""
        match = conversation.match
        assert match is not None
        game, names = match.game, conversation.names
        conversation.deal += 1
        self.tally.deals += 1
        chance: Mapping[str, str] = request.get("chance", {})
        cards = {"hands": request.get("hands"), "pack": request.get("pack")}

        def begin(chosen: Mapping[str, str]) -> State:
            if before is not None:
                return game.next_deal(before, **cards, chance=chosen)
            return game.start(names, **cards, chance=chosen, given=given)

        try:
            state = begin(chance)
            unsaid = match.unsaid(names, chance, begin)
        except MocsarError as error:
            code = "A020" if error.diagnostics[0].code in ("R902", "R907") else "A021"
            self.note(conversation, code, "", line, what=neutralise(error.diagnostics[0].message, 200))
            return
        if unsaid is not None:
            self.note(conversation, "A021", unsaid, line, what="chance")
            return
        if before is not None:
            conversation.standing = tuple(game.dump(before)["state"].get(STANDING, ()))
        elif given:
            conversation.standing = tuple(given[STANDING])
        conversation.dealt = {name: of for name, of in (*cards.items(), ("chance", chance)) if of}
        conversation.state = conversation.last = state
        if answer is not None:
            self.seen(conversation, answer, state)

    def end(self, conversation: Conversation) -> None:
        """Leave the deal under way."""
        match, state = conversation.match, conversation.state
        if match is not None and state is not None and state.phase not in match.over:
            self.tally.broken_off += 1
        conversation.state = None
        conversation.done = []
        conversation.told = set()
        conversation.standing = ()

    def act(self, conversation: Conversation, line: int, request: Message, answer: Message | None) -> None:
        match, state = conversation.match, conversation.state
        assert match is not None
        said = None if answer is None else answer["answer"]
        if state is None:
            self.tally.unjudged += 1
            return
        if said not in (None, _ACCEPTED, _REFUSED):
            return  # it cannot do that
        player, action = request["player"], request["action"]
        done = {"p": player, **action}
        verdict = None
        after: State | None = None
        what = ""
        try:
            if player not in conversation.names:
                what = "player"
            else:
                prepared = match.prepared(meant := Action.from_json(action))
                after = match.game.attempt(state, conversation.names.index(player), prepared)
                if after is None:
                    verdict = match.game.judge(state, player, meant)
        except MocsarError as error:
            what = neutralise(error.diagnostics[0].message, 200)
        if said is None:
            self.tally.unanswered += 1
        else:
            self.tally.moves += 1
        about: dict[str, Any] = {"player": neutralise(player, 80), "action": tame(action)}
        if said == _ACCEPTED and after is None:
            code, key, rules = match.kind(state, verdict) if verdict is not None else ("A005", "", ())
            reason = str(verdict.reason) if verdict is not None else ""
            self.note(
                conversation,
                code,
                key,
                line,
                **about,
                move=len(conversation.done) + 1,
                rules=rules,
                reason=reason,
                situation=self.view(conversation, state),
                what=what,
                last=done,
            )
            conversation.state = None
            return
        if said == _REFUSED and after is not None:
            reason = neutralise(str((answer or {}).get("reason") or ""), 80)
            rules = tuple(_refusing(match, action["do"], reason))
            self.note(
                conversation,
                "A003",
                rules[0] if rules else reason,
                line,
                **about,
                move=len(conversation.done) + 1,
                rules=rules,
                reason=reason,
                situation=self.view(conversation, state),
                last=done,
            )
            after = None
        if after is not None:
            conversation.state = state = after
            conversation.done.append(done)
        if answer is not None:
            self.seen(conversation, answer, state)

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def seen(self, conversation: Conversation, answer: Message, state: State) -> None:
        """Compare the view in an answer with what there is to see; each entry is told once a deal."""
        match, shown = conversation.match, answer.get("view")
        assert match is not None
        if shown is None:
            return
        expected = match.game.view(state)
        if shown == expected:
            return
        wanted, got = {"answer": "view", "view": expected}, {"answer": "view", "view": shown}
        for each in compare(wanted, got, self.view_shape).must:
            entry = each.path.split(".")[1]
            code = _ENTRIES.get(entry, "A030") if state.phase in match.over else "A030"
            if entry == "phase" and (each.got in match.over) != (state.phase in match.over):
                code = "A011" if state.phase in match.over else "A010"
            if code + entry not in conversation.told:
                conversation.told.add(code + entry)
                self.difference(conversation, code, entry, each, state)

    def listed(self, conversation: Conversation, request: Message, answer: Message, state: State) -> None:
        """Compare a list of legal actions with the rules'."""
        match, player = conversation.match, request["player"]
        assert match is not None
        if player not in conversation.names:
            return
        actions = [each.to_json() for each in match.game.legal(state, player)]
        must = compare({"answer": "legal", "actions": actions}, answer, self.view_shape).must
        if must:
            missing = [action_text(each.expected) for each in must if isinstance(each.expected, dict)]
            surplus = [action_text(each.got) for each in must if isinstance(each.got, dict)]
            name = neutralise(player, 80)
            difference = Difference(f"view.{name}", missing, surplus)
            self.difference(conversation, "A031", "", difference, state, player)

    def difference(
        self,
        conversation: Conversation,
        code: str,
        key: str,
        each: Difference,
        state: State,
        asked: str | None = None,
    ) -> None:
        expected, got = (None if value is ABSENT else tame(value) for value in (each.expected, each.got))
        path = neutralise(each.path.removeprefix("view."), 120)
        self.note(
            conversation,
            code,
            key,
            self.line,
            expected=expected,
            got=got,
            what=path,
            player=neutralise(asked or "", 80),
            situation=self.view(conversation, state),
            retold=True,
            asked=asked,
        )

    # ---- telling -----------------------------------------------------------------------------------------------------

    def view(self, conversation: Conversation, state: State) -> Mapping[str, Any]:
        assert conversation.match is not None
        view: Mapping[str, Any] = tame(conversation.match.game.view(state))
        return view

    def note(
        self,
        conversation: Conversation,
        code: str,
        key: str,
        line: int,
        *,
        last: Message | None = None,
        retold: bool = False,
        asked: str | None = None,
        **more: Any,
    ) -> None:
        """Count a case, and keep it while it is wanted; `last` is the action that goes after those that were
        done, `retold` whether it has a game without one, `asked` the player whose list it is about."""

        def case() -> Finding:
            match = conversation.match
            more.setdefault("move", len(conversation.done))
            game = None
            if match is not None and (last is not None or retold) and conversation.dealt:
                game = {
                    "setting": match.game.setting.short,
                    "players": list(conversation.names),
                    "standing": list(conversation.standing),
                    "deal": dict(conversation.dealt),
                    "done": [*conversation.done, *([last] if last is not None else [])],
                    **({"asked": asked} if asked is not None else {}),
                }
            return Finding(
                code,
                key,
                self.file,
                line,
                conversation.number,
                conversation.deal,
                conversation=conversation.name,
                setting=match.game.setting.short if match is not None else "",
                game=game,
                **more,
            )

        self.tally.note(code, key, case)


def _refusing(match: GameOfLogs, do: str, reason: str) -> Iterator[str]:
    """Yield the rules that refuse such an action for a reason."""
    rules = match.game.contents.rules
    for rule in map(rules.__getitem__, match.game.plan.rules):
        if do in rule.events and any(each.reason == reason for each in rule.require):
            yield rule.id
