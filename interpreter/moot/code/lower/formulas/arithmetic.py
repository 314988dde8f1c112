"""Numbers, comparisons, logic, texts."""

from __future__ import annotations

from ....lang import tree
from ....lang.formula_text import formula_text
from ...ir import convert, make
from ...ir.expressions import Const, Expr, Op, Show, Var
from ...ir.intervals import interval
from ...ir.make import NO_VALUE, both, bound, either, local, number, op
from ...ir.operations import Operation
from ...ir.reps import BOOL, NUM, TEXT, mask
from ...ir.statements import If, Let
from ...typing import types
from ..context import Lowering
from .names import title, with_each
from .rolls import tested

LARGEST = 1 << 62  # a product known to be smaller needs no guard


def number_or_title(low: Lowering, node: tree.Number) -> Expr:
    if node.ref is not None:  # a place is called by its number
        return title(low, node.ref.name)
    return number(node.value)


def minus(low: Lowering, node: tree.Minus) -> Expr:
    return with_each([low.expr(node.of)], lambda found: op("neg", found[0], rep=NUM))


def arithmetic(low: Lowering, node: tree.Arithmetic) -> Expr:
    left, right = low.several([node.left, node.right])
    if types.is_mask(node.type):
        rep = low.stage.rep(types.bare(node.type))
        sets = [convert.fit(make.sure(side), mask(side.rep.item or NUM)) for side in (left, right)]
        return op("|" if node.op == "+" else "andnot", *sets, rep=rep)
    if types.item_of(node.type) is not None:
        seqs = convert.as_seq(left), convert.as_seq(right)
        is_list = isinstance(types.bare(node.type), types.ListOf)
        name: Operation = "joined" if node.op == "+" else "less" if is_list else "without"
        found = Op(low.stage.rep(types.bare(node.type)), name, seqs)
        return found if is_list or name != "joined" else convert.each_once(found)
    return with_each([left, right], lambda found: _calculated(node.op, found[0], found[1]))


def _calculated(sign: str, left: Expr, right: Expr) -> Expr:
    match sign:
        case "+":
            return op("+", left, right, rep=NUM)
        case "-":
            return op("-", left, right, rep=NUM)
        case "*":
            product = op("*", left, right, rep=NUM)
            return product if _is_small(product) else op("times", left, right, rep=NUM)
        case "/" | "%":
            if isinstance(left, Const) and isinstance(right, Const):
                a, b = left.value, right.value
                if isinstance(a, int) and isinstance(b, int) and b:
                    return number(a // b if sign == "/" else a % b)
            return Op(NUM, "div" if sign == "/" else "mod", (left, right))
    raise AssertionError(f"no arithmetic: {sign}")


def _is_small(product: Expr) -> bool:
    return all(end is not None and abs(end) < LARGEST for end in interval(product))


def compare(low: Lowering, node: tree.Compare) -> Expr:
    left, right = low.several([node.left, node.right])
    tested(low, node, node.left, left, right)
    match node.op:
        case "=" | "!=":
            several = types.item_of(node.left.type) is not None and node.left.type != types.ANY
            if several and not types.is_mask(node.left.type):
                left, right = convert.as_seq(left), convert.as_seq(right)
                if all(isinstance(types.bare(side.type), types.SetOf) for side in (node.left, node.right)):
                    same = Op(BOOL, "same_set", (left, right))
                    return same if node.op == "=" else make.negated(same)
            elif several:
                left, right = (_as_mask(side) for side in (left, right))
            return op("==" if node.op == "=" else "!=", left, right)
        case "<" | "<=" | ">" | ">=":
            return ordered(node.op, left, right)
    raise AssertionError(f"no comparison: {node.op}")


def _as_mask(side: Expr) -> Expr:
    return convert.fit(side, mask(NUM)) if side.rep.sort == "seq" else side


def ordered(name: str, left: Expr, right: Expr) -> Expr:
    """`<` and its like; with none they are no."""

    def tested(a: Expr) -> Expr:
        def with_b(b: Expr) -> Expr:
            tests = [op("some", one) for one in (a, b) if one.rep.optional or one.rep.sort == "none"]
            if any(isinstance(test, Const) and not test.value for test in tests):
                return make.NO
            return both(*tests, op(name, make.known(a), make.known(b)))  # type: ignore[arg-type]

        return bound(right, with_b) if right.rep.optional else with_b(right)

    return bound(left, tested) if left.rep.optional else tested(left)


def negation(low: Lowering, node: tree.Not) -> Expr:
    return make.negated(low.test(node.of))


def logic(low: Lowering, node: tree.And | tree.Or) -> Expr:
    """Parts are read from left to right until the answer is known; so what pauses is done only if it is still open."""
    items, is_and = node.items, isinstance(node, tree.And)
    if not any(map(low.pauses, items)):
        tests = [low.test(item) for item in items]
        return both(*tests) if is_and else either(*tests)
    held = low.var("held", BOOL)
    low.out.append(Let(held, low.test(items[0])))
    _rest(low, items[1:], held, is_and)
    return local(held)


def _rest(low: Lowering, items: list[tree.Formula], held: Var, is_and: bool) -> None:
    if not items:
        return
    with low.apart() as made:
        low.out.append(Let(held, low.test(items[0])))
        _rest(low, items[1:], held, is_and)
    test = local(held) if is_and else make.negated(local(held))
    low.out.append(If(test, tuple(made)))


def conditional(low: Lowering, node: tree.Conditional) -> Expr:
    """Only the value that the condition decides for is read, and only what pauses in it is done."""
    due = low.stage.rep(node.type).maybe
    test = low.test(node.condition)
    with low.apart() as if_so:
        value = convert.fit(low.expr(node.value), due)
    with low.apart() as if_not:
        otherwise = convert.fit(low.expr(node.otherwise), due)
    if not if_so and not if_not:
        return make.chosen(test, value, otherwise, due)
    held = low.var("held", due if may_be_none(value) or may_be_none(otherwise) else due.sure)
    low.out.append(If(test, (*if_so, Let(held, value)), (*if_not, Let(held, otherwise))))
    return local(held)


def text_of(low: Lowering, node: tree.Text) -> Expr:
    """A text with values in it, as people read it. One that contains other texts may grow, so its length is limited."""
    shown = [make.text(part) if isinstance(part, str) else _as_shown(low, part) for part in node.parts]
    if all(isinstance(part, Const) for part in shown):
        return make.text("".join(str(part.value) for part in shown if isinstance(part, Const)))
    grows = any(not isinstance(part, str) and types.bare(part.type) == types.STRING for part in node.parts)
    return shown[0] if len(shown) == 1 else Op(TEXT, "short_text" if grows else "text", tuple(shown))


def required_reason(low: Lowering, node: tree.Require) -> Expr:
    """Why something is not to be, where this is not so: as the rules say it, or else the formula itself."""
    if node.reason is not None:
        return text_of(low, node.reason)
    return make.text(f"`{formula_text(node.condition)}` is false")


def _as_shown(low: Lowering, part: tree.Formula) -> Expr:
    value = low.expr(part)
    return value if part.type == types.STRING and not value.rep.optional else Show(TEXT, value)


def may_be_none(value: Expr) -> bool:
    return value.rep.optional or value == NO_VALUE
