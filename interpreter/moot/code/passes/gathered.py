"""Options gathered at their offer, if the gathering code is short.

let opts = []                                 let opts = []
add all of gather0(0, none) to opts     =     each c in contents(hand)
                                                if price[c] <= cell[48]
                                                  add option(0, 0, none, args(c)) to opts
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..ir.expressions import Bind, Expr, Fold, Local, Make, Prim, Pure, Var
from ..ir.make import is_atom, local
from ..ir.node import AnyExpr, AnyNode, AnyStmt
from ..ir.statements import Add, AddAll, Attempt, Block, Each, If, Let, Line, Note, Return, Stmt
from ..ir.units import Unit
from ..ir.walk import made_by, mapped_block, size, walk, with_blocks, with_made
from .simple import pruned, replaced

MOST = 60  # nodes of code gathered in place


def gathered(units: Iterable[Unit]) -> tuple[Unit, ...]:
    every = tuple(units)
    short = {unit.name: unit for unit in every if unit.kind == "gather" and _is_short(unit)}
    return tuple(replace(unit, body=_block(unit.body, short)) if _gathers(unit) else unit for unit in every)


def only_gathers(s: Stmt) -> bool:
    """Whether it reads alone, and sets locals."""
    return all(isinstance(n, AnyExpr | Add | AddAll | Attempt | Each | If | Let | Line | Note) for n in walk(s))


def _gathers(unit: Unit) -> bool:
    return any(isinstance(node, AddAll) for node in walk(unit.body))


def _is_short(unit: Unit) -> bool:
    match unit.body:
        case (*first, Return(Local(_, var))):
            alone = not any(isinstance(node, Return) for node in walk(first))
            return alone and _begun(tuple(first)) is var and size(first) <= MOST
    return False


def _begun(block: Block) -> Var | None:
    """The list that it begins with."""
    match [one for one in block if not isinstance(one, Line)]:
        case [Let(var, Make(_, ())), *_]:
            return var
    return None


def _block(block: Block, short: Mapping[str, Unit]) -> Block:
    out: Block = ()
    for one in block:
        match one:
            case AddAll(var, Pure(_, name, args)) if name in short and all(map(is_atom, args)):
                out += _in_place(short[name], var, args)
            case _:
                out += (with_blocks(one, lambda inner: _block(inner, short)),)
    return _listed_once(out)


def _listed_once(block: Block) -> Block:
    """With running phases listed once for consecutive loops over them that only gather."""
    out: list[Stmt] = []
    listed: dict[Prim, Var] = {}
    again = Counter(one.over for one in block if isinstance(one, Each))
    for one in block:
        match one:
            case Each(_, Prim(rep, "given_in") as over) if again[over] > 1:
                if over not in listed:
                    listed[over] = Var("running", rep)
                    out.append(Let(listed[over], over))
                one = replace(one, over=local(listed[over]))
        if not only_gathers(one):
            listed = {}
        out.append(one)
    return tuple(out)


def _in_place(unit: Unit, var: Var, args: tuple[Expr, ...]) -> Block:
    found = _begun(unit.body)
    assert found is not None
    values = dict(zip(unit.params, args, strict=True))
    own: dict[Var, Var] = {found: var}
    for node in walk(unit.body):
        made = made_by(node) if isinstance(node, AnyStmt) else (node.var,) if isinstance(node, Fold | Bind) else ()
        own |= {one: Var(one.name, one.rep) for one in made if one not in own}

    def change(node: Any) -> AnyNode:
        if isinstance(node, AnyStmt):
            return with_made(node, own)  # type: ignore[arg-type]
        if isinstance(node, Local | Fold | Bind) and node.var in own:
            node = replace(node, var=own[node.var])
        return replaced(node, values)

    lines = [one for one in unit.body[:-1] if not (isinstance(one, Let) and one.var is found)]
    return pruned(mapped_block(tuple(lines), change))
