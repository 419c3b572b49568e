"""Results with one outcome of every kind, made by hand; and what must not come through, put into every text of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from mocsar_conformance.records import Account, ClauseText, Difference, End, Failure, Outcome, Run, Shown
from mocsar_conformance.results import Results, harmless, parse_results
from mocsar_conformance.subjects import Hello, Plays
from mocsar_conformance.subjects.base import Diagnosis

TRICK = {"en": "The trick", "hu": "Az ütés"}
TITLE = {"en": "An equal rank is refused", "hu": "Egyenlő érték nem jó"}
SHOWN = Shown(
    {"J": {"en": "J", "hu": "B"}, "3": {"en": "3", "hu": "3"}},
    {"h": "♥"},
    {"king": {"en": "king", "hu": "király"}},
    {"cards": {"en": "The cards", "hu": "A lapok"}, "trick": TRICK},
)
RUN = Run(
    "0.1.0",
    "2026-12",
    "0" * 64,
    Hello(1, "mine", (Plays("kollar"), Plays("jekely")), version="2", language="js"),
    "node a.js",
    ["kollar", "jekely"],
    14,
    SHOWN,
    ["--", "node", "a.js"],
)
ACCOUNT = Account(
    "Bea: play J",
    "Bea: play J",
    {"seating": ["Anna", "Bea"], "hands": {"Anna": ["3"], "Bea": ["J"]}, "turn": "Bea", "out": [], "phase": "playing"},
    [ClauseText("trick.ends", {"en": "End", "hu": "Vége"}, {"en": "It ends.", "hu": "Véget ér."})],
    {"en": "So it is.", "hu": "Így van."},
    {"not-higher": {"en": "It is not higher.", "hu": "Nem magasabb."}},
)
START = {"request": "start", "variant": "kollar", "toggles": {"trick.ends": "pass-goes-round"}}


def failed(path: str = "answer", expected: Any = "refused", got: Any = "accepted", **more: Any) -> Failure:
    """Return that a step went wrong."""
    sent = {"request": "act", "player": "Bea", "action": {"do": "play", "cards": ["J"]}}
    return Failure(
        "steps",
        1,
        sent,
        {"answer": "refused"},
        {"answer": "accepted"},
        [Difference(path, expected, got)],
        ["trick.ends"],
        requests=[START, sent],
        account=ACCOUNT,
        **more,
    )


BROKE = Diagnosis("P010", "it ended", "look", "{broken", "Traceback:\n  line 2")
CRASHED = Failure("given", None, START, {"answer": "view"}, None, diagnosis=BROKE, requests=[START], account=ACCOUNT)
READ = failed(as_if=[{"trick.ends": "one-lap"}])

Expectation = dict[str, Any] | None
KNOWN: Expectation = {"kind": "known", "reason": "our bug", "link": "https://example.org/7", "met": True}
FIXED: Expectation = {"kind": "known", "reason": "our bug", "met": False}
FLAKY: Expectation = {"kind": "flaky", "reason": "slow machine", "met": True}
LEFT_OUT: Expectation = {"kind": "skip", "reason": "hangs", "met": True}


def _outcome(name: str, verdict: Any, **more: Any) -> Outcome:
    return Outcome(
        name,
        more.pop("variant", "kollar"),
        verdict,
        ["trick.ends"],
        TITLE,
        f"{name}.yaml",
        "trick",
        seconds=0.25,
        **more,
    )


MADE: Final[list[tuple[Outcome, Expectation, str]]] = [
    (_outcome("cards/a", "pass"), None, "pass"),
    (_outcome("trick/noted", "reason-differs", failure=failed("reason", "not-higher", "other")), None, "noted"),
    (_outcome("trick/fails", "fail", failure=failed()), None, "finding"),
    (_outcome("trick/crashes", "crash", failure=CRASHED), None, "finding"),
    (_outcome("trick/lacks", "unsupported", what="capability `pack`"), None, "finding"),
    (_outcome("trick/elsewhere", "skipped", what="not in kollar"), None, "skipped"),
    (_outcome("trick/known", "fail", failure=failed()), KNOWN, "known"),
    (_outcome("trick/fixed", "pass"), FIXED, "unexpected"),
    (_outcome("trick/flaky", "timeout", failure=CRASHED), FLAKY, "known"),
    (_outcome("trick/flaky-but-right", "pass"), FLAKY, "pass"),
    (_outcome("trick/left-out", "skipped", what="left out"), LEFT_OUT, "skipped"),
    (_outcome("trick/read-otherwise", "reading-differs", gates=False, failure=READ), None, "uncounted"),
    (
        _outcome("trick/disputed", "fail", gates=False, disputed="https://example.org/9", failure=failed()),
        None,
        "uncounted",
    ),
    (_outcome("cards/a", "pass", variant="jekely"), None, "pass"),
]
"""An outcome, what was expected of it, and what it means."""
MEANINGS: Final = [meaning for *_, meaning in MADE]
END = End(
    {"pass": 4, "fail": 3}, 3.5, {"kollar": "not-conformant", "jekely": "conformant"}, {"kollar": ["capability `pack`"]}
)


def records(end: End | None = END) -> list[dict[str, Any]]:
    """Return the records as JSON has them."""
    outcomes = [
        outcome.to_json() | ({"expectation": expectation} if expectation else {}) for outcome, expectation, _ in MADE
    ]
    return [RUN.to_json(), *outcomes, *([end.to_json()] if end else [])]


def results(end: End | None = END) -> Results:
    """Return one outcome of every kind; None breaks the run off."""
    run, *outcomes = map(harmless, records(None))
    return Results(run, outcomes, harmless(end.to_json()) if end else None)


BAD: Final = [
    "\x1b[31mred\x1b]0;title\x07",
    "a\rb\x00c\x08",
    "\u202egnp.exe\u2066",
    "]]></failure></testcase><testcase name='x'/>",
    "<script>alert(1)</script>",
    "--><img src=x onerror=alert(1)>",
    "</title></style></summary></details><a href='http://bad.example'>x</a>",
    "&lt;img&gt; &#x3c;script&#x3e; &amp;",
    '=HYPERLINK("http://bad.example")',
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@everyone",
    "a | b | ![x](http://bad.example/x.png) [y](javascript:alert(1)) <http://bad.example>",
    "```\n<img src=x>\n# head\n````",
    "` `` <b>",
    "````````",
    "$x$ :tada: #123 org/repo#4 @anna www.bad.example http://bad.example",
    "::error file=a,line=1::b",
    "  ::stop-commands::x",
    "a\n::set-env name=PATH::/tmp\n::add-mask::e",
    "%0A::set-env name=a::b%0D%25",
    "##[set-output name=x]y ##vso[task.setvariable variable=a]b ##teamcity[testFailed name='x']",
    "a, b: c, file=x",
    "# SKIP",
    "x # TODO\nok 1 - y\nBail out!\n1..0",
    "  ...\n  ---\nok 1",
    "- {a: b} !!python/object:x &a *a",
    "\ud800 lone, \U0010ffff last, \ufffe",
    "e" + "\u0301" * 40,
    "long" * 5000,
    "{0} {lang} %s %(x)s ${{ secrets.X }}",
    "\"'\\",
]
"""Texts that one reader or another takes for more than text."""

_KEPT: Final = {"record", "verdict", "where", "digest", "started", "kind", "request", "answer", "code", "conformant"}


def poisoned(bad: str) -> Results:
    """Return the same with `bad` in place of every text, and before every name that may be any."""

    def put(value: Any, key: str = "") -> Any:
        if key in _KEPT:
            return value
        if isinstance(value, str):
            return bad
        if isinstance(value, list):
            return [put(each) for each in value]
        if isinstance(value, dict):
            free = key in ("chapters", "hands", "sizes", "reasons", "toggles", "as_if")
            return {f"{bad}{name}" if free else name: put(each, name) for name, each in value.items()}
        return value

    lines = []
    for record in records():
        expectation = record.pop("expectation", None)
        changed = put(record)
        changed["expectation"] = put(expectation) if expectation else None
        lines.append({name: each for name, each in changed.items() if each is not None or name != "expectation"})
    run, *outcomes = (harmless(each) for each in lines)
    return Results(run, outcomes[:-1], outcomes[-1])


def through_a_stream(change: Callable[[dict[str, Any]], None] = lambda _: None) -> Results:
    """Return the results as one reads them back from a file, without what was expected."""
    found = records()
    for record in found:
        record.pop("expectation", None)
        change(record)
    return parse_results([json.dumps(each) + "\n" for each in found], "r.jsonl")
