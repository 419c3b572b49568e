"""A list of expectations: what is wrong in it is told with its place, and which entry speaks of what."""

from __future__ import annotations

from pathlib import Path

import pytest

from mocsar_conformance.expectations.model import Expectations, matches
from mocsar_conformance.expectations.read import never_run, read_expectations
from mocsar_reference import MocsarError

SUITE = ["cards/a", "cards/b", "following/equal"]
VARIANTS = ["kollar", "jekely", "kollar(ranks.wild=[2])"]
WHY = "reason: because\n  link: '#1'"


def read(tmp_path: Path, text: str, version: str | None = "1.4.0") -> Expectations:
    path = tmp_path / "known.yaml"
    path.write_text(text, encoding="utf-8")
    return read_expectations(path, SUITE, VARIANTS, version)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("known: {}\n", "known.yaml:1:8: S003 'known' must be a list"),
        ("known:\n- scenarios: cards/a\n  reason: because\n", "known.yaml:2:3: S002"),
        ("knwon: []\n", "known.yaml:1:1: S001 the key 'knwon' is not known here\n  hint: did you mean 'known'?"),
        (f"known:\n- scenarios: cards/c\n  {WHY}\n", "known.yaml:2:14: U055 no scenario matches 'cards/c'"),
        (f"skip:\n- scenarios: [cards/a, 'x/*']\n  {WHY}\n", "known.yaml:2:24: U055 no scenario matches 'x/*'"),
        (
            f"flaky:\n- scenarios: cards/*\n  variants: kolar\n  {WHY}\n",
            "known.yaml:3:13: U056 no variant matches 'kolar'\n  hint: did you mean 'kollar'?",
        ),
        (
            f"skip:\n- scenarios: crads/*\n  {WHY}\n",
            "known.yaml:2:14: U055 no scenario matches 'crads/*'\n  hint: did you mean 'cards/*'?",
        ),
        (
            f"skip:\n- scenarios: nothing/like-it\n  {WHY}\n",
            "U055 no scenario matches 'nothing/like-it'\n  hint: take it out, or run `mocsar expect --update`",
        ),
        (
            f"known:\n- scenarios: cards/*\n  {WHY}\nskip:\n- scenarios: cards/b\n  variants: jekely\n  {WHY}\n",
            "known.yaml:6:3: U057 two entries expect different things of cards/b in jekely\n  hint: the other is at ",
        ),
        (
            f"known:\n- scenarios: cards/*\n  {WHY}\n- scenarios: cards/b\n  verdict: crash\n  {WHY}\n",
            "known.yaml:5:3: U057 two entries expect different things of cards/b in kollar",
        ),
        (
            f"known:\n- scenarios: cards/a\n  verdict: pass\n  {WHY}\n",
            "known.yaml:3:12: S004 'verdict' is the text 'pass', and must be fail, error, ",
        ),
        (f"known:\n- scenarios: cards/a\n  verdict: [fail, faul]\n  {WHY}\n", "known.yaml:3:19: S004"),
        (f"known:\n- scenarios: []\n  {WHY}\n", "known.yaml:2:14: S007"),
        (f"known:\n- scenarios: 12\n  {WHY}\n", "known.yaml:2:14: S003"),
        (f"flaky:\n- scenarios: cards/a\n  verdict: fail\n  {WHY}\n", "known.yaml:3:3: S001 the key 'verdict'"),
        ("known:\n- scenarios: cards/a\n  reason: ''\n  link: '#1'\n", "known.yaml:3:11: S007 'reason' is empty"),
        ("known:\n- scenarios: cards/a\n  reason: r\n  link: #1\n", "known.yaml:4:8: S003 'link' has no value"),
        (
            f"known:\n- scenarios: cards/a\n  versions: until 2\n  {WHY}\n",
            "known.yaml:3:13: U058 'until 2' is no range of versions",
        ),
    ],
)
def test_what_is_wrong_in_it_is_told_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(MocsarError) as caught:
        read(tmp_path, text)
    assert complaint in str(caught.value)


def test_what_has_another_name_now_is_told_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mocsar_conformance.expectations.read.became", lambda *_: "following/equal")
    with pytest.raises(MocsarError, match="U055") as caught:
        read(tmp_path, f"known:\n- scenarios: following/old\n  {WHY}\n")
    assert "it is called 'following/equal' now; `mocsar expect --update` puts that in" in str(caught.value)


def test_two_entries_may_speak_of_the_same_if_they_expect_the_same(tmp_path: Path) -> None:
    found = read(tmp_path, f"known:\n- scenarios: cards/*\n  {WHY}\n- scenarios: cards/a\n  {WHY}\n")
    assert found.of("cards/a", "kollar") is found.entries[0]


@pytest.mark.parametrize(
    ("version", "versions", "holds"),
    [
        ("1.4.0", "<1.5", True),
        ("v1.4", "==1.4.*", True),
        ("1.5.0", "<1.5", False),
        ("1.5.0-rc.1", "<1.5", False),
        ("1.5.0-rc.1", ">=1.5", False),
        ("1.5.0-rc.1", ">=1.5.dev0", True),
        ("1.5.0-SNAPSHOT", ">=1.5.dev0,<1.6", True),
        ("1.5.0-nightly.7+g1a2b", ">=1.4, !=1.4.3", True),
        ("1.4.0+build.7", "==1.4.0", True),
    ],
)
def test_versions_are_compared_as_their_authors_mean(tmp_path: Path, version: str, versions: str, holds: bool) -> None:
    found = read(tmp_path, f"known:\n- scenarios: cards/a\n  versions: '{versions}'\n  {WHY}\n", version)
    assert bool(found.entries) is holds


def test_a_pattern_of_which_nothing_applies_is_told(tmp_path: Path) -> None:
    found = read(tmp_path, f"known:\n- scenarios: [cards/*, cards/a]\n  {WHY}\n- scenarios: following/*\n  {WHY}\n")
    faults = list(never_run(found.entries, SUITE, ["kollar"], lambda name, _: name == "cards/b"))
    assert [(each.code, each.place and (each.place.line, each.place.column)) for each in faults] == [
        ("U060", (2, 24)),
        ("U060", (5, 14)),
    ]


@pytest.mark.parametrize(
    ("version", "complaint"),
    [(None, "the subject's version is none"), ("build 7", "'build 7', which is no number of a version")],
)
def test_a_range_needs_a_version_to_be_held_against(tmp_path: Path, version: str | None, complaint: str) -> None:
    with pytest.raises(MocsarError, match="U058") as caught:
        read(tmp_path, f"known:\n- scenarios: cards/a\n  versions: '<2'\n  {WHY}\n", version)
    assert complaint in str(caught.value)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(MocsarError) as caught:
        read(tmp_path, f"known:\n- scenarios: [no/a, no/b]\n  variants: none\n  {WHY}\n")
    assert [each.code for each in caught.value.diagnostics] == ["U055", "U055", "U056"]


def test_an_entry_holds_only_for_its_versions(tmp_path: Path) -> None:
    text = (
        f"known:\n- scenarios: cards/a\n  versions: '<2'\n  {WHY}\n- scenarios: cards/b\n  versions: '>=2'\n  {WHY}\n"
    )
    old, new = read(tmp_path, text, "1.9"), read(tmp_path, text, "2.0.1")
    assert [each.patterns for each in old.entries] == [("cards/a",)] == [each.patterns for each in new.idle]
    assert [each.patterns for each in new.entries] == [("cards/b",)] == [each.patterns for each in old.idle]


def test_entries_for_different_versions_may_speak_of_the_same(tmp_path: Path) -> None:
    known = f"known:\n- scenarios: cards/a\n  versions: '<2'\n  {WHY}\n"
    text = known + known.replace("known", "flaky").replace("<2", ">=2")
    assert read(tmp_path, text, "2.0").of("cards/a", "kollar").kind == "flaky"  # type: ignore[union-attr]


def test_an_entry_speaks_of_its_scenarios_in_its_variants(tmp_path: Path) -> None:
    found = read(tmp_path, f"known:\n- scenarios: cards/*\n  variants: kollar*\n  {WHY}\n")
    assert found.of("cards/a", "kollar") is not None
    assert found.of("cards/a", "kollar(ranks.wild=[2])") is not None
    assert found.of("cards/a", "jekely") is None
    assert found.of("following/equal", "kollar") is None


def test_an_empty_file_expects_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "known:\nflaky: []\n").entries == []


def test_brackets_in_a_setting_are_no_pattern() -> None:
    assert matches("kollar(ranks.wild=[2, joker])", "kollar(ranks.wild=[2, joker])")
    assert matches("kollar(ranks.wild=[2*", "kollar(ranks.wild=[2, joker])")
    assert not matches("kollar(ranks.wild=[2*", "kollar(ranks.wild=2, joker)")
