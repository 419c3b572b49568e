"""The rulebook as a library: load it, choose a setting, get a game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from .compile.module import Folds, plan
from .language.ast import Node
from .load import Document, Tree, load_tree
from .load import Path as NodePath
from .paths import spec_dir
from .play.game import Game
from .resolve.book import Contents, Expression, Value
from .resolve.build import build
from .resolve.conditions import at, read_condition, toggles_read
from .resolve.setting import Setting, constants, decide, make_setting
from .resolve.short import parse_setting
from .resolve.typing import as_text


class Rulebook:
    """A loaded and checked rulebook. `contents` is all it says; `root` the folder it was read from."""

    def __init__(self, contents: Contents, root: Path) -> None:
        self.contents = contents
        self.root = root
        self._games: dict[str, Game] = {}
        self._constants: dict[str, dict[tuple[str, ...], Node]] = {}
        self._conditions: dict[tuple[str, tuple[str, ...]], Node] = {}
        self._reads: dict[int, tuple[Node, tuple[str, ...]]] = {}
        self._decided: dict[tuple[int, tuple[Value, ...], tuple[tuple[str, int], ...]], bool] = {}
        self._folds = Folds(contents)

    def setting(self, text: str) -> Setting:
        """Return the setting that a short form means: `kollar`, `kollar(play.beats=equal-or-higher)`.

        Raises MocsarError R002, R010, R030, R031.
        """
        return parse_setting(self.contents, text)

    def game(self, setting: Setting | str) -> Game:
        """Return the game of a setting, compiled at the first call. Raises MocsarError as `setting` does."""
        chosen = self.setting(setting) if isinstance(setting, str) else setting
        if chosen.short not in self._games:
            self._games[chosen.short] = Game(self.contents, chosen, plan(self.contents, chosen, self._folds))
        return self._games[chosen.short]

    def traced(self, setting: Setting, trace: Callable[[str | None, str | int], None]) -> Game:
        """Return a game of its own that calls `trace` with what happens in it: see `compile.module.Trace`."""
        return Game(self.contents, setting, plan(self.contents, setting, self._folds, traced=True), trace)

    def changed(self, setting: Setting, changes: Mapping[str, Value]) -> Setting:
        """Return a setting with some more toggles changed. Raises MocsarError R031 where they contradict each other."""
        return make_setting(self.contents, setting.variant, {**setting.changes, **changes})

    def altered(self, contents: Contents) -> Rulebook:
        """Return a rulebook with other contents, made of this one's by replacing some parts.

        What is as it was is not worked out again, so that hundreds of altered rulebooks compile in seconds. The parts
        must share their nodes with this one's, and are not checked.
        """
        book = Rulebook(contents, self.root)
        book._folds = self._folds.changed(contents)
        return book

    def condition(self, document: Document, path: NodePath, numbers: Sequence[str] = ()) -> Expression:
        """Return the condition at `path` of a document, which may read toggles and the whole `numbers` named.

        Raises MocsarError with an X code and the place of the fault.
        """
        key = (as_text(at(document, path)), tuple(numbers))
        node = self._conditions.get(key)
        if node is not None:  # many scenarios have the same one
            return Expression(key[0], node, document.place(path))
        condition = read_condition(self.contents, document, path, numbers)
        self._conditions[key] = condition.node
        return condition

    def holds(self, condition: Expression, setting: Setting, numbers: Mapping[str, int] | None = None) -> bool:
        """Return whether a condition over toggles holds in a setting; `numbers` are those it was read with."""
        node = condition.node
        if id(node) not in self._reads:  # kept with the node, so that no other gets its id
            self._reads[id(node)] = (node, tuple(sorted(toggles_read(condition))))
        values = tuple([setting.values[name] for name in self._reads[id(node)][1]])
        key = (id(node), values, tuple(sorted((numbers or {}).items())))
        if key not in self._decided:
            if setting.short not in self._constants:
                self._constants[setting.short] = constants(self.contents, setting.values)
            known, names = self._constants[setting.short], dict(numbers or {})
            self._decided[key] = bool(decide(node, known, names))
        return self._decided[key]

    @cached_property
    def playable(self) -> tuple[str, ...]:
        """The ids of the variants that can be played."""
        return tuple(name for name, variant in self.contents.variants.items() if not variant.abstract)


def load_rulebook(root: Path | None = None, overlays: Sequence[Path] = ()) -> Rulebook:
    """Load a rulebook, by default the project's own, with overlays laid over it in order.

    `root` and `overlays` are folders that hold the files, or a folder `spec` that does. Raises MocsarError with every
    fault found, each with its place (Y, S, X and R codes).
    """
    trees = [load_tree(root or spec_dir()), *(load_tree(each) for each in overlays)]
    files = tuple((document.file, document.text) for tree in trees for _, document in tree)
    contents = _built.get(files)
    if contents is None:
        contents = build(trees, _digest(trees))
        if len(_built) >= _MOST_KEPT:
            _built.pop(next(iter(_built)), None)
        _built[files] = contents
    return Rulebook(contents, trees[0].root)


_MOST_KEPT = 4
_built: dict[tuple[tuple[str, str], ...], Contents] = {}
"""What the last few rulebooks say, by their files: a process that loads one again has the same contents again."""


def _digest(trees: Sequence[Tree]) -> str:
    digest = hashlib.sha256()
    for tree in trees:
        for _, document in tree:
            digest.update(document.text.encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
    return digest.hexdigest()
