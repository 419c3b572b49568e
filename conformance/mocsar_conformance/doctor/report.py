"""An examination as lines for the terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mocsar_conformance.doctor.bench import Bench
from mocsar_conformance.doctor.model import Examined, Finding
from mocsar_conformance.doctor.texts import ADVICE, BECAUSE, TITLES, WARNINGS, WORDS, filled
from mocsar_conformance.subjects.target import shown_line
from mocsar_conformance.text import neutralise, tame


def check_line(examined: Examined, lang: str) -> str:
    """Return a check in one line: its result, id and title, and the codes found or why it was not tried."""
    result = filled(WORDS[examined.result], lang)
    line = f"{result:10}  {examined.check:12} {filled(TITLES[examined.check], lang)}"
    said = because(examined, lang)
    codes = ", ".join(each.code for each in examined.findings)
    return line + "".join(f": {each}" for each in (codes, said) if each)


def because(examined: Examined, lang: str) -> str:
    """Return why a check was not tried, or what it has to say besides; maybe nothing."""
    if not examined.because:
        return ""
    values = dict(examined.values)
    if examined.because.startswith("needs"):
        values["check"] = filled(TITLES[values["check"]], lang)
    return filled(BECAUSE[examined.because], lang, values)


def finding_lines(finding: Finding, lang: str) -> Iterator[str]:
    """Yield a finding in full."""
    advice = ADVICE[finding.code]
    yield f"{finding.code}  {filled(advice.wrong, lang, finding.values)}"
    yield f"  [{finding.check}: {filled(TITLES[finding.check], lang)}]"
    yield f"  {filled(WORDS['cause'], lang)}: {filled(advice.cause, lang, finding.values)}"
    yield f"  {filled(WORDS['hint'], lang)}: {filled(advice.hint, lang, finding.values)}"
    if finding.note:
        yield f"  {filled(WORDS['note'], lang)}: {neutralise(finding.note)}"
    if finding.lines:
        yield f"  {filled(WORDS['lines'], lang)}:"
        for mark, line in finding.lines:
            yield f"    {mark} {line}"
    if finding.stderr:
        yield f"  {filled(WORDS['stderr'], lang)}:"
        for line in finding.stderr.split("\n"):
            yield f"    {line}"


def summary(bench: Bench, examined: Sequence[Examined], lang: str) -> str:
    """Return what it comes to, in one line."""
    count = {word: sum(each.result == word for each in examined) for word in ("ok", "warn", "fail", "not-tried")}
    codes = list(dict.fromkeys(each.code for one in examined for each in one.findings))
    faults = [code for code in codes if code not in WARNINGS]
    values = {
        "ok": str(count["ok"] + count["warn"]),
        "fail": str(count["fail"]),
        "left": str(count["not-tried"]),
        "all": str(len(examined)),
        "codes": ", ".join(faults),
        "notes": ", ".join(code for code in codes if code in WARNINGS),
        "validate": neutralise(shown_line(bench.target, ["mocsar", "validate"])),
    }
    return filled(WORDS["faulty" if faults else "sound-notes" if codes else "sound"], lang, values)


def to_json(bench: Bench, examined: Sequence[Examined], lang: str) -> dict[str, Any]:
    """Return an examination for a program to read."""
    hello = bench.hello
    return {
        "target": list(tame(list(bench.target.shown))),
        "subject": None
        if hello is None
        else tame({"name": hello.name, "version": hello.version, "language": hello.language}),
        "checks": [
            {
                "id": each.check,
                "title": filled(TITLES[each.check], lang),
                "result": each.result,
                **({"because": because(each, lang)} if each.because else {}),
                "findings": [finding_json(finding, lang) for finding in each.findings],
            }
            for each in examined
        ],
        "seconds_to_start": round(bench.seconds, 3),
        "requests_a_second": round(bench.rate) if bench.rate else None,
        "sound": all(each.result != "fail" for each in examined),
        "summary": summary(bench, examined, lang),
    }


def finding_json(finding: Finding, lang: str) -> dict[str, Any]:
    """Return a finding for a program to read."""
    advice = ADVICE[finding.code]
    parts: dict[str, Any] = {
        "code": finding.code,
        "severity": "warn" if finding.code in WARNINGS else "fail",
        "wrong": filled(advice.wrong, lang, finding.values),
        "cause": filled(advice.cause, lang, finding.values),
        "hint": filled(advice.hint, lang, finding.values),
        "note": finding.note,
        "lines": [{"sent" if mark == ">" else "received": line} for mark, line in finding.lines],
        "stderr": finding.stderr,
    }
    return {name: value for name, value in parts.items() if value not in ("", [])}
