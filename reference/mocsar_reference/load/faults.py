"""Turns the YAML parser's own complaints into plain ones: mostly, that a text must be quoted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mocsar_reference.errors import Diagnostic, Place

if TYPE_CHECKING:
    import yaml

_ENTRY = re.compile(r"^(?P<lead> *(?:- +)*(?P<key>[^\s:'\"#{\[-][^:'\"{\[]*): +)(?P<rest>\S.*?)\s*$")
_MARKED = re.compile(r"(?:^|[\[{,:-] *)(?P<text>[*&!][^\s,\]}]*) +$")
"""What YAML takes for an alias, an anchor or a tag, right before the place where it gave up."""
_SPECIAL = "[{&*!|>%@`-?"
_LONGEST_QUOTED = 100


def quoted(text: str) -> str:
    """Return `text` as a quoted YAML scalar of one line, in the quotes that need no escapes if there are such."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def quote_hint(text: str) -> str:
    """Return the hint that shows `text` in quotes, or only says so where it is long."""
    return f"quote it: {quoted(text)}" if 0 < len(text) <= _LONGEST_QUOTED else "put the whole text in quotes"


def explain(text: str, file: str, error: yaml.MarkedYAMLError, brackets: list[tuple[int, int]]) -> Diagnostic:
    """Return the diagnostic for an error of the parser in `text`, which has no tabs and no odd characters.

    `brackets` are the lines and columns, from 0, of those that are open where the parser stopped.
    """
    lines = text.split("\n")
    problem = error.problem or "it cannot be read"
    mark, context = error.problem_mark, error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    opened = (context.line, context.column) if context and context.line < len(lines) else (line, column)

    def at(row: int, col: int, code: str, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(code, Place(file, row + 1, col + 1), message, hint)

    if "nesting depth" in problem:
        return at(line, column, "Y013", "lists and mappings are nested far too deep")
    if "end of stream" in problem and "quoted" in (error.context or ""):
        return at(*opened, "Y016", "the quoted text that begins here is never closed", "write the closing quote")
    if "escape" in problem or "did not find expected hexdecimal" in problem:
        hint = "use single quotes, in which '\\' is a plain character, or write '\\\\'"
        return at(line, column, "Y017", "'\\' begins an escape that YAML does not know", hint)
    for row in dict.fromkeys((line, opened[0], line - 1)):
        broken = _broken_entry(lines, row)
        if broken:
            col, rest, why = broken
            return at(row, col, "Y015", f"this text must be quoted, because {why}", quote_hint(rest))
    here = lines[line] if line < len(lines) else ""
    inside_flow = "flow" in (error.context or "")
    marked = _MARKED.search(here[:column]) if brackets else None
    if marked:
        why = f"it begins with '{marked['text'][0]}', which YAML keeps for itself"
        hint = "put the whole text in quotes"
        return at(line, marked.start("text"), "Y015", f"this text must be quoted, because {why}", hint)
    if inside_flow and column < len(here) and here[column] in ":[{\"'&*!":
        start = here.rfind(": ", 0, column) + 2
        start = max(start, here.rfind(", ", 0, column) + 2, opened[1] + 1 if opened[0] == line else 0)
        start += len(here[start:]) - len(here[start:].lstrip())
        why = f"inside '[…]' and '{{…}}' YAML reads its '{here[column]}' as YAML's own"
        return at(line, start, "Y015", f"this text must be quoted, because {why}", "put the whole text in quotes")
    if inside_flow:
        opened = brackets[-1] if brackets else opened
        bracket = lines[opened[0]][opened[1] : opened[1] + 1]
        closing = {"[": "]", "{": "}"}.get(bracket, "its bracket")
        hint = f"write the missing ',' or '{closing}'"
        return at(*opened, "Y017", f"the '{bracket}' that begins here is not closed by '{closing}'", hint)
    if "mapping values are not allowed" in problem or "could not find expected ':'" in problem:
        above = lines[line - 1].strip() if line else ""
        if above and ":" not in above and not above.startswith("#"):
            return at(line - 1, 0, "Y017", f"'{above[:60]}' has no ':' after its key", "write 'key: value'")
        hint = "check the indentation: the line above has its value already"
        return at(line, len(here) - len(here.lstrip()), "Y017", "no key can stand here", hint)
    if "did not find expected key" in problem or "did not find expected '-'" in problem:
        col = len(here) - len(here.lstrip())
        hint = "indent what belongs together by the same number of spaces, and do not mix '- ' items with keys"
        return at(line, col, "Y017", "this line does not fit the lines above it", hint)
    if column < len(here) and here[column] in _SPECIAL:
        return at(
            line, column, "Y015", f"a text that begins with '{here[column]}' must be quoted", quote_hint(here[column:])
        )
    return at(line, column, "Y017", f"this is not well-formed YAML: {problem}")


def _broken_entry(lines: list[str], row: int) -> tuple[int, str, str] | None:
    """Return column, text and reason where line `row` is `key: text` and the text cannot stand without quotes."""
    match = _ENTRY.match(lines[row]) if 0 <= row < len(lines) else None
    if match is None:
        return None
    rest, column = match["rest"], match.end("lead")
    first = rest[0]
    if first in "'\"":
        closing = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", rest)
        after = rest[closing.end() :].lstrip() if closing else ""
        if after and not after.startswith("#"):
            return column, rest, "it begins with a quoted part, which YAML takes for all of it"
        return None
    if first in "[{":
        if _goes_on_after_bracket(rest):
            return column, rest, f"it begins with '{first}', which opens a list or a mapping"
        return None
    if first in _SPECIAL and not re.match(r"[-?][^\s]", rest) and not re.fullmatch(r"[|>][-+0-9]*( +#.*)?", rest):
        return column, rest, f"it begins with '{first}', which YAML keeps for itself"
    if re.search(r":(\s|$)", rest):
        return column, rest, "it holds ': ', which YAML reads as a key and its value"
    return None


def _goes_on_after_bracket(rest: str) -> bool:
    """Tell whether text follows the bracket that closes the first one, or nothing closes it on the line."""
    depth = 0
    for index, character in enumerate(rest):
        depth += (character in "[{") - (character in "]}")
        if depth == 0:
            after = rest[index + 1 :].strip()
            return bool(after) and not after.startswith("#")
    return not rest.rstrip().endswith((",", "{", "["))
