"""The position in which a case begins: the start position with what `given` says, and the procedure to run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...code.typing import types
from ...code.typing.names import signature as signature
from ...code.typing.scope import How
from ...code.typing.types import bare
from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.spelling import nearest, there_are
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import raw
from ...stack.faults import Fault
from ...state.position import Position
from .case_values import CaseValues
from .compiled import CompiledGame
from .given import GivenKeys, StateTarget
from .placement import begins_anew, enter_phase, fill_zones, phases_around, settle_whens

_MOST_LISTED = 40  # procedures in a hint; of more, phases alone


@dataclass(slots=True)
class Start:
    """The start of a case: the position, ready to run, and the call."""

    position: Position
    procedure: str
    args: tuple[Any, ...]


class PositionMaker:
    """Applies `given` to the start position. Errors go to the report."""

    def __init__(self, game: CompiledGame, report: Report) -> None:
        self.game = game
        self.report = report
        self.values = CaseValues(game, report)
        self.form = game.game.machine.fast
        self.layout = game.layout

    def make(
        self, given: Mapping[str, YamlEntry] | YamlEntry | None, besides: Mapping[str, YamlEntry] | None = None
    ) -> Start | None:
        """The start; None, with diagnostics, if `given` is wrong. `besides`: more states."""
        entries = given.value if isinstance(given, YamlEntry) else given or {}
        try:
            return self._made({**entries, **(besides or {})})
        except Fault as fault:
            for diagnostic in self.game.game.machine.fault(fault).diagnostics:
                self.report.add(diagnostic)
            return None

    def _made(self, entries: dict[str, YamlEntry]) -> Start | None:
        S = self.game.game.machine.blank(0)
        main: str = self.game.game.program.index.main
        begin = self._running(entries["phase"], S) if "phase" in entries else (main, ())
        for number, args in self._around(begin[0], entries, S) if begin is not None else ():
            enter_phase(self.game.game, S, number, args)
        given_keys = GivenKeys(self.game, self.report)
        given_keys.make_rows(entries, S)
        self.values.rows = S.rows
        zones, states = given_keys.targets(entries, S)
        self._place(S, zones)
        self._set(S, states, begin[0] if begin is not None else main)
        if "knows" in entries:
            self._know(S, entries["knows"])
        if self.report.failed or begin is None:
            return None
        settle_whens(self.game.game, S)
        return Start(S, *begin)

    # -------------------------------------------------------------------------------------------- where it begins

    def _running(self, entry: YamlEntry, S: Position) -> tuple[str, tuple[Any, ...]] | None:
        """A procedure or phase with its arguments, as `play(ann)`."""
        text = raw(entry)
        procedures = self.game.world.game.procedures
        name = text.partition("(")[0].strip()
        symbol = procedures.get(name)
        if symbol is None:
            listed = procedures if len(procedures) <= _MOST_LISTED else self.game.game.program.index.phases
            hint = nearest(name, procedures) or there_are(listed)
            self.report.error("unknown-phase", f"unknown phase or procedure `{name}`", entry.at, hint)
            return None
        if "(" not in text:
            if symbol.params:
                message = f"`{name}` needs its arguments: `{signature(symbol)}`"
                self.report.error("wrong-arity", message, entry.at)
                return None
            return name, ()
        mine = Report()
        formulas = self.game.formulas
        node = formulas.parsed(text, entry.at, mine)
        if node is not None:
            formulas.typed(node, mine, How.ACTS)
        for d in mine:
            if d.severity == "error":
                quotes = "in a list, put entries with a comma in quotes" if d.code == "unclosed-parenthesis" else ""
                self.report.add(replace(d, hint=d.hint or quotes))
        if mine.failed or not isinstance(node, tree.Call):
            return None
        return name, tuple(formulas.reading(argument)(S) for argument in node.args)

    def _around(self, begun: str, entries: dict[str, YamlEntry], S: Position) -> list[tuple[int, tuple[Any, ...]]]:
        """The phases that run around it and keep a scope: number and arguments, outermost first."""
        index = self.game.game.program.index
        told: dict[str, tuple[Any, ...]] = {}
        places: dict[str, YamlEntry] = {}
        for item in entries["within"].value if "within" in entries else []:
            found = self._running(item, S)
            if found is None:
                continue
            if found[0] not in index.phases:
                self.report.error("unknown-phase", f"`{found[0]}` is a procedure, not a phase", item.at)
            told[found[0]], places[found[0]] = found[1], item
        around = []
        lacking: list[str] = []
        for name in phases_around(index, begun, told):
            number = index.scopes.get(name)
            params = index.procedures[name]
            if number is None:
                continue
            if params and name not in told:
                lacking.append(name)
            around.append((number, told.get(name, ())))
        if lacking:
            shown = ", ".join(signature(self.game.world.game.procedures[name]) for name in lacking)
            message = f"`{begun}` runs in {' and '.join(f'`{name}`' for name in lacking)}, which take arguments"
            message = message if len(lacking) > 1 else message.replace("which take", "which takes")
            hint = f"give them, outermost first: within: [{shown}]"
            self.report.error("which-phase", message, entries["phase"].at, hint)
        return around

    # -------------------------------------------------------------------------------------------- putting it there

    def _place(self, S: Position, zones: list[tuple[int, YamlEntry]]) -> None:
        for _, entry in zones:
            if not isinstance(entry.value, list):
                self.report.error(
                    "wrong-value", "the things in a zone must be a list", entry.at, "write [ ] around them"
                )
                return
        found: dict[int, int] = {}  # by id of the item
        for exact in (True, False):  # first those that are one thing, so that titles take what is left
            for zone, entry in zones:
                for item in entry.value:
                    if (len(self.game.things.get(raw(item), ())) == 1) is exact:
                        thing = self.values.thing(item, zone, set(found.values()))
                        if thing is not None:
                            found[id(item)] = thing
                            self._fits(thing, zone, item, S)
        if self.report.failed:
            return
        fill_zones(self.game.game, S, [(zone, [found[id(item)] for item in entry.value]) for zone, entry in zones])

    def _fits(self, thing: int, zone: int, item: YamlEntry, S: Position) -> None:
        """Tell if the zone holds things of another kind."""
        numbering = self.game.numbering
        name = self.layout.zones[zone].name if zone < len(self.layout.zones) else S.extra[zone][0]
        of = self.game.world.game.zones[name].type
        inner = bare(of.item) if isinstance(of, types.Zone) else None
        if not isinstance(inner, types.Thing) or inner == types.THING:
            return
        if numbering.is_row_kind(inner.kind):
            good = thing in S.rows and S.rows[thing]["_kind"] in numbering.row_sorts(
                self.game.world.game.kinds[inner.kind]
            )
        else:
            low, high = numbering.ranges[inner.kind]
            good = low <= thing < high
        if not good:
            message = f"`{name}` holds things of the kind {inner.kind}, but `{raw(item)}` is not one"
            self.report.error("wrong-value", message, item.at)

    def _set(self, S: Position, states: list[StateTarget], begun: str) -> None:
        read = []
        for state in states:
            told = len(self.report.diagnostics)
            value = self.values.read(state.entry, state.type)
            if len(self.report.diagnostics) == told:
                anew = self.game.game.program.index.anew.get(state.name)
                if anew is not None and anew.phase != begun and begins_anew(self.game.game, S, state.name, begun):
                    phase = anew.phase
                    message = f"`{state.name}` is reset to its initial value when `{phase}` begins"
                    hint = f"start with `{phase}`, or add it to `within`"
                    self.report.error("reset-by-phase", message, state.entry.key_at, hint)
                else:
                    state.put(value)
                read.append((state.entry, state.type, value))
        for entry, of, value in read:  # a range may hang on other states
            self.values.in_range(entry, of, value, S)

    def _know(self, S: Position, entry: YamlEntry) -> None:
        for name, things in entry.value.items():
            player = self.values.player(name, things)
            for item in things.value:
                thing = self.values.thing(item)
                if thing is not None and player is not None:
                    self.form.show(S, thing, player)
