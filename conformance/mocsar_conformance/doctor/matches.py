"""Checks of a match: it begins, shows what it must, can be begun anew, and is not begun where it cannot be played."""

from __future__ import annotations

from typing import Any

from mocsar_conformance.doctor.bench import Bench, listed, stop, words
from mocsar_conformance.doctor.model import Broken
from mocsar_conformance.doctor.situation import NAMES, Message, Situation
from mocsar_conformance.text import neutralise

NOWHERE = "doctor-no-such-game"
"""A variant, and a toggle's value, that no rulebook has."""
FAR = 999_983
"""A number that no toggle can have."""


def begins(bench: Bench) -> None:
    """Every variant that it claims can be started with given hands."""
    bench.insist("hands")
    seen: set[str] = set()
    for claim in bench.claims:
        name = claim.setting.short
        situation = Situation(bench.book, claim.setting)
        try:
            answer = bench.talk.ask(situation.small())
        except Broken as broken:
            bench.broke(broken)
            continue
        if answer["answer"] == "view":
            bench.situation = bench.situation or situation
        elif name not in seen:
            bench.found("D060", variant=name, what=neutralise(str(answer.get("what", ""))))
        seen.add(name)
    bench.blocked = bench.situation is None


def shows(bench: Bench) -> None:
    """The view has the core, and shows as many cards as were dealt."""
    start = bench.table.small()
    wanted, got = bench.table.asked(start)["view"], bench.view(start)
    core = [each.id for each in bench.book.contents.model.view if each.core]
    lacking = [each for each in core if each not in got and (each in wanted and wanted[each] is not None)]
    lacking += [each for each in ("table", "titles") if each not in got and each not in lacking]
    if lacking:
        bench.found("D061", what=listed(lacking))
    sizes = got.get("sizes")
    if isinstance(sizes, dict) and sizes != wanted["sizes"]:
        bench.found("D062", blocks=True, want=_json(wanted["sizes"]), got=_json(sizes))
    hands = got.get("hands")
    if hands is None and bench.states("cards"):
        bench.found("D069", what="cards", why="–")
    if isinstance(hands, dict) and _sorted(hands) != _sorted(wanted["hands"]):
        bench.found("D063", want=_json(wanted["hands"]), got=_json(hands))
    phases = bench.book.contents.model.phases
    if "phase" in got and got["phase"] not in phases:
        from mocsar_reference.errors import did_you_mean

        bench.found("D064", got=neutralise(str(got["phase"]), 60), note=did_you_mean(str(got["phase"]), phases))


def steady(bench: Bench) -> None:
    """Looking changes nothing: `view` twice shows the same, and the same as the answer to `start`."""
    first = bench.view(bench.table.small())
    second, third = bench.view({"request": "view"}), bench.view({"request": "view"})
    differ = bench.differences(first, second) or bench.differences(second, third)
    if differ:
        bench.found("D065", blocks=True, what=differ)


def acts(bench: Bench) -> None:
    """The plainest action is accepted, and the view in the answer is the view afterwards."""
    steps = bench.table.played(bench.table.small())
    start, act = next(steps), next(steps)
    bench.view(start.request)
    answer = bench.talk.ask(act.request)
    if answer["answer"] != "accepted":
        said = answer.get("reason") or answer.get("what") or answer["answer"]
        what = f"{act.request['player']}: {words(act.request['action'])}"
        bench.found("D067", blocks=True, what=what, said=neutralise(str(said), 80))
        return
    differ = bench.differences(answer["view"], bench.view({"request": "view"}))
    if differ:
        bench.found("D068", what=differ)


def begins_anew(bench: Bench) -> None:
    """A `start` in the middle of a deal forgets the match before."""
    table, talk = bench.table, bench.talk
    again = table.small(table.players, seed=1)
    talk.stop()
    fresh = bench.view(again)
    others = NAMES[-table.fewest :]
    for before in (table.small(others, seed=2), again):
        talk.stop()
        steps = table.played(before)
        talk.ask(next(steps).request)
        for _ in range(2):
            step = next(steps, None)
            if step is not None:
                talk.ask(step.request)
        differ = bench.differences(fresh, bench.view(again))
        if differ:
            bench.found("D066", what=differ)
            talk.forgets_nothing = True
            return


def refuses_what_it_cannot(bench: Bench) -> None:
    """A game that does not exist is not started: `unsupported`, and so is all up to the next `start`."""
    table, talk = bench.table, bench.talk
    good = table.small()
    steps = table.played(good)
    next(steps)
    act = next(steps).request
    toggles = bench.book.contents.toggles
    impossible = {name: _impossible(value, bool(toggles[name].values)) for name, value in good["toggles"].items()}
    talk.stop()
    talk.ask(good)  # so that there is a match that could wrongly go on
    try:
        answer = talk.ask({**good, "toggles": impossible, "chosen": list(impossible)})
    except Broken as broken:
        bench.broke(broken, "D053")
        return
    if answer["answer"] != "unsupported":
        bench.found("D053", what=NOWHERE)
        return
    for each in ({"request": "view"}, act):
        try:
            answer = talk.ask(each)
        except Broken as broken:
            bench.broke(broken, "D054", request=str(each["request"]))
            break
        if answer["answer"] != "unsupported":
            bench.found("D054", request=str(each["request"]), what=str(answer["answer"]))
    try:
        answer = talk.ask(good)
    except Broken as broken:
        bench.broke(broken, "D055")
        return
    if answer["answer"] != "view":
        bench.found("D055", what=str(answer["answer"]))


def deals_on(bench: Bench) -> None:
    """When a deal is over, the next one of the same match can begin."""
    table, talk = bench.table, bench.talk
    answer: dict[str, Any] = {}
    try:
        for step in table.played(table.small()):
            answer = talk.ask(step.request)
            if bench.differences(answer.get("view") or {}, step.answer["view"]) and answer["answer"] not in (
                "view",
                "accepted",
            ):
                stop("left-the-rules")
    except Broken as broken:
        bench.broke(broken)
        return
    phase = (answer.get("view") or {}).get("phase")
    if phase != "over":
        stop("not-over")
    hands = table.dealt(table.players, 5, seed=3)
    chance = dict.fromkeys(bench.book.contents.model.chance, table.players[0])
    try:
        answer = talk.ask({"request": "deal", "hands": hands, "chance": chance})
    except Broken as broken:
        bench.broke(broken, "D070")
        return
    if answer["answer"] != "view":
        bench.found("D070", what=neutralise(str(answer.get("what", answer["answer"]))))


def from_pack(bench: Bench) -> None:
    """What states `pack` can deal from one."""
    bench.insist("pack")
    table = Situation(bench.book, bench.claims[0].setting)
    pack = [card for hand in table.whole(table.players).values() for card in hand]
    _started(bench, table.start(table.players, pack=pack), "pack")


def from_standing(bench: Bench) -> None:
    """What states `standing` can begin after the places of a deal before."""
    bench.insist("standing")
    bench.insist("hands")
    table = Situation(bench.book, bench.claims[0].setting)
    hands = table.dealt(table.players, 6)
    start = table.start(table.players, hands, standing=list(reversed(table.players)))
    _started(bench, start, "standing")


def _started(bench: Bench, start: Message, capability: str) -> None:
    try:
        answer = bench.talk.ask(start)
    except Broken as broken:
        bench.broke(broken, "D069", what=capability, why=broken.code)
        return
    if answer["answer"] != "view":
        bench.found("D069", what=capability, why=neutralise(str(answer.get("what", answer["answer"]))))


def _impossible(value: Any, named: bool) -> Any:
    return [NOWHERE] if isinstance(value, list) else NOWHERE if named or isinstance(value, str) else FAR


def _sorted(hands: dict[str, Any]) -> dict[str, list[str]]:
    return {name: sorted(map(str, cards)) for name, cards in hands.items() if cards}


def _json(value: Any) -> str:
    import json

    return neutralise(json.dumps(value, ensure_ascii=False), 200)
