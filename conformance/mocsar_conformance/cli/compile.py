"""`mocsar compile`: the program that a variant becomes."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli.options import load_book, rulebook_option


@click.command("compile")
@click.option("-V", "--variant", required=True, help="A variant, or a setting such as kollar(pack.packs=1).")
@rulebook_option
def command(variant: str, overlays: tuple[Path, ...]) -> None:
    """Print the Python module that the reference generates for a variant, toggles folded in.

    \b
    Example:
      mocsar compile --variant kollar | less
    """
    click.echo(load_book(overlays).game(variant).source, nl=False)
