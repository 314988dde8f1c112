"""The engine: run a compiled game until a player must choose, continue from the answer, and begin new games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import Any

from ..code.program import Program
from ..lang.diagnostic import Diagnostic, MootError
from ..lang.source import Source, Span, shown_path
from ..state.position import EVERYBODY, NATURE, Args, Cells, Generator, Position, Value
from ..state.tags import Tag
from ..state.view import Data, view_of
from .chance import Orders, draw_number, draw_place, generator_of, shuffle_list, weights_of
from .driver import FAULTS, SHORTER, Advance, budget, driver
from .fault_origin import endless, running
from .faults import Fault, none_here
from .form import Form, form_of
from .runtime import namespace


class Opening:
    """New games from one initial position, identical until chance or a player decides. The steps before the first
    decision are played once.
    """

    def __init__(self, blank: Position, begin: Callable[[Position], None], alike: bool) -> None:
        """`begin` runs to the first decision; `alike`: it changes only the position, so it need not run again if
        it has drawn no number.
        """
        self.blank = blank
        self.begin = begin
        self.alike = alike
        self._begun: Position | None = None  # every game, as it is at its first decision

    def fresh(self, rng: Generator, journal: bool = False, nature: bool = False, notices: bool = False) -> Position:
        """A new game at its first decision. `rng`: its generator's first state, as `generator_of` makes it.

        `journal`: it keeps a journal; `nature`: chance is a decision; `notices`: choices from which others learn are
        kept, for guesses. Raises MootError for a runtime error of the rules.
        """
        plain = not (journal or nature or notices)
        if plain and self._begun is not None:
            S = self._begun.copy()
            S.rng = rng
            return S
        S = self.blank.copy()
        S.rng = rng
        S.journal = [] if journal else None
        S.nature = nature
        S.notices = EVERYBODY if notices else None
        self.begin(S)
        if plain and self.alike and S.rng == rng:
            self._begun = S.copy()
        return S


class Machine:
    """One compiled game. `advance` is enough for play. A position with a journal runs in the traced version."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.static_whens = bool(program.index.static_whens)
        self.fast = form_of(namespace(program, False))
        self._traced: Form | None = None
        self.limit_fuel(budget())

    def limit_fuel(self, fuel: int) -> None:
        """From now on more units of work between two decisions are a fault of the rules."""
        self._fuel = fuel
        self._tracing: Advance | None = None
        self.advance: Advance = driver(self.fast.resume, self.error_of, self._trace, fuel)

    @property
    def traced(self) -> Form:
        if self._traced is None:
            alone = self.program.traced is self.program.fast
            self._traced = self.fast if alone else form_of(namespace(self.program, True))
        return self._traced

    def _trace(self, S: Position, value: object) -> None:
        if self._tracing is None:
            self._tracing = driver(self.traced.resume, self.error_of, fuel=self._fuel)
        self._tracing(S, value)

    def form(self, S: Position) -> Form:
        return self.fast if S.journal is None else self.traced

    def blank(self, seed: int, salt: str = "") -> Position:
        """Every thing in its initial place, nothing begun."""
        S = self.opening.blank.copy()
        S.rng = generator_of(seed, salt)
        return S

    @cached_property
    def opening(self) -> Opening:
        """New games, with every thing in its initial place."""
        return self.opening_from(self._laid())

    def opening_from(self, blank: Position) -> Opening:
        """New games from a position in which nothing has begun."""
        return Opening(blank, self.begin, alike=not self.fast.notes)  # the lines that run are recorded in each game

    def _laid(self) -> Position:
        program = self.program
        layout = program.layout
        cells: Cells = [*program.homes, *([0] * (layout.cells - len(program.homes)))]
        zones: list[list[int]] = [[] for _ in layout.zones]
        for thing, home in enumerate(program.homes):
            if home >= 0:
                zones[home].append(thing)
        S = Position(cells, zones, [()] * program.index.slots, 0)
        with self.telling():
            self.fast.count_up(S)
            self.fast.initial(S)
            for zone, row in enumerate(layout.zones):
                if row.in_play:
                    for thing in tuple(zones[zone]):
                        self.fast.start(S, thing)
        return S

    def begin(self, S: Position) -> None:
        """Start the game's first phase and run to the first decision."""
        self.call(S, self.program.index.main, ())

    def call(self, S: Position, name: str, args: Args) -> None:
        """Run a procedure or phase on an empty stack, to the first decision or its end."""
        if self.static_whens and not S.truth:
            with self.telling():
                self.form(S).start_whens(S)
        S.frame = (0, name, args)
        self.advance(S, None)

    def view(self, S: Position, seat: int | None) -> Data:
        """Zones, states and rows as a player sees them, or as they are; plain data."""
        with self.telling():
            return view_of(S, self.program.layout, self.fast.sees_now, seat, self.program.index)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Errors in rules that no frame runs, also as MootError."""
        try:
            yield
        except FAULTS as error:
            raise self.error_of(error) from (None if isinstance(error, Fault | RecursionError) else error)

    def reader(self, name: str) -> Callable[..., Any]:
        """A function of the rules for who reads it outside them: it raises MootError for what goes wrong."""
        function = self.fast.functions[name]

        def read(*args: Any) -> Any:
            try:
                return function(*args)
            except FAULTS as error:
                raise self.error_of(error) from None

        return read

    def error_of(self, error: Exception) -> MootError:
        """The error that occurred while rules ran, with the rule that caused it."""
        return self.fault(self.faulted(error))

    def faulted(self, error: Exception) -> Fault:
        """An error while rules ran or a formula was read: one of FAULTS, as a fault that knows its rule."""
        if isinstance(error, RecursionError):
            return endless(self.program, error.__traceback__)
        rule = running(self.program, error.__traceback__)
        if isinstance(error, Fault):
            error.rule = error.rule if error.rule >= 0 else rule
            return error
        if isinstance(error, MemoryError):
            return Fault("memory", "not enough memory for this step", rule, SHORTER)
        if isinstance(error, TypeError | IndexError):  # the end of an empty zone is none
            return none_here(rule)
        return Fault("outside", "a value is too large, or outside its limits", rule)

    def fault(self, fault: Fault) -> MootError:
        """A fault as a diagnostic, with the line of the rules where it is known, and the formula outside them."""
        at = fault.at
        message = fault.message
        notes: tuple[tuple[Span, str], ...] = ()
        if 0 <= fault.rule < len(self.program.rules):
            rule = self.program.rules[fault.rule]
            message = f"{rule.label}: {message}"
            at = Span(source_of(rule.file), rule.line, 1, rule.line, 1 << 10)
            if fault.at.line:
                notes = ((fault.at, "this formula needs the value"),)
        return MootError([Diagnostic(f"fault-{fault.code}", message, at, fault.hint, notes=notes)])

    def sample(self, S: Position) -> Value:
        """A value for what nature is asked, from the position's own generator."""
        site, player, options, weights = S.question()
        assert player == NATURE
        if isinstance(options, Orders):
            things = list(options.things)
            shuffle_list(S, things)
            return tuple(things)
        tag = Tag.read(self.program.sites[site].tag)
        if tag.sort == "roll":
            count, faces = tag.dice
            return sum(draw_number(S, faces) + 1 for _ in range(count))
        return options[draw_number(S, len(options)) if weights is None else draw_place(S, weights_of(options, weights))]


def source_of(path: str) -> Source:
    """The text of a rules file as it is now; an empty one if it is not there."""
    try:
        status = os.stat(path)
        text = _read(path, status.st_mtime_ns, status.st_size)
    except (OSError, UnicodeDecodeError):
        text = ""
    return Source(shown_path(path), text)


@lru_cache
def _read(path: str, changed: int, size: int) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()
