"""Numbers for all that a game declares: things, zones, cells, rows, boards; and the tables of what is printed."""

from .numbering import Numbering, number_game

__all__ = ["Numbering", "number_game"]
