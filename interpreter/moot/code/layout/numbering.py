"""The numbering of a game: its layout, and the other data with which the compiler names things, zones and cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from ...state.layout import Layout, StateRow
from ..typing import symbols
from .board_rows import board_row
from .states import number_states
from .things import Things, number_things
from .values import Value
from .zones import homes, number_zones, zone_number


@dataclass(frozen=True, slots=True)
class Numbering(Things):
    """All numbers of a game.

    homes: the initial zone of each thing, -1 for none. zone_numbers: the first of each zone, -1 for those of rows.
    row_zones: by kind of rows, the zones of each row. row_kinds: kinds of rows, their fields in the order of the row.
    state_rows: by id of the symbol (State or Member).
    """

    layout: Layout
    homes: tuple[int, ...]
    zone_numbers: Mapping[str, int]
    row_zones: Mapping[str, tuple[str, ...]]
    row_kinds: Mapping[str, tuple[str, ...]]
    state_rows: Mapping[int, StateRow]

    def zone_number(self, name: str, args: Sequence[int]) -> int:
        """The number of a zone with these arguments."""
        return zone_number(self.layout, name, args)

    @property
    def everybody(self) -> int:
        """A bit for each player."""
        return (1 << len(self.game.players)) - 1

    def first_of(self, title: str) -> int | None:
        """The thing that a title means: its first copy, if any is in the game."""
        copies = self.copies.get(title, ())
        return copies[0] if copies else None

    def printed(self, thing: int, field: str) -> object:
        """The printed values of a thing, from typing (symbols.ThingValues): by its deck, or else by its title."""
        values = self.game.things[self.rows[thing].title]
        return self.deck_values.get(thing, {}).get(field, values.values.get(field, values.code.get(field)))

    def settled(self, value: object, unit_of: Mapping[int, int] | None = None) -> Value | None:
        """A printed value with things as their numbers. `unit_of`: by id of a CodeUnit its number; of others none."""
        match value:
            case symbols.TitleOf(title):
                return self.first_of(title)
            case tuple():
                return tuple(self.settled(item, unit_of) for item in value)
            case symbols.CodeUnit():
                return (unit_of or {}).get(id(value))
            case bool() | int() | str() | None:
                return value
            case _:
                raise TypeError(f"no constant: {value!r}")


def number_game(game: symbols.TypedGame) -> Numbering:
    """Number a typed game. Raises MootError where too much would be kept, or an option names a thing not there."""
    things = number_things(game)
    layout = Layout(game.players)
    layout.things = list(things.rows)
    layout.names = {kind: list(names) for kind, names in things.names.items()}
    layout.close_things()
    rows = {kind.name: tuple(kind.fields) for kind in game.kinds.values() if things.is_row_kind(kind.name)}
    layout.add_row_kinds(["call", *(kind for kind in rows if kind != "call")])
    zones = number_zones(things, layout)
    lying = homes(things, layout)
    states = number_states(things, layout)
    layout.boards = [board_row(board, things.copies) for board in game.boards.values()]
    known = {field.name: getattr(things, field.name) for field in fields(things)}
    return Numbering(
        **known,
        layout=layout,
        homes=lying,
        zone_numbers=zones.numbers,
        row_zones=zones.of_rows,
        row_kinds=rows,
        state_rows=states,
    )
