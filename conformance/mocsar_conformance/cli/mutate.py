"""`mocsar mutate`: small changes to the rulebook, one at a time, each of which some scenario must notice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
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
    from mocsar_conformance.mutation.mutants import Mutant
    from mocsar_conformance.mutation.report import Report
    from mocsar_conformance.mutation.run import Bench
    from mocsar_reference import Rulebook


@click.command("mutate")
@click.option(
    "-V", "--variant", "variants", multiple=True, metavar="V", help="Only in this variant; may be given again."
)
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only of this rule or clause; may be given again.")
@click.option("--only", metavar="PATTERN", help="Only mutants with ids like PATTERN (* and ? allowed).")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Only so many, chosen by the seed.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="What --sample chooses by.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Processes to run in; by default one a core."
)
@click.option(
    "--write",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the survivors' scenarios below DIR/scenarios.",
)
@click.option("-v", "--verbose", is_flag=True, help="A line for every rule, not only the survivors.")
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(
    ctx: click.Context,
    variants: tuple[str, ...],
    rules: tuple[str, ...],
    only: str | None,
    sample: int | None,
    seed: int,
    jobs: int | None,
    folder: Path | None,
    verbose: bool,
    lang: str,
    overlays: tuple[Path, ...],
    form: str,
) -> None:
    """Change the rulebook in one small way after the other, and see that a scenario notices. Exit code 1 if one is not
    noticed, or only by scenarios that do not name what is changed.

    Changed are: every expression (comparisons, constants, && and ||, negations, what stands in a list or a choice),
    what a rule is made of (requirements, conditions, effects and their stages, events), phases, stages, ranks, and
    every toggle's value in every variant. What a scenario wants comes from the rulebook as it is; the changed one
    plays, and whatever it answers otherwise counts, the whole view and reasons included. Each variant is looked at by
    itself.

    \b
    What becomes of a mutant:
      killed by naming   in every variant where it is another game, by a scenario that
                         names the changed rule (a toggle: that names it in 'when')
      killed by others   but somewhere only by others                      (a finding)
      equivalent         the program is the same but for what nothing reads, or no
                         difference is found in the small positions of presets/ and
                         in thousands of others, whatever is tried in them
      explained          listed in equivalent-mutants.yaml, with a reason
      survivor           not noticed, though there is a game that tells it (a finding);
                         the shortest one found is printed as a scenario
      stillborn          no rulebook: its types do not fit, or it breaks a constraint

    What is listed and noticed after all is an error. Of an overlay only what it brings itself is changed.

    \b
    Examples:
      mocsar mutate
      mocsar mutate --rule follow.beats.higher
      mocsar mutate --variant kollar --sample 200
      mocsar mutate --rulebook my-variant/ --write my-variant/
    """
    from mocsar_conformance.mutation.report import data, summary, survivors, table

    report = run(variants, rules, only, sample, seed, jobs, overlays)
    if folder is not None:
        for scenario in report.scenarios.values():
            path = folder / "scenarios" / f"{scenario.name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(scenario.text, "utf-8")
    if form == "json":
        echo_json(data(report))
    else:
        for line in (*(table(report, lang) if verbose else ()), *survivors(report, lang)):
            click.echo(line)
        for fault in report.faults:
            click.echo(str(fault))
        click.echo(summary(report, lang))
    ctx.exit(FINE if report.sound else FINDINGS)


def run(
    variants: Sequence[str] = (),
    rules: Sequence[str] = (),
    only: str | None = None,
    sample: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    overlays: Sequence[Path] = (),
) -> Report:
    """Run the mutants that are chosen, and return the report. Raises MocsarError, UsageError."""
    from mocsar_conformance.mutation.jobs import Runner
    from mocsar_conformance.mutation.listed import listed_faults, read_listed
    from mocsar_conformance.mutation.mutants import all_mutants
    from mocsar_conformance.mutation.report import Report

    started = perf_counter()
    book = load_book(overlays)
    known = all_mutants(book)
    mutants = chosen(known, book, variants, rules, only, overlays)
    if sample is not None:
        mutants = sampled(mutants, sample, seed)
    listed = read_listed([book.root, *overlays])
    bench = _bench(variants, overlays, book)
    runner = Runner(bench, mutants, _Make(tuple(variants), tuple(overlays)), min(jobs or _cores(), len(mutants) or 1))
    with progress(2 * len(mutants)) as advance:

        def tick(number: int) -> None:
            for _ in range(number):
                advance()

        results = runner.run(listed, tick)
    scenarios = runner.scenarios(results)
    faults = list(listed_faults(listed, known, results, whole=not variants))
    return Report(mutants, {each.mutant: each for each in results}, listed, scenarios, faults, perf_counter() - started)


def chosen(
    mutants: Sequence[Mutant],
    book: Rulebook,
    variants: Sequence[str],
    rules: Sequence[str],
    only: str | None,
    overlays: Sequence[Path],
) -> list[Mutant]:
    """Return the mutants that a user asks for. Raises UsageError where there is no such rule or variant."""
    from fnmatch import fnmatchcase

    for each in variants:
        book.setting(each)
    names = {*book.contents.rules, *book.contents.clauses}
    for each in rules:
        if each not in names:
            hint = nearest(each, names, "list them with `mocsar rules`")
            raise click.UsageError(f"there is no rule or clause '{each}'; {hint}")
    wanted = {each for each in rules if each in book.contents.rules}
    wanted |= {rule for each in rules if each in book.contents.clauses for rule in book.contents.clauses[each].rules}
    folders = [each.resolve() for each in overlays]
    ids = {book.setting(each).variant.id for each in variants}
    return [
        each
        for each in mutants
        if not rules or (each.unit[0] == "rule" and each.unit[1] in wanted)
        if only is None or fnmatchcase(each.id, only)
        if not ids or each.variant is None or each.variant in ids
        if not folders or any(Path(each.place.file).resolve().is_relative_to(folder) for folder in folders)
    ]


def sampled(mutants: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """Return so many mutants, always the same for a seed, and mostly the same when others come or go."""
    from hashlib import sha256

    def lot(mutant: Mutant) -> str:
        return sha256(f"{seed}/{mutant.id}".encode()).hexdigest()

    taken = {each.id for each in sorted(mutants, key=lot)[:number]}
    return [each for each in mutants if each.id in taken]


class _Make:
    """Makes the bench in another process."""

    def __init__(self, variants: tuple[str, ...], overlays: tuple[Path, ...]) -> None:
        self.variants = variants
        self.overlays = overlays

    def __call__(self) -> Bench:
        return _bench(self.variants, self.overlays, load_book(self.overlays))


def _bench(variants: Sequence[str], overlays: Sequence[Path], book: Rulebook) -> Bench:
    from mocsar_conformance.mutation.run import Bench

    return Bench(book, load_all_scenarios(book, overlays), variants, overlays)


def _cores() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
