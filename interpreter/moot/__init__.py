"""Rules of tabletop games as data.

import moot
game = moot.load("duel")
state = game.start(seed=7)
while not state.over:
    state.apply(state.decision.options[0])
print(state.result)
"""

__version__ = "0.1.0"

from .lang.diagnostic import Diagnostic, MootError
from .stack.game import Decision, Entry, Game, IllegalChoice, Option, Result, State
from .stack.load import load

__all__ = [
    "Decision",
    "Diagnostic",
    "Entry",
    "Game",
    "IllegalChoice",
    "MootError",
    "Option",
    "Result",
    "State",
    "load",
]
