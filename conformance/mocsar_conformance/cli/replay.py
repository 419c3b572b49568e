"""`mocsar replay ID`: the lines of a scenario, to be fed to an implementation by hand or under a debugger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli.options import lang_option, load_all_scenarios, load_book, rulebook_option

if TYPE_CHECKING:
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_conformance.scenario.script import Script
    from mocsar_reference import Rulebook


@click.command("replay")
@click.argument("name", metavar="ID")
@click.option("-V", "--variant", help="The variant or setting to play it in.  [default: the first that it speaks of]")
@click.option("--answers", is_flag=True, help="Put the right answer after each request, as a line that begins with <.")
@click.option("--no-legal", is_flag=True, help="Leave out the requests `legal`, for who does not answer them.")
@lang_option
@rulebook_option
def command(
    name: str, variant: str | None, answers: bool, no_legal: bool, lang: str, overlays: tuple[Path, ...]
) -> None:
    """Print the requests of a scenario as they are sent, one a line: hello, the steps, bye.

    Send them to your adapter by hand, line by line, or through a pipe, under whatever debugger you like. What each step
    does is said on standard error, and so is the setting.

    \b
    Examples:
      mocsar replay following/equal-is-refused --variant kollar
      mocsar replay following/equal-is-refused | node --inspect-brk adapter.js
      mocsar replay following/equal-is-refused --answers
    """
    import json

    from mocsar_conformance.cli.validate import chosen
    from mocsar_conformance.failure_text import by_hand

    book = load_book(overlays)
    [scenario] = chosen(load_all_scenarios(book, overlays), [name], None)
    script = _script(book, scenario, variant)
    turns = [each for each in script.turns if not (no_legal and each.request["request"] == "legal")]
    click.echo(f"{scenario.id} [{script.setting.short}]: {scenario.title[lang]}", err=True)
    hello, *lines = by_hand([*(each.request for each in turns), {"request": "bye"}], lang, book.contents.edition)
    click.echo(hello)
    for turn, line in zip(turns, lines, strict=False):
        click.echo(f"  {turn.text}", err=True)
        click.echo(line)
        if answers:
            click.echo(f"< {json.dumps(turn.expected)}")
    click.echo(lines[-1])


def _script(book: Rulebook, scenario: Scenario, variant: str | None) -> Script:
    """Return the script in the setting asked for, else in the first it applies to. Raises MocsarError C020 to C023."""
    from mocsar_conformance.scenario.applies import applicability
    from mocsar_conformance.scenario.script import build_script

    if variant is not None:
        return build_script(scenario, book, book.setting(variant))
    settings = [*scenario.settings, *(book.setting(each) for each in book.playable)]
    fitting = next((each for each in settings if applicability(scenario, book, each) is None), settings[0])
    return build_script(scenario, book, fitting)
