"""Where Chromium is on this machine, and how it is started so that it asks nobody anything."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""What its program may be called, Debian's own first."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Return the path of the program; None on a machine without one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
