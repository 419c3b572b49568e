"""Debian's Chromium over the built site: pages that notice what they ask for and complain of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from mocsar_conformance.chromium import FLAGS, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = """async ([within, runOnly]) => {
  const found = await axe.run(within, { runOnly, resultTypes: ["violations"] });
  const told = (each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.html.slice(0, 120)}`);
  return found.violations.flatMap(told);
}"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@contextmanager
def opened() -> Iterator[Browser]:
    """Start the browser, and end it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; the address ends in a slash."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Watched:
    """A page in a context of its own, with what it asked for and what was wrong with it.

    With `axe` all that is opened in it has axe-core from the start.
    """

    def __init__(self, browser: Browser, axe: bool = False, **options: Any) -> None:
        context = browser.new_context(**options)
        if axe:
            context.add_init_script(path=_axe())
        self.page: Page = context.new_page()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)

    def close(self) -> None:
        self.page.context.close()


def axe_violations(page: Page, within: str = "html", only: Sequence[str] = ()) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 AA within an element of a page, or against `only` some of its rules:
    the rule, and where.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe().read_text(encoding="utf-8"))
    told = page.evaluate(
        AXE, [within, {"type": "rule", "values": [*only]} if only else {"type": "tag", "values": WCAG}]
    )
    return [str(each) for each in told]


def _axe() -> Path:
    import axe_playwright_python

    return Path(axe_playwright_python.__file__).parent / "axe.min.js"
