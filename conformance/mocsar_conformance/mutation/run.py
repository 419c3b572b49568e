"""Runs scenarios against mutants: what a scenario wants comes from the rulebook as it is, and the mutant plays.

A mutant is looked at in every variant. Where its generated module is another one, the scenarios that name what it
changes are played first, then the others, to the first that goes another way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from mocsar_conformance.claims import Claim
from mocsar_conformance.compare import ViewShape, compare, overlay
from mocsar_conformance.counting.presets import load_presets
from mocsar_conformance.mutation.corpus import Corpus
from mocsar_conformance.mutation.equivalence import Original, Witness, function_name, has_same_data
from mocsar_conformance.mutation.fixed import FixedRulebook
from mocsar_conformance.mutation.modules import Module, changed, differing, read_module, with_live
from mocsar_conformance.mutation.mutants import Mutant, Stillborn
from mocsar_conformance.mutation.naming import Naming
from mocsar_conformance.runner import Case, cases, own_cases
from mocsar_conformance.scenario.independence import Changes
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.model import Scenario
from mocsar_conformance.scenario.script import Script
from mocsar_conformance.subjects.reference import ReferenceSubject
from mocsar_reference import Game, Rulebook, Setting
from mocsar_reference.resolve.book import Value

Fate = Literal["same", "named", "others", "open", "explored", "alive"]
"""What became of a mutant in one setting: its module is the same, dead stores aside; killed by a scenario that names
what is changed, or only by others; not killed so far (`open`), which then comes to be that no difference is found in
all that is explored, or that it is alive."""
Message = dict[str, Any]
ALWAYS = ("begin", "copies", "event_deal", "view")
"""Functions of a generated module that every scenario calls."""
SPOKEN_OF = ("rule", "function", "form")
"""What depends on some toggles more than on others."""
OF_VALUE = 3
"""Variants in which a toggle's value is tried that no scenario tries."""
FURTHER = 3
"""Settings of no scenario that are looked at, where no scenario kills a mutant in any other."""


@dataclass(frozen=True, slots=True)
class Kill:
    """The scenario that goes another way, and where: `how` is the first difference."""

    scenario: str
    how: str


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a mutant in a setting."""

    setting: str
    fate: Fate
    kill: Kill | None = None
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant; `stillborn` says why it is no rulebook."""

    mutant: str
    found: tuple[Found, ...] = ()
    stillborn: str | None = None


@dataclass(frozen=True, slots=True)
class _Turn:
    request: Message
    wanted: Mapping[str, Any]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A scenario in a setting: what is asked, and what must be answered."""

    scenario: Scenario
    names: frozenset[str]
    turns: tuple[_Turn, ...]
    functions: frozenset[str]
    """The functions of the generated module that are called, those left out that always are."""

    def is_about(self, mutant: Mutant) -> bool:
        """Tell whether the scenario names what a mutant changes."""
        if mutant.names is None:
            return True
        return bool(self.names & mutant.names) or bool(mutant.toggles & self.scenario.about)


class Bench:
    """A rulebook with its scenarios, made ready to be held against mutants of it.

    `variants` are the ids or short forms of the settings to look at, all variants (of an overlay its
    own) where there are none.
    """

    def __init__(
        self,
        book: Rulebook,
        scenarios: Sequence[Scenario],
        variants: Sequence[str] = (),
        overlays: Sequence[Path] = (),
    ) -> None:
        self.book = book
        newest = Layers(book, overlays).newest()  # what an overlay brings, it brings for its own variants
        self.settings = [book.setting(each) for each in variants] or newest
        self.whole = not variants
        self.shape = ViewShape.of(book.contents)
        self.naming = Naming(book.contents)
        self.presets = load_presets(book, overlays)
        self._originals: dict[str, Original] = {}
        self._modules: dict[str, Module] = {}
        self._subject = ReferenceSubject(book)
        claims = [Claim(each, frozenset(each.values)) for each in self.settings]
        self.prepared: dict[str, list[Prepared]] = {each.short: [] for each in self.settings}
        self._prepare(cases(book, scenarios, claims, overlays))
        self.others: list[Setting] = []
        """Settings that scenarios list themselves."""
        if self.whole:
            mine = own_cases(book, scenarios)
            for case in mine:
                if case.script and case.claim.short not in self.prepared:
                    self.prepared[case.claim.short] = []
                    self.others.append(case.claim.setting)
            self._prepare(mine)

    def _prepare(self, cases: Iterable[Case]) -> None:
        clauses = self.book.contents.clauses
        for case in cases:
            if case.script is None or case.scenario.disputed:
                continue
            requests = [turn.request for turn in case.script.turns]
            turns = []
            for number, turn in enumerate(case.script.turns):
                wanted = overlay(turn.expected, turn.stated)
                reasons = self._subject.reasons(requests[: number + 1]) if wanted["answer"] == "refused" else ()
                turns.append(_Turn(turn.request, wanted, reasons))
            names = frozenset(case.scenario.rules)
            for name in case.scenario.rules:
                if name in clauses:
                    names |= frozenset(clauses[name].rules)
            functions = self.called(case.script)
            self.prepared[case.claim.short].append(Prepared(case.scenario, names, tuple(turns), functions))

    def called(self, script: Script) -> frozenset[str]:
        """Return the functions that a script calls for its actions."""
        found: set[str] = set()
        for turn in script.turns:
            match turn.request["request"]:
                case "act":
                    action = function_name(turn.request["action"]["do"])
                    found |= {f"judge_{action}", f"apply_{action}"}
                case "legal":
                    found |= {f"legal_{function_name(each)}" for each in self.book.contents.model.actions}
        return frozenset(found)

    # ---- one mutant --------------------------------------------------------------------------------------------------

    def run(self, mutant: Mutant) -> Result:
        """Return what becomes of a mutant in every setting where it may matter."""
        try:
            contents = mutant.contents()
        except Stillborn as why:
            return Result(mutant.id, stillborn=str(why))
        book = self.book.altered(contents)
        if mutant.variant is not None:
            here = [each for each in self.settings if each.variant.id == mutant.variant]
            return Result(mutant.id, tuple(self.fate(mutant, book, each) for each in here))
        found = [self.fate(mutant, book, each) for each in self.settings]
        if self.whole and all(each.fate in ("same", "open") for each in found):
            found += self.elsewhere(mutant, book)
        return Result(mutant.id, tuple(found))

    def elsewhere(self, mutant: Mutant, book: Rulebook) -> Iterator[Found]:
        """Yield where a mutant that no variant's scenarios kill is another game, if it is; one kill is enough."""
        read = self.naming.toggles_of(*mutant.unit)
        waiting: list[Found] = []
        for setting in self.others:
            if read.intersection(setting.changes):
                found = self.fate(mutant, book, setting)
                if found.fate == "named":
                    yield found
                    return
                if found.fate != "same":
                    waiting.append(found)
        killed = [each for each in waiting if each.fate == "others"]
        if killed:
            yield killed[0]
            return
        tried = 0
        for setting in self.further if mutant.unit[0] in SPOKEN_OF else ():
            if read.intersection(setting.changes) and tried < FURTHER:
                found = self.fate(mutant, book, setting)
                if found.fate != "same":
                    tried += 1
                    waiting.append(found)
        yield from waiting

    @cached_property
    def further(self) -> list[Setting]:
        """Settings with one toggle changed, each value in a few variants, that no scenario lists."""
        changes = Changes(self.book)
        known = set(self.prepared)
        found: dict[str, Setting] = {}
        for toggle in self.book.contents.toggles.values():
            having: Counter[Value] = Counter()
            for setting in self.settings:
                for value in toggle.alternatives(setting.values[toggle.id]):
                    new = changes.find(setting, toggle.id, value, frozenset()) if having[value] < OF_VALUE else None
                    if new is not None:
                        having[value] += 1
                        if new.short not in known:
                            found.setdefault(new.short, new)
        return list(found.values())

    def fate(self, mutant: Mutant, book: Rulebook, setting: Setting) -> Found:
        """Return what becomes of a mutant, whose rulebook is `book`, in a setting."""
        if mutant.unit[0] == "rule" and not self.is_there(mutant.unit[1], book, setting):
            return Found(setting.short, "same")
        game, old = self.game(mutant, book, setting), self.book.game(setting)
        if game.plan.plays_like(old.plan) and has_same_data(game, old):
            return Found(setting.short, "same")
        prepared = self.touching(self.prepared.get(setting.short, []), game, setting)
        about = [each for each in prepared if each.is_about(mutant)]
        kill = self.first(about, game)
        if kill is not None:
            return Found(setting.short, "named", kill)
        if has_same_data(game, old) and not changed(self.module(setting), read_module(game.plan)):
            return Found(setting.short, "same")
        kill = self.first([each for each in prepared if each not in about], game)
        return Found(setting.short, "others" if kill else "open", kill)

    def touching(self, prepared: Sequence[Prepared], game: Game, setting: Setting) -> Sequence[Prepared]:
        """Return the scenarios that call a function in which a game differs from the rulebook's."""
        if not has_same_data(game, self.book.game(setting)):
            return prepared
        functions = differing(self.module(setting), read_module(game.plan))
        if functions.intersection(ALWAYS):
            return prepared
        return [each for each in prepared if functions & each.functions]

    def module(self, setting: Setting) -> Module:
        """Return the module of a setting, as the rulebook is."""
        if setting.short not in self._modules:
            self._modules[setting.short] = with_live(read_module(self.book.game(setting).plan))
        return self._modules[setting.short]

    def explore(self, mutant: Mutant, setting: Setting) -> Found:
        """Return what becomes of a mutant that no scenario kills in a setting."""
        game = self.game(mutant, self.book.altered(mutant.contents()), setting)
        what = self.original(setting).compare(game)
        if isinstance(what, Witness):
            return Found(setting.short, "alive", witness=what)
        return Found(setting.short, "explored")

    def original(self, setting: Setting) -> Original:
        """Return the game of a setting with a corpus of its positions; only that of one setting is kept."""
        if setting.short not in self._originals:
            self._originals = {setting.short: Original(Corpus(self.book, self.book.game(setting), self.presets))}
        return self._originals[setting.short]

    def is_there(self, rule: str, book: Rulebook, setting: Setting) -> bool:
        """Tell whether a rule is present in a setting, as it was or as it is changed."""
        for contents in (self.book.contents, book.contents):
            for name in (rule, f"{rule}+"):
                found = contents.rules.get(name)
                if found and (found.when is None or book.holds(found.when, setting)):
                    return True
        return False

    def game(self, mutant: Mutant, book: Rulebook, setting: Setting) -> Game:
        """Return the game of a mutant in a setting."""
        return book.game(replace(setting, values=mutant.values) if mutant.values else setting)

    def first(self, prepared: Iterable[Prepared], game: Game) -> Kill | None:
        """Return the first scenario that goes another way in a game."""
        subject = ReferenceSubject(FixedRulebook(game, self.book))
        for each in prepared:
            how = self.difference(each, subject)
            if how is not None:
                return Kill(each.scenario.id, how)
        return None

    def difference(self, prepared: Prepared, subject: ReferenceSubject) -> str | None:
        """Return where a subject first answers otherwise than it must, in a word or two."""
        for number, turn in enumerate(prepared.turns):
            try:
                answer = subject.request(turn.request)
            except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
                return f"{number}: breaks down ({type(error).__name__})"
            if answer["answer"] != turn.wanted["answer"]:
                return f"{number}: {turn.wanted['answer']} becomes {answer['answer']}"
            found = compare(turn.wanted, answer, self.shape, reasons=turn.reasons, claims_reasons=True)
            if found.must or found.should:
                return f"{number}: {(found.must or found.should)[0].path}"
        return None
