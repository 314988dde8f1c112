"""Calls: plain ones, ones that may pause, and ones whose value is returned at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..ir.callees import CodeAt, InData, Named, Runtime
from ..ir.prims import CALLS
from ..ir.statements import Call
from ..passes.framed import FrameShape

if TYPE_CHECKING:
    from .statements import Statements


def call(p: Statements, s: Call) -> None:
    there, text = test_and_call(p, s)
    if s.tail:
        p.line(f"return {text} if {there} else None" if there else f"return {text}")
        return
    if s.into is not None:
        into = p.name(s.into)
        p.line(f"{into} = {text} if {there} else None" if there else f"{into} = {text}")
        asked = f"{into} is PAUSE"
    elif s.point:
        asked = f"{there} and {text} is PAUSE" if there else f"{text} is PAUSE"
    elif there:
        p.line(f"if {there}:")
        p.line(f"    {text}")
        return
    else:
        p.line(text)
    if s.point:
        p.line(f"if {asked}:")
        p.line(f"    {p.lays}.append({frame(p, s.point)})")
        p.line("    return PAUSE")


def frame(p: Statements, point: int) -> str:
    """The code that continues from a point."""
    found = p.frames[point]
    return f"({', '.join([str(found.number), str(point), *map(p.name, found.vars)])})"


def going_on(frame: FrameShape, point: int) -> str:
    """The name of the function that continues from a point."""
    return f"resume{frame.number}_{point}"


def test_and_call(p: Statements, s: Call) -> tuple[str, str]:
    """The test whether there is anything to call, empty if there is in any case; and the call."""
    match s.callee:
        case Named(name):
            return "", f"{name}({arguments(p, s)})"
        case InData(table):
            thing = p.kept(s.args[0], "of")
            there = f"{thing} is not None and " if s.args[0].rep.optional or s.args[0].rep.sort == "none" else ""
            given = ", ".join(["S", thing, *(p.now(arg) for arg in s.args[1:])])
            return f"{there}(code := {p.constants.code(table)}[{thing}]) is not None", f"code({given})"
        case CodeAt():
            code, *others = (p.now(arg) for arg in s.args)
            return "", f"CODE[{code}]({', '.join(['S', *others])})"
        case Runtime(name):
            return "", runtime(p, s, name)
        case _:
            assert_never(s.callee)


def arguments(p: Statements, s: Call) -> str:
    return ", ".join(["S", *(p.now(arg) for arg in s.args)])


def runtime(p: Statements, s: Call, name: str) -> str:
    if name == "take":
        option = p.kept(s.args[0], "option")
        p.line(f"number, caller, source, told = {option}")
        return "TAKE[number](S, caller, source, told)"
    found = CALLS[name]
    rule = f", {s.rule}" if s.rule >= 0 else ""
    return f"{found.python or name}({arguments(p, s)}{rule})"
