"""Finds the scenarios that come with the package, from the package's own place and never from the current folder."""

from __future__ import annotations

from pathlib import Path


def scenarios_dir() -> Path:
    """Return the folder of the scenarios: beside this module in an installed package, at the top in a checkout.

    Raise FileNotFoundError if it is in neither place, which means that the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "scenarios", package.parent.parent / "scenarios"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"the scenarios are missing: there is no folder 'scenarios' in {package}; install mocsar again"
    )
