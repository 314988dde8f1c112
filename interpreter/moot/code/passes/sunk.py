"""Code sinking: a local that is set once is set only when it is needed, and not at all on paths that do not need it.

let same = each(c in hand where …)          if trick == 1
let good = each(c in hand where …)            let good = each(c in hand where …)
if trick == 1 and good              =         if good
  return good                                   return good
return same                                 let same = each(c in hand where …)
                                            return same
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..ir.expressions import Arg, Expr, Fold, Local, Op, Var
from ..ir.make import both
from ..ir.node import AnyNode, AnyStmt
from ..ir.statements import Block, Break, If, Let, Line, Return, Stmt
from ..ir.total import never_fails
from ..ir.units import Unit
from ..ir.walk import ends, made_by, reads_locals, walk, with_blocks


def sunk(units: Sequence[Unit]) -> Sequence[Unit]:
    return tuple(replace(unit, body=_Sunk(unit).block(unit.body)) for unit in units)


class _Sunk:
    """times: how often each local is set; reads: how often it is read."""

    def __init__(self, unit: Unit) -> None:
        self.times = Counter(unit.params)
        for node in walk(unit.body):
            if isinstance(node, AnyStmt):
                self.times.update(made_by(node))
        self.reads = _reads(unit.body)

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        waiting: list[Let] = []  # in their order; none is read by those outside
        for one in block:
            match one:
                case Let() if self.may_wait(one, block):
                    waiting.append(one)
                    continue
                case Line():
                    out.append(one)
                    continue
                case If(quick=False) if waiting:
                    waiting, read = _parted(waiting, _read_at_once(one, waiting, self.reads))
                    out += read
                    waiting, one = self.handed_on(waiting, one)
                    if not _is_passed(one):
                        out += waiting
                        waiting = []
                case Let() | Return():
                    waiting, read = _parted(waiting, reads_locals(one))
                    out += read
                case _:
                    out += waiting
                    waiting = []
            out.append(with_blocks(one, self.block))
        if block and not ends(block):
            out += waiting
        return tuple(out)

    def may_wait(self, let: Let, block: Block) -> bool:
        """Whether it is expensive, gives the same value wherever it is set before any write, and is read only in
        this block.
        """
        nodes = list(walk(let.value))
        if not any(isinstance(n, Fold) for n in nodes) or any(isinstance(n, Arg) for n in nodes):
            return False
        once = all(self.times[var] == 1 for var in (let.var, *reads_locals(let.value)))
        return once and never_fails(let.value) and _reads(block)[let.var] == self.reads[let.var]

    def handed_on(self, waiting: list[Let], one: If) -> tuple[list[Let], If]:
        """Locals read by one branch alone move there, the last one first, because it may read the others."""
        left: list[Let] = []
        for let in reversed(waiting):
            var, all_reads = let.var, self.reads[let.var]
            needed = any(var in reads_locals(other.value) for other in left)
            if needed or not all_reads:
                left.append(let)
            elif _reads(one.then)[var] == all_reads:
                one = replace(one, then=(let, *one.then))
            elif _reads(one.other)[var] == all_reads:
                one = replace(one, other=(let, *one.other))
            elif (split := _split(one, let)) and _reads(split.then)[var] == all_reads:
                one = split
            else:
                left.append(let)
        return left[::-1], one


def _reads(nodes: Block | Expr) -> Counter[Var]:
    return Counter(node.var for node in walk(nodes) if isinstance(node, Local))


def _tests(test: Expr) -> Sequence[Expr]:
    return test.args if isinstance(test, Op) and test.op == "and" else (test,)


def _read_at_once(one: If, waiting: Sequence[Let], reads: Counter[Var]) -> frozenset[Var]:
    """The locals needed before it: those read by its first test, and by more than one of its parts."""
    inside = _reads((one,))
    first, *_ = _tests(one.test)
    found = set(reads_locals(first))
    for let in waiting:
        var = let.var
        in_test = var in reads_locals(one.test)
        alone = inside[var] == reads[var] and not (in_test and one.other)
        in_both = _reads(one.then)[var] and _reads(one.other)[var]
        if inside[var] and (not alone or in_both):
            found.add(var)
    return frozenset(found)


def _split(one: If, let: Let) -> If | None:
    """The same as two tests, one inside the other, the local between them."""
    tests = _tests(one.test)
    at = next((n for n, test in enumerate(tests) if let.var in reads_locals(test)), 0)
    if not at or one.other:
        return None
    return If(both(*tests[:at]), (let, If(both(*tests[at:]), one.then)))


def _parted(waiting: Sequence[Let], read: frozenset[Var]) -> tuple[list[Let], list[Let]]:
    """The locals that may wait, and the ones that are read, with those they read themselves."""
    left: list[Let] = []
    out: list[Let] = []
    for let in reversed(waiting):
        if let.var in read:
            out.append(let)
            read |= reads_locals(let.value)
        else:
            left.append(let)
    return left[::-1], out[::-1]


def _is_passed(one: If) -> bool:
    """Whether nothing that is read may be another behind it."""
    return all(ends(branch) or all(map(_is_quiet, branch)) for branch in (one.then, one.other))


def _is_quiet(one: AnyNode) -> bool:
    match one:
        case Line() | Let() | Return() | Break():
            return True
        case If(_, then, other, quick):
            return not quick and all(map(_is_quiet, (*then, *other)))
    return False
