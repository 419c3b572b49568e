"""Finds the rulebook that comes with the package, from the package's own place and never from the current folder."""

from __future__ import annotations

from pathlib import Path


def spec_dir() -> Path:
    """Return the folder of the rulebook: beside this module in an installed package, at the top in a checkout.

    Raise FileNotFoundError if it is in neither place, which means that the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "spec", package.parent.parent / "spec"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the rulebook is missing: there is no folder 'spec' in {package}; install mocsar again")
