"""A unit written once: code that continues from a point does nothing until the point is reached.

def on_p_play(S, frames, pc, ret=None, p_1=None):
    if not pc:
        …                                 # code before the first point
    if not pc and test or pc == 1: …      # code that may lead to one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.statements import Ask, Block, Call, If, Line, Loop, Scope, Stmt
from ..ir.units import Unit
from ..ir.walk import ends, points
from .calls import going_on
from .formulas.tightness import AND
from .lines import NOWHERE, CodeLine

if TYPE_CHECKING:
    from .statements import Statements

_GOING_ON = "not pc"  # there is no point to continue at, or it has been reached


def written_once(p: Statements, unit: Unit, params: list[str]) -> list[CodeLine]:
    p.rule, p.lays = NOWHERE, "frames"
    if any(isinstance(one, Loop) and one.fuel >= 0 for one in _loops(unit.body)):
        p.line("turned = not pc")
    _Once(p).block(unit.body)
    p.lays = "S.unwind"
    missing = "LOST" if p.form.noting else "None"
    kept = list(dict.fromkeys([*params, *(p.name(var) for frame in p.frames.values() for var in frame.vars)]))
    given = ["S", "frames", "pc", "ret=None", *(f"{name}={missing}" for name in kept)]
    on = f"on_{unit.name}"
    rows = p.function(f"def {on}({', '.join(given)}):")
    p.begin(unit)
    p.line(f"return {on}({', '.join(['S', 'S.unwind', '0', 'None', *params])})")
    rows += p.function(f"def {unit.name}({', '.join(['S', *params])}):")
    for point, frame in p.frames.items():
        name = going_on(frame, point)
        held = "".join(f", {p.name(var)}=fr[{at}]" for at, var in enumerate(frame.vars, 2))
        p.line(f"return {on}(S, S.stack, {point}, ret{held})")
        rows += [*p.function(f"def {name}(S, fr, ret):"), (0, f"RESUME[{frame.number}] = {name}", NOWHERE)]
    return rows


def _loops(block: Block) -> list[Loop]:
    """The loops in which it may pause."""
    found: list[Loop] = []
    for one in block:
        match one:
            case If(_, then, other):
                found += _loops(then) + _loops(other)
            case Scope(body):
                found += _loops(body)
            case Loop(body) if points(body):
                found += [one, *_loops(body)]
    return found


class _Once:
    def __init__(self, p: Statements) -> None:
        self.p = p

    def points(self, block: Block) -> list[int]:
        """The points in it where frames continue."""
        return [n.point for n in points(block) if n.point in self.p.frames]

    def block(self, block: Block) -> None:
        """Code without a point in it runs only if there is no point to continue at."""
        p = self.p
        holding = [at for at, one in enumerate(block) if self.points((one,))]
        plain: list[Stmt] = []
        for at, one in enumerate(block):
            if at not in holding:
                plain.append(one)
                continue
            if isinstance(one, Ask | Call):
                self.pausing(plain, one)
            else:
                self.unless_going_on(plain)
                if isinstance(one, Loop | Scope) and at != holding[-1]:  # otherwise it continues in here, if anywhere
                    p.line(f"if {_GOING_ON} or {self.goes_to((one,))}:")
                    with p.deeper():
                        self.way(one)
                else:
                    self.way(one)
            plain = []
        if plain:
            p.block(tuple(plain))  # after the last point nothing is to be gone on to

    def pausing(self, plain: list[Stmt], one: Ask | Call) -> None:
        """A step that may pause, and the steps before it."""
        p = self.p
        p.line(f"if {_GOING_ON}:")
        with p.deeper():
            p.block((*plain, one))
        p.rule = p.rules[one.point]
        p.line(f"elif pc == {one.point}:")
        with p.deeper():
            if one.into is not None:
                p.line(f"{p.name(one.into)} = ret")
            p.line("pc = 0")

    def unless_going_on(self, plain: list[Stmt]) -> None:
        p = self.p
        if all(isinstance(one, Line) for one in plain) and not p.form.covering:
            p.block(tuple(plain))
            return
        p.line(f"if {_GOING_ON}:")
        with p.deeper():
            p.block(tuple(plain))
            rule = p.rule
        p.rule = rule

    def goes_to(self, block: Block) -> str:
        found = self.points(block)
        return f"pc == {found[0]}" if len(found) == 1 else f"pc in {tuple(found)}"

    def way(self, s: Stmt) -> None:
        """A statement with a point in it."""
        p = self.p
        match s:
            case If(_, then, (), True) if p.form.journal:
                self.block(then)
            case If():
                self.branching(s)
            case Loop(body, fuel):
                p.line("while True:")
                with p.again_and_again(), p.deeper():
                    if fuel < 0:
                        p.spend(1 + p.costs.block(body))
                    self.block(body)
                    if fuel >= 0 and not ends(body):
                        p.line("if turned:")
                        with p.deeper():
                            p.fuel(fuel, p.turn(s))
                        p.line("turned = True")
            case Scope(body):
                p.line("while True:")
                with p.again_and_again(), p.deeper():
                    self.block(body)
                    if not ends(body):
                        p.line("break")
            case _:
                raise AssertionError(f"it pauses nowhere: {s}")

    def branching(self, s: If) -> None:
        p = self.p
        test = f"{_GOING_ON} and {p.x(s.test, AND, 'test')}"
        p.line(f"if {test} or {self.goes_to(s.then)}:" if self.points(s.then) else f"if {test}:")
        self.side(s.then)
        if s.other:
            p.line(f"elif {_GOING_ON} or {self.goes_to(s.other)}:" if self.points(s.other) else f"elif {_GOING_ON}:")
            self.side(s.other)

    def side(self, block: Block) -> None:
        with self.p.deeper():
            if self.points(block):
                self.block(block)
            else:
                self.p.block(block)
