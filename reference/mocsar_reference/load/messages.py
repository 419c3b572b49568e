"""Says in plain words what a schema validator found, one complaint for one mistake."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Any

from mocsar_reference.errors import Diagnostic, did_you_mean
from mocsar_reference.load.faults import quote_hint
from mocsar_reference.load.reader import Document, Path

Finder = Callable[[Path], list[dict[str, Any]]]

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping of keys to values",
    "null": "nothing",
}
_ABOUT_KEYS = ("required", "additionalProperties", "minProperties", "maxProperties")


def complaints(document: Document, errors: Iterable[Any], at: Finder) -> list[Diagnostic]:
    """Return diagnostics for the validator's errors, and for expressions of `document` that a comment cut off.

    `at` gives the parts of the schema that speak about a path.
    """
    found = _without_consequences(list(errors), at)
    diagnostics = [each for error in found for each in _explain(document, error, at)]
    for path in document.cut:
        if any(node.get("x-expression") for node in at(path)):
            message = "this expression must be quoted, because YAML reads what follows ' #' as a comment"
            diagnostics.append(Diagnostic("Y015", document.place(path), message, "put the whole expression in quotes"))
    return sorted(set(diagnostics), key=lambda each: (each.place is None, each.place, each.code, each.message))


def _path(error: Any) -> Path:
    return tuple(error.absolute_path)


def _depends(error: Any) -> bool:
    """Tell whether the error depends on which keys are there: it comes from the branch of a condition."""
    steps = list(error.absolute_schema_path)
    before = [
        each
        for number, each in enumerate(steps)
        if each in ("then", "else") and steps[number - 1 : number] != ["properties"]
    ]
    return bool(before) and error.validator in ("required", "minProperties", "maxProperties", "not")


def _unknown(error: Any) -> list[str]:
    return [key for key in error.instance if key not in error.schema.get("properties", {})]


def _known(at: Finder, path: Path) -> list[str]:
    return [key for node in at(path) for key in node.get("properties", {})]


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(difflib.get_close_matches(word, sorted(set(known)), n=1)), "")


def _meant(error: Any, key: str, known: list[str]) -> str:
    """Return the known key that `key` is meant for: one like it, or the only one that a small part lacks."""
    lacking = [each for each in error.schema.get("required", ()) if each not in error.instance]
    if len(lacking) == 1 == len(_unknown(error)) and len(known) <= 3:
        return str(lacking[0])
    return _nearest(key, known)


def _without_consequences(errors: list[Any], at: Finder) -> list[Any]:
    """Drop errors that only follow from another: a key is missing because it is misspelt, and so on."""
    misspelt: dict[Path, set[str]] = {}
    for error in errors:
        if error.validator == "additionalProperties":
            path = _path(error)
            misspelt[path] = {_meant(error, key, _known(at, path)) for key in _unknown(error)}
    kept: list[Any] = []
    spoken: set[Path] = set()
    conditions: set[Path] = set()
    for error in sorted(errors, key=lambda each: (each.validator not in ("type", "not"), len(each.absolute_path))):
        path = _path(error)
        about = path[:-1] if error.validator == "not" else path
        if _depends(error):
            if about in misspelt or about in conditions:
                continue
            conditions.add(about)
        elif error.validator == "required" and _missing(error) in misspelt.get(path, ()):
            continue
        if error.validator not in _ABOUT_KEYS and "propertyNames" not in error.absolute_schema_path:
            if any(path[: len(each)] == each for each in spoken):
                continue
            spoken.add(path)
        kept.append(error)
    return kept


def _missing(error: Any) -> str:
    keys: list[str] = error.validator_value
    return next(key for key in keys if error.message.startswith(f"{key!r} is a required"))


def _label(document: Document, path: Path) -> str:
    """Return what to call the value at `path`: its key, its id, or its number in its list."""
    if not path:
        return "the file"
    if isinstance(path[-1], str):
        return f"'{path[-1]}'"
    value = document.value
    for step in path:
        value = value[step]
    name = value.get("id") if isinstance(value, dict) else None
    item = f"'{_short(name)}'" if isinstance(name, str) else f"item {path[-1] + 1}"
    return f"{item} of {_label(document, path[:-1])}"


def _says(value: Any) -> str:
    match value:
        case None:
            return "left empty"
        case bool():
            return str(value).lower()
        case int():
            return f"the number {value}"
        case str():
            return f"the text '{_short(value)}'"
        case list():
            return "a list"
    return "a mapping of keys to values"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _any_of(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _explain(document: Document, error: Any, at: Finder) -> list[Diagnostic]:
    path: Path = _path(error)
    if "propertyNames" in error.absolute_schema_path:
        return [_wrong_key(document, path, error)]
    match error.validator:
        case "additionalProperties":
            known = _known(at, path)
            return [_unknown_key(document, path, key, known, error) for key in _unknown(error)]
        case "required":
            return [_missing_key(document, path, error, at)]
        case "type":
            return [_wrong_type(document, path, error)]
        case "minProperties" | "maxProperties" | "minItems" | "maxItems" | "minLength" | "maxLength":
            return [_wrong_size(document, path, error, at)]
    return [_wrong_value(document, path, error)]


def _unknown_key(document: Document, path: Path, key: str, known: list[str], error: Any) -> Diagnostic:
    place = document.key_place((*path, key))
    meant = _meant(error, key, known)
    if meant in error.instance:
        hint = f"'{meant}' is here already"
    else:
        hint = f"did you mean '{meant}'?" if meant else did_you_mean(key, known)
    return Diagnostic("S001", place, f"the key '{_short(key)}' is not known here", hint)


def _missing_key(document: Document, path: Path, error: Any, at: Finder) -> Diagnostic:
    key = _missing(error)
    hint = error.schema.get("errorMessage", "")
    if not hint:
        nodes = [node for node in at((*path, key)) if node.get("description")]
        hint = f"{key}: {nodes[0]['description']}" if nodes else ""
    return Diagnostic("S002", document.place(path), f"{_label(document, path)} has no '{key}'", hint)


def _wrong_key(document: Document, path: Path, error: Any) -> Diagnostic:
    key = error.instance
    place = document.key_place((*path, key))
    if error.validator == "enum":
        return Diagnostic("S004", place, f"the key '{key}' is not known here", did_you_mean(key, error.validator_value))
    hint = error.schema.get("patternErrorMessage", "")
    return Diagnostic("S005", place, f"'{_short(key)}' cannot be a key here", hint)


def _wrong_type(document: Document, path: Path, error: Any) -> Diagnostic:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    value, place, part = error.instance, document.place(path), error.schema
    if value is None:
        keys = part.get("required", ()) if wanted == ["object"] else ()
        hint = f"give it {_any_of(_TYPES[each] for each in wanted)}{_with_keys(keys)}"
        return Diagnostic("S003", place, f"{_label(document, path)} has no value", part.get("errorMessage", hint))
    if part.get("x-expression") and document.text.split("\n")[place.line - 1][place.column - 1] in "[{":
        message = f"this expression must be quoted, because YAML reads it as {_says(value)}"
        return Diagnostic("Y015", place, message, "put the whole expression in quotes")
    message = f"{_label(document, path)} must be {_any_of(_TYPES[each] for each in wanted)}, and is {_says(value)}"
    hint = part.get("errorMessage", "")
    if not hint and wanted == ["string"] and isinstance(value, bool | int):
        hint = quote_hint(str(value).lower())
    elif not hint and wanted == ["boolean"] and isinstance(value, str):
        hint = {"yes": "write true", "on": "write true", "no": "write false", "off": "write false"}.get(
            value.lower(), ""
        )
    elif not hint and wanted == ["object"]:
        hint = f"write it{_with_keys(part.get('required', ()) or part.get('properties', ()))}"
    elif not hint and wanted == ["array"]:
        hint = "write it in brackets: […]" if isinstance(value, str | int) else "begin each item with '- '"
    return Diagnostic("S003", place, message, "" if hint == "write it" else hint)


def _with_keys(keys: Iterable[str]) -> str:
    words = list(keys)
    return f" with the key{'s' * (len(words) > 1)} {', '.join(words[:8])}" if words else ""


def _wrong_size(document: Document, path: Path, error: Any, at: Finder) -> Diagnostic:
    value, limit, few = error.instance, error.validator_value, error.validator.startswith("min")
    hint = error.schema.get("errorMessage", "")
    label = _label(document, path)
    if len(value) == 0:
        return Diagnostic("S007", document.place(path), f"{label} is empty", hint)
    if isinstance(value, dict):
        if not hint:
            hint = f"it has {'at least' if few else 'at most'} {limit}"
        place = document.place(path)
        known = _known(at, path)
        for key in value:
            near = _nearest(key, known)
            if not few and near and near != key:
                place, hint = document.key_place((*path, key)), f"{hint}; did you mean '{near}'?"
                break
        keys = ", ".join(f"'{each}'" for each in value)
        return Diagnostic(
            "S007", place, f"{label} has {'only ' if few else ''}the key{'s' * (len(value) > 1)} {keys}", hint
        )
    what = "item" if isinstance(value, list) else "character"
    message = (
        f"{label} has {len(value)} {what}{'s' * (len(value) > 1)}, and needs {'at least' if few else 'at most'} {limit}"
    )
    return Diagnostic("S007", document.place(path), message, hint)


def _wrong_value(document: Document, path: Path, error: Any) -> Diagnostic:
    value, place, label = error.instance, document.place(path), _label(document, path)
    hint = error.schema.get("errorMessage", "")
    match error.validator:
        case "enum" | "const":
            allowed = [
                str(each) for each in (error.validator_value if error.validator == "enum" else [error.validator_value])
            ]
            message = f"{label} is {_says(value)}, and must be {_any_of(allowed)}"
            near = _nearest(str(value), allowed)
            return Diagnostic("S004", place, message, hint or (f"did you mean '{near}'?" if near else ""))
        case "pattern":
            hint = error.schema.get("patternErrorMessage", hint)
            return Diagnostic("S005", place, f"{label} cannot be '{_short(value)}'", hint)
        case "minimum" | "maximum":
            bound = "at least" if error.validator == "minimum" else "at most"
            return Diagnostic("S006", place, f"{label} is {value}, and must be {bound} {error.validator_value}", hint)
        case "uniqueItems":
            number = next(index for index, each in enumerate(value) if each in value[:index])
            return Diagnostic("S008", document.place((*path, number)), f"{label} names '{value[number]}' twice", hint)
        case "not":
            return Diagnostic("S009", document.key_place(path), f"{label} cannot stand here", hint)
    return Diagnostic("S005", place, f"{label} is not right: {_short(error.message)}", hint)
