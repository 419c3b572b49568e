"""Which version of the kit this is."""

from __future__ import annotations


def kit_version() -> str:
    """Return the version of the installed distribution; "0+unknown" where it runs from a checkout not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mocsar")
    except PackageNotFoundError:
        return "0+unknown"
