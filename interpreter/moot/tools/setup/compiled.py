"""The games that cases are played in: each pack is read once, and compiled once for every set of options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...code.compiled import Compiled
from ...code.layout.numbering import Numbering
from ...code.pipeline import compiled, program_of
from ...code.plan.units import Plan
from ...code.typing.scope import World
from ...code.typing.typed import typed_world
from ...lang.arguments import PlayerDecks
from ...lang.diagnostic import Diagnostic, MootError, Report
from ...lang.without_gc import uncollected
from ...pack.load import load
from ...pack.model.bundle import Bundle, Setting
from ...stack.game import Game
from ...state.layout import Layout
from .formulas import FormulaReader


@dataclass(slots=True, eq=False)
class CompiledGame:
    """A compiled game with everything needed to read cases: its names and types, and a reader of more formulas."""

    game: Game
    world: World
    compiled: Compiled
    formulas: FormulaReader
    things: dict[str, list[int]] = field(default_factory=dict)  # by key, title, and deck with title

    @property
    def numbering(self) -> Numbering:
        return self.compiled.numbering

    @property
    def layout(self) -> Layout:
        return self.compiled.numbering.layout

    @property
    def plan(self) -> Plan:
        return self.compiled.plan

    def __post_init__(self) -> None:
        for number, row in enumerate(self.layout.things):
            for name in {row.key, row.title, re.sub(r"\.\d+$", "", row.key)}:
                self.things.setdefault(name, []).append(number)


class GameCache:
    """Compiles games on demand and keeps them. `settings` apply to all; a case's own options override them.

    `decks`: the players' own. With `covering`, the games record which lines of the rules have run. `quick`: see
    `compile_game`. `edit` may change the trees of each game's rules before they are typed.
    """

    def __init__(
        self,
        settings: Iterable[tuple[str, Any]] = (),
        mods: Sequence[str | Path] = (),
        covering: bool = False,
        quick: bool = True,
        decks: PlayerDecks | None = None,
        edit: Callable[[Bundle], None] | None = None,
    ) -> None:
        self.edit = edit
        self.covering = covering
        self.quick = quick
        self.settings = list(settings)
        self.mods = list(mods)
        self.decks = decks
        self._bundles: dict[Path, tuple[Callable[[], Bundle], list[Setting], list[Diagnostic]]] = {}
        self._games: dict[tuple[Path, str], CompiledGame] = {}
        self._broken: dict[Path, MootError] = {}

    def game(self, folder: Path, options: list[Setting]) -> CompiledGame:
        """The game of a pack with options set. Raises MootError with all errors."""
        if folder in self._broken:
            raise self._broken[folder]
        key = (folder, repr(sorted((o.option, str(o.value)) for o in options)))
        if key not in self._games:
            try:
                self._games[key] = self._compiled(folder, options)
            except MootError as error:
                if not options:
                    self._broken[folder] = error
                raise
        return self._games[key]

    @uncollected()
    def _compiled(self, folder: Path, options: list[Setting]) -> CompiledGame:
        bundle = self.bundle(folder, options)
        if self.edit is not None:
            self.edit(bundle)
        return compile_game(bundle, self.mods, self.covering, traced_alone=True, quick=self.quick)

    def bundle(self, folder: Path, options: Sequence[Setting] = ()) -> Bundle:
        """A pack as read, with trees of its own. Raises MootError if it cannot be found."""
        if folder not in self._bundles:
            bundle = load(folder, self.mods, self.settings, cases=False, decks=self.decks)
            self._bundles[folder] = bundle.copier(), list(bundle.settings), list(bundle.report)
        copied, settings, told = self._bundles[folder]
        bundle = copied()  # typing writes into its trees, and earlier games still read theirs
        bundle.settings = [*settings, *options]
        bundle.report = Report(told[:])
        return bundle


def compile_game(
    bundle: Bundle,
    mods: Sequence[str | Path] = (),
    covering: bool = False,
    traced_alone: bool = False,
    quick: bool = False,
) -> CompiledGame:
    """A bundle compiled so that more formulas can be read in it. Raises MootError if it has errors.

    `traced_alone`: for games with a journal (code.pipeline.program_of). `quick`: for games played rarely
    (code.pipeline.compiled).
    """
    world = typed_world(bundle)
    bundle.report.raise_if_failed()
    made = compiled(world.game, bundle, quick=quick)
    game = Game(program_of(made, bundle, traced_alone, covering), [str(mod) for mod in mods])
    return CompiledGame(game, world, made, FormulaReader(world, made, game.machine))
