"""Formulas of the rules, evaluated again at one moment: the value of each part, its line, and the modifiers of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...code.further import AsksError
from ...code.program import words_of
from ...code.typing import symbols, types
from ...code.typing.types import bare
from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.walk import walk
from ...stack.faults import Fault, Over, Refused
from ...state.position import Position
from ...state.view import Eyes
from ..setup.case_values import CaseValues
from ..setup.compiled import CompiledGame

DEEPEST = 6  # the depth of nested functions
_DECLARED = {symbols.Function: "function", symbols.State: "state", symbols.Zone: "zone"}
_ASKING = tree.May | tree.Roll | tree.Proceed | tree.New | tree.Pending


class Unread(Exception):
    """A formula that cannot be evaluated again: it prompts a player, or fails here."""


@dataclass(frozen=True, slots=True)
class TracedFormula:
    """A formula, or a line of a function, with its value. `below`: the parts that it comes from.

    `rule`, `file`, `line` and `clauses` are those of its line, unless it is on the line in question.
    """

    formula: str
    value: str
    below: tuple[TracedFormula, ...] = ()
    rule: str = ""
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()
    hidden: bool = False  # the player it was made for may not see it
    words: str = field(default="", compare=False)  # of the function, state, zone or field that it reads

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"formula": self.formula, "value": self.value}
        if self.rule:
            found |= {"rule": self.rule, "clauses": list(self.clauses)}
        return found | ({"below": [one.as_json() for one in self.below]} if self.below else {})


@dataclass(frozen=True, slots=True)
class Lack:
    """A part of a condition that has the wrong value."""

    traced: TracedFormula
    needed: str  # "yes" or "no"


def source_text_of(node: tree.Node) -> str:
    """A formula or line as written in its file, on one line."""
    at = node.at
    lines = at.source.lines[at.line - 1 : at.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: at.end_column - 1]
    lines[0] = lines[0][at.column - 1 :]
    return " ".join(" ".join(lines).split())


@dataclass(slots=True)
class FormulaTracer:
    """Evaluates formulas in a position. `names`: the name in `values` of each Local, by the Local's id.

    `this`: the name of the thing that brings the code.

    `seat`: the reader, or None for a reader who may see everything.
    """

    made: CompiledGame
    S: Position
    names: dict[int, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    this: str = ""
    was: dict[int, str] = field(default_factory=dict)
    seat: int | None = None
    depth: int = 0

    # -------------------------------------------------------------------------------------------- values

    def value(self, node: tree.Formula) -> Any:
        """The value as the machine stores it; for a zone, its number. Raises Unread."""
        return self._run(node, False)

    def members(self, node: tree.Formula) -> tuple[Any, ...]:
        """The members of a set, list, range, kind or zone. Raises Unread."""
        return tuple(self._run(node, True))

    def _run(self, node: tree.Formula, members: bool) -> Any:
        inner = list(walk([node]))
        if any(isinstance(n, _ASKING) for n in inner):
            raise Unread
        acts = any(isinstance(n, tree.Call) and isinstance(n.ref, symbols.Procedure) for n in inner)
        try:
            read = self.made.formulas.function(node, self.names, self.this, self._was(inner), members=members)
            return read(self.S.copy() if acts else self.S, **self.values)
        except (
            AsksError,
            Fault,
            Over,
            Refused,
            KeyError,
            TypeError,
            IndexError,
            ValueError,
            ArithmeticError,
            NameError,
        ):
            raise Unread from None

    def _was(self, inner: list[tree.Node]) -> dict[int, str]:
        """The names of the values in the `was` formulas of a formula."""
        asked = [id(n.args[0]) for n in inner if isinstance(n, tree.Call) and n.name == "was"]
        return {key: self.was[key] for key in asked if key in self.was}

    def value_text(self, of: types.Type, value: Any) -> str:
        """A value as written; for a zone, its contents."""
        if isinstance(bare(of), types.Zone):
            return CaseValues(self.made, Report()).things_text(self.things(value))
        if bare(of) == types.CALL and isinstance(value, int):
            game = self.made.game
            return Eyes(self.S, game.program.layout, lambda S, zone: -1, game.program.index, None).thing(value)
        return CaseValues(self.made, Report()).value_text(of, value)

    def things(self, zone: Any) -> list[int]:
        return self.S.zones[zone] if zone is not None and 0 <= zone < len(self.S.zones) else []

    def with_local(self, local: symbols.Local, value: Any) -> FormulaTracer:
        """The same tracer with one more name."""
        text = f"bound_{len(self.values)}"
        names, values = self.names | {id(local): text}, self.values | {text: value}
        return FormulaTracer(self.made, self.S, names, values, self.this, self.was, self.seat, self.depth)

    # -------------------------------------------------------------------------------------------- what parts stood at

    def traced(self, node: tree.Formula | None) -> list[TracedFormula]:
        """The value of a formula, with its parts; literals are left out."""
        if node is None or isinstance(node, tree.Number | tree.Bool | tree.NoneValue | tree.Text | _ASKING):
            return []
        ref = node.ref
        if isinstance(node, tree.Name) and (
            ref is None or isinstance(ref, symbols.Procedure) or (isinstance(ref, symbols.Function) and ref.params)
        ):
            return []  # only a name: a phase, the cost of a step
        if isinstance(node, tree.Call) and (
            isinstance(ref, symbols.Procedure) or getattr(ref, "sort", "") == "procedure"
        ):
            return [one for arg in node.args for one in self.traced(arg)]
        if isinstance(node, tree.Name) and isinstance(
            ref, symbols.Value | symbols.Title | symbols.Kind | symbols.NameKind | symbols.Table
        ):
            return []
        try:
            shown = self.value_text(node.type, self.value(node))
        except Unread:
            return [one for part in _parts(node) for one in self.traced(part)]
        below: list[TracedFormula] = []
        if self.depth < DEEPEST:
            if isinstance(ref, symbols.Function) and isinstance(node, tree.Name | tree.Call):
                below = self._function(ref, node.args if isinstance(node, tree.Call) else [])
            elif isinstance(node, tree.Field | tree.FieldCall) and isinstance(getattr(ref, "type", None), types.Code):
                below = self._code(node)
            elif isinstance(node, tree.Quantified):
                below = self._quantified(node)
            elif isinstance(node, tree.And | tree.Or):
                below = [one for item in self._deciding(node) for one in self.traced(item)]
            elif isinstance(node, tree.Conditional):
                decided = node.value if self.value(node.condition) else node.otherwise
                below = [*self.traced(node.condition), *self.traced(decided)]
            else:
                below = [one for part in _parts(node) for one in self.traced(part)]
        hidden = self._hidden(node) or any(one.hidden for one in below)
        clauses = self._clauses_of(ref) if isinstance(ref, symbols.Function) else ()
        words = self._words(node)
        return [TracedFormula(source_text_of(node), shown, tuple(below), clauses=clauses, hidden=hidden, words=words)]

    def _words(self, node: tree.Formula) -> str:
        """The words of the declaration that a formula reads; empty if there are none."""
        program, ref = self.made.game.program, node.ref
        sort = next((sort for of, sort in _DECLARED.items() if isinstance(ref, of)), "")
        if sort and isinstance(node, tree.Name | tree.Call):
            return words_of(program, ref.name, sort=sort)
        if not isinstance(node, tree.Field | tree.FieldCall):
            return ""
        own = [key for key in program.docs if key.startswith("field ") and key.endswith(f".{node.name}")]
        found = {program.docs[key][0] for key in own} - {""}
        return found.pop() if len(found) == 1 else ""  # fields of several kinds may share the name

    def _clauses_of(self, ref: symbols.Function) -> tuple[str, ...]:
        """The clauses of a one-line function; longer functions have clauses on each line."""
        node = ref.decl
        if not isinstance(node, tree.FunctionDecl) or len(node.lines) != 1:
            return ()
        return self.made.plan.clauses(node.lines[0].cites or node.cites, self.made.plan.packs.get(id(node), ""))

    def _deciding(self, node: tree.And | tree.Or) -> list[tree.Formula]:
        """The items that decide it: every one of them, or the first to settle it."""
        settles = isinstance(node, tree.Or)
        found = next((item for item in node.items if bool(self.value(item)) == settles), None)
        return node.items if found is None else [found]

    def _hidden(self, node: tree.Formula) -> bool:
        """Whether it reads something here that not every player, or not this player, may see."""
        if self.seat is None:
            return False
        ref, sees = node.ref, self.made.game.machine.fast.sees_now
        if isinstance(ref, symbols.State):
            by = getattr(ref.decl, "seen_by", None)
            return by is not None and not (isinstance(by, tree.Name) and by.name == "all")
        if isinstance(ref, symbols.Zone):
            zone = self.value(node)
            return zone is None or zone < 0 or not sees(self.S, zone) >> self.seat & 1
        return False

    def _function(self, ref: symbols.Function, args: list[tree.Formula]) -> list[TracedFormula]:
        """The line that gave a function's value, and the modifiers that changed it."""
        given = [self.value(arg) for arg in args]
        inside = self.inside(ref, given)
        node = ref.decl
        assert isinstance(node, tree.FunctionDecl)
        found: list[TracedFormula] = [one for arg in args for one in self.traced(arg)]
        value = None
        for line in node.lines:
            if line.condition is not None and not inside.value(line.condition):
                continue
            value = inside.value(line.value)
            own = inside.traced(line.value)
            below = [*inside.traced(line.condition), *own]
            if len(node.lines) == 1:
                found += below
            else:
                condition = "otherwise" if line.condition is None else f"if {source_text_of(line.condition)}"
                words = f"{source_text_of(line.value)} {condition}"
                clauses = self.made.plan.clauses(line.cites or node.cites, self.made.plan.packs.get(id(node), ""))
                if own and own[0].formula == source_text_of(line.value):  # the line itself gives its value
                    below = [*inside.traced(line.condition), *own[0].below]
                place = (f"function {ref.name}", line.at.source.path, line.at.line, clauses)
                found.append(TracedFormula(words, inside.value_text(ref.type, value), tuple(below), *place))
            break
        return found + self.modifiers(ref, value, tuple(given))

    def inside(self, ref: symbols.Function, given: list[Any]) -> FormulaTracer:
        """A tracer of a function's own lines. Raises Unread."""
        names = {id(param): f"given_{n}" for n, param in enumerate(ref.params)}
        values = {f"given_{n}": value for n, value in enumerate(given)}
        if ref.owner:
            values["this_thing"] = self._this()
        this = "this_thing" if ref.owner else ""
        inside = FormulaTracer(self.made, self.S, names, values, this, {}, self.seat, self.depth + 1)
        node = ref.decl
        assert isinstance(node, tree.FunctionDecl)
        for let in node.lets:
            inside = inside.with_local(let.local, inside.value(let.value))
        return inside

    def _this(self) -> Any:
        return self.values.get(self.this)

    def modifiers(self, ref: symbols.Function, value: Any, args: tuple[Any, ...]) -> list[TracedFormula]:
        """The modifiers that change the value, in their order: each `becomes`, each `by`, then the final ones."""
        plan, form = self.made.plan, self.made.game.machine.fast
        listening = form.listening(self.S, plan.target_numbers[id(ref)])
        found = []
        for layer in range(3):
            for inst in listening:
                modifier = form.modifiers.get(inst[0])
                if modifier is None or modifier.layer != layer:
                    continue
                changed = modifier.change(self.S, value, inst, args)
                if changed != value:
                    rule = next(one for one in plan.rules if one.number == inst[0])
                    step = f"{self.value_text(ref.type, value)} → {self.value_text(ref.type, changed)}"
                    place = (rule.label, rule.node.at.source.path, rule.node.at.line)
                    clauses = plan.clauses(rule.node.cites, rule.pack)
                    found.append(TracedFormula(_first_line(rule.node), step, (), *place, clauses))
                value = changed
        return found

    def _code(self, node: tree.Field | tree.FieldCall) -> list[TracedFormula]:
        """A formula that a thing carries."""
        thing = self.value(node.of)
        below = self.traced(node.of)
        if thing is None or thing >= len(self.made.layout.things):
            return below
        code = self.made.compiled.game.things[self.made.layout.things[thing].title].code.get(node.name)
        if code is None:
            return below
        args = node.args if isinstance(node, tree.FieldCall) else []
        names = {id(param): f"given_{n}" for n, param in enumerate(code.params)}
        values = {f"given_{n}": self.value(arg) for n, arg in enumerate(args)} | {"this_thing": thing}
        inside = FormulaTracer(self.made, self.S, names, values, "this_thing", {}, self.seat, self.depth + 1)
        return below + inside.traced(code.nodes[0])

    def _quantified(self, node: tree.Quantified) -> list[TracedFormula]:
        """The values it loops over, and which of them count."""
        found = self.traced(node.over)
        item = types.item_of(node.over.type) or node.over.type
        counting = []
        for member in self.members(node.over):
            inside = self.with_local(node.ref, member)
            if node.where is not None and not inside.value(node.where):
                continue
            if node.quantifier == "every" and node.of is not None and inside.value(node.of):
                continue
            of = ""
            read = node.order if node.order is not None else node.of if node.quantifier != "every" else None
            if read is not None:
                of = f": {inside.value_text(read.type, inside.value(read))}"
            counting.append(self.value_text(item, member) + of)
        words = "false for" if node.quantifier == "every" else "so for" if node.quantifier != "sum" else "of each"
        return [*found, TracedFormula(f"{node.name}, {words}", f"[{', '.join(counting)}]")]

    # -------------------------------------------------------------------------------------------- what is lacking

    def lacking(self, node: tree.Formula, wanted: bool = True) -> list[Lack]:
        """The parts of a condition that make it false (or true). Raises Unread."""
        if bool(self.value(node)) == wanted:
            return []
        if isinstance(node, tree.Not):
            return self.lacking(node.of, not wanted)
        if isinstance(node, tree.And if wanted else tree.Or):
            return [lack for item in node.items for lack in self._lacking_item(item, wanted)]
        is_now, needed = ("no", "yes") if wanted else ("yes", "no")
        found = self.traced(node)
        return [Lack(found[0] if found else TracedFormula(source_text_of(node), is_now), needed)]

    def _lacking_item(self, item: tree.Formula, wanted: bool) -> list[Lack]:
        try:
            return self.lacking(item, wanted)
        except Unread:  # another item may forbid reading it
            return []


def _parts(node: tree.Formula) -> Iterator[tree.Formula]:
    """The formulas directly within one."""
    for name in node.__dataclass_fields__:
        value = getattr(node, name) if name not in ("at", "type", "ref") else None
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, tree.Formula):
                yield one


def _first_line(node: tree.Node) -> str:
    lines = node.at.source.lines
    return lines[node.at.line - 1][node.at.column - 1 :].partition("  ")[0].strip() if lines else ""
