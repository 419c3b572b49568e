"""`mocsar matrix FILE…`: the results of several implementations side by side."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PurePath

import click

from mocsar_conformance.cli.options import lang_option, load_results, rulebook_option

FORMATS = ("text", "markdown", "html", "json")
ENDINGS = {".md": "markdown", ".html": "html", ".htm": "html", ".json": "json", ".txt": "text"}
"""By a file's ending: the format that it means."""
PIPE_WIDTH = 120
"""Characters of a line where there is no terminal that says how wide it is."""


@click.command("matrix")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="What to make.  [default: what the ending of --to says, else text]",
)
@click.option("--to", "path", default="-", metavar="PATH", help="Write it there.  [default: standard output]")
@click.option("-V", "--variant", "variants", multiple=True, metavar="V", help="Only this variant; may be given again.")
@click.option("--differing", is_flag=True, help="List the scenarios on which implementations differ, too.")
@lang_option
@rulebook_option
def command(
    files: tuple[str, ...],
    form: str | None,
    path: str,
    variants: tuple[str, ...],
    differing: bool,
    lang: str,
    overlays: tuple[Path, ...],
) -> None:
    """Lay the results of several implementations side by side, one FILE each, written by `mocsar validate --report`.

    Down are the chapters of the rulebook, across the implementations in each variant that they were tested in. A cell
    says how many scenarios are right, of those that the variant has and that count; those that are disputed, or that
    differ under a reading that the implementation does not state, do not. One FILE may be `-`, standard input.

    \b
    Signs:
      ✓  all right            ≈  right but for what does not count
      ✗  something wrong      ?  nothing wrong, something unsupported or left out
      –  not tested, or no scenario applies

    JSON always has the scenarios that differ; the page and the tables with --differing. Where the results are of
    different editions of the rulebook, that is said.

    \b
    Examples:
      mocsar matrix js.jsonl python.jsonl
      mocsar matrix results/*.jsonl --variant kollar --differing
      mocsar matrix results/*.jsonl --to matrix.html --lang hu

    Exit codes: 0 made, whatever it says; 2 wrong usage.
    """
    from mocsar_conformance.comparison import read_names
    from mocsar_conformance.matrix import build
    from mocsar_conformance.matrix.said import warnings
    from mocsar_conformance.reports.files import check_place, write
    from mocsar_reference.errors import fail

    chosen = form or ENDINGS.get(PurePath(path).suffix.lower(), "text")
    if files.count("-") > 1:
        raise fail("U065", None, f"{files.count('-')} of the files are standard input", "name files for the others")
    check_place(path)
    matrix = build([load_results(Path(each), lang) for each in files], variants, read_names(overlays))
    if chosen != "text" or path != "-":  # the table on the terminal says it itself
        for code, text in warnings(matrix, lang):
            click.echo(f"{code} {text}", err=True)
    if chosen == "json":
        import json

        from mocsar_conformance.matrix.data import data

        made = json.dumps(data(matrix, lang), ensure_ascii=False, indent=2) + "\n"
    elif chosen == "markdown":
        from mocsar_conformance.matrix.markdown import render

        made = render(matrix, lang, differing)
    elif chosen == "html":
        from mocsar_conformance.matrix.html import render

        made = render(matrix, lang, differing)
    else:
        from mocsar_conformance.matrix import terminal

        shown = path == "-" and sys.stdout.isatty()
        colour = shown and not os.environ.get("NO_COLOR")
        made = terminal.render(matrix, lang, _width(shown), colour, differing)
    write(path, made)


def _width(shown: bool) -> int:
    """Return how many characters a line may have: the terminal's, or what COLUMNS says."""
    import shutil

    size = shutil.get_terminal_size((PIPE_WIDTH, 24)).columns
    return max(20, size) if shown or os.environ.get("COLUMNS") else PIPE_WIDTH
