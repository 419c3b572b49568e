"""Records of matches: what the rules have otherwise is found, at its line, and nothing else."""

from __future__ import annotations

import json

import pytest

from mocsar_conformance.text import neutralise

from .conftest import SHORT, Audit, Write, recorded

LINES = SHORT.splitlines()


def changed(line: int, *others: str) -> list[str]:
    """Return the short match with one line, from 1, replaced by others."""
    return [*LINES[: line - 1], *others, *LINES[line:]]


@pytest.mark.parametrize(
    "variant", ["kollar", "kollar-one-lap", "jekely", "jekely-farago", "elnok", "elnok-forradalom", "elnok-dai-fugo"]
)
def test_what_the_reference_plays_is_clean(audit: Audit, write: Write, variant: str) -> None:
    lines = recorded(variant, 5, 3, 2)
    ended = audit(write(lines))
    assert ended.code == 0
    assert ended.report["findings"] == []
    assert ended.report["moves"] == sum('"p":' in line for line in lines)
    assert (ended.report["matches"], ended.report["deals"], ended.report["lines"]) == (1, 3, len(lines))


def test_a_match_by_hand_is_clean(audit: Audit, write: Write) -> None:
    ended = audit(write(LINES))
    assert (ended.code, ended.report["found"], ended.report["moves"]) == (0, 0, 6)


@pytest.mark.parametrize(
    ("line", "action", "rule", "reason"),
    [
        (4, {"do": "play", "cards": ["5"]}, "follow.beats.higher", "not-higher"),
        (4, {"do": "play", "cards": ["5", "7"]}, "play.one-rank", "not-a-set"),
        (4, {"do": "play", "cards": ["J"]}, "play.cards-held", "cards-not-held"),
        (3, {"do": "pass"}, "lead.no-pass", "must-lead"),
        (5, {"do": "play", "cards": ["8", "8"]}, "play.cards-held", "cards-not-held"),
    ],
)
def test_an_illegal_action_is_found_with_its_rule(
    audit: Audit, write: Write, line: int, action: dict[str, object], rule: str, reason: str
) -> None:
    player = json.loads(LINES[line - 1])["p"]
    ended = audit(write(changed(line, json.dumps({"p": player, **action}))))
    assert ended.code == 1
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["match"], found["deal"], found["move"]) == (
        "A001",
        line,
        1,
        1,
        line - 2,
    )
    assert rule in found["rules"]
    assert found["reason"] == reason
    assert (found["player"], found["action"]) == (player, action)
    assert found["situation"]["turn"] == player
    assert ended.report["unjudged"] == 8 - line
    assert ended.report["moves"] == line - 2


def test_the_wrong_turn_is_told_apart(audit: Audit, write: Write) -> None:
    ended = audit(write(changed(4)))  # Bea's seven is left out, so that Csaba plays before her
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["player"]) == ("A002", 4, "Csaba")
    assert found["rules"][0] == "play.on-turn"
    assert found["situation"]["turn"] == "Bea"
    assert ended.report["counts"] == [{"code": "A002", "key": "play.on-turn", "number": 1}]


def test_a_move_of_the_exchange_by_who_owes_nothing_is_no_matter_of_turns(
    audit: Audit, write: Write, kollar: tuple[str, ...]
) -> None:
    at = next(index for index, line in enumerate(kollar) if '"give"' in line)
    last = json.loads(next(line for line in kollar if '"over"' in line))["over"][-1]
    lines = [*kollar[:at], json.dumps({"p": last, "do": "give", "cards": ["3"]}), *kollar[at:]]
    (found,) = audit(write(lines)).report["findings"]
    assert (found["code"], found["line"]) == ("A001", at + 1)


def test_an_end_too_early(audit: Audit, write: Write) -> None:
    ended = audit(write(changed(8)))  # Csaba's king is left out
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["got"]) == ("A010", 8, ["Anna", "Csaba", "Bea"])


def test_no_end(audit: Audit, write: Write) -> None:
    assert audit(write(LINES[:-1])).found == [("A011", 8)]
    two = [*LINES[:-1], '{"deal":2,"hands":{"Anna":["5"],"Bea":["4"],"Csaba":["8"]}}']
    assert audit(write(two)).found == [("A011", 9)]


def test_broken_off_in_a_deal_is_no_finding(audit: Audit, write: Write) -> None:
    ended = audit(write(LINES[:-2]))
    assert (ended.code, ended.report["found"], ended.report["broken_off"]) == (0, 0, 1)


def test_other_places(audit: Audit, write: Write) -> None:
    titles = {"Csaba": "king", "Anna": "citizen", "Bea": "swamp"}
    ended = audit(write(changed(9, json.dumps({"over": ["Csaba", "Anna", "Bea"], "titles": titles}))))
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"]) == ("A012", 9)
    assert (found["expected"], found["got"]) == (["Anna", "Csaba", "Bea"], ["Csaba", "Anna", "Bea"])


def test_other_titles(audit: Audit, write: Write) -> None:
    ended = audit(write([line.replace("swamp", "serf") for line in LINES]))
    (found,) = ended.report["findings"]
    assert (found["code"], found["line"], found["expected"]["Bea"], found["got"]["Bea"]) == ("A013", 9, "swamp", "serf")


def test_an_action_after_the_end(audit: Audit, write: Write) -> None:
    before = audit(write([*LINES[:8], '{"p":"Bea","do":"pass"}', LINES[8]]))
    assert before.found == [("A004", 9)]
    after = audit(write([*LINES, '{"p":"Bea","do":"pass"}', '{"p":"Bea","do":"pass"}']))
    assert (after.found, after.report["unjudged"]) == ([("A004", 10)], 2)


def test_cards_that_the_pack_does_not_hold(audit: Audit, write: Write, kollar: tuple[str, ...]) -> None:
    seven = ["joker"] * 7  # two packs have six
    hands = {"Anna": seven, "Bea": ["5"], "Csaba": ["8"]}
    assert audit(write(changed(2, json.dumps({"deal": 1, "hands": hands})))).found == [("A020", 2)]
    assert audit(write(changed(2, json.dumps({"deal": 1, "hands": {**hands, "Anna": ["1"]}})))).found == [("A020", 2)]
    deal = json.loads(kollar[1])
    lacking = json.dumps({**deal, "pack": deal["pack"][:-1]})
    assert ("A020", 2) in audit(write([kollar[0], lacking])).found


def test_a_card_that_the_game_has_not(audit: Audit, write: Write) -> None:
    assert audit(write(changed(4, '{"p":"Bea","do":"play","cards":["11"]}'))).found == [("A005", 4)]
    assert audit(write(changed(4, '{"p":"Bea","do":"fly"}'))).found == [("A005", 4)]
    assert audit(write(changed(4, '{"p":"Zoli","do":"pass"}'))).found == [("A005", 4)]


def test_a_deal_that_depends_on_what_is_not_said(audit: Audit, write: Write) -> None:
    lines = changed(2, LINES[1].replace(',"leader":"Anna"', ""))
    ended = audit(write(lines))
    assert ended.found == [("A021", 2)]
    (found,) = ended.report["findings"]
    assert "'leader'" in found["what"]


def test_the_next_deal_is_judged_again_from_the_recorded_places(
    audit: Audit, write: Write, kollar: tuple[str, ...], jekely: tuple[str, ...]
) -> None:
    for match in (kollar, jekely):
        second, third = (index for index, line in enumerate(match) if '"deal":' in line and '"deal":1' not in line)
        at = 20  # a card of this action is lost
        assert '"p":' in match[at - 1]
        ended = audit(write([*match[: at - 1], *match[at:]]))
        assert [found["line"] for found in ended.report["findings"]] == [at]
        acts = [index for index, line in enumerate(match) if '"p":' in line]
        unjudged = sum(at < index < second for index in acts)
        assert ended.report["unjudged"] == unjudged
        assert ended.report["moves"] == len(acts) - 1 - unjudged  # all of the second and third deal among them
        twice = list(match)
        del twice[third + 10], twice[at - 1]
        assert [found["line"] for found in audit(write(twice)).report["findings"]] == [at, third + 10]


def test_what_passes_on_unseen_is_not_guessed(audit: Audit, write: Write) -> None:
    """A turned order that lasts for the match may have turned where nobody could judge it."""
    lines = recorded("elnok-forradalom(revolution.lasts=the-match)", 4, 2, 3)
    assert audit(write(lines)).code == 0
    ended = audit(write([*lines[:9], *lines[10:]]))
    second = next(index for index, line in enumerate(lines) if '"deal":2' in line)
    assert len(ended.report["findings"]) == 1
    assert ended.report["unjudged"] >= sum('"p":' in line for line in lines[second:])


def test_a_deal_that_is_left_out(audit: Audit, write: Write, kollar: tuple[str, ...]) -> None:
    second, third = (index for index, line in enumerate(kollar) if '"deal":' in line and '"deal":1' not in line)
    ended = audit(write([*kollar[:second], *kollar[third:]]))
    assert ended.found == [("A050", second + 1)]
    lost = audit(write([*kollar[:second], *kollar[second + 1 :]]))  # only the line that begins it
    assert lost.found == [("A004", second + 1)]
    assert lost.report["moves"] == sum('"p":' in line for line in (*kollar[:second], *kollar[third:]))


def test_a_deal_after_the_end_of_the_match(audit: Audit, write: Write) -> None:
    lines = recorded("elnok(match.deals=1)", 4, 3, 1)
    assert audit(write(lines)).code == 0
    assert audit(write([*lines, lines[1].replace('"deal":1', '"deal":2')])).found == [("A014", len(lines) + 1)]


def test_a_deal_in_the_middle_of_another(audit: Audit, write: Write) -> None:
    lines = [*LINES[:5], '{"deal":2,"hands":{"Anna":["5"],"Bea":["4"],"Csaba":["8"]}}', '{"p":"Anna","do":"pass"}']
    ended = audit(write(lines))
    assert ended.found == [("A014", 6)]
    assert ended.report["unjudged"] == 1


def test_a_setting_or_number_of_players_that_there_is_not(audit: Audit, write: Write) -> None:
    lines = [line.replace("kollar", "kolar") for line in LINES] + LINES
    ended = audit(write(lines))
    assert ended.found == [("A048", 1)]
    assert (ended.report["moves"], ended.report["unjudged"]) == (6, 6)
    assert audit(write(['{"record":"match","setting":"kollar","players":["Anna","Bea"]}'])).found == [("A048", 1)]


def test_records_that_do_not_say_what_is_played(audit: Audit, write: Write) -> None:
    path = write([line.replace('"setting":"kollar",', "") for line in LINES])
    assert audit(path).found == [("A048", 1)]
    assert audit(path, "--variant", "kollar").code == 0
    assert audit(path, "--variant", "kolar").code == 2


def test_more_of_a_kind_than_are_shown(audit: Audit, write: Write) -> None:
    path = write(changed(4) * 5)
    ended = audit(path, "--show", 2)
    assert ended.kinds == {"A002": 5}
    assert ended.found == [("A002", 4), ("A002", 12)]
    assert "… and 3 more" in audit(path, "--show", 2, form="text").out


def test_what_people_read(audit: Audit, write: Write) -> None:
    path = write(changed(4, '{"p":"Bea","do":"play","cards":["5"]}'))
    out = audit(path, form="text").out
    for words in (
        f"A001  {neutralise(str(path))}:4",
        "match 1, deal 1, action 2, kollar",
        "→ Bea    5 7",
        "Bea: play 5",
        "follow.beats.higher: Whoever follows must play cards of a higher rank",
        "4 actions not judged",
        "1 found",
    ):
        assert words in out
    hungarian = audit(path, "--lang", "hu", form="text").out
    assert "szabálytalan lépés elfogadva" in hungarian
    assert "1. játszma, 1. leosztás, 2. lépés" in hungarian
