"""Several subjects side by side: the same outcomes in the same order, and nothing is left running or kept."""

from __future__ import annotations

import gc
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from mocsar_conformance.claims import claims_of
from mocsar_conformance.crew import AHEAD, run_side_by_side
from mocsar_conformance.records import Outcome
from mocsar_conformance.runner import Case, cases, run
from mocsar_conformance.subjects.base import Diagnosis, Subject, SubjectUnusable
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_conformance.verdicts import lean
from mocsar_reference import Rulebook

LIARS = str(Path(__file__).parents[1] / "subjects" / "liars.py")
NAMES = ("beats", "whole-deal", "legal", "wrong-twice", "reading", "one-lap", "disputed")


@pytest.fixture(autouse=True)
def threads_end() -> Iterator[None]:
    before = threading.active_count()
    yield
    assert threading.active_count() == before


@pytest.fixture
def todo(book: Rulebook, suite: Any) -> Callable[[Any], list[Case]]:
    def todo(subject: Any) -> list[Case]:
        claims, _ = claims_of(subject.hello(), book)
        return list(cases(book, [suite[name] for name in NAMES], claims))

    return todo


def timeless(outcomes: Any) -> list[Outcome]:
    return [replace(each, seconds=0.0) for each in outcomes]


def wrong_turn(message: Any, answer: Any) -> Any:
    hit = message["request"] == "act" and message["action"].get("cards") == ["7"]
    return None if hit else answer


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_outcomes_and_their_order_are_those_of_one(book: Rulebook, liar: Any, todo: Any, jobs: int) -> None:
    subjects = [liar(wrong_turn) for _ in range(jobs)]
    listed = todo(subjects[0]) * 9
    found = list(run_side_by_side(listed, subjects, book))
    assert [case for case, _ in found] == listed
    assert timeless(outcome for _, outcome in found) == timeless(run(listed, liar(wrong_turn), book))
    assert len({outcome.verdict for _, outcome in found}) > 3


def test_all_of_them_work(book: Rulebook, liar: Any, todo: Any) -> None:
    together = threading.Barrier(3)

    def waits(message: Any, answer: Any) -> Any:
        if message["request"] == "start":
            together.wait(timeout=30)  # nobody comes through alone
        return answer

    subjects = [liar(waits) for _ in range(3)]
    listed = [case for case in todo(subjects[0]) if case.scenario.id == "beats"] * 6
    assert {outcome.verdict for _, outcome in run_side_by_side(listed, subjects, book)} == {"pass"}
    assert all(subject.asked for subject in subjects)


def test_only_so_many_cases_are_taken_ahead(book: Rulebook, liar: Any, todo: Any) -> None:
    subjects = [liar(), liar()]
    taken: list[int] = []
    endless = (taken.append(1) or case for case in chain.from_iterable(repeat(todo(subjects[0]))))
    told = 0
    with closing(run_side_by_side(endless, subjects, book)) as found:
        for _ in found:
            told += 1
            assert len(taken) <= told + AHEAD * 2
            if told == 200:
                break


def test_a_subject_that_cannot_be_used_any_more_ends_the_run_once(book: Rulebook, liar: Any, todo: Any) -> None:
    subjects: list[Any] = [liar(), liar()]
    listed = todo(subjects[0]) * 20
    calls: list[int] = []

    def broken(messages: Any, expected: Any = ()) -> Any:
        calls.append(1)
        raise SubjectUnusable(Diagnosis("P010", "it is gone"))

    subjects[1].exchange = broken
    told = []
    with pytest.raises(SubjectUnusable, match="it is gone"):
        for each in run_side_by_side(listed, subjects, book):
            told.append(each)
    assert len(told) < len(listed)
    assert [case for case, _ in told] == listed[: len(told)]
    assert calls == [1]


def test_one_that_introduces_itself_otherwise_is_treated_as_after_a_restart(
    book: Rulebook, liar: Any, todo: Any
) -> None:
    subjects: list[Any] = [liar(), liar()]
    listed = [case for case in todo(subjects[0]) if case.scenario.id == "beats"] * 40
    subjects[1].introduction = replace(subjects[1].introduction, version="2")
    verdicts = []
    with pytest.raises(SubjectUnusable, match="P061"):
        for _, outcome in run_side_by_side(listed, subjects, book):
            verdicts.append(outcome.verdict)
    assert verdicts.count("error") == 2  # the third ends the run


def test_one_that_cannot_be_started_beside_another_is_told_so(book: Rulebook, tmp_path: Path, todo: Any) -> None:
    script = (
        "import fcntl, runpy, sys\n"
        f"lock = open({str(tmp_path / 'lock')!r}, 'w')\n"
        "fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        f"sys.argv = [{LIARS!r}, 'nothing', 'hands']\n"
        f"runpy.run_path({LIARS!r}, run_name='__main__')\n"
    )
    with (
        CommandSubject([sys.executable, "-c", script]) as first,
        CommandSubject([sys.executable, "-c", script]) as more,
    ):
        listed = todo(first) * 20
        with pytest.raises(SubjectUnusable) as caught:
            list(run_side_by_side(listed, [first, more], book))
    assert "test it without `--jobs`" in caught.value.diagnosis.hint
    assert "BlockingIOError" in caught.value.diagnosis.stderr


def test_breaking_off_ends_those_that_are_waited_for(book: Rulebook, todo: Any) -> None:
    """Four hang for an hour; who looks no further does not wait for them."""
    command = [sys.executable, "-IS", "-c", HANGS]
    subjects = [CommandSubject(command, time_limit=3600.0) for _ in range(4)]
    listed = todo(subjects[0])
    found = run_side_by_side([*(case for case in listed if case.script is None), *listed], subjects, book)
    next(found)
    found.close()
    for each in subjects:
        each.close()


HANGS = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] != "hello":
        time.sleep(3600)
    hello = {"protocol": 1, "name": "sleeper", "plays": [{"variant": "kollar"}], "capabilities": ["hands"]}
    print(json.dumps({"id": request["id"], "answer": "hello", **hello}), flush=True)
"""


# ---- memory


@pytest.mark.parametrize("jobs", [1, 3])
def test_nothing_of_a_case_is_kept(book: Rulebook, liar: Any, todo: Any, jobs: int) -> None:
    subjects = [liar(wrong_turn) for _ in range(jobs)]
    for each in subjects:
        each.asked = Forgetful()
    listed = todo(subjects[0])
    made: list[weakref.ref[Any]] = []

    def fresh() -> Iterator[Case]:
        for case in listed * 30:
            own = replace(case.scenario)
            made.append(weakref.ref(own))
            yield replace(case, scenario=own)
            del own

    most = 0
    for number, _ in enumerate(run_side_by_side(fresh(), subjects, book)):
        if number % 30 == 0:
            gc.collect()
            most = max(most, sum(each() is not None for each in made))
    del _
    gc.collect()
    assert most <= (AHEAD + 1) * jobs + 1
    assert not [each for each in made if each() is not None]


def test_memory_is_the_same_after_many_cases(book: Rulebook, liar: Any, todo: Any) -> None:
    subject = liar(wrong_turn)
    subject.asked = Forgetful()
    listed = todo(subject)

    def some(number: int) -> None:
        for _ in run_side_by_side(listed * number, [subject], book):
            pass
        gc.collect()

    tracemalloc.start()
    try:
        some(40)  # what is compiled and remembered once, and what the allocator keeps at hand
        before, _ = tracemalloc.get_traced_memory()
        some(100)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 64 * 100 * len(listed)  # not even 64 bytes for each


def test_what_is_kept_of_an_outcome_has_no_messages(book: Rulebook, liar: Any, todo: Any) -> None:
    subject = liar(wrong_turn)
    outcomes = list(run(todo(subject), subject, book))
    kept = [lean(each) for each in outcomes]
    assert [each.verdict for each in kept] == [each.verdict for each in outcomes]
    assert any(each.failure for each in kept)
    assert not any(each.failure and (each.failure.requests or each.failure.expected) for each in kept)


class Forgetful(list[Any]):
    def append(self, _: Any) -> None:
        pass


def test_a_subject_is_what_the_protocol_says(liar: Any) -> None:
    subject: Subject = liar()
    assert subject.hello()
