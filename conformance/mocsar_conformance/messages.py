"""The protocol's messages: one line of bytes in or out, and whether an answer satisfies its schema.

The schemas are `spec/schema/protocol/*.schema.json`. Each is compiled when it is first needed; only an answer that
fails it is looked at again, slowly, to say in plain words where and why.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mocsar_conformance.release import kit_version
from mocsar_conformance.text import neutralise

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

PROTOCOL = range(1, 2)  # the versions that the kit speaks
DEEPEST = 64  # levels of lists and objects: an answer needs five, and no reader of reports runs out of stack

_ANYWHERE = ("unsupported", "error")
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "hello": ("hello", *_ANYWHERE),
    "start": ("view", *_ANYWHERE),
    "act": ("accepted", "refused", *_ANYWHERE),
    "deal": ("view", *_ANYWHERE),
    "legal": ("legal", *_ANYWHERE),
    "view": ("view", *_ANYWHERE),
    "bye": ("bye", *_ANYWHERE),
}


class MessageError(Exception):
    """A line or an answer is not what the protocol says. Texts are neutralised.

    `code` is one of `codes.PROTOCOL_CODES`.
    """

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(f"{code} {message}")
        self.code = code
        self.message = message
        self.hint = hint


def hello_request(language: str, edition: str = "") -> dict[str, Any]:
    """Return the request `hello`; `edition` is the rulebook's, left out where it is not known."""
    known = {"edition": edition} if edition else {}
    versions = {"min": PROTOCOL[0], "max": PROTOCOL[-1]}
    kit = {"kit": "mocsar", "version": kit_version(), **known}
    return {"request": "hello", **kit, "protocol": versions, "language": language}


def encode(message: Mapping[str, Any], number: int) -> bytes:
    """Return a request as one line, with `number` as its id. The line is ASCII: other characters are escaped."""
    body = {"id": number, **message}
    body["id"] = number
    return f"{_encoder(body)}\n".encode("ascii")


def parse(line: bytes, output: str = "the output") -> dict[str, Any]:
    """Return the object on one line of a subject's output; raises `MessageError` P030 to P035.

    `output` is what complaints call that in which the line stands.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise MessageError(
            "P031", f"{output} is not UTF-8: byte {line[error.start]:#04x} at column {error.start + 1}", _UTF8_HINT
        ) from None
    try:
        value = _decoder(text)
    except json.JSONDecodeError as error:
        where = f"{error.msg} at column {error.colno}" if text.strip() else "the line is empty"
        raise MessageError("P030", f"a line of {output} is not JSON: {where}", _not_json_hint(text)) from None
    except RecursionError:
        raise _too_deep(output) from None
    except ValueError as error:
        problem = str(error).partition(":")[0]
        raise MessageError("P034", f"{output} has a number that the protocol cannot carry: {problem}") from None
    if not isinstance(value, dict):
        raise MessageError("P035", f"a line of {output} is {_kind(value)}", "Answers are objects: {…}.")
    if line.count(b"[") + line.count(b"{") > DEEPEST and _deeper_than(value, DEEPEST):
        raise _too_deep(output)
    return value


def validate_answer(request: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Check an answer against its request's kinds and its schema; raises `MessageError` P050 or P051.

    Fields that the schema does not know are allowed and ignored.
    """
    kind = answer.get("answer")
    kinds = ANSWERS.get(request["request"], _ANYWHERE)
    if kind not in kinds:
        raise MessageError("P050", *_wrong_kind(request["request"], answer, kinds))
    _check(f"answer-{kind}", answer, "P051", f"the {kind!r} answer")


def validate_request(request: Mapping[str, Any]) -> None:
    """Check a request, `id` included, against its schema; raises `MessageError` P050 or P051. For tests and stubs."""
    kind = request.get("request")
    if kind not in ANSWERS:
        raise MessageError("P050", f"there is no request {neutralise(repr(kind), 80)}", _listed(ANSWERS))
    _check(f"request-{kind}", request, "P051", f"the {kind!r} request")


def schema(name: str) -> dict[str, Any]:
    """Return the schema of that name (`answer-view`, `request-act`, `view`, `names`) with all it refers to inside."""
    whole = _bundle()
    return {**whole["$defs"][name], "$schema": whole["$schema"], "$defs": whole["$defs"]}


def _check(name: str, message: Mapping[str, Any], code: str, what: str) -> None:
    from fastjsonschema import JsonSchemaValueException

    try:
        _validator(name)(message)
    except JsonSchemaValueException as error:
        path, wrong, hint = _explain(name, message) or ("", error.message, "")
        where = f"`{neutralise(path, 120)}` of {what}" if path else what
        raise MessageError(code, f"{where} {wrong}", hint) from None


@cache
def _validator(name: str) -> Callable[[Any], Any]:
    import fastjsonschema

    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema(name), use_default=False)
    return compiled


@cache
def _bundle() -> dict[str, Any]:
    from mocsar_reference.paths import spec_dir

    folder = spec_dir() / "schema" / "protocol"
    parts = {path.name.removesuffix(".schema.json"): json.loads(path.read_bytes()) for path in folder.iterdir()}
    for name, part in parts.items():
        dialect = part.pop("$schema")
        part.pop("$id")
        _point_inside(part, name)
    return {"$schema": dialect, "$defs": parts}


def _point_inside(node: Any, home: str) -> None:
    """Turn references between files into references within the bundle."""
    if isinstance(node, list):
        for each in node:
            _point_inside(each, home)
    elif isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str):
            file, _, pointer = target.partition("#")
            node["$ref"] = f"#/$defs/{file.removesuffix('.schema.json') or home}{pointer}"
        for each in node.values():
            _point_inside(each, home)


# ---- plain words


def _explain(name: str, message: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Return path, what is wrong and what would be right for the fault that tells most."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(schema(name)).iter_errors(message))
    if error is None:
        return None
    if error.parent is not None and error.parent.validator == "anyOf":
        error = error.parent  # "a string or null" says more than either half
    path = _path(error.absolute_path)
    wrong, hint = _words(error)
    if not hint and error.validator != "required" and isinstance(error.schema, dict):
        hint = error.schema.get("description", "")
    return path, wrong, hint


def _words(error: ValidationError) -> tuple[str, str]:
    value: Any = error.instance
    limit: Any = error.validator_value
    around: Any = error.schema
    got = _kind(value)
    match error.validator:
        case "type":
            hint = f'Write it as a string: "{value}".' if limit == "string" and type(value) is int else ""
            return f"is {got}, but must be {_or(limit)}", hint
        case "required":
            missing = next(each for each in limit if each not in value)
            inner = around.get("properties", {}).get(missing, {})
            return f"lacks `{missing}`", inner.get("description", "")
        case "anyOf":
            return f"is {got}, but must be {_or([_wanted(each) for each in limit])}", ""
        case "const":
            return f"is {got}, but must be {json.dumps(limit)}", ""
        case "enum":
            return f"is {got}, but must be {_or([json.dumps(each) for each in limit])}", ""
        case "pattern":
            return f"is {got}, which is no id", "Ids are letters and digits, with dots or hyphens between: 10, joker."
        case "minimum" | "maximum":
            return f"is {got}, but must be {'at least' if error.validator == 'minimum' else 'at most'} {limit}", ""
        case "minLength" | "minItems":
            return "is empty", ""
        case "maxLength" | "maxItems":
            return f"is longer than {limit}", ""
        case "uniqueItems":
            return "lists something twice", ""
    return f"is not valid: {neutralise(error.message, 200)}", ""


_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "object": "an object",
    "array": "a list",
    "null": "null",
    "boolean": "true or false",
}


def _or(types: str | Iterable[str]) -> str:
    return " or ".join(_TYPES.get(each, each) for each in ([types] if isinstance(types, str) else types))


def _wanted(part: Mapping[str, Any]) -> str:
    while "$ref" in part:
        target: Any = _bundle()
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return _or(part["type"]) if "type" in part else "something else"


def _kind(value: Any) -> str:
    """Return what a JSON value is, in words: "the number 5", "null", "a list"."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return f"the number {neutralise(str(value), 40)}" if abs(value) < 1e30 else "a very large number"
    if isinstance(value, str):
        return f"the string {neutralise(json.dumps(value, ensure_ascii=False), 80)}"
    return "a list" if isinstance(value, list) else "an object"


def _path(steps: Iterable[str | int]) -> str:
    """Return "view.hands.Anna[0]"."""
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in steps).removeprefix(".")


def _wrong_kind(request: str, answer: Mapping[str, Any], kinds: Iterable[str]) -> tuple[str, str]:
    if "answer" not in answer:
        return f"the answer to {request!r} lacks `answer`, the kind of answer it is", _listed(kinds)
    return f"the answer to {request!r} is of the kind {neutralise(repr(answer['answer']), 80)}", _listed(kinds)


def _listed(kinds: Iterable[str]) -> str:
    return f"Known here: {', '.join(kinds)}."


_UTF8_HINT = "The protocol is UTF-8; the safest is to escape all other than ASCII, as JSON writers can (\\u00e1)."
STDOUT_HINT = (
    "Only answers belong on standard output, one JSON object a line; write all else to standard error, "
    "and see that no library greets or logs there."
)


def _not_json_hint(text: str) -> str:
    """Guess from the look of a line what went wrong."""
    start = text.lstrip()[:200]
    if start.startswith("\ufeff"):
        return "It begins with a byte order mark: write UTF-8 without one."
    if start.startswith("<"):
        return "It looks like HTML or XML: is this the right program?"
    if start.startswith(("Traceback", "Exception in thread", "panic:", "thread '", "Uncaught", "Error:")):
        return "It looks like the report of an error: see what failed, and let such reports go to standard error."
    if start.startswith("{'"):
        return "It looks like Python's own notation: write it with json.dumps."
    if start.startswith("Content-Length"):
        return "The protocol has no headers: one JSON object a line, and nothing else."
    if start.startswith(("{", "[")) and not text.rstrip().endswith(("}", "]")):
        return "It looks like a part of an answer: an answer is one line, so write the JSON without line breaks."
    return STDOUT_HINT


# ---- JSON as the protocol carries it


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _number(text: str) -> int | float:
    """Read a number with a fraction or exponent; some languages write whole numbers so (`5.0`)."""
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{neutralise(text, 40)} is too large")
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


_encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decoder = json.JSONDecoder(parse_constant=_constant, parse_float=_number).decode


def _too_deep(output: str) -> MessageError:
    return MessageError("P034", f"{output} has lists or objects more than {DEEPEST} deep")


def _deeper_than(value: Any, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
