"""A rulebook with one game, whatever is asked for: so the reference plays a mutant where the rulebook itself is asked
for."""

from __future__ import annotations

from mocsar_reference import Game, Rulebook, Setting


class FixedRulebook(Rulebook):
    """Stands for `book`, and gives `game` for every setting."""

    def __init__(self, game: Game, book: Rulebook) -> None:
        super().__init__(game.contents, book.root)
        self._game = game

    def setting(self, text: str) -> Setting:
        """Return the setting of the game, whatever the text."""
        return self._game.setting

    def game(self, setting: Setting | str) -> Game:
        """Return the game."""
        return self._game
