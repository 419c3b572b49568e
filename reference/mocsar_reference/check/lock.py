"""The lock: digests of each clause's words and of its formal part, from when somebody found that the two agree.

A formal part that changes while the words stay as they were is told; `mocsar lock` accepts what there is. A folder
without a lock file is not held to one. An overlay's lock holds the overlay's own clauses.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import Diagnostic, MocsarError, Place
from ..language.ast import Node
from ..language.types import Type
from ..language.walk import calls
from ..load import Document
from ..load.tree import load_document
from ..resolve.book import Clause, Contents, Expression, Rule, Toggle, Words

NAME = "lock.yaml"
WHEN = "when"
"""The key of a clause's own condition among its formal parts."""
HINT = "read the clause again; if it still says what the rules do: mocsar lock"

_DIGITS = 10  # of 16 values each: two texts meet by accident once in a million million changes
_IN_WORDS = ("title", "note", "said", "changed", "beside")  # fields that explain, and decide nothing
_HEAD = """\
# yaml-language-server: $schema=schema/lock.schema.json
# Words and rules as somebody found that they agree, by clause. Written by `mocsar lock`; after a merge run it again.
clauses:
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """The digests of one clause: of its words, and of each rule and thing that it owns, by name."""

    words: str
    formal: Mapping[str, str]

    def line(self, clause: str) -> str:
        """Return the entry as a line of the lock file."""
        parts = ", ".join(f'{name}: "{digest}"' for name, digest in sorted(self.formal.items()))
        return f'  {clause}: {{words: "{self.words}", formal: {{{parts}}}}}\n'


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file: `document` as read, `entries` by clause."""

    document: Document
    entries: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Difference:
    """How a clause differs from its entry. `formal` names what has changed, with `new` or `gone` where it is that."""

    clause: str
    new: bool
    gone: bool
    words: bool
    formal: tuple[str, ...]
    names: tuple[str, ...]
    """The same as `formal`, names alone."""


def lock_path(folder: Path) -> Path:
    """Return where the lock of a rulebook or an overlay is: beside its files, which may lie in a folder `spec`."""
    return (folder / "spec" if (folder / "spec").is_dir() else folder) / NAME


def read_lock(folder: Path) -> Lock | None:
    """Return a folder's lock, None where there is none. Raises MocsarError where the file is none (Y and S codes)."""
    path = lock_path(folder)
    if not path.is_file():
        return None
    document = load_document(path, "lock")
    entries = {name: Entry(each["words"], each["formal"]) for name, each in document.value["clauses"].items()}
    return Lock(document, entries)


def lock_text(entries: Mapping[str, Entry]) -> str:
    """Return the text of a lock file: one line a clause, by id."""
    return _HEAD + "".join(entries[name].line(name) for name in sorted(entries))


def current(contents: Contents, folder: Path | None = None) -> dict[str, Entry]:
    """Return the entries as they would be now: of every clause, or of those declared in the files of a folder."""
    owned = {each for clause in contents.clauses.values() for each in clause.owns}
    clauses = (each for each in contents.clauses.values() if folder is None or _within(each.place, folder))
    return {
        clause.id: Entry(
            _digest([_plain_words(part, contents) for part in (clause.title, clause.text)]),
            {name: _digest(part) for name, part in _formal(contents, clause, owned)},
        )
        for clause in clauses
    }


def differences(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> list[Difference]:
    """Return how clauses differ from their entries, by id of the clause."""
    return [each for name in sorted({*old, *new}) if (each := _difference(name, old.get(name), new.get(name)))]


def lock_faults(contents: Contents, folder: Path, own: bool = False) -> list[Diagnostic]:
    """Return R140 to R142 for the clauses that the lock in `folder` does not fit; none where there is no lock.

    `own`: only the clauses declared in the folder are in its lock. A clause whose words have changed is not complained
    of, see `stale`. What is wrong with the file itself is returned too (Y and S codes).
    """
    try:
        lock = read_lock(folder)
    except MocsarError as error:
        return list(error.diagnostics)
    if lock is None:
        return []
    found: list[Diagnostic] = []
    for each in differences(lock.entries, current(contents, folder if own else None)):
        clause = contents.clauses.get(each.clause)
        if each.gone or clause is None:
            message = f"the lock has '{each.clause}', which is no clause here"
            found.append(Diagnostic("R142", lock.document.key_place(("clauses", each.clause)), message, "mocsar lock"))
        elif each.new:
            message = f"the clause '{clause.id}' is not in the lock"
            hint = "read it against its rules; if it says what they do: mocsar lock"
            found.append(Diagnostic("R141", clause.place, message, hint))
        elif each.formal and not each.words:
            changed = ", ".join(each.formal)
            message = f"what the clause '{clause.id}' owns has changed, but its words have not: {changed}"
            found.append(Diagnostic("R140", _place(contents, clause, each.names[0]), message, HINT))
    return found


def stale(contents: Contents, folder: Path, own: bool = False) -> list[str]:
    """Return the clauses whose words have changed since they were locked; none where the lock cannot be read."""
    try:
        lock = read_lock(folder)
    except MocsarError:
        return []
    if lock is None:
        return []
    found = differences(lock.entries, current(contents, folder if own else None))
    return [each.clause for each in found if each.words and not each.new and not each.gone]


def _plain_words(words: Words, contents: Contents) -> list[str]:
    return [" ".join(words.get(language, "").split()) for language in contents.languages]


def _within(place: Place, folder: Path) -> bool:
    return Path(place.file).resolve().is_relative_to(folder.resolve())


def _difference(name: str, old: Entry | None, new: Entry | None) -> Difference | None:
    before: Mapping[str, str] = old.formal if old else {}
    after: Mapping[str, str] = new.formal if new else {}
    changed = [each for each in sorted({*before, *after}) if before.get(each) != after.get(each)]
    marks = {
        name: "" if name in before and name in after else " (new)" if name in after else " (gone)" for name in changed
    }
    told = [f"'{name}'{mark}" for name, mark in marks.items()]
    words = old is None or new is None or old.words != new.words
    if not words and not changed:
        return None
    return Difference(name, old is None, new is None, words, tuple(told), tuple(changed))


def _place(contents: Contents, clause: Clause, name: str) -> Place:
    kind, _, rest = name.partition(".")
    if name == WHEN and clause.when:
        return clause.when.place
    if name in clause.rules:
        return contents.rules[name].place
    things: Mapping[str, Any] = {
        "function": contents.functions,
        "form": contents.forms,
        "toggle": contents.toggles,
        "state": contents.model.variables,
        "phase": contents.model.phases,
        "action": contents.model.actions,
    }.get(kind, {})
    place: Place = things[rest].place if rest in things else clause.place
    return place


# ---- what is formal --------------------------------------------------------------------------------------------------


def _formal(contents: Contents, clause: Clause, owned: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield what is formal in a clause, by name: as plain values, without the order that does not matter."""
    roots: list[Any] = []
    if clause.when:
        yield WHEN, _plain(clause.when)
    for name in clause.rules:
        rule = contents.rules.get(name)
        if rule and rule.clause == clause.id:
            roots.append(rule)
            yield name, _rule(contents, rule)
    for name in clause.owns:
        thing = _owned(contents, name)
        roots.append(thing)
        yield name, _plain(thing)
    for name in sorted(_called(contents, roots)):
        if f"function.{name}" not in owned:  # what no clause owns belongs to every clause that uses it
            yield f"function.{name}", _plain(contents.functions[name])


def _rule(contents: Contents, rule: Rule) -> Any:
    return {
        "when": _plain(rule.when),
        "events": sorted(rule.events),
        "stage": rule.stage,
        "applies": _plain(rule.applies),
        "overrides": sorted(rule.overrides),
        "require": _plain(rule.require),
        "effects": _plain(rule.effects),
        "state": {name: _plain(contents.model.variables[name]) for name in rule.state},
    }


def _owned(contents: Contents, name: str) -> Any:
    """Return the thing that `owns` names; None where there is none, which is a fault of its own."""
    model = contents.model
    kind, _, rest = name.partition(".")
    parts: Mapping[str, Any] = {
        "pack": model.packs,
        "scopes": (model.scopes, {each.id: each.scope for each in model.variables.values()}),
        "phases": model.phases,
        "zones": model.zones,
        "actions": model.actions,
        "refusals": model.refusals,
        "view": model.view,
    }
    things: Mapping[str, Mapping[str, Any]] = {
        "model": parts,
        "form": contents.forms,
        "function": contents.functions,
        "toggle": contents.toggles,
        "phase": model.phases,
        "action": model.actions,
        "zone": model.zones,
        "state": model.variables,
    }
    return things.get(kind, {}).get(rest)


def _called(contents: Contents, roots: Iterable[Any]) -> set[str]:
    """Return the declared functions that things call, through others too."""
    found: set[str] = set()
    pending = [each.node for root in roots for each in _expressions(root)]
    while pending:
        for name in calls(pending.pop()):
            if name in contents.functions and name not in found:
                found.add(name)
                pending.append(contents.functions[name].expr.node)
    return found


def _expressions(thing: Any) -> Iterator[Expression]:
    if isinstance(thing, Expression):
        yield thing
    elif isinstance(thing, Mapping):
        for each in thing.values():
            yield from _expressions(each)
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from _expressions(each)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for each in fields(thing):
            yield from _expressions(getattr(thing, each.name))


def _plain(thing: Any) -> Any:
    """Return a thing as lists, mappings, texts and numbers: expressions by their trees, without places and notes."""
    match thing:
        case Expression():
            return _plain(thing.node)
        case Node():
            parts = [getattr(thing, each.name) for each in fields(thing) if each.name not in ("at", "type")]
            return [type(thing).__name__, *map(_plain, parts)]
        case Type():
            return str(thing)
        case Toggle():
            kind = sorted(thing.values) if thing.values else str(thing.type)
            return [kind, _plain(thing.default), thing.minimum, thing.maximum]
        case Mapping():
            return {str(key): _plain(value) for key, value in thing.items()}
        case tuple() | list():
            return [_plain(each) for each in thing]
    if is_dataclass(thing):
        own = [each for each in fields(thing) if each.compare and each.name not in _IN_WORDS]
        result = {each.name: _plain(getattr(thing, each.name)) for each in own}
        if "writes" in result:  # an effect writes its values together
            result["writes"].sort(key=json.dumps)
        return result
    return thing


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_DIGITS]
