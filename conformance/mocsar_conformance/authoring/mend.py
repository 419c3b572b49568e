"""Writes into a scenario's `when` the toggles that its outcome depends on, and changes nothing else of its file.

The text between the ends of the value is replaced, as PyYAML marks them: what writes a whole file anew, even with its
comments, lays out hands and steps anew as well, and an author would not know the file again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import yaml

from mocsar_conformance.scenario.independence import Unnamed, unnamed
from mocsar_conformance.scenario.layers import Layers
from mocsar_conformance.scenario.load import read_scenario
from mocsar_conformance.scenario.model import Scenario
from mocsar_reference import Diagnostic, MocsarError, Rulebook
from mocsar_reference.load import read_yaml
from mocsar_reference.resolve.book import Toggle, Value

WIDTH = 110
ROUNDS = 20
"""Toggles that one scenario can come to name, one after another: naming one can show that another matters."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A scenario whose `when` was completed: what was added, and the file's whole new text."""

    file: Path
    added: tuple[str, ...]
    text: str


def mend(rulebook: Rulebook, scenarios: Iterable[Scenario], layers: Layers) -> list[Mended]:
    """Return the scenarios that depend on toggles which they do not name, mended; no file is written.

    Each toggle is named with the values that it has where the scenario holds now. Raises MocsarError U038 where a text
    does not come out as it should.
    """
    return [found for each in scenarios if (found := _one(rulebook, each, layers)) is not None]


def _one(rulebook: Rulebook, scenario: Scenario, layers: Layers) -> Mended | None:
    file = Path(scenario.document.file)
    text, added = "", list[str]()
    for _ in range(ROUNDS):
        missing = unnamed(rulebook, [scenario], layers)
        if not missing:
            break
        text = text or scenario.document.text
        parts = [_clause(each) for each in missing]
        text = with_clauses(text, parts)
        named = scenario.about.union(each.toggle.id for each in missing)
        scenario = _read(text, scenario, rulebook)
        if not named <= scenario.about:
            raise _stuck(scenario)
        added += parts
    else:
        raise _stuck(scenario)
    return Mended(file, tuple(added), _as_it_was(text, file)) if added else None


def _as_it_was(text: str, file: Path) -> str:
    """Return a text with the byte order mark and the line ends that its file has."""
    old = file.read_bytes()
    mark = "\ufeff" if old.startswith(b"\xef\xbb\xbf") else ""
    return mark + (text.replace("\n", "\r\n") if b"\r\n" in old else text)


def _read(text: str, scenario: Scenario, rulebook: Rulebook) -> Scenario:
    try:
        return read_scenario(read_yaml(text, scenario.document.file), rulebook)
    except (MocsarError, yaml.YAMLError):
        raise _stuck(scenario) from None


def _stuck(scenario: Scenario) -> MocsarError:
    place = scenario.document.place(("when",) if scenario.when else ("id",))
    return MocsarError([Diagnostic("U038", place, "this 'when' cannot be completed", "write it by hand")])


def with_clauses(text: str, parts: Sequence[str]) -> str:
    """Return the text of a scenario's file with `when` also asking for `parts`; all else stays as it is."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    nodes = {key.value: (key, value) for key, value in root.value}
    if "when" in nodes:
        _, node = nodes["when"]
        old = " ".join(str(node.value).split())
        start, end = node.start_mark.index, node.end_mark.index
        kept = text[start:end]
        end -= len(kept) - len(kept.rstrip())
        loose = "||" in old or "?" in old
        return text[:start] + _written([f"({old})" if loose else old, *parts], "when: ") + text[end:]
    _, rules = nodes["rules"]
    last = rules if rules.flow_style else rules.value[-1]
    at = text.find("\n", last.end_mark.index)
    at = len(text) if at < 0 else at + 1
    return f"{text[:at]}when: {_written(parts, 'when: ')}\n{text[at:]}"


def _written(parts: Sequence[str], before: str) -> str:
    """Return a condition as YAML writes it after `before`: on one line, else folded."""
    line = " && ".join(parts)
    if len(before) + len(line) <= WIDTH:
        plain = line[0] not in "!'\"([{&*>|%@`-" and ": " not in line and " #" not in line
        quoted = line.replace("\\", "\\\\").replace('"', '\\"')
        return line if plain else f'"{quoted}"'
    lines = [line for part in (parts[0], *(f"&& {part}" for part in parts[1:])) for line in wrap(part, WIDTH - 2)]
    return ">-\n" + "\n".join(f"  {line}" for line in lines)


def _clause(each: Unnamed) -> str:
    """Return a condition that a toggle has one of the values that it has where the scenario holds."""
    name = f"toggle.{each.toggle.id}"
    values = list(dict.fromkeys(setting.values[each.toggle.id] for setting in each.held))
    if len(values) == 1:
        return f"{name} == {_literal(values[0], each.toggle)}"
    return f"({' || '.join(f'{name} == {_literal(value, each.toggle)}' for value in values)})"


def _literal(value: Value, toggle: Toggle) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_literal(each, toggle) for each in value)}]"
    return str(value) if isinstance(value, int) else f"'{value}'"
