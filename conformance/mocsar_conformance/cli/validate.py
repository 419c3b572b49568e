"""`mocsar validate`: the scenarios against an implementation, or against the reference."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import click

from mocsar_conformance.cli import FINDINGS, FINE, INTERRUPTED, UNUSABLE, USAGE
from mocsar_conformance.cli.options import (
    format_option,
    lang_option,
    load_all_scenarios,
    load_book,
    nearest,
    rulebook_option,
    target_options,
)
from mocsar_conformance.reports import FORMATS, guessed

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from mocsar_conformance.claims import Claim
    from mocsar_conformance.expectations.model import Expectations
    from mocsar_conformance.records import Expected, Outcome, Writer
    from mocsar_conformance.reports.files import Kept
    from mocsar_conformance.runner import Case
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_conformance.subjects.base import Subject
    from mocsar_conformance.subjects.target import Target

BrokenOff = Literal["stopped", "interrupted", "unusable"]
"""Why not all scenarios were run; labels are called so."""
LONGEST_SHOWN = 1 << 16
"""Characters of a line of `--show-wire`: any view fits."""
MOST_JOBS = 64
"""More processes than that are a slip of the finger."""
MOST_IN_FULL = 10
"""How many failures are shown in full; after that a line each."""
RIGHT = ("pass", "reason-differs")
"""Verdicts of what passes: that a reason is right is a SHOULD."""
FULL = 3
"""How often the same complaint about an adapter is shown in full; after that a line."""


class Report(click.ParamType[tuple[str, str]]):
    """FORMAT=PATH, or a path whose ending says the format."""

    name = "FORMAT=PATH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Return the two parts; fail in words where the format is not known."""
        if isinstance(value, tuple):
            return value
        form, equals, path = str(value).partition("=")
        if not equals and form not in FORMATS:
            form, path = guessed(form) or "", form
            if not form:
                near = "ctrf" if path.endswith(".json") else "junit"
                self.fail(f"U003 '{path}' names no report format; write one in front: {near}={path}", param, ctx)
        if form not in FORMATS:
            self.fail(f"U003 there is no report format '{form}'; known: {', '.join(FORMATS)}", param, ctx)
        if not path:
            self.fail(f"U003 '{value}' names no file; write {form}=FILE, or {form}=- for standard output", param, ctx)
        return form, path


@click.command("validate", context_settings={"allow_interspersed_args": False})
@click.option(
    "-V", "--variant", "variants", multiple=True, metavar="V", help="Test only this variant; may be given again."
)
@click.option("--only", multiple=True, metavar="ID", help="Run only this scenario; may be given again.")
@click.option(
    "-k",
    "pattern",
    metavar="PATTERN",
    help="Run only scenarios whose id, title or rules contain PATTERN (* and ? allowed).",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    type=Report(),
    help=f"Write a report to PATH (- is standard output); may be given again. FORMAT: {', '.join(FORMATS)}.",
)
@click.option(
    "--expect",
    "expect",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="What is known to fail, comes and goes, or is not to be run; `mocsar expect` writes such a file.",
)
@target_options
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="A line for every scenario; of what is wrong everything, with the lines to feed by hand.",
)
@click.option("-x", "--stop", is_flag=True, help="Stop at the first finding.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1, max=MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Run N of the implementation side by side; the results are the same.",
)
@click.option("--show-wire", is_flag=True, help="Show every line sent (>) and received (<), on standard error.")
@lang_option
@rulebook_option
@format_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Run the scenarios against the implementation that CMD starts; without CMD, against the reference.

    CMD is an adapter: it reads requests as JSON lines from its standard input and answers on its standard output. It
    says itself which variants it plays. What is wrong is shown as it happens, at last the counts and, for each variant,
    whether the implementation conforms to it.

    \b
    Verdicts:
      pass             all as the rulebook says
      fail             something else                                       (a finding)
      reason-differs   refused rightly, but for another reason
      reading-differs  right if the sources were read otherwise where they are unclear, and CMD states no reading
      error            CMD broke the protocol                               (a finding)
      timeout, crash   CMD did not answer in time, or ended                 (a finding)
      unsupported      CMD cannot do what the scenario needs                (a finding; never a pass)
      skipped          the scenario does not speak of this variant

    \b
    Reports:
      jsonl            the records themselves, a line each, as they come; `mocsar report` makes all others of them later
      junit, ctrf, tap for CI services and other programs
      markdown         for a comment or a job's summary: "$GITHUB_STEP_SUMMARY"
      html             a page to read
      badge            JSON for shields.io; a drawing where PATH ends in .svg
      github           annotations; to `-`, in a job on GitHub
    All but jsonl are written at the end, also where the run was broken off, and then they say so. Where PATH ends in
    .jsonl, .xml, .tap, .md, .html or .svg, FORMAT= may be left out. A report on standard output sends the text to
    standard error, except github, which belongs into the log.

    \b
    Examples:
      mocsar validate -- node adapter.js
      mocsar validate --variant kollar -x -- python adapter.py
      mocsar validate -k trick --report jsonl=results.jsonl -- ./adapter
      mocsar validate --report junit=mocsar.xml --report html=mocsar.html --report github=- -- ./adapter
      mocsar validate --expect known.yaml -- ./adapter
      mocsar validate --only following/equal-is-refused --show-wire -- ./adapter
      mocsar validate --jobs 4 -- ./adapter

    Exit codes: 0 fine, 1 findings, 2 wrong usage, 3 the implementation could not be used, 130 interrupted.
    """
    ctx.exit(_Validation(**options).run())


class _Validation:
    """One run of the command."""

    def __init__(
        self,
        target: Target,
        variants: tuple[str, ...],
        only: tuple[str, ...],
        pattern: str | None,
        reports: tuple[tuple[str, str], ...],
        expect: Path | None,
        verbose: bool,
        stop: bool,
        jobs: int,
        show_wire: bool,
        lang: str,
        overlays: tuple[Path, ...],
        form: str,
    ) -> None:
        self.target = target
        self.variants = variants
        self.only = only
        self.pattern = pattern
        self.reports = reports
        self.expect = expect
        self.verbose = verbose
        self.stop = stop
        self.jobs = jobs
        self.show_wire = show_wire
        self.lang = lang
        self.overlays = overlays
        self.text = form == "text"
        self.outcomes: list[Outcome] = []
        """What is needed of them at the end: see `verdicts.lean`."""
        self.skips: list[str] = []
        self.repeated: Counter[str] = Counter()
        self.in_full = 0
        self.unlisted: Counter[tuple[str, str]] = Counter()

    @property
    def whole(self) -> bool:
        """Whether all scenarios are run."""
        return not self.only and self.pattern is None

    def run(self) -> int:
        """Run and report; return the exit code."""
        self.book = load_book(self.overlays)
        scenarios = chosen(load_all_scenarios(self.book, self.overlays), self.only, self.pattern)
        for each in self.variants:
            self.book.setting(each)
        with ExitStack() as stack:
            writers = self.writers(stack)
            stack.enter_context(_terminable())
            subject = stack.enter_context(self.subject())
            claims = self.claims(subject)
            self.expectations = self.expected(subject, claims)
            jobs = self.possible_jobs(subject)
            others = [stack.enter_context(self.subject(number)) for number in range(2, jobs + 1)]
            return self.validate([subject, *others], claims, scenarios, writers)

    def subject(self, number: int = 1) -> Subject:
        """Return one of the subjects, not yet started; their lines are told apart where there are several."""
        mark = f"[{number}] " if self.jobs > 1 else ""
        return self.target.open(self.book, self.lang, _liner(mark) if self.show_wire else None)

    def expected(self, subject: Subject, claims: Sequence[Claim]) -> Expectations:
        """Return what is expected of the subject. Raises MocsarError."""
        from mocsar_conformance.claims import claims_of
        from mocsar_conformance.expectations.model import Expectations
        from mocsar_conformance.expectations.read import never_run, read_expectations
        from mocsar_conformance.expectations.words import word
        from mocsar_conformance.scenario.applies import applicability

        if self.expect is None:
            return Expectations()
        suite = {each.id: each for each in load_all_scenarios(self.book, self.overlays)}
        settings = {each.short: each.setting for each in claims}
        if self.target.given:  # all that it plays, whatever was chosen
            settings |= {each.short: each.setting for each in claims_of(subject.hello(), self.book)[0]}
        version = subject.hello().version
        found = read_expectations(self.expect, suite, [*self.book.playable, *settings], version)

        def applies(name: str, short: str) -> bool:
            return applicability(suite[name], self.book, settings[short]) is None

        for fault in never_run(found.entries, list(suite), list(settings), applies) if self.target.given else ():
            click.echo(str(fault), err=True)
        if self.verbose:
            for entry in found.idle:
                told = word("idle", self.lang, version=version, versions=entry.versions, place=str(entry.place))
                click.echo(told, err=True)
        return found

    def possible_jobs(self, subject: Subject) -> int:
        """Return how many can run side by side; say so where that is not as many as were asked for."""
        from mocsar_conformance.crew import SESSIONS
        from mocsar_conformance.labels import label

        if self.jobs == 1:
            return 1
        if self.target.kind == "reference":
            click.echo(label("jobs-reference", self.lang), err=True)
            return 1
        if self.target.kind == "http" and SESSIONS not in subject.hello().capabilities:
            click.echo(label("jobs-server", self.lang), err=True)
            return 1
        return self.jobs

    def writers(self, stack: ExitStack) -> list[Writer | Kept]:
        """Return what writes the reports. Raises MocsarError U004, and U051 where two would go to one place."""
        from mocsar_conformance.records import Writer
        from mocsar_conformance.reports.files import Kept, check_place
        from mocsar_reference.errors import fail

        places = [path for _, path in self.reports] + ([] if self.text else ["-"])
        for place, number in Counter(places).items():
            if number > 1:
                where = "standard output" if place == "-" else f"'{place}'"
                raise fail("U051", None, f"{number} reports would go to {where}", "give each a place of its own")
        out = sys.stdout
        writers: list[Writer | Kept] = [] if self.text else [Writer(out)]
        for form, path in self.reports:
            if form != "jsonl":
                check_place(path)
                continue
            if path == "-":
                writers.append(Writer(out))
                continue
            try:
                stream = Path(path).open("w", encoding="ascii")  # noqa: SIM115 (the stack closes it)
            except OSError as error:
                raise fail("U004", None, f"'{path}' cannot be written: {error.strerror}", "name another file") from None
            writers.append(Writer(stack.enter_context(stream)))
        made = [(form, path) for form, path in self.reports if form != "jsonl"]
        if made:
            writers.append(Kept(made, self.lang, out))
        if any(path == "-" and form != "github" for form, path in self.reports):
            stack.enter_context(redirect_stdout(sys.stderr))
        return writers

    def claims(self, subject: Subject) -> list[Claim]:
        """Return the settings to test. Raises MocsarError U011, SubjectUnusable where there is none."""
        from mocsar_conformance.claims import Claim, chosen_claims, claims_of
        from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable

        hello = subject.hello()
        if not self.target.given and self.variants:  # the reference plays every setting there is
            settings = [self.book.setting(each) for each in self.variants]
            return [Claim(each, frozenset(each.values)) for each in settings]
        claims, faults = claims_of(hello, self.book)
        for each in faults:
            click.echo(str(each), err=True)
        if not claims:
            names = ", ".join(each.variant for each in hello.plays)
            hint = f"the rulebook has {', '.join(self.book.playable)}; see `mocsar variants`"
            raise SubjectUnusable(Diagnosis("U012", f"the subject claims nothing that can be tested: {names}", hint))
        return chosen_claims(claims, self.variants, self.book)

    def validate(
        self,
        subjects: Sequence[Subject],
        claims: Sequence[Claim],
        scenarios: Sequence[Scenario],
        writers: Sequence[Writer | Kept],
    ) -> int:
        from mocsar_conformance import records
        from mocsar_conformance.crew import run_side_by_side
        from mocsar_conformance.release import kit_version
        from mocsar_conformance.runner import cases, own_cases
        from mocsar_conformance.subjects.base import SubjectUnusable
        from mocsar_conformance.verdicts import end_of, is_finding, lean

        started = perf_counter()
        todo = cases(self.book, scenarios, claims, self.overlays)
        if not self.target.given and not self.variants:
            todo += own_cases(self.book, scenarios)
        todo = self.expectations.without_skipped(todo)
        settings = [each.short for each in claims]
        reached = shlex.join(self.target.shown).removeprefix("-- ") or "reference"
        contents = self.book.contents
        head = records.Run(
            kit_version(),
            contents.edition,
            contents.digest,
            subjects[0].hello(),
            reached,
            settings,
            len(todo),
            records.Shown.of(contents),
            self.target.shown,
            [str(each) for each in self.overlays],
        )
        for writer in writers:
            writer.write(head)
        broken_off: BrokenOff | None = None
        unusable: SubjectUnusable | None = None
        try:
            # a command shows its own lines; the reference has none
            wire = _wire if self.show_wire and not self.target.given else None
            run = run_side_by_side(todo, subjects[: len(todo) or 1], self.book, wire)
            with self.progress(len(todo)) as bar, closing(run):
                for case, played in run:
                    outcome = self.expectations.judged(case, played)
                    self.outcomes.append(lean(outcome))
                    for writer in writers:
                        writer.write(outcome)
                    if self.text:
                        self.print(bar, list(self.shown(case, outcome)))
                    bar.advance()
                    if self.stop and is_finding(outcome):
                        broken_off = "stopped" if len(self.outcomes) < len(todo) else None
                        break
        except KeyboardInterrupt:
            broken_off = "interrupted"
            code = INTERRUPTED
        except SubjectUnusable as failure:
            broken_off, unusable = "unusable", failure
            code = UNUSABLE
        else:
            code = FINDINGS if any(map(is_finding, self.outcomes)) else FINE
        seconds = perf_counter() - started
        end = end_of(self.outcomes, settings, seconds, whole=self.whole, interrupted=broken_off is not None)
        for writer in writers:
            writer.write(end)
        if unusable is not None:
            click.echo(str(unusable.diagnosis), err=True)
        if self.text:
            for line in self.summary(settings, seconds, broken_off, len(todo)):
                click.echo(line)
        if code == FINE and all(each.verdict == "skipped" and not each.expectation for each in self.outcomes):
            click.echo("U002 no scenario was run: none that was chosen speaks of a variant that was chosen", err=True)
            for line in self.skips:
                click.echo(line, err=True)
            return USAGE
        return code

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def print(self, bar: Bar, lines: Sequence[str]) -> None:
        """Print lines where the progress bar was."""
        if lines:
            with bar.aside():
                for each in lines:
                    click.echo(each)

    def shown(self, case: Case, outcome: Outcome) -> Iterator[str]:
        """Yield an outcome as lines, in full where it is wrong."""
        from mocsar_conformance.expectations.words import word as expected_word
        from mocsar_conformance.failure_lines import failure_lines
        from mocsar_conformance.failure_text import again_line, replay_line
        from mocsar_conformance.labels import label
        from mocsar_conformance.text import neutralise

        failure = outcome.failure
        what = _worded(neutralise(outcome.what or ""), self.lang)
        expected = outcome.expectation
        if expected is not None and not (expected.kind == "known" and not expected.met):
            yield from self.shown_as_expected(outcome, expected)
            return
        if expected is not None and outcome.verdict in RIGHT:
            told = expected_word("unexpected", self.lang, reason=expected.reason, link=expected.link)
            yield click.style(f"UNEXPECTED  {outcome.id}  [{outcome.variant}]", fg="red", bold=True) + f"  {told}"
            return
        if case.skipped is not None:
            what = case.skipped.text(self.lang)
            if len(self.skips) < FULL:
                self.skips.append(f"  {outcome.id} [{outcome.variant}]: {what}")
        if failure is None or (outcome.verdict == "reason-differs" and not self.verbose):
            if not self.verbose and outcome.verdict in ("pass", "skipped", "reason-differs"):
                return
            if self.verbose or not self.seen(what):
                yield f"{outcome.verdict:12}  {outcome.id}  [{outcome.variant}]{f': {what}' if what else ''}"
            else:
                self.unlisted[outcome.verdict, what] += 1
            return
        if failure.diagnosis is not None:
            message = f"{failure.diagnosis.code} {failure.diagnosis.message}"
            if self.seen(message):
                repeated = label("repeated", self.lang, message=message)
                yield f"{outcome.verdict.upper()}  {outcome.id}  [{outcome.variant}]  {repeated}"
                return
        self.in_full += 1
        if self.in_full > MOST_IN_FULL and not self.verbose:
            first = failure.differences[0] if failure.differences else None
            what = f": {neutralise(first.path, 120)}" if first else ""
            yield f"{outcome.verdict.upper()}  {outcome.id}  [{outcome.variant}]{what}"
            return
        laid = [str(each) for each in self.overlays]
        again = again_line(outcome.id, outcome.variant, self.target.shown, laid)
        replay = "" if self.verbose else replay_line(outcome.id, outcome.variant, laid)
        contents = self.book.contents
        lines = failure_lines(outcome.to_json(), contents, self.lang, again, contents.edition, replay)
        yield click.style(next(lines), fg="yellow" if outcome.verdict.endswith("differs") else "red", bold=True)
        yield from lines
        if expected is not None:
            entry = self.expectations.of(outcome.id, outcome.variant)
            wanted = ", ".join(entry.verdicts) if entry else ""
            told = expected_word("otherwise", self.lang, wanted=wanted, reason=expected.reason, link=expected.link)
            yield f"  {told}"
        yield ""

    def shown_as_expected(self, outcome: Outcome, expected: Expected) -> Iterator[str]:
        """Yield a line for what came as it was foretold, where every scenario has one."""
        from mocsar_conformance.expectations.words import word

        if self.verbose:
            told = word(expected.kind, self.lang, reason=expected.reason, link=expected.link)
            yield f"{outcome.verdict:12}  {outcome.id}  [{outcome.variant}]: {told}"

    def seen(self, message: str | None) -> bool:
        """Count a message; tell whether it has been shown often enough."""
        self.repeated[message or ""] += 1
        return self.repeated[message or ""] > FULL

    def summary(
        self, settings: Sequence[str], seconds: float, broken_off: BrokenOff | None, total: int
    ) -> Iterator[str]:
        from mocsar_conformance.labels import label
        from mocsar_conformance.records import VERDICTS
        from mocsar_conformance.subjects.target import shown_line
        from mocsar_conformance.text import neutralise
        from mocsar_conformance.verdicts import blames_the_adapter, conformance

        for (verdict, what), number in self.unlisted.items():
            yield label("unlisted", self.lang, verdict=verdict, number=number, what=what)
        if self.in_full > MOST_IN_FULL and not self.verbose:
            yield label("in-full", self.lang, number=MOST_IN_FULL)
        counts = Counter(each.verdict for each in self.outcomes)
        shown = ", ".join(f"{counts[each]} {each}" for each in VERDICTS if counts[each])
        yield f"{shown or '0'} ({label('seconds', self.lang, seconds=seconds)})"
        yield from self.expectation_lines()
        if broken_off:
            yield label(broken_off, self.lang, done=len(self.outcomes), all=total)
        for setting in settings:
            found = conformance(setting, self.outcomes, self.whole and not broken_off)
            why = ", ".join(f"{number} {verdict}" for verdict, number in found.wrong.items())
            if found.standing == "partial":
                why = self.lacking(found.missing, found.left_out)
            if found.standing == "conformant-except-readings":
                why = ", ".join(found.readings)
            key = f"{broken_off}-variant" if broken_off and found.standing == "selection" else found.standing
            yield label(key, self.lang, variant=setting, why=why)
        if self.target.given and blames_the_adapter(self.outcomes):
            doctor = neutralise(shown_line(self.target, ["mocsar", "doctor"]))
            yield click.style(label("adapter", self.lang, doctor=doctor), bold=True)

    def expectation_lines(self) -> Iterator[str]:
        """Yield how much came as expected, and how much of what was known did not, with what to do."""
        from mocsar_conformance.expectations.model import KINDS
        from mocsar_conformance.expectations.words import counted, word
        from mocsar_conformance.subjects.target import shown_line

        met = Counter(each.expectation.kind for each in self.outcomes if each.expectation and each.expectation.met)
        if met:
            yield word("as-expected", self.lang, what=counted({kind: met[kind] for kind in KINDS}, self.lang))
        unmet = Counter(
            "passes" if each.verdict in RIGHT else "otherwise"
            for each in self.outcomes
            if each.expectation and not each.expectation.met
        )
        if unmet:
            yield word("not-as-expected", self.lang, what=counted(unmet, self.lang))
            laid = [text for folder in self.overlays for text in ("--rulebook", str(folder))]
            line = shown_line(self.target, ["mocsar", "expect", *laid, str(self.expect), "--update"])
            yield word("update", self.lang, command=line)

    def lacking(self, missing: Mapping[str, int], left_out: int) -> str:
        """Return in words what scenarios need and the subject does not have."""
        from mocsar_conformance.expectations.words import word
        from mocsar_conformance.labels import label
        from mocsar_conformance.text import neutralise
        from mocsar_conformance.verdicts import needs

        parts = []
        for kind, found in zip(("stated", "other"), needs(missing), strict=True):
            if found.scenarios:
                what = ", ".join(f"{neutralise(each, 80)} ({number})" for each, number in found.things.items())
                key = f"need-one-{kind}" if found.scenarios == 1 else f"need-{kind}"
                parts.append(label(key, self.lang, number=found.scenarios, what=what))
        if left_out:
            parts.append(word("left-out", self.lang, number=left_out))
        return "; ".join(parts)

    @contextmanager
    def progress(self, total: int) -> Iterator[Bar]:
        """Give a bar to move after each scenario; it is seen where there is a terminal to show it on."""
        if not (self.target.given and self.text and sys.stderr.isatty()) or self.show_wire:
            yield Bar()
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(
            console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
        ) as shown:
            yield Bar(shown, shown.add_task("", total=total))


class Bar:
    """A progress bar, or none."""

    def __init__(self, shown: Progress | None = None, task: TaskID | None = None) -> None:
        self._shown = shown
        self._task = task

    def advance(self) -> None:
        """Move by one scenario."""
        if self._shown is not None and self._task is not None:
            self._shown.advance(self._task)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        if self._shown is None:
            yield
            return
        self._shown.stop()
        yield
        sys.stdout.flush()
        self._shown.start()


def chosen(scenarios: Iterable[Scenario], only: Sequence[str], pattern: str | None) -> list[Scenario]:
    """Return the scenarios that a user asks for. Raises MocsarError U001 or U002 where there is none."""
    from mocsar_reference.errors import fail

    known = {each.id: each for each in scenarios}
    for name in only:
        if name not in known:
            hint = nearest(name, known, "find some with -k, or with `mocsar explain` and the id of a rule")
            raise fail("U001", None, f"there is no scenario '{name}'", hint)
    found = [known[name] for name in dict.fromkeys(only)] if only else list(known.values())
    if pattern is not None:
        wanted = f"*{pattern.lower()}*"
        found = [
            each
            for each in found
            if any(fnmatch.fnmatchcase(word.lower(), wanted) for word in (each.id, *each.title.values(), *each.rules))
        ]
    if not found:
        what = f"matches '{pattern}'" if pattern is not None else "is there"
        raise fail("U002", None, f"no scenario {what}", "a pattern is looked for in ids, titles and rules")
    return found


def _worded(what: str, lang: str) -> str:
    """Return what is unsupported, as records have it, in a language; what the subject said itself stays as it is."""
    if lang == "en":
        return what
    from mocsar_conformance.labels import label
    from mocsar_conformance.scenario.packs import OTHER_SIZES

    worded = re.sub(r"capability `([^`]+)`", lambda match: label("capability", lang, name=match[1]), what)
    return worded.replace(OTHER_SIZES, OTHER_SIZES.text(lang))


def _liner(before: str) -> Callable[[str, bytes], None]:
    """Return what shows each line of a subject on standard error, with `before` in front of it."""

    def show(mark: str, line: bytes) -> None:
        from mocsar_conformance.text import neutralise

        text = neutralise(line.removesuffix(b"\n"), LONGEST_SHOWN)
        click.echo(f"{before}{mark} {text}", err=True)

    return show


@contextmanager
def _terminable() -> Iterator[None]:
    """Let a polite request to end do what Ctrl-C does: leave no process and a report that has its last line."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _wire(message: Any, answer: Any) -> None:
    from mocsar_conformance.text import tame

    click.echo(f"> {json.dumps(message, ensure_ascii=False)}", err=True)
    if answer is not None:
        said = {name: value for name, value in answer.items() if name != "id"}
        click.echo(f"< {json.dumps(tame(said), ensure_ascii=False)}", err=True)
