"""Where a site is written: never over anything but a site, and whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mocsar_reference.errors import fail

MARK = ".mocsar-site"
"""The file at the root of a site by which it is known as one, and may be replaced by the next."""


def check_target(where: Path, sources: Iterable[Path]) -> None:
    """Raise MocsarError W016 where a site would be written over something else than a site."""
    site = where.resolve()
    for each in sources:
        kept = each.resolve()
        if site == kept or kept in site.parents or site in kept.parents:
            what = "is" if site == kept else "lies in" if kept in site.parents else "holds"
            message = f"{where} {what} {each}, which the site is made of"
            raise fail("W016", None, message, "name a folder of its own with --out")
    if site.exists() and not site.is_dir():
        raise fail("W016", None, f"{where} is a file", "name a folder with --out")
    if site.is_dir() and any(site.iterdir()) and not (site / MARK).is_file():
        hint = "name an empty folder or a new one with --out; if it is a site built before, delete it yourself"
        raise fail("W016", None, f"{where} is neither empty nor a site of ours, and would be replaced", hint)


@contextmanager
def beside(where: Path) -> Iterator[Path]:
    """Give the path for a new site, beside where it will lie, and put it there in the end.

    Whatever stops that, also from the keyboard: what lay there stays, and nothing else is left. Raises MocsarError U004
    where the folder cannot be written.
    """
    site = where.resolve()
    work = site.parent / f".{site.name}-{os.getpid()}"
    missing = [each for each in site.parents if not each.exists()]
    try:
        try:
            work.mkdir(parents=True)
        except OSError as error:
            raise fail("U004", None, f"{site.parent} cannot be written: {error.strerror}") from None
        new, old = work / "new", work / "old"
        yield new
        try:
            if site.exists():
                site.rename(old)
            try:
                new.rename(site)
            except BaseException:
                if old.exists():
                    old.rename(site)
                raise
        except OSError as error:
            hint = "it may be where another disk is mounted: name a folder in it" if site.exists() else ""
            raise fail("U004", None, f"{where} cannot be replaced: {error.strerror}", hint) from None
        missing = []
    finally:
        shutil.rmtree(work, ignore_errors=True)
        for each in missing:
            with suppress(OSError):
                each.rmdir()
