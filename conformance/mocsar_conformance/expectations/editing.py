"""Edits the text of a list of expectations where something changes in it; every other character stays as it is.

A YAML library that writes files anew lays them out in its own way, and hangs the comment above an entry on the entry
before it, so that it goes with the wrong one. Here the text is cut at the places that the parser gives.

The comment right above an entry (no empty line between) belongs to it, and so do the comments behind its lines and
those below it that are indented deeper than its dash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import yaml

from mocsar_conformance.expectations.model import Kind

WIDTH: Final = 110
"""Characters of a line; a longer list is written one to a line."""
_PLAIN: Final = re.compile(r"[A-Za-z_][\w./()=*-]*", re.ASCII)
"""What needs no quotes anywhere, except the words of `_SPECIAL`."""
_SPECIAL: Final = {"true", "false", "null", "yes", "no", "on", "off"}


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written. What is empty is left out."""

    scenarios: Sequence[str]
    reason: str
    link: str
    variants: Sequence[str] = ()
    verdict: Sequence[str] = ()
    versions: str = ""

    def lines(self) -> list[str]:
        """Return it as the lines of a list's item."""
        one = f"- scenarios: {words(self.scenarios)}"
        listed = ["- scenarios:", *(f"  - {words([each])}" for each in self.scenarios)]
        return [
            *([one] if len(one) <= WIDTH else listed),
            *([f"  variants: {words(self.variants)}"] if self.variants else []),
            *([f"  verdict: {words(self.verdict)}"] if self.verdict else []),
            *([f"  versions: {quoted(self.versions)}"] if self.versions else []),
            f"  reason: {quoted(self.reason)}",
            f"  link: {quoted(self.link)}",
        ]


def quoted(text: str) -> str:
    """Return a text as YAML on one line, in quotes where it is not only words."""
    if _plain_words(text):
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, text)) + '"'


def words(names: Sequence[str]) -> str:
    """Return one name, or a list of several, as YAML that may stand inside brackets too."""
    each = [name if _PLAIN.fullmatch(name) and name.lower() not in _SPECIAL else quoted(name) for name in names]
    return each[0] if len(each) == 1 else f"[{', '.join(each)}]"


def _plain_words(text: str) -> bool:
    parts = text.split(" ")
    return all(_PLAIN.fullmatch(each) and "*" not in each for each in parts) and text.lower() not in _SPECIAL


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class Edited:
    """A text with changes to be made. Entries are named by their list and their number in the file as it was."""

    def __init__(self, text: str) -> None:
        """Take a valid list of expectations, its line ends `\\n`, without a byte order mark."""
        self._text = text
        self._removed: list[tuple[Kind, int]] = []
        self._narrowed: list[tuple[Kind, int, str, Sequence[Sequence[str]]]] = []
        self._put: list[tuple[Kind, int, str, Sequence[str]]] = []
        self._after: list[tuple[Kind, int, NewEntry]] = []
        self._appended: list[tuple[Kind, NewEntry]] = []

    def remove(self, kind: Kind, index: int) -> None:
        """Take an entry out, with the comments that belong to it."""
        self._removed.append((kind, index))

    def narrow(self, kind: Kind, index: int, key: str, instead: Sequence[Sequence[str]]) -> None:
        """Put other names for each name of a key, in its order: itself for one that stays, none for one that goes."""
        self._narrowed.append((kind, index, key, instead))

    def put(self, kind: Kind, index: int, key: str, names: Sequence[str]) -> None:
        """Give an entry a key that it does not have, behind its scenarios."""
        self._put.append((kind, index, key, names))

    def after(self, kind: Kind, index: int, entry: NewEntry) -> None:
        """Put an entry behind another, which may be removed."""
        self._after.append((kind, index, entry))

    def append(self, kind: Kind, entry: NewEntry) -> None:
        """Put an entry at the end of a list."""
        self._appended.append((kind, entry))

    def text(self) -> str:
        """Return the text with all changes made."""
        changed: set[str] = {kind for kind, _ in self._removed}
        changed |= {kind for kind, *_ in self._narrowed} | {kind for kind, *_ in self._put}
        changed |= {kind for kind, *_ in self._after}
        extended = {kind for kind, _ in self._appended}
        if not changed | extended:
            return self._text
        marked = _Marked(_unbraced(self._text))
        for kind in sorted(changed | extended):
            marked = _Marked(_unbracketed(marked, kind))
        spans: list[tuple[int, int, str]] = []
        for kind, index in self._removed:
            spans.append((*marked.lines(marked.entry(kind, index)), ""))
        for kind, index, key, instead in self._narrowed:
            spans += marked.narrowed(marked.value(kind, index, key), instead)
        for kind, index, key, names in self._put:
            spans.append(marked.put(marked.entry(kind, index), key, names))
        for kind, index, entry in self._after:
            end = marked.lines(marked.entry(kind, index))[1]
            spans.append((end, end, marked.written(kind, end, [entry])))
        for kind in dict.fromkeys(kind for kind, _ in self._appended):
            spans.append(marked.appended(kind, [entry for each, entry in self._appended if each == kind]))
        text = marked.text
        for start, end, new in sorted(spans, key=lambda each: each[:2], reverse=True):
            text = text[:start] + new + text[end:]
        return _with_empty_lists(text, changed)


class _Marked:
    """A text and the nodes that the parser finds in it. Spans are offsets of characters, the end not included."""

    def __init__(self, text: str) -> None:
        self.text = text
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        self.root: Any = root
        self.keys: dict[str, Any] = {key.value: key for key, _ in pairs}
        self.lists: dict[str, Any] = {key.value: value for key, value in pairs}

    def entry(self, kind: str, index: int) -> Any:
        return self.lists[kind].value[index]

    def value(self, kind: str, index: int, key: str) -> Any:
        return next(value for name, value in self.entry(kind, index).value if name.value == key)

    def end(self, node: Any) -> int:
        """Return where the text of a node ends; the parser's marks of blocks go on to what follows."""
        if isinstance(node, yaml.ScalarNode):
            return int(node.start_mark.index + len(self.of(node).rstrip()))
        if node.flow_style:
            return int(node.end_mark.index)
        last = node.value[-1]
        return self.end(last[1] if isinstance(last, tuple) else last)

    def of(self, node: Any) -> str:
        return self.text[node.start_mark.index : node.end_mark.index]

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def next_line(self, at: int) -> int:
        return self.text.find("\n", at) + 1 or len(self.text)

    def dash(self, node: Any) -> int:
        """Return where the dash before an item of a block stands: on its line, or on one above it."""
        start = self.line_start(node.start_mark.index)
        before = self.text[start : node.start_mark.index]
        while not before.lstrip().startswith("-"):
            start = self.line_start(start - 1)
            before = self.text[start : self.next_line(start)]
        return start + len(before) - len(before.lstrip())

    def lines(self, node: Any) -> tuple[int, int]:
        """Return the lines of an item of a block, with the comments that belong to it."""
        dash = self.dash(node)
        start, end = self.line_start(dash), self.next_line(self.end(node))
        column = dash - start
        above = self.line_start(start - 1) if start else 0
        while above < start and _comment_column(self.text[above:start]) in range(column + 1):
            start, above = above, self.line_start(above - 1) if above else 0
        while end < len(self.text) and _comment_column(self.text[end : self.next_line(end)]) > column:
            end = self.next_line(end)
        return start, end

    def narrowed(self, node: Any, instead: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, str]]:
        """Yield what is to be put for the names in a node."""
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        start, end = node.start_mark.index, self.end(node)
        if isinstance(node, yaml.ScalarNode) or (node.flow_style and "#" not in self.text[start:end]):
            yield start, end, words([each for names in instead for each in names])
            return
        for item, names in zip(items, instead, strict=True):
            if list(names) == [item.value]:
                continue
            if not node.flow_style:
                dash = self.dash(item)
                indent = " " * (dash - self.line_start(dash))
                yield *self.lines(item), "".join(f"{indent}- {words([each])}\n" for each in names)
            else:  # a comment may stand behind it, so that only the name goes
                gone = re.compile(r"\s*,").match(self.text, self.end(item)) if not names else None
                yield (
                    item.start_mark.index,
                    gone.end() if gone else self.end(item),
                    ", ".join(words([each]) for each in names),
                )

    def put(self, entry: Any, key: str, names: Sequence[str]) -> tuple[int, int, str]:
        """Return what gives an entry another key."""
        at = self.end(next(value for name, value in entry.value if name.value == "scenarios"))
        if entry.flow_style:
            return at, at, f", {key}: {words(names)}"
        at = self.next_line(at)
        return at, at, f"{self._break(at)}{' ' * entry.start_mark.column}{key}: {words(names)}\n"

    def appended(self, kind: str, entries: Sequence[NewEntry]) -> tuple[int, int, str]:
        """Return what puts entries at the end of a list that is a block, empty or not there."""
        there = self.lists.get(kind)
        if there is None:
            closed = re.search(r"^\.\.\.\s*$", self.text, re.MULTILINE)
            at = closed.start() if closed else len(self.text)
            return at, at, f"{self._break(at)}{kind}:\n{self._written('', entries)}"
        empty = isinstance(there, yaml.ScalarNode)
        at = self.next_line(self.keys[kind].end_mark.index) if empty else self.lines(there.value[-1])[1]
        return at, at, self.written(kind, at, entries)

    def written(self, kind: str, at: int, entries: Sequence[NewEntry]) -> str:
        """Return entries as the items of a list, indented like those that it has."""
        there = self.lists[kind]
        dash = 0 if isinstance(there, yaml.ScalarNode) else self.dash(there.value[0])
        return self._break(at) + self._written(" " * (dash - self.line_start(dash)), entries)

    def _written(self, indent: str, entries: Sequence[NewEntry]) -> str:
        return "".join(f"{indent}{line}\n" for entry in entries for line in entry.lines())

    def _break(self, at: int) -> str:
        """Return the line end that is missing before something new."""
        return "\n" if at and self.text[at - 1] != "\n" else ""


def _comment_column(line: str) -> int:
    """Return the column of a line that is only a comment; -1 for any other."""
    bare = line.lstrip(" ")
    return len(line) - len(bare) if bare.startswith("#") else -1


def _unbraced(text: str) -> str:
    """Return a file that is written in braces as one of lines; any other as it is."""
    marked = _Marked(text)
    if not getattr(marked.root, "flow_style", False):
        return text
    parts = [f"{marked.of(key)}: {marked.of(value)}" for key, value in marked.root.value]
    nodes = [(key.start_mark.index, value.end_mark.index) for key, value in marked.root.value]
    start, end = marked.root.start_mark.index, marked.root.end_mark.index
    return text[:start] + "\n".join(_laid_out(text, start, end, nodes, parts)) + text[end:]


def _unbracketed(marked: _Marked, kind: str) -> str:
    """Return a text in which a list is written with dashes, or with nothing where it is empty."""
    there, text = marked.lists.get(kind), marked.text
    if there is None or (isinstance(there, yaml.SequenceNode) and not there.flow_style):
        return text
    start, end = there.start_mark.index, there.end_mark.index
    before, rest = text[:start].rstrip(" "), text[end : text.find("\n", end) if "\n" in text[end:] else len(text)]
    items: list[str] = []
    if isinstance(there, yaml.SequenceNode):
        nodes = [(each.start_mark.index, each.end_mark.index) for each in there.value]
        items = _laid_out(text, start, end, nodes, [f"- {marked.of(each)}" for each in there.value])
    return before + rest + "".join(f"\n{each}" for each in items) + text[end + len(rest) :]


def _laid_out(text: str, start: int, end: int, nodes: Sequence[tuple[int, int]], parts: Sequence[str]) -> list[str]:
    """Return what stands between brackets as lines: `parts` for the nodes, and the comments between them."""
    lines: list[str] = []
    after = start + 1
    for number, (first, last) in enumerate([*nodes, (end - 1, end)]):
        gap = text[after:first]
        for each in re.finditer(r"#[^\n]*", gap):
            behind = number > 0 and "\n" not in gap[: each.start()]
            if behind:
                lines[-1] += f"  {each[0]}"
            else:
                lines.append(each[0])
        if number < len(parts):
            lines.append(parts[number])
        after = last
    return lines


def _with_empty_lists(text: str, kinds: set[str]) -> str:
    """Return a text in which those of some lists that have nothing left are written as empty ones."""
    marked = _Marked(text)
    for kind, there in reversed(marked.lists.items()):
        if kind in kinds and isinstance(there, yaml.ScalarNode):
            at = text.index(":", marked.keys[kind].end_mark.index) + 1
            text = f"{text[:at]} []{text[at:]}"
    return text
