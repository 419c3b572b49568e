"""Writes a match down as a scenario: readable, and held to just the settings in which it goes the same way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from mocsar_conformance.match.match import Dealt, Done, Ended, Entry, Listed, Match
from mocsar_conformance.scenario.applies import misfit
from mocsar_conformance.scenario.cards import TextReader
from mocsar_conformance.scenario.deals import CannotDeal
from mocsar_conformance.scenario.hold import disagreements, write_action
from mocsar_conformance.scenario.independence import Changes
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Action, Rulebook, Setting
from mocsar_reference.language.types import CARDS, Enum, List, Maybe, Set, Type
from mocsar_reference.load import read_yaml
from mocsar_reference.resolve.book import Contents, Value
from mocsar_reference.resolve.conditions import toggles_read

SCHEMA = "# yaml-language-server: $schema=../../spec/schema/scenario.schema.json"
FOLDER = "scenarios"
WIDTH = 110
_PLAIN = re.compile(r"[^\W\d_][\w.-]*")
_WORDS = frozenset(["true", "false", "null", "yes", "no", "on", "off", "y", "n", "none", "empty"])
_ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*(/[a-z0-9]+([.-][a-z0-9]+)*)*")


@dataclass(frozen=True, slots=True)
class About:
    """What a scenario says of itself where it is no plain record: title, rules, lines of comment, what came before.

    `when` are toggles that its condition names in any case. `entries` are those of the view that its end states; none
    means all of the core that is there.
    """

    title: Mapping[str, str]
    rules: Sequence[str]
    comment: Sequence[str] = ()
    standing: Sequence[str] = ()
    when: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    leader: str | None = None


def scenario_id(path: Path) -> str | None:
    """Return the id of a scenario in a file: its path below the folder `scenarios`, else its name; None if it is none.

    None too where the file's name does not end in `.yaml`.
    """
    parts = path.absolute().with_suffix("").parts
    at = max((index for index, part in enumerate(parts[:-1]) if part == FOLDER), default=len(parts) - 2)
    name = "/".join(parts[at + 1 :])
    return name if path.suffix == ".yaml" and _ID.fullmatch(name) else None


def write_scenario(
    match: Match,
    rulebook: Rulebook,
    name: str,
    about: About | None = None,
    schema: str = SCHEMA,
    comment: Sequence[str] = (),
) -> str:
    """Return the text of a scenario with the id `name` in which a match, as far as it went, is played again.

    `when` names every toggle that the match depends on, so that the scenario holds wherever it applies. `schema` is the
    first line, for editors; `comment` are lines under it, before those of `about`.
    """
    writer = _Writer(match, rulebook, name, about, [schema, *(f"# {line}" for line in comment)])
    named = _dependences(rulebook, match.game.setting, writer, about.when if about else frozenset())
    return writer.text(named)


def applies_somewhere(text: str, rulebook: Rulebook) -> bool:
    """Tell whether a scenario so written speaks of a variant of the rulebook, and not only of a changed one."""
    when = read_scenario(read_yaml(text, "scenario"), rulebook).when
    return when is None or any(rulebook.holds(when, rulebook.setting(each)) for each in rulebook.playable)


def rules_toggles(names: Sequence[str], contents: Contents) -> frozenset[str]:
    """Return the toggles that decide whether rules or clauses, named by their ids, are there."""
    found: set[str] = set()
    for name in names:
        clause = contents.clauses.get(name)
        conditions = [clause.when if clause else None]
        conditions += [contents.rules[each].when for each in (clause.rules if clause else (name,))]
        found.update(*(toggles_read(each) for each in conditions if each is not None))
    return frozenset(found)


def steps_text(match: Match) -> list[str]:
    """Return what was given and every step of a match, as lines of a scenario."""
    writer = _Writer(match, None, "")
    return [*writer.given(), *writer.steps()]


class _Writer:
    def __init__(
        self,
        match: Match,
        rulebook: Rulebook | None,
        name: str,
        about: About | None = None,
        top: Sequence[str] = (SCHEMA,),
    ) -> None:
        self.match = match
        self.top = top
        self.name = name
        self.about = about
        self.rulebook = rulebook
        self.game = match.game
        self.contents = match.game.contents
        self.texts = TextReader(self.contents)

    def text(self, when: Mapping[str, Value]) -> str:
        """Return the whole file, with a condition that toggles have these values."""
        return "\n".join([*self.head(when), *self.given(), *self.steps(), *self.then()]) + "\n"

    def head(self, when: Mapping[str, Value]) -> Iterator[str]:
        setting, players, seed = self.game.setting, len(self.match.players), self.match.seed
        title = (
            self.about.title
            if self.about
            else {
                "en": f"A recorded match of {players} players: {setting.short}, seed {seed}",
                "hu": f"Egy feljegyzett játszma {players} játékossal: {setting.short}, kezdőszám: {seed}",
            }
        )
        yield from self.top
        yield from (f"# {line}" for line in (self.about.comment if self.about else ()))
        yield f"id: {self.name}"
        yield "title:"
        yield from (f"  {lang}: {_quoted(text)}" for lang, text in title.items())
        yield from _wrapped("rules: [", [f"{each}," for each in self.rules()], "]")
        if when:
            yield "when: >-"
            yield from _condition(when)

    def rules(self) -> list[str]:
        """Return the clauses it is about: those that refused something, else those that say what the players did."""
        if self.about and self.about.rules:
            return list(self.about.rules)
        done = [each for each in self.match.log if isinstance(each, Done)]
        refusing = [rule for each in done for rule in each.rules]
        rules = {name: self.contents.rules[name] for name in self.game.plan.rules}
        acted = {each.action.do for each in done}
        about = refusing or [name for name, rule in rules.items() if rule.require and acted.intersection(rule.events)]
        return list(dict.fromkeys(rules[name].clause or name for name in about or list(rules)[:1]))

    def given(self) -> Iterator[str]:
        first, players = self.match.log[0], self.match.players
        assert isinstance(first, Dealt)
        yield "given:"
        yield f"  players: [{', '.join(map(_word, players))}]"
        if self.about and self.about.standing:
            yield f"  standing: [{', '.join(map(_word, self.about.standing))}]"
        lines = list(self.deal(first))
        if self.about and self.about.leader:
            lines[-1] = f"leader: {_word(self.about.leader)}"
        yield from (f"  {line}" for line in lines)

    def deal(self, dealt: Dealt) -> Iterator[str]:
        """Yield the lines that say how a deal begins."""
        if dealt.hands is not None:
            yield "hands:"
            yield from (f"  {_word(name)}: {self.cards(dealt.hands.get(name, ()))}" for name in self.match.players)
        else:
            yield "pack: >-"
            yield from wrap(self.cards(dealt.pack), WIDTH, initial_indent="  ", subsequent_indent="  ")
        chance = ", ".join(f"{name}: {_word(player)}" for name, player in dealt.chance.items())
        yield f"chance: {{{chance}}}"

    def cards(self, ranks: Sequence[str]) -> str:
        return self.texts.write(ranks) or '""'

    def steps(self) -> Iterator[str]:
        body = [line for entry, following in self.pairs() for line in self.step(entry, following)]
        yield "steps:" if body else "steps: []"
        yield from body

    def pairs(self) -> Iterator[tuple[Entry, Entry | None]]:
        """Go through all that happened after the first deal began, each with what came next."""
        rest = self.match.log[1:]
        return zip(rest, (*rest[1:], None), strict=False)

    def step(self, entry: Entry, following: Entry | None) -> Iterator[str]:
        match entry:
            case Dealt():
                yield "- deal:"
                yield from (f"    {line}" for line in self.deal(entry))
            case Done(player, action, refused, _):
                reason = f", refused: {refused}" if refused else ""
                yield f"- {{{_word(player)}: {write_action(action, self.texts)}{reason}}}"
            case Listed(player, includes, excludes, exact):
                yield f"- {{legal: {{{_word(player)}: {self.listed(includes, excludes, exact)}}}}}"
            case Ended(places, titles) if following is not None:
                shown = {"out": list(places), "titles": dict(titles)} if titles else {"out": list(places)}
                yield f"- then: {{{', '.join(self.entries(shown))}}}"

    def listed(self, includes: Sequence[Action], excludes: Sequence[Action], exact: Sequence[Action] | None) -> str:
        def texts(actions: Sequence[Action]) -> str:
            return f"[{', '.join(write_action(each, self.texts) for each in actions)}]"

        if exact is not None:
            return texts(exact)
        parts = {"includes": includes, "excludes": excludes}
        return f"{{{', '.join(f'{name}: {texts(actions)}' for name, actions in parts.items() if actions)}}}"

    def then(self) -> Iterator[str]:
        view = self.game.view(self.match.state)
        core = {entry.id: view[entry.id] for entry in self.contents.model.view if entry.core and entry.id in view}
        if self.about:
            wanted = [name for name in view if name in self.about.entries]
            wanted = wanted or [name for name, value in core.items() if value is not None]
            core = {name: view[name] for name in wanted}
        yield "then:"
        yield from (f"  {line}" for line in self.entries(core))

    def entries(self, view: Mapping[str, Any]) -> Iterator[str]:
        """Yield entries of the view as `name: value`, as a scenario states them."""
        for entry in self.contents.model.view:
            if entry.id not in view:
                continue
            value = view[entry.id]
            kinds = {name: each.node.type for name, each in entry.fields.items()}
            whole = entry.expr.node.type if entry.expr is not None else None
            if isinstance(value, dict):
                parts = (
                    f"{name if name in kinds else _word(name)}: {self.value(each, kinds.get(name, whole))}"
                    for name, each in value.items()
                )
                yield f"{entry.id}: {{{', '.join(parts)}}}"
            else:
                yield f"{entry.id}: {self.value(value, whole)}"

    def value(self, value: Any, kind: Type | None) -> str:
        if isinstance(kind, Maybe):
            kind = kind.of
        if value is None:
            return "none"
        if isinstance(value, bool | int):
            return json.dumps(value)
        if kind == CARDS:
            return self.cards(value)
        if isinstance(kind, Enum) and kind.name == "rank":
            return self.cards([value])
        if isinstance(value, list):
            of = kind.of if isinstance(kind, List | Set) else None
            return f"[{', '.join(self.value(each, of) for each in value)}]"
        return _word(str(value))


def _dependences(rulebook: Rulebook, setting: Setting, writer: _Writer, always: frozenset[str]) -> dict[str, Value]:
    """Return the toggles that a match depends on, with their values, in the rulebook's order."""
    changes = Changes(rulebook)
    named = set(always)
    while True:
        about = _about(named, setting)
        scenario = read_scenario(read_yaml(writer.text(about), "scenario"), rulebook)
        found = {
            toggle.id
            for toggle in rulebook.contents.toggles.values()
            if toggle.id not in named
            for value in toggle.alternatives(setting.values[toggle.id])
            if _changes(scenario, rulebook, changes.find(setting, toggle.id, value, frozenset(named)))
        }
        found = found or set(_excluding(rulebook, setting, named))
        if not found:
            return about
        named |= found


def _about(named: set[str], setting: Setting) -> dict[str, Value]:
    return {name: value for name, value in setting.values.items() if name in named}


def _excluding(rulebook: Rulebook, setting: Setting, named: set[str]) -> Iterator[str]:
    """Yield toggles that tell the setting from variants which differ from it otherwise than one toggle at a time."""
    told: set[str] = set()
    for other in map(rulebook.setting, rulebook.playable):
        differing = [name for name, value in setting.values.items() if other.values[name] != value]
        if differing and not (named | told).intersection(differing):
            told.add(differing[0])
    yield from told


def _changes(scenario: Scenario, rulebook: Rulebook, setting: Setting | None) -> bool:
    """Tell whether a scenario goes another way in a setting. It does not where it cannot be played there at all."""
    if setting is None or misfit(scenario, rulebook, setting):
        return False
    try:
        return next(disagreements(scenario, rulebook.game(setting)), None) is not None
    except CannotDeal:
        return True


def _condition(when: Mapping[str, Value]) -> Iterator[str]:
    for number, (name, value) in enumerate(when.items()):
        written = f"[{', '.join(map(_literal, value))}]" if isinstance(value, tuple) else _literal(value)
        yield f"  {'&& ' if number else ''}toggle.{name} == {written}"


def _wrapped(head: str, words: Sequence[str], end: str) -> list[str]:
    """Return a list in brackets, over several lines where it is long; each word but the last keeps its comma."""
    text = head + " ".join(words).removesuffix(",") + end
    return wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _literal(value: Any) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def _word(text: str) -> str:
    """Return a text as YAML writes it, in quotes where it could be taken for something else."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
