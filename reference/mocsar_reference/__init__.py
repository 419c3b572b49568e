"""The reference interpreter: a rulebook written as data becomes a game that can be played.

>>> from mocsar_reference import Action, load_rulebook
>>> game = load_rulebook().game("kollar")
>>> state = game.start(["Anna", "Bea", "Csaba"], hands={"Anna": ["5", "9"], "Bea": ["7"], "Csaba": ["8"]})
>>> game.judge(state, "Bea", Action("pass")).reason
'not-your-turn'
"""

from .cards import split_card
from .errors import Diagnostic, MocsarError, Place
from .play.actions import Action, Failure, IllegalAction, Verdict
from .play.game import Game, Prepared, State
from .resolve.setting import Setting
from .rulebook import Rulebook, load_rulebook

__all__ = [
    "Action",
    "Diagnostic",
    "Failure",
    "Game",
    "IllegalAction",
    "MocsarError",
    "Place",
    "Prepared",
    "Rulebook",
    "Setting",
    "State",
    "Verdict",
    "load_rulebook",
    "split_card",
]
