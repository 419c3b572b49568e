"""`mocsar edition`: what has changed since the last edition, and freezing one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli.options import echo_json, format_option

if TYPE_CHECKING:
    from mocsar_conformance.editions import Since


@click.command("edition")
@click.argument(
    "folder", metavar="[DIR]", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--freeze", "to_freeze", is_flag=True, help="Write the file of the present edition.")
@format_option
@click.pass_context
def command(ctx: click.Context, folder: Path | None, to_freeze: bool, form: str) -> None:
    """Show what has changed since the last frozen edition. Exit code 1 where ids were lost or used again.

    An edition is frozen in `editions/NAME.yaml` beside the rulebook's files: every id it has, and digests of its
    clauses and scenarios. What is renamed or removed afterwards is recorded in `editions/changes.yaml`, with
    `renamed_from` or the reason; no id is ever used again for something else. `mocsar check` holds the rulebook to it.

    DIR holds a whole rulebook; without it, it is the project's own.

    \b
    Examples:
      mocsar edition
      mocsar edition --freeze
    """
    from mocsar_conformance.editions import (
        CHANGES,
        FOLDER,
        edition_faults,
        edition_of,
        freeze,
        read_changes,
        read_editions,
        since,
    )
    from mocsar_conformance.scenario.load import load_scenarios
    from mocsar_reference import load_rulebook
    from mocsar_reference.load.tree import display

    book = load_rulebook(folder)
    there = (folder / "scenarios") if folder else None
    scenarios = load_scenarios(there, book) if there is None or there.is_dir() else []
    found = edition_faults(book, scenarios)
    if to_freeze and not found:
        click.echo(f"{display(freeze(book, scenarios))} is frozen")
        return
    for each in found:
        click.echo(str(each), err=form == "json")
    now = edition_of(book, scenarios)
    if any(each.code[0] in "YS" for each in found):
        ctx.exit(1)
    earlier = [each for each in read_editions(book.root) if each.name != now.name]
    changed = since(earlier[-1], now, read_changes(book.root)) if earlier else None
    if form == "json":
        told_faults = [{"code": each.code, "message": each.message, "hint": each.hint} for each in found]
        parts = ("new", "renamed", "removed", "reworded", "decided", "scenarios")
        told = {part: list(getattr(changed, part)) for part in parts} if changed else {}
        echo_json({"edition": now.name, "since": changed.edition if changed else None, **told, "faults": told_faults})
    elif changed is None:
        click.echo(f"edition {now.name}: no edition was frozen before it (in {FOLDER}/, with {CHANGES})")
    else:
        for line in _lines(changed):
            click.echo(line)
        ids = sum(map(len, now.ids.values()))
        faults = f"{len(found)} fault{'' if len(found) == 1 else 's'}"
        click.echo(f"edition {now.name}, since {changed.edition}: {ids} ids, {faults}")
    ctx.exit(1 if found else 0)


def _lines(changed: Since) -> Iterator[str]:
    for kind, name in changed.new:
        yield f"new          {kind} {name}"
    for kind, was, name in changed.renamed:
        yield f"renamed      {kind} {was} → {name}"
    for kind, name in changed.removed:
        yield f"removed      {kind} {name}"
    for name in changed.reworded:
        yield f"other words  clause {name}"
    for name in changed.decided:
        yield f"other rules  clause {name}"
    for name in changed.scenarios:
        yield f"asks anew    scenario {name}"
