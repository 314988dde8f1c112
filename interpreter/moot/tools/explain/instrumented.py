"""A game rerun in the instrumented version: the values of each step's names, and the position at its beginning."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...code.instrumented import instrumented_form
from ...code.ir.units import NoteRow
from ...code.plan.units import Rule
from ...lang import tree
from ...lang.diagnostic import fail
from ...pack.find import find_pack
from ...stack.game import Game, State
from ...stack.load import value_from_text
from ...state.position import Position
from ..setup.compiled import CompiledGame, GameCache
from .formula_trace import FormulaTracer

LOST = object()  # a value that no frame has stored


@dataclass(frozen=True, slots=True)
class NotedStep:
    """A step of the rules as it began. `at`: the length of the journal at that time."""

    note: NoteRow
    values: tuple[Any, ...]  # of `this`, of locals, of `was` formulas
    S: Position
    at: int


class InstrumentedGame:
    """`game` plays like the game it was made from, more slowly, and remembers the last time each step began.

    `until`: the length of the journal after which nothing more is remembered.
    """

    def __init__(self, made: CompiledGame) -> None:
        self.made = made
        code, constants, self.notes = instrumented_form(made.compiled)
        program = made.game.program
        told = program.constants | constants | {"noted": self._noted, "LOST": LOST}
        self.game = Game(dataclasses.replace(program, traced=(code,), constants=told), made.game.mods)
        self.until: int | None = None
        self.steps: dict[int, NotedStep] = {}  # by id of the node
        self.of_rules: dict[int, NotedStep] = {}
        self.last: NotedStep | None = None
        self._around: dict[int, tuple[tree.Step, tree.Node | str]] | None = None
        self._rules: dict[int, Rule] = {}

    def _noted(self, S: Position, number: int, values: tuple[Any, ...]) -> None:
        if S.journal is None or (self.until is not None and len(S.journal) > self.until):
            return
        note = self.notes[number]
        self.last = NotedStep(note, values, S.copy(), len(S.journal))
        self.steps[id(note.node)] = self.of_rules[note.rule] = self.last

    def tracer(self, step: NotedStep, seat: int | None = None) -> FormulaTracer:
        """Reads formulas with the values from when a step began."""
        note = step.note
        this, *others = step.values
        keys = [*note.locals, *note.was]
        named = {f"given_{at}": value for at, value in enumerate(others) if value is not LOST}
        names = {key: f"given_{at}" for at, key in enumerate(keys) if f"given_{at}" in named}
        names_of = {key: names[key] for key in note.locals if key in names}
        was = {key: names[key] for key in note.was if key in names}
        return FormulaTracer(self.made, step.S, names_of, named | {"this_thing": this}, "this_thing", was, seat)

    # ------------------------------------------------------------------------------------------------ enclosing steps

    def around(self, node: tree.Node) -> Iterator[tuple[tree.Step, tree.Node | str]]:
        """The steps around a step, innermost first, each with its branch or the name of its block."""
        if self._around is None:
            self._around = {}
            for body in self.made.plan.bodies:
                self._find(body)
            for unit in self.made.plan.units:
                self._find(unit.block)
                if unit.rule is not None:
                    self._rules.update((id(one), unit.rule) for one in unit.block)
        while id(node) in self._around:
            outer, part = self._around[id(node)]
            yield outer, part
            node = outer

    def rule_of(self, node: tree.Node) -> Rule | None:
        """The standing rule whose body a step is part of."""
        for outer, _ in self.around(node):
            node = outer
        return self._rules.get(id(node))

    def _find(self, root: Any) -> None:
        assert self._around is not None
        for node in [root] if isinstance(root, tree.Node) else root:
            if not isinstance(node, tree.Node):
                continue
            for name in node.__dataclass_fields__:
                value = getattr(node, name)
                for one in value if isinstance(value, list) else ():
                    if isinstance(one, tree.Branch | tree.Alternative):
                        if isinstance(node, tree.Step):
                            self._around.update((id(inner), (node, one)) for inner in one.block)
                        self._find(one.block)
                    elif isinstance(one, tree.Step):
                        if isinstance(node, tree.Step):
                            self._around[id(one)] = node, name
                        self._find(one)

    # -------------------------------------------------------------------------------------------- what is asked now

    def step_asked(self, state: State) -> NotedStep | None:
        """The present prompt of a state of the same game, recreated by making its last choice again.

        Returns None if it cannot be recreated, as on a guess.
        """
        self.until, self.last = None, None
        before = state.before_last()
        machine = self.game.machine
        if before is not None:
            S, value = before
            S.journal = []
            machine.advance(S, value)
        else:
            again = self._begun(state)
            fresh = state.fresh or [""] * len(state.choices)
            for (player, key), bits in zip(state.choices, fresh, strict=True):
                decision = again.decision
                if decision is None or decision.player != player or decision.option(key) is None:
                    return None
                again.apply(key, fresh=bits)
            S = again.position
        return self.last if _apart_from_frames(S) == _apart_from_frames(state.position) else None

    def _begun(self, state: State) -> State:
        if state.begun is None:
            return self.game.start(state.seed, nature=state.position.nature, salt=state.salt)
        first, procedure, args = state.begun
        S = first.copy()
        S.journal = []
        self.game.machine.call(S, procedure, args)
        return State(self.game, S, state.seed)


def _apart_from_frames(S: Position) -> tuple[Any, ...]:
    """The content of a position; frames of the instrumented version may store more names than others."""
    key = S.key()
    return (*key[:4], *((frame[0], frame[1]) for frame in S.frames()), *key[5:])


@lru_cache(4)
def instrument(made: CompiledGame) -> InstrumentedGame:
    return InstrumentedGame(made)


@lru_cache(4)
def instrument_again(game: Game) -> InstrumentedGame:
    """The instrumented version of a loaded game, read again from its packs; it is kept for the next question.

    Raises MootError if the packs have changed.
    """
    settings = [(name, value_from_text(text)) for name, text in game.options.items()]
    made = GameCache(settings, game.mods, quick=False, decks=game.decks).game(find_pack(game.source or game.id), [])
    if made.game.program.digest != game.program.digest:
        message = f"the files of `{game.id}` have changed since it was loaded"
        raise fail("rules-changed", message, hint="load it again; the present files cannot explain earlier play")
    return InstrumentedGame(made)
