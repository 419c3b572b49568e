"""`mocsar coverage`: what the scenarios exercise of a rulebook, and what none of them does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import (
    echo_json,
    format_option,
    lang_option,
    load_all_scenarios,
    load_book,
    nearest,
    rulebook_option,
)
from mocsar_conformance.cli.progress import progress

if TYPE_CHECKING:
    from mocsar_conformance.coverage.report import Report


@click.command("coverage")
@click.option("-V", "--variant", metavar="V", help="Only what there is in this variant, and is exercised in it.")
@click.option("-v", "--verbose", is_flag=True, help="Everything, each with the scenarios that exercise it.")
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(
    ctx: click.Context, variant: str | None, verbose: bool, lang: str, overlays: tuple[Path, ...], form: str
) -> None:
    """Find what no scenario exercises. Exit code 1 if there is anything.

    \b
    What is asked for, and when it is exercised:
      refuses  a requirement   it alone refuses an action, for its own reason
      allows   a requirement   an accepted action that it speaks of meets it
      effect   an effect       it is done
      clause   a clause        a scenario is about it, or about a rule of it
      value    a toggle value  a scenario that names the toggle in 'when' holds
                               with this value, and with another it would not
      reason   a reason        an action is refused for it
      event    an event        it happens
      title    a title         a scenario states that a player gets it

    What cannot be exercised is listed, with the reason why, in the file untestable.yaml beside the rulebook's others;
    what is listed there and exercised after all is an error. Of an overlay only what it brings itself is asked for, and
    only of its own scenarios.

    \b
    Examples:
      mocsar coverage
      mocsar coverage --variant kollar -v
      mocsar coverage --rulebook my-variant/
      mocsar coverage --format json > coverage.json
    """
    from mocsar_conformance.coverage.report import by_variant, data, details, summary, table

    found = report(overlays, variant)
    if form == "json":
        echo_json(data(found))
    else:
        for line in (*table(found, lang), *details(found, lang, verbose), "", *by_variant(found, lang)):
            click.echo(line)
        for fault in found.faults:
            click.echo(str(fault))
        click.echo(summary(found, lang))
    ctx.exit(FINE if found.sound else FINDINGS)


def report(overlays: Sequence[Path], variant: str | None = None) -> Report:
    """Return the report on the project's scenarios, or on those of overlays. Raises MocsarError, UsageError."""
    from mocsar_conformance.coverage.measure import measure
    from mocsar_conformance.coverage.points import all_points
    from mocsar_conformance.coverage.report import Report
    from mocsar_conformance.coverage.untestable import exemption_faults, read_untestable
    from mocsar_conformance.scenario.layers import Layers

    book = load_book(overlays)
    if variant is not None and variant not in book.playable:
        hint = nearest(variant, book.playable, f"there are {', '.join(book.playable)}")
        raise click.UsageError(f"there is no variant '{variant}' to play; {hint}")
    layers = Layers(book, overlays)
    scenarios = load_all_scenarios(book, overlays)
    if overlays:
        scenarios = [each for each in scenarios if layers.is_overlaid(each)]
    exemptions = read_untestable(overlays or [book.root])
    with progress(len(scenarios)) as advance:
        coverage = measure(book, scenarios, layers, variant, advance)
    faults = exemption_faults(coverage, exemptions, (each.id for each in all_points(book, layers)))
    exempt = {each.id: each for each in exemptions}
    if variant is not None:
        faults = [each for each in faults if each.code != "C061"]
    return Report(coverage, book.contents, {each.id: each for each in scenarios}, exempt, faults, variant)
