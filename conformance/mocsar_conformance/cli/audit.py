"""`mocsar audit`: recorded games, judged without the engine that played them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE, INTERRUPTED
from mocsar_conformance.cli.options import echo_json, format_option, lang_option, load_book, rulebook_option
from mocsar_conformance.cli.progress import progress

if TYPE_CHECKING:
    from mocsar_conformance.audit.judge import Judged, Order
    from mocsar_conformance.audit.tally import Tally
    from mocsar_conformance.audit.units import Unit
    from mocsar_reference import Rulebook


@click.command("audit")
@click.argument(
    "logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path)
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=256),
    metavar="N",
    help="How many processes judge at once.  [default: 1]",
)
@click.option("--scheduler", metavar="ADDRESS", help="Judge on the Dask cluster with this scheduler.")
@click.option("-V", "--variant", metavar="V", help="What is played, for records that do not say.")
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many cases of each kind and rule are shown in full; the rest are counted.",
)
@click.option(
    "--samples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write some cases, at most 3 of each kind and rule, as scenarios below DIR/scenarios.",
)
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(
    ctx: click.Context,
    logs: tuple[Path, ...],
    jobs: int | None,
    scheduler: str | None,
    variant: str | None,
    show: int,
    samples: Path | None,
    lang: str,
    overlays: tuple[Path, ...],
    form: str,
) -> None:
    """Judge recorded games by the rules, without the engine that played them.

    LOG is a file, a folder (all *.jsonl and *.jsonl.zst below it) or - for standard input; plain or compressed with
    zstd. It has the records that `mocsar play --auto` prints, many matches in a file if you like, or the messages of
    the protocol as `mocsar validate --show-wire` and `mocsar replay --answers` print them.

    Found is all that the rules have otherwise: actions accepted or refused, whose turn it is, ends, places, titles, the
    cards dealt, what is shown. After an illegal action the rest of that deal is not judged; the next deal is, from the
    recorded places. What is damaged is reported and skipped, and is a finding too.

    \b
    Examples:
      mocsar audit games.jsonl
      mocsar audit logs/ --jobs 4 --samples mine
      zstdcat old.zst | mocsar audit - --variant kollar --format json
      mocsar audit /shared/logs --scheduler tcp://10.0.0.5:8786

    Exit codes: 0 nothing found, 1 something found, 2 wrong usage, 130 interrupted.
    """
    from mocsar_conformance.audit import judge, units
    from mocsar_conformance.audit.report import Report, lines, to_json
    from mocsar_conformance.audit.samples import MOST as MOST_SAMPLES
    from mocsar_conformance.audit.tally import Tally

    if scheduler is not None and jobs is not None:
        raise click.UsageError("U079 --jobs and --scheduler do not go together: a cluster has its own workers", ctx)
    started = perf_counter()
    book = load_book(overlays)
    if variant is not None:
        book.setting(variant)
    most = max(show, MOST_SAMPLES if samples is not None else 0)
    order = judge.order_of(book, overlays, variant, most)
    judge.keep_games(order, book)
    found = units.find(logs)
    if scheduler is not None and any(each.stream for each in found.units):
        raise click.UsageError("U075 what comes by a pipe cannot be judged on a cluster; write it to a file", ctx)
    tally = Tally(most)
    done = 0
    try:
        with progress(len(found.units)) as advance:
            for each in added(tally, _judged(order, found.units, jobs or 1, scheduler)):
                done = each
                advance()
    except KeyboardInterrupt:
        pass
    report = Report(tally, len(found.files), found.twice, done, len(found.units), perf_counter() - started)
    retold = _write(tally, book, samples) if samples is not None else None
    tally.trim(show)
    if form == "json":
        echo_json(to_json(report, book.contents))
    else:
        for line in lines(report, book, lang):
            click.echo(line)
        if retold is not None and samples is not None:
            _say_written(retold, samples, lang)
    if report.interrupted:
        ctx.exit(INTERRUPTED)
    ctx.exit(FINDINGS if tally.found else FINE)


def _judged(order: Order, units: tuple[Unit, ...], jobs: int, scheduler: str | None) -> Iterator[Judged]:
    if scheduler is not None:
        from mocsar_conformance.audit import cluster

        return cluster.judged(order, units, scheduler)
    from mocsar_conformance.audit import jobs as processes

    return processes.judged(order, units, jobs)


def added(tally: Tally, results: Iterator[Judged]) -> Iterator[int]:
    """Add up what comes of the units, and yield how many there have been. Lines and matches count on in a file."""
    from mocsar_conformance.audit.judge import Interrupted

    file, lines, matches = "", 0, 0

    def add(each: Judged) -> None:
        nonlocal file, lines, matches
        if each.file != file:
            file, lines, matches = each.file, 0, 0
        tally.add(each.tally, lines, matches)
        lines, matches = lines + each.tally.lines, matches + each.tally.matches

    try:
        for number, each in enumerate(results, 1):
            add(each)
            yield number
    except Interrupted as broken_off:
        add(broken_off.judged)
        raise


def _write(tally: Tally, book: Rulebook, folder: Path) -> tuple[int, int]:
    """Write cases as scenarios; return how many, and how many cannot be told so. Raises MocsarError U004."""
    from mocsar_conformance.audit.samples import told
    from mocsar_reference.errors import fail

    below = folder if folder.absolute().name == "scenarios" else folder / "scenarios"
    written = untold = 0
    for sample in told(tally, book):
        if sample is None:
            untold += 1
            continue
        file = below / f"{sample.name}.yaml"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(sample.text, "utf-8")
        except OSError as error:
            raise fail("U004", None, f"'{file}' cannot be written: {error.strerror}", "name another folder") from None
        written += 1
    return written, untold


def _say_written(retold: tuple[int, int], folder: Path, lang: str) -> None:
    from mocsar_conformance.audit.words import say

    click.echo(say("retold", lang, number=retold[0], folder=folder))
    if retold[1]:
        click.echo(say("untold", lang, number=retold[1]))
