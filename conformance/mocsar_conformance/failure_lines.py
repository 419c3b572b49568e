"""A failed scenario as lines: situation, what was done, the rulebook's words, the subject's, the difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mocsar_conformance.draw import Words, situation
from mocsar_conformance.explain import paragraph
from mocsar_conformance.failure_text import as_if, by_hand, differences, place, replayed, said
from mocsar_conformance.labels import label
from mocsar_conformance.subjects.base import Diagnosis


def failure_lines(
    record: Mapping[str, Any], words: Words, lang: str, again: str, edition: str, replay: str = ""
) -> Iterator[str]:
    """Yield all that helps to see what is wrong, in order.

    `record` is that of a scenario that has a failure, `words` what readers see of cards; `again` is the command line
    that runs just this again, `replay` the one that prints the lines that led there. Without `replay`, and where it
    would print others, the lines themselves are told, some of which are long.
    """
    failure = record["failure"]
    diagnosis = failure.get("diagnosis")
    yield f"{record['verdict'].upper()}  {record['id']}  [{record['variant']}]"
    if "title" in record:
        yield f"  {record['title'][lang]}"
    yield f"  {place(failure, lang)}"
    yield ""
    if "situation" in failure:
        yield f"  {label('situation', lang)}:"
        yield from (f"    {line}" for line in situation(failure["situation"], words, lang))
        yield f"  {label('done', lang)}: {failure['done']}"
        yield ""
    if diagnosis is None and "clauses" in failure:  # who did not answer as the protocol says is not helped by the rules
        yield f"  {label('rulebook', lang)}:"
        yield from _rulebook(failure, lang)
    yield f"  {label('said', lang)}: {said(failure, lang)}"
    if diagnosis is not None:
        yield from (f"    {line}" for line in str(Diagnosis.of(diagnosis)).split("\n"))
    elif failure["differences"]:
        yield f"  {label('differs', lang)}:"
        yield from _differences(failure, lang)
        if failure.get("unsound"):
            yield from paragraph(label("suite-unsound", lang), "    ")
    for sentence in as_if(failure, lang):
        yield from paragraph(sentence, "    ")
    yield ""
    yield f"  {label('again', lang)}:"
    yield f"    {again}"
    yield f"  {label('by-hand', lang)}:"
    if replay and replayed(failure):
        yield f"    {replay}"
        return
    yield from (f"    {line}" for line in by_hand(failure.get("requests", ()), lang, edition))


def _rulebook(failure: Mapping[str, Any], lang: str) -> Iterator[str]:
    for clause in failure["clauses"]:
        yield from paragraph(f"{clause['title'][lang]}: {clause['text'][lang]}", "    ")
        yield f"      {label('explain', lang, id=clause['id'])}"
    if "because" in failure:
        yield from paragraph(failure["because"][lang], "    ")


def _differences(failure: Mapping[str, Any], lang: str) -> Iterator[str]:
    rows = list(differences(failure, lang))
    width = max(len(each.path) for each in rows)
    for each in rows:
        yield f"    {each.path:{width}}  {label('expected', lang)} {each.expected}, {label('got', lang)} {each.got}"
        if each.reason:
            yield f"    {'':{width}}  {each.reason}"
