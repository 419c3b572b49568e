"""`mocsar lock`: accepts that clauses say what their rules do, as both are now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli.options import echo_json, format_option, rulebook_option

if TYPE_CHECKING:
    from mocsar_reference.check.lock import Difference


@click.command("lock")
@click.argument(
    "folder", metavar="[DIR]", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@rulebook_option
@format_option
def command(folder: Path | None, overlays: tuple[Path, ...], form: str) -> None:
    """Accept that clauses still say what their changed rules do, and print which were accepted.

    `lock.yaml`, beside the rulebook's files, keeps a digest of each clause's words and of each rule and thing it owns.
    `mocsar check` tells of rules that have changed while their clause's words have not. Read the clause again; mend it,
    or, if it still says what the rules do, run this. What decides nothing (spaces, comments, notes, the order of files)
    is not in the digests. Commit the file with the change; after a merge, run this again.

    DIR holds a whole rulebook, or an overlay, which gets a lock of its own clauses. A rulebook or overlay without the
    file is not held to one. With --rulebook, DIR is laid over that.

    \b
    Examples:
      mocsar lock
      mocsar lock my-variant/
    """
    from mocsar_conformance.cli.check import layers_of
    from mocsar_reference import MocsarError, load_rulebook
    from mocsar_reference.check.lock import current, differences, lock_path, lock_text, read_lock
    from mocsar_reference.errors import fail
    from mocsar_reference.load.tree import display

    root, over = layers_of(folder, overlays)
    book = load_rulebook(root, over)
    own = over[-1] if over else None
    path = lock_path(own or book.root)
    unreadable = False
    try:
        old = read_lock(own or book.root)
    except MocsarError:
        old, unreadable = None, True
    new = current(book.contents, own)
    found = differences(old.entries if old else {}, new)
    text = lock_text(new)
    try:
        if not path.is_file() or path.read_text("utf-8", "replace") != text:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail("U004", None, f"{display(path)} cannot be written: {error.strerror}") from None
    if form == "json":
        accepted = [{"clause": each.clause, "what": _what(each), "parts": list(each.names)} for each in found]
        echo_json({"file": display(path), "clauses": len(new), "unreadable": unreadable, "accepted": accepted})
        return
    if unreadable:
        click.echo(f"{display(path)} could not be read; all clauses are accepted anew")
    width = max((len(each.clause) for each in found), default=0)
    for each in found:
        parts = f": {', '.join(each.formal)}" if each.formal and not each.new and not each.gone else ""
        click.echo(f"{each.clause:{width}}  {_what(each)}{parts}")
    click.echo(f"{display(path)}: {len(new)} clause{'' if len(new) == 1 else 's'}, {len(found)} accepted")


def _what(difference: Difference) -> str:
    if difference.new:
        return "new"
    if difference.gone:
        return "gone"
    if not difference.formal:
        return "other words"
    return "other words and rules" if difference.words else "other rules"
