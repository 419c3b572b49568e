"""Prints how fast the project is, each figure as a ratio to something measured in the same run.

Run it from a checkout: `.venv/bin/python conformance/benchmarks`. No test asserts any of it.
"""

from __future__ import annotations

import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from mocsar_conformance.claims import claims_of
from mocsar_conformance.runner import Case, asked, cases, run
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.subjects.base import Hello, Subject
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_conformance.subjects.http import HttpSubject
from mocsar_reference import Game, Rulebook, State, load_rulebook

MILLION_ADDITIONS = compile("i = 0\nwhile i < 1_000_000: i += 1", "<additions>", "exec")
"""A bare loop of the interpreter, as one types it at its prompt."""
HERE = Path(__file__).parent
ROUNDS = 5


def seconds(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    started = clock()
    work()
    return clock() - started


def start_up() -> None:
    """`mocsar --help` against a bare interpreter."""

    def process(*arguments: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True))

    bare, helped = [], []
    for _ in range(ROUNDS):
        bare.append(process("-c", "pass"))
        helped.append(process("-m", "mocsar_conformance", "--help"))
    ratio = statistics.median(helped) / statistics.median(bare)
    print(
        f"start-up     mocsar --help {statistics.median(helped):.3f} s, "
        f"a bare interpreter {statistics.median(bare):.3f} s: {ratio:.1f} times"
    )


def pipe(rulebook: Rulebook) -> None:
    """Scenarios through a pipe to a stub that replays right answers, against a bare loop with the same requests."""
    scenarios = load_scenarios(None, rulebook)
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / "answers.jsonl"
        hello = {"answer": "hello", "protocol": 1, "name": "stub", "plays": [{"variant": "kollar"}]}
        for ahead in (False, True):
            capabilities = ["hands", "pack", "standing", "legal", "reasons", "cards"]
            hello["capabilities"] = [*capabilities, "requests-ahead"] if ahead else capabilities
            answers.write_text(json.dumps(hello) + "\n", encoding="utf-8")
            command = [sys.executable, str(HERE / "stub.py"), str(answers)]
            with CommandSubject(command) as subject:
                claimed, _ = claims_of(subject.hello(), rulebook)
            listed = [case for case in cases(rulebook, scenarios, claimed) if case.script]
            turns = [turn for case in listed if case.script for turn in asked(case.script)]
            with answers.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(turn.expected, separators=(",", ":")) + "\n" for turn in turns)
            requests = [{"request": "hello"}, *(turn.request for turn in turns)]
            kit, loop = [], []
            for _ in range(ROUNDS):
                loop.append(bare_loop(command, requests))
                with CommandSubject(command) as subject:
                    kit.append(through_the_kit(subject, listed, rulebook))
            rate = len(listed) / statistics.median(kit)
            ratio = statistics.median(a / b for a, b in zip(kit, loop, strict=True))
            how = "sent ahead" if ahead else "lock step "
            print(
                f"pipe         {how}: {rate:,.0f} scenarios a second, "
                f"{ratio:.2f} times a bare loop's time ({len(turns)} requests)"
            )


def http(rulebook: Rulebook) -> None:
    """Scenarios over HTTP to a stub that replays right answers, against a bare loop with the same bodies."""
    scenarios = load_scenarios(None, rulebook)
    capabilities = ["hands", "pack", "standing", "legal", "reasons", "cards"]
    hello = {"answer": "hello", "protocol": 1, "name": "stub", "plays": [{"variant": "kollar"}]}
    claimed, _ = claims_of(Hello.of(hello), rulebook)
    listed = [case for case in cases(rulebook, scenarios, claimed) if case.script]
    scripts = [asked(case.script) for case in listed if case.script]
    expected = [turn.expected for turns in scripts for turn in turns]
    for ahead in (False, True):
        hello["capabilities"] = [*capabilities, "requests-ahead"] if ahead else capabilities
        requests = [[turn.request for turn in turns] for turns in scripts]
        bodies = requests if ahead else [[each] for turns in requests for each in turns]
        with tempfile.TemporaryDirectory() as folder:
            answers = Path(folder) / "answers.jsonl"
            answers.write_text("".join(f"{compact(each)}\n" for each in [hello, *expected]), encoding="utf-8")
            kit, loop = [], []
            with server(answers) as port:
                for _ in range(ROUNDS):
                    loop.append(bare_http_loop(port, [[{"request": "hello"}], *bodies]))
                    with HttpSubject(f"http://127.0.0.1:{port}/") as subject:
                        kit.append(through_the_kit(subject, listed, rulebook))
        rate = len(listed) / statistics.median(kit)
        ratio = statistics.median(a / b for a, b in zip(kit, loop, strict=True))
        how = "a POST a scenario" if ahead else "a POST a request "
        print(
            f"http         {how}: {rate:,.0f} scenarios a second, "
            f"{ratio:.2f} times a bare loop's time ({len(expected)} requests)"
        )


@contextmanager
def server(answers: Path) -> Iterator[int]:
    """Run the stub, and give its port."""
    command = [sys.executable, str(HERE / "http_stub.py"), str(answers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def bare_http_loop(port: int, bodies: Sequence[Sequence[Any]]) -> float:
    """Return how long it takes to POST each body of lines and to read its answers, and nothing else."""
    number, started = 0, 0.0
    with socket.create_connection(("127.0.0.1", port)) as connected:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for requests in bodies:
            lines = []
            for number, request in enumerate(requests, number + 1):  # noqa: B020 (it goes on)
                lines.append(compact({"id": number, **request}).encode() + b"\n")
            body = b"".join(lines)
            connected.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            data = b""
            while b"\r\n\r\n" not in data:
                data += connected.recv(1 << 16)
            head, _, found = data.partition(b"\r\n\r\n")
            while len(found) < int(head.rpartition(b":")[2]):
                found += connected.recv(1 << 16)
            answers = [json.loads(line) for line in found.splitlines()]
            assert [each["id"] for each in answers] == list(range(number - len(requests) + 1, number + 1))
            started = started or perf_counter()  # hello is not counted
        return perf_counter() - started


def compact(message: Any) -> str:
    return json.dumps(message, separators=(",", ":"))


def through_the_kit(subject: Subject, listed: list[Case], rulebook: Rulebook) -> float:
    """Return how long the kit takes for all cases; the stub's right answers must all pass."""
    subject.hello()
    started = perf_counter()
    verdicts = {outcome.verdict for outcome in run(listed, subject, rulebook)}
    taken = perf_counter() - started
    assert verdicts <= {"pass", "reading-differs"}, verdicts
    return taken


def bare_loop(command: list[str], requests: list[dict[str, Any]]) -> float:
    """Return how long it takes to write each request as a line and to read its answer, and nothing else."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    started = 0.0
    for number, request in enumerate(requests, 1):
        process.stdin.write(json.dumps({"id": number, **request}, separators=(",", ":")).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["id"] == number
        if number == 1:
            started = perf_counter()
    taken = perf_counter() - started
    process.stdin.close()
    process.wait()
    return taken


def play(rulebook: Rulebook, players: int = 6, moves: int = 60_000) -> None:
    """Random play with all legal moves listed, against a bare loop of additions."""
    for variant in rulebook.playable:
        game = rulebook.game(variant)
        rates, additions = [], []
        for seed in range(ROUNDS):
            additions.append(1_000_000 / seconds(lambda: exec(MILLION_ADDITIONS, {}), process_time))
            started = process_time()
            played = random_play(game, players, moves, seed)
            taken = process_time() - started
            rates.append(played / taken)
        rate, addition = statistics.median(rates), statistics.median(additions)
        at_twenty = statistics.median(r / a for r, a in zip(rates, additions, strict=True)) * 20_000_000
        print(
            f"random play  {variant}, {players} players: {rate:,.0f} moves a second, all moves listed; a bare loop "
            f"{addition / 1e6:.1f} million additions a second; where it does 20 million: {at_twenty:,.0f} moves"
        )


def random_play(game: Game, players: int, moves: int, seed: int) -> int:
    rnd = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    pack = list(game.pack(players))
    phases = game.contents.model.phases
    state: State | None = None
    played = 0
    while played < moves:
        rnd.shuffle(pack)
        begins_match = state is None or phases[state.phase].next != "deal"
        state = game.start(names, pack=pack) if begins_match or state is None else game.next_deal(state, pack=pack)
        seat = 0
        while phases[state.phase].next is None:
            legal = game.moves(state, seat)
            if legal:
                state, _ = game.advance(state, seat, legal[int(rnd.random() * len(legal))])
                played += 1
            seat = (seat + 1) % players
    return played


def main() -> None:
    rulebook = load_rulebook()
    start_up()
    pipe(rulebook)
    http(rulebook)
    play(rulebook)


main()
