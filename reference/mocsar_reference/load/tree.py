"""Loads the files of a rulebook's folder, each by the kind that its place tells."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mocsar_reference.errors import Diagnostic, MocsarError, Place, did_you_mean, fail
from mocsar_reference.load import cache
from mocsar_reference.load.reader import Document, decode, normal, read_yaml
from mocsar_reference.load.schema import schema_bytes, validate

FILE_KINDS = {
    "rulebook": "rulebook",
    "model": "model",
    "forms": "forms",
    "functions": "functions",
    "constraints": "constraints",
    "titles": "titles",
    "ranks": "ranks",
    "reasons": "reasons",
    "glossary": "glossary",
    "sources": "sources",
    "toggles": "toggles",
    "rules": "rules",
}
"""The kind of a file at the top of the folder, by its name without the ending."""
FOLDER_KINDS = {name: kind for name, kind in FILE_KINDS.items() if name not in ("rulebook", "model")} | {
    "variants": "variant"
}
"""The kind of all files in a folder, and in its folders, by the folder's name."""
KINDS = (*FILE_KINDS.values(), "variant")
APART = ("lock.yaml", "untestable.yaml", "equivalent-mutants.yaml")
"""Files at the top of the folder that are no part of the tree: they say something about it."""
SKIPPED = ("language", "schema", "scenarios", "editions", "presets", "counts")
"""Folders that hold no part of the tree."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The documents of one folder, by kind; every kind has an entry, empty where there is no file."""

    root: Path
    documents: dict[str, list[Document]]

    def of(self, kind: str) -> list[Document]:
        """Return the documents of a kind, in the order of their paths."""
        return self.documents[kind]

    def __iter__(self) -> Iterator[tuple[str, Document]]:
        """Go through kind and document of every file."""
        for kind, documents in self.documents.items():
            for document in documents:
                yield kind, document


def load_tree(root: Path) -> Tree:
    """Load every file of the rulebook in `root`, or in its folder `spec` if there is one.

    Any kind of file may be missing. Raise MocsarError with all that is wrong, in all the files.
    """
    folder = root / "spec" if (root / "spec").is_dir() else root
    if not folder.is_dir():
        raise fail("S011", None, f"there is no folder '{display(folder)}'", "name the folder that holds the rulebook")
    files, diagnostics = _files(folder)
    if (
        not files
        and not any(_is_near(each) for each in diagnostics)
        and not any((folder / each).is_dir() for each in SKIPPED)
    ):
        raise fail("S011", None, f"the folder '{display(folder)}' holds no part of a rulebook", _where(folder))
    documents: dict[str, list[Document]] = {kind: [] for kind in KINDS}
    for path, kind in files:
        try:
            documents[kind].append(_load(path, kind, display(path)))
        except MocsarError as error:
            diagnostics += error.diagnostics
    if diagnostics:
        raise MocsarError(diagnostics)
    return Tree(folder, documents)


def _is_near(stray: Diagnostic) -> bool:
    """Tell whether a file or folder that has no place here is called nearly as one that has, and so is meant as it."""
    if stray.hint.startswith("rename"):
        return True
    name = Path(stray.place.file).name if stray.place else ""
    near = difflib.get_close_matches(name.partition(".")[0], (*FILE_KINDS, *FOLDER_KINDS), n=1, cutoff=0.8)
    return bool(near)


def _where(folder: Path) -> str:
    """Return where a rulebook may be, for whoever named a folder that holds none."""
    below = next((each for each in sorted(folder.iterdir()) if (each / "spec").is_dir()), None)
    if below is not None:
        return f"did you mean '{display(below)}', which has a folder spec/?"
    names = ", ".join(f"{each}.yaml" for each in FILE_KINDS)
    return f"name a folder that has them in itself or in its folder spec/: {names}, variants/*.yaml"


def load_document(path: Path, kind: str, display_name: str | None = None) -> Document:
    """Load one file of a kind; `display_name` is its name in messages. Raise MocsarError with all that is wrong."""
    return _load(path, kind, display_name or display(path))


def display(path: Path) -> str:
    """Return a path as messages show it: from the current folder if it lies below it, else as it is given."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _load(path: Path, kind: str, shown: str) -> Document:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (faster, and there are hundreds)
            content = file.read()
    except OSError as error:
        raise fail("Y018", Place(shown, 1, 1), f"the file cannot be read: {error.strerror}") from None
    name = cache.key(content, schema_bytes(kind))
    text = decode(content, shown)
    kept = cache.get(name)
    if kept is not None:
        value, marks = kept
        return Document(value, shown, normal(text), marks)
    document = read_yaml(text, shown)
    diagnostics = validate(document, kind)
    if diagnostics:
        raise MocsarError(diagnostics)
    cache.put(name, document.value, document.marks)
    return document


def _files(folder: Path) -> tuple[list[tuple[Path, str]], list[Diagnostic]]:
    """Return path and kind of each file, and a complaint for each file or folder that has no place here."""
    files: list[tuple[Path, str]] = []
    diagnostics: list[Diagnostic] = []
    try:
        entries = sorted(os.scandir(folder), key=lambda each: each.name)
    except OSError as error:
        raise fail("Y018", Place(display(folder), 1, 1), f"the folder cannot be read: {error.strerror}") from None
    for entry in entries:
        path = folder / entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            inside = list(_yaml_files(path)) if entry.name not in SKIPPED else []
            if entry.name in FOLDER_KINDS:
                files += [(each, FOLDER_KINDS[entry.name]) for each in inside]
                diagnostics += [_ending(each) for each in inside if each.suffix != ".yaml"]
            elif inside:
                diagnostics.append(_stray(path, f"the folder '{entry.name}'", entry.name, [*FOLDER_KINDS, *SKIPPED]))
        elif path.suffix == ".yaml" and path.stem in FILE_KINDS:
            files.append((path, FILE_KINDS[path.stem]))
        elif path.suffix == ".yml" and path.stem in FILE_KINDS:
            diagnostics.append(_ending(path))
        elif path.suffix in (".yaml", ".yml") and entry.name not in APART:
            known = [f"{each}.yaml" for each in FILE_KINDS]
            diagnostics.append(_stray(path, f"the file '{entry.name}'", entry.name, known))
    return [each for each in files if each[0].suffix == ".yaml"], diagnostics


def _yaml_files(folder: Path) -> Iterable[Path]:
    """Return the YAML files of a folder and of the folders in it, but for those that are overlays of their own."""
    found: list[Path] = []
    for here, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not (Path(here) / each / "spec").is_dir()]
        found += [Path(here) / each for each in files if each.endswith((".yaml", ".yml")) and not each.startswith(".")]
    return sorted(each for each in found if each.is_file())


def _ending(path: Path) -> Diagnostic:
    hint = f"rename it to '{path.stem}.yaml'"
    return Diagnostic("S010", Place(display(path), 1, 1), "files of a rulebook end in '.yaml'", hint)


def _stray(path: Path, what: str, name: str, known: list[str]) -> Diagnostic:
    return Diagnostic(
        "S010", Place(display(path), 1, 1), f"{what} has no place in a rulebook", did_you_mean(name, known)
    )
