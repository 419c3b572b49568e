"""Each format is what its schema or an independent reader takes it for, and says of each outcome what it means."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lxml import etree

from mocsar_conformance.records import End
from mocsar_conformance.reports import FORMATS, guessed, render
from mocsar_conformance.reports.outcomes import meaning
from mocsar_conformance.results import Results, parse_results

from . import readers
from .samples import MADE, MEANINGS, SHOWN, results, through_a_stream

LANGUAGES = ("en", "hu")
INTERRUPTED = End({"pass": 4}, 1.0, {"kollar": "not-conformant", "jekely": "partial"}, interrupted=True)


@pytest.fixture(scope="module")
def made() -> Results:
    return results()


def kept(outcomes: list[Any], found: Results, end: Any = None) -> Results:
    return Results(found.run, outcomes, end or found.end)


def test_an_outcome_means_what_its_verdict_weight_and_expectation_say(made: Results) -> None:
    assert [meaning(each) for each in made.outcomes] == MEANINGS


def test_a_known_failure_that_fails_otherwise_than_foreseen_is_a_finding(made: Results) -> None:
    [known] = [each for each in made.outcomes if each["id"] == "trick/known"]
    assert meaning(dict(known) | {"expectation": {"kind": "known", "reason": "r", "met": False}}) == "finding"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_junit(made: Results, lang: str) -> None:
    became = readers.junit(render("junit", made, lang))
    kinds = {
        "pass": "pass",
        "noted": "pass",
        "finding": "failure",
        "unexpected": "failure",
        "known": "skipped",
        "uncounted": "skipped",
        "skipped": "skipped",
    }
    wanted = [kinds[each] for each in MEANINGS]
    wanted[3] = "error"  # the crash: it says nothing of the rules
    assert became == wanted


def test_junit_has_a_suite_for_each_variant_with_what_was_tested(made: Results) -> None:
    root = etree.fromstring(render("junit", made, "en").encode())
    assert [each.get("name") for each in root] == ["mocsar.kollar", "mocsar.jekely"]
    said = {each.get("name"): each.get("value") for each in root[0].iter("property")}
    assert said == {
        "subject": "mine 2",
        "edition": "2026-12",
        "digest": "0" * 64,
        "kit": "0.1.0",
        "variant": "kollar",
        "conformance": "not-conformant",
        "missing": "capability `pack`",
    }
    case = next(each for each in root.iter("testcase") if each.get("name") == "trick/fails")
    assert (case.get("classname"), case.get("file"), case.get("time")) == (
        "mocsar.kollar.trick",
        "trick/fails.yaml",
        "0.250",
    )
    [failure] = case
    assert failure.get("message") == 'answer: wanted "refused", got "accepted"'
    assert "It ends." in failure.text
    assert "mocsar validate --only trick/fails --variant kollar --show-wire -- node a.js" in failure.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ctrf(made: Results, lang: str) -> None:
    text = render("ctrf", made, lang)
    statuses = {
        "pass": "passed",
        "noted": "passed",
        "finding": "failed",
        "unexpected": "failed",
        "known": "other",
        "uncounted": "other",
        "skipped": "skipped",
    }
    assert readers.ctrf(text) == [statuses[each] for each in MEANINGS]
    document = json.loads(text)["results"]
    assert [each["rawStatus"] for each in document["tests"]] == [outcome.verdict for outcome, *_ in MADE]
    assert len({each["testId"] for each in document["tests"]}) == len(MADE)
    assert document["tests"][2]["duration"] == 250  # milliseconds
    assert document["summary"]["stop"] - document["summary"]["start"] == 3500
    assert document["tests"][2]["suite"] == ["kollar", SHOWN.chapters["trick"][lang]]
    assert document["tests"][8]["tags"] == ["flaky"]
    assert not any(each.get("flaky") for each in document["tests"])  # it means: failed, tried again, passed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tap(made: Results, lang: str) -> None:
    said = {
        "pass": "ok",
        "noted": "ok",
        "finding": "not ok",
        "unexpected": "not ok",
        "known": "todo",
        "uncounted": "todo",
        "skipped": "skip",
    }
    assert readers.tap(render("tap", made, lang)) == [said[each] for each in MEANINGS]


def test_tap_todo_says_the_reason_and_the_link(made: Results) -> None:
    text = render("tap", made, "en")
    assert "\nnot ok 7 - trick/known [kollar] # TODO our bug https://example.org/7\n" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown(made: Results, lang: str) -> None:
    page = readers.markdown(render("markdown", made, lang))
    heads = [each.text_content() for each in page.iter("summary")]
    assert heads == [
        "fail trick/fails kollar",
        "crash trick/crashes kollar",
        "unsupported trick/lacks kollar",
        "unexpected-pass trick/fixed kollar",
        "fail trick/known kollar",
        "timeout trick/flaky kollar",
    ]
    words = page.text_content()
    assert {"en": "→ Bea   J", "hu": "→ Bea   B"}[lang] in words
    assert {"en": "It ends. (mocsar explain trick.ends)", "hu": "Véget ér. (mocsar explain trick.ends)"}[lang] in words
    assert "mocsar validate --only trick/fails --variant kollar --show-wire -- node a.js" in words
    assert "https://example.org/7" in words
    table = page.find(".//table")
    rows = [[each.text_content() for each in row.iter("th", "td")] for row in table.iter("tr")]
    assert rows[0][1:] == [
        "pass",
        "fail",
        "reason-differs",
        "reading-differs",
        "timeout",
        "crash",
        "unsupported",
        "skipped",
    ]
    assert rows[-1][1:] == ["4", "3", "1", "1", "1", "1", "1", "2"]


def test_markdown_that_would_be_too_long_for_a_comment_is_cut_and_counts_what_is_left_out(made: Results) -> None:
    failing = next(each for each in made.outcomes if each["id"] == "trick/fails")
    many = kept([dict(failing) | {"id": f"trick/{number:05}"} for number in range(3000)], made)
    text = render("markdown", many, "en")
    page = readers.markdown(text)
    full, named = len(page.findall(".//details")), len([each for each in page.iter("li") if each.find("b") is not None])
    assert full > 20
    assert named > 100
    assert f"{3000 - full - named} more are left out" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_github(made: Results, lang: str) -> None:
    text = render("github", made, lang)
    assert readers.github(text) == {"error": 4, "warning": 3, "notice": 2}
    assert "::error file=trick/fails.yaml,line=1,title=fail%3A trick/fails [kollar]::" in text


def test_github_counts_in_one_notice_what_it_would_not_show(made: Results) -> None:
    failing, known = (
        next(each for each in made.outcomes if each["id"] == f"trick/{name}") for name in ("fails", "known")
    )
    text = render("github", kept([failing] * 25 + [known] * 12, made), "en")
    assert readers.github(text) == {"error": 10, "notice": 10}
    assert text.splitlines()[-1].startswith("::notice::18 more, which GitHub would not show: 15 error, 3 notice.")


def test_github_says_nothing_where_all_is_well(made: Results) -> None:
    assert render("github", kept([made.outcomes[0]], made), "en") == ""


def test_a_badge_names_each_variant_and_takes_the_worst_ones_colour(made: Results) -> None:
    said = readers.badge(render("badge", made, "en"))
    assert said["message"] == "kollar: 4/9, jekely: conformant"
    assert said["color"] == "red"
    assert said["label"] == "Mocsár 2026-12"
    assert "kollar: 4/9, jekely: megfelel" in readers.drawing(render("badge", made, "hu", "badge.svg"))


@pytest.mark.parametrize("word", ["conformant", "conformant-except-readings", "partial", "not-conformant"])
def test_a_badge_is_green_only_for_who_is_conformant(word: str, made: Results) -> None:
    end = dict(made.end or {}) | {"conformant": {"jekely": word}}
    said = readers.badge(render("badge", kept([made.outcomes[-1]], made, end), "en"))
    assert ("green" in said["color"]) == (word == "conformant")


def test_a_badge_of_many_variants_counts_them(made: Results) -> None:
    end = dict(made.end or {}) | {"conformant": dict.fromkeys(["jekely", "a", "b", "c", "d"], "conformant")}
    assert readers.badge(render("badge", kept([made.outcomes[-1]], made, end), "en"))["message"] == "5/5 conformant"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("end", [None, INTERRUPTED], ids=["no end", "interrupted"])
def test_every_report_of_a_run_that_was_broken_off_says_so(end: End | None, lang: str) -> None:
    found = results(end)
    assert readers.junit(render("junit", found, lang))[-1] == "error"
    assert readers.ctrf(render("ctrf", found, lang))[-1] == "failed"
    assert readers.tap(render("tap", found, lang))[-1] == "bail"
    assert readers.github(render("github", found, lang))["error"] == 5
    sentence = {"en": "broken off after 14 of 14", "hu": "14 példa után félbeszakadt"}[lang]
    for form in ("junit", "ctrf", "tap", "markdown", "github"):
        assert sentence in render(form, found, lang)
    readers.markdown(render("markdown", found, lang))
    assert readers.badge(render("badge", found, lang))["message"].endswith(
        {"en": "broken off", "hu": "félbeszakadt"}[lang]
    )
    assert ('"record":"end"' in render("jsonl", found, lang)) == (end is not None)


def test_a_broken_off_run_is_never_green() -> None:
    found = results(None)
    good = Results(found.run, [found.outcomes[0]], None)
    assert "green" not in readers.badge(render("badge", good, "en"))["color"]
    assert readers.junit(render("junit", good, "en")) == ["pass", "error"]
    assert readers.tap(render("tap", good, "en")) == ["ok", "bail"]


def test_the_records_come_out_as_they_went_in() -> None:
    found = through_a_stream()
    again = parse_results(render("jsonl", found, "en").splitlines(keepends=True), "again")
    assert (again.run, again.outcomes, again.end) == (found.run, found.outcomes, found.end)


@pytest.mark.parametrize("form", [each for each in FORMATS if each != "jsonl"])
def test_results_without_any_outcome_make_a_report_too(form: str, made: Results) -> None:
    assert isinstance(render(form, kept([], made), "en"), str)


def test_several_lines_of_standard_error_stay_lines() -> None:
    lines = [each.strip() for each in render("junit", through_a_stream(), "en").splitlines()]
    assert lines[lines.index("Traceback:") + 1] == "line 2"


@pytest.mark.parametrize(
    ("path", "form"),
    [("a.jsonl", "jsonl"), ("a.XML", "junit"), ("a.tap", "tap"), ("a.md", "markdown"), ("a.json", None)],
)
def test_an_ending_says_the_format_where_it_can_be_only_one(path: str, form: str | None) -> None:
    assert guessed(path) == form
