"""Options that commands share, and what they load."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mocsar_conformance.results import Results
    from mocsar_conformance.scenario.model import Scenario
    from mocsar_reference import Rulebook

Function = TypeVar("Function", bound=Callable[..., Any])


def language(environment: dict[str, str] | None = None) -> str:
    """Return the user's language as the locale has it: "hu", else "en"."""
    variables = os.environ if environment is None else environment
    chosen = next((variables[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if variables.get(name)), "")
    return "hu" if chosen.lower().startswith(("hu_", "hu.", "hungarian")) or chosen.lower() == "hu" else "en"


def lang_option(function: Function) -> Function:
    """Add --lang."""
    return click.option(
        "--lang",
        type=click.Choice(["en", "hu"]),
        default=language,
        show_default="the locale's, else en",
        help="Language of the rulebook's texts.",
    )(function)


def rulebook_option(function: Function) -> Function:
    """Add --rulebook."""
    return click.option(
        "--rulebook",
        "overlays",
        multiple=True,
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Lay a rulebook of your own over the project's; may be given again.",
    )(function)


def format_option(function: Function) -> Function:
    """Add --format."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Text to read, or JSON for a program.",
    )(function)


def load_book(overlays: Sequence[Path]) -> Rulebook:
    """Return the project's rulebook with overlays. Raises MocsarError."""
    from mocsar_reference import load_rulebook

    return load_rulebook(None, overlays)


def load_all_scenarios(rulebook: Rulebook, overlays: Sequence[Path]) -> list[Scenario]:
    """Return the project's scenarios and those that lie beside the overlays. Raises MocsarError."""
    from mocsar_conformance.scenario.load import load_scenarios

    scenarios = load_scenarios(None, rulebook)
    for folder in overlays:
        if (folder / "scenarios").is_dir():
            scenarios += load_scenarios(folder / "scenarios", rulebook)
    return scenarios


def load_results(path: Path, lang: str) -> Results:
    """Return the results in a file, and say on standard error what of it is left out. Raises MocsarError U004, U050."""
    from mocsar_conformance.labels import label
    from mocsar_conformance.results import read_results
    from mocsar_conformance.text import neutralise

    results = read_results(path)
    if results.skipped:
        told = label("skipped-records", lang, name=neutralise(results.name, 300), number=results.skipped)
        click.echo(f"U052 {told}", err=True)
    return results


def target_options(function: Function) -> Function:
    """Add what names an implementation: a command after `--`, `--url` or `--python`, and the limits of its answers.

    The function gets one argument for all, `target`. Its command needs `allow_interspersed_args=False`.
    """

    @functools.wraps(function)
    def with_target(*args: Any, **options: Any) -> Any:
        from mocsar_conformance.subjects.target import Target

        names = ("words", "url", "python", "time_limit", "hello_limit")
        return function(*args, target=Target(**{name: options.pop(name) for name in names}), **options)

    seconds = click.FloatRange(min=0, min_open=True)
    added: list[Callable[[Any], Any]] = [
        click.argument("words", metavar="[-- CMD ...]", nargs=-1, type=click.UNPROCESSED),
        click.option("--url", default="", metavar="URL", help="Test what answers at this address, by HTTP POST."),
        click.option(
            "--python", default="", metavar="MODULE:FACTORY", help="Test the Python object that FACTORY() returns."
        ),
        click.option(
            "--time-limit", type=seconds, default=5.0, show_default=True, metavar="S", help="Seconds for one answer."
        ),
        click.option(
            "--hello-limit",
            type=seconds,
            default=20.0,
            show_default=True,
            metavar="S",
            help="Seconds for the first answer, to hello: starting may take longer.",
        ),
    ]
    decorated: Any = with_target
    for add in reversed(added):
        decorated = add(decorated)
    return decorated  # type: ignore[no-any-return]


def nearest(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return "did you mean 'x'?" for the nearest known word; the other hint where none is near."""
    from mocsar_reference.errors import did_you_mean

    hint = did_you_mean(word, known)
    return hint if hint.startswith("did") else otherwise


def echo_json(value: Any) -> None:
    """Print a value as JSON."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
