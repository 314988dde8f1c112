"""A machine that plays a game from its intermediate form alone, and the same game compiled, decision by decision.

The compiled forms are led: wherever the walker asks, each of them must be asked the same in the same position; then all
get the same answer.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from filled_registers import fill
from walk_formulas import Given
from walk_steps import TooDeepError, Walker

from moot.code.emit.registers import Registers
from moot.code.ir.units import Unit
from moot.code.program import Program
from moot.lang.diagnostic import MootError
from moot.stack.chance import Orders, seeded
from moot.stack.driver import FAULTS, FUEL
from moot.stack.faults import Over
from moot.stack.form import form_of
from moot.stack.machine import Machine
from moot.stack.runtime import namespace
from moot.state.position import NOBODY, Position

Choose = Callable[[Position], Any]  # the answer to what is asked
_EMPTY = compile("", "<nothing>", "exec")
# Only for what is resumed, kept or counted on the way: the walker has none of it, or its own.
_APART = frozenset(("journal", "fuel", "unwind", "wrote", "still", "frame", "stack", "tally"))
_STACK_BYTES = 512 << 20


class DifferentError(Exception):
    """The compiled game is not as the walker has it."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A game as it is walked: its units by name, what they read beside a position, and which of them the runtime finds.

    `program`: the same game compiled.
    """

    units: Mapping[str, Unit]
    given: Given
    registers: Registers
    program: Program


class OracleMachine(Machine):
    """Runs the units themselves. `ask` gets the position, in which it is said what is asked, and gives the answer."""

    def __init__(self, game: Walked, ask: Choose) -> None:
        self.program = game.program
        self.static_whens = bool(game.program.index.static_whens)
        ns = namespace(replace(game.program, fast=(_EMPTY,), traced=(_EMPTY,)), False)
        self.walker = Walker(game.units, game.given, ns, ask)
        ns["SITE_RULES"] = [site.rule for site in game.program.sites]
        ns["native_shuffle"] = self.walker.native_shuffle
        for name in ("initial", "reset", "f_sees"):
            if name in game.units:
                ns[name] = self.walker.function(name)
        fill(ns, game.registers, lambda name: ns.get(name) or self.walker.function(name))
        self.fast = self._traced = form_of(ns)

    def fresh(self, seed: int, nature: bool) -> Position:
        S = self._laid()
        S.rng, S.nature, S.journal = seeded(seed), nature, []
        return S


@dataclass(slots=True)
class Outcome:
    """How far both went together. `fault`: the code of the fault that ended it, in both."""

    decisions: int = 0
    fault: str = ""
    over: bool = False
    stopped: bool = False  # there were more decisions than asked for, or the walker got too deep


class _StopError(Exception):
    """Far enough."""


@dataclass(slots=True)
class _Form:
    """One compiled form at play."""

    name: str
    machine: Machine
    position: Position
    failed: MootError | None = None

    def go(self, step: Callable[[Position], None]) -> None:
        try:
            step(self.position)
        except MootError as error:
            self.failed = error

    @property
    def code(self) -> str:
        return self.failed.diagnostics[0].code if self.failed is not None else ""


class _Together:
    """One game, walked and compiled."""

    def __init__(self, forms: list[_Form], choose: Choose, most: int) -> None:
        self.forms = forms
        self.choose = choose
        self.most = most
        self.outcome = Outcome()

    def ask(self, S: Position) -> Any:
        for form in self.forms:
            if form.failed is not None:
                raise DifferentError(f"{self.at()}: {form.name} fails ({form.failed}), and the form asks {S.ask}")
            self.compare(form, S)
        if self.outcome.decisions >= self.most:
            raise _StopError
        value = self.choose(S)
        self.outcome.decisions += 1
        for form in self.forms:
            form.go(lambda position, form=form: form.machine.advance(position, value))  # type: ignore[misc]
        return value

    def at(self) -> str:
        return f"at decision {self.outcome.decisions}"

    def compare(self, form: _Form, S: Position) -> None:
        """Raises DifferentError unless the positions are the same, and the journals where both keep one."""
        walked, compiled = whole(S), whole(form.position)
        kept = form.position.tally
        if form.position.journal is None:  # the traced form counts when it is asked
            form.machine.fast.count_up(form.position)
            if form.position.tally != kept:
                raise DifferentError(
                    f"{self.at()}, {form.name}: the tally is {kept}, and counted {form.position.tally}"
                )
        if form.position.journal is not None:
            walked["journal"], compiled["journal"] = _plain(S.journal), _plain(form.position.journal)
        for name, value in walked.items():
            if value != compiled[name]:
                ours, theirs = difference(value, compiled[name])
                raise DifferentError(f"{self.at()}, {form.name}: `{name}` is {ours}, and compiled {theirs}")

    def ended(self, S: Position, failed: str) -> None:
        for form in self.forms:
            if form.code != failed:
                told = failed or "no fault"
                raise DifferentError(f"{self.at()}: walked to {told}, and {form.name} to {form.failed or 'none'}")
            if not failed:
                self.compare(form, S)
        self.outcome.fault, self.outcome.over = failed, not failed


def play(game: Walked, seed: int, choose: Choose, most: int = 200, nature: bool = False) -> Outcome:
    """Play a game by walking the form, and in step with it both compiled forms. `nature`: chance asks, too.

    Raises DifferentError where they part.
    """
    compiled = Machine(game.program)
    forms = [
        _Form("fast", compiled, compiled.blank(seed)),
        _Form("traced", compiled, compiled.blank(seed)),
    ]
    forms[1].position.journal = []
    for form in forms:
        form.position.nature = nature
        form.go(compiled.begin)
    together = _Together(forms, choose, most)
    machine = OracleMachine(game, together.ask)
    S = machine.fresh(seed, nature)

    def walk() -> None:
        try:
            together.ended(S, _walked(machine, S))
        except (_StopError, TooDeepError):
            together.outcome.stopped = True

    _with_room(walk)
    return together.outcome


def _walked(machine: OracleMachine, S: Position) -> str:
    """Plays to the end. The code of the fault that ended it; empty if none did."""
    S.fuel = FUEL
    try:
        if machine.static_whens:
            machine.fast.start_whens(S)
        machine.fast.names["PROCEDURES"][machine.program.index.main](S)
    except Over:
        pass
    except FAULTS as error:
        if _is_own(error):
            raise
        return machine.error_of(error).diagnostics[0].code
    S.ask = None
    if S.result is None:
        S.result = NOBODY
    return ""


def _is_own(error: Exception) -> bool:
    """Whether the walker itself failed, and not the rules in a function of the runtime."""
    if not isinstance(error, TypeError | IndexError | ValueError):
        return False
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at is not None and "oracle" in at.tb_frame.f_code.co_filename


def _with_room(work: Callable[[], None]) -> None:
    """Run with a stack deep enough for units within units; what is raised there is raised here."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    before = threading.stack_size(_STACK_BYTES)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1 << 20)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    threading.stack_size(before)
    sys.setrecursionlimit(limit)
    if raised:
        raise raised[0]


def whole(S: Position) -> dict[str, Any]:
    """All of a position by name but what is only there to be resumed."""
    found = {name: _plain(getattr(S, name)) for name in Position.__slots__ if name not in _APART}
    found["rows"] = [(number, _plain(dict(sorted(row.items())))) for number, row in S.rows.items()]
    for name in ("sparse", "truth", "told", "extra"):
        found[name] = sorted(found[name], key=repr)
    found["scopes"] = [[number, _plain(args), serial, _flat(kept)] for number, args, serial, kept in S.scopes]
    return found


def _flat(value: Any) -> list[Any]:
    """What a phase has kept, in whatever parts."""
    return [one for part in value for one in _flat(part)] if isinstance(value, tuple | list) else [value]


def _plain(value: Any) -> Any:
    if isinstance(value, Orders):
        return ["orders", list(value.things)]
    if isinstance(value, dict):
        return [[key, _plain(one)] for key, one in value.items()]
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value


def difference(a: Any, b: Any, path: str = "") -> tuple[str, str]:
    """The innermost parts in which two values differ, with the way there."""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for n, (one, other) in enumerate(zip(a, b, strict=True)):
            if one != other:
                return difference(one, other, f"{path}[{n}]")
    return f"{path} {a}".strip(), str(b)
