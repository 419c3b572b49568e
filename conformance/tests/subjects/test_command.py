"""A command as subject: every misbehaviour costs one request, is named, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mocsar_conformance.codes import PROTOCOL_CODES
from mocsar_conformance.messages import encode
from mocsar_conformance.subjects import (
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
    SubjectTimeout,
    SubjectUnusable,
)
from mocsar_conformance.subjects.command import CommandSubject

LIARS = str(Path(__file__).parent / "liars.py")
VIEW = {"request": "view"}
LIE = {"request": "view", "player": "liar"}
PID = {"request": "view", "player": "pid"}

# lie -> the failure it must be, its code, and a word of its diagnosis that helps
FAILURES: dict[str, tuple[type[SubjectFailure], str, str]] = {
    "exit-zero": (SubjectCrashed, "P010", "status 0"),
    "crash-with-message": (SubjectCrashed, "P010", "the rules are \\x1b[31mbroken"),
    "killed": (SubjectCrashed, "P011", "SIGKILL"),
    "hang": (SubjectTimeout, "P020", "Flush"),
    "ignore-sigterm": (SubjectTimeout, "P020", "within 0.3 s"),
    "leave-child-with-pipe": (SubjectCrashed, "P010", "status 0"),
    "hang-with-child": (SubjectTimeout, "P020", "within 0.3 s"),
    "rubbish": (SubjectBroke, "P030", "standard error"),
    "html": (SubjectBroke, "P030", "HTML"),
    "stack-trace": (SubjectBroke, "P030", "report of an error"),
    "python-notation": (SubjectBroke, "P030", "json.dumps"),
    "pretty-printed": (SubjectBroke, "P030", "without line breaks"),
    "empty-line": (SubjectBroke, "P030", "empty"),
    "byte-order-mark": (SubjectBroke, "P030", "byte order mark"),
    "partial-line": (SubjectCrashed, "P033", '{"id": 3, "answer":'),
    "partial-line-and-hang": (SubjectTimeout, "P020", "ends with a line end"),
    "dribble": (SubjectTimeout, "P020", "within 0.3 s"),
    "wrong-id": (SubjectBroke, "P040", "the id 10"),
    "text-id": (SubjectBroke, "P040", "the id '3'"),
    "true-id": (SubjectBroke, "P040", "the id True"),
    "no-id": (SubjectBroke, "P040", "no `id`"),
    "answer-twice": (SubjectBroke, "P041", "request 3 was answered twice"),
    "extra-line": (SubjectBroke, "P042", "Bea is to play"),
    "megabytes-without-line-end": (SubjectBroke, "P032", "1 MiB"),
    "millions-of-lines": (SubjectBroke, "P042", "nobody asked for"),
    "flood-stderr-for-ever": (SubjectTimeout, "P020", "log log log"),
    "close-output": (SubjectCrashed, "P012", "went on running"),
    "close-input": (SubjectTimeout, "P020", "within 0.3 s"),
    "not-utf8": (SubjectBroke, "P031", "0xc1 at column 20"),
    "not-a-number": (SubjectBroke, "P034", "NaN"),
    "infinite-number": (SubjectBroke, "P034", "1e999"),
    "endless-number": (SubjectBroke, "P034", "number"),
    "deep-nesting": (SubjectBroke, "P034", "64 deep"),
    "bottomless-nesting": (SubjectBroke, "P034", "64 deep"),
    "a-list": (SubjectBroke, "P035", "a list"),
    "no-kind": (SubjectBroke, "P050", "lacks `answer`"),
    "unknown-kind": (SubjectBroke, "P050", "'vue'"),
    "kind-of-another": (SubjectBroke, "P050", "view, unsupported"),
    "no-view": (SubjectBroke, "P051", "lacks `view`"),
    "number-for-card": (SubjectBroke, "P051", "`view.hands.Anna[1]` of the 'view' answer is the number 5"),
    "error": (SubjectBroke, "P052", "no such card: \\x1b[2J"),
}
BEGINNINGS = {
    "dies-at-start": ("P010", "ModuleNotFoundError: no cards"),
    "hangs-at-start": ("P020", "'hello'"),
    "banner-at-start": ("P030", "no library greets"),
    "version-9": ("P060", "protocol 9"),
    "refuses-hello": ("P062", "protocol 1"),
    "plays-nothing": ("P051", "`plays`"),
}

Make = Callable[..., CommandSubject]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make liars; afterwards, see that not one process of theirs is left, not even a zombie."""
    before = children()
    made: list[CommandSubject] = []

    def of(lie: str, *capabilities: str, **options: float) -> CommandSubject:
        short = lie in FAILURES and FAILURES[lie][0] is SubjectTimeout
        limits = {"time_limit": 0.3 if short else 20.0, "hello_limit": 20.0} | options
        command = [sys.executable, "-IS", LIARS, lie, *capabilities]
        made.append(CommandSubject(command, time_limit=limits["time_limit"], hello_limit=limits["hello_limit"]))
        return made[-1]

    yield of
    for subject in made:
        subject.close()
    assert children() <= before


def children() -> set[int]:
    """Return the processes that this one started and has not reaped, where /proc tells."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(status.parent.name))
    return found


def pid_of(subject: CommandSubject) -> int:
    return int(subject.request(PID)["view"]["phase"])


def is_short_and_harmless(text: str) -> bool:
    return len(text) < 12_000 and all(each.isprintable() for each in text.replace("\n", ""))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # an orphan that is dead already, and waits for init to reap it


def is_gone_soon(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.005)
    return not is_running(pid)


@pytest.mark.parametrize("lie", FAILURES)
def test_a_lie_costs_one_request_and_the_next_finds_a_fresh_subject(make: Make, lie: str) -> None:
    kind, code, words = FAILURES[lie]
    subject = make(lie)
    first = pid_of(subject)
    with pytest.raises(SubjectFailure) as caught:
        subject.request(LIE)
    diagnosis = caught.value.diagnosis
    assert (type(caught.value), diagnosis.code, caught.value.sent) == (kind, code, LIE)
    assert words in str(diagnosis)
    assert is_short_and_harmless(str(diagnosis))
    assert is_gone_soon(first)
    assert subject.request(VIEW)["answer"] == "view"


def test_every_code_of_a_command_is_provoked_here() -> None:
    provoked = {code for _, code, _ in FAILURES.values()} | {code for code, _ in BEGINNINGS.values()}
    elsewhere = {"P001", "P002", "P003", "P013", "P061"}  # the tests below
    assert provoked | elsewhere == {code for code in PROTOCOL_CODES if "P000" <= code < "P070"}


@pytest.mark.parametrize("lie", BEGINNINGS)
def test_a_subject_that_cannot_say_hello_is_unusable(make: Make, lie: str) -> None:
    code, words = BEGINNINGS[lie]
    subject = make(lie, hello_limit=0.3 if lie == "hangs-at-start" else 10.0)
    with pytest.raises(SubjectUnusable) as caught:
        subject.hello()
    assert caught.value.diagnosis.code == code
    assert words in str(caught.value.diagnosis)


@pytest.mark.parametrize(
    "lie", ["no-line-end-and-exit", "flood-stderr-then-answer", "extra-fields", "whole-numbers-as-floats"]
)
def test_what_is_allowed_is_no_lie(make: Make, lie: str) -> None:
    assert make(lie, time_limit=10.0).request(LIE)["answer"] == "view"


def test_unsupported_is_an_answer(make: Make) -> None:
    assert make("unsupported").request(LIE)["what"] == "views"


def test_a_second_answer_that_comes_late_is_noticed_at_the_next_request(make: Make) -> None:
    subject = make("answer-late-again", time_limit=10.0)
    subject.request(LIE)
    with pytest.raises(SubjectBroke) as caught:
        subject.request(VIEW)
    assert caught.value.diagnosis.code == "P041"
    assert subject.request(VIEW)["answer"] == "view"


def test_a_subject_that_closed_its_input_is_told_so(make: Make) -> None:
    subject = make("close-input", "requests-ahead", time_limit=1.0)
    with pytest.raises(SubjectTimeout) as caught:
        subject.exchange([LIE, *[{"request": "view", "long": "x" * 50_000}] * 20])
    assert caught.value.diagnosis.code == "P013"
    assert subject.request(VIEW)["answer"] == "view"


def test_a_subject_that_dies_on_every_third_request_answers_the_others(make: Make) -> None:
    subject = make("dies-on-every-third")
    outcomes = []
    for _ in range(6):
        try:
            outcomes.append(subject.request(VIEW)["answer"])
        except SubjectCrashed as failure:
            outcomes.append(failure.diagnosis.code)
    assert outcomes == ["view", "P010"] * 3


@pytest.mark.parametrize("capabilities", [[], ["requests-ahead"]])
def test_a_failure_within_an_exchange_keeps_the_answers_before_it(make: Make, capabilities: list[str]) -> None:
    subject = make("exit-zero", *capabilities)
    with pytest.raises(SubjectCrashed) as caught:
        subject.exchange([VIEW, VIEW, LIE, VIEW])
    assert [each["id"] for each in caught.value.answered] == [2, 3]
    assert caught.value.sent == LIE
    assert [each["id"] for each in subject.exchange([VIEW, VIEW])] == [2, 3]


@pytest.mark.parametrize("capabilities", [[], ["requests-ahead"]])
def test_more_than_both_pipes_hold_does_not_deadlock(make: Make, capabilities: list[str]) -> None:
    messages = [{"request": "view", "long": f"{i} " * 20_000} for i in range(40)]
    answers = make("echo-long", *capabilities, time_limit=20.0).exchange(messages)
    assert [each["view"]["long"] for each in answers] == [each["long"] for each in messages]


def test_an_exchange_of_nothing_is_nothing(make: Make) -> None:
    assert make("nothing").exchange([]) == []


def test_hello_is_what_the_subject_said(make: Make) -> None:
    hello = make("nothing", "legal").hello()
    assert (hello.name, hello.protocol, hello.capabilities) == ("liar", 1, frozenset({"legal"}))
    assert [each.variant for each in hello.plays] == ["kollar"]


def test_a_subject_that_is_not_the_same_after_a_restart_is_told_so(make: Make) -> None:
    subject = make("hello-by-process")
    subject.hello()
    subject.restart()
    with pytest.raises(SubjectBroke) as caught:
        subject.hello()
    assert caught.value.diagnosis.code == "P061"


def test_restarts_that_keep_failing_make_a_subject_unusable(make: Make) -> None:
    subject = make("hello-by-process")
    subject.hello()
    subject.restart()
    kinds = []
    for _ in range(3):
        with pytest.raises(SubjectFailure) as caught:
            subject.hello()
        kinds.append(type(caught.value))
    assert kinds == [SubjectBroke, SubjectBroke, SubjectUnusable]


@pytest.mark.parametrize("lie", ["leave-child-with-pipe", "hang-with-child"])
def test_a_child_of_the_subject_is_ended_with_it(make: Make, lie: str) -> None:
    with pytest.raises(SubjectFailure) as caught:
        make(lie, time_limit=0.3).request(LIE)
    assert is_gone_soon(int(caught.value.diagnosis.stderr.removeprefix("child ")))


def test_closing_lets_the_subject_end_by_itself_and_may_be_repeated(make: Make) -> None:
    subject = make("nothing")
    pid = pid_of(subject)
    subject.close()
    subject.close()
    assert not is_running(pid)


def test_closing_ends_a_subject_that_is_deaf_to_bye(make: Make) -> None:
    subject = make("deaf-to-bye", time_limit=0.3)
    pid = pid_of(subject)
    subject.close()
    assert not is_running(pid)


def test_leaving_the_context_by_an_error_ends_the_subject(make: Make) -> None:
    with pytest.raises(ZeroDivisionError), make("deaf-to-bye", time_limit=0.3) as subject:
        pid = pid_of(subject)
        raise ZeroDivisionError
    assert not is_running(pid)


def test_an_interrupted_wait_ends_the_subject(make: Make) -> None:
    subject = make("hang", time_limit=60.0)
    pid = pid_of(subject)
    interrupt = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        subject.request(LIE)
    interrupt.join()
    assert not is_running(pid)
    assert subject.request(VIEW)["answer"] == "view"


def test_a_kit_that_forgets_to_close_leaves_nothing_running(tmp_path: Path) -> None:
    script = f"""
from mocsar_conformance.subjects.command import CommandSubject
subject = CommandSubject([{sys.executable!r}, {LIARS!r}, "deaf-to-bye"])
print(subject.request({PID!r})["view"]["phase"])
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert is_gone_soon(int(done.stdout))


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SubjectUnusable) as caught:
        CommandSubject([str(tmp_path / "none")]).hello()
    assert caught.value.diagnosis.code == "P001"


def test_a_command_given_in_one_word_is_told_apart() -> None:
    with pytest.raises(SubjectUnusable, match="separate words"):
        CommandSubject(["python adapter.py"]).hello()


def test_no_command_at_all() -> None:
    with pytest.raises(SubjectUnusable) as caught:
        CommandSubject([]).hello()
    assert caught.value.diagnosis.code == "P001"


def test_a_file_that_is_not_executable(tmp_path: Path) -> None:
    script = tmp_path / "adapter.py"
    script.write_text("print()")
    with pytest.raises(SubjectUnusable, match="chmod") as caught:
        CommandSubject([str(script)]).hello()
    assert caught.value.diagnosis.code == "P002"


def test_a_script_without_its_first_line(tmp_path: Path) -> None:
    script = tmp_path / "adapter"
    script.write_text("import sys")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(SubjectUnusable, match="first line") as caught:
        CommandSubject([str(script)]).hello()
    assert caught.value.diagnosis.code == "P003"


def test_a_word_with_a_zero_byte() -> None:
    with pytest.raises(SubjectUnusable) as caught:
        CommandSubject(["echo", "a\0b"]).hello()
    assert caught.value.diagnosis.code == "P003"


def test_requests_are_ascii_and_numbered_whatever_they_hold() -> None:
    assert encode({"request": "view", "player": "Áron\n", "id": 9}, 2) == (
        b'{"id":2,"request":"view","player":"\\u00c1ron\\n"}\n'
    )
