"""Tables that the text of a module reads by name. They are made when first named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ir.expressions import Const, Expr, Make, PrintedTable
from .given import Given
from .movers import Mover

MANY = 3000  # things; for more no tables of kinds are made
COUNTED = 10  # masks of numbers below that are counted by a look into a table


def name_of_table(table: PrintedTable) -> str:
    """The constant that holds a printed field."""
    root, field = table
    return f"P_{root}_{field}"


class ConstantNames:
    """`values`: those named so far. `sets`: the prefix of the names of sets; each module has its own."""

    def __init__(self, given: Given, sets: str = "SET") -> None:
        self.given = given
        self.prefix = sets
        self.values: dict[str, Any] = {}
        self.made: dict[str, str] = {}  # tables that a module makes when it is loaded, as text
        self.movers: dict[str, Mover] = {}
        self.sets: dict[frozenset[Any], str] = {}

    def constant(self, name: str, value: Any) -> str:
        self.values[name] = value
        return name

    def members(self, members: tuple[Any, ...]) -> str:
        """A set of known values."""
        name = self.sets.setdefault(frozenset(members), f"{self.prefix}_{len(self.sets) + 1}")
        self.made[name] = f"frozenset({members!r})"
        return name

    def printed(self, table: PrintedTable) -> str:
        return self.constant(name_of_table(table), self.given.printed[table])

    def formulas(self, table: PrintedTable) -> str:
        """The functions of a field that holds formulas, by thing; the module makes the table."""
        root, field = table
        name = f"F_{root}_{field}"
        self.made[name] = f"({''.join(f'{unit}, ' for unit in self.given.formulas[table])})"
        return name

    def nth(self, table: PrintedTable, thing: int) -> str:
        """A function that finds a member of a thing's printed list by its place; the module makes it."""
        root, field = table
        name = f"NTH_{root}_{field}_{thing}"
        self.made[name] = f"dict(enumerate({self.printed(table)}[{thing}], 1)).get"
        return name

    def tabled(self, unit: str, args: int) -> str:
        """The results of a function that reads no position, by its arguments; the module makes the table."""
        name = f"TABLE_{unit}"
        given = "key" if args == 1 else "*key"
        self.made[name] = f"Table(lambda key: {unit}(Tank(), {given}))"
        return name

    def code(self, table: PrintedTable) -> str:
        """A function that runs the printed code, by thing; none if there is none."""
        root, field = table
        name = f"RUN_{root}_{field}"
        self.made[name] = f"tuple([CODE[n] if n is not None else None for n in {self.printed(table)}])"
        return name

    def sums(self, table: PrintedTable) -> str:
        """The total for a set of things, by its mask; the module makes the table."""
        root, field = table
        name = f"SUMS_{root}_{field}"
        self.made[name] = f"Sums({self.printed(table)})"
        return name

    def modified(self, unit: str, slot: int, together: bool) -> str:
        """By the active rules in a slot: the value of a function for each thing, or for a mask of them."""
        name = f"MODIFIED_{unit}"
        self.made[name] = f"ModifiedValues({unit}, {slot})"
        if together:
            self.made[f"SUMS_OF_{unit}"] = f"ModifiedSums({name})"
        return f"SUMS_OF_{unit}" if together else name

    def shifted(self, table: PrintedTable, more: int) -> str | None:
        """A number printed on each thing and `more`, which are added when compiling."""
        values = self.given.printed[table]
        if not all(value is None or isinstance(value, int) for value in values):
            return None
        root, field = table
        name = f"AT_{root}_{field}_{more}" if more > 0 else f"AT_{root}_{field}_less_{-more}"
        return self.constant(name, tuple(None if value is None else value + more for value in values))

    def kind(self, low: int, end: int) -> str | None:
        """Whether a thing is of a kind, by its number; none if things without such a number may be tested."""
        things = self.given.things
        if self.given.row_sorts or things > MANY:
            return None
        return self.constant(f"KIND_{low}_{end}", tuple([low <= n < end for n in range(things)]))

    def count(self, end: int | None) -> str | None:
        """How many a mask of numbers below `end` holds; none where that is not small."""
        if end is None or end > COUNTED:
            return None
        return self.constant(f"COUNT_{end - 1}", tuple(n.bit_count() for n in range(1 << end)))

    def by_value(self, table: PrintedTable, low: int, end: int) -> str:
        """The things low..end-1 by their printed values."""
        found: dict[Any, tuple[int, ...]] = {}
        for thing in range(low, end):
            value = self.given.printed[table][thing]
            found[value] = (*found.get(value, ()), thing)
        return self.constant(f"BY_{table[0]}_{table[1]}_{low}_{end}", found)

    def call(self, option: Make) -> tuple[str, Expr] | None:
        """The options of an action with one thing as its argument, for a known player, are stored by the thing:
        their table, and the thing.
        """
        match option.items:
            case (Const(_, int(action)), Const(_, int(player)), Const(_, None), Make(_, (thing,))) if action >= 0:
                low, end = thing.rep.low, thing.rep.end
                if thing.rep.sort != "thing" or thing.rep.optional or low is None or end is None:
                    return None
                calls = [None] * low + [(action, player, None, (one,)) for one in range(low, end)]
                return self.constant(f"CALLS_{action}_{player}_{low}_{end}", tuple(calls)), thing
        return None

    def mover(self, mover: Mover) -> str:
        """The function for such moves, which the module will contain."""
        self.movers[mover.name] = mover
        return mover.name

    def cells(self, table: str) -> str:
        """The cells of a table of a pack."""
        return self.constant(f"CELLS_{table}", dict(self.given.lookups[table].cells))

    def finished(self) -> Mapping[str, Any]:
        """With the shares of things in what is tallied, which the runtime reads, which things have effects, and which
        zones are in play.
        """
        given = self.given
        shares = {
            f"TALLY_{zone}": tuple(1 << first + thing for thing in range(given.things))
            for zone, first in given.tallied.items()
        }
        effects = {"HAS_EFFECTS": tuple([n in given.effects for n in range(given.things)])} if given.effects else {}
        return self.values | shares | effects | {"IN_PLAY": tuple([zone.in_play for zone in given.layout.zones])}
