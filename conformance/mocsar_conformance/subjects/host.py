"""Runs a Python object as an adapter: `python -m mocsar_conformance.subjects.host MODULE:FACTORY`.

FACTORY() gives the object; each request is passed to its `answer`, and what that returns is written as the answer.
Standard input and output belong to the protocol: whatever the object prints, from C too, goes to standard error, and
its standard input is empty. Only what every interpreter has loaded anyhow is imported here, so that it starts at once.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, TracebackType
from typing import IO, Any

USAGE = 2
UNUSABLE = 3
"""Exit statuses, as those of `mocsar`."""

Answering = Callable[[dict[str, Any]], Any]


class NoAnswer(Exception):  # noqa: N818
    """What the object returned cannot be an answer. The text is one line."""


class Unusable(Exception):  # noqa: N818 - said in one line, never seen as an exception
    """The object cannot be had. The text is one line."""


def main(words: list[str]) -> int:
    """Answer requests until `bye` or the end of the input; return the exit status."""
    requests, answers = _own_the_protocol()
    if len(words) != 1 or not all(words[0].partition(":")):
        print("which object? Write MODULE:FACTORY, such as my_rules:Table", file=sys.stderr)
        return USAGE
    try:
        answer = answering(words[0])
    except Unusable as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return UNUSABLE
    try:
        serve(answer, requests, answers)
    except BrokenPipeError:  # nobody is there any more to be answered
        return UNUSABLE
    return 0


def answering(name: str) -> Answering:
    """Return the `answer` of the object that MODULE:FACTORY makes. Raises Unusable."""
    module_name, _, factory_name = name.partition(":")
    found: Any = _module(module_name)
    done = module_name
    for part in factory_name.split("."):
        if not hasattr(found, part):
            raise Unusable(f"{done} has no '{part}'{_meant(part, dir(found))}")
        found = getattr(found, part)
        done += f".{part}"
    if not callable(found):
        raise Unusable(f"{done} is {_a(found)}: it must be a class or a function without parameters, and is called")
    try:
        made = found()
    except Exception as error:
        _show(error)
        raise Unusable(f"{done}() raised {described(error)}") from None
    answer = getattr(made, "answer", made)
    if not callable(answer):
        raise Unusable(f"{done}() returned {_a(made)}: it needs a method `answer`, or must itself be callable")
    method: Answering = answer
    return method


def serve(answer: Answering, requests: Iterable[bytes], answers: IO[bytes]) -> None:
    """Answer each request, up to `bye`, to which the object is not asked for an answer."""
    for line in requests:
        number: Any = 0
        try:
            request = json.loads(line)
            number = request["id"]
            ends = request["request"] == "bye"
            said = b'{"answer":"bye"}' if ends else _encoded(answer(request))
        except NoAnswer as error:
            said, ends = _error(str(error)), False
        except Exception as error:
            _show(error)
            said, ends = _error(described(error)), False
        answers.write(b'{"id":%s,%s\n' % (json.dumps(number).encode(), said[1:]))
        answers.flush()
        if ends:
            return


def _encoded(said: Any) -> bytes:
    """Return an answer as JSON without an id. Raises NoAnswer."""
    if not isinstance(said, Mapping):
        raise NoAnswer(f"answer() returned {_a(said)}, and must return a dict")
    body = {name: value for name, value in said.items() if name != "id"}
    if not body:
        raise NoAnswer("answer() returned a dict without an answer")
    try:
        return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise NoAnswer(f"answer() returned what JSON does not hold: {error}") from None


def _error(what: str) -> bytes:
    return json.dumps({"answer": "error", "what": what}, separators=(",", ":")).encode()


def described(error: BaseException) -> str:
    """Return type, message and the last place in the user's own code: "KeyError: 'Q' (rules.py, line 12, in beats)"."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = _place(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        text, place = f"{type(error).__name__}: {error.msg}", f"{os.path.basename(error.filename)}, line {error.lineno}"  # noqa: PTH119
    return f"{text} ({place})" if place else text


def _own_the_protocol() -> tuple[IO[bytes], IO[bytes]]:
    """Keep standard input and output, and put an empty one and standard error in their places."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    return requests, answers


def _module(name: str) -> Any:
    here = os.getcwd()  # noqa: PTH109 - pathlib is not loaded
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            near = _meant(name, (each.removesuffix(".py") for each in os.listdir(here)))  # noqa: PTH208
            raise Unusable(f"there is no module '{error.name}' in {here} or on the path{near}") from None
        _show(error)
        raise Unusable(f"the module {name} cannot be imported: {described(error)}") from None
    except Exception as error:
        _show(error)
        raise Unusable(f"the module {name} cannot be imported: {described(error)}") from None


def _place(trace: TracebackType | None) -> str:
    """Return the last place in the user's own code; in an installed package, where it has none of its own."""
    last: dict[bool, tuple[CodeType, int]] = {}
    while trace is not None:
        code = trace.tb_frame.f_code
        installed = "site-packages" in code.co_filename
        if installed or not code.co_filename.startswith(_NOT_OWN):
            last[installed] = code, trace.tb_lineno
        trace = trace.tb_next
    if not last:
        return ""
    code, line = last.get(False) or last[True]
    where = f"{os.path.basename(code.co_filename)}, line {line}"  # noqa: PTH119
    return where if code.co_name == "<module>" else f"{where}, in {code.co_name}"


def _show(error: BaseException) -> None:
    """Print the traceback, on standard error, without the part that is the host's."""
    import traceback

    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_NOT_OWN):
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)


def _meant(name: str, known: Iterable[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, [each for each in known if not each.startswith("_")], 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _a(value: Any) -> str:
    if value is None:
        return "None"
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


_NOT_OWN = (__file__, "<frozen ", os.path.dirname(os.__file__) + os.sep)  # noqa: PTH120

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
