"""Which lines are ever reached, and which bodies end without the value that they owe."""

from __future__ import annotations

from typing import assert_never

from ....lang import tree
from ....lang.source import Span
from ....lang.walk import blocks, walk
from ..fits import type_phrase
from ..gathered import code_texts
from ..scope import World
from ..symbols import Procedure
from ..types import ANY, NOTHING, Type

_LAST_RETURN = "return a value on the last line and in each branch that ends it"


def check_flow(world: World) -> None:
    """Tell of unreachable lines, of guarded lines without an end, and of missing values."""
    for code in code_texts(world.bundle):
        if code.entry == "steps":
            _reached(world, code.nodes)
    for node in world.nodes:
        for block in blocks(node):
            _reached(world, block)
        if isinstance(node, tree.FunctionDecl):
            _guarded(world, node)
        if isinstance(node, tree.ProcedureDecl):
            _owes(world, node.block, _result(world, node), node.at, f"`{node.name}`", False)
        elif isinstance(node, tree.Hook) and node.when == "instead" and isinstance(node.head.ref, Procedure):
            _owes(world, node.block, node.head.ref.type, node.head.at, f"this hook of `{node.head.name}`", True)


def _result(world: World, node: tree.ProcedureDecl) -> Type:
    for procedures in [world.game.procedures, *(c.procedures for c in world.game.carried.values())]:
        found = procedures.get(node.name)
        if found is not None and found.decl is node:
            return found.type
    return NOTHING


def _guarded(world: World, node: tree.FunctionDecl) -> None:
    if not node.lines:
        return
    for line in node.lines[:-1]:
        if line.condition is None:
            after = node.lines[node.lines.index(line) + 1]
            message = "this line is never reached: the line above always applies"
            world.report.error("unreachable", message, after.value.at, "put `otherwise` last")
            return
    last = node.lines[-1]
    if last.condition is not None:
        message = f"`{node.name}` has no value if none of its lines applies"
        world.report.error("no-otherwise", message, last.value.at, "add a last line `… otherwise`")


def ends(statements: tree.Block | None) -> bool:
    """Whether what follows these statements is never reached."""
    return any(_ends(statement) for statement in statements or [])


def _ends(node: tree.Step) -> bool:
    match node:
        case tree.Return() | tree.Win():
            return True
        case tree.If():
            return node.otherwise is not None and ends(node.otherwise) and all(ends(b.block) for b in node.branches)
        case tree.Repeat():
            return ends(node.block)
        case tree.ChooseOne():
            certain = ends(node.otherwise) or any(a.where is None for a in node.alternatives)
            return certain and all(ends(a.block) for a in node.alternatives)
        case tree.ForEach() | tree.While() | tree.Offer() | tree.Lasting():
            return False  # steps in it may never run
        case tree.Choose() | tree.ChooseTogether() | tree.Pick():
            return False
        case tree.Change() | tree.Move() | tree.MoveBefore() | tree.Remove() | tree.Let() | tree.Require():
            return False
        case tree.CallStatement() | tree.Run() | tree.ProceedStatement() | tree.Nothing():
            return False
        case _:
            assert_never(node)


def _has_value(statements: tree.Block | None) -> bool:
    """Whether these statements proceed on every way, or end."""
    return any(_proceeds(node) or _ends(node) for node in statements or [])


def _proceeds(node: tree.Step) -> bool:
    match node:
        case tree.ProceedStatement():
            return True
        case tree.Let() | tree.Set():
            return any(isinstance(n, tree.Proceed) for n in walk(node.value))
        case tree.If():
            return _has_value(node.otherwise) and all(_has_value(b.block) for b in node.branches)
        case tree.Repeat():
            return _has_value(node.block)
        case _:
            return False


def _reached(world: World, statements: tree.Block) -> None:
    for number, node in enumerate(statements[:-1]):
        if _ends(node):
            message = "this line is never reached: the line above ends the block"
            world.report.warn("unreachable", message, statements[number + 1].at)
            return


def _owes(world: World, statements: tree.Block, of: Type, at: Span, what: str, may_proceed: bool) -> None:
    if of in (NOTHING, ANY) or (_has_value(statements) if may_proceed else ends(statements)):
        return
    due = "`return` or `proceed`" if may_proceed else "`return`"
    world.report.error("no-return", f"{what} must give {type_phrase(of)}, but may end without {due}", at, _LAST_RETURN)
