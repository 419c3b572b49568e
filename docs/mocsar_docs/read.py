"""Reads all that the site is made of, once: the rulebook, the scenarios, the editions, the hand-written pages.

Everything after this is a pure function of the `Material`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from mocsar_conformance.account import chapter_of
from mocsar_conformance.editions import Changes, Edition, edition_of, read_changes, read_editions, since
from mocsar_conformance.prose import present_clauses, toggles_of
from mocsar_conformance.scenario.applies import applicability
from mocsar_conformance.scenario.load import load_scenarios
from mocsar_conformance.scenario.model import ActStep, Scenario
from mocsar_docs.played import titles_by_place
from mocsar_reference import Rulebook, Setting, load_rulebook
from mocsar_reference.errors import fail
from mocsar_reference.load import load_tree
from mocsar_reference.load.tree import Tree
from mocsar_reference.resolve.book import Clause, Contents, Expression, Value, Words
from mocsar_reference.resolve.setting import constants, decide

LANGUAGES = ("en", "hu")
"""The languages of the site; the first lies at its root, the others in folders of their names."""


@dataclass(frozen=True)
class Handwritten:
    """A page that somebody wrote: its Markdown with the title line, and the settings at its head."""

    name: str
    text: str
    head: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The text of its first line, `# …`; empty where it does not begin with one."""
        first = self.text.lstrip().partition("\n")[0]
        return first.removeprefix("# ").strip() if first.startswith("# ") else ""


@dataclass(frozen=True)
class Written:
    """Parts of the rulebook as its files have them."""

    rules: Mapping[str, Mapping[str, Any]]
    """By id."""
    functions: Sequence[Mapping[str, Any]]
    forms: Sequence[Mapping[str, Any]]
    model: Mapping[str, Any]


@dataclass(frozen=True)
class Material:
    """All that the site is made of. The cached properties say what refers to what."""

    rulebook: Rulebook
    written: Written
    scenarios: Mapping[str, Scenario]
    handwritten: Mapping[str, Mapping[str, Handwritten]]
    """By language and name of the file without its ending."""
    editions: tuple[Edition, ...]
    """Frozen ones, oldest first."""
    changes: Changes
    group_titles: Mapping[str, Words] = field(default_factory=dict)
    """What the groups of toggles are called, in the order they are shown in."""
    coverage: Mapping[str, Any] | None = None
    """What `mocsar coverage --format json` prints; None leaves the figures out."""
    mutation: Mapping[str, Any] | None = None
    """What `mocsar mutate --format json` printed when it was last run and kept; None where it was not."""

    @property
    def contents(self) -> Contents:
        """All that the rulebook says."""
        return self.rulebook.contents

    @cached_property
    def settings(self) -> Mapping[str, Setting]:
        """The setting of each variant that can be played, in the rulebook's order."""
        return {name: self.rulebook.setting(name) for name in self.rulebook.playable}

    @cached_property
    def present(self) -> Mapping[str, tuple[Clause, ...]]:
        """The clauses of each variant, in reading order."""
        return {name: present_clauses(self.contents, each) for name, each in self.settings.items()}

    @cached_property
    def namesakes(self) -> frozenset[str]:
        """The clauses whose title another clause has too, in some language."""
        found = Counter((lang, text) for each in self.contents.clauses.values() for lang, text in each.title.items())
        return frozenset(
            each.id
            for each in self.contents.clauses.values()
            if any(found[lang, text] > 1 for lang, text in each.title.items())
        )

    @cached_property
    def having(self) -> Mapping[str, tuple[str, ...]]:
        """The variants that have a clause, by clause."""
        inside = {name: {each.id for each in clauses} for name, clauses in self.present.items()}
        return {each: tuple(name for name in inside if each in inside[name]) for each in self.contents.clauses}

    def home(self, clause: Clause) -> Setting:
        """Return the setting that a clause is filled in for where no variant is chosen: the first that has it."""
        having = self.having[clause.id]
        return self.settings[having[0]] if having else next(iter(self.settings.values()))

    @cached_property
    def clause_of(self) -> Mapping[str, str | None]:
        """The clause that owns a rule, or that has the id itself; None for book-keeping."""
        return {name: rule.clause for name, rule in self.contents.rules.items()} | {
            name: name for name in self.contents.clauses
        }

    @cached_property
    def chapter_of(self) -> Mapping[str, str]:
        """The chapter of each scenario: that of the first clause it is about, else the first of all."""
        first = self.contents.chapters[0].id
        return {name: chapter_of(each, self.contents) or first for name, each in self.scenarios.items()}

    @cached_property
    def about(self) -> Mapping[str, tuple[str, ...]]:
        """The scenarios that are about a clause (or one of its rules), or about a rule."""
        found: dict[str, dict[str, None]] = {}
        for scenario in self.scenarios.values():
            for name in scenario.rules:
                for each in {name, self.clause_of.get(name)} - {None}:
                    found.setdefault(str(each), {})[scenario.id] = None
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def applying(self) -> Mapping[str, frozenset[str]]:
        """The scenarios that apply to a variant as it is, by variant."""
        return {
            name: frozenset(s.id for s in self.scenarios.values() if applicability(s, self.rulebook, setting) is None)
            for name, setting in self.settings.items()
        }

    def holds(self, condition: Expression | None, setting: Setting) -> bool:
        """Return whether a condition over toggles holds in a setting; none always does."""
        return condition is None or self.rulebook.holds(condition, setting)

    @cached_property
    def matters(self) -> Mapping[str, frozenset[str]]:
        """The toggles that say something of a game, by variant: its clauses depend on them, and would be others.

        A toggle of something that the game does not have is no part of it; where a group of toggles has a chapter of
        its own, that is so of the whole group in a game without the chapter.
        """
        chapters = {each.id for each in self.contents.chapters}
        found = {}
        for name in self.settings:
            gone = chapters - {each.chapter for each in self.present[name]}
            names = (each for each in self._mattering(name) if self.contents.toggles[each].group not in gone)
            found[name] = frozenset(names)
        return found

    def _mattering(self, variant: str) -> Iterator[str]:
        contents, setting = self.contents, self.settings[variant]
        filled: set[str] = set()
        read: set[str] = set()
        for clause in self.present[variant]:
            filled.update(each.name for each in clause.placeholders if each.name in contents.toggles)
            filled.update(each.removeprefix("toggle.") for each in clause.owns if each.startswith("toggle."))
            whens = [clause.when, *(contents.rules[each].when for each in clause.rules)]
            read.update(toggles_of(*(each for each in whens if self.holds(each, setting))))
        yield from filled
        for name in read - filled:
            clauses = [contents.clauses[each] for each in self.clauses_with[name]]
            here = self._whens(clauses, setting.values)
            others = contents.toggles[name].alternatives(setting.values[name])
            if any(self._whens(clauses, {**setting.values, name: other}) != here for other in others):
                yield name

    def _whens(self, clauses: Iterable[Clause], values: Mapping[str, Value]) -> list[bool]:
        """Return which of the conditions of some clauses and their rules hold with these values."""
        known = constants(self.contents, values)
        rules = self.contents.rules
        whens = [when for each in clauses for when in (each.when, *(rules[name].when for name in each.rules))]
        return [when is None or bool(decide(when.node, known)) for when in whens]

    @cached_property
    def toggles_of(self) -> Mapping[str, tuple[str, ...]]:
        """The toggles that a clause depends on: by its `when`, its rules', what it owns and what fills its gaps."""
        contents = self.contents
        found = {}
        for clause in contents.clauses.values():
            rules = [contents.rules[each] for each in clause.rules]
            names = dict.fromkeys(toggles_of(clause.when, *(rule.when for rule in rules)))
            names |= dict.fromkeys(each.removeprefix("toggle.") for each in clause.owns if each.startswith("toggle."))
            names |= dict.fromkeys(each.name for each in clause.placeholders if each.name in contents.toggles)
            found[clause.id] = tuple(names)
        return found

    @cached_property
    def clauses_with(self) -> Mapping[str, tuple[str, ...]]:
        """The clauses that depend on a toggle, by toggle."""
        return _turned(self.toggles_of, self.contents.toggles)

    @cached_property
    def scenarios_with(self) -> Mapping[str, tuple[str, ...]]:
        """The scenarios whose `when` reads a toggle, by toggle."""
        return _turned({name: sorted(each.about) for name, each in self.scenarios.items()}, self.contents.toggles)

    @cached_property
    def refused(self) -> Mapping[str, tuple[str, ...]]:
        """The scenarios in which an action is refused for a reason, by reason."""
        given = {
            name: dict.fromkeys(step.refused for step in each.steps if isinstance(step, ActStep) and step.refused)
            for name, each in self.scenarios.items()
        }
        return _turned(given, self.contents.reasons)

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The toggles of each group, both in the order of the files."""
        found: dict[str, list[str]] = {name: [] for name in self.group_titles}
        for toggle in self.contents.toggles.values():
            found.setdefault(toggle.group, []).append(toggle.id)
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def titles(self) -> tuple[tuple[tuple[str, ...], Mapping[int, tuple[str, ...]]], ...]:
        """Groups of variants that give out the same titles, each with those from the first place down by number of
        players, as one played deal gives them out.
        """
        groups: dict[object, list[str]] = {}
        for name, setting in self.settings.items():
            values = tuple(value for toggle, value in setting.values.items() if toggle.startswith("titles."))
            groups.setdefault((values, setting.variant.players), []).append(name)
        return tuple(
            (tuple(names), titles_by_place(self.rulebook, self.settings[names[0]])) for names in groups.values()
        )

    @cached_property
    def sequence(self) -> tuple[Edition, ...]:
        """The editions, oldest first, with the present one last."""
        return (*(each for each in self.editions if each.name != self.edition.name), self.edition)

    @cached_property
    def history(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """What became of a clause, oldest first: ("new", "renamed", "decided" or "reworded", name of the edition).

        Whatever it was called in an edition, its history is that of the clause it is now.
        """
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        first = self.sequence[0]
        for each in first.clauses:
            found[self.changes.now("clause", each)].append(("new", first.name))
        for old, new in pairwise(self.sequence):
            what = since(old, new, self.changes)
            told_here = {
                "new": [name for kind, name in what.new if kind == "clause"],
                "renamed": [now for kind, _, now in what.renamed if kind == "clause"],
                "decided": what.decided,
                "reworded": what.reworded,
            }
            for word, names in told_here.items():
                for name in names:
                    found[self.changes.now("clause", name)].append((word, new.name))
        return {name: tuple(found[name]) for name in self.contents.clauses}

    @cached_property
    def constraints_on(self) -> Mapping[str, tuple[str, ...]]:
        """The constraints that speak of a toggle, by toggle."""
        read = {each.id: toggles_of(each.expr) for each in self.contents.constraints}
        return _turned(read, self.contents.toggles)

    @cached_property
    def edition(self) -> Edition:
        """The edition that the rulebook is now."""
        return edition_of(self.rulebook, self.scenarios.values())

    def without(self, *variants: str) -> Iterable[str]:
        """Return the variants that can be played, but those."""
        return (each for each in self.settings if each not in variants)


def read_material(
    pages: Path,
    rulebook: Rulebook | None = None,
    scenarios: Sequence[Scenario] | None = None,
    coverage: Mapping[str, Any] | None = None,
    mutation: Mapping[str, Any] | None = None,
) -> Material:
    """Return all that the site is made of; `pages` is the folder with a folder of hand-written pages for each language.

    Without `rulebook` and `scenarios` the project's own are loaded. Raises MocsarError as loading does.
    """
    book = rulebook or load_rulebook()
    cases = load_scenarios(None, book) if scenarios is None else scenarios
    tree = load_tree(book.root)
    return Material(
        rulebook=book,
        written=_written(tree),
        scenarios={each.id: each for each in cases},
        handwritten={lang: _handwritten(pages / lang) for lang in LANGUAGES},
        editions=tuple(read_editions(book.root)),
        changes=read_changes(book.root),
        group_titles={each.value["group"]: each.value["title"] for each in tree.of("toggles")},
        coverage=coverage,
        mutation=mutation,
    )


def _written(tree: Tree) -> Written:
    chapters = [each.value for each in tree.of("rules")]
    clauses = [clause for each in chapters for clause in each.get("clauses", ())]
    rules = [rule for each in clauses for rule in each.get("rules", ())]
    rules += [rule for each in chapters for rule in each.get("bookkeeping", ())]
    return Written(
        rules={each["id"]: each for each in rules},
        functions=[each for part in tree.of("functions") for each in part.value["functions"]],
        forms=[each for part in tree.of("forms") for each in part.value["forms"]],
        model=tree.of("model")[0].value,
    )


def _handwritten(folder: Path) -> dict[str, Handwritten]:
    files = sorted(folder.rglob("*.md")) if folder.is_dir() else []
    return {name: each for file in files for name, each in [_read(file, file.relative_to(folder).with_suffix(""))]}


def _read(file: Path, name: Path) -> tuple[str, Handwritten]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise fail("W013", None, f"{file} cannot be read: {error}") from None
    head: dict[str, str] = {}
    if text.startswith("---\n"):
        top, _, text = text[4:].partition("\n---\n")
        head = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in top.splitlines())}
    return name.as_posix(), Handwritten(name.as_posix(), text.lstrip("\n"), head)


def _turned(found: Mapping[str, Iterable[str]], known: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the same pairs by their second; everything known has an entry."""
    turned: dict[str, list[str]] = {name: [] for name in known}
    for name, others in found.items():
        for each in others:
            turned.setdefault(each, []).append(name)
    return {name: tuple(each) for name, each in turned.items()}
