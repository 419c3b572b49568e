"""Lets the conformance kit play with mocsar_game.py: `--python adapter:make`, or `-- python adapter.py`."""

import json
import sys
from typing import Any

from mocsar_game import Illegal, Match
from variants import VARIANTS

Message = dict[str, Any]

HELLO: Message = {
    "answer": "hello",
    "protocol": 1,
    "name": "mocsar-py",
    "version": "1.0.0",
    "language": "python",
    "plays": [{"variant": variant, "toggles": rules} for variant, rules in VARIANTS.items()],
    "capabilities": ["hands", "pack", "standing", "legal", "reasons", "cards", "requests-ahead"],
}


def unsupported(what: object) -> Message:
    return {"answer": "unsupported", "what": str(what)}


class Adapter:
    """Turns the requests of the protocol into calls."""

    def __init__(self) -> None:
        self.match: Match | None = None

    def answer(self, request: Message) -> Message:
        match request["request"]:
            case "hello":
                return HELLO
            case "bye":
                return {"answer": "bye"}
            case "start":
                return self.start(request)
        if self.match is None:
            return unsupported(request["request"])
        match request["request"]:
            case "act":
                return self.act(self.match, request["player"], request["action"])
            case "deal" if self.match.phase == "over":
                return self.deal(self.match, request)
            case "legal":
                return {"answer": "legal", "actions": self.match.legal(request["player"])}
            case "view":
                return {"answer": "view", "view": self.match.view()}
        return unsupported(request["request"])

    def start(self, request: Message) -> Message:
        self.match = None
        rules = VARIANTS.get(request["variant"])
        if rules is None:
            return unsupported(f"variant = {request['variant']}")
        for toggle, value in rules.items():
            if request["toggles"].get(toggle, value) != value:
                return unsupported(f"{toggle} = {json.dumps(request['toggles'][toggle])}")
        for toggle in request.get("chosen", []):
            if toggle not in rules:  # of a later edition, or of a house rulebook
                return unsupported(toggle)
        self.match = Match(request["players"], rules, request.get("standing"))
        return self.deal(self.match, request)

    def deal(self, match: Match, request: Message) -> Message:
        match.deal(request.get("hands"), request.get("pack"), **request.get("chance", {}))
        return {"answer": "view", "view": match.view()}

    def act(self, match: Match, player: str, action: Message) -> Message:
        try:
            perform(match, player, action)
        except Illegal as refusal:
            answer = {"answer": "refused", "view": match.view()}
            return answer | ({"reason": refusal.reason} if refusal.reason else {})
        return {"answer": "accepted", "view": match.view()}


def perform(match: Match, player: str, action: Message) -> None:
    cards, meant = action.get("cards", []), action.get("as", {})
    match action["do"]:
        case "play" | "revolt" if meant.get("form", "set") != "set":
            raise Illegal("not-a-set")
        case "play":
            match.play(player, cards, meant.get("rank"))
        case "pass":
            match.pass_(player)
        case "give":
            match.give(player, cards)
        case "revolt":
            match.put_out(player, cards, meant.get("rank"))
        case "request":
            match.request(player, action.get("rank"))
        case "done":
            match.done(player)
        case _:
            raise Illegal("not-in-this-game")


make = Adapter


def main() -> None:
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"]} | adapter.answer(request)), flush=True)
        if request["request"] == "bye":
            break


if __name__ == "__main__":
    main()
