"""`mocsar fuzz`: random games beside the reference, and the first difference made as short as it can be."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from mocsar_conformance.cli import FINDINGS, FINE, INTERRUPTED, UNUSABLE
from mocsar_conformance.cli.options import (
    echo_json,
    format_option,
    lang_option,
    load_book,
    rulebook_option,
    target_options,
)

if TYPE_CHECKING:
    from mocsar_conformance.claims import Claim
    from mocsar_conformance.fuzz.bench import Finding, Tally
    from mocsar_conformance.fuzz.report import Report
    from mocsar_conformance.subjects.base import Diagnosis, Subject
    from mocsar_conformance.subjects.target import Target


class Seats(click.ParamType[tuple[int, int]]):
    """N or N-M."""

    name = "N-M"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return the fewest and the most; fail in words where the text is neither a number nor two."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", str(value).strip())
        fewest = int(found[1]) if found else 0
        most = int(found[2] or found[1]) if found else 0
        if not 2 <= fewest <= most:
            self.fail(f"U006 '{value}' is no number of players; write 4, or 3-6 for three to six", param, ctx)
        return fewest, most


@click.command("fuzz", context_settings={"allow_interspersed_args": False})
@click.option(
    "-V", "--variant", "variants", multiple=True, metavar="V", help="Only this variant or setting; may be given again."
)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same games (with --jobs 1).")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds of play; to shorten what was found may take a little more.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=256),
    default=1,
    show_default=True,
    metavar="N",
    help="So many processes, each with a seed and an implementation of its own.",
)
@click.option("--players", type=Seats(), help="Only so many players, as far as a variant seats them.")
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write what is found as a scenario below DIR/scenarios.",
)
@target_options
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Play random games on the implementation that CMD starts, beside the reference, in every variant it claims.

    Small hands with many equal and special cards make rare things happen often, and what the run has hardly seen is
    sought. Much of what is tried is nearly legal and must be refused, with nothing changed. Every answer is compared
    as `mocsar validate` does. The first difference ends the run: the game is cut to the shortest that still shows it
    and printed, also as a scenario. What was found before is tried first.

    \b
    Examples:
      mocsar fuzz -- node adapter.js
      mocsar fuzz --time 600 --jobs 4 --save my-variant -- ./adapter
      mocsar fuzz --variant kollar --players 3-4 --seed 7 --url http://127.0.0.1:8000/mocsar

    Exit codes: 0 no difference, 1 a difference, 2 wrong usage, 3 the implementation could not be used, 130 interrupted.
    """
    if not options["target"].given:
        raise click.UsageError("U013 name an implementation: -- CMD, --url or --python", ctx)
    ctx.exit(_Fuzz(**options).run())


class _Fuzz:
    """One run of the command."""

    def __init__(
        self,
        target: Target,
        variants: tuple[str, ...],
        seed: int | None,
        seconds: float,
        jobs: int,
        players: tuple[int, int] | None,
        save: Path | None,
        lang: str,
        overlays: tuple[Path, ...],
        form: str,
    ) -> None:
        from mocsar_conformance.fuzz.bench import Tally

        self.target = target
        self.variants = variants
        self.seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        self.seconds = seconds
        self.jobs = jobs
        self.players = players
        self.save = save
        self.lang = lang
        self.overlays = overlays
        self.text = form == "text"
        self.tally = Tally()
        self.capabilities: frozenset[str] = frozenset()
        self.stopped: Callable[[], bool] = lambda: False
        """Whether the user has broken off."""
        self.known = False
        """Whether what is found was found before."""

    def run(self) -> int:
        """Look for a difference and report; return the exit code."""
        from mocsar_conformance.subjects.base import SubjectUnusable

        self.started = monotonic()
        self.book = load_book(self.overlays)
        for each in self.variants:
            self.book.setting(each)
        self._check_save()
        found: Finding | None = None
        broken: Diagnosis | None = None
        interrupted = False
        claims: list[Claim] = []
        name = ""
        try:
            with _watched() as self.stopped, self.target.open(self.book, self.lang) as subject:
                claims = self.claims(subject)
                name = subject.hello().name
                self.capabilities = subject.hello().capabilities
                found = self.search(subject, claims)
                interrupted = self.stopped()
        except SubjectUnusable as failure:
            broken = failure.diagnosis
        except KeyboardInterrupt:
            interrupted = True
        report = self.report(found, claims, name) if found is not None else None
        self.show(found, report, claims, broken, interrupted)
        if found is not None:
            return FINDINGS
        if interrupted:
            return INTERRUPTED
        return UNUSABLE if broken is not None or self.nothing_played else FINE

    # ---- the search --------------------------------------------------------------------------------------------------

    def claims(self, subject: Subject) -> list[Claim]:
        """Return the settings to play. Raises MocsarError U011 and U006, SubjectUnusable where there is none."""
        from mocsar_conformance.claims import chosen_claims, claims_of
        from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable
        from mocsar_reference.errors import fail

        claims, faults = claims_of(subject.hello(), self.book)
        for each in faults:
            click.echo(str(each), err=True)
        if not claims:
            names = ", ".join(each.variant for each in subject.hello().plays)
            hint = f"the rulebook has {', '.join(self.book.playable)}; see `mocsar variants`"
            raise SubjectUnusable(Diagnosis("U012", f"the subject claims nothing that can be tested: {names}", hint))
        chosen = chosen_claims(claims, self.variants, self.book)
        if self.players is None:
            return chosen
        seated = [each for each in chosen if self._seats(each)]
        if not seated:
            ranges = ", ".join(
                f"{each.short} {each.setting.variant.players[0]} to {each.setting.variant.players[1]}"
                for each in chosen
            )
            raise fail("U006", None, "no variant that is played seats so many players", f"they seat: {ranges}")
        return seated

    def search(self, subject: Subject, claims: Sequence[Claim]) -> Finding | None:
        from mocsar_conformance.fuzz import jobs, memory
        from mocsar_conformance.fuzz.bench import Bench
        from mocsar_conformance.fuzz.search import Budget, Search

        file = memory.place(self.target.shown)
        bench = Bench(subject, self.book)
        self.tally = bench.tally
        budget = Budget(self.started + self.seconds, self.stopped)
        with self.progress() as progress:
            search = Search(bench, claims, f"{self.seed}/0", self.players, progress)
            found = search.again(memory.remembered(file), budget)
            self.known = found is not None
            if found is None and self.jobs == 1:
                found = search.run(budget)
            elif found is None:
                told: list[Tally] = []
                settings = tuple(each.short for each in claims)
                left = max(0.0, budget.deadline - monotonic())
                orders = [
                    jobs.Order(self.target, self.overlays, settings, self.players, self.seed, number, left, self.lang)
                    for number in range(self.jobs)
                ]
                try:
                    found = jobs.run(orders, progress, told)
                finally:
                    for each in told:
                        self.tally.add(each)
        if found is not None:
            memory.remember(file, found.plan)
        return found

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def report(self, found: Finding, claims: Sequence[Claim], name: str) -> Report | str:
        """Return the report of a finding, or why it cannot be told as a scenario."""
        from mocsar_conformance.fuzz.referee import Impossible
        from mocsar_conformance.fuzz.report import report
        from mocsar_reference import MocsarError

        claim = next(each for each in claims if each.short == found.plan.setting)
        try:
            return report(found, claim, self.book, name)
        except Impossible as error:
            return str(error)
        except MocsarError as error:
            return error.diagnostics[0].message

    def show(
        self,
        found: Finding | None,
        report: Report | str | None,
        claims: Sequence[Claim],
        broken: Diagnosis | None,
        interrupted: bool,
    ) -> None:
        saved = self.saved(report)
        if broken is not None:
            click.echo(str(broken), err=True)
        if not self.text:
            echo_json(self.record(found, report, claims, broken, interrupted, saved))
            return
        for line in self.lines(found, report, claims, interrupted, saved):
            click.echo(line)

    def lines(
        self,
        found: Finding | None,
        report: Report | str | None,
        claims: Sequence[Claim],
        interrupted: bool,
        saved: Path | None,
    ) -> Iterator[str]:
        from mocsar_conformance.fuzz.words import say

        if found is not None:
            yield from self.finding_lines(found, report)
        if saved is not None:
            yield say("saved", self.lang, path=saved)
            yield ""
        yield from self.notes()
        if self.nothing_played and found is None and not interrupted:
            yield say("nothing-played", self.lang)
        yield say(
            "summary",
            self.lang,
            games=self.tally.games,
            moves=self.tally.moves,
            refusals=self.tally.refusals,
            variants=", ".join(each.short for each in claims) or "–",
            found=say("one-difference" if found else "interrupted" if interrupted else "no-difference", self.lang),
            seed=self.seed,
            seconds=monotonic() - self.started,
        )

    def finding_lines(self, found: Finding, report: Report | str | None) -> Iterator[str]:
        from mocsar_conformance.failure_lines import failure_lines
        from mocsar_conformance.fuzz.dealt import deals_for_itself
        from mocsar_conformance.fuzz.words import say

        if self.known:
            yield say("found-before", self.lang)
            yield ""
        if report is None or isinstance(report, str):
            yield click.style(f"{found.verdict.upper()}  [{found.plan.setting}]", fg="red", bold=True)
            yield from (f"  {line}" for line in str(found.diagnosis or "").split("\n"))
            yield f"  {say('unwritten', self.lang, why=report)}"
            yield ""
            return
        contents = self.book.contents
        lines = failure_lines(report.outcome.to_json(), contents, self.lang, self.again(found), contents.edition)
        yield click.style(next(lines), fg="red", bold=True)
        yield from lines
        if not deals_for_itself(self.capabilities):
            yield ""
        else:
            yield f"  {say('self-dealt', self.lang)}"
        yield f"  {say('scenario', self.lang)}:"
        yield from (f"    {line}".rstrip() for line in report.text.rstrip("\n").split("\n"))
        yield ""

    def again(self, found: Finding) -> str:
        """Return the command line that finds the same again."""
        words = ["mocsar", "fuzz", "--variant", found.plan.setting]
        for folder in self.overlays:
            words += ["--rulebook", str(folder)]
        if self.players is not None:
            words += ["--players", "-".join(map(str, dict.fromkeys(self.players)))]
        if self.jobs == 1:
            words += ["--seed", str(self.seed)]
        return shlex.join([*words, *self.target.shown])

    def notes(self) -> Iterator[str]:
        """Yield what is no difference and yet worth knowing."""
        from mocsar_conformance.fuzz.words import say

        reasons = self.tally.reasons
        if reasons:
            shown = [
                say("reason-other" if got else "reason-none", self.lang, got=got, wanted=wanted)
                for (wanted, got), _ in reasons.most_common(3)
            ]
            yield say("reasons", self.lang, number=sum(reasons.values()), most=", ".join(shown))
        for (variant, values), number in self.tally.readings.most_common(5):
            yield say("readings", self.lang, number=number, variant=variant, values=values)
        for (variant, what), number in self.tally.unsupported.most_common(5):
            yield say("unsupported", self.lang, number=number, variant=variant, what=what)

    def record(
        self,
        found: Finding | None,
        report: Report | str | None,
        claims: Sequence[Claim],
        broken: Diagnosis | None,
        interrupted: bool,
        saved: Path | None,
    ) -> dict[str, Any]:
        """Return everything as JSON has it."""
        finding: dict[str, Any] | None = None
        if found is not None:
            finding = {"setting": found.plan.setting, "verdict": found.verdict, "steps": found.plan.moves}
            finding |= {"known": self.known, "game": found.plan.to_json()}
            if report is not None and not isinstance(report, str):
                finding |= {"scenario": report.name, "text": report.text, "failure": report.failure.to_json()}
            elif found.diagnosis is not None:
                finding["diagnosis"] = found.diagnosis.to_json()
            if saved is not None:
                finding["saved"] = str(saved)
        tally = self.tally
        return {
            "record": "fuzz",
            "seed": self.seed,
            "games": tally.games,
            "deals": tally.deals,
            "moves": tally.moves,
            "refusals": tally.refusals,
            "lists": tally.lists,
            "variants": {each.short: tally.variants[each.short] for each in claims},
            "differences": 0 if found is None else 1,
            "finding": finding,
            "reasons": [{"wanted": w, "got": g or None, "times": n} for (w, g), n in tally.reasons.most_common()],
            "readings": [{"variant": v, "values": w, "games": n} for (v, w), n in tally.readings.most_common()],
            "unsupported": [{"variant": v, "what": w, "games": n} for (v, w), n in tally.unsupported.most_common()],
            "unusable": None if broken is None else broken.to_json(),
            "interrupted": interrupted,
            "seconds": round(monotonic() - self.started, 3),
        }

    @property
    def nothing_played(self) -> bool:
        """Whether no game got beyond its start because the subject can do nothing that was asked."""
        return not self.tally.deals and bool(self.tally.unsupported)

    # ---- what is written ---------------------------------------------------------------------------------------------

    def _seats(self, claim: Claim) -> bool:
        assert self.players is not None
        fewest, most, _ = claim.setting.variant.players
        return self.players[0] <= most and self.players[1] >= fewest

    def _check_save(self) -> None:
        """Make sure, before anything is played, that the folder can be written."""
        if self.save is None:
            return
        try:
            self.save.mkdir(parents=True, exist_ok=True)
            writable = os.access(self.save, os.W_OK)
        except OSError as error:
            raise self._unwritable(self.save, error.strerror) from None
        if not writable:
            raise self._unwritable(self.save, "no permission")

    def _unwritable(self, path: Path, why: str | None) -> Exception:
        from mocsar_reference.errors import fail

        return fail("U004", None, f"'{path}' cannot be written: {why}", "name another folder")

    def saved(self, report: Report | str | None) -> Path | None:
        """Write the scenario where the user wants it; return the file."""
        if self.save is None or report is None or isinstance(report, str):
            return None
        folder = self.save if self.save.absolute().name == "scenarios" else self.save / "scenarios"
        file = folder / f"{report.name}.yaml"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(report.text, "utf-8")
        except OSError as error:
            raise self._unwritable(file, error.strerror) from None
        return file

    @contextmanager
    def progress(self) -> Iterator[Callable[[Tally], None]]:
        """Give a function that shows how far it is, where there is a terminal to show it on."""
        from mocsar_conformance.fuzz.words import say

        if not (self.text and sys.stderr.isatty()):
            yield lambda tally: None
            return
        from rich.console import Console

        with Console(stderr=True).status("") as status:

            def show(tally: Tally) -> None:
                text = say("progress", self.lang, games=tally.games, moves=tally.moves, refusals=tally.refusals)
                status.update(f"{text} ({monotonic() - self.started:.0f} s)")

            yield show


@contextmanager
def _watched() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C besides raising it: raised while garbage is collected, it would be lost."""
    broken_off = threading.Event()

    def note(number: int, frame: Any) -> None:
        broken_off.set()
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield broken_off.is_set
        return
    lost = sys.unraisablehook

    def unraisable(failure: Any) -> None:
        if failure.exc_type is not KeyboardInterrupt:  # that one is noted already, so nothing is lost
            lost(failure)

    before = signal.signal(signal.SIGINT, note)
    sys.unraisablehook = unraisable
    try:
        yield broken_off.is_set
    finally:
        sys.unraisablehook = lost
        signal.signal(signal.SIGINT, before)
