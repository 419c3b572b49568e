"""Whatever a list says and whatever becomes of the scenarios: after an update all is as expected, and no comment is
lost that belongs to an entry which stays."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mocsar_conformance.expectations.model import Expectation
from mocsar_conformance.expectations.read import contradicting, entries_of
from mocsar_conformance.expectations.update import Seen, Updated, update

SUITE = ["cards/a", "cards/b", "cards/c", "trick/x", "trick/y"]
VARIANTS = ["kollar", "jekely", "elnok(runs.on=[a, b])"]
PATTERNS = [*SUITE, "cards/*", "trick/?", "*/a", "gone/z"]
FAILED = ("fail", "error", "timeout", "crash", "unsupported")


@pytest.fixture(autouse=True, scope="module")
def uncached() -> Iterator[None]:
    """Keep files that nobody reads again out of the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOCSAR_CACHE", "off")
        yield


@dataclass(frozen=True)
class Written:
    """An entry as it is written: its lines, each with a comment that occurs nowhere else."""

    lines: tuple[str, ...]
    above: tuple[str, ...]


def quoted(names: Sequence[str]) -> list[str]:
    return [f"'{name}'" for name in names]


@st.composite
def entry(draw: st.DrawFn, number: int, indent: str, known: bool) -> Written:
    patterns = draw(st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=3, unique=True))
    variants = draw(st.lists(st.sampled_from([*VARIANTS, "k*", "gone"]), max_size=2, unique=True))
    verdict = draw(st.sampled_from(["", "fail", "[crash, timeout]", "reading-differs"])) if known else ""
    comment = iter(f"  # c{number}.{each}" for each in range(40))
    if draw(st.booleans()):
        named = f"variants: [{', '.join(quoted(variants))}], " if variants else ""
        said = f"verdict: {verdict}, " if verdict else ""
        shown = f"- {{scenarios: [{', '.join(quoted(patterns))}], {named}{said}reason: r{number}, link: l}}"
        return Written((f"{indent}{shown}{next(comment)}",), (f"{indent}# above {number}",))
    lines = []
    if draw(st.booleans()):
        lines.append(f"scenarios:{next(comment)}")
        lines += [f"  - {name}{next(comment)}" for name in quoted(patterns)]
    else:
        lines.append(f"scenarios: [{', '.join(quoted(patterns))}]{next(comment)}")
    if variants:
        lines.append(f"variants: [{', '.join(quoted(variants))}]{next(comment)}")
    if verdict:
        lines.append(f"verdict: {verdict}{next(comment)}")
    reason = draw(st.sampled_from([[f"reason: r{number}{next(comment)}"], ["reason: >", "  folded,", "", "  twice"]]))
    tail = draw(st.sampled_from([["link: l"], ["link: |", "  l"]]))
    below = draw(st.sampled_from([[], [f"# below {number}"]]))
    lines = [*lines, *reason, *tail, *below]
    written = [f"{indent}- {lines[0]}", *(f"{indent}  {line}" if line else "" for line in lines[1:])]
    return Written(tuple(written), (f"{indent}# above {number}",) if draw(st.booleans()) else ())


@st.composite
def files(draw: st.DrawFn) -> tuple[str, dict[tuple[str, int], Written]]:
    lines = ["# the head"]
    there: dict[tuple[str, int], Written] = {}
    number = 0
    for kind in draw(st.permutations(["known", "flaky", "skip"])):
        count = draw(st.integers(0, 3 if kind == "known" else 1))
        lines.append(f"{kind}:" if count else f"{kind}: []")
        indent = draw(st.sampled_from(["", "  "]))
        for index in range(count):
            number += 1
            there[kind, index] = made = draw(entry(number, indent, kind == "known"))
            lines += [*made.above, *made.lines]
            lines += [""] * draw(st.integers(0, 1))
    lines += draw(st.sampled_from([[], ["# the end"]]))
    return "\n".join(lines) + draw(st.sampled_from(["\n", ""])), there


results = st.lists(
    st.builds(
        lambda name, variant, verdict, gates: {"id": name, "variant": variant, "verdict": verdict, "gates": gates},
        st.sampled_from(SUITE),
        st.sampled_from(VARIANTS),
        st.sampled_from(["pass", "fail", "crash", "unsupported", "reason-differs", "reading-differs", "skipped"]),
        st.integers(0, 5).map(bool),
    ),
    max_size=12,
    unique_by=lambda each: (each["id"], each["variant"]),
)


def held(folder: Path, text: str) -> list[Expectation]:
    path = folder / "known.yaml"
    path.write_text(text, encoding="utf-8")
    return entries_of(path)[1]


def brought(text: str, entries: Sequence[Expectation], outcomes: Sequence[Mapping[str, Any]]) -> Updated:
    return update(text, entries, Seen.of(outcomes, VARIANTS), SUITE, VARIANTS, lambda _: None)


def as_expected(entries: Sequence[Expectation], outcome: Mapping[str, Any]) -> bool:
    """Tell, by what the lists are said to mean, whether an outcome makes no finding."""
    speaking = [each for each in entries if each.covers(outcome["id"], outcome["variant"])]
    if outcome["verdict"] == "skipped" or any(each.kind != "known" for each in speaking):
        return True
    if speaking:
        return outcome["verdict"] in speaking[0].verdicts
    return not outcome["gates"] or outcome["verdict"] not in FAILED


@settings(max_examples=150, deadline=None)
@given(files(), results)
def test_an_updated_list_expects_what_was_seen_and_keeps_what_stays(
    file: tuple[str, dict[tuple[str, int], Written]], outcomes: list[dict[str, Any]]
) -> None:
    text, there = file
    with tempfile.TemporaryDirectory() as name:
        entries = held(Path(name), text)
        if list(contradicting(entries, SUITE, VARIANTS)):
            return
        found = brought(text, entries, outcomes)
        after = held(Path(name), found.text)
        assert all(as_expected(after, each) for each in outcomes)
        again = brought(found.text, after, outcomes)
        assert (list(again.changes), again.text) == ([], found.text)
        assert "# the head" in found.text
        assert ("# the end" in text) == ("# the end" in found.text)
        stayed = {(each.kind, each.patterns, each.variants, each.verdicts, each.reason) for each in after}
        for each in entries:
            if (each.kind, each.patterns, each.variants, each.verdicts, each.reason) in stayed:
                own = there[each.kind, each.index]
                assert "\n".join((*own.above, *own.lines)) in found.text
