"""`moot play`: a game at the table.

`session` asks persons and bots in turn (`seats`), `prompt` is a person's turn with `choices` and `undo_rule`, `drawing`
draws what a seat sees, `narrate` tells what happened; `curtain` stays between persons, `autosave` keeps the game.
"""

from __future__ import annotations

from ...lazy import handed_on

__getattr__ = handed_on(__name__, {})  # what was in the module of this name
