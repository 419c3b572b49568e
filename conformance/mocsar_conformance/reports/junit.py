"""JUnit's XML, which most CI services read: a suite for each setting, a test case for each scenario.

What a finding becomes: `error` where the subject broke the protocol, ended or was too slow; else `failure`, whose type
is the verdict. What is unsupported is a failure, for it is never a pass. A known failure is `skipped`, with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mocsar_conformance.reports.outcomes import BROKEN, broken_off, conformance, headline, meaning, text
from mocsar_conformance.reports.words import word
from mocsar_conformance.results import Results, chapter_of


def render(results: Results, lang: str) -> str:
    """Return the document. `file` of a test case is what GitLab and others read; JUnit's schemas do not have it."""
    root = Element("testsuites", name="mocsar")
    for setting in results.settings or tuple(results.run["variants"]):
        _suite(root, results, setting, lang)
    sentence = broken_off(results, lang)
    if sentence:
        suite = SubElement(root, "testsuite", _figures("mocsar", tests=1, failures=0, errors=1, skipped=0, seconds=0.0))
        case = SubElement(suite, "testcase", classname="mocsar", name="run", time="0.000")
        SubElement(case, "error", type="broken-off", message=sentence)
    suites = list(root)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(each.get(name, "0")) for each in suites)))
    root.set("time", f"{sum(each['seconds'] for each in results.outcomes):.3f}")
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _figures(name: str, tests: int, failures: int, errors: int, skipped: int, seconds: float) -> dict[str, str]:
    numbers = {"tests": tests, "failures": failures, "errors": errors, "skipped": skipped}
    return {"name": name} | {each: str(number) for each, number in numbers.items()} | {"time": f"{seconds:.3f}"}


def _suite(root: Element, results: Results, setting: str, lang: str) -> None:
    own = [each for each in results.outcomes if each["variant"] == setting]
    suite = SubElement(root, "testsuite")
    SubElement(suite, "properties").extend(
        Element("property", name=name, value=value) for name, value in _properties(results, setting).items()
    )
    made = [_case(suite, each, results, lang) for each in own]
    figures = _figures(
        f"mocsar.{setting}",
        len(own),
        made.count("failure"),
        made.count("error"),
        made.count("skipped"),
        sum(each["seconds"] for each in own),
    )
    for name, value in figures.items():
        suite.set(name, value)
    if "started" in results.run:
        suite.set("timestamp", results.run["started"].removesuffix("Z"))


def _properties(results: Results, setting: str) -> dict[str, str]:
    said = {
        "subject": results.subject,
        "edition": str(results.run["edition"]),
        "digest": str(results.run["digest"]),
        "kit": str(results.run["kit"]),
        "variant": setting,
    }
    how_far = conformance(results).get(setting)
    return (
        said
        | ({"conformance": how_far} if how_far else {})
        | ({"broken-off": "true"} if results.broken_off else {})
        | _missing(results.end, setting)
    )


def _missing(end: Mapping[str, Any] | None, setting: str) -> dict[str, str]:
    things: Sequence[str] = (end or {}).get("missing", {}).get(setting, ())
    return {"missing": ", ".join(things)} if things else {}


def _case(suite: Element, outcome: Mapping[str, Any], results: Results, lang: str) -> str:
    """Add a test case; return what it became."""
    case = SubElement(
        suite,
        "testcase",
        classname=f"mocsar.{_part(outcome['variant'])}.{_part(chapter_of(outcome))}",
        name=outcome["id"],
        time=f"{outcome['seconds']:.3f}",
    )
    if "file" in outcome:
        case.set("file", outcome["file"])
    means, said = meaning(outcome), headline(outcome, lang)
    if means in ("finding", "unexpected"):
        became = "error" if means == "finding" and outcome["verdict"] in BROKEN else "failure"
        kind = "unexpected-pass" if means == "unexpected" else outcome["verdict"]
        SubElement(case, became, type=kind, message=said).text = _block(outcome, results, lang)
        return became
    if means in ("known", "uncounted"):
        SubElement(case, "skipped", type=f"{means}:{outcome['verdict']}", message=said)
        SubElement(case, "system-out").text = _block(outcome, results, lang)
        return "skipped"
    if means == "skipped":
        SubElement(case, "skipped", message=said or word("untested", lang))
        return "skipped"
    if means == "noted":
        SubElement(case, "system-out").text = _block(outcome, results, lang)
    return "pass"


def _block(outcome: Mapping[str, Any], results: Results, lang: str) -> str:
    return "\n" + "\n".join(text(outcome, results, lang)) + "\n"


def _part(name: str) -> str:
    """Return a name as one part of a class name: viewers make a tree of its dots."""
    return name.replace(".", "_")
