"""`mocsar new`: files to begin with. One subcommand for each thing that can be begun."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from mocsar_conformance.cli.options import load_book, rulebook_option

if TYPE_CHECKING:
    from mocsar_conformance.authoring.recorded import Recorded
    from mocsar_reference import Rulebook, Setting

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@dataclass(frozen=True, slots=True)
class Language:
    """How an adapter is begun in a programming language.

    `files` are the template's, relative to its folder; `prepare` are commands to run before the first start, in order,
    and `start` is the command of the adapter, both as typed in the folder of the files. `needs` says what has to be
    installed.
    """

    files: tuple[str, ...]
    start: str
    needs: str
    prepare: tuple[str, ...] = ()


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "python": Language(("adapter.py",), "python adapter.py", "Python 3.8 or newer"),
        "javascript": Language(("adapter.js",), "node adapter.js", "Node 20.19 or newer"),
        "typescript": Language(("adapter.ts",), "node adapter.ts", "Node 22.18 or newer"),
        "java": Language(
            ("Adapter.java",),
            "java -cp gson.jar Adapter.java",
            "Java 17 or newer, and gson.jar in this folder (com.google.code.gson:gson, 2.10 or newer)",
        ),
        "rust": Language(
            ("Cargo.toml", "src/main.rs"), "target/release/adapter", "Rust 1.65 or newer", ("cargo build --release",)
        ),
        "go": Language(("go.mod", "main.go"), "./adapter", "Go 1.19 or newer", ("go build -o adapter .",)),
        "csharp": Language(
            ("Adapter.csproj", "Program.cs"), "dotnet out/Adapter.dll", ".NET 8", ("dotnet build -c Release -o out",)
        ),
    }
)


@click.group("new")
def command() -> None:
    """Write files to begin with: an adapter, a variant, a scenario. Nothing is ever overwritten.

    \b
    Examples:
      mocsar new adapter --lang python
      mocsar new variant ours
      mocsar new scenario ours/second --rulebook ours
    """


@command.command("adapter")
@click.option(
    "--lang", "name", type=click.Choice(list(LANGUAGES)), required=True, help="The language that it is written in."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Where to write it; made where it is missing.  [default: the current folder]",
)
def adapter(name: str, folder: Path) -> None:
    """Write an adapter: the small program between the kit and your rules.

    It speaks the whole protocol and deals the cards that it is told, but refuses every action: your rules go in one
    marked place.

    \b
    Examples:
      mocsar new adapter --lang python
      mocsar new adapter --lang rust --to my-adapter
    """
    language = LANGUAGES[name]
    write({each: (TEMPLATES / "adapter" / name / each).read_text("utf-8") for each in language.files}, folder)
    for each in language.files:
        click.echo(f"written: {folder / each}")
    click.echo(f"\nIt needs {language.needs}. Your rules go in Table, where it says so. What to run next:\n")
    for line in next_commands(language, folder):
        click.echo(f"  {line}")


@command.command("variant")
@click.argument("name", metavar="NAME")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write it; made where it is missing.  [default: a folder NAME in the current one]",
)
@click.option("--extends", default="kollar", show_default=True, metavar="V", help="The variant that it begins from.")
def variant(name: str, folder: Path | None, extends: str) -> None:
    """Write an overlay: a variant of your own, with a toggle, a rule and two scenarios, to be changed into yours.

    It is a game already: `mocsar check` finds nothing wrong with it. Comments say what to write where. Each file names
    its schema for editors that know the YAML language server; the schemas lie beside them, so that this works wherever
    the folder goes.

    \b
    Examples:
      mocsar new variant ours
      mocsar new variant ours --extends jekely --to games/ours
    """
    from mocsar_conformance.authoring.variant import overlay_texts

    folder = Path(name) if folder is None else folder
    texts = overlay_texts(name, extends, load_book(()))
    write(texts, folder)
    for each in texts:
        if each.endswith(".yaml"):
            click.echo(f"written: {folder / each}")
    click.echo(f"written: {folder / 'schema'} (for editors)\n\nWhat to run next:\n")
    there = shlex.quote(str(folder))
    for line in (
        f"mocsar check {there} --watch",
        f"mocsar rules --rulebook {there} --variant {name}",
        f"mocsar play --rulebook {there} --variant {name}",
        f"mocsar new scenario {name}/another --rulebook {there}",
        f"mocsar lock {there}",
    ):
        click.echo(f"  {line}")


@command.command("schema")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The overlay.  [default: the current folder]",
)
def schema(folder: Path) -> None:
    """Write the schemas that editors look at into DIR/schema.

    `mocsar new variant` has written them already. After an update of the kit, delete the folder and write it anew.

    \b
    Example:
      mocsar new schema --to ours
    """
    from mocsar_conformance.authoring.schemas import schema_texts

    write(schema_texts(), folder)
    click.echo(f"written: {folder / 'schema'}")


@command.command("scenario")
@click.argument("name", metavar="ID")
@rulebook_option
@click.option(
    "-V", "--variant", metavar="V", help="The variant or setting.  [default: the overlay's first, else the rulebook's]"
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder that has, or gets, a folder `scenarios`.  [default: the last --rulebook, else the current folder]",
)
@click.option(
    "--from",
    "record",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="RECORD",
    help="Make it of a match: the output of `mocsar play --auto`, `mocsar replay`, or `validate --show-wire`.",
)
@click.option("--match", "which", type=click.IntRange(min=1), metavar="N", help="Which match, if RECORD has several.")
@click.option("--steps", metavar="N-M", help="Only these steps of RECORD, from 1; deals are steps, too.")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N steps of RECORD.")
def scenario(
    name: str,
    overlays: tuple[Path, ...],
    variant: str | None,
    folder: Path | None,
    record: Path | None,
    which: int | None,
    steps: str | None,
    last: int | None,
) -> None:
    """Write a scenario: scenarios/ID.yaml. `mocsar check` accepts it as it is; make of it what you mean.

    Without --from it has a few cards and one round of plays. With --from it plays a match again, in the setting that
    the record names: what is expected is what the rulebook's reference does, not what the record says of it, and where
    the two differ this is said. --steps and --last choose what it is about; as a scenario begins with a deal, the steps
    before it in the same deal are kept.

    `when` names the choices that the outcome depends on.

    \b
    Examples:
      mocsar new scenario ours/second --rulebook ours
      mocsar play --variant kollar --auto --seed 7 > match.jsonl
      mocsar new scenario games/lost --from match.jsonl --last 5 --to ours
    """
    from mocsar_conformance.authoring.schemas import schema_line
    from mocsar_conformance.authoring.written import retold, skeleton
    from mocsar_conformance.match.scenario import applies_somewhere, scenario_id
    from mocsar_reference.errors import fail

    if record is None and (steps or last or which):
        raise click.UsageError("--match, --steps and --last go with --from")
    if record is not None and variant is not None:
        raise click.UsageError("--variant does not go with --from: the record says what is played")
    if steps and last:
        raise click.UsageError("give --steps or --last")
    overlays = overlays or _here(folder)
    folder = folder or (overlays[-1] if overlays else Path())
    path = folder / "scenarios" / f"{name}.yaml"
    if scenario_id(path) != name:
        hint = "an id is like 'ours/two-sevens': small letters, digits and '-', in folders"
        raise fail("U007", None, f"a scenario cannot have the id '{name}'", hint)
    book = load_book(overlays)
    schema = schema_line(path, folder)
    if record is None:
        setting, clauses = _beginning(book, overlays, variant)
        draft = skeleton(name, setting, book, clauses, schema)
    else:
        recorded = _recorded(record, book, which)
        number = len(recorded.plan.steps)
        span = (max(1, number - last + 1), number) if last else _span(steps, number)
        draft = retold(name, recorded, span, book, schema, str(record))
        setting = recorded.setting
    text = draft.text
    if not applies_somewhere(text, book):
        text = text.replace("given:\n", f"settings: ['{setting.short}']\ngiven:\n", 1)
    write({path.relative_to(folder).as_posix(): text}, folder)
    click.echo(f"written: {path}")
    for note in draft.notes:
        click.echo(f"note: {note}")
    there = shlex.quote(str(folder))
    click.echo(f"\nWhat to run next:\n\n  mocsar check {there} --watch")


def _here(folder: Path | None) -> tuple[Path, ...]:
    """Return the folder itself, by default the current one, where it is an overlay."""
    folder = folder or Path()
    whole = any((each / "rulebook.yaml").is_file() for each in (folder, folder / "spec"))
    return (folder,) if (folder / "spec").is_dir() and not whole else ()


def _beginning(book: Rulebook, overlays: Sequence[Path], variant: str | None) -> tuple[Setting, list[str]]:
    """Return the setting of a scenario from nothing, and the overlay's clauses that are in it, the first few."""
    from mocsar_conformance.scenario.layers import Layers

    layers = Layers(book, overlays)
    setting = book.setting(variant) if variant else layers.newest()[0]
    contents = book.contents
    present = set(book.game(setting).plan.rules)
    own = [
        name for name, each in contents.clauses.items() if layers.layer(each.place) and present.intersection(each.rules)
    ]
    return setting, own[:1]


def _recorded(record: Path, book: Rulebook, which: int | None) -> Recorded:
    from mocsar_conformance.authoring.recorded import read_recorded
    from mocsar_reference.errors import fail

    try:
        data = record.read_bytes()
    except OSError as error:
        raise fail("U033", None, f"'{record}' cannot be read: {error.strerror}") from None
    return read_recorded(data, str(record), book, which)


def _span(steps: str | None, number: int) -> tuple[int, int]:
    """Return the steps that `N-M` or `N` means, all without it. Raises MocsarError U037."""
    from mocsar_reference.errors import fail

    if steps is None:
        return 1, number
    match = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", steps)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= number:
        hint = f"write N-M, from 1 to {number}" if number else "the record has no steps"
        raise fail("U037", None, f"the record has no steps '{steps}'", hint)
    return first, last


def next_commands(language: Language, folder: Path) -> list[str]:
    """Return what to type next: change into the folder, build, look whether it speaks the protocol, test it."""
    change = [] if folder == Path() else [f"cd {shlex.quote(str(folder))}"]
    test = [f"mocsar doctor -- {language.start}", f"mocsar validate --variant kollar -- {language.start}"]
    return [*change, *language.prepare, *test]


def write(texts: Mapping[str, str], folder: Path) -> None:
    """Write texts to files, named relative to a folder, which is made where it is missing.

    Raises MocsarError U030 where a file is there already, U004 where one cannot be written. After U030 nothing has been
    written.
    """
    from mocsar_reference.errors import fail

    there = [str(folder / name) for name in texts if (folder / name).exists() or (folder / name).is_symlink()]
    if there:
        hint = "nothing was written: name another folder with --to, or move the old file away"
        raise fail("U030", None, f"already there: {', '.join(there)}", hint)
    for name, text in texts.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:  # since we looked, or a file where a folder would have to be
            raise fail("U030", None, f"already there: {path}", "name another folder with --to") from None
        except OSError as error:
            raise fail("U004", None, f"'{path}' cannot be written: {error.strerror}", "name another folder") from None
