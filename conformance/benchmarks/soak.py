"""Runs 10,000 scenarios in one process and prints the memory it takes on the way, and how long it took.

Run it from a checkout: `.venv/bin/python conformance/benchmarks/soak.py [JOBS]`. The subject is a command that replays
right answers where JOBS is 0 (the default), else so many adapters around the reference, side by side.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from mocsar_conformance.claims import claims_of
from mocsar_conformance.crew import run_side_by_side
from mocsar_conformance.runner import Case, Cases, asked, cases
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.subjects.base import Hello
from mocsar_conformance.subjects.command import CommandSubject
from mocsar_conformance.verdicts import lean
from mocsar_reference import load_rulebook

HERE = Path(__file__).parent
SCENARIOS = 10_000
SHOWN = (100, 1_000, 2_000, 5_000, 10_000)
CAPABILITIES = ["hands", "pack", "standing", "legal", "reasons", "cards", "requests-ahead"]
HELLO = {
    "answer": "hello",
    "protocol": 1,
    "name": "soak",
    "plays": [{"variant": "kollar"}, {"variant": "elnok"}],
    "capabilities": CAPABILITIES,
}
ADAPTER = """
import json, sys
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import load_rulebook

subject = ReferenceSubject(load_rulebook())
for line in sys.stdin:
    request = json.loads(line)
    answer = json.loads(sys.argv[1]) if request["request"] == "hello" else subject.request(request)
    print(json.dumps({**answer, "id": request["id"]}), flush=True)
    if request["request"] == "bye":
        break
"""


def resident() -> float:
    """Return the memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def that_apply(listed: Cases) -> Iterator[Case]:
    """Go through the cases round and round, those left out that are skipped; scripts are made anew each time."""
    number = 0
    while True:
        for case in listed:
            if case.script is not None:
                yield case
                number += 1
                if number == SCENARIOS:
                    return


def main(jobs: int) -> None:
    rulebook = load_rulebook()
    claims, _ = claims_of(Hello.of(HELLO), rulebook)
    listed = cases(rulebook, load_scenarios(None, rulebook), claims)
    print(f"start        {resident():.1f} MiB")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if jobs:
            commands = [[sys.executable, "-c", ADAPTER, json.dumps(HELLO)]] * jobs
        else:
            answers = Path(folder) / "answers.jsonl"
            turns = [turn for case in listed if case.script for turn in asked(case.script)]
            lines = [HELLO, *(turn.expected for turn in turns)]
            answers.write_text("".join(f"{json.dumps(each)}\n" for each in lines), encoding="utf-8")
            commands = [[sys.executable, str(HERE / "stub.py"), str(answers)]]
        subjects = [stack.enter_context(CommandSubject(each)) for each in commands]
        subjects[0].hello()
        kept = []
        started = perf_counter()
        for number, (_, outcome) in enumerate(run_side_by_side(that_apply(listed), subjects, rulebook), 1):
            kept.append(lean(outcome))  # as `mocsar validate` does
            if number in SHOWN:
                gc.collect()
                print(f"{number:6,} done  {resident():.1f} MiB", flush=True)
        seconds = perf_counter() - started
    verdicts = sorted({each.verdict for each in kept})
    print(f"{SCENARIOS:,} scenarios in {seconds:.1f} s, {SCENARIOS / seconds:,.0f} a second: {', '.join(verdicts)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
