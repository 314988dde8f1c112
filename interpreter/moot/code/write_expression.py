"""Expressions as Python text. What a writer makes is valid in a function whose first argument is the position `S`."""

from __future__ import annotations

from typing import Any

from ..lang import tree
from ..lang.walk import walk
from . import symbols, types
from .types import bare, is_mask, may_be_none
from .write_names import NameWriter, add, is_number_text, is_simple

INLINED = 400  # a longer text is called, not put in
SPAN = 1000  # a range of so many numbers needs no guard
UNROLLED = 3  # a quantifier over at most so many names is written out


def balanced(text: str) -> bool:
    """Whether no bracket of the text closes one opened before it."""
    depth = 0
    for mark in text:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return True


class ExpressionWriter(NameWriter):
    """Formulas of every sort, on top of names."""

    # -------------------------------------------------------------------------------------------- calls

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

    def call_function(self, ref: symbols.Function, args: list[tree.Expression]) -> str:
        target = self.plan.target(ref)
        shown = [self.expr(a) for a in args]
        inlined = self.inlined(ref, shown)
        if inlined is not None:
            return inlined
        this = [self.this] if ref.owner else []
        return f"{target.python}({', '.join(['S', *this, *shown])})"

    def inlined(self, ref: symbols.Function, shown: list[str]) -> str | None:
        """The body of a small function that nothing can modify, with its arguments put in."""
        target = self.plan.target(ref)
        node = ref.decl
        if (
            target.rules
            or target.moving
            or ref in self.inlining
            or len(self.inlining) > 4
            or not isinstance(node, tree.FunctionDecl)
            or node.lets
            or len(node.lines) > 3
            or ref.owner
            or (isinstance(bare(ref.type), types.Bounded) and ref.type not in (line.value.type for line in node.lines))
            or not all(is_simple(text) for text in shown)
        ):
            return None
        saved = dict(self.names)
        for param, text in zip(ref.params, shown, strict=True):
            self.names[id(param)] = text
        self.inlining.append(ref)
        text = self.guarded_text(node.lines)
        self.inlining.pop()
        self.names = saved
        if len(text) > INLINED:
            return None
        enclosed = text.startswith("(") and text.endswith(")") and balanced(text[1:-1])
        return text if enclosed or is_simple(text) else f"({text})"

    def guarded_text(self, lines: list[tree.Guarded]) -> str:
        """The lines of a function as one conditional."""
        text = "None"
        for line in reversed(lines):
            value = self.kept_text(line.value)
            condition = self.expr(line.condition) if line.condition is not None else "True"
            if condition == "True":
                text = value
            elif condition != "False":
                text = f"({value} if {condition} else {text})"
        return text

    def builtin(self, name: str, node: tree.Call) -> str:
        args = node.args
        if name == "size":
            return f"len({self.collection(args[0])})"
        if name in ("first", "last", "top", "bottom"):
            end = 0 if name in ("first", "bottom") else -1
            text = self.collection(args[0])
            return f"({text}[{end}] if {text} else None)" if text.startswith("Z[") else f"end_of({text}, {end})"
        if name == "opponent" and len(self.build.game.players) == 2:
            text = self.expr(args[0])
            return str(1 - int(text)) if is_number_text(text) else f"(1 - {text})"
        if name == "was":
            return self.was(args[0])
        if name == "in_phase":
            inner = args[0]
            number = self.plan.scopes[inner.name] if isinstance(inner, tree.Name | tree.Call) else -1
            extra = self.args(inner.args) if isinstance(inner, tree.Call) else ""
            return f"in_phase(S, {number}{extra})"
        if name in ("abs", "min", "max"):
            if any(may_be_none(a.type) for a in args):
                return f"{name}_or_none({', '.join(self.expr(a) for a in args)})"
            return f"{name}({', '.join(self.expr(a) for a in args)})"
        if name == "rank":
            return f"rank({self.expr(args[0])})"
        if name == "sees":
            return f"f_sees(S{self.args(args)})"
        if name == "legal":
            return f"legal(S{self.args(args)})"
        if name in ("shuffle", "show", "draw", "swap", "pay", "resolve"):
            return f"p_{name}(S{self.args(args)})"
        return f"{name}(S{self.args(args)})"

    def write_new(self, node: tree.New) -> str:
        kind = node.ref
        given = dict(node.given)
        parts = []
        for member in kind.fields.values():
            if member.name in given:
                text = self.kept_text(given[member.name])
            elif member.default is not None and not member.is_state:
                text = self.expr(member.default)
            elif member.default is not None:
                text = ExpressionWriter(self.build).expr(member.default)
            else:
                text = self.build.nothing_yet(member.type)
            parts.append(f"{member.name!r}: {text}")
        return f"new_row(S, {kind.name!r}, {{{', '.join(parts)}}})"

    def kept_text(self, node: tree.Expression) -> str:
        """A value to be kept: a set of things as a tuple, never the live list of a zone."""
        return f"tuple({self.things_in(node)})" if isinstance(bare(node.type), types.Zone) else self.expr(node)

    def write_pending(self, node: tree.Pending) -> str:
        ref = node.call.ref
        number = self.build.target_numbers[id(ref)]
        this = self.this if ref.owner else "None"
        given = "".join(f"{self.kept_text(a)}, " for a in node.call.args)
        return f"new_call(S, ({-number - 1}, None, {this}, ({given})))"

    def was(self, node: tree.Expression) -> str:
        return self.was_places[id(node)]

    # -------------------------------------------------------------------------------------------- arithmetic, logic

    def write_minus(self, node: tree.Minus) -> str:
        text = self.expr(node.of)
        if may_be_none(node.of.type):
            return f"minus({text})"
        return str(-int(text)) if is_number_text(text) else f"-({text})"

    def write_arithmetic(self, node: tree.Arithmetic) -> str:
        left, right = self.expr(node.left), self.expr(node.right)
        op = {"/": "//"}.get(node.op, node.op)
        if types.item_of(node.type) is not None:
            if is_mask(node.type):
                return f"({left} | {right})" if op == "+" else f"({left} & ~{right})"
            left, right = self.collection(node.left), self.collection(node.right)
            return f"joined({left}, {right})" if op == "+" else f"without({left}, {right})"
        if may_be_none(node.left.type) or may_be_none(node.right.type):
            return f"calculate({op!r}, {left}, {right})"
        if op in ("//", "%") and not (is_number_text(right) and right != "0"):
            return f"divide({op!r}, {left}, {right})"
        if is_number_text(left) and is_number_text(right):
            return str(eval(f"{left} {op} {right}"))
        return f"times({left}, {right})" if op == "*" else f"({left} {op} {right})"

    def write_compare(self, node: tree.Compare) -> str:
        op = {"=": "=="}.get(node.op, node.op)
        left, right = self.expr(node.left), self.expr(node.right)
        if op in ("==", "!="):
            several = types.item_of(node.left.type) is not None and node.left.type != types.ANY
            if several and not is_mask(node.left.type):
                return f"(tuple({self.collection(node.left)}) {op} tuple({self.collection(node.right)}))"
            if left == "None" or right == "None":
                of = bare(node.left.type if right == "None" else node.right.type)
                if of == types.CALL or (isinstance(of, types.Thing) and self.build.is_row_kind(of.kind)):
                    return f"({left if right == 'None' else right} {'not in' if op == '==' else 'in'} S.rows)"
                return f"({left if right == 'None' else right} {'is' if op == '==' else 'is not'} None)"
            if is_number_text(left) and is_number_text(right):
                return str((int(left) == int(right)) == (op == "=="))
            return f"({left} {op} {right})"
        if may_be_none(node.left.type) or may_be_none(node.right.type):
            return f"ordered({op!r}, {left}, {right})"
        return f"({left} {op} {right})"

    def write_in(self, node: tree.In) -> str:
        item, within = self.expr(node.item), node.within
        optional = may_be_none(node.item.type)
        if isinstance(within, tree.Range):
            if optional:
                return f"within({item}, {self.expr(within.low)}, {self.expr(within.high)})"
            return f"({self.expr(within.low)} <= {item} <= {self.expr(within.high)})"
        if isinstance(within, tree.ListOf):
            return f"({item} in ({''.join(self.expr(i) + ', ' for i in within.items)}))"
        if self.is_zone(within):
            zone = within.type.item if isinstance(within.type, types.Zone) else None
            if isinstance(zone, types.Thing) and not self.build.is_row_kind(zone.kind) and not optional:
                return f"(C[{item}] == {self.expr(within)})"
            return f"lies(S, {item}, {self.expr(within)})"
        if is_mask(within.type):
            mask = self.expr(within)
            return f"has_bit({mask}, {item})" if optional else f"(({mask} >> {item} & 1) == 1)"
        return f"({item} in {self.collection(within)})"

    def write_is(self, node: tree.Is) -> str:
        text, ref = self.expr(node.of), node.ref
        if isinstance(ref, symbols.Kind):
            if self.build.is_row_kind(ref.name):
                return f"is_row(S, {text}, {self.build.row_sorts(ref)!r})"
            low, high = self.build.ranges[ref.name]
            if may_be_none(node.of.type):
                return f"within({text}, {low}, {high - 1})"
            return f"({low} <= {text} < {high})"
        if isinstance(ref, symbols.Action):
            return f"is_action(S, {text}, {self.build.action_names(ref)!r})"
        things = self.build.copies.get(node.name, [])
        return f"({text} in ({''.join(f'{t}, ' for t in things)}))"

    def write_not(self, node: tree.Not) -> str:
        text = self.expr(node.of)
        if text in ("True", "False"):
            return str(text == "False")
        return f"(not {text})"

    def write_and(self, node: tree.And) -> str:
        return self.joined("and", "False", "True", node.items)

    def write_or(self, node: tree.Or) -> str:
        return self.joined("or", "True", "False", node.items)

    def joined(self, word: str, decides: str, neutral: str, items: list[tree.Expression]) -> str:
        shown = [text for text in map(self.expr, items) if text != neutral]
        if decides in shown:
            return decides  # formulas have no effects, so the others need not be read
        if not shown:
            return neutral
        return shown[0] if len(shown) == 1 else f"({f' {word} '.join(shown)})"

    # ----------------------------------------------------------------------------------- sets, lists, quantifiers

    def write_listof(self, node: tree.ListOf) -> str:
        shown = [self.expr(item) for item in node.items]
        if is_mask(node.type):
            if all(is_number_text(s) for s in shown):
                return str(sum({1 << int(s) for s in shown}))
            return "(" + " | ".join(f"1 << {s}" for s in shown) + ")" if shown else "0"
        return f"({''.join(s + ', ' for s in shown)})"

    def write_range(self, node: tree.Range) -> str:
        return f"tuple({self.iterable(node)})"

    def collection(self, node: tree.Expression) -> str:
        """A sized Python sequence of the values."""
        if self.is_zone(node):
            return self.things_in(node)
        text = self.iterable(node)
        return text

    def iterable(self, node: tree.Expression) -> str:
        """Something to loop over, in order."""
        if isinstance(node, tree.Range):
            start, end = self.expr(node.low), self.expr(node.high)
            short = is_number_text(start) and is_number_text(end) and int(end) - int(start) <= SPAN
            return f"range({start}, {add(end, 1)})" if short else f"span({start}, {end})"
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.NameKind):
            return f"range({len(node.ref.names)})"
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.Kind):
            if self.build.is_row_kind(node.ref.name):
                return f"rows_of(S, {self.build.row_sorts(node.ref)!r})"
            low, high = self.build.ranges[node.ref.name]
            return f"range({low}, {high})"
        if self.is_zone(node):
            return self.things_in(node)
        text = self.expr(node)
        if is_mask(node.type):
            return f"bits({text})"
        return f"({text} or ())" if may_be_none(node.type) else text

    def write_quantified(self, node: tree.Quantified) -> str:
        folded = self.masked(node)
        if folded is not None:
            return folded
        over = node.over
        if (
            node.quantifier in ("any", "every", "count", "sum")
            and isinstance(over, tree.Name)
            and isinstance(over.ref, symbols.NameKind)
            and len(over.ref.names) <= UNROLLED
        ):
            return self.unrolled(node, len(over.ref.names))
        source = self.iterable(over)
        name = self.bind(node.ref)
        where = f" if {self.expr(node.where)}" if node.where is not None else ""
        loop = f"for {name} in {source}{where}"
        if node.quantifier == "any":
            return f"any(True {loop})"
        if node.quantifier == "count":
            return f"sum(1 {loop})"
        if node.quantifier == "each":
            if is_mask(node.type):
                return f"sum(1 << {name} {loop})"
            return f"tuple([{name} {loop}])"
        assert node.of is not None
        of = self.expr(node.of)
        if node.quantifier == "every":
            return f"all({of} {loop})"
        if node.quantifier == "sum":
            return f"total([{of} {loop}])" if may_be_none(node.of.type) else f"sum([{of} {loop}])"
        return f"{node.quantifier}([{of} {loop}])"

    def unrolled(self, node: tree.Quantified, count: int) -> str:
        parts = []
        for n in range(count):
            self.names[id(node.ref)] = str(n)
            where = self.expr(node.where) if node.where is not None else "True"
            of = self.expr(node.of) if node.of is not None else "True"
            if node.quantifier == "every":
                parts.append(of if where == "True" else f"(not {where} or {of})")
            elif node.quantifier == "any":
                parts.append(where)
            elif node.quantifier == "count":
                parts.append("1" if where == "True" else f"(1 if {where} else 0)")
            else:
                parts.append(of if where == "True" else f"({of} if {where} else 0)")
        word = {"every": "and", "any": "or"}.get(node.quantifier)
        if word is None:
            return "(" + " + ".join(parts) + ")"
        neutral, decides = ("True", "False") if word == "and" else ("False", "True")
        if decides in parts:
            return decides
        parts = [p for p in parts if p != neutral]
        return f"({f' {word} '.join(parts)})" if parts else neutral

    def masked(self, node: tree.Quantified) -> str | None:
        """Counting the members of one small set that are, or are not, in another: bit arithmetic."""
        if not is_mask(node.over.type) or node.quantifier not in ("any", "count", "each") or self.is_zone(node.over):
            return None
        where, negated = node.where, False
        if isinstance(where, tree.Not):
            where, negated = where.of, True
        if where is not None:
            if not (isinstance(where, tree.In) and isinstance(where.item, tree.Name) and where.item.ref is node.ref):
                return None
            if not is_mask(where.within.type) or self.mentions(where.within, node.ref):
                return None
        mask = self.expr(node.over)
        if where is not None:
            mask = f"({mask} & {'~' if negated else ''}{self.expr(where.within)})"
        if node.quantifier == "each":
            return mask
        return (
            f"({mask} != 0)" if node.quantifier == "any" else f"{mask if is_simple(mask) else f'({mask})'}.bit_count()"
        )

    def mentions(self, node: tree.Expression, local: Any) -> bool:
        return any(getattr(inner, "ref", None) is local for inner in walk(node))
