"""A subject that keeps to the protocol, but for one lie: `liars.py LIE [WHEN]`.

It lies when it is asked for the view of a player called "liar" (or at once, for lies about its beginning), so that one
script shows both the misbehaviour and that the next request finds a healthy subject. Nothing here imports the kit.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

VIEW: dict[str, Any] = {
    "phase": "playing",
    "turn": "Bea",
    "table": {"form": "set", "size": 1, "rank": "5", "owner": "Anna"},
    "sizes": {"Anna": 2, "Bea": 3},
    "out": [],
    "titles": None,
}
CAPABILITIES: list[str] = []
HELLO: dict[str, Any] = {"answer": "hello", "protocol": 1, "name": "liar", "plays": [{"variant": "kollar"}]}


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def say(number: Any, **answer: Any) -> None:
    put(json.dumps({"id": number, **answer}).encode() + b"\n")


def good(number: int) -> bytes:
    return json.dumps({"id": number, "answer": "view", "view": VIEW}).encode()


def sleep_for_ever(*_: object) -> None:
    while True:
        time.sleep(60)


def crash_with_message(_: int) -> None:
    sys.stderr.write("first line\nthe rules are \x1b[31mbroken\x1b[0m \u202e here\n")
    sys.stderr.flush()
    sys.exit(3)


def ignore_sigterm(_: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep_for_ever()


def leave_child_with_pipe(_: int) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    sys.stderr.write(f"child {child.pid}\n")
    sys.stderr.flush()
    os._exit(0)


def hang_with_child(_: int) -> None:
    child = subprocess.Popen(["sleep", "60"])
    sys.stderr.write(f"child {child.pid}\n")
    sys.stderr.flush()
    sleep_for_ever()


def megabytes_without_line_end(_: int) -> None:
    while True:
        put(b"x" * 65536)


def millions_of_lines(number: int) -> None:
    flood = good(number) + b"\n"
    while True:
        put(flood + b'{"id":0,"answer":"bye"}\n' * 4096)


def flood_stderr_for_ever(_: int) -> None:
    while True:
        os.write(2, b"log log log\n" * 4096)


def flood_stderr_then_answer(number: int) -> None:
    for _ in range(64):
        os.write(2, b"log log log\n" * 4096)
    put(good(number) + b"\n")


def dribble(_: int) -> None:
    while True:
        put(b" ")
        time.sleep(0.01)


def close_output(_: int) -> None:
    os.close(1)
    sleep_for_ever()


def close_input(_: int) -> None:
    os.close(0)
    sleep_for_ever()


def answer_late_again(number: int) -> None:
    put(good(number) + b"\n")
    time.sleep(0.05)
    put(good(number) + b"\n")


def end_without_line_end(number: int) -> None:
    put(good(number))
    sys.exit(0)


def partial_line(number: int) -> None:
    put(good(number)[:20])
    sys.exit(0)


def partial_line_and_hang(number: int) -> None:
    put(good(number)[:20])
    sleep_for_ever()


def die_at_start(_: int) -> None:
    sys.stderr.write("ModuleNotFoundError: no cards\n")
    sys.exit(1)


def greet_at_start(_: int) -> None:
    put(b"Mocsar 1.0 ready\n")


LIES: dict[str, Callable[[int], object]] = {
    "nothing": lambda number: put(good(number) + b"\n"),
    "exit-zero": lambda _: sys.exit(0),
    "crash-with-message": crash_with_message,
    "killed": lambda _: os.kill(os.getpid(), signal.SIGKILL),
    "hang": sleep_for_ever,
    "ignore-sigterm": ignore_sigterm,
    "leave-child-with-pipe": leave_child_with_pipe,
    "hang-with-child": hang_with_child,
    "rubbish": lambda _: put(b"Hello, world!\n"),
    "html": lambda _: put(b"<!doctype html><p>404</p>\n"),
    "stack-trace": lambda _: put(b'Traceback (most recent call last):\n  File "rules.py", line 1\nKeyError: 5\n'),
    "python-notation": lambda _: put(b"{'id': 1}\n"),
    "pretty-printed": lambda number: put(json.dumps({"id": number, "answer": "view", "view": VIEW}, indent=1).encode()),
    "empty-line": lambda _: put(b"\n"),
    "byte-order-mark": lambda number: put(b"\xef\xbb\xbf" + good(number) + b"\n"),
    "partial-line": partial_line,
    "partial-line-and-hang": partial_line_and_hang,
    "no-line-end-and-exit": end_without_line_end,
    "dribble": dribble,
    "wrong-id": lambda number: say(number + 7, answer="view", view=VIEW),
    "text-id": lambda number: say(str(number), answer="view", view=VIEW),
    "true-id": lambda number: say(True, answer="view", view=VIEW),
    "no-id": lambda _: put(json.dumps({"answer": "view", "view": VIEW}).encode() + b"\n"),
    "answer-twice": lambda number: put((good(number) + b"\n") * 2),
    "answer-late-again": answer_late_again,
    "extra-line": lambda number: put(good(number) + b"\nBea is to play\n"),
    "megabytes-without-line-end": megabytes_without_line_end,
    "millions-of-lines": millions_of_lines,
    "flood-stderr-for-ever": flood_stderr_for_ever,
    "flood-stderr-then-answer": flood_stderr_then_answer,
    "close-output": close_output,
    "close-input": close_input,
    "not-utf8": lambda _: put(b'{"id": 1, "name": "\xc1ron"}\n'),
    "not-a-number": lambda number: put(b'{"id": %d, "answer": "view", "view": {"sizes": {"Anna": NaN}}}\n' % number),
    "infinite-number": lambda number: put(b'{"id": %d, "x": 1e999}\n' % number),
    "endless-number": lambda number: put(b'{"id": %d, "x": %s}\n' % (number, b"9" * 9000)),
    "deep-nesting": lambda number: put(b'{"id": %d, "x": %s}\n' % (number, b"[" * 500 + b"]" * 500)),
    "bottomless-nesting": lambda _: put(b"[" * 200_000 + b"\n"),
    "a-list": lambda _: put(b"[]\n"),
    "no-kind": lambda number: say(number, view=VIEW),
    "unknown-kind": lambda number: say(number, answer="vue", view=VIEW),
    "kind-of-another": lambda number: say(number, answer="legal", actions=[]),
    "no-view": lambda number: say(number, answer="view"),
    "number-for-card": lambda number: say(number, answer="view", view={**VIEW, "hands": {"Anna": ["4", 5]}}),
    "extra-fields": lambda number: say(number, answer="view", view={**VIEW, "mood": {"Anna": 1.5}}, took=3),
    "whole-numbers-as-floats": lambda number: say(float(number), answer="view", view={**VIEW, "sizes": {"Anna": 2.0}}),
    "error": lambda number: say(number, answer="error", what="no such card: \x1b[2J"),
    "unsupported": lambda number: say(number, answer="unsupported", what="views"),
}
BEGINNINGS: dict[str, Callable[[int], object]] = {
    "dies-at-start": die_at_start,
    "hangs-at-start": sleep_for_ever,
    "banner-at-start": greet_at_start,
    "version-9": lambda number: say(number, **{**HELLO, "protocol": 9}),
    "refuses-hello": lambda number: say(number, answer="unsupported", what="protocol 1"),
    "plays-nothing": lambda number: say(number, **{**HELLO, "plays": []}),
    "hello-by-process": lambda number: say(number, **{**HELLO, "version": str(os.getpid())}),
}


def main() -> None:
    lie, *capabilities = sys.argv[1:]
    if lie in BEGINNINGS:
        BEGINNINGS[lie](1)
    for seen, line in enumerate(sys.stdin.buffer, 1):
        request = json.loads(line)
        number = request["id"]
        if request["request"] == "hello":
            if lie not in BEGINNINGS:
                say(number, **HELLO, capabilities=capabilities)
        elif request["request"] == "bye":
            if lie == "deaf-to-bye":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                sleep_for_ever()
            say(number, answer="bye")
            return
        elif request.get("player") == "pid":
            say(number, answer="view", view={"phase": str(os.getpid())})
        elif lie in LIES and request.get("player") == "liar":
            LIES[lie](number)
        elif lie == "dies-on-every-third" and seen % 3 == 0:
            sys.exit(1)
        elif lie == "echo-long":
            say(number, answer="view", view={"phase": "playing", "long": request["long"]})
        else:
            put(good(number) + b"\n")


if __name__ == "__main__":
    main()
