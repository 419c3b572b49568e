"""Tells what an audit found: for people, and for programs. All that comes from logs has been made harmless before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mocsar_conformance.audit.tally import MOST_EDITIONS, Finding, Tally
from mocsar_conformance.audit.words import kind, say, what
from mocsar_conformance.draw import action_words, situation
from mocsar_conformance.prose import fill
from mocsar_conformance.text import neutralise
from mocsar_reference import Action, Rulebook
from mocsar_reference.resolve.book import Contents


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit came to. `done` of `units` were judged; fewer where it was interrupted."""

    tally: Tally
    files: int
    twice: Sequence[str]
    done: int
    units: int
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Whether something is left."""
        return self.done < self.units


def lines(report: Report, book: Rulebook, lang: str) -> Iterator[str]:
    """Yield the report for people: by what else the games were played, the cases, then the sums."""
    tally = report.tally
    if tally.other_edition:
        shown = (*tally.editions[:MOST_EDITIONS], *("…" for _ in tally.editions[MOST_EDITIONS:]))
        editions = ", ".join(shown)
        yield say("other-edition", lang, number=tally.other_edition, editions=editions, edition=book.contents.edition)
        yield ""
    for key in _ordered(tally):
        cases = tally.samples.get(key, [])
        for number, case in enumerate(cases):
            yield from case_lines(case, book, lang, clause=not number)
        if tally.counts[key] > len(cases):
            yield f"{key[0]}  {say('more', lang, number=tally.counts[key] - len(cases))}"
            yield ""
    yield from sum_lines(report, book.contents, lang)


def case_lines(case: Finding, book: Rulebook, lang: str, clause: bool = True) -> Iterator[str]:
    """Yield one case; `clause`: with the words of the clause that decides it."""
    contents = book.contents
    place = f"{case.file}:{case.line}" if case.line else case.file
    about = f" [{case.conversation}]" if case.conversation else ""
    yield f"{case.code}  {place}{about}  {kind(case.code, lang)}"
    head = [where] if (where := _where(case, lang)) else []
    head += [case.setting] if case.setting else []
    if head:
        yield f"  {', '.join(head)}"
    if case.situation is not None:
        yield from (f"    {line}" for line in situation(case.situation, contents, lang))
    if case.action is not None:
        yield f"  {case.player}: {action_words(_action(case.action), contents, lang)}"
    values = {name: _shown(value) for name, value in (("expected", case.expected), ("got", case.got))}
    sentence = what(case.code, case.what, lang, key=case.key, **values)
    if sentence:
        yield f"  {sentence}"
    if case.reason in contents.reasons:
        yield f"  {contents.reasons[case.reason][lang]} ({case.reason})"
    for rule in case.rules[:1] if clause else ():
        own = (contents.rules[rule].clause if rule in contents.rules else None) or rule
        if own in contents.clauses:
            text = fill(contents.clauses[own].text[lang], book.setting(case.setting), contents, lang)
            yield f"  {own}: {text}"
    if case.rules:
        yield f"  {say('rule', lang)}: {', '.join(case.rules)}"
    yield ""


def sum_lines(report: Report, contents: Contents, lang: str) -> Iterator[str]:
    """Yield the sums, by kind and by rule."""
    tally = report.tally
    kinds: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for (code, key), number in tally.counts.items():
        kinds[code] += number
        if key in contents.rules:
            rules[key] += number
    if kinds:
        yield f"{say('by-kind', lang)}:"
        yield from (f"  {number:8}  {code}  {kind(code, lang)}" for code, number in sorted(kinds.items()))
    if rules:
        yield f"{say('by-rule', lang)}:"
        for rule, number in sorted(rules.items(), key=lambda each: (-each[1], each[0])):
            clause = contents.clauses.get(contents.rules[rule].clause or "")
            yield f"  {number:8}  {rule}{f'  {clause.title[lang]}' if clause else ''}"
    yield from (say("twice", lang, path=neutralise(path, 300)) for path in report.twice)
    if tally.unjudged:
        yield say("unjudged", lang, number=tally.unjudged)
    for name in ("skipped", "unanswered"):
        if number := getattr(tally, name):
            yield say(name, lang, number=number)
    if tally.broken_off:
        yield say("broken-off", lang, number=tally.broken_off)
    if report.interrupted:
        yield say("interrupted", lang, done=report.done, all=report.units)
    rate = f"{tally.moves / max(report.seconds, 1e-9):,.0f}"
    sums = {"files": report.files, "matches": tally.matches, "deals": tally.deals, "moves": tally.moves}
    summary = say("all", lang, **sums, seconds=report.seconds, rate=rate if lang == "en" else rate.replace(",", " "))
    yield f"{summary}: {say('found', lang, number=tally.found) if tally.found else say('clean', lang)}"


def to_json(report: Report, contents: Contents) -> dict[str, Any]:
    """Return the report for programs. Nothing in it depends on how the work was shared out, but for the seconds."""
    tally = report.tally
    numbers = ("matches", "deals", "moves", "unjudged", "skipped", "unanswered", "broken_off")
    return {
        "edition": contents.edition,
        "other_editions": {"matches": tally.other_edition, "editions": list(tally.editions[:MOST_EDITIONS])},
        "files": report.files,
        "lines": tally.lines,
        **{name: getattr(tally, name) for name in numbers},
        "interrupted": report.interrupted,
        "twice": [neutralise(path, 300) for path in report.twice],
        "found": tally.found,
        "counts": [{"code": key[0], "key": key[1], "number": tally.counts[key]} for key in _ordered(tally)],
        "findings": [finding_json(each, contents) for key in _ordered(tally) for each in tally.samples.get(key, ())],
    }


def finding_json(case: Finding, contents: Contents) -> dict[str, Any]:
    """Return a case as `spec/schema/audit-finding.schema.json` has it; what there is not is left out."""
    clauses = [contents.rules[rule].clause for rule in case.rules if rule in contents.rules]
    whole: dict[str, Any] = {
        "code": case.code,
        "kind": kind(case.code, "en"),
        "file": case.file,
        "line": case.line,
        "conversation": case.conversation,
        "match": case.match,
        "deal": case.deal,
        "move": case.move,
        "setting": case.setting,
        "player": case.player,
        "action": case.action,
        "what": what(case.code, case.what, "en", key=case.key, expected=_shown(case.expected), got=_shown(case.got)),
        "rules": list(case.rules),
        "clauses": list(dict.fromkeys(filter(None, clauses))),
        "reason": case.reason,
        "situation": case.situation,
        "expected": case.expected,
        "got": case.got,
    }
    return {name: value for name, value in whole.items() if value not in (None, "", 0, [])}


def _ordered(tally: Tally) -> list[tuple[str, str]]:
    return sorted(tally.counts)


def _where(case: Finding, lang: str) -> str:
    numbers = {"match": case.match, "deal": case.deal, "move": case.move}
    for name, needed in (("place", "move"), ("place-deal", "deal"), ("place-match", "match")):
        if numbers[needed]:
            return say(name, lang, **numbers)
    return ""


def _action(action: Mapping[str, Any]) -> Action:
    """Return an action as a log has it, to be shown; the log may have anything in it."""
    meant = action.get("as")
    meant = meant if isinstance(meant, dict) else {}
    cards = action.get("cards")
    texts = [str(each) for each in cards] if isinstance(cards, list) else []
    rank = action.get("rank")
    form, of = (None if each is None else str(each) for each in (meant.get("form"), meant.get("rank")))
    return Action(str(action.get("do", "")), tuple(texts), form, of, None if rank is None else str(rank))


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_shown(of)}" for name, of in value.items()) or "–"
    return "–" if value is None else str(value)
