"""Tables that passes work out from what is printed on things."""

from __future__ import annotations

from collections.abc import Mapping

from ...ir.expressions import Plain, PrintedTable


class NewTables:
    """`printed`: all there are, with those that have been made."""

    def __init__(self, printed: Mapping[PrintedTable, tuple[Plain, ...]]) -> None:
        self.printed: dict[PrintedTable, tuple[Plain, ...]] = {**printed}
        self.made: dict[PrintedTable, tuple[Plain, ...]] = {}
        self.by_values: dict[tuple[str, tuple[Plain, ...], tuple[type, ...]], PrintedTable] = {}

    def like(self, word: str, first: int, values: tuple[Plain, ...]) -> PrintedTable:
        """A table with these values for the things from the first on: an existing one, or a new one."""
        for table, column in self.printed.items():
            same = column[first : first + len(values)]
            if same == values and [*map(type, same)] == [*map(type, values)]:  # yes is not a number
                return table
        return self.table(word, (*[None] * first, *values))

    def table(self, word: str, values: tuple[Plain, ...]) -> PrintedTable:
        """The table of these values, by thing; shared by all code that needs the same. `word`: its purpose."""
        key = word, values, tuple(map(type, values))
        if key not in self.by_values:
            self.by_values[key] = table = (word, str(sum(word == other for other, *_ in self.by_values)))
            self.made[table] = self.printed[table] = values
        return self.by_values[key]
