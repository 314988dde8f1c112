"""Copy propagation and hoisting of loop invariants: a local that is set once is read as its value. An expression that
is constant in a loop which only gathers, or in a loop of a formula, is read once before it.

let x = arg(0)                                   let x : 1..15 = arg(0)
let y = x                                    =   store cell[(x + 4)]
store cell[(inside(y, 1, 16) + 4)]

each y in 1..16                                  let k = ((x * 15) - 15)
  if is_none(cell[(((x * 15) - 15) + y)])    =   each y in 1..16
    add y to found                                 if is_none(cell[(k + y)])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile

from ..ir.expressions import Arg, Bind, Cell, Const, Expr, Fold, Local, Op, Printed, Pure, Var, Where
from ..ir.make import YES, both, bound_as, local
from ..ir.node import AnyExpr, AnyNode, AnyStmt
from ..ir.reps import NUMBERS
from ..ir.statements import Block, Each, If, Let, Stmt
from ..ir.total import TotalUnits, never_fails
from ..ir.units import Unit
from ..ir.walk import made_by, mapped_block, reads_locals, size, walk, with_blocks, with_parts
from .gathered import only_gathers
from .simple import pruned, put_in, replaced


def settled(units: Sequence[Unit]) -> Sequence[Unit]:
    total = TotalUnits({unit.name: unit for unit in units})
    return tuple(_Settled(unit, total).unit() for unit in units)


class _Settled:
    """times: how often each local is set. known: its value when read. reads: how often it is read then."""

    def __init__(self, unit: Unit, total: TotalUnits) -> None:
        self.whole = unit
        self.total = total
        self.times = Counter(unit.params)
        self.known: dict[Var, Expr] = {}
        self.reads: Counter[Var] = Counter()
        lets: list[Let] = []
        for node in walk(unit.body):
            if isinstance(node, Local):
                self.reads[node.var] += 1
            elif isinstance(node, AnyStmt):
                self.times.update(made_by(node))
                lets += (node,) if isinstance(node, Let) else ()
        for let in lets:
            self.learn(let.var, put_in(let.value, self.known) if isinstance(let.value, Arg | Local) else let.value)

    def learn(self, var: Var, value: Expr) -> None:
        if not self.once(var):
            return
        if isinstance(value, Const) or (isinstance(value, Local) and self.once(value.var)):
            self.known[var] = value
        elif value.rep != var.rep and value.rep.sort == var.rep.sort and var.rep.sort in NUMBERS:
            self.known[var] = Local(value.rep, var)

    def unit(self) -> Unit:
        alone = all(var in self.whole.params for var in self.times)
        if alone and not any(isinstance(node, Fold) for node in walk(self.whole.body)):
            return self.whole
        body = self.whole.body
        if self.known:
            body = pruned(mapped_block(body, lambda n: replaced(n, self.known) if isinstance(n, AnyExpr) else n))  # type: ignore[arg-type]
            self.reads = Counter(node.var for node in walk(body) if isinstance(node, Local))
        return replace(self.whole, body=self.block(body))

    def once(self, var: Var) -> bool:
        return self.times[var] == 1

    # ---------------------------------------------------------------------------------------- what is not read, or once

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        for one in block:
            one = with_parts(with_blocks(one, self.block), partial(_outside, total=self.total))
            match one:
                case Let(var, value) if self.once(var) and not self.reads[var] and _may_go(value):
                    continue
                case If(test, then, other, quick) if out and isinstance(out[-1], Let):
                    may_go = not quick or _may_go(out[-1].value)  # the traced form does not ask a quick test
                    asked = self.asked(out[-1], test) if may_go else None
                    if asked is not None:
                        out[-1] = If(asked, then, other, quick)
                        continue
                case Each() if only_gathers(one):
                    test, one = _Turns(one, self.times, self.total).asked_once()
                    ahead, one = _Turns(one, self.times, self.total).parted()
                    if test != YES:
                        out.append(If(test, (*ahead, one)))
                        continue
                    out += ahead
            out.append(one)
        return tuple(out)

    def asked(self, let: Let, test: Expr) -> Expr | None:
        """A test that alone reads a local, with what that is set to just before."""
        if not self.once(let.var) or self.reads[let.var] != 1 or let.var not in reads_locals(test):
            return None
        made = bound_as(let.var, let.value, test)
        return None if isinstance(made, Bind) or any(isinstance(n, Fold) for n in walk(test)) else made


def _may_go(value: Expr) -> bool:
    """Whether it need not be read. A call that waits may lack an argument: then carrying it out is a fault."""
    return never_fails(value) and not any(isinstance(node, Arg) for node in walk(value))


# ---------------------------------------------------------------------------------------------- loops


class _Turns:
    """A loop that writes nothing, and its part moved ahead. own: the parts that differ in each iteration.

    Only expressions that are read in every iteration and never fail: after a test a value may be known only through
    that test.
    """

    def __init__(self, loop: Each, times: Counter[Var], total: TotalUnits) -> None:
        self.loop, self.times = loop, times
        self.own = {loop.var}
        for node in walk(loop.body):
            self.own.update(made_by(node) if isinstance(node, AnyStmt) else ())
        self.alike = _Alike(self.own, total)

    def asked_once(self) -> tuple[Expr, Each]:
        """The constant conditions of all iterations, and the loop without them."""
        match self.loop.body:
            case (If(test, then, ()) as one,) if (
                not one.quick and self.alike.total.expr(self.loop.over) and never_fails(test)
            ):
                tests = test.args if isinstance(test, Op) and test.op == "and" else (test,)
                first = [*takewhile(self.is_alike, tests)]
                ahead = [part for part in tests if part in first or (self.is_alike(part) and _stands_alone(part))]
                left = both(*(part for part in tests if part not in ahead))
                return both(*ahead), replace(self.loop, body=then if left == YES else (If(left, then),))
        return YES, self.loop

    def parted(self) -> tuple[list[Let], Each]:
        moved: list[Let] = []
        body: list[Stmt] = []
        for at, one in enumerate(self.loop.body):
            if isinstance(one, Let) and self.times[one.var] < 2 and self.is_alike(one.value):
                moved.append(one)
                self.own.discard(one.var)
                continue
            body.append(with_parts(one, self.part))
            if isinstance(one, If):
                body += self.loop.body[at + 1 :]
                break
        ahead = [Let(var, value) for value, var in self.alike.ahead.items()]
        return [*moved, *ahead], replace(self.loop, body=tuple(body))

    def part(self, node: AnyNode) -> AnyNode:
        return self.alike.taken(node) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]

    def is_alike(self, e: Expr) -> bool:
        return self.alike.is_alike(e)


@dataclass(slots=True)
class _Alike:
    """The constant part of all iterations, which is read before the loop. own: the parts that differ."""

    own: set[Var]
    total: TotalUnits
    ahead: dict[Expr, Var] = field(default_factory=dict)

    def is_alike(self, e: Expr) -> bool:
        return self.own.isdisjoint(reads_locals(e)) and self.total.expr(e)

    def taken(self, e: Expr) -> Expr:
        """The part read in each iteration, without the constant part."""
        long = size(e) > 2 if isinstance(e, Op | Bind | Fold) else isinstance(e, Cell | Printed | Where | Pure)
        if long and (e.rep.sort != "seq" or isinstance(e, Pure)) and self.is_alike(e):
            return local(self.ahead.setdefault(e, Var("k", e.rep)))
        match e:
            case Op(_, ("and" | "or" | "cond"), (first, *others)):
                return replace(e, args=(self.taken(first), *others))
            case Fold(over=over):
                return replace(e, over=self.taken(over))
            case Bind(value=value):
                return replace(e, value=self.taken(value))
        return with_parts(e, self.taken)


def _outside(node: AnyNode, total: TotalUnits) -> AnyNode:
    return _read_before(node, total) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]


def _read_before(e: Expr, total: TotalUnits) -> Expr:
    """A formula, with what is alike at all turns of its loops read before them: of those loops that are run in any
    case, which become statements.
    """
    match e:
        case Fold(rep, _, var, over, where, of):
            alike = _Alike({var}, total)
            if where is not None:
                where = alike.taken(_read_before(where, total))
            elif of is not None:
                of = alike.taken(_read_before(of, total))
            made: Expr = replace(e, over=_read_before(over, total), where=where, of=of)
            for value, name in alike.ahead.items():
                made = Bind(rep, name, value, made)
            return made
        case Op(_, ("and" | "or" | "cond"), (first, *others)):
            return replace(e, args=(_read_before(first, total), *others))
    return with_parts(e, partial(_outside, total=total))


def _stands_alone(e: Expr) -> bool:
    """Whether it reads nothing that an earlier test has narrowed."""
    nodes = list(walk(e))
    narrower = any(isinstance(node, Local) and node.rep != node.var.rep for node in nodes)
    return not narrower and not any(isinstance(node, Op) and node.op == "known_thing" for node in nodes)
