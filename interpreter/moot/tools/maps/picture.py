"""A picture of a board, independent of the way it is drawn: places, sides, pieces, a key."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...pack.model.boards import Board


@dataclass(slots=True)
class Counter:
    """A piece with its id, label and colour. `printed`: the values on its counter. `title`: its full name."""

    id: str
    label: str
    colour: str
    printed: str = ""
    title: str = ""


@dataclass(slots=True)
class DrawnPlace:
    """A place. `rings`: colours of outlines inside it. `shown`: the overlays on it, by number. `note`: the cost of
    getting there.
    """

    id: str
    title: str
    colour: str
    mark: str = ""
    names: list[str] = field(default_factory=list)
    pieces: list[Counter] = field(default_factory=list)
    rings: list[str] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    note: str = ""
    in_line: bool = False


@dataclass(slots=True)
class DrawnSide:
    """The drawing between two places, by their indices. `across`: from centre to centre, like a road."""

    ends: tuple[int, int]
    colour: str
    width: int
    across: bool
    label: str = ""  # written on a link


@dataclass(slots=True)
class Picture:
    board: Board
    title: str
    places: list[DrawnPlace]
    sides: list[DrawnSide] = field(default_factory=list)
    key: list[tuple[str, str, str]] = field(default_factory=list)  # colour, mark, meaning
    overlays: list[tuple[str, str]] = field(default_factory=list)  # name, colour
    facts: str = ""  # the map's line about the game, next to its title
    line: tuple[int, int] | None = None
    sees: bool | None = None  # whether the line of sight is clear, if the map defines that

    @property
    def full_title(self) -> str:
        return f"{self.title}, {self.facts}" if self.facts else self.title

    @property
    def stacks(self) -> list[str]:
        """The places with several pieces, and their contents from top to bottom."""
        return [
            f"{place.title}: "
            + ", ".join(" ".join(filter(None, (one.title or "?", one.printed))) for one in place.pieces)
            for place in self.places
            if len(place.pieces) > 1
        ]
