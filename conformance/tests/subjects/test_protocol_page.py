"""What the protocol page shows is what the kit does: its messages, its codes and its adapter."""

from __future__ import annotations

import json
import random
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.codes import PROTOCOL_CODES
from mocsar_conformance.match.match import NAMES as NAMES_OF_PLAYERS
from mocsar_conformance.match.match import Match
from mocsar_conformance.match.players import simply, who_acts
from mocsar_conformance.messages import ANSWERS, MessageError, validate_answer, validate_request
from mocsar_conformance.starting import start_of
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook
from mocsar_reference.paths import spec_dir

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
        named |= {code for code in PROTOCOL_CODES if first <= code <= (last or first)}
    assert named >= {code for code in PROTOCOL_CODES if "P000" <= code < "P070"}


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


# ---- the view: the model, the schema and the page in both languages say the same

PAGES = {
    lang: (Path(__file__).parents[3] / "docs" / "pages" / lang / "protocol.md").read_text() for lang in ("en", "hu")
}
WORDS = {
    "en": {"string": "string", "integer": "number", "boolean": "boolean", "null": "null", "object": "object"},
    "hu": {"string": "szöveg", "integer": "szám", "boolean": "logikai", "null": "null", "object": "objektum"},
}
NAMED = {"player": {"en": "name", "hu": "név"}, "players": {"en": "names", "hu": "nevek"}}
JOINED = {"en": " or ", "hu": " vagy "}


def entries(lang: str) -> list[list[tuple[str, str]]]:
    """Return the entries of the view and their types, as the page's two tables have them: the core, and the others."""
    part = PAGES[lang].partition("{#the-view}" if lang == "hu" else "## The view\n")[2].partition("\n## ")[0]
    return [
        re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.MULTILINE) for table in part.split("\n|---|---|---|\n")[1:]
    ]


def type_on_page(part: dict[str, Any], lang: str) -> str:
    """Return what the page calls the type of a property."""
    if "anyOf" in part:
        return JOINED[lang].join(type_on_page(each, lang) for each in part["anyOf"])
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return NAMED[name][lang] if name in NAMED else type_on_page(NAMES[name], lang)
    types = part["type"] if isinstance(part["type"], list) else [part["type"]]
    return JOINED[lang].join(WORDS[lang][each] for each in types)


SCHEMA = json.loads((spec_dir() / "schema" / "protocol" / "view.schema.json").read_text())
NAMES = json.loads((spec_dir() / "schema" / "protocol" / "names.schema.json").read_text())["$defs"]
MODEL = load_rulebook().contents.model


def test_the_schema_of_the_view_has_the_entries_of_the_model_and_no_others() -> None:
    assert set(SCHEMA["properties"]) == {entry.id for entry in MODEL.view}


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_has_the_entries_of_the_model_with_the_same_core(lang: str) -> None:
    core, others = ([name for name, _ in table] for table in entries(lang))
    assert set(core) == {entry.id for entry in MODEL.view if entry.core}
    assert set(others) == {entry.id for entry in MODEL.view if not entry.core}
    said = {"en": "The first seven are **the core**", "hu": "Az első hét **a törzs**"}
    assert (len(core), said[lang] in PAGES[lang]) == (7, True)


def test_the_schema_names_the_core() -> None:
    said = re.search(r"The core is (.*?);", SCHEMA["description"])
    assert said is not None
    assert set(re.split(r", | and ", said[1])) == {entry.id for entry in MODEL.view if entry.core}


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_and_the_schema_give_the_same_types(lang: str) -> None:
    for name, shown in (each for table in entries(lang) for each in table):
        assert type_on_page(SCHEMA["properties"][name], lang) == shown.strip(), name


@pytest.mark.parametrize("lang", PAGES)
def test_every_phase_that_can_be_seen_is_on_the_page_and_in_the_schema(lang: str) -> None:
    row = next(line for line in PAGES[lang].splitlines() if line.startswith("| `phase` |"))
    seen = [phase.id for phase in MODEL.phases.values() if phase.actions or phase.next]
    assert len(seen) == len(MODEL.phases) - 1  # but the one in which the cards are dealt, while nobody can look
    for phase in seen:
        assert f'`"{phase}"`' in row
        assert f'"{phase}"' in SCHEMA["properties"]["phase"]["description"]


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ("reversed", "yes"),
        ("direction", "left"),
        ("direction", None),
        ("revolutions", -1),
        ("asks", [1]),
        ("asks", {"Anna": "two"}),
        ("pile", "x"),
        ("lacking", {"Anna": "A"}),
        ("dealer", 1),
    ],
)
def test_an_entry_that_is_named_must_have_its_type(entry: str, wrong: object) -> None:
    with pytest.raises(MessageError, match="P051"):
        validate_answer({"request": "view"}, {"id": 1, "answer": "view", "view": {entry: wrong}})


@pytest.mark.parametrize("variant", [*load_rulebook().playable, "elnok(match.deals=2)"])
def test_what_the_reference_shows_is_as_the_schema_has_it(variant: str) -> None:
    match = Match(load_rulebook().game(variant), NAMES_OF_PLAYERS[:4], 3)
    rnd = random.Random(1)
    phases = set()
    while match.deals < 2:
        match.deal()
        while not match.deal_is_over:
            player = who_acts(match.game, match.state, rnd)
            assert player is not None
            match.act(player, simply(match.game, rnd)(match.state, player))
            view = match.game.view(match.state)
            validate_answer({"request": "view"}, {"id": 1, "answer": "view", "view": view})
            phases.add(view["phase"])
    assert ("finished" in phases) == ("match.deals" in variant)


# ---- toggles that an adapter does not know


@pytest.mark.parametrize("variant", load_rulebook().playable)
def test_a_start_names_the_toggles_that_are_not_at_their_default(variant: str) -> None:
    book = load_rulebook()
    start = start_of(book.setting(variant), book.contents)
    defaults = {name: toggle.default for name, toggle in book.contents.toggles.items()}
    assert list(start["toggles"]) == list(defaults)
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in start["toggles"].items()}
    assert {name: given[name] for name in start["chosen"]} == {
        name: value for name, value in given.items() if value != defaults[name]
    }


def test_the_reference_ignores_an_unknown_toggle_unless_it_is_chosen() -> None:
    book = load_rulebook()
    hands = {"Anna": ["5"], "Bea": ["7"], "Csaba": ["8"]}
    start = start_of(book.setting("kollar"), book.contents) | {"players": list(hands), "hands": hands}
    start["chance"] = {"leader": "Anna", "dealer": "Anna"}
    later = {**start, "toggles": {**start["toggles"], "house.sevens": "play"}}
    validate_request({"id": 1, **later})
    reference = ReferenceSubject(book)
    plain, ignored = (reference.request(each) for each in (start, later))
    assert ignored["view"] == plain["view"]
    assert reference.request({**later, "chosen": [*start["chosen"], "house.sevens"]})["answer"] == "unsupported"
    assert reference.request({key: of for key, of in later.items() if key != "chosen"})["answer"] == "unsupported"


def test_the_page_says_what_to_do_with_unknown_toggles() -> None:
    (code,) = re.findall(r"`(unknown = \[.*?\])`", PAGE)
    assert PAGES["hu"].count(code) == 1
    names: dict[str, Any] = {"request": {"chosen": ["pack.packs", "house.sevens"]}, "MINE": {"pack.packs"}}
    exec(code, names)
    assert names["unknown"] == ["house.sevens"]
