"""What the protocol page shows is what the kit does: its messages, its codes and its adapter."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path

from mocsar_conformance.codes import CODES
from mocsar_conformance.messages import ANSWERS, validate_answer, validate_request
from mocsar_conformance.subjects.command import CommandSubject

PAGE = (Path(__file__).parents[3] / "docs" / "pages" / "en" / "protocol.md").read_text()
RULES = """
class Table:
    def start(self, request): self.sizes = {name: len(cards) for name, cards in request["hands"].items()}
    def act(self, player, action): return action["do"] == "pass"
    def deal(self, request): self.start(request)
    def view(self): return {"phase": "playing", "sizes": self.sizes}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def conversation() -> list[dict[str, object]]:
    return [json.loads(line) for block in blocks("json") for line in block.splitlines()]


def test_the_recorded_conversation_satisfies_the_schemas() -> None:
    messages = conversation()
    for request, answer in zip(messages[::2], messages[1::2], strict=True):
        assert request["id"] == answer["id"]
        validate_request(request)
        validate_answer(request, answer)


def test_the_recorded_conversation_holds_every_request_but_view() -> None:
    assert {message["request"] for message in conversation() if "request" in message} == set(ANSWERS) - {"view"}


def test_its_refusal_changes_nothing() -> None:
    answers = [message for message in conversation() if "answer" in message]
    assert [now["view"] == before["view"] for before, now in pairwise(answers) if now["answer"] == "refused"] == [True]


def test_every_code_is_on_the_page() -> None:
    named = set()
    for first, last in re.findall(r"(P0\d\d)(?:–(P0\d\d))?", PAGE):
        named |= {code for code in CODES if first <= code <= (last or first)}
    assert named >= {code for code in CODES if "P000" <= code < "P070"}


def test_the_adapter_of_the_page_runs(tmp_path: Path) -> None:
    (adapter,) = blocks("python")
    (tmp_path / "adapter.py").write_text(adapter)
    (tmp_path / "my_rules.py").write_text(RULES)
    start = {"request": "start", "variant": "kollar", "toggles": {}, "players": ["Anna"], "hands": {"Anna": ["5"]}}
    acts = [{"request": "act", "player": "Anna", "action": {"do": do}} for do in ("play", "pass")]
    with CommandSubject([sys.executable, str(tmp_path / "adapter.py")], time_limit=20) as subject:
        answers = subject.exchange([start, *acts, {"request": "legal", "player": "Anna"}, {"request": "view"}])
    assert [answer["answer"] for answer in answers] == ["view", "refused", "accepted", "unsupported", "view"]
    assert len(adapter.splitlines()) < 40
