"""Reads YAML as its 1.2 core intends, without tags, aliases or surprises, and keeps the place of every node.

Special are only `true`, `false`, `null` (and nothing at all) and whole decimal numbers; every other plain scalar
is text, `yes`, `1.5`, `0x10` and `~` too. Keys are always text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from mocsar_reference.errors import Diagnostic, MocsarError, Place, fail
from mocsar_reference.load.faults import explain, quote_hint

Path = tuple[str | int, ...]

LONGEST = 1 << 20
"""Characters of the longest file that is read: ten times the longest one in use."""
DEEPEST = 40
"""How deep lists and mappings may be nested."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_MOST_DIGITS = 15
_COMMENT = re.compile(r"[ ]+#")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


class Document:
    """What one file says: `value` (dict, list, str, int, bool or None), with the place of every part of it.

    A path is the keys and indices that lead to a part: `("rules", 0, "expr")`. `marks` holds line and column of each
    node from 0, in the file's order: of a key, of its value, of the value's parts. `cut` names the paths of texts
    that look as if a comment had cut them off.
    """

    __slots__ = ("_index", "cut", "file", "marks", "text", "value")

    def __init__(self, value: Any, file: str, text: str, marks: list[int], cut: tuple[Path, ...] = ()) -> None:
        self.value = value
        self.file = file
        self.text = text
        self.marks = marks
        self.cut = cut
        self._index: dict[Path, tuple[int, int]] | None = None

    def __repr__(self) -> str:
        return f"Document({self.file!r})"

    def place(self, path: Path = ()) -> Place:
        """Return where the value at `path` begins; where there is no such value, the nearest that contains it."""
        return self._at(path, 1)

    def key_place(self, path: Path) -> Place:
        """Return where the key that ends `path` stands; for an item of a list, where the item begins."""
        return self._at(path, 0)

    def text_place(self, path: Path, offset: int) -> Place:
        """Return where character `offset` of the text at `path` stands, quotes and escapes counted in.

        Exact for texts on one line, plain or quoted; in blocks and folded texts right unless blank lines are folded.
        """
        place = self.place(path)
        return _offset_place(self.text.split("\n"), place, offset)

    def key_text_place(self, path: Path, offset: int) -> Place:
        """Return where character `offset` of the key that ends `path` stands."""
        return _offset_place(self.text.split("\n"), self.key_place(path), offset)

    def _at(self, path: Path, which: int) -> Place:
        if self._index is None:
            self._index = _index(self.value, self.marks)
        while path and path not in self._index:
            path = path[:-1]
        mark = self._index[path][which]
        return Place(self.file, self.marks[mark] + 1, self.marks[mark + 1] + 1)


def read_yaml(text: str, file: str) -> Document:
    """Read one file's text; `file` is its name in messages. Raise MocsarError with every Y fault that can be told."""
    text = normal(text)
    _refuse_characters(text, file)
    return _Builder(text, file).document()


def normal(text: str) -> str:
    """Return a text without a byte order mark and with one kind of line end."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def decode(content: bytes, file: str) -> str:
    """Return the text of a file's bytes; raise MocsarError if they are too many or not UTF-8."""
    if len(content) > 4 * LONGEST:
        raise _too_large(file)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        place = _place(file, before, len(before))
        raise fail("Y001", place, f"byte 0x{content[error.start]:02x} is not UTF-8", "save the file as UTF-8") from None


@cache
def _odd() -> re.Pattern[str]:
    """Return the pattern of characters no file may hold: controls, other line ends, marks that turn the direction,
    and those that take no room."""
    return re.compile(
        "[^\n\t\x20-\x7e\xa0-\xac\xae-\u200a\u200c\u200d\u2010-\u2027\u202f-\u205f\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    )


def _too_large(file: str) -> MocsarError:
    return fail("Y012", Place(file, 1, 1), f"the file has more than {LONGEST:,} characters", "split it")


def _place(file: str, text: str, offset: int) -> Place:
    return Place(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _refuse_characters(text: str, file: str) -> None:
    if len(text) > LONGEST:
        raise _too_large(file)
    odd = _odd().search(text)
    if odd:
        message = f"character U+{ord(odd[0]):04X} does not belong in a text file"
        raise fail("Y002", _place(file, text, odd.start()), message, "delete it, or in double quotes write it as \\u…")
    tab = text.find("\t")
    if tab >= 0:
        raise fail("Y003", _place(file, text, tab), "there is a tab here", "use spaces; YAML indents with nothing else")


class _Builder:
    """Builds the value of one text from the parser's events."""

    def __init__(self, text: str, file: str) -> None:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.yaml = yaml
        self.text = text
        self.file = file
        self.loader: Any = loader(text)
        self.marks: list[int] = []
        self.cut: list[Path] = []
        self.diagnostics: list[Diagnostic] = []
        self.path: list[str | int] = []
        self.brackets: list[tuple[int, int]] = []
        self.comments = " #" in text

    def document(self) -> Document:
        try:
            value = self.whole()
        except self.yaml.MarkedYAMLError as error:
            self.diagnostics.append(explain(self.text, self.file, error, self.brackets))
        finally:
            self.loader.dispose()
        if self.diagnostics:
            raise MocsarError(self.diagnostics)
        return Document(value, self.file, self.text, self.marks, tuple(self.cut))

    def whole(self) -> Any:
        yaml, next_event = self.yaml, self.loader.get_event
        next_event()  # the stream's start
        event = next_event()
        if isinstance(event, yaml.StreamEndEvent):
            raise fail("Y004", Place(self.file, 1, 1), "the file holds nothing", "write it, or delete the file")
        if event.version or event.tags or re.match(r"%", self.text):
            self.complain("Y006", event, "directives such as '%YAML' are not used here", "delete the line")
        event = next_event()
        value = self.node(event)
        next_event()  # the document's end
        event = next_event()
        if isinstance(event, yaml.DocumentStartEvent):
            self.complain("Y005", event, "a second document begins here", "make it a file of its own; no '---' inside")
        return value

    def complain(self, code: str, event: Any, message: str, hint: str = "") -> None:
        mark = event.start_mark
        self.diagnostics.append(Diagnostic(code, Place(self.file, mark.line + 1, mark.column + 1), message, hint))

    def node(self, event: Any) -> Any:
        """Return the value that begins with `event`, reading on to its end."""
        yaml = self.yaml
        mark = event.start_mark
        self.marks += (mark.line, mark.column)
        if isinstance(event, yaml.AliasEvent):
            hint = self.rest_hint(event, "an expression that begins with '*' is not valid; a text must be quoted")
            self.complain("Y010", event, f"'*{event.anchor}' is an alias; every value is written out", hint)
            return None
        if event.anchor is not None:
            self.complain("Y009", event, f"'&{event.anchor}' is an anchor; every value is written out", "delete it")
        if event.tag is not None and event.tag != "!":
            self.refuse_tag(event)
        elif event.tag == "!":
            self.complain("Y008", event, "'!' alone is a tag; tags are not used", self.rest_hint(event))
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if len(self.path) >= DEEPEST:
            place = Place(self.file, mark.line + 1, mark.column + 1)
            raise MocsarError(
                [
                    *self.diagnostics,
                    Diagnostic("Y013", place, f"lists and mappings are nested more than {DEEPEST} deep"),
                ]
            )
        if event.flow_style:
            self.brackets.append((mark.line, mark.column))
        value = self.mapping() if isinstance(event, yaml.MappingStartEvent) else self.sequence()
        if event.flow_style:
            self.brackets.pop()
        return value

    def sequence(self) -> list[Any]:
        items: list[Any] = []
        path, end, next_event = self.path, self.yaml.SequenceEndEvent, self.loader.get_event
        while not isinstance(event := next_event(), end):
            path.append(len(items))
            items.append(self.node(event))
            path.pop()
        return items

    def mapping(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        lines: dict[str, int] = {}
        path, yaml, next_event = self.path, self.yaml, self.loader.get_event
        while not isinstance(event := next_event(), yaml.MappingEndEvent):
            key = self.key(event)
            mark = event.start_mark
            twice = key in entries
            if twice:
                hint = f"it stands on line {lines[key]} already; keep one of them"
                self.complain("Y007", event, f"the key '{key}' is given twice", hint)
            else:
                self.marks += (mark.line, mark.column)
            path.append(key)
            value_event = next_event()
            if self.brackets and value_event.end_mark.index == event.end_mark.index:
                self.refuse_bare(key, event)
            value = self.node(value_event)
            path.pop()
            if not twice:
                entries[key], lines[key] = value, mark.line + 1
        return entries

    def key(self, event: Any) -> str:
        mark = event.start_mark
        if not isinstance(event, self.yaml.ScalarEvent) or (event.implicit[0] and not event.value):
            hint = "a key is one word or text; quote it if it holds special characters"
            place = Place(self.file, mark.line + 1, mark.column + 1)
            message = "a key is missing before ':'" if isinstance(event, self.yaml.ScalarEvent) else "this is no key"
            raise MocsarError([*self.diagnostics, Diagnostic("Y011", place, message, hint)])
        if event.anchor is not None:
            self.complain("Y009", event, f"'&{event.anchor}' is an anchor; every value is written out", "delete it")
        if event.tag is not None:
            self.refuse_tag(event)
        return str(event.value)

    def refuse_bare(self, key: str, event: Any) -> None:
        """Complain of a key without ':', unless the text before it is known to have been cut off there."""
        if not self.diagnostics or self.diagnostics[-1].code != "Y015":
            hint = "if it belongs to the text before it, quote that whole text; else write ':' and its value"
            self.complain("Y015", event, f"'{key}' stands alone: inside '{{…}}' YAML ends a text at ','", hint)

    def scalar(self, event: Any) -> str | int | bool | None:
        value: str = event.value
        if not event.implicit[0]:  # quoted, a block, or tagged
            return value
        if value in _CONSTANTS:
            return _CONSTANTS[value]
        if _WHOLE.fullmatch(value):
            if len(value) <= _MOST_DIGITS:
                return int(value)
            self.complain("Y014", event, f"the number has {len(value)} digits", "if it is a text, quote it")
            return 0
        if self.brackets and value.count("(") > value.count(")"):
            message = "this text must be quoted, because inside '[…]' and '{…}' YAML cuts it off at the ','"
            self.complain("Y015", event, message, quote_hint(self.bracketed(event)))
        if self.comments and _COMMENT.match(self.text, event.end_mark.index) and _looks_cut(value):
            self.cut.append(tuple(self.path))
        return value

    def refuse_tag(self, event: Any) -> None:
        hint = self.rest_hint(event, "delete it")
        written = self.text[event.start_mark.index :].split(None, 1)[0].rstrip(",]}")
        self.complain("Y008", event, f"'{written}' is a tag to YAML; tags are not used", hint)

    def rest_hint(self, event: Any, otherwise: str = "") -> str:
        """Return the hint to quote the rest of the line, where that is what the writer will have meant."""
        start = event.start_mark.index
        rest = self.text[start:].split("\n", 1)[0].split(" #")[0].rstrip()
        if rest.startswith(("!!", "!<")):
            return otherwise
        if self.brackets:
            return "if it is an expression or a text, put it in quotes"
        return f"if it is an expression or a text, {quote_hint(rest)}"

    def bracketed(self, event: Any) -> str:
        """Return the text from the event's start to where its parentheses are closed, or "" if not on this line."""
        start = event.start_mark.index
        rest = self.text[start:].split("\n", 1)[0]
        depth = 0
        for index, character in enumerate(rest):
            depth += (character == "(") - (character == ")")
            if depth == 0 and character == ")":
                tail = rest[index + 1 :]
                return rest[: index + 1] if re.match(r"\s*([,}\]]|$)", tail) else ""
        return ""


def _looks_cut(text: str) -> bool:
    """Tell whether an expression cannot end here: a quote or bracket stays open, or an operator waits."""
    if text.count("'") % 2 or text.count('"') % 2:
        return True
    return any(text.count(a) != text.count(b) for a, b in ("()", "[]", "{}")) or text[-1] in "=<>+-*%&|!?:,.(["


def _index(value: Any, marks: list[int]) -> dict[Path, tuple[int, int]]:
    """Return for each path where in `marks` its key and its value stand."""
    index: dict[Path, tuple[int, int]] = {}
    position = 0

    def walk(node: Any, path: Path, key: int) -> None:
        nonlocal position
        index[path] = (key, position)
        position += 2
        if isinstance(node, dict):
            for name, child in node.items():
                at = position
                position += 2
                walk(child, (*path, name), at)
        elif isinstance(node, list):
            for number, child in enumerate(node):
                walk(child, (*path, number), position)

    walk(value, (), 0)
    return index


def _offset_place(lines: list[str], place: Place, offset: int) -> Place:
    """Return the place of character `offset` of the scalar that begins at `place`."""
    row, column = place.line - 1, place.column - 1
    line = lines[row] if row < len(lines) else ""
    style = line[column : column + 1]
    if style in ("|", ">") and re.fullmatch(r"[|>][-+0-9]*\s*(#.*)?", line[column:]):
        return _block_place(lines, place, offset)
    column += style in ("'", '"')
    while True:
        end = len(line.rstrip()) if style not in ("'", '"') or row + 1 < len(lines) else len(line)
        while column < end or offset == 0:
            if offset == 0:
                return Place(place.file, row + 1, column + 1)
            column += _width(line, column, style)
            offset -= 1
        row += 1
        breaks = 1
        while row < len(lines) and not lines[row].strip():
            row += 1
            breaks += 1
        if row >= len(lines):
            return Place(place.file, row, len(lines[-1]) + 1)
        line = lines[row]
        column = len(line) - len(line.lstrip())
        offset = max(0, offset - max(1, breaks - 1))


def _width(line: str, column: int, style: str) -> int:
    """Return how many characters of the file make the scalar's character that begins at `column`."""
    if style == "'" and line.startswith("''", column):
        return 2
    if style == '"' and line[column] == "\\":
        return 2 + {"x": 2, "u": 4, "U": 8}.get(line[column + 1 : column + 2], 0)
    return 1


def _block_place(lines: list[str], place: Place, offset: int) -> Place:
    """Return the place of character `offset` of the block scalar whose header stands at `place`."""
    row = place.line
    indent = next((len(line) - len(line.lstrip()) for line in lines[row:] if line.strip()), 0)
    while row < len(lines):
        length = max(0, len(lines[row]) - indent)
        if offset <= length:
            return Place(place.file, row + 1, indent + offset + 1)
        offset -= length + 1
        row += 1
    return place
