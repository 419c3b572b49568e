"""The command `mocsar`. Each subcommand is a module here, imported only when it is used."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS = {
    "validate": ("validate", "Run the scenarios against an implementation."),
    "expect": ("expect", "Keep a list of what is known to fail."),
    "report": ("report", "Make a report of kept results."),
    "compare": ("compare", "Say what has changed from one run to another."),
    "matrix": ("matrix", "Lay the results of several implementations side by side."),
    "doctor": ("doctor", "Find out whether an adapter keeps the protocol."),
    "check": ("check", "Find what is wrong in a rulebook and its scenarios."),
    "explain": ("explain", "Explain an id of the rulebook, a scenario, or a code."),
    "rules": ("rules", "Print the rules of a variant."),
    "variants": ("variants", "List the variants."),
    "compile": ("compile", "Print the program that a variant becomes."),
    "replay": ("replay", "Print the lines of a scenario, to feed by hand."),
    "play": ("play", "Play a match in the terminal."),
    "battery": ("battery", "Play random deals, and look for what no rulebook may break."),
    "fuzz": ("fuzz", "Play random games beside the reference, and shorten the first difference."),
    "audit": ("audit", "Judge recorded games, without the engine that played them."),
    "count": ("count", "Count the lines of play from small positions."),
    "coverage": ("coverage", "Find what no scenario exercises."),
    "mutate": ("mutate", "Change the rulebook in small ways, and see that scenarios notice."),
    "independence": ("independence", "Find what a scenario depends on and does not name."),
    "new": ("new", "Write files to begin with: an adapter, a variant, a scenario."),
    "edition": ("edition", "Show what has changed since the last edition."),
    "lock": ("lock", "Accept that clauses still say what their changed rules do."),
}
"""By name of the subcommand: its module here, and its line in the list. The function is called `command`."""

MORE = "mocsar.commands"
"""The group of entry points by which other packages bring commands of their own."""

FINE, FINDINGS, USAGE, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes. `UNUSABLE`: the implementation under test could not be used at all."""


FULL_UP = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Ways in which there is no room for what is to be written."""


class Commands(click.Group):
    """A group whose commands are imported when they are used, and whose every error is one clear message."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table, then those that other packages bring."""
        return [*COMMANDS, *_more()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is none of that name."""
        if cmd_name in COMMANDS:
            found = getattr(import_module(f"{__name__}.{COMMANDS[cmd_name][0]}"), "command")  # noqa: B009
        elif cmd_name in (more := _more()):
            found = more[cmd_name].load()
        else:
            return None
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; say what it might have been where there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and args[0] not in _more():
            import difflib

            known = self.list_commands(ctx)
            near = difflib.get_close_matches(args[0], known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise click.UsageError(f"there is no command '{args[0]}'; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            listed = [(name, text) for name, (_, text) in COMMANDS.items()]
            formatter.write_dl(listed + [(name, _line(each)) for name, each in _more().items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and notice where whoever reads the output goes away."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            raise _ReaderGone(breaks_off=ctx.invoked_subcommand == "validate") from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and end the process with one of the exit codes above."""
        try:
            if os.environ.get("NO_COLOR"):
                extra["color"] = False
            code = super().main(args, prog_name or "mocsar", complete_var, standalone_mode=False, **extra)
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted", err=True)
            code = INTERRUPTED
        except _ReaderGone as gone:
            _drop_output()
            code = INTERRUPTED if gone.breaks_off else FINE
        except OSError as error:
            if error.errno not in FULL_UP:
                raise
            click.echo(f"U004 the output cannot be written: {error.strerror}", err=True)
            _drop_output()
            code = USAGE
        except Exception as error:
            code = _known(error)
            if code is None:
                raise
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else FINE)
        return code


def _more() -> dict[str, EntryPoint]:
    """Return the commands that other packages bring, by name, without importing them."""
    from importlib.metadata import entry_points

    return {each.name: each for each in entry_points(group=MORE) if each.name not in COMMANDS}


def _line(command: EntryPoint) -> str:
    """Return a brought command's line in the list: what its module's docstring says of it after its name.

    The module's file is read and not run, so that the list stays quick whatever the command needs.
    """
    import ast
    from importlib.util import find_spec
    from pathlib import Path

    package, _, name = command.module.rpartition(".")
    try:
        folders = (found.submodule_search_locations if package and (found := find_spec(package)) else None) or ()
        files = [Path(folder, f"{name}.py") for folder in folders]
        text = next(each.read_text(encoding="utf-8") for each in files if each.is_file())
        line = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    except (ImportError, OSError, StopIteration, SyntaxError, ValueError):
        return ""
    said = line.rpartition("`: ")[2]
    return said[:1].upper() + said[1:]


class _ReaderGone(Exception):  # noqa: N818 (what happened, not that it is an error)
    """Nobody reads the output any more. `breaks_off`: what was under way is incomplete without it."""

    def __init__(self, breaks_off: bool) -> None:
        super().__init__()
        self.breaks_off = breaks_off


def _drop_output() -> None:
    """Keep Python from complaining once more at exit about what could not be written."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _known(error: Exception) -> int | None:
    """Print an error that has diagnostics, and return the exit code; None for one that is a fault of the kit."""
    from mocsar_conformance.subjects.base import SubjectFailure
    from mocsar_reference.errors import MocsarError

    if isinstance(error, MocsarError):
        for each in error.diagnostics:
            click.echo(str(each), err=True)
        return USAGE
    if isinstance(error, SubjectFailure):
        click.echo(str(error.diagnosis), err=True)
        return UNUSABLE
    return None


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from mocsar_conformance.release import kit_version

        click.echo(kit_version())
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 findings, 2 wrong usage, 3 the implementation could not be used, 130 interrupted.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version and exit."
)
def cli() -> None:
    """The rulebook of Mocsár, a game made of it, and a kit that tests any implementation against it.

    \b
    Examples:
      mocsar validate -- node adapter.js      test an implementation
      mocsar explain follow.beats.higher      what a rule says, and why
      mocsar rules --variant kollar           read the rules
      mocsar check my-variant/                find mistakes in a variant of one's own
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and end the process. The entry point of `mocsar`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a letter shows an escape, not a traceback
            stream.reconfigure(errors="backslashreplace")
    cli.main(args)
