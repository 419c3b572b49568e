"""Judges records of matches, the short form that `mocsar play --auto` prints: a line for each deal, action and end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mocsar_conformance.audit import shape
from mocsar_conformance.audit.games import MOST_LINES, STANDING, GameOfLogs, Games, Known
from mocsar_conformance.audit.lines import Fault
from mocsar_conformance.audit.shape import Damaged
from mocsar_conformance.audit.tally import Finding, Tally
from mocsar_conformance.match.record import FORMAT
from mocsar_conformance.text import neutralise, tame
from mocsar_reference import Action, MocsarError, State


class Records:
    """Judges the lines of one part of a file, which come in by `take`. Call `finish` after the last.

    `state` is the position while the deal can be judged, else None. `usual` is the setting of matches that name none.
    """

    def __init__(self, games: Games, tally: Tally, file: str, usual: str | None) -> None:
        self.games = games
        self.tally = tally
        self.file = file
        self.usual = usual
        self.line = 0
        self.state: State | None = None
        self.known: Known = {}
        self.done: list[bytes | None] = []
        """The actions of this deal that were judged, as they were written."""
        self.lost = False
        """Whether it has been told that lines belong to no match."""
        self._none()

    def _none(self) -> None:
        """Be between matches, or in one that nobody can judge."""
        self.match: GameOfLogs | None = None
        self.names: tuple[str, ...] = ()
        self.setting = ""
        self.deal = 0
        self.dealt: Mapping[str, Any] = {}
        self.standing: Sequence[str] = ()
        self.last: State | None = None
        """How the last deal began whose beginning is known."""
        self._no_deal()

    def _no_deal(self) -> None:
        self._count()
        self.state = None
        self.ended: State | None = None
        """How the last deal ended, by the rules."""
        self.carried: Mapping[str, Any] | None = None
        """What the match has after a deal that could not be judged."""
        self.open = False
        """Whether a deal is under way, judged or not."""
        self.damaged = False
        """Whether something of this deal may be missing."""

    # ---- lines -------------------------------------------------------------------------------------------------------

    def take(self, lines: Sequence[bytes | None], own: bool = True) -> bool:
        """Judge lines. Where they are not `own`, stop before the first that begins a match, and return False."""
        state, known, done, number = self.state, self.known, self.done, self.line
        attempt = self.match.game.attempt if self.match else None
        for line in lines:
            number += 1
            if state is not None:
                meant = known.get(line)
                if meant is not None and attempt is not None:
                    after = attempt(state, meant[0], meant[1])
                    if after is not None:
                        state = after
                        done.append(line)
                        continue
            if not own and shape.is_head(line):
                self.state, self.line = state, number - 1
                return False
            self.state, self.line = state, number
            self.other(line)
            state, known, done = self.state, self.known, self.done
            attempt = self.match.game.attempt if self.match else None
        self.state, self.line = state, number
        return True

    def other(self, line: bytes | None) -> None:
        """Judge a line that is no action that has been seen before and is accepted."""
        if line is not None and not line.strip():
            return
        kind = None
        try:
            value = shape.read(line)
            kind = shape.kind_of(value)
            if kind is None:
                raise Damaged("A047", "")
            shape.check(kind, value)
        except Damaged as damage:
            if kind == "record":  # a match begins, and it is not known which
                self.finish(self.line - 1)
                self.tally.matches += 1
                self.lost = True
            self.damage(damage)
            return
        if kind == "record":
            self.head(value)
        elif self.match is None:
            if kind == "p":
                self.tally.unjudged += 1
            self.tally.skipped += 1
            if not self.lost:
                self.lost = True
                self.note("A049", "", lambda: self.finding("A049", ""))
        elif kind == "deal":
            self.begin(value)
        elif kind == "p":
            self.act(value, line)
        else:
            self.over(value)

    def damage(self, damage: Damaged) -> None:
        """Note a damaged line: what it was is not known, so that nothing can be judged up to the next deal."""
        more = {"expected": FORMAT} if damage.code == "A051" else {}
        self.note(damage.code, "", lambda: self.finding(damage.code, "", what=damage.what, **more))
        if self.match is not None:
            self.damaged = True
            self.ended = self.state if self.state is not None and self.state.phase in self.match.over else self.ended
            self.state = None

    def finish(self, line: int | None = None) -> None:
        """Close the match under way, whose last line is this one, or the one that was read last."""
        state, match = self.state, self.match
        if match is not None and self.open:
            if state is not None and state.phase in match.over:
                self.note("A011", "", lambda: self.finding("A011", "", line=line))
            elif state is not None:
                self.tally.broken_off += 1
        self._none()

    # ---- a match -----------------------------------------------------------------------------------------------------

    def head(self, value: Mapping[str, Any]) -> None:
        self.finish(self.line - 1)
        self.tally.matches += 1
        self.lost = True  # where it cannot be judged, that is told here
        setting = value.get("setting", self.usual)
        names = tuple(value["players"])
        self.names = names
        try:
            if setting is None:
                raise Damaged("A048", "no-setting")
            match = self.games.named(setting)
            fewest, most, _ = match.game.setting.variant.players
            if not fewest <= len(names) <= most:
                raise Damaged("A048", "players")
        except (Damaged, MocsarError) as error:
            what = error.what if isinstance(error, Damaged) else neutralise(error.diagnostics[0].message, 200)
            shown = neutralise(str(setting or ""), 80)
            self.note("A048", shown, lambda: self.finding("A048", shown, what=what, got=len(names)))
            return
        self.match, self.setting = match, match.game.setting.short
        if value.get("edition", match.game.contents.edition) != match.game.contents.edition:
            self.tally.otherwise(value["edition"])
        self.known = match.known(names)

    def begin(self, value: Mapping[str, Any]) -> None:
        """Begin a deal, from the end of the last, from recorded places, or as the first."""
        match = self.match
        assert match is not None
        number, expected = value["deal"], self.deal + 1
        state = self.state
        if self.damaged and number < expected:  # the line that began another match is lost
            self._none()
            self.lost = True
            self.tally.skipped += 1
            return
        if self.open and state is not None:
            if state.phase in match.over:
                self.note("A011", "", lambda: self.finding("A011", ""))
                self.ended = state
            else:
                self.note("A014", "", lambda: self.finding("A014", "", situation=self.view(state)))
        before, carried = self.ended, self.carried
        if number != expected:
            self.note("A050", "", lambda: self.finding("A050", "", expected=expected, got=number))
            before = carried = None
        first = number == 1 and expected == 1
        self._no_deal()
        self.deal, self.dealt, self.open = number, value, True
        self.tally.deals += 1
        if first or before is not None or carried is not None:
            self.deal_out(value, before, carried)

    def deal_out(self, value: Mapping[str, Any], before: State | None, carried: Mapping[str, Any] | None) -> None:
        """Let the rules begin a deal; where they cannot, it is not judged."""
        match = self.match
        assert match is not None
        game, names = match.game, self.names
        if before is not None and before.phase not in match.further:
            self.note("A014", "match", lambda: self.finding("A014", "match"))
            self.ended = before
            return
        deal = {"hands": value.get("hands"), "pack": value.get("pack")}
        chance: Mapping[str, str] = value.get("chance", {})

        def begin(chosen: Mapping[str, str]) -> State:
            if before is not None:
                return game.next_deal(before, **deal, chance=chosen)
            return game.start(names, **deal, chance=chosen, given=carried)

        try:
            state = begin(chance)
        except MocsarError as error:
            first = error.diagnostics[0]
            code = "A020" if first.code in ("R902", "R907") else "A021"
            what = neutralise(first.message, 200)
            self.note(code, "", lambda: self.finding(code, "", what=what))
            try:
                deal = {"hands": {}, "pack": None}  # the rest of what begins with a deal is known all the same
                self.last = begin(chance)
            except MocsarError:
                self.last = None
            return
        unsaid = match.unsaid(names, chance, begin) if len(chance) < len(game.contents.model.chance) else None
        if unsaid is not None:
            self.note("A021", unsaid, lambda: self.finding("A021", unsaid, what="chance"))
            self.last = None
            return
        if deal["pack"] is not None and len(deal["pack"]) != (whole := match.cards(len(names))):
            got = len(deal["pack"])
            self.note("A020", "", lambda: self.finding("A020", "", expected=whole, got=got, what="not-whole"))
        if before is not None:
            self.standing = tuple(game.dump(before)["state"].get(STANDING, ()))
        elif carried is not None:
            self.standing = tuple(carried[STANDING])
        self.state = self.last = state

    # ---- a deal ------------------------------------------------------------------------------------------------------

    def act(self, value: Mapping[str, Any], line: bytes | None) -> None:
        match, state = self.match, self.state
        assert match is not None
        if state is None:
            self.tally.unjudged += 1
            if not self.open and not self.damaged:
                self.damaged = True  # told once
                player = neutralise(value["p"], 80)
                action = tame({name: of for name, of in value.items() if name != "p"})
                self.note("A004", "", lambda: self.finding("A004", "", player=player, action=action, what="no-deal"))
            return
        player = value["p"]
        meant = Action.from_json(value)
        try:
            if player not in self.names:
                raise Damaged("A005", "player")
            prepared = match.prepared(meant)
        except (Damaged, MocsarError) as error:
            what = error.what if isinstance(error, Damaged) else neutralise(error.diagnostics[0].message, 200)
            self.refused("A005", "", value, state, (), "", what)
            return
        seat = self.names.index(player)
        if len(self.known) >= MOST_LINES:
            self.known.clear()
        self.known[line] = seat, prepared
        after = match.game.attempt(state, seat, prepared)
        if after is None:
            verdict = match.game.judge(state, player, meant)
            code, key, rules = match.kind(state, verdict)
            self.refused(code, key, value, state, rules, str(verdict.reason), "")
            return
        self.state = after
        self.done.append(line)

    def refused(
        self,
        code: str,
        key: str,
        value: Mapping[str, Any],
        state: State,
        rules: tuple[str, ...],
        reason: str,
        what: str,
    ) -> None:
        """Note an action that the rules refuse: nobody knows how the deal goes on after it."""
        action = {name: of for name, of in value.items() if name != "p"}
        self.note(
            code,
            key,
            lambda: self.finding(
                code,
                key,
                move=len(self.done) + 1,
                player=neutralise(value["p"], 80),
                action=tame(action),
                rules=rules,
                reason=reason,
                situation=self.view(state),
                what=what,
                game=self.game(value),
            ),
        )
        if code == "A004" and self.match is not None:
            self.ended = state
        self.state = None
        self.tally.moves += 1  # it was judged

    def over(self, value: Mapping[str, Any]) -> None:
        """Hold the end of a deal that is recorded against the rules'."""
        match, state = self.match, self.state
        assert match is not None
        places, titles = value["over"], value["titles"]
        if not self.open and self.damaged:  # the line that began the deal is lost
            self.deal += 1
            self.ended = None
        elif not self.open:
            self.note("A010", "no-deal", lambda: self.finding("A010", "no-deal", what="no-deal"))
            return
        ended = self.ended if state is None else state
        right = True
        if state is not None and state.phase not in match.over:
            right = False
            self.note(
                "A010", "", lambda: self.finding("A010", "", situation=self.view(state), got=places, game=self.game())
            )
            ended = None
        elif ended is not None and not self.damaged:
            view = match.game.view(ended)
            wanted = view.get("out") or []
            if list(places) != list(wanted):
                right = False
                self.note(
                    "A012",
                    "",
                    lambda: self.finding("A012", "", expected=tame(wanted), got=tame(places), game=self.game()),
                )
            given = view.get("titles") or {}
            if titles != given and right:
                self.note(
                    "A013",
                    "",
                    lambda: self.finding("A013", "", expected=tame(given), got=tame(titles), game=self.game()),
                )
        carried = None
        if ended is None or not right:
            carried = match.carried_over(self.last, places) if self.last is not None else None
            ended = None
        self._no_deal()
        self.ended, self.carried = ended, carried

    def stop(self) -> None:
        """Count what was judged of a deal in the middle of which the user breaks off."""
        self._count()

    # ---- counting ----------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        self.tally.moves += len(self.done)
        self.done = []

    def note(self, code: str, key: str, case: Callable[[], Finding]) -> None:
        self.tally.note(code, key, case)

    def view(self, state: State) -> Mapping[str, Any] | None:
        match = self.match
        assert match is not None
        view: Mapping[str, Any] = tame(match.game.view(state))
        return view

    def finding(self, code: str, key: str, *, line: int | None = None, **more: Any) -> Finding:
        """Return a finding, if nothing else is said at the line under way."""
        more.setdefault("move", len(self.done))
        match = self.tally.matches
        return Finding(code, key, self.file, line or self.line, match, self.deal, setting=self.setting, **more)

    def game(self, last: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Return the deal so far, and the action after it, as `samples` tells it again."""
        done = [shape.read(line) for line in self.done] + ([dict(last)] if last is not None else [])
        return {
            "setting": self.setting,
            "players": list(self.names),
            "standing": list(self.standing),
            "deal": dict(self.dealt),
            "done": done,
        }

    def fault(self, fault: Fault) -> None:
        """Note that a file is broken here; what follows, if anything does, is of no match that is known."""
        self.note(fault.code, "", lambda: self.finding(fault.code, "", what=fault.what))
        self.state = None
        self.finish()
        self.lost = True
