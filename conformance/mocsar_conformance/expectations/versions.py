"""Versions of a subject and ranges of them, as PEP 440 has both; what semver allows beyond that is understood too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from packaging.version import Version

_SEMVER: Final = re.compile(r"v?(\d+(?:\.\d+)*)-[0-9A-Za-z.-]+(?:\+[0-9A-Za-z.-]+)?", re.ASCII)


def version_of(text: str) -> Version | None:
    """Return a version; a pre-release named in a way of its own (`2.0.0-nightly.7`) as the first one of its release.

    None for what is no version at all.
    """
    from packaging.version import InvalidVersion, Version

    try:
        return Version(text)
    except InvalidVersion:
        found = _SEMVER.fullmatch(text)
        return Version(f"{found[1]}.dev0") if found else None


def is_range(text: str) -> bool:
    """Tell whether a text is a range of versions."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        return bool(list(SpecifierSet(text)))
    except InvalidSpecifier:
        return False


def contains(versions: str, version: str) -> bool:
    """Tell whether a version lies in a range; both are known to be such."""
    from packaging.specifiers import SpecifierSet

    found = version_of(version)
    return found is not None and SpecifierSet(versions).contains(found, prereleases=True)
