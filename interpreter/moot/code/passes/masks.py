"""Loops over small sets stored as masks, as operations on masks.

count(r in bits(a) where not bit(b, r))                          =   size(a andnot b)
each(c in 0..4 where any(d in contents(hand) where hue[d] == c))   =   each(d in contents(hand) of hue[d])
"""

from __future__ import annotations

from collections.abc import Collection

from ..ir.expressions import Const, Expr, Fold, Local, Op, Var
from ..ir.intervals import interval
from ..ir.make import both, chosen, either, negated, op
from ..ir.reps import NUM, mask
from ..ir.total import may_be_read_again, never_fails
from ..ir.walk import reads_locals

MASKED = 62  # numbers below this may be members of a mask


def by_mask(e: Fold) -> Expr | None:
    """A loop over a mask as an operation on masks; None where it asks for more."""
    if e.rep.sort == "mask" and (values := _of_values(e)) is not None:
        return values
    if not (isinstance(e.over, Op) and e.over.op == "bits") or e.what not in ("any", "every", "count", "each"):
        return None
    if not all(test is None or never_fails(test) for test in (e.where, e.of)):
        return None  # of nothing a test is never read
    whole = e.over.args[0]
    those = whole if e.where is None else _of_which(whole, e.var, e.where)
    if those is None:
        return None
    match e.what:
        case "any":
            return negated(op("empty", those))
        case "count":
            return op("size", those, rep=NUM)
        case "each":
            if e.rep.sort == "mask":
                return those if e.of is None else None
            return Op(e.rep, "bits", (those,)) if e.of is None else None
        case "every":
            assert e.of is not None
            left = _of_which(those, e.var, negated(e.of))
            return None if left is None else op("empty", left)
    return None


def _of_values(e: Fold) -> Expr | None:
    """If the test is for numbers that some member has: the values of the members."""
    match e:
        case Fold(_, "each", var, Const(_, (tuple() | range()) as all_), Fold() as some, None):
            member, over, test = some.var, some.over, some.where
            if some.what != "any" or test is None:
                return None
            tests = test.args if isinstance(test, Op) and test.op == "and" else (test,)
            values = [value for one in tests if (value := _compared(one, var)) is not None]
            others = [one for one in tests if _compared(one, var) is None]
            if len(values) != 1 or any(var in reads_locals(one) for one in (over, *others)):
                return None
            if _is_one_of(values[0], all_) and all(map(never_fails, (over, *tests))):
                return Fold(e.rep, "each", member, over, both(*others) if others else None, values[0])
    return None


def _is_one_of(value: Expr, numbers: Collection[object]) -> bool:
    low, high = interval(value)
    if low is None or high is None or value.rep.optional:
        return False
    return high - low < MASKED and all(number in numbers for number in range(low, high + 1))


def _compared(test: Expr, var: Var) -> Expr | None:
    """The value that a test finds equal to a local."""
    match test:
        case Op(_, "==", (Local(_, read), value) | (value, Local(_, read))) if read is var:
            return None if var in reads_locals(value) else value
    return None


def _of_which(whole: Expr, var: Var, test: Expr) -> Expr | None:
    """The members of a mask for which a test holds, as a mask."""
    if var not in reads_locals(test):
        return chosen(test, whole, Const(whole.rep, 0), whole.rep)
    match test:
        case Op(_, "and", tests):
            for one in tests:
                found = _of_which(whole, var, one)
                if found is None:
                    return None
                whole = found
            return whole
        case Op(_, "or", tests) if may_be_read_again(whole):
            parts = [_of_which(whole, var, one) for one in tests]
            several = [part for part in parts if part is not None]
            return op("|", *several, rep=whole.rep) if len(several) == len(parts) else None
        case Op(_, "not", (Op(_, ("and" | "or") as name, tests),)):
            opposite = tuple(negated(one) for one in tests)
            return _of_which(whole, var, either(*opposite) if name == "and" else both(*opposite))
        case Op(_, "not", (inner,)):
            those = _members(var, inner)
            return None if those is None else op("andnot", whole, those, rep=whole.rep)
        case Op(_, "!=", args):
            those = _members(var, Op(test.rep, "==", args))
            return None if those is None else op("andnot", whole, those, rep=whole.rep)
    those = _members(var, test)
    return None if those is None else op("&", whole, those, rep=whole.rep)


def _members(var: Var, test: Expr) -> Expr | None:
    """The mask of all numbers for which a test of one of them holds."""
    match test:
        case Op(_, "bit", (of, Local(_, read))) if read is var and var not in reads_locals(of):
            return of
        case Op(_, "==", (Local(_, read), other) | (other, Local(_, read))) if read is var:
            return None if var in reads_locals(other) else _only(other)
        case Op(_, "contains", (Const(rep, values), Local(_, read))) if read is var and isinstance(values, tuple):
            numbers = [n for n in values if isinstance(n, int) and 0 <= n < MASKED]
            return Const(mask(rep.item or NUM), sum(1 << n for n in set(numbers)))
    return None


def _only(member: Expr) -> Expr | None:
    """The mask of one number, which is empty where it is none."""
    rep = member.rep
    if rep.low is None or rep.low < 0 or rep.end is None or rep.end > MASKED or rep.sort == "bool":
        return None
    of = mask(rep.sure)
    if not rep.optional:
        return op("shift", member, rep=of)
    if not may_be_read_again(member):
        return None
    return Op(of, "cond", (op("is_none", member), Const(of, 0), Op(of, "shift", (_known(member),))))


def _known(e: Expr) -> Expr:
    """The same, which a test before it has shown to be there."""
    return Local(e.rep.sure, e.var) if isinstance(e, Local) else Op(e.rep.sure, "known_thing", (e,))
