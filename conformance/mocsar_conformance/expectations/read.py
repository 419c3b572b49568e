"""Reads a file of expectations and holds it against the suite: what matches nothing or contradicts itself is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

from mocsar_conformance.editions import became
from mocsar_conformance.expectations.model import KINDS, PREDICTED, Expectation, Expectations, Kind, applying, matches
from mocsar_conformance.expectations.versions import contains, is_range, version_of
from mocsar_conformance.text import neutralise
from mocsar_reference import Diagnostic, MocsarError, Place
from mocsar_reference.errors import did_you_mean
from mocsar_reference.load import Document, load_document
from mocsar_reference.paths import spec_dir

assert get_args(Kind) == KINDS


def read_expectations(
    path: Path, scenarios: Iterable[str], variants: Iterable[str], version: str | None
) -> Expectations:
    """Return what a file expects of a version of a subject.

    `scenarios` are the ids of the whole suite, `variants` the short forms of all settings that are tested or known,
    `version` what the subject says of itself. Raises MocsarError with everything that is wrong: Y and S codes for the
    file, U055 and U056 for patterns that match nothing, U057 for two entries that contradict each other, U058 for
    versions that cannot be judged.
    """
    document = load_document(path, "expectations")
    entries = list(_entries(document))
    known, settings = list(dict.fromkeys(scenarios)), list(dict.fromkeys(variants))
    faults = [
        *unmatched(document, entries, known, settings),
        *unjudged(document, entries, version),
    ]
    if faults:
        raise MocsarError(faults)
    found = applying(version or "", entries, contains)
    opposed = list(contradicting(found.entries, known, settings))
    if opposed:
        raise MocsarError(opposed)
    return found


def entries_of(path: Path) -> tuple[Document, list[Expectation]]:
    """Return a file and its entries, held against nothing but its schema. Raises MocsarError with Y and S codes."""
    document = load_document(path, "expectations")
    return document, list(_entries(document))


def unmatched(
    document: Document, entries: Sequence[Expectation], scenarios: Sequence[str], variants: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield U055 for each pattern that no scenario matches, U056 for each that no variant does."""
    for entry in entries:
        for code, key, what, patterns, names in (
            ("U055", "scenarios", "scenario", entry.patterns, scenarios),
            ("U056", "variants", "variant", entry.variants, variants),
        ):
            missing = [each for each in enumerate(patterns) if not any(matches(each[1], name) for name in names)]
            if missing:
                places = _places(document, (entry.kind, entry.index, key))
                for number, pattern in missing:
                    place = places[number]
                    yield Diagnostic(code, place, f"no {what} matches '{pattern}'", _meant(what, pattern, names))


def never_run(
    entries: Iterable[Expectation],
    scenarios: Sequence[str],
    settings: Sequence[str],
    applies: Callable[[str, str], bool],
) -> Iterator[Diagnostic]:
    """Yield U060 for each pattern that matches nothing which applies to any setting that the subject plays.

    That is no fault in the file, which may be meant for other subjects too. `applies(id, setting)` tells whether a
    scenario speaks of a setting.
    """
    for entry in entries:
        played = [each for each in settings if entry.speaks_in(each)]
        for pattern, place in zip(entry.patterns, entry.pattern_places, strict=True):
            if not any(applies(each, setting) for each in scenarios if matches(pattern, each) for setting in played):
                message = f"nothing that '{pattern}' matches is run here: the subject plays {', '.join(settings)}"
                hint = "take it out if the list is meant for this subject alone"
                yield Diagnostic("U060", place, neutralise(message), hint)


def _meant(what: str, pattern: str, names: Sequence[str]) -> str:
    """Return what a pattern that matches nothing may have been meant for."""
    now = became(spec_dir(), "scenario", pattern) if what == "scenario" else None
    if now in names:
        return f"it is called '{now}' now; `mocsar expect --update` puts that in"
    folder, slash, rest = pattern.partition("/")
    folders = {each.partition("/")[0] for each in names}
    tried = [pattern]
    if {"*", "?"} & set(pattern):
        tried = [f"{each}/{rest}" for each in folders if any(matches(f"{each}/{rest}", name) for name in names)]
        found = did_you_mean(pattern, tried) if slash and not {"*", "?"} & set(folder) else ""
    else:
        found = did_you_mean(pattern, names)
    return found if found.startswith("did") else "take it out, or run `mocsar expect --update`"


def _entries(document: Document) -> Iterator[Expectation]:
    for kind in KINDS:
        for index, value in enumerate(document.value.get(kind) or ()):
            yield Expectation(
                kind,
                _listed(value["scenarios"]),
                _listed(value.get("variants", [])),
                _listed(value.get("verdict", PREDICTED)),
                value.get("versions", ""),
                value["reason"],
                value["link"],
                index,
                document.place((kind, index)),
                _places(document, (kind, index, "scenarios")),
            )


def _places(document: Document, path: tuple[Any, ...]) -> tuple[Place, ...]:
    """Return where each name of a key stands, be it one or a list."""
    value: Any = document.value
    for step in path:
        value = value[step]
    listed = isinstance(value, list)
    return tuple(document.place((*path, number) if listed else path) for number in range(len(_listed(value))))


def _listed(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def unjudged(document: Document, entries: Sequence[Expectation], version: str | None) -> Iterator[Diagnostic]:
    """Yield U058 for each range of versions that is none, or that the subject's version cannot be held against."""
    for entry in entries:
        if not entry.versions:
            continue
        place = document.place((entry.kind, entry.index, "versions"))
        if not is_range(entry.versions):
            hint = "write conditions with commas between: '<2.1', '>=1.4, <2', '==1.2.*'"
            yield Diagnostic("U058", place, f"'{entry.versions}' is no range of versions", hint)
        elif version_of(version or "") is None:
            said = f"'{neutralise(version)}', which is no number of a version" if version else "none"
            hint = "let hello state one such as 1.4.2, or leave `versions` out"
            message = f"whether '{entry.versions}' holds cannot be said: the subject's version is {said}"
            yield Diagnostic("U058", place, message, hint)


def contradicting(
    entries: Sequence[Expectation], scenarios: Sequence[str], variants: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield U057 for each entry that expects something else of what one before it speaks of."""
    taken: dict[tuple[str, str], Expectation] = {}
    for entry in entries:
        told = False
        settings = [each for each in variants if entry.speaks_in(each)]
        for pair in ((each, setting) for each in scenarios if entry.speaks_of(each) for setting in settings):
            other = taken.setdefault(pair, entry)
            if not told and (other.kind, set(other.verdicts)) != (entry.kind, set(entry.verdicts)):
                told = True
                message = f"two entries expect different things of {pair[0]} in {pair[1]}"
                yield Diagnostic(
                    "U057", entry.place, message, f"the other is at {other.place}; leave it in one of them"
                )
