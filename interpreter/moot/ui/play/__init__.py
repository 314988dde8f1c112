"""`moot play`: a game at the table.

`session` lets players and bots choose in turn (`seats`). `prompt` is a player's turn, with `choices` and `undo_rule`.
`drawing` draws a seat's view, `narrate` reports events, `curtain` separates players, and `autosave` saves the game.
"""

from __future__ import annotations

from ...lazy import handed_on

__getattr__ = handed_on(__name__, {})  # names that were in the module of this name
