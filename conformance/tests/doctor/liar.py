"""A small sound adapter of Kollár's game, without an exchange; `liar.py LIE` is wrong in one way. Imports no kit."""

from __future__ import annotations

import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # it is started some thousand times, and need not import what it does not use
    from collections.abc import Iterator
    from typing import Any

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker"]
WILD = {"2", "joker"}
CAPABILITIES = ["hands", "pack", "standing", "legal", "reasons", "cards", "requests-ahead"]
HELLO: dict[str, Any] = {
    "answer": "hello",
    "protocol": 1,
    "name": "liar",
    "plays": [{"variant": "kollar", "toggles": {"trick.ends": "pass-goes-round", "pack.packs": 2}}],
    "capabilities": CAPABILITIES,
}
KNOWN = {
    "pack.packs",
    "pack.jokers",
    "ranks.wild",
    "seating.later",
    "dealing.later",
    "exchange.pays",
    "exchange.sizes",
    "exchange.returns",
    "titles.top",
    "titles.bottom",
}
"""Toggles that it has heard of."""
LIE = sys.argv[1] if len(sys.argv) > 1 else ""


def copied(what: Any) -> Any:
    """Return a copy that shares nothing with what it is of."""
    from copy import deepcopy

    return deepcopy(what)


class Refused(Exception):  # noqa: N818 (what happened)
    """The rules forbid it; the text is the reason's id."""


class Table:
    """A match."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.players: list[str] = request["players"]
        self.deal(request)

    def deal(self, request: dict[str, Any]) -> None:
        pack = request.get("pack")
        count = len(self.players)
        dealt = {name: pack[at::count] for at, name in enumerate(self.players)} if pack else request["hands"]
        self.hands = {name: sorted(dealt.get(name, []), key=RANKS.index) for name in self.players}
        if LIE == "hands-in-order":
            self.players = list(dealt)
        self.out = [name for name in self.players if not self.hands[name]]
        self.table: dict[str, Any] | None = None
        self.passed: set[str] = set()
        self.phase = "playing"
        self.leader = request.get("chance", {}).get("leader") or self.players[0]
        self.turn: str | None = self.leader if self.hands[self.leader] else self.next_in(self.leader)
        self.settle()

    def next_in(self, player: str) -> str:
        at = self.players.index(player)
        order = self.players[at + 1 :] + self.players[: at + 1]
        return next(name for name in order if self.hands[name])

    def settle(self) -> None:
        left = [name for name in self.players if self.hands[name]]
        if len(left) < 2:
            self.out += [name for name in left if name not in self.out]
            self.phase, self.turn, self.table = "over", None, None

    def act(self, player: str, action: dict[str, Any]) -> None:
        do = action["do"]
        if do not in ("play", "pass") or self.phase != "playing":
            raise Refused("not-now")
        if player != self.turn:
            raise Refused("not-your-turn")
        if do == "pass":
            if self.table is None:
                raise Refused("must-lead")
            self.passed.add(player)
        else:
            self.play(player, action["cards"])
        self.settle()
        if self.phase == "over":
            return
        assert self.table is not None
        owner = self.table["owner"]
        if all(name in self.passed or name == owner or not self.hands[name] for name in self.players):
            self.table, self.passed = None, set()
            self.turn = owner if self.hands[owner] else self.next_in(owner)
        else:
            self.turn = self.next_in(player)

    def play(self, player: str, cards: list[str]) -> None:
        rest = list(self.hands[player])
        for card in cards:
            if card not in rest:
                raise Refused("cards-not-held")
            rest.remove(card)
        self.hands[player] = self.beats(cards, rest)
        self.passed = set()
        if not rest:
            self.out.append(player)
        self.table = {"form": "set", "size": len(cards), "rank": rank_of(cards), "owner": player}

    def beats(self, cards: list[str], rest: list[str]) -> list[str]:
        rank = rank_of(cards)
        if rank is None or (LIE == "cards-in-order" and cards != sorted(cards, key=RANKS.index)):
            raise Refused("not-a-set")
        if self.table is not None and len(cards) != self.table["size"]:
            raise Refused("other-number")
        if self.table is not None and RANKS.index(rank) <= RANKS.index(self.table["rank"]):
            raise Refused("not-higher")
        return rest

    def legal(self, player: str) -> Iterator[dict[str, Any]]:
        for card in dict.fromkeys(self.hands[player]):
            for size in range(1, self.hands[player].count(card) + 1):
                action = {"do": "play", "cards": [card] * size}
                with_it = copied(self)
                try:
                    with_it.act(player, action)
                except Refused:
                    continue
                yield action
        if self.table is not None and player == self.turn:
            yield {"do": "pass"}

    def view(self) -> dict[str, Any]:
        over = self.phase == "over"
        return {
            "phase": self.phase,
            "turn": self.turn,
            "table": self.table,
            "sizes": {name: len(self.hands[name]) for name in self.players},
            "out": self.out,
            "titles": dict.fromkeys(self.players, "citizen") if over else None,
            "hands": self.hands,
        }


def rank_of(cards: list[str]) -> str | None:
    ordinary = {card for card in cards if card not in WILD}
    if not cards or len(ordinary) > 1:
        return None
    return ordinary.pop() if ordinary else min(cards, key=RANKS.index)


class Adapter:
    """Answers requests. What LIE is about is marked where it happens."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.views = 0
        self.first: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["request"]:
            case "hello":
                return self.hello()
            case "bye":
                return {"answer": "bye"}
            case "start":
                return self.start(request)
            case "act" if self.table:
                return self.act(self.table, request)
            case "deal" if self.table and LIE != "no-deal":
                self.table.deal(request)
                return self.seen(self.table)
            case "view" if self.table:
                return self.seen(self.table)
            case "legal" if self.table and LIE != "no-legal":
                return self.legal(self.table, request["player"])
        if LIE == "error-for-unknown" and request["request"] not in ("act", "deal", "view", "legal"):
            raise ValueError("what is this?")
        return {"answer": "unsupported", "what": request["request"]}

    def hello(self) -> dict[str, Any]:
        changed: dict[str, dict[str, Any]] = {
            "hello-without-name": {"name": None},
            "protocol-9": {"protocol": 9},
            "capability": {"capabilities": [*CAPABILITIES, "handz"]},
            "variant": {"plays": [*HELLO["plays"], {"variant": "kolar"}]},
            "toggle": {"plays": [*HELLO["plays"], {"variant": "kollar", "toggles": {"trick.end": "one-lap"}}]},
            "hello-by-process": {"version": str(os.getpid())},
            "no-hands": {"capabilities": ["pack"]},
            "edition": {"edition": "1999-01"},
            "claims-too-much": {"plays": [*HELLO["plays"], {"variant": "jekely"}]},
        }
        return {**HELLO, **changed.get(LIE, {})}

    def start(self, request: dict[str, Any]) -> dict[str, Any]:
        if LIE == "start-goes-on" and self.table:
            return self.seen(self.table)
        before, self.table = self.table, None
        ours = HELLO["plays"][0]["toggles"]
        wrong = [name for name, value in ours.items() if request["toggles"].get(name) != value]
        unknown = set(request["chosen"]) - KNOWN
        wrong += [] if LIE == "any-chosen" else sorted(unknown)
        if LIE == "strict-toggles":  # as if it had a list of all that its own edition has
            wrong += [name for name in request["toggles"] if name.startswith("doctor.")]
        if wrong and LIE != "any-toggles":
            if LIE == "match-goes-on":
                self.table = before
            if LIE == "never-again":
                HELLO["plays"][0]["toggles"]["trick.ends"] = "gone"
            return {"answer": "unsupported", "what": f"{request['variant']} {wrong}"}
        if len(request["players"]) > 8 and LIE == "few-players":
            return {"answer": "unsupported", "what": "more than 8 players"}
        if LIE == "no-pack" and "pack" in request:
            return {"answer": "unsupported", "what": "pack"}
        if LIE == "no-standing" and "standing" in request:
            return {"answer": "unsupported", "what": "standing"}
        self.table = Table(request)
        if LIE == "cut-hands":
            self.table.hands = {name: hand[:16] for name, hand in self.table.hands.items()}
        if LIE == "deals-one-less":
            self.table.hands[self.table.players[0]].pop()
        if LIE == "keeps-discards" and before:
            self.table.out = before.out or [before.players[0]]
        return self.seen(self.table)

    def act(self, table: Table, request: dict[str, Any]) -> dict[str, Any]:
        player, action = request["player"], request["action"]
        if LIE == "ends-on-act":
            sys.stderr.write("KeyError: cards\n")
            sys.exit(4)
        if LIE == "hangs-on-act":
            time.sleep(60)
        if LIE == "error-on-act":
            raise ValueError("no rules yet")
        if LIE == "strict-fields" and set(action) - {"do", "cards", "as", "rank"}:
            raise ValueError("unknown field")
        if LIE == "error-for-unknown-card" and set(action.get("cards", ())) - set(RANKS):
            raise KeyError("no such card")
        if LIE == "refuses-all":
            return {"answer": "refused", "reason": "not-now", "view": self.view(table)}
        before = self.view(table)
        try:
            if LIE == "turn-not-checked" and player != table.turn and action["do"] == "play":
                table.turn = player
            table.act(player, action)
        except Refused as refusal:
            return self.refused(table, before, str(refusal))
        return {"answer": "accepted", "view": before if LIE == "view-before" else self.view(table)}

    def refused(self, table: Table, before: dict[str, Any], reason: str) -> dict[str, Any]:
        if LIE in ("refusal-changes-view", "refusal-changes-later"):
            table.turn = table.next_in(table.turn or "")
        given = {"no-reasons": None, "own-reason": "not-hihger"}.get(LIE, reason)
        shown = before if LIE == "refusal-changes-later" else self.view(table)
        return {"answer": "refused", "view": shown, **({"reason": given} if given else {})}

    def legal(self, table: Table, player: str) -> dict[str, Any]:
        actions = list(table.legal(player))
        if LIE == "lists-twice":
            actions += actions[:1]
        if LIE == "lists-too-much":
            actions.append({"do": "pass"})
        if LIE == "listing-plays" and actions:
            table.act(player, actions[0])
        return {"answer": "legal", "actions": actions}

    def seen(self, table: Table) -> dict[str, Any]:
        if LIE == "legal-for-view":
            return {"answer": "legal", "actions": []}
        return {"answer": "view", "view": self.view(table)}

    def view(self, table: Table) -> dict[str, Any]:
        """Return the view as LIE would have it."""
        view = copied(table.view())
        self.views += 1
        first = table.players[0]
        match LIE:
            case "no-titles":
                del view["titles"]
            case "wrong-sizes":
                view["sizes"][first] += 1
            case "wrong-hands" if view["hands"][first]:
                view["hands"][first][0] = "3" if view["hands"][first][0] != "3" else "4"
            case "own-phase":
                view["phase"] = {"playing": "play"}.get(view["phase"], view["phase"])
            case "no-cards":
                del view["hands"]
            case "unsteady":
                view["pile"] = self.views
            case "text-for-size":
                view["sizes"] = {name: str(size) for name, size in view["sizes"].items()}
            case "trims-names":
                view["sizes"] = {name[:20]: size for name, size in view["sizes"].items()}
            case "drops-proto":
                view["sizes"].pop("__proto__", None)
            case "not-utf8" | "nan" | "list" | "too-long":
                view["note"] = LIE
        return view


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def write(answer: dict[str, Any], number: int) -> None:
    """Write an answer as LIE would have it."""
    shown: Any = {"id": number, **answer}
    view = answer["answer"] == "view"
    end = b"\n"
    match LIE:
        case "no-id":
            del shown["id"]
        case "text-id":
            shown["id"] = str(number)
        case "counts":
            shown["id"] = number + 1
        case "32-bits":
            shown["id"] = (number + 2**31) % 2**32 - 2**31
        case "crlf":
            end = b"\r\n"
        case "list" if view:
            shown = [shown]
    text = json.dumps(shown, indent=2 if LIE == "indents" else None).encode()
    match LIE:
        case "not-utf8" if view:
            text = text.replace(b'"not-utf8"', b'"\xe1ron"')
        case "nan" if view:
            text = text.replace(b'"nan"', b"NaN")
        case "too-long" if view:
            text = text.replace(b'"too-long"', b'"' + b"x" * (1 << 21) + b'"')
        case "python-notation" if view:
            text = repr(shown).encode()
        case "bom" if answer["answer"] == "hello":
            text = b"\xef\xbb\xbf" + text
        case "no-line-end":
            end = b""
        case "logs":
            text = b"INFO answering\n" + text
        case "logs-after":
            end = b"\nINFO answered\n"
        case "empty-lines":
            end = b"\n\n"
        case "twice" if answer["answer"] != "bye":
            text = text + b"\n" + text
    put(text + end)


def chunks() -> Iterator[bytes]:
    """Yield what has come, line ends and all, until the end."""
    while chunk := os.read(0, 1 << 20):
        while not chunk.endswith(b"\n"):
            chunk += os.read(0, 1 << 20)
        yield chunk


def main() -> None:
    if LIE == "dies":
        sys.stderr.write("ModuleNotFoundError: no cards\n")
        sys.exit(1)
    if LIE == "deaf":
        time.sleep(60)
    if LIE == "greets":
        put(b"Mocsar 1.0 ready\n")
    if LIE == "slow-start":
        time.sleep(0.25)
    if LIE == "never-ends":
        import threading

        threading.Thread(target=time.sleep, args=(60,)).start()
    adapter = Adapter()
    lines: Any = sys.stdin.buffer
    if LIE == "reads-all":
        lines = sys.stdin.buffer.readlines()
    if LIE == "drops-the-rest":
        lines = iter(lambda: os.read(0, 1 << 16).partition(b"\n")[0], b"")
    if LIE == "swaps":
        lines = (line for chunk in chunks() for line in reversed(chunk.splitlines()))
    kept = b""
    for line in lines:
        request = json.loads(line)
        number = request["id"]
        if LIE == "strict-start" and set(request) - {
            "id",
            "request",
            "kit",
            "version",
            "edition",
            "protocol",
            "language",
            "variant",
            "toggles",
            "chosen",
            "players",
            "hands",
            "pack",
            "chance",
            "standing",
            "player",
            "action",
        }:
            write({"answer": "error", "what": "unknown field"}, number)
            continue
        if request["request"] == "bye" and LIE in ("no-bye", "never-ends-after-bye"):
            if LIE == "no-bye":
                sys.exit(0)
            write({"answer": "bye"}, number)
            time.sleep(60)
        try:
            answer = adapter.answer(request)
        except Exception as error:
            answer = {"answer": "error", "what": repr(error)}
        if LIE == "no-flush":  # as a buffer of 8 KiB does
            kept += json.dumps({"id": number, **answer}).encode() + b"\n"
            if len(kept) > 8192:
                put(kept[:8192])
                kept = kept[8192:]
            continue
        if LIE == "slow":
            time.sleep(0.008)
        write(answer, number)
        if request["request"] == "bye":
            if LIE == "says-more":
                put(b"Good game!\n")
            if LIE == "status-3":
                sys.exit(3)
            return
    put(kept)
    if LIE == "never-ends-with-input":
        time.sleep(60)


if __name__ == "__main__":
    main()
