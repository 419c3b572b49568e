"""An overlay to begin with: a variant with one rule of its own, that checks clean, to be changed into another."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from mocsar_conformance.authoring.schemas import FOLDER, schema_texts
from mocsar_reference import MocsarError, Rulebook, load_rulebook
from mocsar_reference.errors import did_you_mean, fail

TEMPLATE = Path(__file__).resolve().parent.parent / "templates" / "variant"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def overlay_texts(name: str, extends: str, book: Rulebook) -> Mapping[str, str]:
    """Return the files of a new overlay by their paths in it: its rulebook, two scenarios, the schemas for editors.

    `book` is the rulebook that it will be laid over. Raises MocsarError U031 where there can be no variant of this
    name, U032 where there is none to extend.
    """
    if extends not in book.contents.variants:
        hint = did_you_mean(extends, book.contents.variants)
        raise fail("U032", None, f"there is no variant '{extends}' to extend", hint)
    if not _NAME.fullmatch(name):
        hint = "use small letters and digits, in parts joined by '-', beginning with a letter"
        raise fail("U031", None, f"a variant cannot be called '{name}'", hint)
    if name in book.contents.variants:
        raise fail("U031", None, f"there is a variant '{name}' already", "choose another name, such as your own")
    texts = {**_filled(name, extends), **schema_texts()}
    try:
        _load(texts)
    except MocsarError as error:
        why = error.diagnostics[0].message
        raise fail("U031", None, f"a variant cannot be called '{name}': {why}", "choose another name") from None
    return texts


def _filled(name: str, extends: str) -> Mapping[str, str]:
    words = {
        "name": name,
        "word": name.replace("-", "_"),  # expressions read '-' as minus
        "extends": extends,
        "schema": f"../../{FOLDER}",
        "schema_near": f"../{FOLDER}",
    }
    texts: dict[str, str] = {}
    for path in sorted(TEMPLATE.rglob("*.yaml")):
        text = path.read_text("utf-8")
        for word, value in words.items():
            text = text.replace(f"{{{{{word}}}}}", value)
        texts[path.relative_to(TEMPLATE).as_posix().replace("NAME", name)] = text
    return texts


def _load(texts: Mapping[str, str]) -> None:
    """Lay the files over the rulebook, from a folder that goes away again. Raises MocsarError."""
    with tempfile.TemporaryDirectory(prefix="mocsar-") as folder:
        for name, text in texts.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        load_rulebook(None, [Path(folder)])
