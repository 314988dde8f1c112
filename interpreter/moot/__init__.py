"""Rules of tabletop games as data.

import moot
game = moot.load("my_game")
state = game.start(seed=7)
while not state.over:
    state.apply(state.decision.options[0])
print(state.result)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    """What is public is imported when it is asked for, so that the command answers at once."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    part = {"Diagnostic": ".lang.diagnostic", "MootError": ".lang.diagnostic", "load": ".stack.load"}
    found = import_module(part.get(name, ".stack.game"), __name__)
    globals()[name] = value = getattr(found, name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
