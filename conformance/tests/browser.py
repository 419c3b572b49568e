"""Debian's Chromium for the tests that look at pages, started so that it asks nobody anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mocsar_conformance.chromium import FLAGS, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@contextmanager
def opened() -> Iterator[Browser]:
    """Start the browser; while it runs, nothing else in this thread may use asyncio."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class Watched:
    """A page, with what it asked for, and what it complained of or said by itself."""

    def __init__(self, browser: Browser, path: Path, **options: Any) -> None:
        self.page: Page = browser.new_page(**options)
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(path.as_uri())


def axe_violations(page: Page, within: str = "html") -> list[str]:
    """Return what axe-core finds in a part of a page against WCAG 2.2 AA: the rule, and where."""
    import axe_playwright_python

    page.evaluate((Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("([within, tags]) => axe.run(within, {runOnly: tags})", [within, WCAG])
    return [f"{each['id']}: {node['target']}" for each in found["violations"] for node in each["nodes"]]
