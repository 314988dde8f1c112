"""Players' decks: read from any format, checked against the game's laws, improved, written.

`file`, `encoding`, `line_formats` and `tree_formats` read a file into a `listing`. `match_cards` finds the cards
(`game_format` is the game's definition of deck files), and `legality` checks them. `constraints`, `pool` and `search`
build better decks; `write` writes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .file import read_deck
    from .write import write_deck

__all__ = ["read_deck", "write_deck"]

__getattr__ = handed_on(
    __name__,
    {
        "read_deck": "file",
        "write_deck": "write",
    },
)
