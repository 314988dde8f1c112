"""Records made in play: rows, and pending calls."""

from __future__ import annotations

from ....lang import tree
from ...ir import convert
from ...ir.expressions import Expr, Make, Pure
from ...ir.make import NO_VALUE, local, number
from ...ir.reps import CALL, OPTION, Rep
from ...ir.statements import Do, NewRow, StoreField
from ...plan import actions
from ...typing import symbols
from ..context import Lowering
from .first_values import first_value, reads_this


def new(low: Lowering, node: tree.New) -> Expr:
    """A row with the given values, the defaults of its fields, and initial values. Fields that read the row itself
    come later.
    """
    kind = node.ref
    assert isinstance(kind, symbols.Kind)
    values = dict(zip((name for name, _ in node.given), low.several([e for _, e in node.given]), strict=True))
    fields: list[tuple[str, Expr]] = []
    later: list[symbols.Member] = []
    for member in kind.fields.values():
        rep = low.stage.kept(member.type)
        if member.name in values:
            fields.append((member.name, convert.fit(values[member.name], rep)))
        elif member.default is not None and reads_this(member.default):
            later.append(member)
            fields.append((member.name, first_value(low, member.type, None)))
        else:
            fields.append((member.name, convert.fit(first_value(low, member.type, member.default), rep)))
    into = low.var(kind.name, low.stage.rep(kind.type))
    low.out.append(NewRow(into, kind.name, tuple(fields)))
    for member in later:
        first = Pure(low.stage.kept(member.type).maybe, first_unit(member), (local(into),))
        low.out.append(StoreField(local(into), member.name, first, -1, silent=True))
    return local(into)


def first_unit(member: symbols.Member) -> str:
    """The unit that gives a row's field its first value, read from the row itself."""
    return f"first_{member.kind}_{member.name}"


def pending(low: Lowering, node: tree.Pending) -> Expr:
    """A pending call. A procedure is paid and legal from the start; an action is not paid yet."""
    ref = node.call.ref
    assert isinstance(ref, symbols.Procedure | symbols.Action)
    *values, player = low.several([*node.call.args, node.player or tree.NoneValue(node.at)])
    given = tuple(convert.fit(v, low.stage.rep(p.type)) for v, p in zip(values, ref.params, strict=True))
    flat = next((flat for flat in low.plan.flat if flat.symbol is ref), None)
    called = flat.number if flat is not None else -low.plan.target_numbers[id(ref)] - 1
    if flat is not None:  # only the player is known of the names an occasion would bind
        whose = getattr(actions.actor(flat), "ref", None)
        beside = [(one, low.stage.rep(one.type).maybe) for one in actions.bound_beside(flat)]
        given += tuple(convert.fit(player if one is whose else NO_VALUE, rep) for one, rep in beside)
    args = Make(Rep("args", items=tuple(e.rep for e in given)), tuple(convert.frozen(e) for e in given))
    option = Make(OPTION, (number(called), player, low.this if ref.owner else NO_VALUE, args))
    into = low.var("call", CALL)
    low.out.append(Do("new_call", (option,), into=into))
    return local(into)
