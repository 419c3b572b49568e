"""The reference interpreter as a subject, in this process: it speaks the same messages as any other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import TracebackType
from typing import Any, Self

from mocsar_conformance.claims import setting_of
from mocsar_conformance.release import kit_version
from mocsar_conformance.starting import known_toggles
from mocsar_conformance.subjects.base import Answer, Hello, Message, Plays
from mocsar_reference import Action, Failure, Game, MocsarError, Rulebook, State

CAPABILITIES = frozenset({"hands", "pack", "standing", "legal", "reasons", "cards", "requests-ahead"})


class ReferenceSubject:
    """Plays every setting of a rulebook. An unsupported request is answered so, never by an exception."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._number = 0
        self._games: dict[str, Game] = {}
        self._game: Game | None = None
        self._state: State | None = None

    def hello(self) -> Hello:
        """Return an introduction that claims every playable variant, as the rulebook has it."""
        return self._hello

    @cached_property
    def _hello(self) -> Hello:
        plays = tuple(
            Plays(variant, dict(self._rulebook.setting(variant).values)) for variant in self._rulebook.playable
        )
        edition = self._rulebook.contents.edition
        return Hello(1, "reference", plays, kit_version(), "python", edition, CAPABILITIES)

    def request(self, message: Message) -> Answer:
        """Answer one request."""
        self._number += 1
        try:
            answer = self._answer(message)
        except MocsarError as error:
            answer = {"answer": "unsupported", "what": error.diagnostics[0].message}
        answer["id"] = self._number
        return answer

    def exchange(self, messages: Sequence[Message], expected: Sequence[Message] = ()) -> list[Answer]:
        """Answer all, in order."""
        return [self.request(message) for message in messages]

    def reasons(self, messages: Sequence[Message]) -> tuple[str, ...]:
        """Return every reason for which the last of these requests, an act, is refused after the others; maybe none."""
        return tuple(dict.fromkeys(each.reason for each in self.failed(messages)))

    def failed(self, messages: Sequence[Message]) -> tuple[Failure, ...]:
        """Return all that the last of these requests fails, if it is an act, after the others; maybe nothing."""
        self.exchange(messages[:-1])
        last = messages[-1]
        if self._game is None or self._state is None or last["request"] != "act":
            return ()
        try:
            return self._game.judge(self._state, last["player"], Action.from_json(last["action"])).failed
        except MocsarError:
            return ()

    def restart(self) -> None:
        """Forget the match."""
        self._state = None

    def close(self) -> None:
        """Forget the match."""
        self._state = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, message: Message) -> Answer:
        kind = message["request"]
        if kind == "bye":
            return {"answer": "bye"}
        if kind == "start":
            return self._start(message)
        game, state = self._game, self._state
        if game is None or state is None:
            return {"answer": "unsupported", "what": f"{kind}: there is no match"}
        match kind:
            case "act":
                return self._act(game, state, message)
            case "deal":
                return self._deal(game, state, message)
            case "legal":
                actions = game.legal(state, message["player"])
                return {"answer": "legal", "actions": [each.to_json() for each in actions]}
            case "view":
                return {"answer": "view", "view": game.view(state)}
        return {"answer": "unsupported", "what": str(kind)}

    def _start(self, message: Message) -> Answer:
        self._state = None
        self._game = self._game_of(message["variant"], known_toggles(message, self._rulebook.contents))
        given = {"standing": message["standing"]} if message.get("standing") else {}
        self._state = self._game.start(message["players"], **_deal(message), given=given)
        return {"answer": "view", "view": self._game.view(self._state)}

    def _deal(self, game: Game, state: State, message: Message) -> Answer:
        self._state = game.next_deal(state, **_deal(message))
        return {"answer": "view", "view": game.view(self._state)}

    def _act(self, game: Game, state: State, message: Message) -> Answer:
        action = Action.from_json(message["action"])
        try:
            verdict = game.judge(state, message["player"], action)
        except MocsarError as error:
            if any(each.code == "R901" for each in error.diagnostics):
                raise
            # an action or a card that this game does not have
            return {"answer": "refused", "view": game.view(state)}
        if verdict.accepted:
            self._state, _ = game.apply(state, message["player"], action)
            return {"answer": "accepted", "view": game.view(self._state)}
        return {"answer": "refused", "reason": verdict.reason, "view": game.view(state)}

    def _game_of(self, variant: str, toggles: Mapping[str, Any]) -> Game:
        key = json.dumps([variant, toggles], sort_keys=True)
        if key not in self._games:
            self._games[key] = self._rulebook.game(setting_of(self._rulebook, variant, toggles))
        return self._games[key]


def _deal(message: Message) -> dict[str, Any]:
    """Return how a deal begins, as a game takes it."""
    return {name: message.get(name) for name in ("hands", "pack", "chance")}
