"""What the rulebook and the scenarios say of one id: as data for machines, and as lines for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from mocsar_conformance.labels import label, status_text
from mocsar_conformance.prose import fill, present_clauses, toggles_of, value_id, value_sentence
from mocsar_conformance.scenario.model import ActStep, Scenario
from mocsar_reference import Rulebook, Setting
from mocsar_reference.resolve.book import (
    Chapter,
    Clause,
    Effect,
    Rank,
    Reference,
    Rule,
    Setter,
    Target,
    Term,
    Toggle,
    Words,
)

WIDTH = 100

Facts = dict[str, Any]


class Explainer:
    """Explains ids of one rulebook and its scenarios, in one language."""

    def __init__(self, rulebook: Rulebook, scenarios: Sequence[Scenario], lang: str) -> None:
        self.rulebook = rulebook
        self.contents = rulebook.contents
        self.scenarios = {each.id: each for each in scenarios}
        self.lang = lang

    def known(self) -> tuple[str, ...]:
        """Return every id that can be explained."""
        book = self.contents
        groups: tuple[Mapping[str, Any], ...] = (
            book.clauses,
            book.rules,
            book.toggles,
            book.reasons,
            book.titles,
            book.variants,
            book.terms,
            book.ranks,
            {each.id: each for each in book.chapters},
        )
        return tuple(dict.fromkeys(name for group in (*groups, self.scenarios) for name in group))

    def facts(self, name: str, setting: Setting | None = None) -> list[Facts]:
        """Return what there is to say of an id, once for each kind of thing that it names; none if it is unknown.

        Clauses are filled in for `setting`, by default the first playable variant that has them.
        """
        book = self.contents
        found: list[Facts] = []
        rule = book.rules.get(name)
        if name in book.clauses:
            found.append(self.clause(book.clauses[name], setting))
        elif rule is not None and rule.clause in book.clauses:
            found.append(self.clause(book.clauses[str(rule.clause)], setting))
        elif rule is not None:
            found.append({"kind": "rule", "id": name, "rules": [_rule(rule)], "scenarios": self.about({name})})
        if name in book.toggles:
            found.append(self.toggle(book.toggles[name]))
        if name in book.reasons:
            found.append(self.reason(name))
        if name in book.titles:
            found.append({"kind": "title", "id": name, "names": dict(book.titles[name])})
        if name in book.variants:
            found.append(self.variant(name))
        if name in book.terms:
            found.append(self.term(book.terms[name]))
        if name in book.ranks:
            found.append(self.rank(book.ranks[name]))
        found += [self.chapter(each) for each in book.chapters if each.id == name]
        if name in self.scenarios:
            found.append(self.scenario(self.scenarios[name]))
        return found

    def called(self, words: str) -> list[Facts]:
        """Return what has a word in its title that begins with each of some words, in any language: kind, id, title.

        Reasons and toggles' values have sentences instead of titles; these are not looked through.
        """
        book = self.contents
        groups: dict[str, Iterable[tuple[str, Words]]] = {
            "chapter": ((each.id, each.title) for each in book.chapters),
            "term": ((name, each.words) for name, each in book.terms.items()),
            "rank": ((name, each.name) for name, each in book.ranks.items()),
            "clause": ((name, each.title) for name, each in book.clauses.items()),
            "toggle": ((name, each.title) for name, each in book.toggles.items()),
            "variant": ((name, each.title) for name, each in book.variants.items()),
            "title": book.titles.items(),
            "scenario": ((name, each.title) for name, each in self.scenarios.items()),
        }
        wanted = words.casefold().split()
        return [
            {"kind": kind, "id": name, "title": title[self.lang]}
            for kind, group in groups.items()
            for name, title in group
            if wanted and any(_begin(wanted, text) for text in title.values())
        ]

    # ---- kinds -------------------------------------------------------------------------------------------------------

    def clause(self, clause: Clause, setting: Setting | None = None) -> Facts:
        """Return all there is to say of a clause."""
        shown, present = (setting, self.has(setting, clause)) if setting else self.home(clause)
        rules = [self.contents.rules[each] for each in clause.rules]
        owned = [each.removeprefix("toggle.") for each in clause.owns if each.startswith("toggle.")]
        toggles = dict.fromkeys([*toggles_of(clause.when, *(rule.when for rule in rules)), *owned])
        return {
            "kind": "clause",
            "id": clause.id,
            "chapter": clause.chapter,
            "title": clause.title[self.lang],
            "text": fill(clause.text[self.lang], shown, self.contents, self.lang),
            "variant": shown.short,
            "present": present,
            "chosen": setting is not None,
            "why": clause.why[self.lang] if clause.why else None,
            "status": shown.clause_status(clause, self.contents),
            "sources": [self.source(each) for each in clause.sources],
            "rules": [_rule(each) for each in rules],
            "toggles": [self.settled(self.contents.toggles[each]) for each in toggles],
            "scenarios": self.about({clause.id, *clause.rules}),
        }

    def toggle(self, toggle: Toggle) -> Facts:
        """Return all there is to say of a toggle."""
        values: list[Facts] = [{"value": each, "text": text[self.lang]} for each, text in toggle.values.items()]
        if toggle.sentence is not None:
            values = [{"value": None, "text": toggle.sentence[self.lang].replace("{value}", "…")}]
        clauses = [
            clause.id
            for clause in self.contents.clauses.values()
            if toggle.id in toggles_of(clause.when, *(self.contents.rules[each].when for each in clause.rules))
            or f"toggle.{toggle.id}" in clause.owns
        ]
        return {"kind": "toggle", **self.settled(toggle), "values": values, "clauses": clauses}

    def settled(self, toggle: Toggle) -> Facts:
        """Return a toggle's title and its value in every playable variant."""
        variants = []
        for name in self.rulebook.playable:
            setting = self.rulebook.setting(name)
            setter = setting.variant.settings.get(toggle.id)
            value = setting.values[toggle.id]
            facts: Facts = {
                "variant": name,
                "value": list(value) if isinstance(value, tuple) else value,
                "text": value_sentence(self.contents, toggle, value, self.lang),
                "status": setting.status(toggle.id),
            }
            variants.append(facts | self.grounds(setter))
        return {"id": toggle.id, "title": toggle.title[self.lang], "variants": variants}

    def grounds(self, setter: Setter | None) -> Facts:
        facts: Facts = {}
        if setter and setter.source:
            facts["source"] = self.source(setter.source)
        if setter and setter.why:
            facts["why"] = setter.why[self.lang]
        return facts

    def reason(self, name: str) -> Facts:
        """Return what a reason means, the requirements that give it, and the scenarios in which it is given."""
        rules = [
            {"rule": rule.id, "clause": rule.clause, "requirement": each.id, "expr": each.expr.text}
            for rule in self.contents.rules.values()
            for each in rule.require
            if each.reason == name
        ]
        scenarios = [
            {"id": each.id, "title": each.title[self.lang]}
            for each in self.scenarios.values()
            if any(isinstance(step, ActStep) and step.refused == name for step in each.steps)
        ]
        text = self.contents.reasons[name][self.lang]
        return {"kind": "reason", "id": name, "text": text, "requirements": rules, "scenarios": scenarios}

    def variant(self, name: str) -> Facts:
        """Return what a variant is and sets."""
        variant = self.contents.variants[name]
        own = [
            {
                "toggle": toggle,
                "value": list(setter.value) if isinstance(setter.value, tuple) else setter.value,
                "text": value_sentence(self.contents, self.contents.toggles[toggle], setter.value, self.lang),
                "status": setter.status,
                **self.grounds(setter),
            }
            for toggle, setter in variant.own.items()
        ]
        fewest, most, usual = variant.players
        return {
            "kind": "variant",
            "id": name,
            "title": variant.title[self.lang],
            "about": variant.about[self.lang] if variant.about else None,
            "extends": variant.extends,
            "playable": not variant.abstract,
            "players": {"min": fewest, "max": most, "usual": usual},
            "set": own,
        }

    def term(self, term: Term) -> Facts:
        """Return what a word of the glossary means, and what sources call it."""
        return {
            "kind": "term",
            "id": term.id,
            "title": term.words[self.lang],
            "names": dict(term.words),
            "note": term.note[self.lang] if term.note else None,
            "sources": [
                {"source": name, "cited": self.contents.sources[name].cited[self.lang], "word": word}
                for name, word in term.sources.items()
            ],
        }

    def rank(self, rank: Rank) -> Facts:
        """Return what a rank is called, and how its cards are written and drawn."""
        return {
            "kind": "rank",
            "id": rank.id,
            "title": rank.name[self.lang],
            "names": dict(rank.name),
            "card": rank.card,
            "symbol": rank.symbol[self.lang],
            "picture": rank.picture,
        }

    def chapter(self, chapter: Chapter) -> Facts:
        """Return what a chapter is about, and its clauses."""
        return {
            "kind": "chapter",
            "id": chapter.id,
            "title": chapter.title[self.lang],
            "about": chapter.about[self.lang] if chapter.about else None,
            "clauses": [
                {"id": each.id, "title": each.title[self.lang]}
                for each in self.contents.clauses.values()
                if each.chapter == chapter.id
            ],
        }

    def scenario(self, scenario: Scenario) -> Facts:
        """Return a scenario as its file has it."""
        return {
            "kind": "scenario",
            "id": scenario.id,
            "title": scenario.title[self.lang],
            "because": scenario.because[self.lang] if scenario.because else None,
            "rules": list(scenario.rules),
            "when": scenario.when.text if scenario.when else None,
            "file": scenario.document.file,
            "source": scenario.document.text,
        }

    # ---- parts -------------------------------------------------------------------------------------------------------

    def has(self, setting: Setting, clause: Clause) -> bool:
        return any(each.id == clause.id for each in present_clauses(self.contents, setting))

    def home(self, clause: Clause) -> tuple[Setting, bool]:
        """Return the first playable variant that has a clause; the first of all, and False, where none has it."""
        settings = [self.rulebook.setting(name) for name in self.rulebook.playable]
        return next(((each, True) for each in settings if self.has(each, clause)), (settings[0], False))

    def source(self, reference: Reference) -> Facts:
        source = self.contents.sources[reference.source]
        place = source.place(reference.at, self.lang)
        return {"source": source.id, "cited": source.cited[self.lang], "title": source.title, "place": place}

    def about(self, rules: set[str]) -> list[Facts]:
        """Return the scenarios that are about one of some rules or clauses."""
        return [
            {"id": each.id, "title": each.title[self.lang]}
            for each in self.scenarios.values()
            if rules.intersection(each.rules)
        ]


# ---- lines -----------------------------------------------------------------------------------------------------------


def lines(facts: Facts, lang: str) -> list[str]:
    """Return what `Explainer.facts` found, as lines of text."""
    return list(_LINES[facts["kind"]](facts, lang))


def _clause_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield from _head(facts, lang)
    yield from paragraph(facts["text"])
    where = f"{label('variant', lang)}: {facts['variant']}"
    if not facts["present"]:
        where = label("not-in", lang, variant=facts["variant"]) if facts["chosen"] else label("nowhere", lang)
    yield f"  ({where})"
    if facts["status"]:
        yield ""
        yield f"{label('status', lang)}: {status_text(facts['status'], lang)}"
    if facts["why"]:
        yield from paragraph(f"{label('why', lang)}: {facts['why']}")
    if facts["sources"]:
        yield f"{label('sources', lang)}:"
        yield from (f"  {_source_text(each)}" for each in facts["sources"])
    yield from _rule_lines(facts, lang)
    if facts["toggles"]:
        yield ""
        yield f"{label('toggles', lang)}:"
        for toggle in facts["toggles"]:
            yield f"  {toggle['id']}: {toggle['title']}"
            yield from _settled_lines(toggle, lang, "    ")
    yield from _scenario_list(facts, lang)


def _rule_lines(facts: Facts, lang: str) -> Iterator[str]:
    if facts["rules"]:
        yield ""
        yield f"{label('formal', lang)}:"
        for rule in facts["rules"]:
            yield f"  {rule['id']}"
            yield from (f"    {line}" for line in rule["lines"])


def _scenario_list(facts: Facts, lang: str) -> Iterator[str]:
    if facts["scenarios"]:
        yield ""
        yield f"{label('scenarios', lang)}:"
        width = max(len(each["id"]) for each in facts["scenarios"])
        yield from (f"  {each['id']:{width}}  {each['title']}" for each in facts["scenarios"])


def _bare_rule_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield facts["id"]
    yield from _rule_lines(facts, lang)
    yield from _scenario_list(facts, lang)


def _toggle_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield from _head(facts, lang)
    yield f"{label('values', lang)}:"
    for each in facts["values"]:
        yield f"  {each['value']}: {each['text']}" if each["value"] else f"  {each['text']}"
    yield ""
    yield f"{label('variants', lang)}:"
    yield from _settled_lines(facts, lang, "  ", grounds=True)
    if facts["clauses"]:
        yield ""
        yield f"{label('clause', lang)}: {', '.join(facts['clauses'])}"


def _settled_lines(facts: Facts, lang: str, indent: str, grounds: bool = False) -> Iterator[str]:
    width = max((len(each["variant"]) for each in facts["variants"]), default=0)
    for each in facts["variants"]:
        status = status_text(each["status"], lang)
        yield f"{indent}{each['variant']:{width}}  {_written(each['value'])}: {each['text']} ({status})"
        if grounds:
            yield from _grounds_lines(each, indent + "  ")


def _grounds_lines(facts: Facts, indent: str) -> Iterator[str]:
    if "source" in facts:
        yield f"{indent}{_source_text(facts['source'])}"
    if "why" in facts:
        yield from paragraph(facts["why"], indent)


def _reason_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield f"{facts['id']}: {facts['text']}"
    if facts["requirements"]:
        yield ""
        yield f"{label('formal', lang)}:"
        yield from (f"  {each['rule']}: {each['expr']}" for each in facts["requirements"])
    yield from _scenario_list(facts, lang)


def _title_lines(facts: Facts, lang: str) -> Iterator[str]:
    others = ", ".join(f"{code}: {name}" for code, name in facts["names"].items() if code != lang)
    yield f"{facts['names'][lang]}   [{label('title', lang)} {facts['id']}]{f'   ({others})' if others else ''}"


def _code_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield f"{facts['id']}: {facts['text']}"


def _variant_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield from _head(facts, lang)
    if facts["about"]:
        yield from paragraph(facts["about"])
        yield ""
    players = facts["players"]
    yield f"{label('players', lang)}: {players['min']}–{players['max']} ({players['usual']})"
    if facts["extends"]:
        yield f"{label('extends', lang)}: {facts['extends']}"
    yield f"{label('settings', lang)}:"
    for each in facts["set"]:
        yield f"  {each['toggle']} = {_written(each['value'])}: {each['text']} ({status_text(each['status'], lang)})"
        yield from _grounds_lines(each, "    ")


def _term_lines(facts: Facts, lang: str) -> Iterator[str]:
    others = ", ".join(f"{code}: {name}" for code, name in facts["names"].items() if code != lang)
    yield f"{facts['title']}   [{label('term', lang)} {facts['id']}]   ({others})"
    if facts["note"]:
        yield ""
        yield from paragraph(facts["note"])
    if facts["sources"]:
        yield ""
        yield f"{label('sources', lang)}:"
        yield from (f"  {each['cited']}: {each['word']}" for each in facts["sources"])


def _rank_lines(facts: Facts, lang: str) -> Iterator[str]:
    others = ", ".join(f"{code}: {name}" for code, name in facts["names"].items() if code != lang)
    yield f"{facts['title']}   [{label('rank', lang)} {facts['id']}]   ({others})"
    yield ""
    yield label("rank-written", lang, card=facts["card"], symbol=facts["picture"] or facts["symbol"])


def _chapter_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield from _head(facts, lang)
    if facts["about"]:
        yield from paragraph(facts["about"])
        yield ""
    width = max((len(each["id"]) for each in facts["clauses"]), default=0)
    yield from (f"  {each['id']:{width}}  {each['title']}" for each in facts["clauses"])


def match_lines(matches: Sequence[Facts], lang: str) -> Iterator[str]:
    """Yield what `Explainer.called` found, a line each."""
    width = max((len(each["id"]) for each in matches), default=0)
    yield from (f"{each['id']:{width}}  {each['title']}   [{label(each['kind'], lang)}]" for each in matches)


def _begin(wanted: Sequence[str], text: str) -> bool:
    """Tell whether each of some words begins a word of a text."""
    words = re.findall(r"\w+", text.casefold())
    return all(any(word.startswith(each) for word in words) for each in wanted)


def _scenario_lines(facts: Facts, lang: str) -> Iterator[str]:
    yield from _head(facts, lang)
    if facts["because"]:
        yield from paragraph(facts["because"])
        yield ""
    yield facts["file"]
    yield from (f"  {line}" for line in facts["source"].rstrip().split("\n"))


_LINES = {
    "clause": _clause_lines,
    "rule": _bare_rule_lines,
    "toggle": _toggle_lines,
    "reason": _reason_lines,
    "title": _title_lines,
    "code": _code_lines,
    "variant": _variant_lines,
    "term": _term_lines,
    "rank": _rank_lines,
    "chapter": _chapter_lines,
    "scenario": _scenario_lines,
}


def _head(facts: Facts, lang: str) -> Iterator[str]:
    yield f"{facts['title']}   [{label(facts['kind'], lang)} {facts['id']}]"
    yield ""


def paragraph(text: str, indent: str = "") -> list[str]:
    """Return a text as lines of at most `WIDTH` characters."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _source_text(source: Facts) -> str:
    return f"{source['cited']}, {source['title']}, {source['place']}"


def _written(value: Any) -> str:
    return value_id(tuple(value) if isinstance(value, list) else value)


# ---- rules as text ---------------------------------------------------------------------------------------------------


def _rule(rule: Rule) -> Facts:
    return {"id": rule.id, "lines": list(rule_text(rule))}


def rule_text(rule: Rule) -> Iterator[str]:
    """Yield a formal rule as lines: when it is present, on what it acts, what it requires, what it does."""
    if rule.when:
        yield f"when     {rule.when.text}"
    yield f"on       {', '.join(rule.events)}{f' (stage {rule.stage})' if rule.stage else ''}"
    if rule.applies:
        yield f"applies  {rule.applies.text}"
    if rule.overrides:
        yield f"instead  of {', '.join(rule.overrides)}"
    for each in rule.require:
        yield f"require  {each.id}: {each.expr.text}, else {each.reason}"
    for effect in rule.effects:
        yield from (f"effect   {line}" for line in _effect_text(effect))


def _effect_text(effect: Effect) -> Iterator[str]:
    match effect.kind:
        case "set":
            yield ", ".join(f"{_target(to)} := {value.text}" for to, value in effect.writes)
        case "add" | "remove":
            word = "to" if effect.kind == "add" else "from"
            yield ", ".join(f"{effect.kind} {value.text} {word} {_target(to)}" for to, value in effect.writes)
        case "move":
            cards = effect.cards.text if effect.cards else ""
            yield f"move {cards} from {_target(effect.source)} to {_target(effect.target)}"
        case "deal":
            yield f"deal to {effect.of.text if effect.of else ''}"
        case "each":
            yield f"for each {effect.name} in {effect.of.text if effect.of else ''}:"
            for inner in effect.do:
                yield from (f"  {line}" for line in _effect_text(inner))
        case _:
            yield f"{effect.kind} {effect.name}"


def _target(target: Target | None) -> str:
    if target is None:
        return ""
    return f"{target.name}[{target.key.text}]" if target.key else target.name
