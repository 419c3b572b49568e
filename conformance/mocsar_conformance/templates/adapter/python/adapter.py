"""Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out."""

import json
import sys

PLAYS = [{"variant": "kollar"}]  # beside it "toggles", to state how you read what the sources leave open
CAPABILITIES = ["hands"]  # also "standing" and "pack", once you can begin from them
HELLO = {"protocol": 1, "name": "my-game", "language": "python", "plays": PLAYS, "capabilities": CAPABILITIES}
ASSUMED = {"variant": "kollar", "play.beats": "higher"}  # with other values than these, a match is unsupported


class Table:
    """YOUR RULES GO HERE. So far the cards are dealt, and every action is refused."""

    def __init__(self, start):
        self.players = start["players"]
        self.deal(start)

    def deal(self, request):
        self.hands = request["hands"]
        self.turn = request.get("chance", {}).get("leader", self.players[0])
        self.table = None

    def act(self, player, action):
        """Do the action and return True, or change nothing and return False."""
        return False

    def view(self):
        sizes = {player: len(hand) for player, hand in self.hands.items()}
        return {"phase": "playing", "turn": self.turn, "table": self.table, "sizes": sizes, "out": [], "titles": None}


# The protocol. None of it needs to change.
table = None  # before the first match


def answer(request):
    global table
    what, said = request["request"], "view"
    if what == "hello":
        return {"answer": "hello", **HELLO}
    if what == "bye":
        return {"answer": "bye"}
    if what == "start":
        table = None
        asked = {"variant": request["variant"], **request["toggles"]}
        for name, value in ASSUMED.items():
            if asked[name] != value:
                return {"answer": "unsupported", "what": f"{name} = {asked[name]}"}
        table = Table(request)
    if table is None or what not in ("start", "act", "deal", "view"):
        return {"answer": "unsupported", "what": what}
    if what == "act":
        said = "accepted" if table.act(request["player"], request["action"]) else "refused"
    if what == "deal":
        table.deal(request)
    return {"answer": said, "view": table.view()}


for line in sys.stdin.buffer:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
    if request["request"] == "bye":
        break
