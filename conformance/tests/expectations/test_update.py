"""Bringing a list up to date: entries go, shrink and come; every other line, comments first of all, stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from mocsar_conformance.expectations.read import entries_of
from mocsar_conformance.expectations.update import Seen, Updated, update

SUITE = ["cards/a", "cards/b", "cards/c", "following/new-name", "trick/x"]
VARIANTS = ["kollar", "jekely"]


def outcome(name: str, verdict: str, variant: str = "kollar", got: str = "accepted") -> dict[str, Any]:
    record: dict[str, Any] = {"id": name, "variant": variant, "verdict": verdict, "gates": True}
    if verdict == "fail":
        difference = {"path": "answer", "expected": "refused", "got": got}
        record["failure"] = {"where": "given", "step": None, "got": None, "differences": [difference]}
    return record


def each(verdicts: str, names: str = "abc", variant: str = "kollar") -> list[dict[str, Any]]:
    """Return outcomes of cards/a, cards/b …: "+" passes, "-" fails."""
    words = {"+": "pass", "-": "fail"}
    return [outcome(f"cards/{name}", words[of], variant) for name, of in zip(names, verdicts, strict=True)]


def updated(
    tmp_path: Path, text: str, *outcomes: Mapping[str, Any], settings: Sequence[str] = (), lang: str = "en"
) -> Updated:
    path = tmp_path / "known.yaml"
    path.write_bytes(text.encode())
    _, entries = entries_of(path)
    renamed = {"following/old-name": "following/new-name"}
    found = update(text, entries, Seen.of(outcomes, settings), SUITE, VARIANTS, renamed.get, lang)
    path.write_bytes(found.text.encode())
    entries_of(path)  # what comes out is a list still
    return found


FILE = """\
# Ours, kept by hand.

known:
# about kings
- scenarios: cards/a   # the first
  reason: kings beat kings
  link: '#1'
  # until the rewrite
# about queens
- scenarios: [cards/b, cards/c]
  variants: kollar
  reason: queens beat kings  # since spring
  link: '#2'

# what the weather does
flaky:
- {scenarios: trick/x, reason: the clock, link: '#3'}
"""


def test_where_all_is_as_it_says_nothing_changes(tmp_path: Path) -> None:
    found = updated(tmp_path, FILE, *each("---"), outcome("trick/x", "pass"))
    assert (found.text, list(found.changes)) == (FILE, [])


def test_what_passes_goes_with_its_comments_and_all_else_stays(tmp_path: Path) -> None:
    found = updated(tmp_path, FILE, *each("+--"))
    gone = FILE[FILE.index("# about kings") : FILE.index("# about queens")]
    assert found.text == FILE.replace(gone, "")
    assert [change.what for change in found.changes] == ["removed"]


def test_the_comment_of_an_entry_before_stays_when_the_next_goes(tmp_path: Path) -> None:
    found = updated(tmp_path, FILE, *each("-++"))
    gone = FILE[FILE.index("# about queens") : FILE.index("\n# what the weather")]
    assert found.text == FILE.replace(gone, "")


def test_an_entry_shrinks_to_what_still_fails(tmp_path: Path) -> None:
    found = updated(tmp_path, FILE, *each("--+"))
    assert found.text == FILE.replace("[cards/b, cards/c]", "cards/b")
    assert [change.what for change in found.changes] == ["narrowed"]


LISTED = """\
known:
  - scenarios:
      # the first
      - cards/a  # one
      # the second
      - cards/b  # two
      - 'cards/c'  # three
    reason: >
      a long story

      with an end
    link: l
    # below
  # of the next
  - reason: r
    link: |
      l
    scenarios: trick/x
"""


def test_a_list_loses_its_lines_and_keeps_the_comments_of_the_others(tmp_path: Path) -> None:
    found = updated(tmp_path, LISTED, *each("-+-"), outcome("trick/x", "fail"))
    assert found.text == LISTED.replace("      # the second\n      - cards/b  # two\n", "")


@pytest.mark.parametrize(
    ("verdicts", "x", "start", "end"), [("+++", "fail", "  - sc", "  # of"), ("---", "pass", "  # of the", "")]
)
def test_an_entry_goes_whole_whatever_its_layout(tmp_path: Path, verdicts: str, x: str, start: str, end: str) -> None:
    found = updated(tmp_path, LISTED, *each(verdicts), outcome("trick/x", x))
    first, last = LISTED.index(start), LISTED.index(end, LISTED.index(start)) if end else len(LISTED)
    assert found.text == LISTED[:first] + LISTED[last:]


def test_a_list_in_brackets_keeps_its_comments(tmp_path: Path) -> None:
    text = "known:\n- scenarios: [cards/a, # one\n    cards/b, # two\n    cards/c] # end\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, *each("-+-"))
    assert found.text == text.replace("cards/b,", "")


def test_an_entry_in_braces_shrinks_inside_them(tmp_path: Path) -> None:
    text = "known:\n- {scenarios: [cards/a, cards/b], reason: r, link: l} # why\n"
    first = updated(tmp_path, text, *each("+-", "ab"))
    assert first.text == text.replace("[cards/a, cards/b]", "cards/b")
    split = updated(tmp_path, text, *each("--", "ab"), *each("++", "ab", "jekely"))
    assert split.text == text.replace("cards/b]", "cards/b], variants: kollar")


def test_a_file_in_braces_is_laid_out_where_it_changes(tmp_path: Path) -> None:
    text = (
        '# ours\n{"known": [{"scenarios": "cards/a", "reason": "r", "link": "l"}, # one\n'
        ' # of b\n {"scenarios": "cards/b", "reason": "r", "link": "l"}], # all\n "skip": []}\n'
    )
    assert updated(tmp_path, text, *each("--", "ab")).text == text
    found = updated(tmp_path, text, *each("+-", "ab"))
    assert found.text == (
        '# ours\n"known":  # all\n# of b\n- {"scenarios": "cards/b", "reason": "r", "link": "l"}\n"skip": []\n'
    )


def test_a_wildcard_shrinks_to_what_still_fails_only_if_something_passes(tmp_path: Path) -> None:
    text = "known:\n- scenarios: ['cards/*', trick/x]\n  reason: r\n  link: l\n"
    assert updated(tmp_path, text, *each("---")).text == text
    found = updated(tmp_path, text, *each("-+-"), outcome("trick/x", "fail"))
    assert found.text == text.replace("['cards/*', trick/x]", "[cards/a, cards/c, trick/x]")


def test_an_entry_shrinks_to_the_variants_in_which_it_still_fails(tmp_path: Path) -> None:
    text = "known:\n- scenarios: cards/*\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, *each("---"), *each("+++", variant="jekely"))
    assert found.text == text.replace("cards/*\n", "cards/*\n  variants: kollar\n")


def test_what_is_left_is_split_with_its_reason_where_one_entry_cannot_say_it(tmp_path: Path) -> None:
    text = 'known:\n- scenarios: [cards/a, cards/b]\n  verdict: fail\n  reason: "it\'s\\told"\n  link: l\n# end\n'
    found = updated(tmp_path, text, *each("--", "ab"), *each("+-", "ab", "jekely"))
    assert found.text == text.replace("[cards/a, cards/b]", "cards/b").replace(
        "  link: l\n",
        '  link: l\n- scenarios: cards/a\n  variants: kollar\n  verdict: fail\n  reason: "it\'s\\x09old"\n  link: l\n',
    )
    assert [change.what for change in found.changes] == ["narrowed", "split"]


def test_what_was_not_run_stays(tmp_path: Path) -> None:
    assert updated(tmp_path, FILE).text == FILE
    text = "known:\n- scenarios: [cards/a, cards/b]\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, outcome("cards/a", "pass"))
    assert found.text == text.replace("[cards/a, cards/b]", "cards/b")


def test_a_variant_that_was_not_run_this_time_stays(tmp_path: Path) -> None:
    text = "known:\n- scenarios: cards/a\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, outcome("cards/a", "pass"), settings=["kollar", "jekely"])
    assert found.text == text.replace("cards/a\n", "cards/a\n  variants: jekely\n")


def test_what_does_not_apply_is_no_reason_to_keep_an_entry(tmp_path: Path) -> None:
    text = "known:\n- scenarios: cards/*\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, outcome("cards/a", "pass"), *(outcome(f"cards/{n}", "skipped") for n in "bc"))
    assert found.text == "known: []\n"


def test_what_fails_anew_is_added_together_where_it_fails_alike(tmp_path: Path) -> None:
    new = [outcome("following/new-name", "fail", variant) for variant in VARIANTS]
    found = updated(tmp_path, FILE, *each("---"), *new)
    added = (
        "- scenarios: following/new-name\n  variants: [kollar, jekely]\n"
        "  reason: 'not looked into yet: fail: answer was accepted, refused expected'\n  link: none yet\n"
    )
    assert found.text == FILE.replace("  link: '#2'\n", f"  link: '#2'\n{added}")


def test_what_fails_in_different_chapters_is_added_apart(tmp_path: Path) -> None:
    found = updated(tmp_path, "known: []\n", *each("--", "ab"), outcome("trick/x", "fail"))
    entries = yaml.safe_load(found.text)["known"]
    assert [entry["scenarios"] for entry in entries] == [["cards/a", "cards/b"], "trick/x"]


def test_what_one_clause_decides_is_added_together_where_it_applies(tmp_path: Path) -> None:
    failing = [outcome("cards/a", "fail"), outcome("trick/x", "fail"), outcome("trick/x", "fail", "jekely")]
    for record in failing:
        record["failure"]["clauses"] = [{"id": "follow.beats"}, {"id": "turn"}]
    found = updated(tmp_path, "known: []\n", *failing, outcome("cards/a", "skipped", "jekely"))
    (entry,) = yaml.safe_load(found.text)["known"]
    assert (entry["scenarios"], entry["variants"]) == (["cards/a", "trick/x"], ["kollar", "jekely"])
    assert entry["reason"].endswith("(follow.beats)")


def test_what_passes_in_a_variant_is_not_added_for_it(tmp_path: Path) -> None:
    failing = [outcome("cards/a", "fail"), outcome("cards/b", "fail"), outcome("cards/b", "fail", "jekely")]
    found = updated(tmp_path, "known: []\n", *failing, outcome("cards/a", "pass", "jekely"))
    entries = yaml.safe_load(found.text)["known"]
    assert [(each["scenarios"], each["variants"]) for each in entries] == [
        ("cards/a", "kollar"),
        ("cards/b", ["kollar", "jekely"]),
    ]


def test_all_that_needs_the_same_is_added_together(tmp_path: Path) -> None:
    lacking = [{**outcome(name, "unsupported"), "what": "capability `pack`"} for name in ("cards/a", "trick/x")]
    (entry,) = yaml.safe_load(updated(tmp_path, "known: []\n", *lacking).text)["known"]
    assert entry["reason"] == "not looked into yet: unsupported: capability `pack`"


def test_the_reason_comes_in_the_users_language(tmp_path: Path) -> None:
    found = updated(tmp_path, "known: []\n", *each("-", "a"), lang="hu")
    reason = yaml.safe_load(found.text)["known"][0]["reason"]
    assert reason == "még nincs földerítve: fail: answer: accepted, az elvárt refused helyett"


def test_what_a_subject_says_stays_one_harmless_text(tmp_path: Path) -> None:
    said = "x'\n- scenarios: '*'\n\x1b[31m\u202e"
    found = updated(tmp_path, "known: []\n", {**outcome("cards/a", "unsupported"), "what": said})
    (entry,) = yaml.safe_load(found.text)["known"]
    assert entry["scenarios"] == "cards/a"
    assert entry["reason"].isprintable()


def test_what_fails_in_another_way_than_was_foretold_is_looked_at_anew(tmp_path: Path) -> None:
    text = "known:\n- scenarios: [cards/a, cards/b]\n  verdict: fail\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, outcome("cards/a", "crash"), outcome("cards/b", "fail"))
    assert [change.what for change in found.changes] == ["narrowed", "added"]
    assert [entry["scenarios"] for entry in yaml.safe_load(found.text)["known"]] == ["cards/b", "cards/a"]


@pytest.mark.parametrize("verdict", ["reading-differs", "reason-differs", "unsupported"])
def test_what_is_no_failure_stays_where_it_was_foretold(tmp_path: Path, verdict: str) -> None:
    text = f"known:\n- scenarios: cards/a\n  verdict: {verdict}\n  reason: r\n  link: l\n"
    assert updated(tmp_path, text, outcome("cards/a", verdict)).text == text


def test_what_does_not_count_is_not_added(tmp_path: Path) -> None:
    disputed = {**outcome("cards/a", "fail"), "gates": False}
    assert updated(tmp_path, "known: []\n", disputed).changes == ()


def test_what_has_another_name_now_gets_it(tmp_path: Path) -> None:
    text = "known:\n- scenarios: following/old-name  # old\n  reason: r\n  link: l\n"
    found = updated(tmp_path, text, outcome("following/new-name", "fail"))
    assert found.text == text.replace("following/old-name", "following/new-name")
    assert [change.what for change in found.changes] == ["renamed"]


def test_what_matches_nothing_any_more_goes_whatever_its_kind(tmp_path: Path) -> None:
    text = (
        "skip:\n- {scenarios: gone/*, reason: r, link: l}\n- {scenarios: trick/x, variants: [gone, kollar], reason: r, "
        "link: l}\n- {scenarios: trick/x, variants: gone, reason: r, link: l}\n"
    )
    expected = "skip:\n- {scenarios: trick/x, variants: kollar, reason: r, link: l}\n"
    assert updated(tmp_path, text).text == expected


def test_flaky_entries_stay_whatever_happens(tmp_path: Path) -> None:
    text = "flaky:\n- {scenarios: trick/x, reason: r, link: l}\n"
    assert updated(tmp_path, text, outcome("trick/x", "fail")).text == text
    assert updated(tmp_path, text, outcome("trick/x", "pass")).text == text


@pytest.mark.parametrize(
    "text",
    [
        "known: []\n",
        "# only this\nflaky: []\n",
        "known:\n",
        "known: null # none",
        "flaky: []\nknown: []  # none\n",
        "known: [ # none\n]\n# only this",
        "{flaky: []} # none",
        "flaky: []\n# only this",
    ],
)
def test_the_first_entry_finds_its_place(tmp_path: Path, text: str) -> None:
    found = updated(tmp_path, text, outcome("cards/a", "fail"))
    assert [entry["scenarios"] for entry in yaml.safe_load(found.text)["known"]] == ["cards/a"]
    assert all(comment in found.text for comment in ("# only this", "# none") if comment in text)


def test_the_last_entry_leaves_an_empty_list(tmp_path: Path) -> None:
    text = "known:  # ours\n- scenarios: cards/a\n  reason: r\n  link: l\nskip: []\n"
    found = updated(tmp_path, text, outcome("cards/a", "pass"))
    assert found.text == "known: []  # ours\nskip: []\n"


def test_line_ends_and_the_byte_order_mark_stay(tmp_path: Path) -> None:
    text = "\ufeff" + FILE.replace("\n", "\r\n")
    found = updated(tmp_path, text, *each("--+"))
    assert found.text == text.replace("[cards/b, cards/c]", "cards/b")


def test_many_scenarios_are_written_one_to_a_line() -> None:
    names = [f"cards/{letter * 20}" for letter in "defghijk"]
    found = update(
        "known: []\n", [], Seen.of([outcome(name, "fail") for name in names]), names, VARIANTS, lambda _: None
    )
    assert yaml.safe_load(found.text)["known"][0]["scenarios"] == names
    assert max(map(len, found.text.splitlines())) < 120
