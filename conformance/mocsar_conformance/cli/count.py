"""`mocsar count`: how many lines of play there are from small positions, by the rulebook and by an implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import (
    echo_json,
    format_option,
    lang_option,
    load_book,
    rulebook_option,
    target_options,
)
from mocsar_conformance.labels import label

if TYPE_CHECKING:
    from mocsar_conformance.counting.counts import Counts
    from mocsar_conformance.counting.presets import Preset
    from mocsar_conformance.counting.walk import Difference
    from mocsar_conformance.subjects.base import Subject
    from mocsar_conformance.subjects.target import Target
    from mocsar_reference.explore import Exploration

NEEDED = ("hands", "legal")
"""Capabilities that a subject needs to be counted with."""


@click.command("count", context_settings={"allow_interspersed_args": False})
@click.option("-V", "--variant", "variants", multiple=True, metavar="V", help="Only this variant; may be given again.")
@click.option("--preset", "names", multiple=True, metavar="ID", help="Only this position; may be given again.")
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Only the first N actions of each line.")
@click.option("--update", is_flag=True, help="Store the numbers of the reference in the rulebook's files.")
@target_options
@click.option("-v", "--verbose", is_flag=True, help="Print all the numbers.")
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Count the lines of play from small positions. Exit code 1 if the numbers are not those stored.

    Every line from each position is gone to its end: how many sequences of 1, 2, 3 … actions there are, and how many of
    them finish the deal. In the reference it is checked on the way that all cards are kept, that somebody can act until
    the deal is over, and that every line ends.

    CMD is an adapter that can list what is legal (the capability "legal"). It is brought to the same positions, and
    where it lists other actions than the rulebook, the first such position is shown: as it looks, both lists, the steps
    that lead there, and a scenario of it. Presets of variants that it does not play are left out.

    \b
    Examples:
      mocsar count
      mocsar count --variant kollar -v
      mocsar count --preset kollar/exchange --depth 6 -- node adapter.js
      mocsar count --update
    """
    if options["update"] and (options["target"].given or options["depth"]):
        raise click.UsageError(
            "--update stores whole numbers of the reference: give neither an implementation nor --depth", ctx
        )
    ctx.exit(_Counting(**options).run())


class _Counting:
    """One run of the command."""

    def __init__(
        self,
        target: Target,
        variants: tuple[str, ...],
        names: tuple[str, ...],
        depth: int | None,
        update: bool,
        verbose: bool,
        lang: str,
        overlays: tuple[Path, ...],
        form: str,
    ) -> None:
        self.target = target
        self.variants = variants
        self.names = names
        self.depth = depth
        self.update = update
        self.verbose = verbose
        self.lang = lang
        self.overlays = overlays
        self.text = form == "text"
        self.records: list[dict[str, Any]] = []
        self.findings = 0

    def run(self) -> int:
        """Count and report; return the exit code."""
        from mocsar_conformance.counting.presets import chosen_presets, load_presets

        started = perf_counter()
        self.book = load_book(self.overlays)
        presets = chosen_presets(load_presets(self.book, self.overlays), self.variants, self.names)
        if self.target.given:
            self.compare(presets)
        elif self.update:
            self.store(presets)
        else:
            self.recount(presets)
        seconds = perf_counter() - started
        if self.text:
            print_line(f"{len(self.records)} presets, {self.findings} findings ({seconds:.2f} s)")
        else:
            echo_json({"presets": self.records, "findings": self.findings, "seconds": round(seconds, 3)})
        return FINDINGS if self.findings else FINE

    # ---- the reference -----------------------------------------------------------------------------------------------

    def recount(self, presets: Sequence[Preset]) -> None:
        """Count in the reference and compare with what is stored."""
        from mocsar_conformance.counting.counts import Counts, counts_path, stored_counts

        for preset in presets:
            found = self.explore(preset)
            if found is None:
                continue
            counts = Counts.of(found)
            stored = stored_counts(counts_path(preset)).get(preset.name)
            differing = list(counts.differences(stored, self.depth)) if stored else []
            self.findings += bool(differing) or stored is None
            verdict = label("count-as-stored", self.lang)
            if stored is None:
                verdict = label("count-not-stored", self.lang)
            elif differing:
                verdict = self.described(*differing[0])
            self.report(preset, counts, len(found.states), verdict, wrong=bool(differing) or stored is None)
            if self.text:
                for each in differing[1:]:
                    print_line(f"  {self.described(*each)}")

    def store(self, presets: Sequence[Preset]) -> None:
        """Write what the reference counts, in files that keep the numbers of other presets."""
        from mocsar_conformance.counting.counts import Counts, counts_path, stored_counts, write_counts
        from mocsar_conformance.counting.presets import load_presets
        from mocsar_reference.errors import fail

        new: dict[str, Counts] = {}
        for preset in presets:
            found = self.explore(preset)
            if found is not None:
                new[preset.id] = Counts.of(found)
                self.report(preset, new[preset.id], len(found.states), "")
        everything = load_presets(self.book, self.overlays)
        for path in dict.fromkeys(map(counts_path, presets)):
            stored = stored_counts(path)
            here = [each for each in everything if counts_path(each) == path]
            known = {each.name: new.get(each.id, stored.get(each.name)) for each in here}
            counts = {name: each for name, each in known.items() if each is not None}
            try:
                write_counts(path, here[0].setting.short, counts)
            except OSError as error:
                raise fail("U004", None, f"'{path}' cannot be written: {error.strerror}", "") from None

    def explore(self, preset: Preset) -> Exploration | None:
        """Return what the reference finds; print and count what is wrong with the game, where it is unsound."""
        from mocsar_reference.explore import Unsound, explore

        try:
            return explore(preset.game, preset.state, self.depth)
        except Unsound as fault:
            self.findings += 1
            self.records.append({"preset": preset.id, "fault": str(fault)})
            if self.text:
                click.secho(f"{preset.id:32}  {fault}", fg="red")
            return None

    def report(
        self, preset: Preset, counts: Counts, positions: int, verdict: str, *, wrong: bool = False, ways: int = 0
    ) -> None:
        """Print a preset's numbers on a line, in full where that is wanted."""
        record: dict[str, Any] = {"preset": preset.id, "setting": preset.setting.short, "positions": positions}
        record |= {"sequences": list(counts.sequences), "finished": counts.finished, "places": dict(counts.places)}
        self.records.append(record | {"verdict": verdict} | ({"ways": ways} if ways else {}))
        if not self.text:
            return
        numbers = f"{positions:6,} positions  {sum(counts.sequences):9,} sequences  {counts.finished:8,} finished"
        click.secho(f"{preset.id:32}{numbers}  {verdict}".rstrip(), fg="red" if wrong else None)
        if self.verbose:
            print_line(f"  {preset.title[self.lang]}")
            print_line(f"  {', '.join(map(str, counts.sequences))}")
            for places, number in counts.places.items():
                print_line(f"  {places}: {number}")

    def described(self, what: str, here: int, there: int, key: str = "count-differs") -> str:
        known = {"finished": label("count-finished", self.lang)}
        shown = label("count-sequences", self.lang, number=what) if what.isdecimal() else known.get(what, what)
        return label(key, self.lang, what=shown, here=here, there=there)

    # ---- a subject ---------------------------------------------------------------------------------------------------

    def compare(self, presets: Sequence[Preset]) -> None:
        """Walk a subject through the presets of what it plays. Raises SubjectUnusable where it plays none of them."""
        from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable

        with self.target.open(self.book, self.lang) as subject:
            hello = subject.hello()
            for each in NEEDED:
                if each not in hello.capabilities:
                    hint = "lines can be counted only where the legal actions of any position can be asked for"
                    message = f'the subject does not claim the capability "{each}"'
                    raise SubjectUnusable(Diagnosis("U022", message, hint))
            played = [each for each in presets if self.plays(subject, each)]
            if not played:
                known = ", ".join(dict.fromkeys(each.setting.short for each in presets))
                message = "the subject plays no setting of which there is a preset"
                raise SubjectUnusable(Diagnosis("U012", message, f"there are presets of {known}"))
            for preset in played:
                self.walk(subject, preset)

    def plays(self, subject: Subject, preset: Preset) -> bool:
        """Tell whether a subject claims a preset's variant, and states no toggle of it to be otherwise."""
        hello = subject.hello()
        if preset.variant not in [each.variant for each in hello.plays]:
            return False
        stated = hello.stated(preset.variant)
        values = preset.setting.values
        return all(name not in values or _same(value, values[name]) for name, value in stated.items())

    def walk(self, subject: Subject, preset: Preset) -> None:
        from mocsar_conformance.counting.counts import Counts
        from mocsar_conformance.counting.walk import Unsupported, walk
        from mocsar_conformance.text import neutralise

        found = self.explore(preset)
        if found is None:
            return
        counts = Counts.of(found)
        try:
            with self.progress(preset, found.moves) as tick:
                walked = walk(subject, preset, found, tick)
        except Unsupported as unsupported:
            self.findings += 1
            what = neutralise(unsupported.what, 100)
            self.report(preset, counts, len(found.states), f"unsupported: {what}", wrong=True)
            return
        if walked.difference is None:
            self.report(preset, counts, len(found.states), f"{walked.ways:,} ways", ways=walked.ways)
            return
        self.findings += 1
        numbers = [
            (at, here, counts.sequences[at] if at < len(counts.sequences) else 0)
            for at, here in enumerate(walked.sequences)
        ]
        differing = next(((at, here, there) for at, here, there in numbers if here != there), None)
        verdict = self.described(str(differing[0] + 1), *differing[1:], "count-against") if differing else ""
        self.report(preset, counts, len(found.states), verdict, wrong=True, ways=walked.ways)
        if self.text:
            for line in self.shown(preset, walked.difference):
                print_line(line)
        else:
            from mocsar_conformance.counting.paste import scenario_lines

            difference = walked.difference
            self.records[-1]["difference"] = {
                "player": difference.player,
                "expected": difference.ours,
                "got": difference.theirs,
                "requests": list(difference.requests),
                "scenario": "\n".join(scenario_lines(preset, difference)) + "\n",
            }

    def shown(self, preset: Preset, difference: Difference) -> Iterator[str]:
        """Yield a difference as lines: the position, the steps, both lists, a scenario, what to feed by hand."""
        from mocsar_conformance.counting.paste import action_words, listed, scenario_lines
        from mocsar_conformance.draw import situation
        from mocsar_conformance.failure_text import by_hand
        from mocsar_conformance.scenario.cards import TextReader
        from mocsar_conformance.subjects.target import shown_line
        from mocsar_conformance.text import neutralise

        contents = preset.rulebook.contents
        texts = TextReader(contents)

        def these(key: str, actions: list[dict[str, Any]]) -> str:
            words = neutralise(", ".join(listed(actions, texts)) or label("nothing", self.lang), 2000)
            return f"  {label(key, self.lang, player=difference.player, actions=words)}"

        yield ""
        yield f"  {label('situation', self.lang)}:"
        yield from (f"    {line}" for line in situation(preset.game.view(difference.state), contents, self.lang))
        done = [f"{step.player}: {step.text}" for step in preset.steps]
        done += [f"{name}: {action_words(action, texts)}" for name, action in difference.steps]
        yield f"  {label('done', self.lang)}: {'; '.join(done) or label('nothing', self.lang)}"
        yield ""
        yield these("count-legal", difference.ours)
        if difference.refused:
            yield these("count-refused", difference.missing)
        else:
            yield these("count-listed", difference.theirs)
            if difference.missing:
                yield these("count-missing", difference.missing)
            if difference.surplus:
                yield these("count-surplus", difference.surplus)
        yield ""
        yield f"  {label('as-scenario', self.lang)}:"
        yield from (f"    {line}" for line in scenario_lines(preset, difference))
        yield ""
        yield f"  {label('again', self.lang)}:"
        yield f"    {shown_line(self.target, ['mocsar', 'count', '--preset', preset.id])}"
        yield f"  {label('by-hand', self.lang)}:"
        yield from (f"    {line}" for line in by_hand(difference.requests, self.lang, self.book.contents.edition))
        yield ""

    @contextmanager
    def progress(self, preset: Preset, total: int) -> Iterator[Callable[[], None]]:
        """Give a function to call after each way; it moves a bar where there is a terminal to show it on."""
        import sys

        if not (self.text and sys.stderr.isatty()):
            yield lambda: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
            task = bar.add_task(preset.id, total=total)
            yield lambda: bar.advance(task)


def print_line(line: str) -> None:
    click.echo(line)


def _same(one: Any, other: Any) -> bool:
    def plain(value: Any) -> Any:
        return list(value) if isinstance(value, list | tuple) else value

    return bool(plain(one) == plain(other))
