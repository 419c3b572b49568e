"""`mocsar doctor`: whether an adapter keeps the protocol, before any rule is judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE, UNUSABLE
from mocsar_conformance.cli.options import (
    echo_json,
    format_option,
    lang_option,
    load_book,
    rulebook_option,
    target_options,
)

if TYPE_CHECKING:
    from mocsar_conformance.subjects.target import Target

CANNOT_START = ("D001", "D002")
COLOURS = {"ok": "green", "warn": "yellow", "fail": "red", "not-tried": None}


@click.command("doctor", context_settings={"allow_interspersed_args": False})
@target_options
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(ctx: click.Context, target: Target, lang: str, overlays: tuple[Path, ...], form: str) -> None:
    """Try every promise of the protocol on the implementation that CMD starts, without judging any rule.

    It is started, greeted, asked for what does not exist, given odd names, large hands and requests that must be
    refused, and ended. Each check is told in one line as it goes; then each finding in full: what is wrong, the likely
    cause, what to do, and the lines that show it. A note (such as that it is slow) is no fault.

    Use it first when everything fails in `mocsar validate`.

    \b
    Examples:
      mocsar doctor -- node adapter.js
      mocsar doctor --hello-limit 60 -- java -jar adapter.jar
      mocsar doctor --format json --url http://127.0.0.1:8000/mocsar
      mocsar explain D010

    Exit codes: 0 sound, 1 findings, 2 wrong usage, 3 it cannot be started or reached, 130 interrupted.
    """
    from mocsar_conformance.doctor.bench import Bench
    from mocsar_conformance.doctor.examine import examine
    from mocsar_conformance.doctor.report import check_line, finding_lines, summary, to_json

    if not target.given:
        raise click.UsageError("name an implementation: -- CMD, --url or --python", ctx)
    bench = Bench(target, load_book(overlays), lang)
    examined = []
    for each in examine(bench):
        examined.append(each)
        if form == "text":
            click.echo(click.style(check_line(each, lang), fg=COLOURS[each.result]))
    if form == "json":
        echo_json(to_json(bench, examined, lang))
    else:
        click.echo("")
        for each in examined:
            for finding in each.findings:
                for line in finding_lines(finding, lang):
                    click.echo(line)
                click.echo("")
        click.echo(summary(bench, examined, lang))
    codes = {finding.code for each in examined for finding in each.findings}
    if codes.intersection(CANNOT_START) and bench.hello is None:
        ctx.exit(UNUSABLE)
    ctx.exit(FINDINGS if any(each.result == "fail" for each in examined) else FINE)
