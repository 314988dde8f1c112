"""Numbers for all declarations of a game: things, zones, cells, rows, boards; and the tables of printed values."""

from .numbering import Numbering, number_game

__all__ = ["Numbering", "number_game"]
