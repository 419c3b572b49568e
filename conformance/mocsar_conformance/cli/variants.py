"""`mocsar variants`: which variants there are."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli.options import echo_json, format_option, lang_option, load_book, rulebook_option

SHORT_FORM = "id(toggle=value, …)"


@click.command("variants")
@lang_option
@rulebook_option
@format_option
def command(lang: str, overlays: tuple[Path, ...], form: str) -> None:
    """List the variants: id, players, what each extends, title, and what it sets beyond that.

    Wherever a variant is asked for, a setting may be given: a variant and what is changed in it, in the short form
    kollar(trick.ends=one-lap, pack.packs=1).

    \b
    Examples:
      mocsar variants
      mocsar variants --lang hu --format json
    """

    book = load_book(overlays)
    rows = []
    for name in book.playable:
        variant, short = book.contents.variants[name], book.setting(name).short
        fewest, most, usual = variant.players
        rows.append(
            {
                "id": name,
                "title": variant.title[lang],
                "players": {"min": fewest, "max": most, "usual": usual},
                "extends": variant.extends,
                "short": short,
                "sets": len(variant.own),
            }
        )
    if form == "json":
        echo_json(rows)
        return
    table = [("id", "players", "extends", "title")]
    for row in rows:
        players = row["players"]
        assert isinstance(players, dict)
        seats = f"{players['min']}–{players['max']} ({players['usual']})"
        table.append((str(row["short"]), seats, str(row["extends"] or "–"), str(row["title"])))
    widths = [max(len(each[column]) for each in table) for column in range(3)]
    for line in table:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)) + f"  {line[3]}")
