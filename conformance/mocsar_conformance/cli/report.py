"""`mocsar report FILE`: a report made of a stream of results that was kept."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import lang_option, load_results
from mocsar_conformance.reports import FORMATS, guessed


@click.command("report")
@click.argument("file", metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="What to make.  [default: what the ending of --to says]",
)
@click.option("--to", "path", default="-", metavar="PATH", help="Write it there.  [default: standard output]")
@click.option("--exit-code", is_flag=True, help="Exit with 1 where there are findings, or the run was broken off.")
@lang_option
@click.pass_context
def command(ctx: click.Context, file: str, form: str | None, path: str, exit_code: bool, lang: str) -> None:
    """Make a report of FILE, which `mocsar validate --report jsonl=FILE` wrote; `-` is standard input.

    A stream that was broken off is reported as far as it goes, and the report says so. All that a report needs is in
    the stream: neither the implementation nor the rulebook is needed any more.

    \b
    Formats:
      jsonl     the records themselves, made harmless
      junit     XML for Jenkins, GitLab and most other CI services
      ctrf      JSON in the Common Test Report Format
      tap       Test Anything Protocol, version 14
      markdown  a comment on a pull request, or the summary of a job
      html      a page to read, on its own, without a network
      badge     JSON for shields.io; a drawing where PATH ends in .svg
      github    annotations, as a job on GitHub prints them

    \b
    Examples:
      mocsar report results.jsonl --to report.html
      mocsar report results.jsonl --format markdown >> "$GITHUB_STEP_SUMMARY"
      mocsar report results.jsonl --format badge --to conformance.svg --lang hu
      zstdcat old.jsonl.zst | mocsar report - --format tap

    Exit codes: 0 the report was made, whatever it says (1 with --exit-code where it has findings), 2 wrong usage.
    """
    from mocsar_conformance.reports import render
    from mocsar_conformance.reports.files import check_place, write
    from mocsar_conformance.reports.outcomes import fails
    from mocsar_conformance.text import neutralise
    from mocsar_reference.errors import fail

    chosen = form or guessed(path)
    if chosen is None:
        what = "a report on standard output" if path == "-" else f"the ending of '{path}'"
        raise fail("U003", None, f"{what} names no format", f"add --format, one of {', '.join(FORMATS)}")
    check_place(path)
    results = load_results(Path(file), lang)
    try:
        text = render(chosen, results, lang, path)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:  # a view of another shape
        what = f"'{file}' has results that cannot be shown: {type(error).__name__} {neutralise(str(error), 80)}"
        raise fail("U050", None, what, "give a file that `mocsar validate --report jsonl=FILE` wrote") from error
    write(path, text)
    bad = results.broken_off or any(map(fails, results.outcomes))
    ctx.exit(FINDINGS if exit_code and bad else FINE)
