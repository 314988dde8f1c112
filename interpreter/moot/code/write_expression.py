"""Expressions as Python text. What a writer makes is valid in a function whose first argument is the position `S`."""

from __future__ import annotations

import re

from ..lang import tree
from .bounds import is_there
from .first_values import nothing_yet, reads_this
from .known import NOTHING
from .place_constants import area
from .sight import place_of, sees_text
from .tally import tested
from .typing import symbols, types
from .typing.boards import BOARD_CALLS
from .typing.types import bare, is_mask, may_be_none
from .write_board import board_text, search_text
from .write_called import AND, OR, CallWriter, joined
from .write_compared import compared, spans_joined
from .write_moves import lies_in_play
from .write_names import add, as_tuple, is_number_text, is_short, is_simple, never_none
from .write_quantifier import is_sure_mask

SPAN = 1000  # a range of so many numbers needs no guard
LARGEST = 1 << 62  # a product known to be smaller needs no guard
_CAPTURED = re.compile(r"inst\[2\]\[\d+\]")  # what a rule in play has kept
LISTED = 16  # a range of so many numbers is written out


class ExpressionWriter(CallWriter):
    """Formulas of every sort, on top of names, quantifiers and calls."""

    folds = False  # whether tests that are known to hold, or not to, are not written

    # -------------------------------------------------------------------------------------------- built-in functions

    def builtin(self, name: str, node: tree.Call) -> str:
        args = node.args
        if node.ref is not None and name in BOARD_CALLS and node.ref is BOARD_CALLS[name].symbol:
            return board_text(self, node)
        if name == "size":
            if is_sure_mask(args[0]):
                return self.bit_count(self.expr(args[0]), args[0].type)
            members = self.collection(args[0])
            return self.told_of("count", members) or f"len({members})"
        if name in ("first", "last", "top", "bottom"):
            end = 0 if name in ("first", "bottom") else -1
            text = self.collection(args[0])
            if self.fact(text).there:
                return f"{text}[{end}]"
            return f"({text}[{end}] if {text} else None)" if text.startswith("Z[") else f"end_of({text}, {end})"
        if name == "in_play":
            return self.lies_in_play(args[0])
        if name == "holder":
            return self.holder(node)
        if name == "opponent" and len(self.build.game.players) == 2:
            text = never_none(self.expr(args[0]))
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
            shown = [self.expr(a) for a in args]
            if len(shown) == 2 and all(map(is_simple, shown)):
                return f"({shown[0]} if {shown[0]} {'<' if name == 'min' else '>'} {shown[1]} else {shown[1]})"
            return f"{name}({', '.join(shown)})"
        if name == "rank":
            text = self.expr(args[0])
            if is_number_text(text) or is_there(args[0]):
                return add(text, 1) if is_number_text(text) else f"({text} + 1)"
            return f"(0 if {text} is None else {text} + 1)" if is_simple(text) else f"rank({text})"
        if name == "sees":
            player, zone = args
            place = None if may_be_none(player.type) else place_of(self.build, zone)
            return sees_text(self.build, self.expr(player), place, self.expr(zone))
        if name == "legal":
            return f"legal(S{self.args(args)})"
        if name in ("shuffle", "show", "draw", "swap", "pay", "resolve"):
            return f"p_{name}(S{self.args(args)})"
        return f"{name}(S{self.args(args)})"

    def lies_in_play(self, node: tree.Formula) -> str:
        text, fact = self.expr(node), self.fact(self.expr(node))
        there = is_there(node) or fact.there or is_number_text(text)
        found = lies_in_play(self.build, node.type, text, fact if self.folds else NOTHING) if there else ""
        return found or f"in_play(S, {text})"

    def search(self, node: tree.Call) -> str:
        """A call of `reachable`, `cost` or `path`."""
        return search_text(self, node, True)

    def write_new(self, node: tree.New) -> str:
        kind = node.ref
        given = dict(node.given)
        parts, later = [], []
        for member in kind.fields.values():
            if member.name in given:
                text = self.kept_text(given[member.name])
            elif member.default is not None and not member.is_state:
                text = self.expr(member.default)
            elif member.default is not None:
                text = ExpressionWriter(self.build, this="this").expr(member.default)
                if reads_this(member.default):  # it is read when the row and its fields are there
                    later.append(f"({member.name!r}, lambda this: {text}), ")
                    text = nothing_yet(self.build, member.type)
            else:
                text = nothing_yet(self.build, member.type)
            parts.append(f"{member.name!r}: {text}")
        own = f", ({''.join(later)})" if later else ""
        return f"new_row(S, {kind.name!r}, {{{', '.join(parts)}}}{own})"

    def kept_text(self, node: tree.Formula) -> str:
        """A value to be kept: a set of things as a tuple, never the live list of a zone."""
        return f"tuple({self.things_in(node)})" if isinstance(bare(node.type), types.Zone) else self.expr(node)

    def write_pending(self, node: tree.Pending) -> str:
        ref = node.call.ref
        number = self.build.target_numbers[id(ref)]
        this = self.this if ref.owner else "None"
        given = "".join(f"{self.kept_text(a)}, " for a in node.call.args)
        return f"new_call(S, ({-number - 1}, None, {this}, ({given})))"

    def was(self, node: tree.Formula) -> str:
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
        unsure = unsure_texts((left, node.left), (right, node.right))
        plain = op in "+-" or (op == "*" and self.is_small(node))
        if unsure and plain and all(map(is_simple, unsure)):
            return f"(None if {' or '.join(f'{text} is None' for text in unsure)} else {left} {op} {right})"
        if unsure:
            return f"calculate({op!r}, {left}, {right})"
        if op in ("//", "%") and not (is_number_text(right) and right != "0"):
            return f"divide({op!r}, {left}, {right})"
        if is_number_text(left) and is_number_text(right):
            return str(eval(f"{left} {op} {right}"))
        return f"({left} {op} {right})" if plain or op != "*" else f"times({left}, {right})"

    def is_small(self, node: tree.Formula) -> bool:
        """Whether a number is sure not to grow without end."""
        return all(end is not None and abs(end) < LARGEST for end in self.ends(node))

    def write_compare(self, node: tree.Compare) -> str:
        op = {"=": "=="}.get(node.op, node.op)
        left, right = self.expr(node.left), self.expr(node.right)
        if op in ("==", "!="):
            several = types.item_of(node.left.type) is not None and node.left.type != types.ANY
            if several and not is_mask(node.left.type):
                return f"(tuple({self.collection(node.left)}) {op} tuple({self.collection(node.right)}))"
            if left == "None" or right == "None":
                of = bare(node.left.type if right == "None" else node.right.type)
                if is_number_text(left) or is_number_text(right):
                    return str(op == "!=")
                if of == types.CALL or (isinstance(of, types.Thing) and self.build.is_row_kind(of.kind)):
                    return f"({left if right == 'None' else right} {'not in' if op == '==' else 'in'} S.rows)"
                return f"({left if right == 'None' else right} {'is' if op == '==' else 'is not'} None)"
            if is_number_text(left) and is_number_text(right):
                return str((int(left) == int(right)) == (op == "=="))
            return f"({left} {op} {right})"
        unsure = unsure_texts((left, node.left), (right, node.right))
        if unsure and all(map(is_simple, unsure)):
            return f"({' and '.join(f'{text} is not None' for text in unsure)} and {left} {op} {right})"
        return f"ordered({op!r}, {left}, {right})" if unsure else compared(left, op, right)

    def write_in(self, node: tree.In) -> str:
        item, within = self.expr(node.item), node.within
        optional = may_be_none(node.item.type)
        if isinstance(within, tree.Range):
            if optional:
                return f"within({item}, {self.expr(within.low)}, {self.expr(within.high)})"
            return f"({self.expr(within.low)} <= {item} <= {self.expr(within.high)})"
        if isinstance(within.ref, symbols.Area):
            return f"({item} in {area(self.build, within.ref)[1]})"
        if isinstance(within, tree.ListOf):
            return is_one_of(item, [self.expr(i) for i in within.items])
        if self.is_zone(within):
            zone = within.type.item if isinstance(within.type, types.Zone) else None
            by_cell = isinstance(zone, types.Thing) and zone.kind in self.build.ranges
            if by_cell and not optional:
                return f"(C[{item}] == {self.expr(within)})"
            if by_cell and (is_short(item) or _CAPTURED.fullmatch(item)) and is_number_text(self.expr(within)):
                return f"({item} is not None and C[{item}] == {self.expr(within)})"
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
            fact = self.fact(text)
            if self.folds and fact.there and (sure := fact.within(low, high)) is not None:
                return str(sure)
            if may_be_none(node.of.type) and not fact.there:
                simple = is_simple(text)
                return (
                    f"({text} is not None and {low} <= {text} < {high})"
                    if simple
                    else f"within({text}, {low}, {high - 1})"
                )
            return f"({low} <= {text} < {high})"
        if isinstance(ref, symbols.Action):
            return f"is_action(S, {text}, {self.build.action_names(ref)!r})"
        things = self.build.copies.get(ref.name if isinstance(ref, symbols.Title) else node.name, [])
        return is_one_of(text, [str(thing) for thing in things])

    def write_not(self, node: tree.Not) -> str:
        text = self.test(node.of)
        if text in ("True", "False"):
            return str(text == "False")
        return f"(not {text})"

    def write_and(self, node: tree.And) -> str:
        return joined(*AND, map(self.expr, node.items))

    def write_or(self, node: tree.Or) -> str:
        return joined(*OR, spans_joined(list(map(self.expr, node.items))))

    def test(self, node: tree.Formula) -> str:
        """A formula of which only that it holds is asked: as text of whatever Python takes for yes or no."""
        if isinstance(node, tree.And):
            return joined(*AND, map(self.test, node.items))
        if isinstance(node, tree.Or):
            return joined(*OR, spans_joined(list(map(self.test, node.items))))
        if isinstance(node, tree.Name | tree.Call) and isinstance(node.ref, symbols.Function):
            return self.call_function(node.ref, node.args if isinstance(node, tree.Call) else [], True)
        if isinstance(node, tree.Quantified) and node.quantifier in ("any", "every"):
            mask = self.asked_mask(node)
            if mask is not None:
                return mask if node.quantifier == "any" else f"(not {mask})"
            return tested(self.expr(node))
        if isinstance(node, tree.In) and self.asks_mask(node):
            return f"({self.expr(node.within)} >> {self.expr(node.item)} & 1)"
        if isinstance(node, tree.Compare) and isinstance(node.left, tree.Call) and node.left.name == "size":
            how = (node.op, node.right.value) if isinstance(node.right, tree.Number) else None
            of = node.left.args[0]
            if how in ((">", 0), ("!=", 0), (">=", 1), ("=", 0), ("<", 1), ("<=", 0)):
                text = self.expr(of) if is_sure_mask(of) else self.collection(of)
                text = tested(self.told_of("any", text)) or text
                return text if how in ((">", 0), ("!=", 0), (">=", 1)) else f"(not {text})"
        return self.expr(node)

    def asks_mask(self, node: tree.In) -> bool:
        """Whether it asks for a bit of a mask, both there for sure."""
        written = isinstance(node.within, tree.Range | tree.ListOf)
        return not written and is_sure_mask(node.within) and not may_be_none(node.item.type)

    # ---------------------------------------------------------------------------------------------- sets, lists

    def write_listof(self, node: tree.ListOf) -> str:
        shown = [self.expr(item) for item in node.items]
        if is_mask(node.type):
            if all(is_number_text(s) for s in shown):
                return str(sum({1 << int(s) for s in shown}))
            return "(" + " | ".join(f"1 << {s}" for s in shown) + ")" if shown else "0"
        return f"({''.join(s + ', ' for s in shown)})"

    def write_range(self, node: tree.Range) -> str:
        if not is_mask(node.type):
            return as_tuple(self.iterable(node))
        low, high = self.expr(node.low), self.expr(node.high)
        if is_number_text(low) and is_number_text(high) and 0 <= int(low) <= int(high) <= types.MASK_BITS:
            return str((2 << int(high)) - (1 << int(low)))
        return f"mask_between({low}, {high})"

    def collection(self, node: tree.Formula) -> str:
        """A sized Python sequence of the values."""
        if self.is_zone(node):
            return self.things_in(node)
        return self.iterable(node)

    def iterable(self, node: tree.Formula) -> str:
        """Something to loop over, in order."""
        if isinstance(node, tree.Range):
            start, end = self.expr(node.low), self.expr(node.high)
            short = is_number_text(start) and is_number_text(end) and int(end) - int(start) <= SPAN
            return numbers_text(int(start), int(end) + 1) if short else f"span({start}, {end})"
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.NameKind):
            return numbers_text(0, len(node.ref.names))
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


def unsure_texts(*parts: tuple[str, tree.Formula]) -> list[str]:
    """The texts of those that may be none."""
    return [text for text, node in parts if may_be_none(node.type) and not is_number_text(text)]


def is_one_of(text: str, values: list[str]) -> str:
    """Whether a value is one of those."""
    return f"({text} == {values[0]})" if len(values) == 1 else f"({text} in ({''.join(f'{v}, ' for v in values)}))"


def numbers_text(low: int, end: int) -> str:
    """The numbers from `low` to before `end`."""
    return repr(tuple(range(low, end))) if end - low <= LISTED else f"range({low}, {end})"
