"""Draws what one seat may see of a game (players, zones, things with their printed facts) from views alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...code.program import Program
from ...stack.decision import Decision, Option
from ...stack.journal import Teller
from ...stack.scoreboard import Marks
from ...stack.words import name_words
from .narrated import NarratedLine, cited
from .printed import PrintedFacts
from .screen import NOTHING, Screen

MANY = 12  # a zone of more things lists only names
LAST = 4  # of a long row, the last things that are drawn in full
SOME = 6  # the number of places listed that share a state


_COLOURS = ("cyan", "red", "green", "magenta", "yellow", "blue")
_LOOK = "(look NAME shows the text of one of these)"


def _at_places(values: dict[str, list[str]]) -> str:
    """The places of each value of a state, as in `ann at 0121, 0122, bob at 1903`; for yes or no, only the places."""
    told = []
    for value, places in values.items():
        some = ", ".join(places[:SOME]) + (f" and {len(places) - SOME} more" if len(places) > SOME else "")
        told.append(some if value == "yes" else f"{value} at {some}")
    return ", ".join(told)


class Drawing:
    """Draws views of one game."""

    def __init__(self, program: Program, out: Console, folds: bool = False) -> None:
        """`folds`: break long lines even without a terminal, for a person reading along."""
        self.program = program
        self.out = out
        self.folds = folds or out.is_terminal
        self.teller = Teller(program)
        self.facts = PrintedFacts(program)
        self.untold = frozenset(program.report.get("untold", ()))
        self.with_calls: Callable[[str], str] = str  # words a pending call by its text
        self.named: dict[str, set[str]] = {}  # by player: the choices last listed by name only
        self.blocks: list[str] = []  # the parts of the table being drawn

    # ---------------------------------------------------------------------------------------------- the whole table

    def view(
        self,
        view: dict[str, Any],
        player: str,
        decision: Decision | None = None,
        totals: Sequence[tuple[str, str]] = (),
        marks: Marks | None = None,
        table: Mapping[str, Sequence[str]] | None = None,
        seen: Collection[str] = (),
    ) -> tuple[str, ...]:
        """Everything that a seat may see, in the pack's report layout if it has one. Zones whose things are all among
        the choices of `decision` are left out. Returns the visible blocks; blocks in `seen` are not drawn again.

        `totals`: public totals in words. `marks`: notes on things, by key. `table`: values of functions of each player.
        """
        beside = self.marks(view["states"], marks or {})
        offered = {self.thing_of(option) for option in decision.options} if decision is not None else set()
        self.blocks = []
        if "table" in self.program.report:
            Screen(self, view, beside, offered).draw(player, table or {}, totals)
        else:
            self._table(view, player, offered, beside, totals)
        for block in self.blocks:
            if block not in seen:
                self.out.file.write(block)
        if any(block in seen for block in self.blocks):
            self.out.print()
            self.put(Text("(the rest of the table is unchanged; look draws it)", style="dim"))
        return tuple(self.blocks)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Everything drawn inside is one part of the table."""
        with self.out.capture() as drawn:
            yield
        if drawn.get().strip():
            self.blocks.append(drawn.get())

    def _table(
        self,
        view: dict[str, Any],
        player: str,
        offered: set[str],
        beside: Marks,
        totals: Sequence[tuple[str, str]],
    ) -> None:
        with self.block():
            self.out.print()
            self._players(view, player, totals)
        places: dict[str, list[str]] = {}
        others = []
        for key, zone in view["zones"].items():
            things = zone.get("things", zone.get("known", []))
            place = key.partition("(")[2].rstrip(")")
            if things and self.facts.on_board(place):
                places.setdefault(place, []).extend(things)
                places[place] += [f"{zone['count'] - len(things)} unseen"] * (zone["count"] > len(things))
            elif things and not offered >= set(things):
                others.append((key, zone, things))
        kinds = {self.facts.kind(thing) for standing in places.values() for thing in standing}
        for key, zone, things in others:
            with self.block():
                if kinds.isdisjoint(map(self.facts.kind, things)) or self._in_play(key):
                    self._zone(key, zone, things, beside)
                else:
                    self._off_board(key, things)
        with self.block():
            self._places(places, beside)

    def _places(self, places: dict[str, list[str]], marks: Marks) -> None:
        """The contents of places on a board, one line a place."""
        if not places:
            return
        self.out.print()
        for place in sorted(places):
            line = Text.assemble((f"{self.facts.name(place)}  ", "bold"))
            for number, thing in enumerate(places[place]):
                owner = self.owner(thing)
                notes = [name_words(self.program, self.program.layout.players[owner])] if owner >= 0 else []
                notes += [name if value == "yes" else f"{name} {value}" for name, value in marks.get(thing, ())]
                line.append("; " if number else "")
                line.append(self.facts.name(thing), style=self.colour(owner) if owner >= 0 else "")
                line.append(f" ({', '.join(notes)})" if notes else "")
            self.put(line)
        self.put(Text(_LOOK, style="dim"))

    def _players(self, view: dict[str, Any], player: str, totals: Sequence[tuple[str, str]]) -> None:
        """Each player's states and sizes of zones, and a line of the common ones."""
        players = self.program.layout.players
        rows: dict[str, dict[str, str]] = {}
        sizes: dict[str, dict[str, str]] = {}
        common: list[str] = []
        grounds: dict[str, dict[str, list[str]]] = {}
        standing = self._on_places(view)
        for key, value in view["states"].items():
            head, _, inside = key.partition("(")
            if self.facts.on_board(inside.rstrip(")")):
                if str(value) not in NOTHING:
                    of_value = grounds.setdefault(name_words(self.program, head), {}).setdefault(self._value(value), [])
                    of_value.append(self.facts.name(inside.rstrip(")")))
            elif inside.rstrip(")") not in standing:  # otherwise a note next to the thing
                self._sort_in(key, self._value(value), rows, common)
        common += [f"{words}: {_at_places(values)}" for words, values in grounds.items()]
        for key, zone in view["zones"].items():
            hidden = "known" in zone  # public zones are drawn below
            if key.partition("(")[2].rstrip(")") in standing:
                continue
            self._sort_in(key, str(zone["count"]), sizes, common if hidden else None)
        rows |= {words: counts for words, counts in sizes.items() if set(counts.values()) != {"0"}}
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("")
        for number, name in enumerate(players):
            you = " (you)" if name == player else ""
            table.add_column(name_words(self.program, name) + you, style=self.colour(number))
        for words, values in rows.items():
            table.add_row(words, *(values.get(name, "") for name in players))
        self.out.print(table)
        common += [f"{words}: {value}" for words, value in totals]
        if common:
            self.put(Text("; ".join(common), style="dim"))

    def _on_places(self, view: Mapping[str, Any]) -> set[str]:
        """The keys of the visible things on places of a board."""
        zones = view["zones"].items()
        on_board = [zone for key, zone in zones if self.facts.on_board(key.partition("(")[2].rstrip(")"))]
        return {thing for zone in on_board for thing in zone.get("things", zone.get("known", []))}

    def _sort_in(self, key: str, value: str, rows: dict[str, dict[str, str]], common: list[str] | None) -> None:
        head, _, inside = key.partition("(")
        if head.rpartition(".")[2] in self.untold:
            return
        if inside and inside.rstrip(")") in self.program.layout.players:
            rows.setdefault(name_words(self.program, head), {})[inside.rstrip(")")] = value
        elif common is not None and "." not in head and value not in NOTHING:
            common.append(f"{self.teller.state_words(key)}: {value}")

    def _value(self, value: Any) -> str:
        if not isinstance(value, str):
            return str(value)
        return self.facts.name(value) if value in self.program.titles else name_words(self.program, value)

    def _zone(self, key: str, zone: dict[str, Any], things: Sequence[str], marks: Marks) -> None:
        title = self.teller.zone_words(key)
        unseen = zone["count"] - len(things)
        if "known" in zone:
            title += f" ({zone['count']}; those you know:)" if unseen else f" ({zone['count']}; you know all of them)"
        self.out.print()
        self.out.print(Text(title, style="bold"))
        owners = {self.owner(thing) for thing in things}
        if len(things) > MANY:
            if not self._is_row(key):
                self._names(things, owners, marks)
                return
            self._names(things[:-LAST], owners, marks)  # the next card answers the last one
            things = things[-LAST:]
            self.out.print()
        self.side_by_side([self._block(thing, len(owners) > 1, marks.get(thing, ())) for thing in things])

    def _is_row(self, zone: str) -> bool:
        name = zone.partition("(")[0]
        return any(row.sort == "row" for row in self.program.layout.zones if row.name == name)

    def _in_play(self, zone: str) -> bool:
        name = zone.partition("(")[0]
        return any(row.in_play for row in self.program.layout.zones if row.name == name)

    def _off_board(self, key: str, things: Sequence[str]) -> None:
        """Pieces that are not on the board, such as later arrivals: one line with their number."""
        title, players = self.teller.zone_words(key), self.program.layout.players
        owners = [self.owner(thing) for thing in things]
        told = [
            f"{owners.count(owner)}" + (f" of {name_words(self.program, players[owner])}" if owner >= 0 else "")
            for owner in sorted(set(owners))
        ]
        self.out.print()
        self.put(Text.assemble((title, "bold"), "  ", ", ".join(told), (f"  (look {title} lists them)", "dim")))

    def _names(self, things: Sequence[str], owners: set[int], marks: Marks) -> None:
        """One line per owner for many things of a name."""
        for owner in sorted(owners):
            line = Text("")
            if owner >= 0 and len(owners) > 1:
                line.append(f"of {name_words(self.program, self.program.layout.players[owner])}  ", style="dim")
            own = [thing for thing in things if self.owner(thing) == owner]
            before = ""
            for number, thing in enumerate(own):
                notes = [name if value == "yes" else f"{name} {value}" for name, value in marks.get(thing, ())]
                name = self.facts.name(thing)
                stem, _, last = name.rpartition(" ")
                line.append(", " if number else "")
                short = last if stem == before and last.isdigit() else name  # orc archers 1, 2, 3
                line.append(short, style=self.colour(owner) if owner >= 0 else "")
                line.append(f" ({', '.join(notes)})" if notes else "", style="yellow")
                before = "" if notes else stem
            self.put(line, hang=2)
        self.put(Text(_LOOK, style="dim"))

    def marks(self, states: dict[str, Any], marks: Marks) -> Marks:
        """For each thing, its noteworthy states, such as the turn it arrived in, and its marks."""
        found: Marks = {}
        for key, value in states.items():
            thing, dot, name = key.rpartition(".")
            if not dot and "(" in key:  # a state of one thing, as in `fuel(stove)`
                name, _, thing = key.rstrip(")").partition("(")
                dot = "" if self.facts.number(thing) is None or self.facts.on_board(thing) else "."
            if dot and "(" not in name and str(value) not in NOTHING and name not in self.untold:
                found.setdefault(thing, []).append((name_words(self.program, name), self._value(value)))
        for thing, told in marks.items():
            found.setdefault(thing, []).extend(
                (name_words(self.program, name), self._value(value)) for name, value in told
            )
        return found

    # ---------------------------------------------------------------------------------------------- things

    def _block(self, key: str, with_owner: bool, marks: Sequence[tuple[str, str]] = ()) -> list[Text]:
        """A thing as a few short lines of equal width."""
        number, owner = self.facts.number(key), self.owner(key)
        lines = [Text(self.facts.name(key), style=self.colour(owner) if owner >= 0 else "")]
        if with_owner and owner >= 0:
            lines.append(Text(f"of {name_words(self.program, self.program.layout.players[owner])}", style="dim"))
        for name, value in self.facts.of(number) if number is not None else ():
            lines.append(Text.assemble((f"{name} ", "dim"), value) if value != "yes" else Text(name, style="italic"))
        lines += [Text(f"{name} {value}" if value != "yes" else name, style="yellow") for name, value in marks]
        width = max(line.cell_len for line in lines)
        for line in lines:
            line.pad_right(width - line.cell_len)
        return lines

    def colour(self, player: int) -> str:
        return _COLOURS[player % len(_COLOURS)]

    def owner(self, key: str) -> int:
        """The owner of a thing, from its printed facts or its deck; -1 if it has no owner."""
        number = self.facts.number(key)
        return -1 if number is None else self.facts.owner(number)

    def side_by_side(self, blocks: Sequence[list[Text]], gap: str = "  ") -> None:
        """Print blocks of lines side by side as far as the width allows, the rest below."""
        row: list[list[Text]] = []
        used = 0
        for block in [*blocks, None]:
            width = block[0].cell_len + len(gap) if block else 0
            if row and (block is None or used + width > self.out.width):
                height = max(len(one) for one in row)
                for n in range(height):
                    parts = [one[n] if n < len(one) else Text(" " * one[0].cell_len) for one in row]
                    line = Text(gap).join(parts)
                    line.rstrip()
                    self.out.print(line, no_wrap=True, crop=False, overflow="ignore")
                if block is not None:
                    self.out.print()
                row, used = [], 0
            if block:
                row.append(block)
                used += width

    # ---------------------------------------------------------------------------------------------- lines

    def put(self, text: Text, hang: int = 6) -> None:
        """Print one line; for a person, wrapped at words, with a hanging indent of `hang`."""
        if not self.folds or text.cell_len <= self.out.width:
            self.out.print(text, soft_wrap=True)
            return
        lead = len(text.plain) - len(text.plain.lstrip(" "))
        inside = max(lead, hang)
        rest, before = text[lead:], lead
        while rest.plain:  # the first line has more room than those below it
            line = rest.wrap(self.out, max(self.out.width - before, 20))[0]
            line.rstrip()
            rest = rest[len(line.plain) :]
            rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")) :]
            line.pad_left(before)
            self.out.print(line, soft_wrap=True)
            before = inside

    def lines(self, lines: Sequence[NarratedLine]) -> None:
        """Narration, with clauses in dim brackets."""
        for line in lines:
            behind = line.card or cited(line.clauses)
            clauses = f"  [{behind}]" if behind else ""
            if line.heading:
                mark = "══" if line.heading == 1 else "──"
                self.out.print()
                self.put(Text.assemble((f"{mark} {line.text} {mark}", "bold"), (clauses, "dim")))
            elif line.final:
                self.out.print()
                self.put(Text.assemble((line.text, "bold"), (clauses, "dim")))
            else:
                self.put(Text.assemble("  ", line.text, (clauses, "dim")))

    def thing_of(self, option: Option) -> str:
        """The key of the thing behind an option; empty if there is none."""
        things = self.program.layout.things
        value = option.value
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(things):
            return ""
        row = things[value]  # a number may also be just a number
        return row.key if option.key in (row.key, row.title) else ""
