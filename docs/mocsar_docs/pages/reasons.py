"""What refusals are called: each reason with the requirements that give it, and the examples in which it is given."""

from __future__ import annotations

from collections.abc import Iterator

from mocsar_docs.links import Anchor
from mocsar_docs.markup import code, heading, join
from mocsar_docs.page import Page, Writing
from mocsar_docs.read import Material
from mocsar_docs.words import add

TITLE = {"en": "Reasons", "hu": "Indokok"}

add(
    reasons_about=(
        "Every refusal has a reason. Where several hold at once, an implementation may name any of them.",
        "Minden elutasításnak van indoka. Ha egyszerre több is fennáll, egy megvalósítás bármelyiket mondhatja.",
    ),
    reason_clauses=("Given by", "Ezek adják"),
    reason_game=("given by the game itself, before any rule is asked", "maga a játék adja, még a szabályok előtt"),
    reason_examples=("Examples in which it is given", "Példák, amelyekben elhangzik"),
)


def pages(material: Material) -> Iterator[Page]:
    """Yield the one page."""
    anchors = tuple(Anchor("reason", each, each) for each in material.contents.reasons)
    yield Page("reasons.md", TITLE, _body, "reference", anchors)


def _body(w: Writing) -> str:
    return join(w.word("reasons-about"), *(_entry(w, each) for each in w.material.contents.reasons))


def _entry(w: Writing, reason: str) -> str:
    book = w.material.contents
    given = [(rule, each) for rule in book.rules.values() for each in rule.require if each.reason == reason]
    lines = [f"- {w.link('rule', rule.id)}: {code(each.expr.text)}" for rule, each in given]
    if reason in book.model.refusals.values():
        lines.append(f"- {w.word('reason-game')}")
    cases = w.material.refused[reason]
    return join(
        heading(2, w.name("reason", reason), reason),
        f"{code(reason)}\n{{.ms-marks}}",
        f"**{w.word('reason-clauses')}:**" if lines else "",
        "\n".join(lines),
        w.details(f"{w.word('reason-examples')} ({len(cases)})", w.bullets("scenario", cases)) if cases else "",
    )
