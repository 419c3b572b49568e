"""The rulebook as a library: load it, choose a setting, get a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from .compile.module import plan
from .load import Tree, load_tree
from .paths import spec_dir
from .play.game import Game
from .resolve.book import Contents
from .resolve.build import build
from .resolve.setting import Setting, parse_setting


class Rulebook:
    """A loaded and checked rulebook. `contents` is all it says; `root` the folder it was read from."""

    def __init__(self, contents: Contents, root: Path) -> None:
        self.contents = contents
        self.root = root
        self._games: dict[str, Game] = {}

    def setting(self, text: str) -> Setting:
        """Return the setting that a short form means: `kollar`, `kollar(play.beats=equal-or-higher)`.

        Raises MocsarError R002, R010, R030, R031.
        """
        return parse_setting(self.contents, text)

    def game(self, setting: Setting | str) -> Game:
        """Return the game of a setting, compiled at the first call. Raises MocsarError as `setting` does."""
        chosen = self.setting(setting) if isinstance(setting, str) else setting
        if chosen.short not in self._games:
            self._games[chosen.short] = Game(self.contents, chosen, plan(self.contents, chosen))
        return self._games[chosen.short]

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
    return Rulebook(build(trees, _digest(trees)), trees[0].root)


def _digest(trees: Sequence[Tree]) -> str:
    digest = hashlib.sha256()
    for tree in trees:
        for _, document in tree:
            digest.update(document.text.encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
    return digest.hexdigest()
