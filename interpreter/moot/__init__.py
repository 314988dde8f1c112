"""Rules of tabletop games as data.

import moot
game = moot.load("my_game")
state = game.start(seed=7)
while not state.over:
    state.apply(state.decision.options[0])
print(state.result)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lazy import handed_on
from .moved import watch
from .version import __version__ as __version__

if TYPE_CHECKING:
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

_ELSEWHERE = {"Diagnostic": "lang.diagnostic", "MootError": "lang.diagnostic", "load": "stack.load"}

__getattr__ = handed_on(__name__, {name: _ELSEWHERE.get(name, "stack.game") for name in __all__})
watch()


def __dir__() -> list[str]:
    return sorted(__all__)
