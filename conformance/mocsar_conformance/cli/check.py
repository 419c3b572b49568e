"""`mocsar check`: what is wrong in a rulebook and its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import echo_json, format_option

if TYPE_CHECKING:
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_reference import Diagnostic, Rulebook

UNPLAYABLE = ("R101", "R102", "R104", "R105", "R122", "R124")
"""Faults that leave open what the rules say: scenarios wait until they are mended."""


@click.command("check")
@click.argument(
    "folder", metavar="[DIR]", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--rulebook",
    "overlays",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Check what DIR holds laid over this rulebook, too; may be given again.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option(
    "--fix-when", "fix", is_flag=True, help="First complete the `when` of scenarios that name too little (C040)."
)
@format_option
@click.pass_context
def command(
    ctx: click.Context, folder: Path | None, overlays: tuple[Path, ...], watch: bool, fix: bool, form: str
) -> None:
    """Find what is wrong in a rulebook and its scenarios. Exit code 1 if anything is.

    DIR holds a whole rulebook, or an overlay: files that are laid over the project's rulebook. Either may lie in DIR
    itself or in DIR/spec, and scenarios in DIR/scenarios. Without DIR the project's own are checked. What is looked at:
    the form of every file, names and types, the rules together, every scenario on the reference, and whether scenarios
    depend on toggles that they do not name; where nothing of that is wrong, a few random deals of each variant.

    The project's scenarios are held to the project's variants, which an overlay must not change; an overlay's own to
    all. Clauses are held to the lock beside them, if there is one (see `mocsar lock`); of several overlays, to that of
    the last. Each complaint has a place, a code, and a hint.

    --fix-when writes into `when` of a scenario each toggle that its outcome depends on and that it does not name, with
    the values that the toggle has where the scenario holds now, and changes nothing else. Read what it added: stating
    less may be better. Only scenarios in DIR are written to.

    What the constraints between toggles leave possible is proved where the extra is installed:
    pip install 'mocsar[proofs]'. Without it, it is looked for near the variants.

    \b
    Examples:
      mocsar check
      mocsar check my-variant/
      mocsar check my-variant/ --watch
      mocsar check my-variant/ --fix-when
      mocsar check --format json
    """
    code = told(folder, overlays, form, fix)
    if not watch:
        ctx.exit(code)
    from watchfiles import watch as changes

    for changed in changes(*_watched(folder, overlays), watch_filter=_is_yaml, raise_interrupt=True):
        names = ", ".join(sorted({Path(path).name for _, path in changed}))
        click.echo(f"\n{names} changed:", err=form == "json")
        told(folder, overlays, form, fix)


def told(folder: Path | None, overlays: Sequence[Path], form: str, fix: bool = False) -> int:
    """Check, print what is wrong, and return the exit code; with `fix`, complete what scenarios name first."""
    from mocsar_reference import MocsarError

    started = perf_counter()
    try:
        if fix:
            _fix(folder, overlays, form)
        found, notes, checked = check(folder, overlays)
    except MocsarError as error:
        found, notes, checked = list(error.diagnostics), [], ""
    seconds = perf_counter() - started
    if form == "json":
        told = {"diagnostics": [_json(each) for each in found], "notes": notes}
        echo_json({**told, "checked": checked, "seconds": round(seconds, 3)})
    else:
        for each in found:
            click.echo(_shown(each))
        for note in notes:
            click.echo(f"note: {note}")
        faults = f"{len(found)} fault{'' if len(found) == 1 else 's'}" if found else "nothing wrong"
        click.echo(f"{f'{checked}: ' if checked else ''}{faults} ({seconds:.2f} s)")
    return FINDINGS if found else FINE


def check(folder: Path | None, overlays: Sequence[Path]) -> tuple[list[Diagnostic], list[str], str]:
    """Return every complaint, what is no fault but worth a note, and what was checked in words.

    Raises MocsarError where the files cannot be loaded.
    """
    from mocsar_conformance.editions import FOLDER, edition_faults
    from mocsar_conformance.scenario.check import check_scenarios
    from mocsar_conformance.scenario.independence import quick
    from mocsar_conformance.scenario.layers import Layers
    from mocsar_conformance.smoke import random_deals
    from mocsar_reference import load_rulebook
    from mocsar_reference.check import check_rulebook
    from mocsar_reference.check.lock import lock_faults, stale

    root, over = layers_of(folder, overlays)
    theirs = [root, *over] if root else over
    book = load_rulebook(root, over)
    scenarios = _scenarios(book, theirs, with_own=root is None)
    locked, own = (over[-1], True) if over else (book.root, False)
    alone = root is not None and not scenarios and (book.root / FOLDER).is_dir()
    editions = edition_faults(book, scenarios) if not over and not alone else []
    found = check_rulebook(book) + editions + lock_faults(book.contents, locked, own)
    behind = ", ".join(stale(book.contents, locked, own))
    words = f"the words of {behind} have changed since they were locked; when they are right: mocsar lock"
    notes, counted = [words] if behind else [], _counted(book, scenarios)
    if alone:
        notes.append(f"'{root}' has no folder scenarios: none are played, and editions are not compared")
    if any(each.code in UNPLAYABLE for each in found):
        return found, notes, counted
    layers = Layers(book, over)
    found += check_scenarios(book, scenarios, layers)
    if not any(each.code.startswith("C") for each in found):
        new = [each for each in scenarios if layers.is_overlaid(each)] if over else scenarios
        found += quick(book, new, layers)
    if not found:
        found += random_deals(book, layers.newest())
    return found, notes, counted


def _fix(folder: Path | None, overlays: Sequence[Path], form: str) -> None:
    """Complete the `when` of scenarios in a folder, and say so. Raises MocsarError, U004 where that cannot be."""
    from mocsar_conformance.authoring.mend import mend
    from mocsar_conformance.scenario.layers import Layers
    from mocsar_reference import load_rulebook
    from mocsar_reference.errors import fail

    root, over = layers_of(folder, overlays)
    book = load_rulebook(root, over)
    scenarios = _scenarios(book, [folder] if folder else [], with_own=folder is None)
    for each in mend(book, scenarios, Layers(book, over)):
        try:
            each.file.write_text(each.text, "utf-8", newline="")
        except OSError as error:
            raise fail("U004", None, f"'{each.file}' cannot be written: {error.strerror}") from None
        click.echo(f"{each.file}: 'when' now names {', '.join(each.added)}", err=form == "json")


def _watched(folder: Path | None, overlays: Sequence[Path]) -> list[Path]:
    """Return the folders whose files the check depends on."""
    from mocsar_conformance.paths import scenarios_dir
    from mocsar_reference.paths import spec_dir

    whole = folder is not None and _is_whole(folder)
    return [*([] if whole else [spec_dir(), scenarios_dir()]), *([folder] if folder else []), *overlays]


def _is_yaml(change: object, path: str) -> bool:
    return path.endswith((".yaml", ".yml"))


def layers_of(folder: Path | None, overlays: Sequence[Path]) -> tuple[Path | None, list[Path]]:
    """Return the rulebook below all, None for the project's own, and the overlays, where `folder` may be either."""
    if folder is None:
        return None, list(overlays)
    return (folder, list(overlays)) if _is_whole(folder) else (None, [*overlays, folder])


def _is_whole(folder: Path) -> bool:
    return any((each / "rulebook.yaml").is_file() for each in (folder, folder / "spec"))


def _scenarios(book: Rulebook, folders: Iterable[Path], with_own: bool) -> list[Scenario]:
    from mocsar_conformance.scenario.load import load_scenarios

    scenarios = load_scenarios(None, book) if with_own else []
    for folder in folders:
        if (folder / "scenarios").is_dir():
            scenarios += load_scenarios(folder / "scenarios", book)
    return scenarios


def _counted(book: Rulebook, scenarios: Sequence[Scenario]) -> str:
    contents = book.contents
    counts = {
        "clause": len(contents.clauses),
        "rule": len(contents.rules),
        "toggle": len(contents.toggles),
        "variant": len(contents.variants),
        "scenario": len(scenarios),
    }
    return ", ".join(f"{number} {name}{'' if number == 1 else 's'}" for name, number in counts.items())


def _shown(diagnostic: Diagnostic) -> str:
    """Return a complaint with its place from the current folder, if it lies below that."""
    place = diagnostic.place
    if place is None:
        return str(diagnostic)
    text = str(diagnostic)
    here = f"{Path.cwd()}/"
    return text.removeprefix(here)


def _json(diagnostic: Diagnostic) -> dict[str, object]:
    place = diagnostic.place
    return {
        "code": diagnostic.code,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
