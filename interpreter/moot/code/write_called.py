"""Calls in formulas: the body of a small function put in; values that modifiers change looked up; or a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..lang import tree
from ..lang.walk import walk
from .kept_functions import kept_function
from .modified_values import looked_up, modified_values
from .typing import symbols, types
from .typing.types import bare, may_be_none
from .write_names import is_number_text, is_simple, is_unit
from .write_quantifier import QuantifierWriter

AND, OR = ("and", "False", "True"), ("or", "True", "False")  # word, the answer that decides, the one that does not
INLINED = 480  # a longer text is called, not put in


class CallWriter(QuantifierWriter):
    kept_text: Callable[[tree.Formula], str]  # these are given by ExpressionWriter
    builtin: Callable[[str, tree.Call], str]

    def write_call(self, node: tree.Call) -> str:
        ref = node.ref
        if isinstance(ref, symbols.Function):
            return self.call_function(ref, node.args)
        if isinstance(ref, symbols.State):
            return self.state(ref, node.args)
        if isinstance(ref, symbols.Zone):
            return self.zone_number(ref, node.args)
        if isinstance(ref, symbols.Procedure):
            this = f", {self.this}" if ref.owner else ""
            return f"{self.plan.target(ref).python}(S{this}{self.args(node.args)})"
        return self.builtin(node.name, node)

    def call_function(self, ref: symbols.Function, args: list[tree.Formula], tested: bool = False) -> str:
        target = self.plan.target(ref)
        shown = [self.expr(a) for a in args]
        this = [self.this] if ref.owner else []
        called = f"{target.python}({', '.join(['S', *this, *shown])})"
        kept = modified_values(self.build, ref)
        if kept is not None and not may_be_none(args[0].type):
            return looked_up(kept, f"S.live[{target.slot}]", shown[0], self.inlined(ref, shown, tested))
        inlined = self.inlined(ref, shown, tested)
        if inlined is None:
            return called
        if not target.moving:
            return inlined
        live = f"S.live[{target.slot}]"
        return f"(not {live} or {called})" if inlined == "True" else f"({called} if {live} else {inlined})"

    def inlined(self, ref: symbols.Function, shown: list[str], tested: bool = False) -> str | None:
        """The body of a small function, as it is while nothing modifies it, with its arguments put in."""
        target = self.plan.target(ref)
        node = ref.decl
        if (
            self.build.covering
            or target.rules
            or kept_function(self.build, ref) is not None
            or ref in self.inlining
            or len(self.inlining) > 4
            or not isinstance(node, tree.FunctionDecl)
            or node.lets
            or len(node.lines) > 3
            or ref.owner
            or (isinstance(bare(ref.type), types.Bounded) and ref.type not in (line.value.type for line in node.lines))
        ):
            return None
        saved = dict(self.names)
        stand_ins = {}
        for number, (param, text) in enumerate(zip(ref.params, shown, strict=True)):
            if not is_simple(text):
                if target.moving or not _always_read_once(node):
                    return None
                stand_ins[f"ARG{len(self.inlining)}_{number}"] = text
                text = f"ARG{len(self.inlining)}_{number}"
            self.names[id(param)] = text
        self.inlining.append(ref)
        text = self.guarded_text(node.lines, tested)
        self.inlining.pop()
        self.names = saved
        if len(text) > INLINED or any(text.count(name) != 1 for name in stand_ins):
            return None
        for name, given in stand_ins.items():
            text = text.replace(name, given if is_unit(given) else f"({given})")
        return text if is_unit(text) or is_number_text(text) else f"({text})"

    def guarded_text(self, lines: list[tree.Guarded], tested: bool) -> str:
        """The lines of a function as one conditional."""
        text = "None"
        for line in reversed(lines):
            value = self.test(line.value) if tested else self.kept_text(line.value)
            condition = self.test(line.condition) if line.condition is not None else "True"
            if condition == "True":
                text = value
            elif tested and value in ("True", "False"):
                items = (condition, text) if value == "True" else (f"(not {condition})", text)
                text = joined(*(OR if value == "True" else AND), items)
            elif condition != "False" and value != text:
                text = f"({value} if {condition} else {text})"
        return text


def _always_read_once(node: tree.FunctionDecl) -> bool:
    """Whether what a function says of its arguments is read whenever it is called, and once."""
    late = tree.And | tree.Or | tree.Quantified
    one = len(node.lines) == 1 and node.lines[0].condition is None
    return one and not any(isinstance(n, late) for n in walk(node.lines[0].value))


def joined(word: str, decides: str, neutral: str, items: Iterable[str]) -> str:
    """Conditions under one `and` or `or`."""
    shown = [text for text in items if text != neutral]
    if decides in shown:
        return decides  # formulas have no effects, so the others need not be read
    if not shown:
        return neutral
    return shown[0] if len(shown) == 1 else f"({f' {word} '.join(shown)})"
