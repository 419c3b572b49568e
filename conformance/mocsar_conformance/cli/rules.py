"""`mocsar rules`: the rules of a variant, to be read."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli.options import echo_json, format_option, lang_option, load_book, rulebook_option


@click.command("rules")
@click.option("-V", "--variant", help="A variant, or a setting such as kollar(pack.packs=1).")
@lang_option
@rulebook_option
@format_option
def command(variant: str | None, lang: str, overlays: tuple[Path, ...], form: str) -> None:
    """Print the rules of a variant: every clause that it has, chapter by chapter.

    \b
    Examples:
      mocsar rules --variant kollar
      mocsar rules --variant "kollar(trick.ends=one-lap)" --lang hu
    """
    from mocsar_conformance.explain import paragraph
    from mocsar_conformance.prose import fill, present_clauses

    book = load_book(overlays)
    if variant is None:
        width = max(map(len, book.playable))
        listed = (f"  {name:{width}}  {book.contents.variants[name].title[lang]}" for name in book.playable)
        raise click.UsageError("\n".join(["Missing option '-V' / '--variant'. The variants are:", *listed]))
    contents, setting = book.contents, book.setting(variant)
    clauses = present_clauses(contents, setting)
    if form == "json":
        echo_json(
            [
                {
                    "id": each.id,
                    "chapter": each.chapter,
                    "title": each.title[lang],
                    "text": fill(each.text[lang], setting, contents, lang),
                    "status": setting.clause_status(each, contents),
                    "why": each.why[lang] if each.why else None,
                }
                for each in clauses
            ]
        )
        return
    click.secho(f"{setting.variant.title[lang]}   [{setting.short}]", bold=True)
    chapters = [each for each in contents.chapters if any(clause.chapter == each.id for clause in clauses)]
    for number, chapter in enumerate(chapters, 1):
        own = [each for each in clauses if each.chapter == chapter.id]
        click.echo("")
        click.secho(f"{number}. {chapter.title[lang]}", bold=True)
        for clause in own:
            click.echo("")
            click.echo(f"{clause.title[lang]}   [{clause.id}]")
            for line in paragraph(fill(clause.text[lang], setting, contents, lang), "  "):
                click.echo(line)
