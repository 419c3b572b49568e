"""`mocsar compare OLD NEW`: what has changed from one run to another."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import echo_json, lang_option, load_results, rulebook_option


@click.command("compare")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Text to read, JSON for a program, or Markdown for a comment.",
)
@click.option("--allow-new", is_flag=True, help="Findings in scenarios that OLD does not have leave the exit code 0.")
@click.option("-v", "--verbose", is_flag=True, help="List every change, where many would only be counted.")
@lang_option
@rulebook_option
@click.pass_context
def command(
    ctx: click.Context,
    old: str,
    new: str,
    form: str,
    allow_new: bool,
    verbose: bool,
    lang: str,
    overlays: tuple[Path, ...],
) -> None:
    """Say what has changed from OLD to NEW, two files that `mocsar validate --report jsonl=FILE` wrote.

    One of them may be `-`, standard input. A scenario is compared with itself in the same variant, also where a newer
    edition of the rulebook calls it, the variant or a toggle otherwise.

    \b
    Each scenario that changed is one of these:
      broken               was right, is wrong
      no longer supported  was tested, is unsupported
      fixed                was wrong, is right
      supported now        was unsupported, is tested
      new, vanished        in one of the two only; renamed ones are neither
      wrong in another way another step, other differences, another verdict
      another reason       refused rightly in both, but one of them names another reason
      another verdict      from or to one that does not count: disputed, or another reading
      expected otherwise   its expectation (known, flaky, skip) is another
      renamed              and nothing else

    Something broke (exit code 1) where a scenario is a finding and was none: broken and not a known failure, no longer
    supported, no longer expected to fail, or a finding and new (but see --allow-new). A known failure that passes has
    broken nothing. Where NEW was broken off the exit code is 1 too, for nobody knows what the rest would be.

    \b
    Examples:
      mocsar compare main.jsonl branch.jsonl
      mocsar compare 1.4.jsonl 1.5.jsonl --format markdown >> "$GITHUB_STEP_SUMMARY"
      mocsar compare edition-2026.jsonl edition-2027.jsonl --allow-new -v
      zstdcat old.jsonl.zst | mocsar compare - new.jsonl --format json

    Exit codes: 0 nothing broke, 1 something broke, or NEW was broken off; 2 wrong usage.
    """
    from mocsar_conformance.comparison import compare_results, read_names
    from mocsar_reference.errors import fail

    if old == new == "-":
        raise fail("U065", None, "OLD and NEW are both standard input", "name a file for one of them")
    names = read_names(overlays)
    found = compare_results(load_results(Path(old), lang), load_results(Path(new), lang), names)
    for each in found.warnings:
        click.echo(f"{each.code} {each.text(lang)}", err=True)
    if form == "json":
        from mocsar_conformance.comparison.data import data

        echo_json(data(found, lang, allow_new))
    elif form == "markdown":
        from mocsar_conformance.comparison.markdown import render

        click.echo(render(found, lang, verbose, allow_new), nl=False)
    else:
        from mocsar_conformance.comparison.terminal import lines

        for line in lines(found, lang, verbose, allow_new):
            click.echo(line)
    ctx.exit(FINDINGS if found.broke(allow_new) or found.new.broken_off else FINE)
