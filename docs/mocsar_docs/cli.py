"""`mocsar docs`: build the published rulebook as a site, or look at it."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("docs")
def command() -> None:
    """Build the published rulebook as a site, or look at it.

    \b
    Examples:
      mocsar docs build --no-pdf
      mocsar docs serve
    """


@command.command("build")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The site's folder: new, empty, or a site that this one replaces.  [default: site]",
)
@click.option(
    "--src-only", is_flag=True, help="Only the Markdown, in build/site-src; `mkdocs build` goes on from there."
)
@click.option("--no-pdf", is_flag=True, help="Leave out the printed rulebooks, which need Chromium.")
def build_command(out: Path | None, src_only: bool, no_pdf: bool) -> None:
    """Build the whole site: both languages, search, data for programs, and the printed rulebooks.

    Whatever leads nowhere, is missing in a language, or is shown twice or never stops it, with a code W. The site that
    was there before stays until the new one is whole.

    \b
    Examples:
      mocsar docs build
      mocsar docs build --out /srv/mocsar --no-pdf
      mocsar docs build --src-only && mkdocs build --strict
    """
    from mocsar_docs import build

    where = build.places(out)
    if src_only:
        build.write_sources(where, build.measure_coverage())
        click.echo(f"written: {where.sources}")
        return
    printed = build.build(where, pdf=not no_pdf)
    for each in (where.site, *printed):
        click.echo(f"written: {each}")


@command.command("serve")
@click.option("--port", default=8000, show_default=True, help="The port on this machine.")
def serve_command(port: int) -> None:
    """Build the site as it is, faults and all, and show it on this machine; without figures of coverage, and no PDF.

    This draft lies in build/serve; the site of `mocsar docs build` is left alone.

    \b
    Examples:
      mocsar docs serve
      mocsar docs serve --port 8080
    """
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    from mocsar_docs import build

    where = build.draft_places()
    for each in build.write_sources(where, draft=True).found:
        click.echo(str(each), err=True)
    build.build_site(where, strict=False)
    build.index(where)
    handler = partial(SimpleHTTPRequestHandler, directory=str(where.site))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        click.echo(f"http://127.0.0.1:{server.server_port}/   (Ctrl+C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo()
