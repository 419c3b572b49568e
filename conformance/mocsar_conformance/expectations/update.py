"""Brings a list of expectations up to date with results: entries go, shrink and come, all other text stays as it is.

Whatever was not run stays as it is written. After an update the same results are all as the list expects them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from mocsar_conformance.expectations.editing import Edited, NewEntry
from mocsar_conformance.expectations.model import PREDICTED, Expectation, matches
from mocsar_conformance.expectations.words import word
from mocsar_conformance.failure_text import differences, summary
from mocsar_conformance.results import chapter_of
from mocsar_conformance.text import neutralise
from mocsar_conformance.verdicts import WRONG

NO_LINK: Final = "none yet"
LONGEST: Final = 160
"""Characters of a reason that is made here."""

_Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is changed, for people: "added", "removed", "narrowed", "split" or "renamed", and what."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Updated:
    """The whole new text, and what was changed."""

    text: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Seen:
    """Results as an update needs them, by (scenario, variant): what became of each, and which do not apply.

    `settings` are all that the subject plays, in short form, also those that were not tested this time.
    """

    outcomes: Mapping[_Pair, Mapping[str, Any]]
    apart: frozenset[_Pair]
    settings: Sequence[str]

    @classmethod
    def of(cls, records: Sequence[Mapping[str, Any]], settings: Sequence[str] = ()) -> Seen:
        """Return what records of scenarios come to."""
        pairs = {(each["id"], each["variant"]): each for each in records}
        apart = frozenset(pair for pair, each in pairs.items() if each["verdict"] == "skipped")
        run = {pair: each for pair, each in pairs.items() if pair not in apart}
        return cls(run, apart, tuple(dict.fromkeys([*settings, *(variant for _, variant in pairs)])))


@dataclass
class _Shape:
    """What an entry, or a part of one that is split, is to speak of; `variants` is None for those it has."""

    scenarios: list[str]
    variants: tuple[str, ...] | None = None


@dataclass
class _Update:
    seen: Seen
    scenarios: Sequence[str]
    variants: Sequence[str]
    became: Callable[[str], str | None]
    file: Edited
    changes: list[Change] = field(default_factory=list)
    covered: set[_Pair] = field(default_factory=set)

    def entry(self, entry: Expectation) -> None:
        """Bring one entry up to date, and note what it speaks of then."""
        named = f"{entry.kind}: {_listed(entry.patterns)}"
        ways = [self._current(each) for each in entry.patterns]
        variants = [(each,) if any(matches(each, name) for name in self.variants) else () for each in entry.variants]
        if not any(ways) or (entry.variants and not any(variants)):
            self._remove(entry, named)
            return
        now = replace(entry, patterns=_flat(ways), variants=_flat(variants))
        if entry.kind != "known":
            self.covered.update(self._pairs(now))
        elif self._shrunk(entry, now, ways, variants, named):
            return
        if (now.patterns, now.variants) != (entry.patterns, entry.variants):
            what = (
                "renamed" if len(now.patterns) == len(entry.patterns) and now.variants == entry.variants else "narrowed"
            )
            self.changes.append(Change(what, f"{named} → {_listed(now.patterns)}{_in(now.variants)}"))
            self._narrow(entry, "scenarios", entry.patterns, ways)
            self._narrow(entry, "variants", entry.variants, variants)

    def _shrunk(
        self,
        entry: Expectation,
        now: Expectation,
        ways: Sequence[Sequence[str]],
        variants: Sequence[Sequence[str]],
        named: str,
    ) -> bool:
        """Take out of a known failure what is not so any more; tell whether it had to change."""
        pairs = self._pairs(now)
        gone = {pair for pair in pairs if pair in self.seen.outcomes and not self._met(now, pair)}
        stays = [pair for pair in pairs if pair not in gone and pair not in self.seen.apart]
        self.covered.update(stays)
        if not gone:
            return False
        if not stays:
            self._remove(entry, named)
            return True
        first, *others = _shapes(pairs, gone, stays)
        left = [[each] if self._within(each, first, gone) else self._ids(each, first) for each in _flat(ways)]
        by_old = iter(left)
        self._narrow(entry, "scenarios", entry.patterns, [[n for _ in way for n in next(by_old)] for way in ways])
        if first.variants is not None and not entry.variants:
            self.file.put(entry.kind, entry.index, "variants", first.variants)
        kept = first.variants or self.seen.settings
        out = [any(each not in kept for each in self._settings(old)) for old in entry.variants]
        some = [
            tuple(each for each in self._settings(old) if each in kept) if less else way
            for old, way, less in zip(entry.variants, variants, out, strict=True)
        ]
        self._narrow(entry, "variants", entry.variants, some)
        shown = f"{_listed(first.scenarios)}{_in(first.variants or now.variants)}"
        self.changes.append(Change("narrowed", f"{named} → {shown}"))
        for each in others:
            assert each.variants is not None
            verdict = () if entry.verdicts == PREDICTED else entry.verdicts
            new = NewEntry(each.scenarios, entry.reason, entry.link, each.variants, verdict, entry.versions)
            self.file.after(entry.kind, entry.index, new)
            self.changes.append(Change("split", f"{named} → {_listed(each.scenarios)}{_in(each.variants)}"))
        return True

    def added(self, lang: str) -> None:
        """Put in what goes wrong and is in no entry."""
        wrong = {
            pair: each
            for pair, each in self.seen.outcomes.items()
            if pair not in self.covered and each["gates"] and each["verdict"] in (*WRONG, "unsupported")
        }
        for ids, variants, reason in _grouped(wrong, self.seen, lang):
            self.changes.append(Change("added", f"known: {_listed(ids)}{_in(variants)}"))
            self.file.append("known", NewEntry(ids, reason, NO_LINK, variants))

    def _met(self, entry: Expectation, pair: _Pair) -> bool:
        return self.seen.outcomes[pair]["verdict"] in entry.verdicts

    def _current(self, pattern: str) -> tuple[str, ...]:
        """Return a pattern, by its new name where it has one; nothing where it matches nothing any more."""
        if any(matches(pattern, each) for each in self.scenarios):
            return (pattern,)
        now = self.became(pattern)
        return (now,) if now is not None and now in self.scenarios else ()

    def _pairs(self, entry: Expectation) -> list[_Pair]:
        settings = [each for each in self.seen.settings if entry.speaks_in(each)]
        names = [each for each in self.scenarios if entry.speaks_of(each)]
        return [(name, setting) for name in names for setting in settings]

    def _settings(self, pattern: str) -> list[str]:
        return [each for each in self.seen.settings if matches(pattern, each)]

    def _within(self, pattern: str, shape: _Shape, gone: set[_Pair]) -> bool:
        """Tell whether a pattern matches nothing that is taken out of its entry."""
        out = {name for name, _ in gone} - set(shape.scenarios)
        return not any(matches(pattern, each) for each in out)

    def _ids(self, pattern: str, shape: _Shape) -> list[str]:
        return [each for each in shape.scenarios if matches(pattern, each)]

    def _remove(self, entry: Expectation, named: str) -> None:
        self.changes.append(Change("removed", f"{named}{_in(entry.variants)}"))
        self.file.remove(entry.kind, entry.index)

    def _narrow(self, entry: Expectation, key: str, old: Sequence[str], instead: Sequence[Sequence[str]]) -> None:
        """Write other names for each, no name twice."""
        if [tuple(each) for each in instead] == [(each,) for each in old]:
            return
        taken: set[str] = set()
        once = [[each for each in names if each not in taken and not taken.add(each)] for names in instead]  # type: ignore[func-returns-value]
        self.file.narrow(entry.kind, entry.index, key, once)


def update(
    text: str,
    entries: Sequence[Expectation],
    seen: Seen,
    scenarios: Sequence[str],
    variants: Sequence[str],
    became: Callable[[str], str | None],
    lang: str = "en",
) -> Updated:
    """Return the file's text brought up to date.

    `entries` are those that hold for the version that was tested; others stay. `scenarios` are the ids of the whole
    suite, `variants` the short forms of the settings that an entry may name; `became(id)` says what a scenario of an
    earlier edition is called now. `lang` is the language of the reasons that are put in.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    made = _Update(seen, scenarios, list(dict.fromkeys([*variants, *seen.settings])), became, Edited(plain))
    for entry in entries:
        made.entry(entry)
    made.added(lang)
    if not made.changes:
        return Updated(text, ())
    new = made.file.text()
    mark = text[: text.startswith("\ufeff")]
    return Updated(mark + (new.replace("\n", "\r\n") if "\r\n" in text else new), made.changes)


def _shapes(pairs: Sequence[_Pair], gone: set[_Pair], stays: Sequence[_Pair]) -> list[_Shape]:
    """Return what an entry is to speak of, in as few parts as may be: all that stays and nothing that is gone."""
    kept: dict[str, list[str]] = {}
    for name, variant in stays:
        kept.setdefault(name, []).append(variant)
    mixed = {name for name, _ in gone} & kept.keys()
    whole = _Shape([name for name in kept if name not in mixed])
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in kept:
        if name in mixed:
            groups.setdefault(tuple(kept[name]), []).append(name)
    if len(groups) == 1:
        (common,) = groups
        if all(set(kept[name]) <= set(common) for name in kept):
            return [_Shape(list(kept), common)]
    shapes = [whole] if whole.scenarios else []
    return shapes + [_Shape(names, variants) for variants, names in groups.items()]


def _grouped(
    wrong: Mapping[_Pair, Mapping[str, Any]], seen: Seen, lang: str
) -> Iterator[tuple[Sequence[str], Sequence[str], str]]:
    """Yield what goes wrong anew, what one mistake may be the cause of together: scenarios, variants and a reason.

    That is what differs in the same way where the same clause decides; where none does, in the same chapter; and all
    that is unsupported for want of the same thing.
    """
    alike: dict[tuple[str, str], dict[str, list[str]]] = {}
    for (name, variant), record in wrong.items():
        clauses = record.get("failure", {}).get("clauses", ())
        decides = f" ({clauses[0]['id']})" if clauses else ""
        way = neutralise(f"{record['verdict']}: {_observed(record, lang)}", LONGEST) + decides
        where = decides or chapter_of(record) if "failure" in record else ""
        alike.setdefault((where, way), {}).setdefault(name, []).append(variant)
    for (_, way), by_name in alike.items():
        reason = word("unseen", lang, what=way)
        common = [each for each in seen.settings if any(each in variants for variants in by_name.values())]
        groups: dict[tuple[str, ...], list[str]] = {}
        for name, variants in by_name.items():
            fits = all(each in variants or (name, each) in seen.apart for each in common)
            groups.setdefault(tuple(common if fits else variants), []).append(name)
        for among, names in groups.items():
            yield names, among, reason


def _observed(record: Mapping[str, Any], lang: str) -> str:
    """Return what was seen of a failure, in a few words."""
    failure = record.get("failure")
    if not failure:
        return str(record.get("what") or "")
    first = next(differences(failure, lang), None)
    if first is None or failure.get("diagnosis"):
        return summary(failure, lang)
    got, expected = (each.strip('"') for each in (first.got, first.expected))
    return word("observed", lang, path=first.path, got=got, expected=expected)


def _flat(ways: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(each for way in ways for each in way)


def _listed(names: Sequence[str]) -> str:
    """Return names in a line, the first of many."""
    more = f" … ({len(names)})" if len(names) > 6 else ""
    return ", ".join(names[:6]) + more


def _in(variants: Sequence[str]) -> str:
    return f" [{', '.join(variants)}]" if variants else ""
