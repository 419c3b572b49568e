"""Editions: which ids a published rulebook had, and what has become of them since.

`spec/editions/NAME.yaml` lists every id of an edition, with digests of clauses and scenarios, and `changes.yaml` beside
it says what was renamed or removed after it, and why. Ids are never used again for anything else, so that what others
keep by id (reports, lists of known failures, links) goes on meaning the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from mocsar_conformance.renamed import names as names_of
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic, MocsarError, Rulebook
from mocsar_reference.check.lock import current
from mocsar_reference.errors import Place, did_you_mean, fail
from mocsar_reference.load import Document
from mocsar_reference.load.tree import display, load_document

FOLDER = "editions"
CHANGES = "changes.yaml"
_DIGITS = 10
_TEXTS = ("title", "because", "link")  # of a scenario: they explain, and ask nothing
_HEAD = """\
# yaml-language-server: $schema=../schema/edition.schema.json
# Every id of this edition. Written by `mocsar edition --freeze`, and never changed again.
"""

Ids = Mapping[str, frozenset[str]]
"""Ids by kind of thing."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition: its ids by kind, and digests of clauses (words and formal part) and of scenarios."""

    name: str
    ids: Ids
    clauses: Mapping[str, tuple[str, str]]
    scenarios: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What `changes.yaml` says: what things are called now, and what is gone, by kind and old id."""

    renamed: Mapping[tuple[str, str], str] = field(default_factory=dict)
    removed: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    document: Document | None = None

    def names(self, kind: str, name: str) -> tuple[str, ...]:
        """Return an id and all that the thing was called after it, in order; the last is what it is called now."""
        return names_of(self.renamed, kind, name)

    def now(self, kind: str, name: str) -> str:
        """Return what a thing of any edition is called now, through all its names."""
        return self.names(kind, name)[-1]


@dataclass(frozen=True, slots=True)
class Since:
    """What has changed since an edition; each is (kind, id)."""

    edition: str
    new: Sequence[tuple[str, str]]
    renamed: Sequence[tuple[str, str, str]]
    """Kind, old id, new id."""
    removed: Sequence[tuple[str, str]]
    reworded: Sequence[str]
    """Clauses of which only the words have changed."""
    decided: Sequence[str]
    """Clauses of which the rules have changed."""
    scenarios: Sequence[str]
    """Scenarios that ask something else."""


def edition_of(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> Edition:
    """Return the edition that a rulebook and its scenarios are now."""
    contents = rulebook.contents
    model = contents.model
    ids: dict[str, Iterable[str]] = {
        "action": model.actions,
        "chance": model.chance,
        "clause": contents.clauses,
        "event": model.events,
        "form": contents.forms,
        "phase": model.phases,
        "reason": contents.reasons,
        "requirement": [f"{rule.id}/{each.id}" for rule in contents.rules.values() for each in rule.require],
        "rule": contents.rules,
        "title": contents.titles,
        "toggle": contents.toggles,
        "value": [f"{toggle.id}={value}" for toggle in contents.toggles.values() for value in toggle.values],
        "variant": contents.variants,
        "view": [each.id for each in model.view],
    }
    asked = {each.id: _digest(_asks(each)) for each in scenarios}
    clauses = {name: (entry.words, _digest(dict(entry.formal))) for name, entry in current(contents).items()}
    kinds = {kind: frozenset(names) for kind, names in ids.items()} | {"scenario": frozenset(asked)}
    return Edition(str(contents.edition), kinds, clauses, asked)


def edition_text(edition: Edition) -> str:
    """Return the text of an edition's file."""
    lines = [f'edition: "{edition.name}"', "ids:"]
    for kind in sorted(edition.ids):
        if kind not in ("clause", "scenario"):
            lines += [f"  {kind}:", *(f'  - "{each}"' for each in sorted(edition.ids[kind]))]
    lines.append("clauses:")
    for name, (words, formal) in sorted(edition.clauses.items()):
        lines.append(f'  {name}: {{words: "{words}", formal: "{formal}"}}')
    lines.append("scenarios:" if edition.scenarios else "scenarios: {}")
    lines += [f'  {name}: "{digest}"' for name, digest in sorted(edition.scenarios.items())]
    return _HEAD + "\n".join(lines) + "\n"


def edition_path(root: Path, name: str) -> Path:
    """Return where an edition's file is; `root` is the folder of the rulebook's files."""
    return root / FOLDER / f"{name}.yaml"


def read_editions(root: Path) -> list[Edition]:
    """Return the frozen editions, oldest first. Raises MocsarError where a file is none (Y and S codes)."""
    files = sorted(each for each in (root / FOLDER).glob("*.yaml") if each.name != CHANGES)
    return [_edition(load_document(each, "edition")) for each in files]


def read_changes(root: Path) -> Changes:
    """Return what is said of renamed and removed things; nothing where there is no file. Raises MocsarError."""
    path = root / FOLDER / CHANGES
    if not path.is_file():
        return Changes()
    document = load_document(path, "changes")
    renamed = {(each["kind"], each["renamed_from"]): each["id"] for each in document.value.get("renamed", ())}
    removed = {(each["kind"], each["id"]): each["why"] for each in document.value.get("removed", ())}
    return Changes(renamed, removed, document)


def since(old: Edition, new: Edition, changes: Changes) -> Since:
    """Return what has changed from one edition to another; renamed and removed things have the ids of the older."""
    named = {
        (kind, name): changes.names(kind, name) for kind, names in sorted(old.ids.items()) for name in sorted(names)
    }
    there = {
        (kind, name): next((each for each in names if each in new.ids.get(kind, ())), None)
        for (kind, name), names in named.items()
    }
    renamed = [(kind, name, now) for (kind, name), now in there.items() if now is not None and now != name]
    called = {(kind, now): name for kind, name, now in renamed}
    fresh = [
        (kind, name)
        for kind, names in sorted(new.ids.items())
        for name in sorted(names - old.ids.get(kind, frozenset()))
        if (kind, name) not in called
    ]
    removed = [key for key, now in there.items() if now is None and (key[0], named[key][-1]) in changes.removed]
    both = [(called.get(("clause", name), name), name) for name in sorted(new.clauses)]
    pairs = [(old.clauses[was], new.clauses[now], now) for was, now in both if was in old.clauses]
    asked = [(called.get(("scenario", name), name), name) for name in sorted(new.scenarios)]
    return Since(
        edition=old.name,
        new=fresh,
        renamed=renamed,
        removed=removed,
        reworded=[name for was, now, name in pairs if was[0] != now[0] and was[1] == now[1]],
        decided=[name for was, now, name in pairs if was[1] != now[1]],
        scenarios=[now for was, now in asked if was in old.scenarios and old.scenarios[was] != new.scenarios[now]],
    )


def edition_faults(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> list[Diagnostic]:
    """Return E001 to E004 where ids of the frozen editions were lost, used again or changed; none where none is frozen.

    What is wrong with the files themselves is returned too (Y and S codes).
    """
    try:
        editions, changes = read_editions(rulebook.root), read_changes(rulebook.root)
    except MocsarError as error:
        return list(error.diagnostics)
    now = edition_of(rulebook, scenarios)
    return [*_lost(rulebook, editions, changes, now), *_said(editions, changes, now), *_thawed(rulebook, editions, now)]


def freeze(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> Path:
    """Write the file of the present edition and return its path. Raises MocsarError E003 where it stands otherwise."""
    now = edition_of(rulebook, scenarios)
    path = edition_path(rulebook.root, now.name)
    text = edition_text(now)
    if path.is_file():
        if path.read_text("utf-8", "replace") != text:
            raise MocsarError(list(_thawed(rulebook, read_editions(rulebook.root), now)) or [_frozen(rulebook, now)])
        return path
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail("U004", None, f"{display(path)} cannot be written: {error.strerror}") from None
    return path


def became(root: Path, kind: str, name: str) -> str | None:
    """Return what a thing of an earlier edition is called now, through all its names; None where nothing is said."""
    now = read_changes(root).now(kind, name)
    return now if now != name else None


def _lost(rulebook: Rulebook, editions: Sequence[Edition], changes: Changes, now: Edition) -> Iterator[Diagnostic]:
    told: set[tuple[str, str]] = set()
    for edition in reversed(editions):
        place = Place(display(edition_path(rulebook.root, edition.name)), 1, 1)
        for kind, names in sorted(edition.ids.items()):
            for name in sorted(names - now.ids.get(kind, frozenset())):
                key = (kind, name)
                if key in told or key in changes.renamed or key in changes.removed:
                    continue
                told.add(key)
                near = did_you_mean(name, now.ids.get(kind, ()))
                hint = f"say in {FOLDER}/{CHANGES} what it is called now (renamed), or why it is gone (removed)"
                if near.startswith("did"):
                    hint += f"; {near}"
                yield Diagnostic("E001", place, f"the {kind} '{name}' of edition {edition.name} is gone", hint)


def _said(editions: Sequence[Edition], changes: Changes, now: Edition) -> Iterator[Diagnostic]:
    """Yield E002 and E004 for what `changes.yaml` says and is not so."""
    document = changes.document
    if document is None:
        return
    ever: dict[str, set[str]] = {}
    for edition in editions:
        for kind, names in edition.ids.items():
            ever.setdefault(kind, set()).update(names)
    later = {(kind, was): was for kind, was in (*changes.renamed, *changes.removed)}
    for part, key in (("renamed", "renamed_from"), ("removed", "id")):
        for index, each in enumerate(document.value.get(part, ())):
            kind, was = each["kind"], each[key]
            place = document.place((part, index, key))
            if was in now.ids.get(kind, ()):
                message = f"the {kind} '{was}' is {part}, and there is one of that id"
                yield Diagnostic("E002", place, message, "an id is never used again: give the new thing another")
            elif was not in ever.get(kind, ()) and was not in changes.renamed.values():
                message = f"no edition had the {kind} '{was}'"
                yield Diagnostic("E004", place, message, did_you_mean(was, ever.get(kind, ())))
            if part == "renamed" and each["id"] not in now.ids.get(kind, ()) and (kind, each["id"]) not in later:
                message = f"there is no {kind} '{each['id']}'"
                place = document.place((part, index, "id"))
                yield Diagnostic("E004", place, message, did_you_mean(each["id"], now.ids.get(kind, ())))


def _thawed(rulebook: Rulebook, editions: Sequence[Edition], now: Edition) -> Iterator[Diagnostic]:
    for edition in editions:
        if edition.name == now.name and edition != now:
            yield _frozen(rulebook, now, since(edition, now, Changes()))


def _frozen(rulebook: Rulebook, now: Edition, found: Since | None = None) -> Diagnostic:
    changed = [] if found is None else [*found.decided, *found.reworded, *found.scenarios, *(n for _, n in found.new)]
    what = f": {', '.join(changed[:3])}{' …' if len(changed) > 3 else ''}" if changed else ""
    place = Place(display(edition_path(rulebook.root, now.name)), 1, 1)
    message = f"edition {now.name} is frozen, and the rulebook has changed since{what}"
    return Diagnostic("E003", place, message, "give the rulebook a new `edition` in rulebook.yaml")


def _edition(document: Document) -> Edition:
    value = document.value
    ids = {kind: frozenset(names) for kind, names in value["ids"].items()}
    ids |= {"clause": frozenset(value["clauses"]), "scenario": frozenset(value["scenarios"])}
    clauses = {name: (each["words"], each["formal"]) for name, each in value["clauses"].items()}
    return Edition(str(value["edition"]), ids, clauses, dict(value["scenarios"]))


def _asks(scenario: Scenario) -> Any:
    """Return what a scenario gives, does and expects, without its texts."""
    return {name: each for name, each in scenario.document.value.items() if name not in _TEXTS}


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_DIGITS]
