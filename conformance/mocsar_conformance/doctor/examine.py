"""Runs the checks in order, each that can be made; yields what became of each as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mocsar_conformance.doctor import beginning, ending, lines, matches, refusals, server, tables
from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.model import LINES, SERVER, Broken, Check, Examined, NotTried, Result
from mocsar_conformance.doctor.texts import WARNINGS

CHECKS: Final = (
    Check("start", beginning.starts),
    Check("hello", beginning.introduces, ("start",)),
    Check("again", beginning.same_again, ("start",)),
    Check("lines", lines.nothing_else, ("start",), LINES),
    Check("begin", matches.begins, ("hello",)),
    Check("unknown", beginning.unknown_request, ("start",)),
    Check("ids", lines.ids, ("begin",), frozenset({"command", "http"})),
    Check("view", matches.shows, ("begin",)),
    Check("steady", matches.steady, ("begin",)),
    Check("act", matches.acts, ("steady",)),
    Check("anew", matches.begins_anew, ("act",)),
    Check("fields", lines.unknown_fields, ("act",)),
    Check("toggles", lines.unknown_toggles, ("act",)),
    Check("unsupported", matches.refuses_what_it_cannot, ("begin",)),
    Check("refuse", refusals.refuses, ("act",)),
    Check("order", tables.order, ("act",)),
    Check("names", tables.names, ("act",)),
    Check("large", tables.large_hands, ("view",)),
    Check("many", tables.many_players, ("view",)),
    Check("deal", matches.deals_on, ("act",)),
    Check("pack", matches.from_pack, ("hello",)),
    Check("standing", matches.from_standing, ("hello",)),
    Check("legal", refusals.lists, ("act",)),
    Check("ahead", lines.ahead, ("begin",), frozenset({"command", "http"})),
    Check("connection", server.keeps_the_match, ("begin",), SERVER),
    Check("sessions", server.keeps_apart, ("act",), SERVER),
    Check("speed", ending.fast, ("begin",)),
    Check("bye", ending.says_bye, ("start",)),
    Check("input", ending.ends_with_input, ("start",), LINES),
)


def examine(bench: Bench) -> Iterator[Examined]:
    """Yield what became of each check. Nothing of the implementation is left running."""
    untried: dict[str, str] = {}  # each that came to nothing, with the one that it goes back to
    failed: set[str] = set()
    try:
        for check in CHECKS:
            missing = next((each for each in check.needs if each in untried), None)
            if bench.target.kind not in check.kinds:
                untried[check.id] = check.id
                because = "server-only" if check.kinds == SERVER else f"kind-{bench.target.kind}"
                yield Examined(check.id, "not-tried", because=because)
            elif missing is not None:
                root = untried[check.id] = untried[missing]
                because = "needs" if root in failed else "needs-untried"
                yield Examined(check.id, "not-tried", because=because, values={"check": root})
            else:
                found = _tried(bench, check)
                if bench.blocked or found.result == "not-tried":
                    untried[check.id] = check.id
                if found.result == "fail":
                    failed.add(check.id)
                yield found
    finally:
        bench.talk.stop()


def _tried(bench: Bench, check: Check) -> Examined:
    bench.begin(check.id)
    try:
        check.run(bench)
    except NotTried as reason:
        bench.finish()
        if not bench.findings:
            return Examined(check.id, "not-tried", (), reason.because, reason.values)
        bench.blocked = True
    except Broken as broken:
        bench.blocked = True
        bench.broke(broken)
    bench.finish()
    if bench.findings:  # what went wrong may go on being wrong: the next check gets a fresh run
        bench.talk.stop()
    key, values = bench.note
    return Examined(check.id, _result(bench), tuple(bench.findings), key, values)


def _result(bench: Bench) -> Result:
    if not bench.findings:
        return "ok"
    return "warn" if all(each.code in WARNINGS for each in bench.findings) else "fail"
