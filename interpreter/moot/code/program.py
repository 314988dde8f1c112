"""A compiled game: only plain data and code objects, so that it can be cached and loaded quickly.

A constant of a quickly compiled program compiles the rest as it is called (code.emit.later); no cache stores such a
program.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, field, fields
from types import CodeType
from typing import Any, NamedTuple

from ..pack.model.yaml_text import plain_text
from ..state.boards import BoardRow
from ..state.layout import IndexRange, Layout, StateRow, ThingRow, ZoneRow
from ..state.position import Value
from ..state.view import Data
from .program_index import ProgramIndex


class Site(NamedTuple):
    """A site where a player, or nature, decides. `rule`: the line of the rules; `none`: the word for no value."""

    prompt: str
    rule: int
    tag: str
    none: str


class RuleLine(NamedTuple):
    """A line of the rules, and the clauses that it cites, as document/id."""

    label: str
    file: str
    line: int
    clauses: tuple[str, ...]


# The kinds of declarations that may have words.
SORTS = (
    *("option", "action", "zone", "state", "field", "kind", "phase", "procedure", "function", "table", "board"),
    *("deck", "thing"),
)
NO_RULE = RuleLine("", "", 0, ())


@dataclass(slots=True)
class Program:
    """`fast` and `traced` are the same rules, each as modules that are executed in turn; the traced form writes the
    journal. Their frames can be exchanged.
    """

    id: str
    title: str
    digest: str
    version: str
    versions: dict[str, str]  # of the packs it is made of
    options: dict[str, str]  # as written
    option_defaults: dict[str, str]  # as written, where the caller sets none
    option_places: dict[str, tuple[str, tuple[str, ...]]]  # its possible values, and the clauses of the ambiguity
    stand_in: list[str]
    about: dict[str, str]  # notes for players: goal, turn, length, numbers, first
    docs: dict[str, tuple[str, dict[str, str]]]  # words by sort and name, as `option mode`, and words of its parts
    terms: dict[str, str]
    layout: Layout
    homes: list[int]
    sites: list[Site]
    rules: list[RuleLine]
    document: str  # the edition's own, which a clause without `/` means; empty if it has none
    documents: tuple[str, ...]  # its own and those of the packs below it; another edition's are not among them
    clauses: dict[str, tuple[str, str, str]]  # document/id: gist, place, kind
    constants: dict[str, Any]
    index: ProgramIndex
    fast: tuple[CodeType, ...]
    traced: tuple[CodeType, ...]
    warnings: list[Data]
    report: dict[str, list[str]]  # for tools: `time`, `score`, `columns`, by names without parameters
    # decks that options choose: id, the option, for which options, whether it is used
    samples: list[tuple[str, str, dict[str, Value], bool]]
    player_decks: dict[str, dict[str, dict[str, int]]]  # that players brought along: by section and id, copies
    # Keys and texts of options, as far as they have been made (stack.decision).
    offered: dict[tuple[object, object], tuple[str, str]] = field(default_factory=dict, init=False, repr=False)
    titles: dict[str, str] = field(init=False, repr=False)  # of things, by their keys

    def __post_init__(self) -> None:
        self.titles = {thing.key: thing.title for thing in self.layout.things}

    def rule(self, number: int) -> RuleLine:
        """A line of the rules by its number; an empty one for what no rule has done, -1."""
        return self.rules[number] if number >= 0 else NO_RULE

    def dump(self) -> bytes:
        """For the cache; marshal, so that loading runs nothing."""
        data = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        data["index"] = self.index.dump()
        data["sites"] = list(map(tuple, self.sites))
        data["rules"] = list(map(tuple, self.rules))
        lay = self.layout
        data["layout"] = {
            "players": lay.players,
            "names": lay.names,
            "things": [(t.key, t.title, t.kind, t.deck) for t in lay.things],
            "zones": [(z.name, z.args, z.sort, z.seen, z.in_play) for z in lay.zones],
            "zone_bases": {n: (base, [_triple(d) for d in domains]) for n, (base, domains) in lay.zone_bases.items()},
            "states": [(s.name, s.owner, [_triple(d) for d in s.domains], s.tag, s.first, s.place) for s in lay.states],
            "cells": lay.cells,
            "row_kinds": lay.row_kinds,
            "made": lay.made,
            "boards": [
                [b.grid and b.grid.dump() if f.name == "grid" else getattr(b, f.name) for f in fields(b)]
                for b in lay.boards
            ],
        }
        return marshal.dumps(data)

    @staticmethod
    def load(raw: bytes) -> Program:
        """Raises ValueError, EOFError, TypeError or KeyError on what `dump` did not make."""
        data = marshal.loads(raw)
        lay = data["layout"]
        data["layout"] = Layout(
            lay["players"],
            lay["names"],
            [ThingRow(*t) for t in lay["things"]],
            [ZoneRow(*z) for z in lay["zones"]],
            {n: (base, [IndexRange(*d) for d in domains]) for n, (base, domains) in lay["zone_bases"].items()},
            [StateRow(n, o, [IndexRange(*d) for d in ds], t, f, p) for n, o, ds, t, f, p in lay["states"]],
            lay["cells"],
            lay["row_kinds"],
            _boards(lay["boards"]),
            lay["made"],
        )
        data["index"] = ProgramIndex.load(data["index"])
        data["sites"] = list(map(Site._make, data["sites"]))
        data["rules"] = list(map(RuleLine._make, data["rules"]))
        return Program(**data)


def words_of(program: Program, name: str, part: str = "", sort: str = "") -> str:
    """The words of a declaration, or of one of its values or parameters; empty if there are none.

    `name`: as the rules call it, of a field `kind.field`. `sort`: option, state, zone …, if it is known.
    """
    for key in (f"{sort} {name}",) if sort else (f"{one} {name}" for one in SORTS):
        text, parts = program.docs.get(key, ("", {}))
        found = parts.get(part, "") if part else text
        if found:
            return found
    return ""


def option_words(program: Program, option: str) -> list[tuple[str, str]]:
    """The values of an option that have names, each with its words: the values of its type, then any others."""
    of = program.option_places[option][0]
    plain = of.removesuffix(" or none")
    values = ["yes", "no"] if plain == "bool" else plain.split(", ") if ", " in plain else []
    values = values or program.layout.names.get(plain, [])
    _, parts = program.docs.get(f"option {option}", ("", {}))
    return [(value, parts.get(value, "")) for value in dict.fromkeys([*values, *parts])]


def _boards(rows: list[Any]) -> list[BoardRow]:
    if not rows:
        return []
    from ..state.grids import load_grid  # only here, as most games have no board

    return [BoardRow(name, load_grid(grid), *more) for name, grid, *more in rows]


def _triple(domain: IndexRange) -> tuple[int, int, str]:
    return domain.first, domain.count, domain.tag


MOST = 6  # values of an option that are tried


def other_values(program: Program, option: str) -> list[Any]:
    """The other values of an option, if there are few."""
    told, now = program.option_places[option][0], program.options[option]
    if told == "bool":
        values: list[Any] = [True, False]
    elif ".." in told and all(end.lstrip("-").isdigit() for end in told.split("..")):
        low, high = map(int, told.split(".."))
        values = list(range(low, high + 1)) if high - low < MOST else []
    else:
        values = told.split(", ") if ", " in told else []
    return [value for value in values if plain_text(value) != now][:MOST]
