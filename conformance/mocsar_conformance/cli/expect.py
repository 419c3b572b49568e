"""`mocsar expect FILE`: a list of expectations, held against results, and brought up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli import FINDINGS, FINE
from mocsar_conformance.cli.options import (
    lang_option,
    load_all_scenarios,
    load_book,
    load_results,
    rulebook_option,
    target_options,
)

if TYPE_CHECKING:
    from mocsar_conformance.expectations.model import Expectations
    from mocsar_conformance.expectations.update import Seen, Updated
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_conformance.subjects.target import Target
    from mocsar_reference import Rulebook


@click.command("expect")
@click.option("--update", "write", is_flag=True, help="Write FILE; without it, only show what would change.")
@click.option("--from", "results", metavar="RESULTS", help="Results that were kept: --report jsonl=RESULTS.")
@click.option("-V", "--variant", "variants", multiple=True, metavar="V", help="Run only this variant; with a CMD.")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@target_options
@lang_option
@rulebook_option
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    write: bool,
    results: str | None,
    variants: tuple[str, ...],
    target: Target,
    lang: str,
    overlays: tuple[Path, ...],
) -> None:
    """Hold FILE, a list of expectations for `mocsar validate --expect`, against what the implementation does.

    The implementation is run whole (`-- CMD`, `--url`, `--python`), or its results are read from a file (`--from`).
    Then, with `--update`, FILE is brought up to date: known failures that pass now go, what fails and is not in it yet
    comes, with what was seen for a reason and a link to be filled in, and scenarios that have another name now get it.
    All other text stays as it is, comments too, except those right above an entry that goes. `flaky` and `skip` change
    only where they match nothing any more, and so does what was not run. Without `--update` it is shown what would
    change, and something that would is exit code 1: a check for CI. A FILE that is not there is begun, also without any
    results.

    \b
    A list looks so; `known` must fail, `flaky` may, `skip` is not run:
      known:
      - scenarios: [following/equal-is-refused, cards/joker-*]
        variants: kollar          # all without it
        verdict: fail             # any wrong one without it
        versions: "<2.1"          # of the implementation; all without it
        reason: equal ranks beat in the old engine
        link: https://example.org/issues/12
      flaky: []
      skip: []

    \b
    Examples:
      mocsar expect known.yaml --update -- node adapter.js
      mocsar expect known.yaml --update --from results.jsonl
      mocsar validate --expect known.yaml -- node adapter.js

    Exit codes: 0 FILE is as it should be or was updated, 1 something would change, 2 wrong usage, 3 the implementation
    could not be used, 130 interrupted.
    """
    from mocsar_conformance.expectations.words import word
    from mocsar_reference.errors import fail

    sources = (results is not None) + target.given
    new = not file.exists()
    if new and not file.parent.is_dir():
        raise fail("U004", None, f"'{file}' cannot be written: there is no such folder", "name another place")
    if sources != 1 and not (new and sources == 0):
        hint = "give --from RESULTS, or a command after --"
        raise fail("U059", None, "there is nothing to hold the list against, or two things", hint)
    if sources == 0:
        _write(file, _head(file), file)
        click.echo(word("created", lang, path=str(file)))
        ctx.exit(FINE)
    made = _Holding(load_book(overlays), file, overlays, lang).updated(results, target, variants)
    if made.changes and not write:
        click.echo(word("would", lang))
    for change in made.changes:
        click.echo(word(change.what, lang, what=change.text))
    if not made.changes:
        click.echo(word("nothing", lang))
    if write and (made.changes or new):
        _write(file, made.text, file)
        if new:
            click.echo(word("created", lang, path=str(file)))
        if any(change.what == "added" for change in made.changes):
            click.echo(word("by-hand", lang))
    ctx.exit(FINDINGS if made.changes and not write else FINE)


class _Holding:
    """A list held against results."""

    def __init__(self, book: Rulebook, file: Path, overlays: Sequence[Path], lang: str) -> None:
        self.book = book
        self.file = file
        self.overlays = overlays
        self.lang = lang
        self.scenarios: list[Scenario] = load_all_scenarios(book, overlays)

    def updated(self, results: str | None, target: Target, variants: Sequence[str]) -> Updated:
        """Return the list brought up to date with results from a file, or with what a subject does now."""
        return self._with_kept(results) if results is not None else self._with_run(target, variants)

    def _with_kept(self, results: str) -> Updated:
        from mocsar_conformance.claims import claims_of
        from mocsar_conformance.expectations.update import Seen
        from mocsar_conformance.subjects.base import Hello
        from mocsar_reference.errors import fail

        found = load_results(Path(results), self.lang)
        if found.broken_off:
            hint = "let a run come to its end"
            raise fail("U059", None, f"'{found.name}' is not the whole of a run: it was broken off", hint)
        hello = Hello.of(found.run["subject"])
        claims, _ = claims_of(hello, self.book)
        seen = Seen.of(found.outcomes, [*found.run["variants"], *(each.short for each in claims)])
        return self._updated(hello.version, seen)

    def _with_run(self, target: Target, variants: Sequence[str]) -> Updated:
        """Run a subject, but for what the list says is not to be run."""
        from mocsar_conformance.claims import chosen_claims, claims_of
        from mocsar_conformance.expectations.update import Seen
        from mocsar_conformance.runner import cases, run
        from mocsar_conformance.subjects.base import Diagnosis, SubjectUnusable

        with target.open(self.book) as subject:
            hello = subject.hello()
            claims, faults = claims_of(hello, self.book)
            for each in faults:
                click.echo(str(each), err=True)
            if not claims:
                names = ", ".join(each.variant for each in hello.plays)
                raise SubjectUnusable(Diagnosis("U012", f"the subject claims nothing that can be tested: {names}"))
            chosen = chosen_claims(claims, variants, self.book)
            todo = self._held(hello.version).without_skipped(cases(self.book, self.scenarios, chosen, self.overlays))
            records = [each.to_json() for each in run(todo, subject, self.book)]
        return self._updated(hello.version, Seen.of(records, [each.short for each in claims]))

    def _held(self, version: str) -> Expectations:
        """Return the entries that hold for a version. Raises MocsarError with what cannot be judged."""
        from mocsar_conformance.expectations.model import Expectations, applying
        from mocsar_conformance.expectations.read import entries_of, unjudged
        from mocsar_conformance.expectations.versions import contains
        from mocsar_reference import MocsarError

        if not self.file.exists():
            return Expectations()
        document, entries = entries_of(self.file)
        faults = list(unjudged(document, entries, version))
        if faults:
            raise MocsarError(faults)
        return applying(version, entries, contains)

    def _updated(self, version: str, seen: Seen) -> Updated:
        from mocsar_conformance.editions import became
        from mocsar_conformance.expectations.read import contradicting
        from mocsar_conformance.expectations.update import update
        from mocsar_reference import MocsarError
        from mocsar_reference.paths import spec_dir

        held = self._held(version).entries
        suite = [each.id for each in self.scenarios]
        faults = list(contradicting(held, suite, seen.settings))
        if faults:
            raise MocsarError(faults)
        text = self.file.read_bytes().decode("utf-8") if self.file.exists() else _head(self.file)  # line ends kept
        return update(
            text, held, seen, suite, self.book.playable, lambda name: became(spec_dir(), "scenario", name), self.lang
        )


def _head(file: Path) -> str:
    from mocsar_conformance.authoring.schemas import schema_line

    return f"""\
{schema_line(file, file.parent, "expectations")}
# What `mocsar validate --expect` is to know: `known` must fail, `flaky` may fail, `skip` is not run.
# Each entry has `scenarios`, a `reason` and a `link`, and may have `variants`, `verdict` and `versions`.
known: []
flaky: []
skip: []
"""


def _write(file: Path, text: str, named: Path) -> None:
    """Write a file whole, or leave it as it was; a link goes on leading there. Raises MocsarError U004."""
    import shutil

    from mocsar_reference.errors import fail

    file = file.resolve()
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_bytes(text.encode("utf-8"))
        if file.exists():
            shutil.copymode(file, beside)
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise fail("U004", None, f"'{named}' cannot be written: {error.strerror}", "name another place") from None
