"""Inlining of formulas: calls of small functions of the rules are replaced by their results.

function f_kept_back() : num
  if f_final()
    return 0                      size(hand) - f_kept_back()   =   size(hand) - cond(round == 4, 0, 3)
  return 3

Where rules in play may modify it, the function is called while any listens: cond(listening(slot), f(c), formula).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..ir.expressions import Const, Expr, Fold, Kept, Listening, Local, Members, Op, Pure, Var
from ..ir.first_read import first_read
from ..ir.make import NO_VALUE, bound_as, chosen, either, is_atom, local
from ..ir.node import AnyExpr, AnyNode
from ..ir.reps import BOOL
from ..ir.statements import Block, If, Let, Line, Modify, Note, Return
from ..ir.total import may_be_read_again, never_fails
from ..ir.units import Unit
from ..ir.walk import size, walk, with_parts
from .simple import folded, pruned, put_in, with_own_locals

MOST = 80  # nodes of a formula that is put in place of a call
MOST_MORE = 600  # nodes by which a unit may grow


def functions(units: Sequence[Unit], one: Callable[[Expr], Expr] = folded) -> Sequence[Unit]:
    """`one`: a node in its simplest form, whose parts are."""
    formulas = _Formulas(units, one)
    return tuple(formulas.unit(unit) for unit in units)


def formulas(units: Sequence[Unit], names: Iterable[str]) -> Mapping[str, Expr]:
    """The results of these functions while no rule modifies them, if that is a small formula."""
    made = _Formulas(units, folded)
    return {name: found.value for name in names if (found := made.formula(name)) is not None}


@dataclass(frozen=True, slots=True)
class _Formula:
    """The result of a function. slots: it does not apply while a rule is active in one of them."""

    params: tuple[Var, ...]
    value: Expr
    slots: tuple[int, ...]
    nodes: int

    def of(self, call: Pure, always: bool, one: Callable[[Expr], Expr]) -> Expr | None:
        """The same for the arguments of a call; None where that is better called. `always`: see `_Calls.expr`."""
        values, kept = _given(self.params, call.args, self.value)
        value = put_in(with_own_locals(self.value), values, one)
        if not always and any(isinstance(node, Fold) for node in walk(value)):
            return None
        if isinstance(value, Const) and value.value is None and call.rep.optional:
            value = Const(call.rep, None)
        if value.rep.optional and not call.rep.optional:
            return None
        if self.slots:
            again = replace(call, args=tuple(values[param] for param in self.params))
            listening = either(*(Listening(BOOL, slot) for slot in self.slots))
            value = chosen(listening, again, value, call.rep)
        for var, arg in reversed(kept):
            if not always and not first_read(value, var):
                return None
            value = bound_as(var, arg, value)
        return value


def _given(
    params: tuple[Var, ...], args: tuple[Expr, ...], value: Expr
) -> tuple[dict[Var, Expr], list[tuple[Var, Expr]]]:
    """Replacements of parameters, and the locals made for values that must not be read repeatedly."""
    often = [n.var for n in walk(value) if isinstance(n, Local)]
    turned = {n.var for loop in walk(value) if isinstance(loop, Fold) for n in walk(loop) if isinstance(n, Local)}
    values: dict[Var, Expr] = {}
    kept: list[tuple[Var, Expr]] = []
    for param, arg in zip(params, args, strict=True):
        if is_atom(arg) or (
            never_fails(arg) and (may_be_read_again(arg) or (often.count(param) < 2 and param not in turned))
        ):
            values[param] = arg
        else:
            own = Var(param.name, arg.rep)
            values[param] = local(own)
            kept.append((own, arg))
    return values, kept


class _Formulas:
    """`found`: by the names of units; None while it is being made, and if it is not a small formula."""

    def __init__(self, units: Sequence[Unit], one: Callable[[Expr], Expr]) -> None:
        self.one = one
        self.units = {unit.name: unit for unit in units}
        self.circles = _circles(self.units)
        self.bodies: dict[str, Block] = {}
        self.found: dict[str, _Formula | None] = {}

    def unit(self, unit: Unit) -> Unit:
        body = self.body(unit)
        return unit if body is unit.body else replace(unit, body=body)

    def body(self, unit: Unit) -> Block:
        """With formulas in place of calls."""
        if unit.name not in self.bodies:
            if any(isinstance(node, Pure) for node in walk(unit.body)):
                self.bodies[unit.name] = pruned(_Calls(self).block(unit.body))
            else:
                self.bodies[unit.name] = unit.body
        return self.bodies[unit.name]

    def formula(self, name: str) -> _Formula | None:
        if name not in self.found:
            self.found[name] = None
            self.found[name] = self.made(self.units.get(name))
        return self.found[name]

    def made(self, unit: Unit | None) -> _Formula | None:
        if unit is None or unit.pauses or unit.name in self.circles:
            return None
        reader = _Value()
        try:
            value = reader.block(self.body(unit), {})
        except NoFormulaError:
            return None
        nodes = size(value)
        return _Formula(unit.params, value, tuple(dict.fromkeys(reader.slots)), nodes) if nodes <= MOST else None


def _circles(units: Mapping[str, Unit]) -> frozenset[str]:
    """Units that call one another in a cycle: an error that shows the cycle names them all."""
    calls = {
        name: {node.unit for node in walk(unit.body) if isinstance(node, Pure)} & units.keys()
        for name, unit in units.items()
    }
    while True:
        called = frozenset().union(*calls.values())
        left = {name for name, callees in calls.items() if callees and name in called}
        if len(left) == len(calls):
            return frozenset(left)
        calls = {name: calls[name] & left for name in left}


class NoFormulaError(Exception):
    """A body does more than return a value."""


class _Value:
    """The result of a block. `slots`: those where rules may change it."""

    def __init__(self) -> None:
        self.slots: list[int] = []

    def block(self, block: Block, values: Mapping[Var, Expr]) -> Expr:
        """`values`: the replacements of locals."""
        for at, one in enumerate(block):
            rest = block[at + 1 :]
            match one:
                case Line() | Note():
                    continue
                case Modify(slot=slot):
                    self.slots.append(slot)
                case Let(var, given):
                    return self.let(var, put_in(given, values), rest, values)
                case If(test, then, other):
                    if size(rest) > MOST:
                        raise NoFormulaError
                    asked = put_in(test, values)
                    return chosen(asked, self.block((*then, *rest), values), self.block((*other, *rest), values))
                case Return(value):
                    return NO_VALUE if value is None else put_in(value, values)
                case _:
                    raise NoFormulaError
        raise NoFormulaError

    def let(self, var: Var, value: Expr, rest: Block, values: Mapping[Var, Expr]) -> Expr:
        if is_atom(value):
            return self.block(rest, {**values, var: value})
        own = Var(var.name, value.rep)
        return bound_as(own, value, self.block(rest, {**values, var: local(own)}))


class _Calls:
    """Puts formulas in place of calls in a unit, as long as it does not grow too much."""

    def __init__(self, formulas: _Formulas) -> None:
        self.formulas = formulas
        self.left = MOST_MORE

    def block(self, block: Block) -> Block:
        return tuple(with_parts(one, self.part) for one in block)

    def part(self, node: AnyNode) -> AnyNode:
        """The direct parts of a statement, which are always read."""
        if isinstance(node, AnyExpr):
            return self.expr(node, True)  # type: ignore[arg-type]
        return with_parts(node, self.part)

    def expr(self, e: Expr, always: bool) -> Expr:
        """`always`: whether it is always read, so that its loops may be in earlier lines."""
        match e:
            case Op(_, ("and" | "or" | "cond"), (first, *others)):
                args = (self.expr(first, always), *(self.expr(one, False) for one in others))
                same = all(a is b for a, b in zip(args, e.args, strict=True))
                return self.formulas.one(e if same else replace(e, args=args))
            case Kept(value=value):
                return replace(e, value=self.expr(value, False))
            case Members():
                return e
        made: Expr = self.formulas.one(with_parts(e, lambda part: self.expr(part, always)))
        return self.call(made, always) if isinstance(made, Pure) else made

    def call(self, e: Pure, always: bool) -> Expr:
        formula = self.formulas.formula(e.unit)
        if formula is None or formula.nodes > self.left:
            return e
        made = formula.of(e, always, self.formulas.one)
        if made is None:
            return e
        self.left -= formula.nodes
        return made
