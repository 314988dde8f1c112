"""Quantifiers as loops of their own, before the line that asks: what a formula reads first, whatever else it reads."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from ..lang import tree
from .build import Build
from .modified_values import TABLE
from .typing import symbols, types
from .typing.types import bare, may_be_none
from .write_expression import ExpressionWriter
from .write_names import is_simple
from .write_quantifier import fused

DEEPEST = 8  # loops in one another; Python can run about twenty blocks
_BEGINS = {"any": "False", "every": "True", "count": "0", "sum": "0"}
_NEXT = re.compile(r"#@|(pass|else:|continue)$|(pc = \d|return|win\()|\w+ = '[^']*'$")
_CELL = re.compile(r"C\[(\d+|[A-Za-z_]\w*(?: [+-] \d+)?)\]")


def changes_nothing(text: str) -> bool:
    """Whether nothing has changed where the flow of a function goes on after a line."""
    if text.startswith(("if ", "elif ")):
        return all(name.startswith("f_") for name in re.findall(r"(\w+)\(S\b", text)) and "(by := " not in text
    return _NEXT.match(text) is not None


class LoopWriter(ExpressionWriter):
    """A writer that can put lines before the one that it writes."""

    depth: int
    line: Callable[[str], None]  # given by those that keep the lines
    in_formula = False

    def __init__(self, build: Build, this: str = "None", value: str = "None") -> None:
        super().__init__(build, this, value)
        self.found: dict[str, tuple[str, int]] = {}  # by text of a loop: what it has found still holds, and the depth

    def lines_follow(self, text: str) -> None:
        """What loops have found holds on only after lines that change nothing, and only where these loops have run."""
        if not self.in_formula and not changes_nothing(text):
            self.found.clear()
        elif self.found:
            self.found = {key: (name, depth) for key, (name, depth) in self.found.items() if depth <= self.depth}

    def looped(self, node: tree.Formula) -> tree.Formula:
        """The formula, with what it asks of many found out by loops before it, as far as it is asked in any case."""
        if not self.loops(node):
            return node
        saved, self.in_formula = self.in_formula, True
        found = self.with_loops(node)
        self.in_formula = saved
        return found

    def with_loops(self, node: tree.Formula) -> tree.Formula:
        if isinstance(node, tree.Quantified):
            return self.loop(node)
        copied: Any = copy.copy(node)
        if isinstance(node, tree.Not):
            copied.of = self.looped(node.of)
        elif isinstance(node, tree.And | tree.Or):
            return self.loop_in_turn(node)
        elif isinstance(node, tree.Compare | tree.Arithmetic):
            copied.left, copied.right = self.looped(node.left), self.looped(node.right)
        elif isinstance(node, tree.Name | tree.Call):
            return self.loop_of_function(node)
        made: tree.Formula = copied
        return made

    def loops(self, node: tree.Formula) -> bool:
        """Whether a loop can be taken out of a formula, and so before it."""
        if isinstance(node, tree.Quantified):
            asked = node.quantifier in ("any", "every", "count") or (
                node.quantifier == "sum" and node.of is not None and not may_be_none(node.of.type)
            )
            if self.is_unrolled(node):
                return node.quantifier == "any" and self.loops_written_out(node)
            return asked and self.asked_mask(node) is None and not self.is_tallied(node)
        if isinstance(node, tree.Not):
            return self.loops(node.of)
        if isinstance(node, tree.And | tree.Or):
            return any(self.loops(item) for item in node.items)
        if isinstance(node, tree.Compare | tree.Arithmetic):
            return types.item_of(node.left.type) is None and (self.loops(node.left) or self.loops(node.right))
        value = self.single_value(node)
        if value is None:
            return False
        saved = self.step_into(node)
        found = self.loops(value)
        self.step_out(saved)
        return found

    def step_into(self, node: tree.Formula) -> dict[int, str]:
        """Reads a function's formula in place of its call from here on: its parameters are the arguments."""
        assert isinstance(node.ref, symbols.Function)
        saved = dict(self.names)
        for param, arg in zip(node.ref.params, node.args if isinstance(node, tree.Call) else [], strict=True):
            self.names[id(param)] = self.expr(arg)
        self.inlining.append(node.ref)
        return saved

    def step_out(self, saved: dict[int, str]) -> None:
        self.inlining.pop()
        self.names = saved

    def single_value(self, node: tree.Formula) -> tree.Formula | None:
        """What a call of a function comes to, if that is one formula that nothing modifies."""
        ref = node.ref
        if not isinstance(node, tree.Name | tree.Call) or not isinstance(ref, symbols.Function):
            return None
        target, decl = self.plan.target(ref), ref.decl
        args = node.args if isinstance(node, tree.Call) else []
        if self.build.covering or target.rules or target.moving or ref.owner:
            return None
        if ref in self.inlining or len(self.inlining) > 4:
            return None
        if not isinstance(decl, tree.FunctionDecl) or decl.lets:
            return None
        if isinstance(bare(ref.type), types.Bounded) or not all(is_simple(self.expr(arg)) for arg in args):
            return None
        return self.whole_value(decl.lines, ref.type == types.BOOL)

    def whole_value(self, lines: list[tree.Guarded], logical: bool) -> tree.Formula | None:
        """What the lines of a function come to as one formula: yes or no under conditions are logic."""
        *guarded, last = lines
        if last.condition is not None or (guarded and not logical):
            return None
        whole = last.value
        for line in reversed(guarded):
            condition, value = line.condition, line.value
            known = isinstance(value, tree.Bool) or isinstance(value.ref, symbols.Option)
            sure = self.expr(value) if known else ""
            if condition is None or sure not in ("True", "False"):
                return None
            if sure == "True":
                whole = tree.Or(line.at, [condition, whole])
            else:
                no = tree.Not(line.at, condition)
                no.type = types.BOOL
                whole = tree.And(line.at, [no, whole])
            whole.type = types.BOOL
        return whole

    def loop_of_function(self, node: tree.Name | tree.Call) -> tree.Formula:
        ref, value = node.ref, self.single_value(node)
        assert isinstance(ref, symbols.Function) and value is not None
        saved = self.step_into(node)
        text = self.expr(self.looped(value))
        self.step_out(saved)
        return self.standing_for(node, text)

    def loop_in_turn(self, node: tree.And | tree.Or) -> tree.Formula:
        """Each part is read only if those before it leave the answer open."""
        for item in node.items:
            if not self.loops(item) and self.expr(item) == str(isinstance(node, tree.Or)):
                return self.standing_for(node, self.expr(item))  # whatever the others come to
        held = self.fresh_name("held")
        last = max(n for n, item in enumerate(node.items) if self.loops(item))
        for at, item in enumerate(node.items[: last + 1]):
            if at:
                self.line(f"if {held}:" if isinstance(node, tree.And) else f"if not {held}:")
                self.depth += 1
            self.line(f"{held} = {self.expr(self.looped(item))}")
            self.depth -= 1 if at else 0
        rest = node.items[last + 1 :]
        first = self.standing_for(node, held)
        if not rest:
            return first
        copied = copy.copy(node)
        copied.items = [first, *rest]
        return copied

    def loop(self, node: tree.Quantified) -> tree.Formula:
        if self.is_unrolled(node):
            return self.loop_written_out(node)
        source = self.iterable(node.over)
        name = self.bind(node.ref)
        if self.depth < DEEPEST and any(part is not None and self.loops(part) for part in (node.where, node.of)):
            return self.loop_around(node, source, name)
        where = self.test(node.where) if node.where is not None else ""
        source, where = self.by_formula(name, *fused(source, name, where))
        of = "" if node.of is None else self.test(node.of) if node.quantifier == "every" else self.expr(node.of)
        told = self.build.tally.told(node.quantifier, name, source, where, of)
        if told is not None:
            source, where, of = told.source, told.where, told.of
        name, source, (where, of) = self.by_column(name, source, [where, of])
        key = re.sub(rf"\b{name}\b", "@", "|".join((node.quantifier, source, where, of)))
        known, depth = self.found.get(key, ("", 0))
        if known and depth <= self.depth:
            return self.standing_for(node, known)
        found, before = self.fresh_name("found"), self.depth
        if told is not None and told.text:
            self.line(f"{found} = {told.text}")
            if told.long:
                self.found[key] = found, self.depth
                return self.standing_for(node, found)
            self.line(f"if {told.unless}:")
            self.depth += 1
        where, of = self.read_once(name, source, self.with_tables_at_hand([where, of]))
        self.line(f"{found} = {_BEGINS[node.quantifier]}")
        self.line(f"for {name} in {source}:")
        self.depth += 1
        self.turn(node, found, where, of)
        self.depth = before
        self.found[key] = found, self.depth
        return self.standing_for(node, found)

    def loops_written_out(self, node: tree.Quantified) -> bool:
        self.names[id(node.ref)] = "0"
        return node.where is not None and self.loops(node.where)

    def loop_written_out(self, node: tree.Quantified) -> tree.Formula:
        """Whether any of a few names fulfils what loops find out; for each name only if none before it does."""
        held, where = self.fresh_name("held"), node.where
        assert where is not None and isinstance(node.over.ref, symbols.NameKind)
        for n in range(len(node.over.ref.names)):
            self.names[id(node.ref)] = str(n)
            if n:
                self.line(f"if not {held}:")
                self.depth += 1
            self.line(f"{held} = {self.expr(self.looped(where))}")
            self.depth -= 1 if n else 0
        return self.standing_for(node, held)

    def loop_around(self, node: tree.Quantified, source: str, name: str) -> tree.Formula:
        """A loop with others in it, which find out what is asked of each member."""
        source, first = fused(source, name, "")
        found, depth = self.fresh_name("found"), self.depth
        self.line(f"{found} = {_BEGINS[node.quantifier]}")
        self.line(f"for {name} in {source}:")
        self.depth += 1
        for test in (first, node.where):
            if test:
                self.line(f"if {test if isinstance(test, str) else self.test(self.looped(test))}:")
                self.depth += 1
        of = ""
        if node.of is not None:
            of = (self.test if node.quantifier == "every" else self.expr)(self.looped(node.of))
        self.turn(node, found, "", of)
        self.depth = depth
        return self.standing_for(node, found)

    def turn(self, node: tree.Quantified, found: str, where: str, of: str) -> None:
        """What is done with each member."""
        texts = {
            "any": [f"{found} = True", "break"],
            "every": [f"if not {of}:", f"    {found} = False", "    break"],
            "count": [f"{found} += 1"],
            "sum": [f"{found} += {of}"],
        }[node.quantifier]
        if where:
            self.line(f"if {where}:")
        for text in texts:
            self.line(f"    {text}" if where else text)

    def with_tables_at_hand(self, texts: list[str]) -> list[str]:
        """Which table modified values are read from is the same at each turn of a loop, and found out before it."""
        for table in dict.fromkeys(TABLE.findall("\n".join(texts))):
            known, depth = self.found.get(table, ("", 0))
            if not known or depth > self.depth:
                known = self.fresh_name("values")
                self.line(f"{known} = {table}")
                self.found[table] = known, self.depth
            texts = [text.replace(table, known) for text in texts]
        return texts

    def read_once(self, name: str, source: str, texts: list[str]) -> list[str]:
        """Cells that are the same at each turn of a loop are read before it."""
        if not re.fullmatch(r"P_\w+(\[\d+:\d+\])?|range\(\d+, \d+\)|\([\d, ]+\)", source):
            return texts  # there may be no turn at all
        whole = "\n".join(texts)
        made = {name, *re.findall(r"\bfor (\w+) in\b", whole)}
        for cell in dict.fromkeys(match[0] for match in _CELL.finditer(whole)):
            key = cell[2:-1].split(" ")[0]
            if key in made or f"{key} is None" in whole:
                continue
            kept = self.fresh_name("kept")
            self.line(f"{kept} = {cell}")
            texts = [text.replace(cell, kept) for text in texts]
        return texts

    def fresh_name(self, hint: str) -> str:
        self.fresh += 1
        return f"{hint}_{self.fresh}"

    def standing_for(self, node: tree.Formula, text: str) -> tree.Formula:
        """A name whose text is that."""
        local = symbols.Local("found", node.type)
        self.names[id(local)] = text
        name = tree.Name(node.at, "found")
        name.type, name.ref = node.type, local
        return name
