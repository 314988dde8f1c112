"""The two rule sets of a comparison: each loaded, compiled, and recompiled with other options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ....code import pipeline
from ....code.layout.numbering import Numbering
from ....code.typing import symbols, types
from ....code.typing.typed import typed_world
from ....lang.diagnostic import MootError, Report
from ....lang.source import NOWHERE
from ....pack.load import load
from ....pack.model.bundle import Bundle, Setting
from ....stack.game import Game
from ...setup.named_position import PositionSetup, RangeEnd

OptionValue = tuple[str, Any]


@dataclass(eq=False)
class CompiledRules:
    """A compiled rule set. `bounds`: the limits of number states, by name."""

    game: Game
    bounds: dict[str, tuple[RangeEnd, RangeEnd]]

    @cached_property
    def setup(self) -> PositionSetup:
        return PositionSetup(self.game, self.bounds)


@dataclass(slots=True, eq=False)
class Side:
    """One of the two rule sets, given as a pack's id or folder, with mods and options."""

    name: str
    mods: tuple[str | Path, ...]
    settings: tuple[tuple[str, Any], ...]
    bundle: Bundle
    rules: CompiledRules
    _readings: dict[tuple[str, str], CompiledRules | None] = field(default_factory=dict)

    @staticmethod
    def load(
        name: str | Path,
        mods: Sequence[str | Path] = (),
        settings: Iterable[tuple[str, Any]] = (),
        quick: bool = False,
    ) -> Side:
        """Raises MootError with all errors of the rules."""
        told = tuple(settings)
        bundle = load(name, mods, told, cases=False)
        return Side(str(name), tuple(mods), told, bundle, compile_side(bundle, mods, quick))

    @property
    def game(self) -> Game:
        return self.rules.game

    def reading(self, option: str, value: Any) -> CompiledRules | None:
        """The same rules with another value of one option; None if they are then invalid."""
        key = (option, str(value))
        if key not in self._readings:
            setting = Setting(option, value, NOWHERE, "caller")
            self._readings[key] = compile_or_none(replace(self.bundle, settings=[*self.bundle.settings, setting]))
        return self._readings[key]


def compile_side(bundle: Bundle, mods: Sequence[str | Path] = (), quick: bool = False) -> CompiledRules:
    """Type the bundle's trees again. Raises MootError with all errors."""
    world = typed_world(bundle)
    bundle.report.raise_if_failed()
    made = pipeline.compiled(world.game, bundle, quick=quick)
    game = Game(pipeline.program_of(made, bundle, traced_alone=quick), [str(mod) for mod in mods])
    return CompiledRules(game, _bounds(world.game, made.numbering))


def compile_or_none(bundle: Bundle) -> CompiledRules | None:
    try:
        return compile_side(replace(bundle, report=Report()))
    except MootError:
        return None


def _bounds(game: symbols.TypedGame, numbering: Numbering) -> dict[str, tuple[RangeEnd, RangeEnd]]:
    found: dict[str, tuple[RangeEnd, RangeEnd]] = {}
    members = [m for kind in game.kinds.values() for m in kind.fields.values() if m.is_state]
    members += [m for carried in game.carried.values() for m in carried.states.values()]
    for state in [*game.states.values(), *members]:
        of = types.bare(state.type)
        if isinstance(of, types.Bounded):
            ends = [end if (known := numbering.bound(end)) is None else known for end in (of.low, of.high)]
            found[state.name] = ends[0], ends[1]
    return found
