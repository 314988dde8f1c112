"""The targets of the keys of `given`: rows to make, zones to fill, states to set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...code.typing import symbols, types
from ...code.typing.rules import place_in
from ...code.typing.scope import How, what
from ...code.typing.typed import type_member
from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.source import Span
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import raw
from ...state.layout import row_key, row_number
from ...state.position import Position
from .compiled import CompiledGame
from .formulas import ReadableFormula

RESERVED = ("phase", "within", "knows", "posed")


@dataclass(frozen=True, slots=True)
class StateTarget:
    """A state to be set: how, the type of its values, the case's entry, and its name if it is one of the rules."""

    put: Callable[[Any], None]
    type: types.Type
    entry: YamlEntry
    name: str = ""


class GivenKeys:
    """Reads the keys of one `given`. Errors go to the report."""

    def __init__(self, game: CompiledGame, report: Report) -> None:
        self.game = game
        self.report = report

    def make_rows(self, entries: dict[str, YamlEntry], S: Position) -> None:
        """Makes what is given as `company 1: {owner: ann}`, in order."""
        layout = self.game.layout
        for key, entry in entries.items():
            number = row_number(layout, key)
            if number is None:
                continue
            kind = self.game.world.game.kinds.get(key.partition(" ")[0])
            if kind is None or kind.name == "call":
                self.report.error(
                    "not-given", "a position cannot set a pending call", entry.key_at, "make it with a choice"
                )
                continue
            if not isinstance(entry.value, dict):
                hint = f"write its fields: {key}: {{…}}"
                self.report.error("wrong-value", f"missing fields of `{key}`", entry.at, hint)
                continue
            made = self._made(kind, entry, S)
            if made is not None and made != number:
                message = f"`{row_key(layout, made)}` must come first: things of a kind are numbered as they are made"
                self.report.error("wrong-order", message, entry.key_at)

    def _made(self, kind: symbols.Kind, entry: YamlEntry, S: Position) -> int | None:
        formulas = self.game.formulas
        given = []
        mine = Report()
        for name, value in entry.value.items():
            node = formulas.parsed(_as_formula(value), value.at, mine)
            if node is not None:
                given.append((name, node))
        node = tree.New(entry.key_at, kind.name, given)
        formulas.typed(node, mine, How.ACTS)
        for diagnostic in mine:
            if diagnostic.severity == "error":
                self.report.add(diagnostic)
        if mine.failed:
            return None
        for member in kind.fields.values():  # the rules may have been typed for other options since
            type_member(self.game.world, place_in(self.game.world, kind=member.kind), member)
        made: int = formulas.reading(node)(S)
        return made

    def targets(
        self, entries: dict[str, YamlEntry], S: Position
    ) -> tuple[list[tuple[int, YamlEntry]], list[StateTarget]]:
        """The zones, by number, and the states that the keys name."""
        zones: list[tuple[int, YamlEntry]] = []
        states: list[StateTarget] = []
        for key, entry in entries.items():
            if key in RESERVED or row_number(self.game.layout, key) is not None:
                continue
            carried = carried_cell(self.game, key)
            if carried is not None:
                states.append(StateTarget(_cell(S, carried[0]), carried[1], entry))
                continue
            formula = self.game.formulas.read(key, entry.key_at, self.report)
            if formula is None:
                continue
            if isinstance(formula.node.ref, symbols.Zone):
                number = formula.value(S)
                if number is None:
                    self.report.error("not-made", f"unknown `{key}`: its owner has not been made", entry.key_at)
                else:
                    zones.append((number, entry))
                continue
            put = self._state(formula, S, entry.key_at)
            if put is not None:
                ref = formula.node.ref
                name = ref.name if isinstance(ref, symbols.State) else ""
                states.append(StateTarget(put, ref.type, entry, name))
        return zones, states

    def _state(self, formula: ReadableFormula, S: Position, at: Span) -> Callable[[Any], None] | None:
        ref = formula.node.ref
        if isinstance(ref, symbols.State):
            return self._of_state(ref, formula.node.args if isinstance(formula.node, tree.Call) else [], S)
        if isinstance(ref, symbols.Member) and ref.is_state and isinstance(formula.node, tree.Field):
            return self._of_member(ref, self.game.formulas.reading(formula.node.of)(S), S, at)
        said = what(ref) if isinstance(ref, symbols.Symbol) else "a formula"
        message = f"`{formula.text}` is {said}: a position can set only zones and states"
        self.report.error("not-given", message, at, "set the zones and states that it reads")
        return None

    def _of_state(self, ref: symbols.State, args: list[tree.Formula], S: Position) -> Callable[[Any], None] | None:
        row = self.game.numbering.state_rows[id(ref)]
        values = [self.game.formulas.reading(argument)(S) for argument in args]
        if row.first < 0:
            key = (row.place, *values)
            return lambda value: S.sparse.update({key: value})
        cell = row.first
        for argument, value, domain, stride in zip(args, values, row.domains, row.strides(), strict=True):
            if value is None or value not in domain.values:
                self.report.error("out-of-range", f"`{ref.name}` has no such argument", argument.at)
                return None
            cell += (value - domain.first) * stride
        return _cell(S, cell)

    def _of_member(self, ref: symbols.Member, thing: int | None, S: Position, at: Span) -> Callable[[Any], None] | None:
        if thing is not None and thing in S.rows:
            fields = S.rows[thing]
            return lambda value: fields.update({ref.name: value})
        row = self.game.numbering.state_rows.get(id(ref))
        if row is None or thing is None or thing not in row.domains[0].values:
            self.report.error("not-made", "its owner does not exist", at)
            return None
        return _cell(S, row.first + thing - row.domains[0].first)


def carried_cell(game: CompiledGame, key: str) -> tuple[int, types.Type] | None:
    """The cell of `thing.state` where the state is declared in the thing's own effect."""
    name, _, state = key.rpartition(".")
    things = game.things.get(name, [])
    if len(things) != 1:
        return None
    carried = game.world.game.carried.get(game.layout.things[things[0]].title)
    member = carried.states.get(state) if carried is not None else None
    if member is None:
        return None
    row = game.numbering.state_rows[id(member)]
    return row.first + things[0] - row.domains[0].first, member.type


def _cell(S: Position, index: int) -> Callable[[Any], None]:
    def put(value: Any) -> None:
        S.cells[index] = value
        S.rewritten()

    return put


def _as_formula(entry: YamlEntry) -> str:
    if isinstance(entry.value, list):
        return "[" + ", ".join(map(_as_formula, entry.value)) + "]"
    return raw(entry)
