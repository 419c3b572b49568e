"""Makes the whole site: the trees, MkDocs for each language, the search index, and the printed rulebook.

Only this module and `mkdocs_run` know MkDocs, Pagefind and Chromium; each is imported or looked for when it is needed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from mocsar_conformance.chromium import FLAGS, NAMES, chromium
from mocsar_docs.checks import check_site
from mocsar_docs.errors import Faults
from mocsar_docs.mkdocs_run import Apart, run
from mocsar_docs.page import Page
from mocsar_docs.read import LANGUAGES, read_material
from mocsar_docs.target import beside, check_target
from mocsar_docs.write import compose, write
from mocsar_reference import Diagnostic, MocsarError
from mocsar_reference.errors import did_you_mean, fail

CONFIGS = {"en": "mkdocs.yml", "hu": "docs/mkdocs.hu.yml"}
"""MkDocs' configuration for each language, from the project's folder."""
PAGES = "docs/pages"
SOURCES = "build/site-src"
SITE = "site"
OURS = (".git", ".ci", "conformance", "docs", "reference", "scenarios", "spec")
"""What the project is made of: no site is written into it."""
DRAFT = "build/serve"
"""Where `mocsar docs serve` keeps its trees and its site: they may have faults, and are nothing to publish."""
MUTATION = "docs/mutation.json"
"""Where the figures of the last `mocsar mutate --format json` lie, if they are kept."""
UNSOUGHT = ".headerlink, .ms-marks, .ms-more"
"""What is on pages and not in the search's full text: ids have a list of their own, what is folded repeats titles."""


AWAY = re.compile(r"""(<a\b[^>]*?)\shref=(?:"(?!#)[^"]*"|(?![#"'])[^\s>]+)""")
"""A link off the page, of which paper would keep only where the site lay on this machine."""


@dataclass(frozen=True)
class Places:
    """Where things are: the project's folder, the trees of Markdown, and the site."""

    project: Path
    sources: Path
    site: Path

    def site_of(self, lang: str) -> Path:
        """Return the folder of a language's site: the first is at the root."""
        return self.site if lang == LANGUAGES[0] else self.site / lang


def places(out: Path | None = None, sources: Path | None = None, project: Path | None = None) -> Places:
    """Return where things are; by default in the project that this module lies in. Raises W013 outside a checkout."""
    root = project or Path(__file__).resolve().parents[2]
    for each in (*CONFIGS.values(), PAGES):
        if not (root / each).exists():
            hint = "the site is built in a checkout of the project, installed with pip install -e '.[docs]'"
            raise fail("W013", None, f"there is no {each} in {root}", hint)
    return Places(root, sources or root / SOURCES, out or root / SITE)


def draft_places() -> Places:
    """Return where a draft is. Raises W013 outside a checkout."""
    root = places().project
    return places(root / DRAFT / "site", root / DRAFT / "src")


def check_target_of(where: Places) -> None:
    """Raise MocsarError W016 where the site would be written over something else than a site."""
    check_target(where.site, [*(where.project / name for name in OURS), where.sources])


def write_sources(where: Places, coverage: Mapping[str, Any] | None = None, draft: bool = False) -> Faults:
    """Write the trees of Markdown. Raises MocsarError with every fault; with `draft` they are returned instead."""
    faults = Faults()
    mutation = _json(where.project / MUTATION)
    site = compose(read_material(where.project / PAGES, coverage=coverage, mutation=mutation), faults)
    for config in CONFIGS.values():
        check_navigation(config, (where.project / config).read_text(encoding="utf-8"), site.pages, faults)
    if not draft:
        faults.check()
    write(site, where.sources)
    return faults


def check_navigation(name: str, config: str, pages: Iterable[Page], faults: Faults) -> None:
    """Add W008 for each page that should be in the `nav` of a configuration and is not (or the other way round), and
    W009 for each that is there and does not exist.
    """
    named = list(_named(yaml.safe_load(config).get("nav")))
    known = {page.path: page.in_nav for page in pages}
    for path in dict.fromkeys(named):
        if named.count(path) > 1:
            faults.add("W008", name, f"{path} is in the navigation twice", "leave it where readers look for it")
        if path not in known:
            faults.add(
                "W009", name, f"the navigation names {path}, and there is no such page", did_you_mean(path, known)
            )
        elif not known[path]:
            faults.add("W008", name, f"{path} is in the navigation, and says that it is not", "take it out")
    for path, in_nav in known.items():
        if in_nav and path not in named:
            hint = "add it to `nav`, or say `in_nav=False` where the page is arranged"
            faults.add("W008", name, f"the navigation does not have {path}", hint)


def _named(nav: Any) -> Iterator[str]:
    """Yield the paths that a navigation names, in order."""
    match nav:
        case str():
            yield nav
        case list():
            for each in nav:
                yield from _named(each)
        case dict():
            for each in nav.values():
                yield from _named(each)


def measure_coverage() -> dict[str, Any]:
    """Return what `mocsar coverage --format json` prints. Takes seconds."""
    from mocsar_conformance.cli.coverage import report
    from mocsar_conformance.coverage.report import data

    return data(report(()))


def build(where: Places, pdf: bool = True) -> list[Path]:
    """Make the whole site and return its printed rulebooks; the site there was is there until then.

    Raises MocsarError with W codes.
    """
    check_target_of(where)
    write_sources(where, measure_coverage())
    with beside(where.site) as folder:
        new = replace(where, site=folder)
        build_site(new)
        faults = Faults()
        check_site(new.site, faults)
        faults.check()
        index(new)
        printed = [print_rulebook(new, lang) for lang in LANGUAGES] if pdf else []
    return [where.site / each.relative_to(new.site) for each in printed]


def build_site(where: Places, strict: bool = True) -> None:
    """Run MkDocs over the trees, every language beside the others. Raises MocsarError W012, W013."""
    where.site.mkdir(parents=True, exist_ok=True)
    first, *others = LANGUAGES
    apart = {lang: where.site.parent / f".{where.site.name}-{lang}" for lang in others}  # MkDocs empties its target
    running = [Apart(where.project / CONFIGS[lang], where.sources / lang, each, strict) for lang, each in apart.items()]
    try:
        complaints = mkdocs(where, first, where.site, strict)
        for lang, each in zip(others, running, strict=True):
            complaints += [f"{CONFIGS[lang]}: {line}" for line in each.wait()]
        if complaints:
            raise MocsarError([Diagnostic("W012", None, each) for each in complaints])
        for lang, folder in apart.items():
            (folder / "404.html").unlink(missing_ok=True)  # the root's is the one that is served
            folder.rename(where.site_of(lang))
    finally:
        for each in running:
            each.end()
        for folder in apart.values():
            shutil.rmtree(folder, ignore_errors=True)


def mkdocs(where: Places, lang: str, target: Path, strict: bool = True) -> list[str]:
    """Run MkDocs for one language, into `target`; return what it complains of."""
    lines = run(where.project / CONFIGS[lang], where.sources / lang, target, strict)
    return [f"{CONFIGS[lang]}: {line}" for line in lines]


def index(where: Places) -> None:
    """Make the search index of all languages, each its own, in `pagefind/`. Raises MocsarError W014."""
    command = [sys.executable, "-m", "pagefind", "--site", str(where.site), "--exclude-selectors", UNSOUGHT]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        lines = (found.stderr or found.stdout).strip().splitlines() or ["it does not say why"]
        hint = "pip install -e '.[docs]'" if "No module named" in lines[-1] else ""
        raise fail("W014", None, f"Pagefind failed: {lines[-1]}", hint)


def print_rulebook(where: Places, lang: str) -> Path:
    """Print a language's print page to a PDF beside it, and return its path. Raises MocsarError W015."""
    program = chromium()
    if program is None:
        raise fail("W015", None, f"there is none of {', '.join(NAMES)}", "install Chromium, or say --no-pdf")
    page = where.site_of(lang) / "print" / "index.html"
    target = page.parent / "mocsar.pdf"
    alone = page.with_name("alone.html")
    alone.write_text(AWAY.sub(r"\1", page.read_text(encoding="utf-8")), encoding="utf-8")
    options = ["--headless", *FLAGS, "--no-pdf-header-footer", f"--print-to-pdf={target}"]
    try:
        found = subprocess.run(
            [program, *options, alone.resolve().as_uri()], capture_output=True, text=True, check=False, timeout=300
        )
    except subprocess.TimeoutExpired:
        raise fail("W015", None, f"{program} did not finish within five minutes") from None
    finally:
        alone.unlink()
    if found.returncode or not target.is_file():
        raise fail("W015", None, f"{program} failed: {(found.stderr.strip().splitlines() or ['?'])[-1]}")
    return target


def _json(path: Path) -> Mapping[str, Any] | None:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
