"""Whether what asks and calls is well made."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..callees import CodeAt, InData, Named, Runtime
from ..prims import CALLS
from ..reps import CODE, OPTION, PLAYER, REASON, TEXT, Rep, fits
from ..statements import Ask, Call
from ..units import Unit
from .expressions import EFFECT_FREE, MOVES, Known

if TYPE_CHECKING:
    from .statements import StatementVerifier


def check_ask(checks: StatementVerifier, s: Ask, known: Known) -> Known:
    checks.read(known, s.player, s.options, s.words, s.held, s.weights)
    _point(checks, s, s.point)
    if s.site < 0:
        checks.wrong(s, f"unknown site {s.site}")
    checks.due(s, s.player, PLAYER.maybe, "the player prompted")
    checks.due(s, s.words, TEXT.maybe, "the words")
    checks.due(s, s.held, REASON.maybe, "the reason that holds it back")
    into, item = s.into.rep, s.options.rep.item
    match s.how:
        case "choose" | "or_none" | "offer" | "pick":
            if not into.optional:
                checks.wrong(s, f"the answer may be none, and `{s.into.name}` is {into}")
        case "some" | "always" | "roll" | "shuffle":
            pass
        case _:
            assert_never(s.how)
    if s.how == "roll":
        item = Rep("num")
        if min(s.dice) < 1:
            checks.wrong(s, f"{s.dice[0]} dice of {s.dice[1]} faces")
    elif s.options.rep.sort != "seq" or s.options.rep.optional:
        checks.wrong(s, f"the options are {s.options.rep}")
    if s.how == "shuffle":
        item = s.options.rep
    elif s.how == "offer":
        item = item or OPTION
    if item is not None and not fits(item.sure, into):
        checks.wrong(s, f"the answer is {item}, and `{s.into.name}` is {into}")
    if s.weights is not None and (s.how != "pick" or s.weights.rep.sort != "seq" or s.weights.rep.optional):
        checks.wrong(s, f"the weights of `{s.how}` are {s.weights.rep}")
    if (s.held is not None or s.hidden) and s.how != "offer":
        checks.wrong(s, "only an offer can be held back, and it must not give anything away")
    return known | {s.into}


def check_call(checks: StatementVerifier, s: Call, known: Known) -> Known | None:
    checks.read(known, *s.args)
    given: Rep | None = None
    match s.callee:
        case Named(name):
            unit = checks.expressions.called_unit(s, name, s.args)
            if unit is not None:
                given = unit.result
                _callee(checks, s, unit)
        case InData():
            if not s.args:
                checks.wrong(s, "code in data is called without its thing")
            elif s.args[0].rep.sort not in (*MOVES, "none"):
                checks.wrong(s, f"code in data of {s.args[0].rep}")
        case CodeAt():
            if not s.args:
                checks.wrong(s, "code is called without its number")
            else:
                checks.due(s, s.args[0], CODE.maybe, "the called code")
        case Runtime(name):
            primitive = checks.expressions.primitive(s, name, s.args, CALLS)
            given = primitive.gives if primitive is not None else None
        case _:
            assert_never(s.callee)
    if s.point:
        _point(checks, s, s.point)
    if not s.tail:
        return checks.set(s, s.into, given, known)
    if s.into is not None:
        checks.wrong(s, "a call whose value is returned at once must not store it elsewhere")
    result = checks.unit.result
    is_awaited = result.sort not in ("nothing", "none") and checks.unit.kind != "hook"
    if is_awaited and given is not None and (given.sort == "nothing" or not fits(given, result)):
        checks.wrong(s, f"the returned value: expected {result}, found {given}")
    return None


def _callee(checks: StatementVerifier, s: Call, unit: Unit) -> None:
    """The effects of a unit called by name match its declaration."""
    if unit.pauses and not s.point:
        checks.wrong(s, f"`{unit.name}` may pause, but the call has no point")
    if checks.unit.kind in EFFECT_FREE and unit.kind not in EFFECT_FREE:
        checks.wrong(s, f"a {checks.unit.kind} changes nothing, but `{unit.name}` is a {unit.kind}")


def _point(checks: StatementVerifier, s: Ask | Call, number: int) -> None:
    if number <= 0:
        checks.wrong(s, f"a point numbered {number}: numbers start at 1")
    elif number in checks.points:
        checks.wrong(s, f"two points with the number {number}")
    checks.points.add(number)
    if checks.still:
        checks.wrong(s, f"it pauses inside {checks.still}")
    elif not checks.unit.pauses:
        checks.wrong(s, "it pauses, but the unit is declared not to")
