"""Independent readers of each format: each returns what it takes a report for, and fails where it is malformed."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import lxml.html
from junitparser import JUnitXml
from lxml import etree
from markdown_it import MarkdownIt
from tap.line import Bail, Diagnostic, Plan, Result, Version
from tap.parser import Parser

THIRD_PARTY = Path(__file__).parents[1] / "third_party"
JUNIT = etree.XMLSchema(etree.parse(THIRD_PARTY / "junit-10.xsd"))
CTRF = json.loads((THIRD_PARTY / "ctrf.schema.json").read_bytes())
SHOWN_BY_GITHUB = 10


def is_plain(text: str) -> None:
    """Check that a terminal shows a text as it is: nothing in it moves, hides or turns anything."""
    live = {each for each in set(text) if each != "\n" and unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert not live, live
    text.encode()


def junit(text: str) -> list[str]:
    """Return what became of each test case."""
    is_plain(text)
    root = etree.fromstring(text.encode())
    for case in root.iter("testcase"):
        case.attrib.pop("file", None)  # GitLab and others read it, no schema of JUnit's has it
    JUNIT.assertValid(root)
    read = [case for suite in JUnitXml.fromstring(text.encode()) for case in suite]
    became = [case.result[0]._tag if case.result else "pass" for case in read]
    for suite in root:
        own = Counter(each.tag for case in suite.iter("testcase") for each in case)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(name)) == own[tag]
        assert int(suite.get("tests")) == len(suite.findall("testcase"))
    return became


def ctrf(text: str) -> list[str]:
    """Return the status of each test."""
    document = json.loads(text)
    jsonschema.Draft7Validator.check_schema(CTRF)
    jsonschema.validate(document, CTRF, jsonschema.Draft7Validator, format_checker=jsonschema.FormatChecker())
    is_plain(json.dumps(document, ensure_ascii=False).replace("\\n", ""))
    statuses = [each["status"] for each in document["results"]["tests"]]
    summary = document["results"]["summary"]
    assert summary["tests"] == len(statuses)
    assert {each: summary[each] for each in set(statuses)} == dict(Counter(statuses))
    return statuses


def tap(text: str) -> list[str]:
    """Return each test as "ok", "not ok", "skip" or "todo", and "bail"."""
    is_plain(text)
    first, plan, *lines = Parser().parse_text(text)
    assert isinstance(first, Version)
    assert isinstance(plan, Plan)
    found: list[str] = []
    for each in lines:
        if isinstance(each, Result):
            assert each.number == len(found) + 1
            if each._yaml_block is not None:
                assert set(each.yaml_block) <= {"message", "severity", "verdict", "chapter", "file", "again", "text"}
                assert all(isinstance(line, str) for line in each.yaml_block["text"])
            found.append("skip" if each.skip else "todo" if each.todo else "ok" if each.ok else "not ok")
        elif isinstance(each, Bail):
            found.append("bail")
        else:
            assert isinstance(each, Diagnostic), text
    assert plan.expected_tests >= len(found) - found.count("bail")
    return found


_TABLE = {"table", "thead", "tbody", "tr", "th", "td"}
_ALLOWED = {"html", "body", "div", "h2", "h3", "p", "ul", "li", "strong", "b", "code", "pre", "blockquote"}
_ALLOWED |= {"details", "summary"} | _TABLE


def markdown(text: str) -> lxml.html.HtmlElement:
    """Return the page that a text becomes where HTML in it is let through."""
    is_plain(text)
    assert len(text) <= 65_536
    page = lxml.html.fromstring(f"<div>{MarkdownIt('gfm-like', {'html': True}).render(text)}</div>")
    there = {each.tag for each in page.iter()}
    assert there <= _ALLOWED, there - _ALLOWED
    for each in page.iter():
        assert set(each.attrib) <= ({"class"} if each.tag == "code" else {"style"}), each.attrib
    folded = [len(re.findall(rf"^{mark}", text, re.MULTILINE)) for mark in ("<details>", "</details>")]
    assert [len(page.findall(".//details"))] * 2 == folded
    blocks = Counter(f"language-{each}" for each in re.findall(r"^`{3,}(text|sh)$", text, re.MULTILINE))
    assert Counter(each.get("class") for each in page.findall(".//pre/code")) == blocks
    outside = "".join(page.xpath(".//text()[not(ancestor::code) and not(ancestor::pre)]"))
    assert not re.search(r"@\w|(?<!\w)#\d", outside), outside
    return page


def github(text: str) -> Counter[str]:
    """Return how many annotations of each kind there are, read as the runner of a job reads a log."""
    is_plain(text)
    kinds: Counter[str] = Counter()
    for line in text.splitlines():
        found = re.fullmatch(r"::(error|warning|notice)(?: ([^:]*))?::(.+)", line)
        assert found, line
        kinds[found[1]] += 1
        names = [each.partition("=")[0] for each in (found[2] or "").split(",") if each]
        assert names in ([], ["title"], ["file", "line", "title"]), line
    assert all(number <= SHOWN_BY_GITHUB for number in kinds.values())
    return kinds


def badge(text: str) -> dict[str, Any]:
    """Return what shields.io shows."""
    is_plain(text)
    said: dict[str, Any] = json.loads(text)
    assert said["schemaVersion"] == 1
    assert set(said) <= {"schemaVersion", "label", "message", "color", "isError"}
    return said


def drawing(text: str) -> str:
    """Return the accessible name of an SVG."""
    is_plain(text)
    root = etree.fromstring(text.encode())
    assert {etree.QName(each).localname for each in root.iter()} == {"svg", "title", "rect", "path", "g", "text"}
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name]
    assert root.get("role") == "img"
    [title] = root.findall("{*}title")
    assert title.text == root.get("aria-label")
    return str(title.text)
