"""Which rule is to blame for a fault that does not know it: read from the calls that were running."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from types import TracebackType

from ..code.program import Program
from ..state.layout import argument_key
from ..state.position import Args
from .faults import Fault

RuleCall = tuple[str, Args]  # of a rule by its Python name: with its arguments
SHOWN = 12  # so many steps of a circle are named
DECIDE = "add a branch that does not call itself"


def running(program: Program, trace: TracebackType | None) -> int:
    """The line of the rules that ran when something went wrong, innermost; -1 if none did."""
    bodies, lines = program.index.bodies, program.index.lines
    rule = -1
    while trace is not None:
        code = trace.tb_frame.f_code
        known = lines.get(code.co_filename.strip("<>"))
        if known is not None:
            at = bisect_right(known, (trace.tb_lineno, 1 << 62)) - 1
            told = known[at][1] if at >= 0 and known[at][0] >= code.co_firstlineno else -1
            body = bodies.get(code.co_name)
            rule = told if told >= 0 else rule if body is None else body.rule
        trace = trace.tb_next
    return rule


def endless(program: Program, trace: TracebackType | None) -> Fault:
    """The fault for calls that went too deep: a circle of functions, or the rule that calls itself again and again."""
    bodies = program.index.bodies
    calls: list[RuleCall] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name in bodies:
            values = trace.tb_frame.f_locals
            calls.append((code.co_name, tuple(values.get(name) for name in code.co_varnames[1 : code.co_argcount])))
        trace = trace.tb_next
    functions = [call for call in calls if bodies[call[0]].label]
    circle = _circle(functions, lambda call: bodies[call[0]].is_function)
    if circle:
        circle = _from_first(circle, functions)
        shown = [
            _call_text(program, bodies[name].label, args if bodies[name].is_function else ()) for name, args in circle
        ]
        way = " → ".join(shown if len(shown) <= SHOWN else [*shown[: SHOWN - 1], "…", shown[-1]])
        return Fault("circle", f"{shown[0]} depends on itself: {way}", bodies[circle[0][0]].rule, DECIDE)
    names = [name for name, _ in calls]
    again = [name for name in names if names.count(name) > 1]
    rule = bodies[max(set(again), key=again.count)].rule if again else -1
    return Fault("endless", "endless or too deep recursion", rule, DECIDE)


def _circle(calls: list[RuleCall], is_function: Callable[[RuleCall], bool]) -> list[RuleCall]:
    """From a function that was running already with the same arguments to the innermost call of it."""
    for at in range(len(calls) - 1, max(0, len(calls) - 100), -1):
        for before in range(at - 1, -1, -1):
            if calls[before] == calls[at] and is_function(calls[at]):
                return calls[before : at + 1]
    return []


def _from_first(circle: list[RuleCall], calls: list[RuleCall]) -> list[RuleCall]:
    """The same circle from what was called first: where the calls went too deep is a matter of the form."""
    around = circle[:-1]
    at = around.index(next(call for call in calls if call in around))
    return [*around[at:], *around[:at], around[at]]


def _call_text(program: Program, name: str, args: Args) -> str:
    function = program.index.functions.get(name)
    params = function.params if function is not None else ()
    inside = ", ".join(argument_key(program.layout, p.tag, arg) for p, arg in zip(params, args, strict=False))
    return f"`{name}({inside})`" if inside else f"`{name}`"
