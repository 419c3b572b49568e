"""`mocsar explain ID`: what the rulebook says of one thing."""

from __future__ import annotations

from pathlib import Path

import click

from mocsar_conformance.cli.options import (
    echo_json,
    format_option,
    lang_option,
    load_all_scenarios,
    load_book,
    nearest,
    rulebook_option,
)


@click.command("explain")
@click.argument("words", metavar="ID", nargs=-1, required=True)
@click.option(
    "-V", "--variant", help="The variant or setting to fill texts for.  [default: the first that has the clause]"
)
@lang_option
@rulebook_option
@format_option
def command(words: tuple[str, ...], variant: str | None, lang: str, overlays: tuple[Path, ...], form: str) -> None:
    """Explain a clause, rule, toggle, reason, title, variant, chapter, rank, term of the glossary, scenario, or code.

    A clause is shown with its text, where it comes from, its formal rules, the toggles it depends on with their value
    in each variant, and the scenarios about it. An id that names several things (a clause and a toggle) shows them all.

    Where nothing has that id, what has such words in its title is listed. `reasons` and `titles` list the ids of these.

    \b
    Examples:
      mocsar explain follow.beats.higher
      mocsar explain trick.ends --lang hu
      mocsar explain joker
      mocsar explain going out
      mocsar explain P020
      mocsar explain reasons
      mocsar explain cards.pack --variant "kollar(pack.packs=1)"
    """
    from mocsar_conformance.codes import all_codes
    from mocsar_conformance.explain import Explainer, lines, match_lines
    from mocsar_conformance.labels import label
    from mocsar_reference.errors import fail

    name = " ".join(words)
    book = load_book(overlays)
    explainer = Explainer(book, load_all_scenarios(book, overlays), lang)
    whole = {"reasons": book.contents.reasons, "titles": book.contents.titles}.get(name)
    if whole is not None:
        rows = [{"id": each, "text": text[lang]} for each, text in whole.items()]
        if form == "json":
            echo_json(rows)
            return
        width = max(len(each) for each in whole)
        for row in rows:
            click.echo(f"{row['id']:{width}}  {row['text']}")
        return
    found = explainer.facts(name, book.setting(variant) if variant else None)
    known = all_codes()
    if not found and name.upper() in known:
        found = [{"kind": "code", "id": name.upper(), "text": known[name.upper()]}]
    matches = [] if found else explainer.called(name)
    if matches:
        if form == "json":
            echo_json(matches)
            return
        click.echo(label("named-so", lang, name=name))
        for line in match_lines(matches, lang):
            click.echo(f"  {line}")
        return
    if not found:
        otherwise = "`mocsar rules` and `mocsar variants` list ids; scenarios are listed with their clauses"
        hint = nearest(name, explainer.known(), otherwise)
        raise fail("U001", None, f"there is nothing called '{name}'", hint)
    if form == "json":
        echo_json(found)
        return
    for number, facts in enumerate(found):
        if number:
            click.echo("")
        for line in lines(facts, lang):
            click.echo(line)
